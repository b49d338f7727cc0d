"""7.5, 7.5.1: who attacks, who intercepts, and who is met."""

from typing import Any

import pytest

from games.kernel.events import PUBLIC
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.rules.search.legal_attacks import COUNTER, warship_strength
from games.titles.pq17.rules.surface.attacks import _intercepts, attack, in_hex, interception, surface_combat
from games.titles.pq17.state.events.surface import BattleJoined, Intercepted, RoundOver, StragglerSunk
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import Convoy, Report, Shadow
from games.titles.pq17.state.state import Strength as Told
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch06_search.searches import met_under_way
from tests.titles.pq17.ch07_combat.surface_battles import cruisers, engaged
from tests.titles.pq17.engaging import attacked, misses, told
from tests.titles.pq17.playing import a_card, cards_with, heard, phase, play
from tests.titles.pq17.strikes import OPEN, facing

rule = pytest.mark.rule


@rule("pq17", "7.5", "7.5a", "7.5.2q", "7.5.2r", "6.7")
def test_7_5_a_battle_from_end_to_end() -> None:
    board = cruisers()
    dice = [*misses(3, 4), (1,), *misses(3, 4), (1,)]
    assert play(surface_combat(board), cards=[a_card("force", "0")], dice=dice).result == "combine"
    assert [board.force(name).level for name in ("tf", "hipper")] == [3, 3]
    assert [board.force(name).spent for name in ("tf", "hipper")] == [2, 2]
    ends = [event for event in heard(board, "allied") if isinstance(event, RoundOver)]
    assert [(one.round, one.die, one.over) for one in ends] == [(1, 1, False), (2, 1, True)]
    assert not any(isinstance(event, BattleJoined) for event in heard(board, PUBLIC)), (
        "dice of a fight are for those in it"
    )
    assert sorted(board.phase.fought) == ["hipper", "tf"]
    assert board.state.battle is None


@rule("pq17", "7.5.1", "7.5.1a", "7.5.1b")
def test_7_5_1_another_force_intercepts_in_place_of_the_target() -> None:
    cover = force("cover", "allied", "task_force", OPEN, "sheffield", "jamaica")
    hipper = force("hipper", "axis", "task_force", OPEN, "admiral_hipper")
    board = attacked(force("pq", "allied", "convoy", OPEN, "mv 8"), hipper, cover)
    board.state.instructions["allied"] = Instructions(asks="never", stands="stay", intercepts="always")
    cards = [a_card("force", "0"), a_card("force", "U", submarine=False)]
    play(surface_combat(board), cards=cards, dice=[*misses(4, 4, 4), (0,), (0,)])
    tried = next(event for event in heard(board, "axis") if isinstance(event, Intercepted))
    assert tried.found
    joined = next(event for event in heard(board, "axis") if isinstance(event, BattleJoined))
    assert joined.attacker == "allied"
    assert sorted(board.phase.fought) == ["cover", "hipper"]
    assert board.force("pq").level == 1


@rule("pq17", "7.5.1")
def test_7_5_1_two_cards_for_whoever_shadows_the_attacker() -> None:
    cover = force("cover", "allied", "task_force", OPEN, "sheffield")
    board = attacked(
        force("pq", "allied", "convoy", OPEN, "mv 2"),
        force("hipper", "axis", "task_force", OPEN, "admiral_hipper"),
        cover,
    )
    board.state.shadows = [Shadow("hipper", "sector", "british")]
    board.state.instructions["allied"] = Instructions(asks="never", stands="stay", intercepts="always")
    cards = [a_card("force", "0"), a_card("force", "-"), a_card("force", "U", submarine=False)]
    play(surface_combat(board), cards=cards, dice=[*misses(4, 4), (0,)])
    assert "cover" in board.phase.fought


