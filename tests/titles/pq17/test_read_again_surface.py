"""7.5, 7.6, 7.9 read by somebody who had not seen the code: `positions/07_read_again.toml`, each as a test."""

import re

import pytest
from msgspec import structs

from games.titles.pq17.components.options import Options
from games.titles.pq17.components.pieces import Side, WeatherKind
from games.titles.pq17.orders import battle as ordered
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.raids import Raid
from games.titles.pq17.rules.air.attacks import air_combat
from games.titles.pq17.rules.air.bombing import drop_bombs
from games.titles.pq17.rules.forces.limits import Strength as ForceStrength
from games.titles.pq17.rules.forces.limits import actual_strength, attack_forbidden_by
from games.titles.pq17.rules.forces.surprise import roll_surprise
from games.titles.pq17.rules.special.raids import RaidTerms, resolve_raid
from games.titles.pq17.rules.surface.areas import Manoeuvre, is_broken_off, order_fault
from games.titles.pq17.rules.surface.attacks import surface_combat
from games.titles.pq17.rules.surface.doctrine import Command, aims, launches
from games.titles.pq17.rules.surface.engagement import Engagement
from games.titles.pq17.rules.surface.gunnery import Aim
from games.titles.pq17.rules.surface.withdrawal import unescorted_rounds
from games.titles.pq17.state.counters import Counter, Squadron
from games.titles.pq17.state.events.air import Located, Struck
from games.titles.pq17.state.events.convoy import Scattered
from games.titles.pq17.state.events.surface import (
    BattleJoined,
    GunsFired,
    Intercepted,
    ShipHit,
    StragglerSunk,
    Withdrew,
)
from games.titles.pq17.state.state import AirUnit, Convoy, Report, Sky
from games.titles.pq17.state.state import Strength as Told
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.boards import WORDS
from tests.titles.pq17.box import BOX
from tests.titles.pq17.displays import battle
from tests.titles.pq17.engaging import QUIET, attacked, misses, told
from tests.titles.pq17.oracles import spreads, strays
from tests.titles.pq17.playing import a_card, cards_with, phase, play
from tests.titles.pq17.strikes import OPEN, air, bombers
from tests.titles.pq17.trial import left, read_counters, run

rule = pytest.mark.rule


@rule("pq17", "7.5.1c", "7.5.7")
@pytest.mark.parametrize(("cruisers", "tries"), [(("admiral_hipper",), False), (("admiral_hipper", "lutzow",
                                                                               "admiral_scheer"), True)])  # fmt: skip
def test_pp255_a_german_force_intercepts_only_what_is_weaker(cruisers: tuple[str, ...], tries: bool) -> None:
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


@rule("pq17", "7.5.1d", "7.7.1")
@pytest.mark.parametrize(("at", "tries"), [(OPEN, True), ("0309", False)])
def test_pp300_a_task_force_among_stragglers_is_intercepted_in_their_hex(at: str, tries: bool) -> None:
    prey = force("c", "allied", "convoy", OPEN, "mv 3", convoy=Convoy(laden=True, scattered=True))
    hipper = force("h", "axis", "task_force", at, "admiral_hipper")
    board = attacked(prey, hipper, force("cover", "allied", "task_force", OPEN, "sheffield"), level=3)
    board.state.instructions["allied"] = Instructions(asks="never", stands="stay", intercepts="always",
                                                      torpedo_round="never")  # fmt: skip
    cards = [a_card("force", "0"), a_card("force", "U", submarine=False)]
    play(surface_combat(board), cards=cards[: 1 + tries], dice=[*misses(4, 4), (0,)] if tries else [])
    assert (len(told(board, "axis", Intercepted)), len(told(board, "axis", StragglerSunk))) == (tries, not tries)
    assert sum(one.strength for one in prey.counters) == (3 if tries else 2)


@rule("pq17", "7.5.2a", "7.5.2e")
def test_pp256_not_in_the_first_round_of_its_own() -> None:
    fight = battle(("norfolk 3",), ("dd_36a 2",), round_=2)
    late = fight.unit("dd_36a")
    fight.unit("norfolk").joined, late.joined = 1, 2
    assert order_fault(fight, Manoeuvre("dd_36a", "torpedo")) == "too_early"
    assert order_fault(fight, Manoeuvre("norfolk", "torpedo")) is None
    fight.round = 3
    assert order_fault(fight, Manoeuvre("dd_36a", "torpedo")) is None


