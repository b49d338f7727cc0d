"""7.9: optional hits on destroyers."""

import pytest
from msgspec import structs

from games.titles.pq17.components.options import Options
from games.titles.pq17.components.pieces import Damage
from games.titles.pq17.orders.attacks import Attack
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.raids import Raid
from games.titles.pq17.rules.air.attacks import air_combat
from games.titles.pq17.rules.air.bombing import drop_bombs
from games.titles.pq17.rules.forces.hits import reported_loss as told_of
from games.titles.pq17.rules.forces.hits import wound
from games.titles.pq17.rules.forces.torpedoes import fire_salvo
from games.titles.pq17.rules.movement.towing import tow_or_sink
from games.titles.pq17.rules.search.casualties import settle_losses, strength_by_ship
from games.titles.pq17.rules.search.identification import contact_name
from games.titles.pq17.rules.special.encounter import chance_encounter
from games.titles.pq17.rules.special.mishaps import collision, weather_damage
from games.titles.pq17.rules.special.raids import RaidTerms, resolve_raid
from games.titles.pq17.rules.surface.attacks import surface_combat
from games.titles.pq17.rules.surface.gunnery import Aim, fire_guns, firing_counters
from games.titles.pq17.rules.surface.layout import join_force
from games.titles.pq17.rules.weather.damage import remove_damaged
from games.titles.pq17.state.counters import Counter, Squadron
from games.titles.pq17.state.events.air import Struck
from games.titles.pq17.state.events.surface import ShipHit, Withdrew
from games.titles.pq17.state.state import AirUnit, Phase, Sky
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.boards import WORDS
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.surface_battles import QUIET, bombed, bombs_told
from tests.titles.pq17.displays import battle, lies
from tests.titles.pq17.engaging import attacked, told
from tests.titles.pq17.playing import a_card, phase, play
from tests.titles.pq17.strikes import OPEN, air, bombers
from tests.titles.pq17.trial import left, read_counters, run

rule = pytest.mark.rule
FATES = Options(destroyer_fate=True)


@rule("pq17", "7.9", "7.9b")
def test_7_9_fates_of_destroyers_by_option() -> None:
    board = attacked(
        force("dds", "allied", "task_force", OPEN, "dd_a_i 2"),
        force("hipper", "axis", "task_force", OPEN, "admiral_hipper"),
        options=Options(destroyer_fate=True),
    )
    fate = next(die for die, what in enumerate(board.box.charts.destroyer_fate.results) if what == "damaged")
    dice = [(0, 0), (9, 0, 0, 0), (fate,), (0,)]
    play(surface_combat(board), cards=[a_card("force", "0")], dice=dice)
    assert [(one.unit, one.strength, one.how) for one in board.state.losses] == [("dd_a_i", 1, "damaged")]
    assert board.state.bookings == []
    assert board.force("dds").counters == [Counter("dd_a_i", 1)]


@rule("pq17", "7.9", "7.9a", position="PP143")
@pytest.mark.parametrize(
    ("die", "fate", "wreck"),
    [
        (3, "sunk", []),
        (4, "dead_in_water", ["dd_a_i 0+dead"]),
        (5, "crippled", ["dd_a_i 0+crippled"]),
        (6, "crippled", ["dd_a_i 0+crippled"]),
        (7, "damaged", []),
    ],
)
def test_7_9_the_fate_of_destroyers(die: int, fate: str, wreck: list[str]) -> None:
    fight = battle(("dd_a_i 3",), ("lutzow 4",))
    _, hits = run(fire_guns(BOX, fight, [Aim("lutzow", "dd_a_i")], fates=True, key="g"), dice=[(0, 0, 0, 9), (die,)])
    assert [one[1] for one in hits[0].fates] == [fate]
    assert lies(fight, "dd_a_i") == ["dd_a_i 2"]
    assert [words for unit in fight.units if unit.name == "dd_a_i.2" for words in left(unit.counters)] == wreck
    assert fight.unit("dd_a_i").is_able()