@rule("pq17", "7.5.1", "7.5.1a", position="PP144")
def test_7_5_1_of_two_that_try_to_intercept_the_second_fights_the_attacker() -> None:
    """A 2 does not find an attacker that is not identified, a U does (a + is in no row of forces); the convoy
    is not attacked any more.
    """
    board = engaged(
        force("pq", "allied", "convoy", OPEN, "mv 8"), force("hipper", "axis", "task_force", OPEN, "admiral_hipper"),
        force("first", "allied", "task_force", OPEN, "kent"),
        force("second", "allied", "task_force", OPEN, "sheffield"),
    )  # fmt: skip
    cards = [a_card("force", "0"), a_card("force", "2"), a_card("force", "U", submarine=False)]
    order = [one.id for one in board.as_seen([board.force("first"), board.force("second")])]
    play(surface_combat(board), cards=cards, dice=[(0,) * 4, (0,) * 4, (0,)])
    assert [one.found for one in heard(board, "axis") if isinstance(one, Intercepted)] == [False, True]
    assert sorted(board.phase.fought) == sorted(["hipper", order[1]])
    (joined,) = [one for one in heard(board, "axis") if isinstance(one, BattleJoined)]
    assert joined.attacker == "allied"
    assert sum(one.strength for one in board.force("pq").counters) == 8


@rule("pq17", "7.5.1", "6.6.1a")
@pytest.mark.parametrize(("side", "tries"), [("axis", 0), ("allied", 1)])
def test_7_5_1_nobody_intercepts_who_fights_in_the_phase_of_his_enemy(side: Side, tries: int) -> None:
    """Sheffield finds Koln passing and fights her: Hipper in the hex may join from round 2, and does not come between.
    In the phase of the Allies he tries to.
    """
    prey = force("t", "axis", "task_force", OPEN, "koln", fuel=Fuel(20))
    sheffield = force("k", "allied", "task_force", OPEN, "sheffield", fuel=Fuel(20))
    board = met_under_way(prey, sheffield, force("h", "axis", "task_force", OPEN, "admiral_hipper"), side=side, level=1)
    quiet = Instructions(asks="never", stands="stay", intercepts="always", joins="never", torpedo_round="never")
    board.state.instructions = {"allied": quiet, "axis": quiet}
    fight = [(0,) * 4, (0,) * BOX.ships["koln"].strength, (0,)]
    play(attack(board, prey, [sheffield]), cards=[a_card("force", "0"), a_card("force", "-")][: 1 + tries], dice=fight)
    assert sum(isinstance(one, Intercepted) for one in heard(board, "allied")) == tries
    assert sorted(board.phase.fought) == ["k", "t"]


@rule("pq17", "7.5.1", "7.5.1b", "7.6", "7.5a")
@pytest.mark.parametrize(("level", "die", "surprised"), [(None, 7, "axis"), (1, 7, ""), (1, 8, "axis")])
def test_7_5_1_who_intercepts_by_night_may_surprise(level: int | None, die: int, surprised: str) -> None:
    """An unidentified interceptor has 1 more. The target of the attack neither fights nor burns anything."""
    cover = force("cover", "allied", "task_force", OPEN, "sheffield", fuel=Fuel(20))
    hipper = force("h", "axis", "task_force", OPEN, "admiral_hipper", fuel=Fuel(20))
    prey = force("c", "allied", "convoy", OPEN, "mv 8", "dd_a_i 1", fuel=Fuel(20))
    board = attacked(prey, hipper, cover, light="dec_1")
    if level is not None:
        board.identify(cover, level)
    board.state.instructions["allied"] = Instructions(asks="never", stands="stay", intercepts="always",
                                                      torpedo_round="never", joins="never")  # fmt: skip
    cards = [a_card("force", "0", day=False), a_card("force", "U", day=False, submarine=False)]
    fight = [(0,) * 4, (0,) * 4, (0,)]
    play(surface_combat(board), cards=cards, dice=[(die,), *fight])
    (joined,) = told(board, "axis", BattleJoined)
    assert (joined.attacker, joined.surprised) == ("allied", surprised)
    assert (prey.spent, cover.spent, hipper.spent) == (0, 2, 2)
    assert sorted(board.phase.fought) == ["cover", "h"]


