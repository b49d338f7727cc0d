"""The blocks on the map. Each block has a plate with a sign and a name.

The plates of one side in one place form a stack.
"""

from collections.abc import Sequence
from functools import cached_property

from msgspec import Struct, structs

from games.titles.pq17.components.contents import Box
from games.titles.pq17.presentation import lines
from games.titles.pq17.presentation.board.chart import Chart
from games.titles.pq17.presentation.board.ink import Ink
from games.titles.pq17.presentation.labels import Words
from games.titles.pq17.presentation.reading import Contact
from games.titles.pq17.state.state import Force
from games.titles.pq17.visibility.view import View
from games.toolkit.text_metrics import cut, text_width

NAME, NOTE = 9.0, 9.0
HIGH, NOTED = 16.0, 11.0
"""The height of a plate, and of the line with a note on it."""
WIDEST = 102.0
SIGN = 17.0
"""The width of the sign on a plate."""


class Plate(Struct, frozen=True, dict=True):
    """The sign of a block on the map, or of several blocks that cannot be told apart."""

    id: str
    """The id of the own force, or the contact name of the enemy's block."""
    side: str
    own: bool
    """True for the seat's own force."""
    kind: str
    """The kind of the block; "" while it is unknown."""
    text: str
    """The name of the block."""
    note: str = ""
    """Known facts, in small letters."""
    badge: str = ""
    """The ID level at which the enemy has identified an own force."""
    shadowed: bool = False
    """True if a unit shadows the block."""
    placed: bool = True
    """False for a force that may still begin elsewhere (4.1.3)."""

    @cached_property
    def width(self) -> float:
        """Return the width of the plate in units of the picture."""
        wide = max(text_width(self.text, NAME, bold=True), text_width(self.note, NOTE) - SIGN + 4)
        return min(wide, WIDEST) + SIGN + 4 + (12 if self.badge else 0) + (12 if self.shadowed else 0)

    @cached_property
    def height(self) -> float:
        """Return the height of the plate in units of the picture."""
        return HIGH + (NOTED if self.note else 0)


class Stack(Struct, frozen=True, dict=True):
    """The blocks of a side in one place. `x`, `y`: the position of the place in the picture."""

    x: float
    y: float
    side: str
    plates: tuple[Plate, ...]

    @cached_property
    def width(self) -> float:
        """Return the width of the widest plate."""
        return max(plate.width for plate in self.plates)

    @cached_property
    def height(self) -> float:
        """Return the height of all plates, one below the other."""
        return sum(plate.height + 1 for plate in self.plates) - 1


# --- what stands where


def stacks(box: Box, view: View, contacts: Sequence[Contact], say: Words, chart: Chart) -> list[Stack]:
    """Return all blocks on the map, in one stack for each side and place."""
    dates = lines.Dates(box, view.calendar, say)
    found: dict[tuple[str, str, str], list[Plate]] = {}
    hunted = {one.force for one in view.shadows if one.force}
    movable = {one.force.id for one in view.placing if len(one.places) > 1}
    for force in view.own:
        plate = _own(force, force.id in hunted, say)
        plate = structs.replace(plate, placed=force.id not in movable)
        found.setdefault((force.side, force.at, force.port), []).append(plate)
    for contact in contacts:
        block = contact.block
        found.setdefault((block.side, block.at, block.port), []).append(_seen(contact, say, dates))
    laid = []
    for (side, at, port), plates in found.items():
        if port in box.ports or at in box.hexes:
            at_sea = chart.hex_points.get(at)  # beside the port of its hex
            x, y = chart.port(port) if port in box.ports else chart.centre(at)
            if port not in box.ports and at_sea is not None:
                x, y = at_sea.x, at_sea.y
            laid.append(Stack(x, y, side, tuple(plates)))
    return laid


def _own(force: Force, hunted: bool, say: Words) -> Plate:
    badge = "" if force.level is None else str(force.level)
    text = cut(say.name(force.id), WIDEST, NAME, bold=True)
    return Plate(force.id, force.side, True, force.kind, text, badge=badge, shadowed=hunted)


def _seen(contact: Contact, say: Words, dates: lines.Dates) -> Plate:
    block = contact.block
    text = str(block.block) + (f" ×{block.count}" if block.count > 1 else "")
    note = ""
    if block.kind is not None:
        text += f" ID{block.level}"
        if contact.newest is not None:
            note = cut(_told(contact, say, dates), WIDEST + SIGN, NOTE)
    return Plate(contact.id, block.side, False, block.kind or "", text, note, shadowed=bool(block.shadowed))


def _told(contact: Contact, say: Words, dates: lines.Dates) -> str:
    """Return the turn and the figures of the newest report on a block, short enough for a plate."""
    report = contact.newest
    if report is None:
        return ""
    return f"{dates.turn(report.turn)}: {lines.figures(report, say)}" if report.level else dates.turn(report.turn)


# --- how they look


def draw_plate(ink: Ink, plate: Plate, x: float, y: float) -> None:
    """Draw a plate with its upper left corner at a point: filled for the seat's own forces, outlined for all others."""
    ghost = plate.own and plate.kind == "dummy"
    colour = "ghost" if ghost else plate.side if plate.own else "paper"
    edge, text = ("white", ink.label_colour(colour)) if plate.own else (f"{plate.side}_line", "ink")
    ink.rect(x, y, plate.width, plate.height, colour, edge=edge, line=0.8 if plate.own else 1.3, round_=2.5)
    if not plate.placed:
        corners = [(x - 2, y - 2), (x + plate.width + 2, y - 2), (x + plate.width + 2, y + plate.height + 2)]
        ink.line([*corners, (x - 2, y + plate.height + 2), (x - 2, y - 2)], "alarm", 1.4, dash="4 2.5")
    sign = text if plate.own else f"{plate.side}_line"
    if plate.kind in ("convoy", "task_force", "wolfpack"):
        ink.use(f"kind-{plate.kind}", x + 9, y + HIGH / 2 + 0.4, colour=sign)
    else:
        mark = "D" if plate.kind == "dummy" else "?"
        ink.text(x + 9, y + 11.7, mark, 10, colour=sign, bold=True, anchor="middle")
    ink.text(x + SIGN, y + 11.2, plate.text, NAME, colour=text, bold=True)
    right = x + plate.width - 2
    if plate.shadowed:
        ink.use("eye", right - 5.5, y + HIGH / 2)
        right -= 12
    if plate.badge:
        ink.disc(right - 5, y + HIGH / 2, 5.2, "white")
        ink.text(right - 5, y + 11.2, plate.badge, 9, colour="#1c2a33", bold=True, anchor="middle")
    if plate.note:
        ink.text(x + 4, y + HIGH + 7.2, plate.note, NOTE, colour=text)