@rule("pq17", "7.9")
@pytest.mark.parametrize(
    ("fates", "ends"),
    [
        (("sunk",), (1, True)), (("damaged",), (1, False)), (("sunk", "sunk"), (2, True)),
        (("sunk", "damaged"), (2, False)), (("crippled",), (1, False)),
    ],
)  # fmt: skip
def test_7_9_by_option_the_fates_of_destroyers_say_what_sank(fates: tuple[str, ...], ends: tuple[int, bool]) -> None:
    """Nobody reads that a destroyer sank that went home, though she was the last of her counter."""
    by_bombs = bombs_told(bombed("dd_a_i", len(fates), len(fates), *fates))
    assert (by_bombs.lost[0], by_bombs.sunk[0]) == ends


@rule("pq17", "7.9", "7.5.2m", position="PP266")
def test_7_9_a_destroyer_that_went_home_damaged_is_a_step_lost() -> None:
    board = attacked(
        force("t", "allied", "task_force", OPEN, "norfolk"), force("d", "axis", "task_force", OPEN, "dd_36a 2"),
        options=Options(destroyer_fate=True),
    )  # fmt: skip
    dice = [(9, 0, 0), (0, 0), (7,), (9,)]
    play(surface_combat(board), cards=[a_card("force", "0")], dice=dice)
    assert [one.side for one in told(board, "allied", Withdrew)] == ["axis"]
    assert board.state.bookings == []


@rule("pq17", "7.9a")
def test_7_9a_a_wreck_fires_no_more_and_the_next_hit_sinks_it() -> None:
    fight = battle(("dd_a_i 0+crippled",), ("lutzow 4",))
    assert not firing_counters(BOX, fight.unit("dd_a_i"), fight.unit("lutzow"))
    run(fire_guns(BOX, fight, [Aim("lutzow", "dd_a_i")], fates=True, key="g"), dice=[(0, 0, 0, 7)])
    assert [one.name for one in fight.units] == ["lutzow"]


@rule("pq17", "7.9a", "7.9d")
def test_7_9a_a_wreck_that_bombs_sink_counts_as_one() -> None:
    wreck = Counter("dd_a_i", 0, dead=True)
    assert told_of(BOX.ships["dd_a_i"], wound(wreck, BOX.ships["dd_a_i"], 1)) == (1, True)


@rule("pq17", "7.9a", "7.3.1d")
def test_7_9a_a_wreck_that_goes_down_beside_another_is_gone() -> None:
    stack = [Counter("dd_a_i", 2), Counter("dd_a_i", 0, dead=True)]
    hits = run(fire_salvo(BOX, stack, 1, key="s"), dice=[(9,), (9,)], lots=[0, 1]).hits
    assert [(one.ship, one.lost, one.sunk) for one in hits] == [("dd_a_i", 2, 2)]
    assert [(one.ship, one.strength) for one in stack] == [("dd_a_i", 1)]


@rule("pq17", "7.9a", "7.9d", "13.0a", "5.1.1")
@pytest.mark.parametrize(
    ("holding", "lots", "after", "lost"),
    [
        (("dd_a_i 0+crippled", "mv 9"), [0], ["dd_a_i 0+crippled", "mv 7"], ["mv", "mv"]),
        (("dd_a_i 0+dead", "mv 9"), [0], ["dd_a_i 0+dead", "mv 7"], ["mv", "mv"]),
        (("kent 0+towed", "dd_a_i 3+tows", "mv 9"), [0, 0, 3], ["kent 0+towed", "dd_a_i 2+tows", "mv 8"],
         ["dd_a_i", "mv"]),
        (("kent 0+towed", "dd_a_i 1+tows", "mv 9"), [0, 0, 0], ["kent 0+dead", "mv 8"], ["dd_a_i", "mv"]),
        (("tb_hunt 1+crippled", "mv 9"), [0, 0, 0], ["mv 8"], ["tb_hunt", "mv"]),
    ],
)  # fmt: skip
def test_7_9a_a_collision_leaves_wrecks_where_they_are(
    holding: tuple[str, ...], lots: list[int], after: list[str], lost: list[str]
) -> None:
    """A wreck has no strength left that a hit could take, and is lost when she sinks, not by what befalls others."""
    convoy = force("c", "allied", "convoy", "0412")
    convoy.counters = read_counters(*holding)
    board = arctic(convoy, options=FATES, phase=Phase("allied"))
    play(collision(board, "allied"), lots=lots)
    assert left(convoy.counters) == after
    assert [one.unit for one in board.state.losses] == lost


