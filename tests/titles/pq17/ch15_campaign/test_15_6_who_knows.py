"""15.6: which replacements and new types an enemy cannot tell apart."""

import msgspec
import pytest

from games.titles.pq17.rules.campaign.composing import compose_operation
from games.titles.pq17.rules.campaign.replacements import add_replacement_steps, upgrade_at
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.roster import Away, Unit
from games.titles.pq17.state.steps import SOVIET_TYPES
from games.titles.pq17.visibility.redeal import redeal
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch15_campaign.other_worlds import dealt, in_june

rule = pytest.mark.rule


def with_replacements() -> Board:
    """Of two Ju 88 at Banak one has come back to full strength, and a Bf 109 is there again; elsewhere steps lack."""
    board = in_june()
    aircraft = [
        Unit("ju_88", 2, "banak"),
        Unit("ju_88", 1, "banak"),
        Unit("bf_109", 1, "kirkenes_field"),
        Unit("he_115", 1, "tromso"),
        Unit("hurricane_soviet", 2, "vaenga"),
        Unit("p_40", 1, "vaenga"),
    ]
    board.roster.units = [one for one in board.roster.units if one.kind not in BOX.aircraft] + aircraft
    board.roster.away.append(Away(Unit("ju_87", 1, "kirkenes_field"), "lost"))
    board.roster.replaced = [Unit("ju_88", 1, "banak"), Unit("bf_109", 1, "kirkenes_field"),
                             Unit("hurricane_soviet", 1, "vaenga")]  # fmt: skip
    return board


def flying(board: Board, side: str) -> list[tuple[str, str, int]]:
    found = [one for one in board.roster.units if one.kind in BOX.aircraft and BOX.aircraft[one.kind].side == side]
    return sorted((one.kind, one.place, one.strength) for one in found)


def with_an_upgrade() -> Board:
    """A Hurricane of two steps at Vaenga has become a P-40; another lies there, and a P-400 at Yagodnik."""
    board = in_june()
    board.roster.units = [one for one in board.roster.units if one.kind not in SOVIET_TYPES]
    board.roster.units += [Unit("hurricane_soviet", 2, "vaenga"), Unit("hurricane_soviet", 1, "vaenga"),
                           Unit("p_400", 2, "yagodnik")]  # fmt: skip
    upgrade_at(BOX, board.roster, "hurricane_soviet", "vaenga", "p_40")
    return board


def soviet_types(board: Board) -> tuple[tuple[str, str, int], ...]:
    return tuple(one for one in flying(board, "allied") if one[0] in SOVIET_TYPES)


@rule("pq17", "15.6.3", "15.6.4", "1.5a")
@pytest.mark.parametrize(("owner", "enemy"), [("axis", "allied"), ("allied", "axis")])
def test_15_6_3_who_took_the_replacements_differs_for_the_enemy_alone(owner: str, enemy: str) -> None:
    board = with_replacements()
    others = dealt(board, enemy)
    assert len({tuple(flying(one, owner)) for one in others}) > 1
    assert {tuple(flying(one, enemy)) for one in others} == {tuple(flying(board, enemy))}
    assert {sum(strength for *_, strength in flying(one, owner)) for one in others} == {
        sum(strength for *_, strength in flying(board, owner))
    }
    assert {msgspec.json.encode(view(one, enemy)) for one in others} == {msgspec.json.encode(view(board, enemy))}


@rule("pq17", "15.6.3")
def test_15_6_3_no_world_has_what_no_replacement_could_have_made() -> None:
    """A step that was no replacement stays; who was destroyed comes back with one step or not at all."""
    full = {kind: one.strength for kind, one in BOX.aircraft.items()}
    seen = set()
    for one in dealt(with_replacements(), "allied"):
        there = flying(one, "axis")
        assert all(0 < strength <= full[kind] for kind, _, strength in there)
        assert sum(kind == "ju_88" for kind, *_ in there) == 2
        assert ("he_115", "tromso", 1) in there
        lost = sorted(away.unit.kind for away in one.roster.away if away.why == "lost")
        seen.add(tuple(lost))
        assert sum(unit.strength for unit in one.roster.replaced) == 3
    assert ("ju_87",) in seen
    assert ("bf_109",) in seen


