"""Leaks of PQ-17."""

from collections.abc import Callable
from typing import Any
from zlib import crc32

from msgspec import structs

from games.kernel.codec import encode
from games.models import Game
from games.persistence import position
from games.selectors import audited_access
from games.titles.pq17.rules.campaign import sheets
from games.titles.pq17.state import board as arctic_board
from games.titles.pq17.visibility import campaign as arctic_campaign
from games.titles.pq17.visibility import view as arctic_view
from tests.gate.planted.plant import Patch, Plant, seen_with, set_to
from worker.mail.outbound import reply_content as mailed

_true_block = arctic_view._block


def _kind_at_once(force: Any, shadows: Any) -> Any:
    """A block that stands shows what it is."""
    return structs.replace(_true_block(force, shadows), kind=force.kind)


def _numbered_alone(force: Any, shadows: Any) -> Any:
    """Which of the blocks that look alike came first."""
    return structs.replace(_true_block(force, shadows), trail=(*_true_block(force, shadows).trail, force.id))


def _said_to_all(board: Any, side: str, event: Any) -> None:
    board.tell(event)


def _chits_and_fuel(patch: Patch) -> None:
    """12.0, 11.1.4 What was drawn, and how far all forces can go."""
    true = arctic_view._add_others

    def add_others(seen: Any, board: Any, own: Any) -> None:
        true(seen, board, own)
        seen.temporary += [chit.letter for chit in board.state.chits.values()]
        seen.temporary += [str(force.fuel) for force in board.state.forces]

    patch.setattr(arctic_view, "_add_others", add_others)


def _of_all(**parts: Callable[[Any], Any]) -> Callable[[Patch], None]:
    """15.0a What every reader sees of the order of battle, with parts worked out from that of both sides."""
    true = arctic_view.roster_of

    def roster_of(board: Any, own: Any) -> Any:
        found = true(board, own)
        return structs.replace(found, **{name: part(board.roster) for name, part in parts.items()})

    return set_to(arctic_view, "roster_of", roster_of)


def _steps_of_all(board: Any, side: str) -> int:
    """15.6.3 A purse that counts what the enemy has left waiting."""
    return (
        _true_steps(board, side) + len(board.roster.waiting) + sum(unit.kind == "pe_3" for unit in board.roster.waiting)
    )


_true_steps = sheets.steps_of


def _stage_that_counts(patch: Patch) -> None:
    """The state of the campaign tells how far operation EV is."""
    patch.setattr(arctic_campaign, "_stage_of_ev", lambda there, own: there.ev)


def _purchases(patch: Patch) -> None:
    """14.0b What either side has bought."""
    true = arctic_view._add_others

    def add_others(seen: Any, board: Any, own: Any) -> None:
        true(seen, board, own)
        seen.bought = board.state.bought

    patch.setattr(arctic_view, "_add_others", add_others)


def _truth(game: Game) -> str:
    """A number that stands for all that is true in a game."""
    return str(crc32(encode(position.rebuild_present_state(game))))


def _receipts(patch: Patch) -> None:
    """Answers to mail that know more than their reader."""
    true = mailed._AnswerWriter._lead
    patch.setattr(mailed._AnswerWriter, "_lead", lambda writer: f"{true(writer)} {_truth(writer.context.game)}")


PQ17 = (
    Plant("what kind of force a block is", "pq17", set_to(arctic_view, "_block", _kind_at_once)),
    Plant("the owner's word for a block", "pq17", set_to(arctic_view, "_block", _numbered_alone)),
    Plant("routes and contents of all forces", "pq17", seen_with(lambda state, truth: {"forces": truth.forces})),
    Plant("interceptors and carrier aircraft", "pq17", seen_with(lambda state, truth: {"air": truth.air})),
    Plant("Command Points of the enemy", "pq17", seen_with(lambda state, truth: {"command": truth.command})),
    Plant("chits not yet shown", "pq17", seen_with(lambda state, truth: {"chits": truth.chits})),
    Plant("tracks before the end", "pq17", seen_with(lambda state, truth: {"tracks": state.tracks}),
          shows="pairs, game 0"),
    Plant("standing instructions of the enemy", "pq17",
          seen_with(lambda state, truth: {"instructions": state.instructed("allied")})),
    Plant("what a side is told of its own forces", "pq17", set_to(arctic_board.Board, "tell_side", _said_to_all),
          shows="pairs, game 0"),
    Plant("chits and fuel, with every option", "arctic", _chits_and_fuel, shows="view/"),
    Plant("aircraft that wait for cargo", "laid out", _of_all(waiting=lambda both: both.waiting),
          observer="axis: view"),
    Plant("a purse that knows who waits", "laid out", set_to(sheets, "steps_of", _steps_of_all),
          observer="axis: its order of battle"),
    Plant("who took the replacements", "laid out", _of_all(replaced=lambda both: both.replaced),
          observer="allied: view"),
    Plant("which types took the place of others", "laid out", _of_all(upgraded=lambda both: both.upgraded),
          observer="axis: view"),
    Plant("which emergency forces are called", "laid out", _of_all(called=lambda both: both.called),
          observer="axis: view"),
    Plant("that EV's ships came to Murmansk", "laid out", _stage_that_counts, observer="axis: view"),
    Plant("who is in dock, on the page of the campaign", "laid out", _of_all(away=lambda both: both.away),
          observer="axis: text"),
    Plant("cargo by its kinds, counted", "laid out",
          _of_all(convoys=lambda both: sum(one.strength for boxes in both.boxes.values() for one in boxes.down
                                           if one.kind == "mc")), observer="public: view"),
    Plant("what was bought, and stands on the map", "laid out", _purchases, observer="set up, allied: view"),
    Plant("answers to mail that know the truth", "arctic", _receipts, shows="mail: "),
    Plant("the console for staff who sail", "arctic",
          set_to(audited_access, "may_umpire", lambda player, game: player.is_staff), shows="/admin/"),
)  # fmt: skip
