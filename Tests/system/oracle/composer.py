"""Random songs, and random edits of them, in the words of the protocol."""

import random
from typing import Any

from oracle.arguments import Parameters
from oracle.beats import BEAT, LAST
from oracle.music import SCALES
from oracle.resolver import Draft
from oracle.session import operate
from oracle.shapes import CHORDS
from oracle.song import Refused, Song

Request = tuple[str, Parameters]

SNAPS: list[Any] = ["off", "bar", 1, 2, 3, 4, 4, 4, 7, 16, "1/8t", "1/16.", "1/8", 125]
LENGTHS: list[Any] = ["1/8", "1/16t", "1/4.", "bar", "2bars"]
METERS = ["4/4", "3/4", "7/8", "5/16", "6/8"]
PATTERNS = ["x...", "x.x.", "X_o_", "xxo.", "x__.X.o_", "x_ | ..x", "."]
# The share of cells that hold something other than notes or a label.
HELD = 0.25
TARGETS = ["cc74", "cc74", "cc1", "bend", "pressure", "pressure:C4"]
TEXTS = ["verse", "é", "x"]
SWINGS = [50, 54.321, 57, 66.667, 75]


class Composer:
    """Draws songs and edits; alike for like seeds."""

    def __init__(self, seed: str):
        self.random = random.Random(seed)
        # Whether there may be overlaps: because edits ask for them, or rows become mono.
        self.allows = self.random.random() < 0.5
        # Where the song begins: now and then near the end of what is possible.
        self.origin = LAST - 12 * BEAT if self.random.random() < 0.03 else 0
        # Whether its tempo may glide.
        self.glides = not self.origin and self.random.random() < 0.2

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def pick(self, options: list[Any]) -> Any:
        return self.random.choice(options)

    def ticks(self, most: float = 12) -> int:
        """A time: mostly on some grid, sometimes anywhere."""
        unit = self.pick([BEAT, BEAT // 2, BEAT // 4, BEAT // 4, BEAT // 3, BEAT // 7, 1])
        return self.random.randint(0, int(most * BEAT / unit)) * unit

    def position(self) -> float:
        return min(self.origin + self.ticks(), LAST) / BEAT

    def length(self) -> Any:
        """A length above zero."""
        if self.chance(0.1):
            return self.pick(LENGTHS)
        return max(self.ticks(self.pick([1, 2, 4, 8])), self.pick([1, BEAT // 4])) / BEAT

    def shift(self) -> Any:
        """A length in either direction."""
        if self.chance(0.1):
            return self.pick(["", "-"]) + self.pick(LENGTHS)
        return self.pick([-1, 1]) * self.ticks(self.pick([0.5, 1, 4, 12])) / BEAT

    def options(self, *names: str) -> Parameters:
        """What an edit says of grid and overlap, if it says something."""
        options: Parameters = {}
        if "snap" in names and self.chance(0.4):
            options["snap"] = self.pick(SNAPS)
        if "mode" in names and self.chance(0.3):
            options["mode"] = self.pick(["grid", "relative"])
        if "overlap" in names and self.chance(0.3):
            options["overlap"] = self.pick(
                ["overwrite", "reject"] + (["allow"] if self.allows else []))
        return options

    def row(self, song: Song) -> int:
        return self.pick(song.rows).id if song.rows and not self.chance(0.01) else 99

    def rows(self, song: Song) -> list[int]:
        count = self.random.randint(1, max(len(song.rows), 1))
        return [row.id for row in self.random.sample(song.rows, min(count, len(song.rows)))] or [99]

    def cells(self, song: Song, made: list[str]) -> Any:
        """Cells by their names in any order, or by where they are."""
        if made and self.chance(0.4):
            return [self.pick(made)]
        if self.chance(0.25) or not song.cells:
            return self.region(song)
        ids = list(song.cells)
        names = self.random.sample(ids, self.random.randint(1, min(len(ids), self.pick([1, 3, 9]))))
        if self.chance(0.05):
            names.append(names[0])
        if self.chance(0.01):
            names.append(song.next_cell + 3)
        return names

    def region(self, song: Song) -> Parameters:
        where: Parameters = {"rows": self.rows(song)}
        if self.chance(0.2):
            return where | {"at": self.position()}
        low, high = sorted([self.position(), self.position()])
        if self.chance(0.8):
            where["from"] = low
        if self.chance(0.8):
            where["to"] = high
        return where

    def pitches(self) -> list[int]:
        count = self.pick([1, 1, 1, 1, 2, 3])
        return [self.random.randint(60, 64) for _ in range(count)]

    def content(self, is_change: bool = False) -> Parameters:
        content: Parameters = {}
        kind = self.random.random()
        if kind > 1 - HELD:
            return self.held()
        if is_change and kind > 1 - 1.2 * HELD:
            return self.pick([{"loop": self.length()}, {"loop": None}, {"offset": self.shift()}])
        if kind < 0.15:
            content["chord"] = self.pick(sorted(CHORDS))
        elif kind < 0.6:
            content["notes"] = self.pitches()
        if self.chance(0.3) and (not is_change or content):
            content["velocity"] = self.random.randint(1, 127)
        if self.chance(0.1) and (not is_change or content):
            content["release"] = self.random.randint(0, 127)
        if self.chance(0.2) or not content:
            content["label"] = self.pick(TEXTS)
        if self.chance(0.1):
            content["data"] = self.pick([1, "a", {"k": [1, 2]}])
        return content

    def held(self) -> Parameters:
        """Content other than notes."""
        kind = self.random.random()
        if kind < 0.4:
            notes = {(self.ticks(2), self.random.randint(60, 64)) for _ in range(self.pick([1, 3]))}
            clip: Parameters = {"notes": [
                {"offset": offset / BEAT, "duration": max(self.ticks(1), 1) / BEAT, "pitch": pitch,
                 "velocity": self.random.randint(1, 127)} for offset, pitch in notes]}
            if self.chance(0.3):
                clip["values"] = [{"offset": 0.25, "control": self.pick(TARGETS), "value": 5}]
            held = {"clip": clip}
            if self.chance(0.5):
                held["loop"] = self.pick([0.25, 0.5, 0.75, 1, 2, "1/8t", 0.01])
        elif kind < 0.8:
            held = {"control": self.pick(TARGETS), "value": self.random.randint(0, 127)}
            if self.chance(0.6):
                held["to"] = self.random.randint(0, 127)
                if self.chance(0.5):
                    held["over"] = self.length()
        elif kind < 0.9:
            return {"program": self.random.randint(1, 128)} | self.pick([{}, {"bank": "1:2"}])
        else:
            return {"sysex": "F0 7E 7F 09 01 F7"}
        if ("clip" in held or "to" in held) and self.chance(0.3):
            held["offset"] = self.shift()
        return held

    def odds(self, is_change: bool = False) -> Parameters:
        """In which passes a cell plays, if that is said; a change may take it back."""
        odds: Parameters = {}
        no_odds = [None] if is_change else []
        if self.chance(0.1):
            odds["chance"] = self.pick([1, 50, 99, 100, *no_odds])
        if self.chance(0.1):
            odds["every"] = self.pick(["1:2", "4:4", "2:3", *no_odds])
        return odds

    def setting(self) -> Parameters:
        """Settings of a row."""
        settings: Parameters = {}
        if self.chance(0.2):
            settings["delay"] = self.pick([0, 7, -12.5, 0.000001, -500])
        if self.chance(0.2):
            settings["swing"] = self.pick([None, *SWINGS])
        if self.chance(0.5):
            settings["note"] = self.random.randint(60, 64)
        if self.chance(0.4):
            settings["level"] = self.random.randint(0, 200)
        return settings or {"level": 50}

    def opening(self) -> Request:
        """Rows and cells to begin with, as one edit."""
        ops: list[Parameters] = []
        rows = self.random.randint(1, 4)
        for number in range(1, rows + 1):
            voices = self.pick(["mono", "poly"])
            ops.append({"op": "rows.add", "name": f"r{number}", "voices": voices, "note": 60})
        for _ in range(self.random.randint(0, 14)):
            ops.append(
                {"op": "cells.add", "row": self.random.randint(1, rows), "snap": "off",
                 "position": self.position(), "duration": max(self.ticks(4), 1) / BEAT}
                | self.content() | self.odds() | self.options("overlap"))
        return "edit", {"ops": [op for op in ops if op.get("overlap") != "reject"]}

    def request(self, song: Song) -> Request:
        """An edit, a batch of them, or a step back or forth."""
        kind = self.random.random()
        if kind < 0.12:
            return "history.undo", {}
        if kind < 0.2:
            return "history.redo", {}
        if kind < 0.35:
            return self.batch(song)
        if kind < 0.38:
            return self.humanize(song)
        method, parameters = self.operation(song, [])
        if method == "rows.set" and self.chance(0.5):
            parameters["mute"] = self.pick([True, False, "toggle"])
        if method.startswith("cells.") and self.chance(0.15):
            parameters["history"] = self.pick(["join", "none"])
        return method, parameters

    def humanize(self, song: Song) -> Request:
        parameters = {"where": self.cells(song, []), "dryRun": True}
        if self.chance(0.7):
            parameters["time"] = self.pick([0, 0.5, 8, 30, 1000])
        if self.chance(0.5) or "time" not in parameters:
            parameters["velocity"] = self.pick([0, 1, 12, 126])
        if self.chance(0.5):
            parameters["seed"] = self.random.randint(0, 9)
        return "cells.humanize", parameters | {"overlap": self.pick(["overwrite", "allow"])}

    def batch(self, song: Song) -> Request:
        """Several edits, each of the song as the ones before leave it."""
        wide = self.options("snap", "mode", "overlap")
        draft, ops = Draft(song), []
        for number in range(1, self.random.randint(2, 5)):
            method, parameters = self.operation(draft.song, [f"${made}" for made in draft.made])
            ops.append({"op": method} | parameters)
            try:
                operate(draft, number, method, wide | parameters)
            except Refused:
                break
        return "edit", {"ops": ops} | wide

    def operation(self, song: Song, made: list[str]) -> Request:
        """One edit that may stand in a batch, in which others have made cells before it."""
        draw = self.random.choices(list(OPERATIONS), list(OPERATIONS.values()))[0]
        if self.glides and draw in (Composer.insert_time, Composer.remove_time):
            # What a gap makes of a ramp across it is not known here.
            draw = Composer.tempo
        return draw(self, song, made)

    def add(self, song: Song, made: list[str]) -> Request:
        return "cells.add", {
            "row": self.row(song), "position": self.position(), "duration": self.length(),
        } | self.content() | self.odds() | self.options("snap", "overlap")

    def move(self, song: Song, made: list[str]) -> Request:
        parameters = {"where": self.cells(song, made)} | self.options("snap", "mode", "overlap")
        kind = self.random.random()
        if kind < 0.5:
            parameters["by"] = self.shift()
        elif kind < 0.7:
            parameters["steps"] = self.random.randint(-9, 9)
        elif kind < 0.85:
            parameters["position"] = self.position()
        if kind >= 0.85 or self.chance(0.3):
            if self.chance(0.7):
                parameters["byRows"] = self.random.randint(-3, 3)
            else:
                parameters["row"] = self.row(song)
        return "cells.move", parameters

    def resize(self, song: Song, made: list[str]) -> Request:
        parameters = {"where": self.cells(song, made)} | self.options("snap", "mode", "overlap")
        kind = self.random.random()
        if kind > 0.9:
            # Whole rows of long cells: what is edited is in its own way.
            return "cells.resize", parameters | {
                "where": {"rows": self.rows(song)}, "duration": self.ticks(8) / BEAT + 1}
        if kind < 0.15 and not self.origin:
            return "cells.resize", parameters | {"scale": self.pick([0.01, 0.25, 0.5, 0.7, 1.5, 2])}
        if kind < 0.6:
            parameters["by"] = self.shift()
        elif kind < 0.8:
            parameters["steps"] = self.random.randint(-9, 9)
        else:
            parameters["duration"] = self.length()
        if self.chance(0.6):
            parameters["edge"] = self.pick(["left", "right"])
        return "cells.resize", parameters

    def split(self, song: Song, made: list[str]) -> Request:
        parameters = {"where": self.cells(song, made)} | self.options("snap")
        if self.chance(0.5):
            return "cells.split", parameters | {"position": self.position()}
        return "cells.split", parameters | {"every": self.pick([1, 2, 3, "1/8t", "bar"])}

    def join(self, song: Song, made: list[str]) -> Request:
        alike: dict[Any, list[int]] = {}
        for cell in song.cells.values():
            alike.setdefault((cell.row, cell.pitches, cell.content), []).append(cell.id)
        groups = [ids for ids in alike.values() if len(ids) > 1]
        if groups and self.chance(0.7):
            return "cells.join", {"where": self.pick(groups)[:3]}
        return "cells.join", {"where": self.cells(song, made)}

    def remove(self, song: Song, made: list[str]) -> Request:
        return "cells.remove", {"where": self.cells(song, made)}

    def set(self, song: Song, made: list[str]) -> Request:
        odds = self.odds(is_change=True)
        content = {} if odds and self.chance(0.5) else self.content(is_change=True)
        return "cells.set", {
            "where": self.cells(song, made)} | content | odds | self.options("overlap")

    def duplicate(self, song: Song, made: list[str]) -> Request:
        parameters = {"where": self.cells(song, made)} | self.options("snap", "mode", "overlap")
        kind = self.random.random()
        if kind < 0.3:
            parameters["position"] = self.position()
        elif kind < 0.6:
            parameters["by"] = self.shift()
        elif kind < 0.75:
            parameters["steps"] = self.random.randint(-9, 9)
        if self.chance(0.3):
            parameters["byRows"] = self.random.randint(-2, 2)
        if self.chance(0.3):
            parameters["times"] = self.random.randint(1, 4)
        return "cells.duplicate", parameters

    def quantize(self, song: Song, made: list[str]) -> Request:
        parameters = {"where": self.cells(song, made)} | self.options("snap", "overlap")
        if self.chance(0.6):
            parameters["step"] = self.pick(SNAPS)
        if self.chance(0.4):
            parameters["strength"] = self.random.randint(0, 100)
        if self.chance(0.4):
            parameters["swing"] = self.pick([50, 58, 62.5, 66.667, 75])
        if self.chance(0.4):
            parameters["ends"] = True
        return "cells.quantize", parameters

    def transpose(self, song: Song, made: list[str]) -> Request:
        if self.chance(0.3) and not any(cell.chord for cell in song.cells.values()):
            # How a chord is named that moves by degrees is its own affair.
            return "cells.transpose", {
                "where": self.cells(song, made), "degrees": self.random.randint(-9, 9),
                "scale": self.pick(list(SCALES)), "key": self.pick(["C", "Eb", "F#", "A"]),
            } | self.options("overlap")
        semitones = self.random.randint(-3, 3) if self.chance(0.95) else 127
        return "cells.transpose", {
            "where": self.cells(song, made), "semitones": semitones} | self.options("overlap")

    def pattern(self, song: Song, made: list[str]) -> Request:
        parameters = {"row": self.row(song), "pattern": self.pick(PATTERNS)}
        return "cells.pattern", parameters | self.drawing()

    def euclid(self, song: Song, made: list[str]) -> Request:
        steps = self.random.randint(1, 9)
        parameters = {
            "row": self.row(song), "hits": self.random.randint(0, steps), "steps": steps}
        if self.chance(0.5):
            parameters["rotation"] = self.random.randint(-9, 9)
        if self.chance(0.4):
            parameters["notes"] = self.pitches()
        return "cells.euclid", parameters | self.drawing()

    def drawing(self) -> Parameters:
        """How a rhythm is laid out."""
        parameters: Parameters = {}
        if self.chance(0.8):
            parameters["position"] = self.position()
        if self.chance(0.5):
            parameters["step"] = self.pick(["1/16", "1/8", "1/8t", 0.3])
        if self.chance(0.4):
            parameters["times"] = self.random.randint(1, 3)
        elif self.chance(0.4):
            parameters["fill"] = self.pick(["bar", 1, 2.5, "1/4."])
        if self.chance(0.4):
            parameters["gate"] = self.pick([1, 33, 50, 99, 100, 150, 400])
        if self.chance(0.3):
            parameters["velocity"] = self.random.randint(1, 127)
        return parameters | self.options("snap", "overlap")

    def insert_time(self, song: Song, made: list[str]) -> Request:
        return "time.insert", self.stretch(song)

    def remove_time(self, song: Song, made: list[str]) -> Request:
        return "time.remove", self.stretch(song)

    def stretch(self, song: Song) -> Parameters:
        stretch = {"position": self.position(), "duration": self.length()} | self.options("snap")
        return stretch | ({"rows": self.rows(song)} if self.chance(0.4) else {})

    def add_row(self, song: Song, made: list[str]) -> Request:
        parameters = {"name": self.name(song), "voices": self.pick(["mono", "poly"])}
        if self.chance(0.4):
            parameters["index"] = self.random.randint(0, len(song.rows) + 1)
        return "rows.add", parameters | self.setting()

    def name(self, song: Song) -> str:
        if song.rows and self.chance(0.1):
            return self.pick(song.rows).name
        return f"n{self.random.randint(1, 9_999)}"

    def remove_rows(self, song: Song, made: list[str]) -> Request:
        return "rows.remove", {"rows": self.rows(song)[:2]}

    def move_rows(self, song: Song, made: list[str]) -> Request:
        return "rows.move", {"rows": self.rows(song), "index": self.random.randint(0, 3)}

    def set_rows(self, song: Song, made: list[str]) -> Request:
        rows = self.rows(song)
        settings = self.setting()
        if self.allows and self.chance(0.3):
            settings["voices"] = self.pick(["mono", "poly"])
        if self.chance(0.2):
            settings["name"] = self.name(song)
            rows = rows[:1]
        return "rows.set", {"rows": rows} | settings

    def duplicate_row(self, song: Song, made: list[str]) -> Request:
        parameters = {"row": self.row(song), "name": self.name(song)}
        if self.chance(0.4):
            parameters["index"] = self.random.randint(0, len(song.rows) + 1)
        return "rows.duplicate", parameters

    def meter(self, song: Song, made: list[str]) -> Request:
        return "meter.set", {"meter": self.pick(METERS), "position": self.position()}

    def tempo(self, song: Song, made: list[str]) -> Request:
        changes = [tempo.at / BEAT for tempo in song.tempos[1:]]
        if changes and self.chance(0.3):
            last = {"to": self.position()} if self.chance(0.3) else {}
            return "tempo.remove", {"position": self.pick(changes)} | last
        parameters = {"bpm": self.pick([60, 90.5, 240, 61.7]), "position": self.position()}
        if self.glides and self.chance(0.6):
            parameters["over"] = self.length()
        return "tempo.set", parameters

    def grid(self, song: Song, made: list[str]) -> Request:
        return "snap.set", {"snap": self.pick(["off", "bar", 1, 2, 3, 4, 8])}

    def feel(self, song: Song, made: list[str]) -> Request:
        """How the song swings, or what its chances are drawn from."""
        if self.chance(0.3):
            return "song.set", {"seed": self.pick([0, 7, -1, 2**62])}
        wish = {"amount": self.pick(SWINGS), "step": self.pick(["1/8", "1/16"])}
        if self.chance(0.5):
            del wish[self.pick(list(wish))]
        return "swing.set", wish

    def section(self, song: Song, made: list[str]) -> Request:
        low, high = sorted([self.position(), self.position()])
        parameters: Parameters = {"name": self.pick(["A", "B", "C"]), "from": low, "to": high}
        if self.chance(0.6) and song.sections:
            parameters["name"] = self.pick(list(song.sections))
            if self.chance(0.2):
                return "sections.remove", {"name": parameters["name"]}
            del parameters[self.pick(["from", "to"])]
            if self.chance(0.4):
                parameters["rename"] = self.pick(["A", "D", "E"])
        return "sections.set", parameters | self.options("snap")

    def marker(self, song: Song, made: list[str]) -> Request:
        return "sections.mark", {
            "name": self.pick(["M", "N", "A"]), "position": self.position()} | self.options("snap")


# How often each edit is drawn.
OPERATIONS = {
    Composer.add: 10, Composer.move: 22, Composer.resize: 15, Composer.split: 7, Composer.join: 5,
    Composer.remove: 3, Composer.set: 6, Composer.duplicate: 9, Composer.quantize: 7,
    Composer.transpose: 5, Composer.pattern: 4, Composer.euclid: 3, Composer.insert_time: 3,
    Composer.remove_time: 3, Composer.add_row: 1, Composer.remove_rows: 1, Composer.move_rows: 1,
    Composer.set_rows: 2, Composer.duplicate_row: 1, Composer.meter: 2, Composer.tempo: 1,
    Composer.grid: 2, Composer.feel: 2, Composer.section: 4, Composer.marker: 2,
}
