"""5.4, 6.3 to 6.3.5b: who follows what, how it goes on, and every way in which it ends; who is told what of it."""

from typing import Any

import pytest

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.rules.search import shadowers, shadowing
from games.titles.pq17.state.events.search import ShadowBegan, ShadowEnded
from games.titles.pq17.state.state import Phase, Shadow
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.ch06_search.shadowers import PACK, RADIUS, SECTOR, UNIT, convoy_followed, followed_convoy
from tests.titles.pq17.playing import heard
from tests.titles.pq17.strikes import OPEN

rule = pytest.mark.rule


@rule("pq17", "6.3.1", "6.3.1b", "6.3.2", "6.3.3")
@pytest.mark.parametrize(
    ("ships", "side", "kind", "prey", "may"),
    [
        (("ss_german 2",), "axis", "wolfpack", "convoy", True),
        (("ss_german 2",), "axis", "wolfpack", "task_force", False),
        (("ss_british 2",), "allied", "wolfpack", "task_force", False),
        (("norfolk",), "allied", "task_force", "task_force", True),
        (("norfolk",), "allied", "task_force", "convoy", False),
        (("dd_a_i 4",), "allied", "task_force", "task_force", False),
        (("anson", "dd_a_i 4"), "allied", "task_force", "task_force", False),
        (("lutzow",), "axis", "task_force", "task_force", False),
    ],
)
def test_which_blocks_follow_which(ships: Any, side: Side, kind: Any, prey: Any, may: bool) -> None:
    hunter = force("h", side, kind, OPEN, *ships)
    words = {"convoy": ("mv 8",), "task_force": ("london",) if side == "axis" else ("lutzow",)}[prey]
    target = force("t", "allied" if side == "axis" else "axis", prey, OPEN, *words)
    board = arctic(hunter, target)
    assert shadowers._follows(board, hunter, target) is may
    for counter in hunter.counters:
        counter.crippled = True
    assert shadowers._follows(board, hunter, target) is (may and kind == "wolfpack")
    board.state.shadows = [Shadow("t", "wolfpack", "other")]
    assert not (kind == "wolfpack" and shadowers._follows(board, hunter, target))


@rule("pq17", "6.3.3")
@pytest.mark.parametrize(
    ("ships", "state", "may"),
    [(("tirpitz",), {}, True), (("lutzow",), {}, False), (("dd_36a 4",), {}, False)],
)
def test_after_a_battle_only_capital_ships_are_followed(ships: Any, state: Any, may: bool) -> None:
    cruisers, german = (
        force("h", "allied", "task_force", OPEN, "norfolk"),
        force("t", "axis", "task_force", OPEN, *ships),
    )
    board = arctic(cruisers, german)
    board.identify(german, 2)
    assert shadowers.may_follow_after_battle(board, cruisers, german) is may


@rule("pq17", "6.3", "6.3.1a")
@pytest.mark.parametrize(
    ("by", "shadow"),
    [("fw", UNIT), ("u", PACK), ("radius", RADIUS), ("sector_barents", SECTOR)],
)
def test_the_enemy_hears_what_follows_and_not_who(by: str, shadow: Shadow) -> None:
    board = convoy_followed()
    board.state.air[0].mission = "search"
    block = board.force("pq").block
    shadowers.begin_shadowing(board, "axis", by, board.force("pq"), ("convoy",))
    (found,) = board.state.shadows
    assert (found.target, found.by, found.who, found.prefers) == ("pq", shadow.by, shadow.who, ("convoy",))
    assert (board.state.air[0].mission == "shadow") is (by == "fw")
    seen = ShadowBegan("axis", shadow.by, OPEN, block)
    assert heard(board, "axis") == [ShadowBegan("axis", shadow.by, OPEN, block, who=shadow.who)]
    assert heard(board, "allied") == [ShadowBegan("axis", shadow.by, OPEN, block, force="pq")]
    assert heard(board, "public") == [seen]


@rule("pq17", "6.3.5", "6.3.5b", "6.8.1")
@pytest.mark.parametrize(
    ("level", "others", "why", "after"),
    [
        (2, (), "range", 1),
        (1, (), "range", 0),
        (0, (), "range", None),
        (2, (UNIT,), "range", 2),
        (2, (), "scattered", 2),
        (None, (), "range", None),
    ],
)
def test_the_id_of_what_nothing_follows_any_longer_falls(level: Any, others: Any, why: Any, after: Any) -> None:
    board = convoy_followed(PACK, *others, level=level)
    target, block = board.force("pq"), board.force("pq").block
    shadowing.end_shadowing(board, target, PACK, why)
    assert target.level == after
    assert board.state.shadows == list(others)
    assert [one for one in heard(board, "allied") if isinstance(one, ShadowEnded)] == [
        ShadowEnded("axis", "wolfpack", OPEN, block, why, force="pq")
    ]
    assert [one for one in heard(board, "axis") if isinstance(one, ShadowEnded)] == [
        ShadowEnded("axis", "wolfpack", OPEN, block, why, who="u")
    ]


@rule("pq17", "6.3.5", "6.3.1a")
def test_aircraft_that_give_up_go_home() -> None:
    board = convoy_followed(UNIT)
    shadowing.end_shadowing(board, board.force("pq"), UNIT, "range")
    assert (board.state.air[0].mission, board.state.air[0].at) == ("", "")


@rule("pq17", "6.3.5", "9.2.3", "9.2.5")
@pytest.mark.parametrize(
    ("sky", "flies", "works"),
    [("fair", True, True), ("storm", True, True), ("fog", False, True), ("gale", False, False)],
)
def test_weather_ends_what_cannot_fly_in_it(sky: Any, flies: bool, works: bool) -> None:
    board = convoy_followed(UNIT, PACK, SECTOR, sky=sky)
    shadowing.end_grounded_shadowing(board)
    assert [one.by for one in board.state.shadows] == ["aircraft"] * flies + ["wolfpack"] + ["sector"] * works
    assert {one.why for one in heard(board, "axis") if isinstance(one, ShadowEnded)} <= {"weather"}


@rule("pq17", "6.3.5a")
@pytest.mark.parametrize(("word", "left"), [("yes", 0), ("no", 2)])
def test_shadowers_give_up_by_instruction(word: Any, left: int) -> None:
    board = convoy_followed(
        PACK, UNIT, instructions={"axis": Instructions(releases=word), "allied": Instructions(releases="yes")}
    )
    shadowing.release_target(board, board.force("pq"))
    assert len(board.state.shadows) == left


@rule("pq17", "6.3.5")
@pytest.mark.parametrize(("name", "why"), [("pq", "gone"), ("u", "released")])
def test_who_leaves_the_map_follows_and_is_followed_no_more(name: str, why: str) -> None:
    other = Shadow("other", "aircraft", "x")
    board = convoy_followed(PACK, other, phase=Phase("axis"))
    shadowing.forget_force(board, board.force(name))
    assert board.state.shadows == [other]
    assert [one.why for one in heard(board, "axis") if isinstance(one, ShadowEnded)] == [why]


@rule("pq17", "6.3.3", "1.2.4")
def test_a_convoy_follows_nobody() -> None:
    german = force("raid", "axis", "task_force", OPEN, "lutzow")
    board = arctic(followed_convoy(), german, force("gone", "allied", "task_force", OPEN, "london"))
    board.identify(german, 2)
    board.state.shadows = [Shadow("raid", "task_force", "gone")]
    shadowing.transfer_shadowing(board, board.force("pq"), [board.force("gone")])
    assert board.state.shadows == []
