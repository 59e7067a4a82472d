"""MIDI files with one thing wrong or odd in each, and what an import must make of them."""

from dataclasses import dataclass, field

PPQ = 120
END = b"\x00\xff\x2f\x00"


def number(value, least=1):
    """A number of variable length, with at least so many bytes."""
    groups = [value & 0x7F]
    while value := value >> 7:
        groups.append(value & 0x7F)
    groups += [0] * (least - len(groups))
    return bytes([group | 0x80 for group in groups[:0:-1]] + groups[:1])


def head(form=1, tracks=1, division=PPQ, length=6):
    fields = b"".join(value.to_bytes(2, "big") for value in (form, tracks, division))
    return b"MThd" + length.to_bytes(4, "big") + fields


def chunk(content, length=None, name=b"MTrk"):
    return name + (len(content) if length is None else length).to_bytes(4, "big") + content


def on(pitch, after=0, velocity=90, channel=0):
    return number(after) + bytes([0x90 | channel, pitch, velocity])


def off(pitch, after=0, channel=0):
    return number(after) + bytes([0x80 | channel, pitch, 64])


def meta(kind, body, after=0):
    return number(after) + bytes([0xFF, kind]) + number(len(body)) + body


def tempo(microseconds, after=0):
    return meta(0x51, microseconds.to_bytes(3, "big"), after)


def beat(pitch):
    return on(pitch) + off(pitch, PPQ)


def file(*contents, form=1, division=PPQ):
    """Tracks with their ends."""
    return head(form, len(contents), division) + b"".join(chunk(each + END) for each in contents)


@dataclass
class Case:
    """What a file is, and what must come of it."""

    name: str
    content: bytes
    #: (pitch, beat, beats) of each note; None for whatever can be had.
    notes: list | None = field(default_factory=lambda: [(60, 0, 1)])
    #: A word of the warning, finding or kind left out that tells of it.
    told: str | None = None
    #: A word of why it is refused.
    refused: str | None = None
    #: Beats a minute, as (beat, bpm).
    tempos: list | None = None
    #: The names of the rows.
    rows: list | None = None


C = beat(60)
"""A good note, to be found again whatever is wrong around it."""
AND_E = [(60, 0, 1), (64, 0, 1)]


def running():
    off_again = number(PPQ) + bytes([60, 0])
    yield Case("running status ends a note with velocity 0", file(on(60) + off_again))
    for name, between in [
        ("a text", meta(1, b"hi")), ("a system exclusive", b"\x00\xf0\x03\x43\x10\xf7"),
    ]:
        yield Case(
            f"running status goes on behind {name}", file(on(60) + between + off_again),
            told="leans on")
    yield Case("a track that begins with data", file(b"\x00\x3c\x40"), refused="data byte")
    yield Case(
        "a track that begins with data, beside a good one", file(b"\x00\x3c\x40", C),
        told="data byte")


