"""What the parameters of a request say, given the song that it is decided on."""

from typing import Any

from oracle.beats import BEAT, LAST, Snap, beats, read_note_value, read_snap
from oracle.resolver import Draft
from oracle.song import Cell, Refused, Row

Parameters = dict[str, Any]


class Arguments:
    """The parameters of one operation, and the draft that gives them a meaning."""

    def __init__(self, draft: Draft, parameters: Parameters):
        self.draft = draft
        self.parameters = parameters

    def __contains__(self, name: str) -> bool:
        return name in self.parameters

    def get(self, name: str, default: Any = None) -> Any:
        return self.parameters.get(name, default)

    @property
    def snap(self) -> Snap:
        return read_snap(self.parameters["snap"]) if "snap" in self else self.draft.song.grid

    @property
    def is_grid(self) -> bool:
        return self.get("mode") == "grid"

    @property
    def overlap(self) -> str:
        return self.get("overlap", "overwrite")

    def position(self, name: str) -> int:
        ticks = round(self.parameters[name] * BEAT)
        if not 0 <= ticks <= LAST:
            raise Refused("outOfRange", name)
        return ticks

    def length(self, name: str, at: int) -> int:
        """A length in beats, as a note value, or in bars as long as those at a position."""
        value = self.parameters[name]
        if not isinstance(value, str):
            return round(value * BEAT)
        sign, unsigned = (-1, value[1:]) if value.startswith("-") else (1, value)
        if unsigned.endswith(("bar", "bars")):
            count = int(unsigned.removesuffix("s").removesuffix("bar") or 1)
            return sign * count * self.draft.song.meters.bar(at).length
        note_value = read_note_value(unsigned)
        assert note_value is not None
        return sign * round(note_value)

    def row(self, name: str = "row") -> Row:
        return self.draft.song.row(self.parameters[name])

    def rows(self) -> list[Row]:
        """The rows that are named, in the order of the song."""
        named = [self.draft.song.row(id) for id in self.parameters["rows"]]
        return [row for row in self.draft.song.rows if row in named]

    def cells(self) -> list[Cell]:
        """The cells that are named or lie in a region, in the order of position, row and id."""
        where = self.parameters["where"]
        if isinstance(where, dict):
            rows = {self.draft.song.row(id).id for id in where["rows"]}
            low, high = region(where)
            ids = [
                cell.id for cell in self.draft.song.cells.values()
                if cell.row in rows and cell.end > low
                and (cell.start <= low if low == high else cell.start < high)]
            return self.draft.existing(ids)
        ids = []
        for name in where:
            if isinstance(name, int):
                ids.append(name)
            elif int(name[1:]) in self.draft.made:
                made = self.draft.made[int(name[1:])]
                ids += [id for id in made if id in self.draft.song.cells]
            else:
                raise Refused("notFound", name)
        return self.draft.existing(ids)

    def adjust(
        self, asked: int, stored: int, clamped: int | None = None,
        rows: dict[str, int] | None = None
    ) -> None:
        """Notes what snap and limits made of a wish, and the first and last row of another."""
        adjustment: dict[str, Any] = {"op": self.draft.operation}
        if asked != stored:
            adjustment |= {"asked": beats(asked), "stored": beats(stored)}
            if clamped is not None:
                adjustment["clamped"] = clamped
        if rows:
            adjustment["byRows"] = rows
        if len(adjustment) > 1:
            self.draft.adjustments.append(adjustment)


def region(where: dict[str, Any]) -> tuple[int, int]:
    """From and to of a region in ticks; the same tick twice for an instant."""
    if "at" in where:
        return round(where["at"] * BEAT), round(where["at"] * BEAT)
    low = round(where.get("from", 0) * BEAT)
    high = round(where["to"] * BEAT) if "to" in where else LAST
    if high < low:
        raise Refused("outOfRange", "where")
    return low, high