@rule("pq17", "7.5.1", "7.1.1d")
@pytest.mark.parametrize(
    ("result", "level", "found"), [("U", None, True), ("0", None, False), ("0", 0, True), ("2", 1, False)]
)
def test_7_5_1_the_attacker_must_be_found_as_any_target(result: Any, level: int | None, found: bool) -> None:
    hipper = force("h", "axis", "task_force", OPEN, "admiral_hipper")
    board = attacked(force("c", "allied", "convoy", OPEN, "mv 8"), hipper,
                     force("cover", "allied", "task_force", OPEN, "sheffield"))  # fmt: skip
    if level is not None:
        board.identify(hipper, level)
    board.state.instructions["allied"] = Instructions(asks="never", stands="stay", intercepts="always",
                                                      torpedo_round="never", joins="never")  # fmt: skip
    cards = [*cards_with("force", "1", 1), a_card("force", result, submarine=False)]
    dice = [*misses(4, 4), (0,)] if found else misses(4, 1, 4, 1)
    play(surface_combat(board), cards=cards, dice=dice)
    assert [one.found for one in told(board, "axis", Intercepted)] == [found]


@rule("pq17", "7.5.1")
@pytest.mark.parametrize(
    ("others", "shadowed", "draws", "found"),
    [
        (("kent",), False, ["-"], 0), (("kent",), False, ["U"], 1), (("kent",), True, ["-", "U"], 1),
        (("kent",), True, ["-", "-"], 0), (("kent", "london"), False, ["-", "U"], 1), ((), False, [], 0),
    ],
)  # fmt: skip
def test_7_5_1_each_force_of_the_hex_draws_for_itself(
    others: tuple[str, ...], shadowed: bool, draws: list[Any], found: int
) -> None:
    """An attacker that is not identified is found by U and + alone."""
    prey = force("c", "allied", "convoy", OPEN, "mv 9")
    attacker = force("h", "axis", "task_force", OPEN, "admiral_hipper")
    blocks = [force(f"t{number}", "allied", "task_force", OPEN, ship) for number, ship in enumerate(others)]
    board = facing(prey, attacker, *blocks)
    board.phase.fought = []
    board.state.shadows = [Shadow("h", "task_force", "x")] if shadowed else []
    if others:
        board.state.instructions["allied"] = board.state.instructed("allied")
    pools = {result: iter(cards_with("force", result, 2)) for result in ("-", "U")}
    play_ = play(interception(board, prey, [attacker]), cards=[next(pools[one]) for one in draws])
    assert len(play_.result) == found


@rule("pq17", "7.5.1", "7.5.2a")
def test_7_5_1_only_task_forces_at_sea_in_the_hex_intercept_or_join() -> None:
    board = arctic(
        force("tf", "allied", "task_force", "1206", "london"),
        force("pq", "allied", "convoy", "1206", "mv 2"), force("lure", "allied", "dummy", "1206"),
        force("lying", "allied", "task_force", "1206", "kent", port="scapa_flow"),
        force("boats", "allied", "wolfpack", "1206", "ss_british 1"),
        force("aside", "allied", "task_force", "1106", "norfolk"), force("enemy", "axis", "task_force", "1206", "koln"),
    )  # fmt: skip
    assert [one.id for one in in_hex(board, "allied", "1206")] == ["tf"]


@rule("pq17", "7.5.1", "7.5.1c")
@pytest.mark.parametrize(
    ("wish", "about", "meets"),
    [("always", 9, True), ("never", 0, False), ("if_weaker", 4, True), ("if_weaker", 5, False), ("if_weaker", 0, True)],
)
def test_7_5_1_who_intercepts_if_the_attacker_is_weaker_counts_what_was_told(
    wish: Any, about: int, meets: bool
) -> None:
    board = arctic(force("cover", "allied", "task_force", OPEN, "sheffield"),
                   force("raider", "axis", "task_force", OPEN, "koln"))  # fmt: skip
    phase(board, "axis")
    board.state.instructions = {"allied": Instructions(intercepts=wish)}
    raider = board.force("raider")
    board.state.reports = [Report(to="allied", turn=9, source="search", at=OPEN, block=raider.block, warships=about,
                                  heavy=0)] * bool(about)  # fmt: skip
    told = about * COUNTER
    expected = meets if wish != "if_weaker" else told <= warship_strength(board, [board.force("cover")])
    assert _intercepts(board, board.force("cover"), [raider]) is expected