@rule("pq17", "15.6.3")
def test_15_6_3_who_was_replaced_is_noted_until_the_next_operation() -> None:
    board = with_replacements()
    board.roster.replaced = []
    assert add_replacement_steps(BOX, board.roster, "ju_87", "kirkenes_field", 3) == 3 - 1 - (
        BOX.aircraft["ju_87"].strength - 1
    )
    assert [(one.kind, one.place) for one in board.roster.replaced] == [("ju_87", "kirkenes_field")]
    compose_operation(BOX, board.roster, BOX.campaign.bare(BOX.campaign.fortnights[0], {}), [], {})
    assert board.roster.replaced == []


@rule("pq17", "15.6.5", "1.5a")
def test_15_6_5_which_type_took_the_place_of_which_unit_differs_for_the_enemy_alone() -> None:
    board = with_an_upgrade()
    assert soviet_types(board) == (("hurricane_soviet", "vaenga", 1), ("p_40", "vaenga", 2), ("p_400", "yagodnik", 2))
    for seat in ("axis", "public"):
        others = dealt(board, seat)
        assert {soviet_types(one) for one in others} == {
            soviet_types(board),
            (("hurricane_soviet", "vaenga", 1), ("p_400", "vaenga", 2), ("p_400", "yagodnik", 2)),
            (("hurricane_soviet", "vaenga", 2), ("p_40", "vaenga", 2), ("p_400", "yagodnik", 2)),
            (("hurricane_soviet", "vaenga", 2), ("p_400", "vaenga", 2), ("p_400", "yagodnik", 2)),
            (("hurricane_soviet", "vaenga", 1), ("hurricane_soviet", "vaenga", 2), ("p_40", "yagodnik", 2)),
            (("hurricane_soviet", "vaenga", 1), ("hurricane_soviet", "vaenga", 2), ("hurricane_soviet", "yagodnik", 2)),
        }
        assert {msgspec.json.encode(view(one, seat)) for one in others} == {msgspec.json.encode(view(board, seat))}
    assert {soviet_types(one) for one in dealt(board, "allied")} == {soviet_types(board)}
    assert redeal(BOX, board.state, "axis", lambda sides: 0) == board.state


@rule("pq17", "15.6.5")
def test_15_6_5_what_was_dealt_anew_is_dealt_anew_again() -> None:
    board = with_an_upgrade()
    swapped = next(one for one in dealt(board, "axis") if soviet_types(one) != soviet_types(board))
    assert soviet_types(board) in {soviet_types(one) for one in dealt(swapped, "axis")}


@rule("pq17", "15.6.5", "1.5a")
@pytest.mark.parametrize("why", ["it was hurt", "it was moved", "an operation began"])
def test_15_6_5_a_new_type_stays_where_it_could_be_known(why: str) -> None:
    board = with_an_upgrade()
    (new,) = [one for one in board.roster.units if one.kind == "p_40"]
    if why == "it was hurt":
        new.strength = 1
    elif why == "it was moved":
        new.place = "yagodnik"
    else:
        compose_operation(BOX, board.roster, BOX.campaign.bare(BOX.campaign.fortnights[0], {}), [], {})
        assert board.roster.upgraded == []
    assert {soviet_types(one) for one in dealt(board, "axis")} == {soviet_types(board)}


@rule("pq17", "15.6.5")
def test_15_6_5_a_view_that_showed_the_new_types_would_be_found_out() -> None:
    assert len({msgspec.json.encode(view(one, "allied").roster) for one in dealt(with_an_upgrade(), "axis")}) > 3
