"""12.8a to 12.14, 7.2.6, 7.5.2k, 7.7, 13.1: what special situations score and when not, each condition by itself; what
aircraft and torpedoes do whose target is gone.
"""

from typing import Any

import pytest

from games.titles.pq17.rules.air.elusive import _turned_away
from games.titles.pq17.rules.air.row import Sortie
from games.titles.pq17.rules.special.situations import situations
from games.titles.pq17.state.events.special import AttackDeclared, AttackSpent, ChitShown
from games.titles.pq17.state.state import Sky
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.playing import heard, play
from tests.titles.pq17.situations import axis_force, holding, phase_d
from tests.titles.pq17.trial import read_counters

rule = pytest.mark.rule


@rule("pq17", "12.8a")
@pytest.mark.parametrize(
    ("ships", "fields", "sky", "score"),
    [
        (("admiral_hipper", "dd_36a 1"), {"moved": 1}, "fair", -6),
        (("admiral_hipper", "dd_36a 1"), {"moved": 2}, "fog", -6),
        (("admiral_hipper", "dd_36a 4"), {"moved": 1}, "fair", -10),
        (("dd_36a 3",), {"moved": 1}, "fair", -6),
        (("admiral_hipper", "dd_36a 1"), {"moved": 0}, "fair", 0),
        (("admiral_hipper", "dd_36a 1"), {"moved": 3}, "fair", 0),
        (("admiral_hipper", "dd_36a 1"), {"moved": 1, "at": "0715"}, "fair", 0),
        (("admiral_hipper", "dd_36a 1"), {"moved": 1, "port": "kirkenes"}, "fair", 0),
        (("admiral_hipper", "dd_36a 1"), {"moved": 1}, "storm", 0),
        (("admiral_hipper", "dd_36a 1"), {"moved": 1}, "gale", 0),
    ],
)
def test_mines_are_laid_on_arrival_after_two_hexes_at_most(ships: Any, fields: Any, sky: Any, score: int) -> None:
    board = holding(
        "axis", "m", "minelaying", axis_force(*ships, **fields), sky=Sky(sky), chit={"target": "0716", "forces": ["tf"]}
    )
    assert phase_d(board) == score
    assert board.state.chits["axis"].done is bool(score)


@rule("pq17", "12.11a")
@pytest.mark.parametrize(
    ("ships", "fields", "state", "score"),
    [
        (("tirpitz", "admiral_hipper"), {}, {}, -6),
        (("tirpitz",), {}, {}, -4),
        (("admiral_hipper",), {}, {}, -2),
        (("dd_36a 4",), {}, {}, 0),
        (("tirpitz",), {"moved": 1}, {}, 0),
        (("tirpitz",), {"at": "0213"}, {}, 0),
        (("tirpitz",), {}, {"attacked": ["tf"]}, 0),
        (("tirpitz",), {}, {"attacked": ["other"]}, -4),
        (("tirpitz",), {}, {"light": "dec_1"}, 0),
    ],
)
def test_spitsbergen_is_shelled_by_who_stays_a_turn_of_day_unmolested(
    ships: Any, fields: Any, state: Any, score: int
) -> None:
    board = holding("axis", "s", "sizilien", axis_force(*ships, **{"at": "0214", **fields}), **state)
    assert phase_d(board) == score


@rule("pq17", "12.12b")
@pytest.mark.parametrize(
    ("ship", "at", "score"),
    [("admiral_scheer", "kara_sea", -10), ("admiral_hipper", "kara_sea", 0), ("lutzow", "0622", 0)],
)
def test_a_panzerschiff_in_the_kara_sea_scores(ship: str, at: str, score: int) -> None:
    board = holding("axis", "s", "wunderland", axis_force(ship, at=at), scenario="pq18")
    assert phase_d(board) == score


@rule("pq17", "12.14", "12.14.1a")
@pytest.mark.parametrize(
    ("ships", "fields", "sky", "score"),
    [
        (("kenya", "landing_ship_one"), {}, "fair", 10),
        (("kenya", "landing_ship_two"), {"moved": 2}, "fog", 10),
        (("kenya", "landing_ship_one"), {"moved": 3}, "fair", 0),
        (("kenya", "landing_ship_one"), {"at": "1011"}, "fair", 0),
        (("kenya", "landing_ship_one"), {"port": "bergen"}, "fair", 0),
        (("kenya", "dd_a_i 4"), {}, "fair", 0),
        (("kenya", "landing_ship_one"), {}, "storm", 0),
        (("kenya", "landing_ship_one"), {}, "gale", 0),
    ],
)
def test_archery_lands_on_its_turn_or_is_spent(ships: Any, fields: Any, sky: Any, score: int) -> None:
    there = force("f", "allied", "task_force", fields.pop("at", "1112"), *ships, **fields)
    board = holding(
        "allied", "n", "archery", there, scenario="pq6", sky=Sky(sky), turn=9, chit={"target": "1112", "turn": 9}
    )
    assert phase_d(board) == score
    assert board.state.chits["allied"].done
    assert (AttackSpent("archery") in heard(board, "axis")) is not bool(score)