@rule("pq17", "7.5.1a", "12.11a")
@pytest.mark.parametrize(("intercepts", "attacked_"), [("always", ["hipper"]), ("never", ["tf"])])
def test_7_5_1a_interceptors_attack_in_place_of_the_attack_that_was_declared(
    intercepts: Any, attacked_: list[str]
) -> None:
    """Who was to be attacked has not been, and his attacker has."""
    cover = force("cover", "allied", "task_force", OPEN, "sheffield")
    board = attacked(
        force("tf", "allied", "task_force", OPEN, "dd_a_i 2"),
        force("hipper", "axis", "task_force", OPEN, "admiral_hipper"),
        cover,
    )
    board.state.instructions["allied"] = Instructions(asks="never", stands="stay", joins="never", intercepts=intercepts)
    cards = [a_card("force", "0")] + [a_card("force", "U", submarine=False)] * (intercepts == "always")
    ships = (4, 4) if intercepts == "always" else (2, 4)
    play(surface_combat(board), cards=cards, dice=[*misses(*ships), (0,)])
    assert board.state.attacked == board.phase.attacked == attacked_


@rule("pq17", "7.5.1c", "7.5.7", position="PP255")
@pytest.mark.parametrize(("cruisers", "tries"), [(("admiral_hipper",), False), (("admiral_hipper", "lutzow",
                                                                                 "admiral_scheer"), True)])  # fmt: skip
def test_7_5_1c_a_german_force_intercepts_only_what_is_weaker(cruisers: tuple[str, ...], tries: bool) -> None:
    """Two British cruisers, of which the Axis was told at ID 3, attack a convoy of its own."""
    prey = force("c", "axis", "convoy", OPEN, "mv_german 2")
    hunters = force("b", "allied", "task_force", OPEN, "sheffield", "jamaica")
    cover = force("g", "axis", "task_force", OPEN, *cruisers)
    board = attacked(prey, hunters, cover, side="allied")
    board.identify(hunters, 3)
    board.state.reports.append(
        Report(to="axis", turn=9, source="search", at=OPEN, block=hunters.block, kind="task_force", level=3,
               strengths=(Told("cruiser", 2, 8),))
    )  # fmt: skip
    board.state.instructions["axis"] = Instructions(asks="never", stands="stay", intercepts="always",
                                                    torpedo_round="never", joins="never")  # fmt: skip
    cards = cards_with("force", "0", 2)
    fights = [*misses(4, 4, 4, 4, 4), (0,)] if tries else misses(4, 4, 1, 1, 4, 4)
    play(surface_combat(board), cards=cards[: 1 + tries], dice=fights)
    assert len(told(board, "axis", Intercepted)) == tries


@rule("pq17", "7.5.1d", "7.7.1", position="PP300")
@pytest.mark.parametrize(("at", "tries"), [(OPEN, True), ("0309", False)])
def test_7_5_1d_a_task_force_among_stragglers_is_intercepted_in_their_hex(at: str, tries: bool) -> None:
    prey = force("c", "allied", "convoy", OPEN, "mv 3", convoy=Convoy(laden=True, scattered=True))
    hipper = force("h", "axis", "task_force", at, "admiral_hipper")
    board = attacked(prey, hipper, force("cover", "allied", "task_force", OPEN, "sheffield"), level=3)
    board.state.instructions["allied"] = Instructions(asks="never", stands="stay", intercepts="always",
                                                      torpedo_round="never")  # fmt: skip
    cards = [a_card("force", "0"), a_card("force", "U", submarine=False)]
    play(surface_combat(board), cards=cards[: 1 + tries], dice=[*misses(4, 4), (0,)] if tries else [])
    assert (len(told(board, "axis", Intercepted)), len(told(board, "axis", StragglerSunk))) == (tries, not tries)
    assert sum(one.strength for one in prey.counters) == (3 if tries else 2)