@rule("pq17", "7.1.1d", "7.5.2a")
def test_pp301_the_star_fails_soviet_ships_that_want_to_join() -> None:
    """A card with the Soviet star, U in the row of forces, in round 2: the Soviet destroyers do not find the battle."""
    board = attacked(
        force("t", "allied", "task_force", OPEN, "norfolk"), force("h", "axis", "task_force", OPEN, "admiral_hipper"),
        force("s", "allied", "task_force", OPEN, "dd_project_7 2"),
    )  # fmt: skip
    board.state.instructions["allied"] = Instructions(
        asks="never", stands="stay", torpedo_round="never", joins="always", intercepts="never"
    )
    star = next(name for name, card in BOX.cards.items() if card.star and card.day.force[0] == "U")
    play(surface_combat(board), cards=[a_card("force", "0"), star], dice=[*misses(3, 4), (9,), *misses(3, 4), (0,)])
    assert len(told(board, "allied", BattleJoined)) == 1
    assert [one.found for one in told(board, "allied", Located)] == [True, False]


@rule("pq17", "7.5.2d")
def test_pp257_only_when_nobody_is_left_in_front() -> None:
    fight = battle(("norfolk 3", "mv 5"), ("lutzow 4+crippled",))
    for unit in fight.units:
        unit.area = "withdrawal"
    assert is_broken_off(fight)
    fight.unit("lutzow").area = "deployment"
    assert not is_broken_off(fight)


@rule("pq17", "7.5.2g", "7.5.4")
def test_pp258_who_reaches_an_enemy_nobody_else_reaches_must_take_him() -> None:
    fight = battle(("norfolk 3", "kent 2", "suffolk 2"), ("lutzow 4", "mv_german 2", "dd_36a 1"))
    fight.unit("mv_german").area = "withdrawal"
    screen = fight.unit("dd_36a")
    screen.area, screen.screens = "screening", ("norfolk", "kent")
    at_one = [Aim(name, "lutzow") for name in ("norfolk", "kent", "suffolk")]
    assert not spreads(BOX, fight, at_one)
    assert [one.firer for one in strays(BOX, fight, [Aim("norfolk", "mv_german")])] == ["norfolk"]
    right = [Aim("norfolk", "lutzow"), Aim("kent", "dd_36a"), Aim("suffolk", "mv_german")]
    assert spreads(BOX, fight, right)
    assert strays(BOX, fight, right) == []


@rule("pq17", "7.5.2h")
@pytest.mark.parametrize(
    ("strength", "at", "shares"),
    [
        (3, ("dd_36a", "lutzow"), {"dd_36a": 2, "lutzow": 1}), (4, ("lutzow", "dd_36a"), {"lutzow": 2, "dd_36a": 2}),
        (1, ("lutzow", "dd_36a"), {"lutzow": 1}), (3, ("lutzow",), {"lutzow": 3}),
    ],
)  # fmt: skip
def test_pp314_a_single_counter_of_light_ships_divides_its_fire_as_ordered(
    strength: int, at: tuple[str, ...], shares: dict[str, int]
) -> None:
    fight = battle((f"dd_a_i {strength}",), ("lutzow 4", "dd_36a 2"))
    order = ordered.Aim("dd_a_i", at, "yes")
    assert {one.target: one.strength for one in aims(BOX, fight, Command("allied", (order,), QUIET))} == shares
    (whole,) = aims(BOX, fight, Command("allied", (ordered.Aim("dd_a_i", at),), QUIET))
    assert (whole.target, whole.strength) == (at[0], 0)


@rule("pq17", "7.5.2h")
def test_pp314_only_who_may_is_offered_it_and_its_dice_fall_apart() -> None:
    dds = force("d", "allied", "task_force", OPEN, "dd_a_i 3")
    board = attacked(dds, force("h", "axis", "task_force", OPEN, "admiral_hipper", "dd_36a 1"))
    board.state.instructions["allied"] = Instructions(stands="stay", torpedo_round="never")
    says = {"battle@allied": "aim dd_a_i at=admiral_hipper,dd_36a divides=yes"}
    dice = [(0, 0), (0,), *misses(1, 4), (0,)]
    (asked,) = play(surface_combat(board), cards=[a_card("force", "0")], dice=dice, says=says).asked
    assert [(one.target, len(one.dice)) for one in told(board, "axis", GunsFired) if one.side == "allied"] == [
        ("admiral_hipper", 2), ("dd_36a", 1),
    ]  # fmt: skip
    draft = [{"order": "aim", "unit": "dd_a_i", "at": ["admiral_hipper", "dd_36a"], "divides": "yes"}]
    dice_of = [re.findall(r"(\d) di", line.text.en) for line in asked.form.preview(draft).lines]
    assert dice_of == [["2"], ["1"]]
    whole = [{**draft[0], "divides": ""}]
    assert [re.findall(r"(\d) di", line.text.en) for line in asked.form.preview(whole).lines] == [["3"], ["3"]]
    for ships in (("dd_a_i 3", "dd_j_r 1"), ("norfolk",)):
        other = attacked(
            force("d", "allied", "task_force", OPEN, *ships), force("h", "axis", "task_force", OPEN, "dd_36a 1")
        )
        other.state.instructions["allied"] = Instructions(stands="withdraw", torpedo_round="never")
        one = Engagement(other, OPEN, "axis", None, "k")
        one.lay_out(other.state.forces)
        fields = {field.name for way in one._question("allied").form.templates() for field in way.fields}
        assert "divides" not in fields