@rule("pq17", "12.14", "12.14.1", "12.14.2")
@pytest.mark.parametrize(("situation", "letter"), [("archery", "n"), ("title", "o")])
@pytest.mark.parametrize(
    ("turn", "declared", "spent"), [(7, False, False), (8, True, False), (9, False, True), (10, False, False)]
)
def test_special_attacks_are_declared_a_turn_before_and_come_once(
    situation: str, letter: str, turn: int, declared: bool, spent: bool
) -> None:
    board = holding(
        "allied",
        letter,
        situation,
        scenario="pq6" if letter == "n" else "pq18",
        turn=turn,
        chit={"target": "1112", "turn": 9},
    )
    phase_d(board)
    told = heard(board, "axis")
    assert (AttackDeclared(situation, "1112", 9) in told) is declared
    assert (ChitShown("allied", letter, situation) in told) is declared
    assert (AttackSpent(situation) in told) is spent
    assert board.state.chits["allied"].done is spent


@rule("pq17", "12.14.2", "7.0")
@pytest.mark.parametrize(
    ("die", "strength", "dead"),
    [(0, 5, False), (1, 4, False), (4, 1, False), (5, 0, True), (6, 5, False), (9, 5, False)],
)
def test_chariots_hit_as_often_as_their_die_shows_up_to_five(die: int, strength: int, dead: bool) -> None:
    hex_ = BOX.ports["trondheim"].hex
    board = holding(
        "allied",
        "o",
        "title",
        axis_force("tirpitz", at=hex_, port="trondheim"),
        scenario="pq18",
        turn=9,
        chit={"target": hex_, "turn": 9},
    )
    assert BOX.ships["tirpitz"].strength == 5
    play(situations(board), dice=[(die,)])
    tirpitz = board.force("tf").counters[0]
    assert (tirpitz.strength, tirpitz.dead, tirpitz.odd) == (strength, dead, 0)


@rule("pq17", "12.14.2")
@pytest.mark.parametrize(
    ("ship", "fields", "sky"),
    [("lutzow", {}, "fair"), ("tirpitz", {"port": ""}, "fair"), ("tirpitz", {"at": "0813", "port": "narvik"}, "fair"),
     ("tirpitz", {}, "storm")],
)  # fmt: skip
def test_chariots_find_nobody_else_and_no_way_in_a_storm(ship: str, fields: Any, sky: Any) -> None:
    hex_ = BOX.ports["trondheim"].hex
    there = axis_force(ship, **{"at": hex_, "port": "trondheim", **fields})
    board = holding(
        "allied", "o", "title", there, scenario="pq18", sky=Sky(sky), turn=9, chit={"target": hex_, "turn": 9}
    )
    phase_d(board)
    assert AttackSpent("title") in heard(board, "axis")
    assert not there.counters[0].dead


@rule("pq17", "13.1")
def test_who_was_meant_for_the_elusive_ship_goes_for_the_most_valuable_that_has_room() -> None:
    row = [read_counters("norfolk 3"), read_counters("mv 3"), read_counters("anson 5"), read_counters("dd_a_i 2")]
    board = arctic()
    flown = [Sortie("a", 0), Sortie("b", 1), Sortie("c", 0), Sortie("d", 0, 2), Sortie("e", 0), Sortie("f", 2)]
    found, turned = _turned_away(board, row, flown, 0)
    values = {ship: BOX.ships[ship].value for ship in ("mv", "anson", "dd_a_i")}
    assert max(values, key=lambda ship: values[ship]) == "anson"
    assert {one.unit: one.target for one in found if one.unit in ("b", "f")} == {"b": 1, "f": 2}
    first, second, third = (next(one.target for one in found if one.unit == name) for name in "ace")
    assert (first, next(one.target for one in found if one.unit == "d")) == (2, 2)
    assert (second == 2, third == 2) == (False, False), "two units at one ship in a wave are enough"
    assert turned == {"a", "c", "d", "e"}
    assert _turned_away(board, row[:1], [Sortie("a", 0)], 0) == ([], frozenset())
    assert _turned_away(board, [*row[:1], []], [Sortie("a", 0)], 0) == ([], frozenset())