def notes():
    again = number(PPQ) + bytes([60, 0]) + number(0) + bytes([60, 90])
    yield Case(
        "a key struck again where velocity 0 ends it", file(on(60) + again + off(60, PPQ)),
        [(60, 0, 1), (60, 1, 1)])
    yield Case(
        "a key struck again before the end of the same tick",
        file(on(60) + on(60, PPQ) + off(60) + off(60, PPQ)), [(60, 0, 1), (60, 1, 1)])
    yield Case(
        "a note of no length, and the same key later",
        file(on(60) + off(60) + on(60, 4 * PPQ) + off(60, PPQ)),
        [(60, 0, 1 / PPQ), (60, 4, 1)], "zeroLengthNotes")
    yield Case(
        "a note without an end", file(on(60) + meta(1, b"later", 3 * PPQ)), [(60, 0, 3)],
        "hangingNotes")
    yield Case("an end without a note", file(off(62) + C), told="orphanOffs")
    yield Case(
        "two notes of one key across each other",
        file(on(60) + on(60, PPQ // 2) + off(60, PPQ // 2) + off(60, PPQ // 2)),
        [(60, 0, 1), (60, 0.5, 1)], "overlaps")
    yield Case("a velocity of more than seven bits", file(on(60, velocity=200) + off(60, PPQ)),
               told="over 127")
    chord = b"".join(on(60, channel=each) for each in range(16))
    ends = b"".join(off(60, 0 if each else PPQ, each) for each in range(16))
    yield Case("all sixteen channels in one track", file(chord + ends, form=0), [(60, 0, 1)] * 16)


def chunks():
    whole = chunk(C + END)
    second = chunk(beat(64) + END)
    yield Case("a good file", file(C))
    yield Case("no end of the track", head() + chunk(C), told="no end")
    yield Case("more behind the end of the track", head() + chunk(C + END + on(62)),
               told="more after the end")
    yield Case("an empty line behind the file", file(C) + b"\n")
    for length in (9_999, 0xFFFF_FFFF):
        yield Case(
            f"a track of {length} bytes, it says", head() + chunk(C + END, length),
            told="its length")
    yield Case("a track longer than it says", head(tracks=2) + chunk(C + END, 3) + second, AND_E,
               "its length")
    yield Case("a header that counts more tracks", head(tracks=9) + whole, told="counts 9")
    yield Case("a header that counts fewer tracks", head(tracks=1) + whole + second, AND_E,
               "counts 1")
    yield Case("a chunk of another kind", head(tracks=2) + chunk(b"what", name=b"XYZW") + whole
               + second, AND_E)
    yield Case("an empty track", head(tracks=3) + chunk(b"") + whole + second, AND_E, "no end")
    yield Case("two tracks in a file for one", head(0, 2) + whole + second, AND_E, "several")
    yield Case("a longer header", head(length=10) + bytes(4) + whole)
    yield Case("a header alone", head(tracks=0), refused="no tracks")
    yield Case("nothing", b"", refused="empty")
    yield Case("a format that nobody knows", head(form=4_711) + whole, told="4711")
    yield Case("independent songs", head(2, 2) + whole + second, told="otherSequences")


def wrappers():
    inside = file(C)
    size = len(inside).to_bytes(4, "little")
    yield Case("wrapped as RMID", b"RIFF\x00\x01\x00\x00RMIDdata" + size + inside)
    yield Case("wrapped behind an odd chunk",
               b"RIFF\xff\xff\x00\x00RMIDLIST\x05\x00\x00\x00hello\x00data" + size + inside)
    yield Case("followed by another chunk in the wrapper",
               b"RIFF\xff\x00\x00\x00RMIDdata" + size + inside + b"LIST\x02\x00\x00\x00hi")
    yield Case("a sound", b"RIFF\x24\x00\x00\x00WAVEfmt ", refused="WAVE")
    yield Case("behind a header of an old Macintosh", bytes(128) + inside, told="in front")
    yield Case("a picture", b"\x89PNG\r\n\x1a\n" + bytes(500), refused="no MIDI file")


def times():
    yield Case("no ticks in a beat", file(C, division=0), refused="no ticks")
    for division in (1, 19_200, 32_767):
        yield Case(
            f"{division} ticks in a beat",
            file(on(60) + off(60, division), division=division))
    # 24 frames of 50 ticks are a second: two beats.
    yield Case("film frames", file(on(60) + off(60, 1_200), division=(256 - 24) << 8 | 50),
               [(60, 0, 2)])
    yield Case("NTSC frames", file(on(60) + off(60, 3_000), division=(256 - 29) << 8 | 100),
               [(60, 0, 2.002)])
    yield Case("a number with zeros in front",
               file(number(0, 3) + on(60)[1:] + number(PPQ, 4) + off(60)[1:]))
    yield Case("a number of five bytes", file(number(0, 5) + on(60)[1:] + off(60, PPQ)),
               refused="four bytes")
    yield Case("a number without end", head() + chunk(b"\x81" * 99), refused="four bytes")
    far = 0x0FFF_FFFF
    yield Case("the longest rest", file(on(60, far) + off(60, PPQ)), [(60, far / PPQ, 1)])
    rests = b"".join(meta(1, b"", far) for _ in range(60))
    yield Case("rests beyond all bounds", file(C + rests + on(62) + off(62, PPQ)),
               told="beyondFurthestPosition")


def tempos():
    yield Case("no tempo", file(C), tempos=[(0, 120)])
    yield Case("a tempo of no time", file(tempo(0) + C), told="zeroTempos", tempos=[(0, 120)])
    yield Case("a tempo of a microsecond", file(tempo(1) + C), told="clampedTempos",
               tempos=[(0, 1_000)])
    yield Case("the slowest tempo", file(tempo(0xFF_FFFF) + C), tempos=[(0, 3.576279)])
    yield Case("a tempo of two bytes", file(meta(0x51, b"\x07\xa1") + C), told="wrong length",
               tempos=[(0, 120)])
    yield Case("a tempo in the second track", file(b"", tempo(750_000) + C), tempos=[(0, 80)])
    yield Case("a first tempo that comes late", file(C + tempo(750_000, PPQ)),
               tempos=[(0, 120), (2, 80)])
    yield Case("two tempos at one place", file(tempo(500_000), tempo(750_000), C),
               told="contradictingTempos", tempos=[(0, 80)])
    yield Case("a tempo inside a note",
               file(tempo(500_000) + on(60) + tempo(750_000, PPQ // 2) + off(60, PPQ // 2)),
               tempos=[(0, 120), (0.5, 80)])
    many = b"".join(tempo(400_000 + each, 1) for each in range(4_000))
    yield Case("thousands of tempos", file(many, C))
    yield Case("six eighths", file(meta(0x58, b"\x06\x03\x24\x08") + tempo(500_000) + C),
               tempos=[(0, 120)])
    yield Case("meters of no bar", file(meta(0x58, b"\x00\x02\x18\x08")
               + meta(0x58, b"\x04\xff\x18\x08") + C), told="impossibleMeters")


def messages():
    yield Case("a system exclusive in three pieces, half a beat each",
               file(b"\x00\xf0\x02\x43\x10" + number(PPQ // 2) + b"\xf7\x01\x11"
                    + number(PPQ // 2) + b"\xf7\x02\x12\xf7" + C), [(60, 1, 1)])
    yield Case("bytes to be sent as they are", file(b"\x00\xf7\x02\xf3\x05" + C))
    yield Case("a system exclusive that never ends", file(b"\x00\xf0\x02\x43\x10" + C))
    for byte in (0xF8, 0xFA, 0xFE):
        yield Case(f"the real-time byte {byte:X}",
                   file(on(60) + bytes([0, byte]) + off(60, PPQ)), told="real-time")
    for byte in (0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6):
        yield Case(f"the system byte {byte:X}", file(C + bytes([0, byte]) + off(60, PPQ)),
                   told="no file may hold")
    yield Case("a meta event of 268 million bytes",
               file(C + b"\x00\xff\x01\xff\xff\xff\x7f" + b"x"), told="middle of an event")
    yield Case("a key of 99 sharps", file(meta(0x59, b"\x63\x05") + C))
    yield Case("a place of a film", file(meta(0x54, bytes(5)) + C))


def texts():
    for name, text, encoding in [
        ("UTF-8", "Größe 🎹", "utf-8"), ("Latin-1", "Größe", "latin-1"),
        ("Shift-JIS", "ドラム", "shift_jis"), ("Shift-JIS with letters", "Track 2 低音", "shift_jis"),
    ]:
        yield Case(f"a name in {name}", file(b"", meta(3, text.encode(encoding)) + C), rows=[text])
    yield Case("a name with control signs", file(b"", meta(3, b"a\x00b\x1b[31mc\n") + C),
               rows=["a b [31mc"])
    yield Case("a name of 50,000 letters", file(b"", meta(3, b"y" * 50_000) + C),
               rows=["y" * 239])


def large():
    quick = b"".join(number(1) + bytes([0x90, 40 + each % 50, 90]) + number(1)
                     + bytes([40 + each % 50, 0]) for each in range(150_000))
    yield Case("150,000 notes", file(quick), None)
    yield Case("1,500 tracks", file(*(beat(each % 128) for each in range(1_500))), None)


def cuts():
    """A good file, cut short by each number of bytes."""
    whole = head(tracks=2) + chunk(meta(3, b"cut") + tempo(600_000) + END) + chunk(C + END)
    for length in range(len(whole)):
        yield Case(f"only {length} bytes", whole[:length], None)


def cases():
    for group in (
        running, notes, chunks, wrappers, times, tempos, messages, texts, large, cuts,
    ):
        yield from group()