@rule("pq17", "7.5.2k", "7.5.2g")
def test_pp302_torpedoes_too_are_spread_over_all_that_can_be_reached() -> None:
    """Two units of destroyers in Torpedo Attack, a cruiser and a destroyer before them: one at each; at a cruiser alone
    both.
    """
    fight = battle(("dd_a_i 2", "dd_j_r 2"), ("lutzow 4", "dd_36a 2"), round_=2)
    for name in ("dd_a_i", "dd_j_r"):
        fight.unit(name).area = "torpedo"
    command = Command("allied", (), QUIET)
    assert sorted(one.target for one in launches(BOX, fight, command)) == ["dd_36a", "lutzow"]
    fight.units[:] = [one for one in fight.units if one.name != "dd_36a"]
    assert [one.target for one in launches(BOX, fight, command)] == ["lutzow", "lutzow"]


@rule("pq17", "7.5.2m")
@pytest.mark.parametrize(("damage", "rolls"), [(0, False), (2, True)])
def test_pp303_a_torpedo_that_takes_no_step_compels_nobody(damage: int, rolls: bool) -> None:
    """A torpedo strikes Tirpitz in round 2: 0 does nothing, 2 takes a step."""
    board = attacked(
        force("d", "allied", "task_force", OPEN, "dd_a_i 2"), force("t", "axis", "task_force", OPEN, "tirpitz")
    )
    board.state.instructions["allied"] = Instructions(asks="never", stands="stay", torpedo_round="2")
    dice = [*misses(5), (9,), *misses(5), (9, 0), (damage,), *([(0,)] if rolls else []), (0,)]
    play(surface_combat(board), cards=[a_card("force", "0")], dice=dice)
    assert len(told(board, "allied", Withdrew)) == rolls


@rule("pq17", "7.3b", "9.2.5", "7.5.2k")
@pytest.mark.parametrize(("weather", "runs"), [("storm", True), ("gale", False)])
def test_pp308_no_torpedo_runs_in_a_gale(weather: WeatherKind, runs: bool) -> None:
    """By day, not surprised (7.6: 0), destroyers close in round 2; in a gale nobody is offered torpedoes either."""
    board = attacked(
        force("d", "allied", "task_force", OPEN, "dd_a_i 2"), force("t", "axis", "task_force", OPEN, "tirpitz"),
        level=3, sky=Sky(weather),
    )  # fmt: skip
    board.state.instructions["allied"] = Instructions(asks="each_round", stands="stay", torpedo_round="2")
    column = {"storm": 2, "gale": 3}[weather]
    card = a_card("force", "3", weather=column)
    dice = [(0,), *misses(5), (9,), *misses(5), *([(0, 0)] if runs else []), (0,)]
    asked = play(surface_combat(board), cards=[card], dice=dice).asked
    offered = {way.verb for question in asked for way in question.form.templates()}
    assert ("launch" in offered) is runs


@rule("pq17", "7.5.5", "7.5.8", "7.5.8b")
def test_pp259_escorts_are_back_when_the_transports_have_been_fired_at() -> None:
    board = attacked(
        force("c", "allied", "convoy", OPEN, "mv 8", "es_british 1"),
        force("h", "axis", "task_force", OPEN, "admiral_hipper"),
    )
    dice = [(9, 0, 0, 0), *misses(4, 1, 4, 1, 4)]  # two symbols of torpedoes for three rounds
    play(surface_combat(board), cards=[a_card("force", "0")], dice=dice)
    assert Counter("es_british", 1) in board.force("c").counters
    assert told(board, "axis", Scattered)


