"""Leaks planted on purpose that the leaf worlds must catch, of kinds that no other gate is tried with.

Some leak through what a careless cache remembers: the state that was shown or played last.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from msgspec import structs

from games.kernel.drafts import Preview, PreviewLine
from games.kernel.text import Text
from games.kernel.title import Title
from games.titles.battleships.orders.targets import TargetForm
from games.titles.battleships.rules.gunnery import targets
from games.titles.goeben.visibility import view as captains_view
from games.titles.pirates.state.board import Board as Table
from games.titles.pq17.visibility import view as arctic_view

Patch = pytest.MonkeyPatch
Alter = Callable[[Title[Any]], Title[Any]]


class LeafPlant(NamedTuple):
    """A leak: its name, the game, how it is laid, the leaf that it shows, and a word of the finding.

    `states` of a play are tried, with so many changes of `leaves` in each.
    """

    name: str
    key: str
    scenario: str
    lay: Callable[[Patch], Alter | None]
    leaf: str
    says: str
    options: dict[str, Any] = {}
    states: int = 6
    leaves: int = 4

    def __str__(self) -> str:
        return self.name


def _remembering(change: Callable[[list[Any], Title[Any]], Title[Any]]) -> Callable[[Patch], Alter]:
    """A title in which a list remembers the state that was shown or played last."""

    def alter(title: Title[Any]) -> Title[Any]:
        last: list[Any] = [None]

        def table(state: Any) -> Any:
            last[0] = state
            return title.rules.table(state)

        def view(state: Any, seat: str) -> Any:
            last[0] = state
            return title.secrecy.view(state, seat)

        return change(last, title.evolve(table=table, view=view))

    return lambda patch: alter


def _flags(last: list[Any]) -> int:
    """10.9 A number that depends on both flagships."""
    return sum(map(ord, "".join(last[0].flags.values())))


def _preview(patch: Patch) -> Alter:
    """5.1 The projected result of an order that knows both flagships."""
    true, last = TargetForm.preview, list[Any]([None])

    def preview(form: TargetForm, draft: Any) -> Preview:
        found = true(form, draft)
        line = PreviewLine("", "free", Text(f"{_flags(last)}", f"{_flags(last)}"))
        return structs.replace(found, lines=(*found.lines, line))

    def alter(title: Title[Any]) -> Title[Any]:
        def table(state: Any) -> Any:
            last[0] = state
            return title.rules.table(state)

        return title.evolve(table=table)

    patch.setattr(TargetForm, "preview", preview)
    return alter


def _sized(last: list[Any], title: Title[Any]) -> Title[Any]:
    """A picture whose height depends on both flagships."""

    def render_board(view: Any, language: str) -> Any:
        found = title.presentation.render_board(view, language)
        return found._replace(picture=structs.replace(found.picture, height=found.picture.height + _flags(last)))

    return title.evolve(render_board=render_board)


def _worded(last: list[Any], title: Title[Any]) -> Title[Any]:
    """A line of the log that depends on both flagships."""
    return title.evolve(
        describe_event=lambda event, language: f"{title.presentation.describe_event(event, language)} {_flags(last)}"
    )


def _ranges(patch: Patch) -> None:
    """5.1b The most markers on a ship, as a form gives it, depends on the enemy's flagship."""
    true = targets.target_form

    def target_form(board: Any, side: str, **more: Any) -> TargetForm:
        theirs = board.state.flags.get(board.other(side), "")
        return structs.replace(true(board, side, **more), markers=5 + sum(map(ord, theirs)))

    patch.setattr(targets, "target_form", target_form)


def _numbered(patch: Patch) -> None:
    """1.2a Numbers of blocks that are higher for dummies."""
    true = arctic_view._block

    def block(force: Any, shadows: Any) -> Any:
        return structs.replace(true(force, shadows), block=force.block + 1000 * (force.kind == "dummy"))

    patch.setattr(arctic_view, "_block", block)


def _sorted(patch: Patch) -> None:
    """1.2a Blocks in the order of their owner's list."""
    true = arctic_view._add_others

    def add_others(seen: Any, board: Any, own: Any) -> None:
        true(seen, board, own)
        place = {force.block: number for number, force in enumerate(board.state.forces)}
        seen.blocks.sort(key=lambda one: place[one.block])

    patch.setattr(arctic_view, "_add_others", add_others)


def _drawn_for_two(patch: Patch) -> None:
    """2.2.1 A card that is drawn, told to the partner too."""

    def tell_only(board: Any, seat: str, event: Any, reduced: Any) -> None:
        partner = board.fleet(seat).partner
        board.emit(event, to=(seat, partner), reduced=reduced)

    patch.setattr(Table, "tell_only", tell_only)


def _talks_by_coal(patch: Patch) -> Alter:
    """25.2 A captain may write to another while he has much coal."""
    return lambda title: title.evolve(
        may_talk=lambda state, sender, receiver: any(one.coal % 2 for one in state.ships if one.seat == receiver)
    )


def _distant_routes(patch: Patch) -> None:
    """25.2 The spaces to which the ships of all captains have sailed."""
    true = captains_view._day

    def day(board: Any, of: Any, seat: str) -> Any:
        found = true(board, of, seat)
        found.outfitted = [*found.outfitted, *(route[-1] for route in of.routes.values())]
        return found

    patch.setattr(captains_view, "_day", day)


FLAGS = {"flagship": True}
LEAF_PLANTS = (
    LeafPlant("a preview", "battleships", "denmark_strait", _preview, "flags{}", "the preview of its question", FLAGS),
    LeafPlant(
        "the size of a picture", "battleships", "denmark_strait", _remembering(_sized), "flags{}", "picture", FLAGS
    ),
    LeafPlant(
        "the words of an event", "battleships", "denmark_strait", _remembering(_worded), "flags{}", "the log", FLAGS
    ),
    LeafPlant("the ranges of a form", "battleships", "denmark_strait", _ranges, "flags{}", "its question", FLAGS),
    LeafPlant("a number that names a block", "pq17", "jw51b", _numbered, "forces[].kind", "the views differ"),
    LeafPlant("the order of a list", "pq17", "jw51b", _sorted, "forces~", "the views differ"),
    LeafPlant(
        "an event for one hearer too many",
        "pirates",
        "teams",
        _drawn_for_two,
        "deck[]",
        "tells the worlds apart",
        states=24,
        leaves=40,
    ),
    LeafPlant("who may write to whom", "goeben", "captains", _talks_by_coal, "ships[].coal", "whom it may talk to"),
    LeafPlant("who sailed elsewhere", "goeben", "captains", _distant_routes, "day.routes{}[]", "the views differ"),
)
