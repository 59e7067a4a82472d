"""The product's session behind `EditScript`: lines in, answers out."""

import json
import subprocess
from pathlib import Path
from typing import Any

from oracle import shapes
from oracle.music import is_even
from oracle.trial import Trial

# The most steps.
EUCLIDS = 9
CHORD_SYMBOLS = ["C", "Dm7", "G7", "F#dim", "E+"]


class Product:
    def __init__(self, program: Path):
        self.program = program

    def answers(self, songs: list[list[str]]) -> list[list[dict[str, Any]]]:
        """What each song, begun anew, answers to its lines."""
        script = "".join("new\n" + "".join(line + "\n" for line in lines) for lines in songs)
        run = subprocess.run(
            [self.program], input=script, capture_output=True, encoding="utf-8", check=False)
        if run.returncode:
            raise RuntimeError(f"{self.program} ended with {run.returncode}: {run.stderr[-2000:]}")
        answers = iter(run.stdout.splitlines())
        return [[json.loads(next(answers)) for _ in lines] for lines in songs]

    def learn_chords(self) -> None:
        """Believes the product in what its chords sound like."""
        lines = ["row r"] + [f'add r 0 1 chord="{symbol}"' for symbol in CHORD_SYMBOLS]
        for answer in self.answers([lines])[0][1:]:
            cell = answer["result"]["insertions"][0]
            shapes.CHORDS[cell["chord"]] = tuple(cell["notes"])

    def learn_euclids(self) -> None:
        """Believes the product in which of all even rhythms it means."""
        pairs = [(hits, steps) for steps in range(1, EUCLIDS + 1) for hits in range(1, steps + 1)]
        lines = [f"euclid r {hits} {steps} step=1 dryRun=on" for hits, steps in pairs]
        answers = self.answers([["row r note=60", *lines]])[0][1:]
        for (hits, steps), answer in zip(pairs, answers):
            struck = {cell["position"] for cell in answer["result"]["insertions"]}
            drawn = "".join("x" if step in struck else "." for step in range(steps))
            if not is_even(drawn, hits):
                raise RuntimeError(f"{hits} hits among {steps} steps are not even: {drawn}")
            shapes.EUCLIDS[hits, steps] = drawn
        for steps in range(1, EUCLIDS + 1):
            shapes.EUCLIDS[0, steps] = "." * steps

    def answer(self, trials: list[Trial]) -> list[list[dict[str, Any]]]:
        return self.answers([[exchange.line for exchange in trial.exchanges] for trial in trials])