@rule("pq17", "7.5.6")
@pytest.mark.parametrize(
    ("weather", "light", "of_defender", "struck"),
    [("fair", "jul_1", True, True), ("reduced", "jul_1", True, True), ("fog", "jul_1", True, False),
     ("fair", "dec_1", True, False), ("fair", "jul_1", False, False)],
)  # fmt: skip
def test_pp260_carriers_of_the_defender_by_day_and_in_sight(
    weather: WeatherKind, light: str, of_defender: bool, struck: bool
) -> None:
    home = force("home", "allied", "task_force", OPEN, "victorious")
    hipper = force("h", "axis", "task_force", OPEN, "admiral_hipper", level=1)
    side: Side = "axis" if of_defender else "allied"
    prey, hunter = (home, hipper) if of_defender else (hipper, home)
    board = attacked(prey, hunter, side=side, level=3, light=light, sky=Sky(weather))
    board.state.air = [AirUnit("albacore", 2, id="albacore", base="victorious")]
    day = light == "jul_1"
    column = {"fair": 0, "reduced": 1, "fog": 3}[weather]
    card = a_card("force", "2", day=day, weather=column)
    board.state.instructions["allied"] = Instructions(
        asks="never", stands="stay", torpedoes="no", torpedo_round="never"
    )
    caught = [] if day and weather == "fair" else [(0,)]
    strike = [(0,), (0, 0)] if struck else []
    play(surface_combat(board), cards=[card], dice=[*caught, *misses(4), (9,), *strike, *misses(4), (0,)])


@rule("pq17", "7.5.2m", "7.5.6")
def test_pp304_a_step_lost_to_carriers_in_the_battle_compels_too() -> None:
    board = attacked(
        force("home", "allied", "task_force", OPEN, "victorious"),
        force("h", "axis", "task_force", OPEN, "admiral_hipper"),
    )
    board.state.air = [AirUnit("albacore", 2, id="albacore", base="victorious")]
    board.state.instructions["allied"] = Instructions(asks="never", stands="stay", torpedoes="no")
    dice = [*misses(4), (9,), (0,), (9, 0), *misses(3), (9,)]
    play(surface_combat(board), cards=[a_card("force", "0")], dice=dice)
    assert [one.side for one in told(board, "allied", Withdrew)] == ["axis"]


@rule("pq17", "7.5.7", "7.5.7a")
@pytest.mark.parametrize(
    ("german", "known", "why"),
    [
        (("tirpitz 5",), ForceStrength(battleships=1), ""),
        (("admiral_hipper 4", "lutzow 4"), ForceStrength(battleships=1), "7.5.7a"),
        (("scharnhorst 2",), ForceStrength(light=1), "7.5.7a"),
        (("scharnhorst 2", "admiral_hipper 4"), ForceStrength(light=2), ""),
    ],
)  # fmt: skip
def test_pp261_without_a_whole_battleship_only_fewer_cruisers(
    german: tuple[str, ...], known: ForceStrength, why: str
) -> None:
    assert attack_forbidden_by(actual_strength(BOX, read_counters(*german)), known) == why


@rule("pq17", "7.5.8")
@pytest.mark.parametrize(
    ("weather", "day", "escorted", "surprised", "rounds"),
    [
        ("reduced", False, True, True, 3), ("fog", True, True, True, 2), ("fair", False, True, False, 2),
        ("fair", False, False, False, 1), ("gale", False, False, True, 1), ("storm", True, True, True, 2),
    ],
)  # fmt: skip
def test_pp262_rounds_against_transports_alone(
    weather: WeatherKind, day: bool, escorted: bool, surprised: bool, rounds: int
) -> None:
    assert unescorted_rounds(weather, day=day, escorted=escorted, surprised=surprised) == rounds


@rule("pq17", "7.6", "7.2.1o")
@pytest.mark.parametrize(
    ("weather", "unidentified", "least"),
    [("storm", False, 7), ("gale", True, 5), ("fair", False, 8), ("reduced", False, 7)],
)
def test_pp263_the_least_die_of_a_surprise(weather: WeatherKind, unidentified: bool, least: int) -> None:
    found = [run(roll_surprise(BOX, weather, unidentified=unidentified, key="s"), dice=[(die,)]).succeeds
             for die in (least - 1, least)]  # fmt: skip
    assert found == [False, True]


@rule("pq17", "7.9", "7.5.2m")
def test_pp266_a_destroyer_that_went_home_damaged_is_a_step_lost() -> None:
    board = attacked(
        force("t", "allied", "task_force", OPEN, "norfolk"), force("d", "axis", "task_force", OPEN, "dd_36a 2"),
        options=Options(destroyer_fate=True),
    )  # fmt: skip
    dice = [(9, 0, 0), (0, 0), (7,), (9,)]
    play(surface_combat(board), cards=[a_card("force", "0")], dice=dice)
    assert [one.side for one in told(board, "allied", Withdrew)] == ["axis"]
    assert board.state.bookings == []