@rule("pq17", "7.9a", "9.3.1a", "9.3.1b")
@pytest.mark.parametrize(
    ("sky", "holding", "after"),
    [
        ("gale", ("dd_36a 0+crippled", "dd_34_36 2"), ["dd_36a 0+crippled", "dd_34_36 1"]),
        ("storm", ("dd_36a 0+crippled", "tb_35_37 1"), ["dd_36a 0+crippled"]),
        ("storm", ("dd_36a 0+dead", "tb_35_37 1+crippled"), ["dd_36a 0+dead"]),
    ],
)  # fmt: skip
def test_7_9a_weather_leaves_wrecks_where_they_are(sky: str, holding: tuple[str, ...], after: list[str]) -> None:
    """Card 5 says one DD/TB."""
    raid = force("x", "axis", "task_force", "0413")
    raid.counters = read_counters(*holding)
    board = arctic(raid, options=FATES, sky=Sky(sky), phase=Phase("axis"))
    play(weather_damage(board), cards=["card_05"], dice=[(0,)] if sky == "gale" else [])
    assert left(raid.counters) == after
    assert len(board.state.losses) == 1


@rule("pq17", "7.9a", "10.2.6", "9.3.1c")
@pytest.mark.parametrize(
    ("ships", "lost", "after"),
    [
        (("dd_a_i 0+crippled",), [], ["dd_a_i 0+crippled"]),
        (("dd_a_i 0+crippled", "dd_a_i 2"), ["dd_a_i"], ["dd_a_i 0+crippled", "dd_a_i 1"]),
        (("kent 0+dead",), ["kent"], []),
    ],
)
def test_7_9a_ice_and_weather_take_no_step_of_a_destroyer_that_has_none(
    ships: tuple[str, ...], lost: list[str], after: list[str]
) -> None:
    """A wreck of the option had one step less than none, and lay on in her force so."""
    counters = read_counters(*ships)
    damage = Damage(heavy=1, light=1, light_more=0, convoy=0, convoy_more=0)
    assert run(remove_damaged(BOX, counters, damage, whole=False, key="k")) == lost
    assert left(counters) == after


@rule("pq17", "7.9c", "7.9a", position="PP267")
def test_7_9c_bombs_on_destroyers_ask_for_their_fate_too() -> None:
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


@rule("pq17", "7.9c", "7.2.6", position="PP267")
def test_7_9c_both_hear_what_became_of_destroyers_that_were_bombed() -> None:
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


@rule("pq17", "7.9c", "7.1.3", position="PP267")
def test_7_9c_destroyers_bombed_in_port_have_fates_too() -> None:
    """Two forces of one class in Murmansk: wrecks stay with their own, and who went home is no loss."""
    forces = [force(name, "allied", "task_force", "0817", "dd_a_i 1", port="murmansk") for name in "ab"]
    units = [AirUnit("ju_88", 2, id=name, base="banak") for name in ("one", "two")]
    board = phase(arctic(*forces, air=units, options=Options(destroyer_fate=True)), "axis")
    board.state.instructions["allied"] = Instructions(scramble="none")
    order, terms = Raid("murmansk", ("one", "two")), RaidTerms(day=True)
    play(resolve_raid(board, "axis", order, terms, key="r"), dice=[(0,)] * 4 + [(9, 0), (7,), (9, 0), (4,)], lots=[0])
    assert [words for one in board.state.forces for words in left(one.counters)] == ["dd_a_i 0+dead"]
    assert (board.state.bookings, len(board.state.losses)) == ([], 1)


@rule("pq17", "7.9d", "7.0e", "5.1.1", position="PP282")
@pytest.mark.parametrize(("others", "floats"), [(("dd_a_i 1",), True), (("es_british 2",), False)])
def test_7_9d_a_destroyer_that_lies_dead_is_towed_by_another_or_lost(others: tuple[str, ...], floats: bool) -> None:
    tf = force("t", "allied", "task_force", "0611", *others)
    tf.counters.append(Counter("dd_a_i", 0, dead=True))
    board = phase(arctic(tf), "allied")
    tow_or_sink(board)
    assert any(one.towed for one in tf.counters) is floats
    assert sum(one.points for one in board.state.bookings) == (0 if floats else -2), "1 point of victory"


