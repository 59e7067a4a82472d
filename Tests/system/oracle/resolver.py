"""What edited cells do to those in their way, and a song while an edit is being decided."""

from typing import Any

from oracle.beats import LAST
from oracle.song import Cell, Refused, Song

Stretch = tuple[int, int]


class Draft:
    """A song while the operations of one edit are done to it, one after the other."""

    def __init__(self, base: Song):
        self.base = base
        self.song = base.copy()
        # Whose content a new cell copies: never a cell that is new itself.
        self.sources: dict[int, int] = {}
        # What was cut from a cell by cells that came in its way, in the order of cutting.
        self.cut: dict[int, list[int]] = {}
        # The cells that each operation made, by its number.
        self.made: dict[int, list[int]] = {}
        # The number of the operation that is being done.
        self.operation = 0
        self.adjustments: list[dict[str, Any]] = []

    def existing(self, ids: list[int]) -> list[Cell]:
        """Cells by id, each once, in the order of position, row and id."""
        for id in ids:
            if id not in self.song.cells:
                raise Refused("notFound", f"cell {id}")
        return sorted((self.song.cells[id] for id in set(ids)), key=lambda cell: cell.order)

    def put(self, cell: Cell) -> None:
        if cell.end > LAST:
            raise Refused("outOfRange", f"cell {cell.id} ends at {cell.end}")
        assert 0 <= cell.start < cell.end
        self.song.cells[cell.id] = cell

    def new_id(self) -> int:
        self.song.next_cell += 1
        return self.song.next_cell - 1

    def copy(self, cell: Cell) -> Cell:
        """The same content under a new id; not in the song yet."""
        id = self.new_id()
        self.sources[id] = self.sources.get(cell.id, cell.id)
        return cell._replace(id=id)

    def put_piece(self, host: Cell, start: int, end: int) -> Cell:
        """Makes what was cut from a cell a cell of its own."""
        piece = self.copy(host.piece(start, end))
        self.cut.setdefault(self.sources[piece.id], []).append(piece.id)
        self.put(piece)
        return piece

    def source(self, id: int) -> int | None:
        """The source to tell of: one that was there before, or is there afterwards."""
        source = self.sources.get(id)
        return source if source in self.base.cells or source in self.song.cells else None

    def place(self, edited: list[Cell], policy: str) -> None:
        """Puts edited cells where they want to be, and settles what they overlap.

        Edited cells win over others. Among edited ones the earlier wins, then the longer, then the
        lower id. A loser of these keeps the first stretch that is left free.
        """
        for cell in edited:
            if cell.end > LAST:
                raise Refused("outOfRange", f"cell {cell.id} ends at {cell.end}")
            self.song.cells.pop(cell.id, None)
        covered: list[int] = []
        harmed: list[int] = []
        for row in sorted({cell.row for cell in edited}):
            here = [cell for cell in edited if cell.row == row]
            if policy == "allow":
                for cell in here:
                    self.put(cell)
            else:
                self._place_in_row(row, here, covered, harmed)
        if policy == "reject" and harmed:
            raise Refused("overlap", cells=sorted(harmed))
        for id in covered:
            self._promote_piece(id)

    def _place_in_row(
        self, row: int, edited: list[Cell], covered: list[int], harmed: list[int]
    ) -> None:
        """Places the edited cells of one row; notes which cells lose something, and which all."""
        voices = self.song.row(row).voices
        winners: list[Cell] = []
        for cell in sorted(edited, key=lambda cell: (cell.start, -cell.end, cell.id)):
            free = left_free(cell, [w for w in winners if contend(w, cell, voices)])
            if free != [(cell.start, cell.end)]:
                harmed.append(cell.id)
            if free:
                winners.append(cell.piece(*free[0]))
        hosts = [
            host for host in self.song.in_row(row)
            if any(contend(w, host, voices) and overlap(w, host) for w in winners)]
        for host in hosts:
            harmed.append(host.id)
            free = left_free(host, [w for w in winners if contend(w, host, voices)])
            del self.song.cells[host.id]
            if not free:
                covered.append(host.id)
                continue
            self.put(host.piece(*free[0]))
            for start, end in free[1:]:
                self.put_piece(host, start, end)
        for winner in winners:
            self.put(winner)

    def _promote_piece(self, id: int) -> None:
        """The earliest piece cut from a cell takes its id when the cell itself is covered."""
        pieces = [self.song.cells[p] for p in self.cut.get(id, []) if p in self.song.cells]
        if pieces:
            first = min(pieces, key=lambda piece: (piece.start, piece.id))
            del self.song.cells[first.id]
            self.put(first._replace(id=id))


def overlap(a: Cell, b: Cell) -> bool:
    """Whether two cells share time; touching is not overlapping."""
    return a.start < b.end and b.start < a.end


def contend(a: Cell, b: Cell, voices: str) -> bool:
    """Whether two cells of one row need the same place when they overlap.

    Notes, clips and labels: in a mono row all do, in a poly row those that share a pitch, each as
    a whole. Controls of the same thing do in any row; programs and system exclusives nowhere.
    """
    return bool(places(a, voices) & places(b, voices))


def places(cell: Cell, voices: str) -> set[int | str]:
    """What a cell takes of its row."""
    if cell.content and cell.content.kind == "plain":
        return set()
    if cell.content and cell.content.kind == "control":
        return {cell.content.target}
    if voices == "mono":
        return {"voice"}
    return set(cell.content.pitches if cell.content else cell.pitches)


def left_free(cell: Cell, blockers: list[Cell]) -> list[Stretch]:
    """The stretches of a cell that none of the others takes, in order."""
    free = [(cell.start, cell.end)]
    for blocker in blockers:
        free = [part for stretch in free for part in without(stretch, blocker)]
    return free


def without(stretch: Stretch, blocker: Cell) -> list[Stretch]:
    """What is left of a stretch beside a cell."""
    start, end = stretch
    parts = [(start, min(end, blocker.start)), (max(start, blocker.end), end)]
    return [(a, b) for a, b in parts if a < b]