@rule("pq17", "7.9c", "7.9a")
def test_pp267_bombs_on_destroyers_ask_for_their_fate_too() -> None:
    """Two hits on three destroyers: one lies dead in the water, one goes home; without the option both are lost, and a
    torpedo boat always is.
    """
    target = read_counters("dd_a_i 3")
    found = run(drop_bombs(BOX, target, Squadron("ju_87", 2), in_port=False, day=True, fates=True, key="b"),
                dice=[(9, 8), (4, 7)])  # fmt: skip
    assert left(target) == ["dd_a_i 1", "dd_a_i 0+dead"]
    assert [fate for one in found.bombed for _, fate in one.fates] == ["dead_in_water", "damaged"]
    plain = read_counters("dd_a_i 3")
    run(drop_bombs(BOX, plain, Squadron("ju_87", 2), in_port=False, day=True, key="b"), dice=[(9, 8)])
    assert left(plain) == ["dd_a_i 1"]
    boats = read_counters("tb_hunt 2")
    run(drop_bombs(BOX, boats, Squadron("ju_87", 1), in_port=False, day=True, fates=True, key="b"), dice=[(9,)])
    assert left(boats) == ["tb_hunt 1"]


@rule("pq17", "7.9c", "7.2.6")
def test_pp267_both_hear_what_became_of_destroyers_that_were_bombed() -> None:
    prey = force("t", "allied", "task_force", OPEN, "dd_a_i 3")
    board = bombers(prey, air("ju_87", "stuka", "banak"), options=Options(destroyer_fate=True))
    play(air_combat(board), cards=[a_card("air", "0")], dice=[(0,), (9, 8), (4, 7)])
    assert left(prey.counters) == ["dd_a_i 1", "dd_a_i 0+dead"]
    assert [(one.unit, one.strength, one.how) for one in board.state.losses] == [("dd_a_i", 1, "damaged")]
    assert board.state.bookings == []
    (struck,) = told(board, "allied", Struck)
    assert [structs.replace(struck, unit="stuka")] == told(board, "axis", Struck)
    assert struck.fates == (("dead_in_water", "damaged"),)
    assert "(dead in the water, home damaged)" in WORDS.describe_event(struck, "en")
    assert "（航行不能・軽損害で離脱）" in WORDS.describe_event(struck, "ja")
    hit = ShipHit("allied", "dd_a_i", "dd_a_i", 1, 1, fates=("crippled",))
    assert "(crippled)" in WORDS.describe_event(hit, "en")
    assert "（重損害）" in WORDS.describe_event(hit, "ja")


@rule("pq17", "7.9c", "7.1.3")
def test_pp267_destroyers_bombed_in_port_have_fates_too() -> None:
    """Two forces of one class in Murmansk: wrecks stay with their own, and who went home is no loss."""
    forces = [force(name, "allied", "task_force", "0817", "dd_a_i 1", port="murmansk") for name in "ab"]
    units = [AirUnit("ju_88", 2, id=name, base="banak") for name in ("one", "two")]
    board = phase(arctic(*forces, air=units, options=Options(destroyer_fate=True)), "axis")
    board.state.instructions["allied"] = Instructions(scramble="none")
    order, terms = Raid("murmansk", ("one", "two")), RaidTerms(day=True)
    play(resolve_raid(board, "axis", order, terms, key="r"), dice=[(0,)] * 4 + [(9, 0), (7,), (9, 0), (4,)], lots=[0])
    assert [words for one in board.state.forces for words in left(one.counters)] == ["dd_a_i 0+dead"]
    assert (board.state.bookings, len(board.state.losses)) == ([], 1)


@rule("pq17", "7.5.9", "7.5.2q")
def test_pp268_after_a_battle_in_the_dark_only_who_was_hurt_in_it_is_shown() -> None:
    """Norfolk was Crippled before: she was not hit, and keeps the level that she had."""
    tf = force("t", "allied", "task_force", OPEN, "norfolk")
    tf.counters[0].crippled = True
    hipper = force("h", "axis", "task_force", OPEN, "admiral_hipper")
    board = attacked(tf, hipper, light="dec_1", options=Options(face_down=True))
    dice = [(0,), (9, 0, 0), (0, 0, 0, 0), (9,)]
    play(surface_combat(board), cards=[a_card("force", "0", day=False)], dice=dice)
    assert [board.force(name).level for name in ("t", "h")] == [1, 2]
