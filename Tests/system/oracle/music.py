"""Scales, and rhythms that are as even as they can be."""

from oracle.symbols import WHITE

SCALES = {
    "major": [0, 2, 4, 5, 7, 9, 11], "minor": [0, 2, 3, 5, 7, 8, 10],
    "harmonicMinor": [0, 2, 3, 5, 7, 8, 11], "melodicMinor": [0, 2, 3, 5, 7, 9, 11],
    "dorian": [0, 2, 3, 5, 7, 9, 10], "phrygian": [0, 1, 3, 5, 7, 8, 10],
    "lydian": [0, 2, 4, 6, 7, 9, 11], "mixolydian": [0, 2, 4, 5, 7, 9, 10],
    "locrian": [0, 1, 3, 5, 6, 8, 10], "pentatonic": [0, 2, 4, 7, 9],
    "minorPentatonic": [0, 3, 5, 7, 10], "blues": [0, 3, 5, 6, 7, 10],
    "wholeTone": [0, 2, 4, 6, 8, 10], "diminished": [0, 2, 3, 5, 6, 8, 9, 11],
    "chromatic": list(range(12)),
}


def degrees_up(pitch: int, degrees: int, scale: str, key: str) -> int:
    """The pitch so many degrees of a scale higher.

    One outside the scale is its nearest degree altered, of two as near the lower one raised, and
    keeps its alteration.
    """
    tonic = WHITE[key[0]] + key.count("#") - key.count("b")
    ladder = [
        tonic + 12 * octave + tone for octave in range(-40, 40) for tone in SCALES[scale]]
    nearest = min(ladder, key=lambda tone: (abs(tone - pitch), tone))
    return ladder[ladder.index(nearest) + degrees] + pitch - nearest


def is_even(drawn: str, hits: int) -> bool:
    """Whether so many hits are spread as evenly as they can be.

    So many hits further is always the same number of steps, or one of two neighbours.
    """
    places = [index for index, sign in enumerate(drawn) if sign == "x"]
    if len(places) != hits:
        return False
    around = places + [place + len(drawn) for place in places]
    for further in range(1, hits):
        distances = {around[i + further] - around[i] for i in range(hits)}
        if max(distances) - min(distances) > 1:
            return False
    return True