@rule("pq17", "7.9d", "7.0c", position="PP305")
def test_7_9d_a_wreck_that_is_sunk_afterwards_scores() -> None:
    """Two wrecks stay two, and one that is hit again in a later battle is a loss of one point."""
    tf = force("t", "allied", "task_force", OPEN, "dd_a_i 1")
    tf.counters += [Counter("dd_a_i", 0, crippled=True), Counter("dd_a_i", 0, crippled=True)]
    hipper = force("h", "axis", "task_force", OPEN, "admiral_hipper")
    board = phase(arctic(tf, hipper, options=Options(destroyer_fate=True)), "axis")
    board.identify(tf, 1)
    board.phase.attacks = (Attack("h", contact_name(tf)),)
    board.state.instructions = {"allied": QUIET, "axis": QUIET}
    play(surface_combat(board), cards=[a_card("force", "0")], dice=[(0,), (0, 0, 0, 0), (9,), (0,), (0,) * 4, (0,)])
    assert sorted(left(tf.counters)) == ["dd_a_i 0+crippled", "dd_a_i 0+crippled", "dd_a_i 1"]
    before = strength_by_ship(BOX, tf)
    tf.counters.pop()
    play(settle_losses(board, tf, before, key="k"))
    assert sum(one.points for one in board.state.bookings) == -2


@rule("pq17", "7.9d", "7.5.8", position="PP307")
def test_7_9d_a_destroyer_that_is_a_wreck_protects_no_convoy() -> None:
    """Hipper cripples the only escort: two rounds more by day in Fair, and one because there was an escort."""
    prey = force("c", "allied", "convoy", OPEN, "mv 8", "dd_a_i 1")
    hipper = force("h", "axis", "task_force", OPEN, "admiral_hipper")
    board = phase(arctic(prey, hipper, options=Options(destroyer_fate=True)), "axis")
    board.identify(prey, 1)
    board.phase.attacks = (Attack("h", contact_name(prey)),)
    board.state.instructions = {"allied": QUIET, "axis": QUIET}
    first = [(0,), (9, 0, 0, 0), (5,)]
    play(surface_combat(board), cards=[a_card("force", "0")], dice=[*first, (0,) * 4, (0,), (0,) * 4, (0,), (0,) * 4])
    assert prey.convoy is not None
    assert prey.convoy.scattered
    assert "dd_a_i 0+crippled" in left(prey.counters)


@rule("pq17", "7.9d", "7.5.2a", position="PP315")
def test_7_9d_a_wreck_comes_with_the_force_that_joins() -> None:
    fight = battle(("norfolk 3",), ("lutzow 4",), round_=2)
    join_force(BOX, fight, "allied", [Counter("dd_a_i", 1), Counter("dd_a_i", 0, crippled=True)])
    assert [words for one in fight.of("allied") for words in left(one.counters)] == [
        "norfolk 3", "dd_a_i 1", "dd_a_i 0+crippled",
    ]  # fmt: skip


@rule("pq17", "7.9d", "7.3.1c", "7.3.1d", position="PP316")
@pytest.mark.parametrize(("damage", "floats"), [(0, True), (1, True), (2, False), (3, False), (9, False)])
def test_7_9d_a_torpedo_at_a_wreck(damage: int, floats: bool) -> None:
    """1Cr is nothing to her; what would leave another dead in the water, or sink her, takes her."""
    target = [Counter("dd_a_i", 0, crippled=True)]
    found = run(fire_salvo(BOX, target, 1, key="s"), dice=[(9,), (damage,)])
    assert (bool(target), found.hits[0].sunk) == (floats, 0 if floats else 1)


@rule("pq17", "7.9d", "13.7b", position="PP316")
def test_7_9d_a_chance_encounter_takes_a_wreck_too() -> None:
    prey = force("d", "axis", "task_force", OPEN)
    prey.counters = [Counter("dd_36a", 0, crippled=True)]
    board = phase(arctic(prey, force("b", "allied", "task_force", OPEN, "kent")), "axis")
    play(chance_encounter(board), dice=[(9,)])
    assert prey not in board.state.forces
    assert sum(one.points for one in board.state.bookings) == 2 * BOX.ships["dd_36a"].value
