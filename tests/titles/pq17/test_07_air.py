"""7.2, 7.8: air attacks, by the positions of `positions/07_air.toml` and the worked examples of 7.2.3 and 7.2.6."""

import pytest

from games.titles.pq17.components.pieces import WeatherKind
from games.titles.pq17.rules.air.bombing import bomb_base, bomb_column, bomb_modifier, drop_bombs
from games.titles.pq17.rules.air.combat import (
    Fire,
    air_modifier,
    apply_results,
    dogfight,
    may_scramble,
    unmatched_strength,
    usual_fires,
    usual_replies,
)
from games.titles.pq17.rules.air.flak import fire_flak, flak_value, supporting_stacks, unused_cams
from games.titles.pq17.rules.air.row import Sortie, target_now, usual_row
from games.titles.pq17.rules.air.stragglers import attack_stragglers as bomb_stragglers
from games.titles.pq17.rules.air.strike import Place, strike
from games.titles.pq17.rules.forces.battle_display import may_stack
from games.titles.pq17.rules.forces.carriers import lose_embarked_aircraft, operates
from games.titles.pq17.state.counters import Squadron
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.air_attacks import BY_DAY, squadrons
from tests.titles.pq17.trial import counter, left, read_counters, run

rule = pytest.mark.rule
IN_CLOUD = Place(day=True, weather="reduced")


def flying(them: dict[str, Squadron]) -> dict[str, int]:
    return {name: unit.flying for name, unit in them.items()}


@rule("pq17", "7.2.1")
@rule("pq17", "7.2.1a")
@pytest.mark.parametrize(
    ("aircraft", "away", "day", "weather", "may"),
    [
        ("bf_109", 0, True, "fair", True),
        ("bf_109", 1, True, "storm", True),
        ("bf_109", 2, True, "fair", False),
        ("bf_109", 0, False, "fair", False),
        ("bf_109", 0, True, "fog", False),
        ("ju_88", 0, True, "fair", False),
        ("fulmar", 0, True, "reduced", True),
        ("fulmar", 0, True, "storm", False),
    ],
)
def test_pp79_who_may_scramble(aircraft: str, away: int, day: bool, weather: WeatherKind, may: bool) -> None:
    assert may_scramble(BOX, Squadron(aircraft, 2), away=away, day=day, weather=weather) is may


@rule("pq17", "7.2.1a")
def test_a_unit_without_strength_stays_down() -> None:
    assert not may_scramble(BOX, Squadron("bf_109", 2, damaged=1, aborted=1), away=0, day=True, weather="fair")


@rule("pq17", "7.2.2a")
@pytest.mark.parametrize(
    ("scrambled", "against", "elsewhere", "short"),
    [(1, 0, 1, 1), (1, 1, 0, 0), (2, 1, 1, 1), (5, 2, 3, 0), (5, 1, 4, 1), (5, 0, 0, 0)],
)
def test_p11_pp80_fighters_must_be_matched_first(scrambled: int, against: int, elsewhere: int, short: int) -> None:
    attackers, defenders = squadrons(fulmar=2, albacore=2), squadrons(bf_109=scrambled)
    fires = [Fire("bf_109", "fulmar", against)] * bool(against) + [Fire("bf_109", "albacore", elsewhere)] * bool(
        elsewhere
    )
    assert unmatched_strength(BOX, attackers, defenders, fires) == short


@rule("pq17", "7.2.2")
@rule("pq17", "7.2.2a")
def test_the_usual_assignment_is_right() -> None:
    attackers, defenders = (
        squadrons(ju_88=2, he_111=1, bf_109=2),
        squadrons(hurricane_soviet__1=2, hurricane_soviet__2=2),
    )
    fires = usual_fires(BOX, attackers, defenders)
    assert fires == (
        Fire("hurricane_soviet__1", "bf_109", 2),
        Fire("hurricane_soviet__2", "he_111", 1),
        Fire("hurricane_soviet__2", "ju_88", 1),
    )
    assert unmatched_strength(BOX, attackers, defenders, fires) == 0


@rule("pq17", "7.2.3")
@rule("pq17", "7.2.3e")
@pytest.mark.parametrize(
    ("firer", "target", "modifier"),
    [
        ("bf_109", "fulmar", 2),
        ("bf_109", "albacore", 4),
        ("bf_110", "albacore", 3),
        ("bf_110", "fulmar", 0),
        ("bf_110", "hurricane_soviet", 0),
        ("fulmar", "bf_109", 0),
        ("albacore", "bf_109", -4),
    ],
)
def test_p12_to_p16_pp83_air_values(firer: str, target: str, modifier: int) -> None:
    assert air_modifier(BOX.aircraft[firer], BOX.aircraft[target]) == modifier


@rule("pq17", "7.2.3")
@rule("pq17", "7.2.3a")
@rule("pq17", "7.2.3b")
@rule("pq17", "7.2.3c")
def test_pp81_dice_of_air_combat() -> None:
    attackers, defenders = squadrons(he_111=9), squadrons(fw_190=4)
    defenders["fw_190"].aircraft = "bf_109"
    (shots,) = run(dogfight(BOX, attackers, defenders, [Fire("fw_190", "he_111", 4)], key="a"), dice=[(4, 5, 6, 7)])
    assert shots.modifier == 3
    assert shots.results == ("-", "abort", "damaged", "hit")
    hurt = attackers["he_111"]
    assert (hurt.strength, hurt.damaged, hurt.aborted, hurt.flying) == (8, 1, 1, 6)


@rule("pq17", "7.2.3f")
@rule("pq17", "7.2.3")
def test_p11_to_p16_the_raid_on_kirkenes() -> None:
    """The Bf 109 on the escort, the other units on the bombers, and all at the same time."""
    attackers = squadrons(fulmar=2, albacore__a=2, albacore__b=1)
    defenders = squadrons(bf_109__a=2, bf_109__b=2, bf_110=2)
    fires = [
        Fire("bf_109__a", "fulmar", 2),
        Fire("bf_109__b", "albacore__a", 2),
        Fire("bf_110", "albacore__b", 2),
    ]
    assert unmatched_strength(BOX, attackers, defenders, fires) == 0
    replies = usual_replies(BOX, attackers, fires)
    assert [(one.firer, one.target, one.strength) for one in replies] == [
        ("fulmar", "bf_109__a", 2),
        ("albacore__a", "bf_109__b", 2),
        ("albacore__b", "bf_110", 1),
    ]
    run(
        dogfight(BOX, attackers, defenders, [*fires, *replies], key="k"),
        dice=[(5, 6), (0, 2), (2, 7), (2, 9), (9, 9), (9,)],
    )
    assert flying(attackers) == {"fulmar": 1, "albacore__a": 2, "albacore__b": 0}
    assert (attackers["fulmar"].aborted, attackers["albacore__b"].strength) == (1, 0)
    assert flying(defenders) == {"bf_109__a": 1, "bf_109__b": 2, "bf_110": 2}
    assert defenders["bf_109__a"].damaged == 1


@rule("pq17", "7.2.3f")
def test_pp85_bombers_fire_only_at_those_that_attacked_them() -> None:
    attackers, fires = squadrons(fulmar=1, albacore=2), [Fire("bf_109", "fulmar", 1)]
    assert [one.firer for one in usual_replies(BOX, attackers, fires)] == ["fulmar"]
    fires = [Fire("bf_109", "albacore", 1), Fire("bf_110", "albacore", 1)]
    back = usual_replies(BOX, attackers, fires)
    assert back == (Fire("fulmar", "bf_109", 1), Fire("albacore", "bf_109", 2)), "an escort nobody engaged fires, too"


@rule("pq17", "7.2.3g")
def test_pp84_the_severest_results_count_first() -> None:
    one, two = Squadron("he_111", 1), Squadron("he_111", 2)
    for unit in (one, two):
        apply_results(unit, ["abort", "damaged", "hit"])
    assert (one.strength, one.damaged, one.aborted) == (0, 0, 0)
    assert (two.strength, two.damaged, two.aborted) == (1, 1, 0)


@rule("pq17", "7.2.4")
def test_pp86_the_usual_row() -> None:
    ships = read_counters("mv 8", "mv 8", "mv 5", "aldersdale 2", "dd_a_i 3", "tb_hunt 2", "es_british 4", "norfolk 3")
    row = usual_row(BOX, ships)
    assert all(stack and may_stack(BOX, stack) for stack in row)
    assert sorted(one.ship for stack in row for one in stack) == sorted(one.ship for one in ships)
    kinds = ["".join(sorted({BOX.ships[one.ship].type for one in stack})) for stack in row]
    transports = [place for place, names in enumerate(kinds) if "mx" in names]
    assert transports == list(range(transports[0], transports[-1] + 1))
    assert kinds.index("ca") in (transports[0] - 1, transports[-1] + 1)
    assert kinds[0] in ("dd", "tb", "es")
    assert kinds[-1] in ("dd", "tb", "es")


@rule("pq17", "7.2.6b")
def test_pp96_a_target_that_is_gone() -> None:
    row = [read_counters("dd_a_i 2"), [], read_counters("mv 3")]
    chosen = [target_now(BOX, row, Sortie("a", 1, instead=one), []) for one in ("left", "right", "transports", "home")]
    assert chosen == [0, 2, 2, None]
    assert target_now(BOX, row, Sortie("a", 2, instead="home"), []) == 2
    assert target_now(BOX, row, Sortie("a", 1), [2, 2]) is None, "two attack it already"
    assert target_now(BOX, [read_counters("dd_a_i 2"), []], Sortie("a", 1), []) is None


@rule("pq17", "7.2.5")
@rule("pq17", "7.2.5d")
@pytest.mark.parametrize(
    ("stack", "worth"),
    [
        (("dd_j_r 2", "dd_a_i 2"), 1),
        (("mv 5", "aldersdale 2"), 0),
        (("palomares 1", "pozarica 1", "mv 3"), 4),
        (("dd_j_r 2", "tb_hunt 2"), 2),
        (("tirpitz 5",), 5),
    ],
)
def test_pp88_values_add_up_and_stars_do_not(stack: tuple[str, ...], worth: int) -> None:
    assert flak_value(BOX, read_counters(*stack)) == worth


@rule("pq17", "7.2.5")
@pytest.mark.parametrize(
    ("aircraft", "torpedoes", "day", "die", "result"),
    [
        ("he_111", True, True, 8, "damaged"),
        ("he_111", False, True, 8, "abort"),
        ("ju_87", False, True, 8, "-"),
        ("halifax", False, False, 8, "-"),
        ("he_111", True, True, 9, "hit"),
        ("he_111", False, True, 9, "damaged"),
        ("ju_87", False, True, 9, "abort"),
        ("halifax", False, False, 9, "-"),
    ],
)
def test_pp89_anti_aircraft_fire(aircraft: str, torpedoes: bool, day: bool, die: int, result: str) -> None:
    unit = Squadron(aircraft, 2)
    found = run(fire_flak(BOX, "u", unit, 2, torpedoes=torpedoes, day=day, key="f"), dice=[(die,)])
    assert found.result == result
    assert unit.flying == (2 if result == "-" else 1)


@rule("pq17", "7.2.5a")
def test_p20_p24_pp90_who_fires_for_a_neighbour() -> None:
    row = [
        read_counters("es_british 2"),
        read_counters("mv 5"),
        read_counters("dd_j_r 2"),
        read_counters("aldersdale 2"),
    ]
    assert supporting_stacks(BOX, row, {1}) == {2: (1,)}
    assert supporting_stacks(BOX, row, {1, 2}) == {}
    assert supporting_stacks(BOX, row, {3}) == {2: (3,)}
    row[2] = []
    assert supporting_stacks(BOX, row, {1}) == {}


@rule("pq17", "7.2.5", "7.2.5a")
def test_nobody_fires_at_who_is_shot_down_already() -> None:
    """Neither the neighbour of the target, nor the port."""
    row, port = (
        [read_counters("palomares 2"), read_counters("pozarica 2")],
        Place(day=True, weather="fair", port_guns=4),
    )
    (wave,) = run(
        strike(BOX, row, squadrons(he_111=1), [Sortie("he_111", 0, torpedoes=True)], port, key="s"), dice=[(9,)]
    )
    assert [one.result for one in wave.flak] == ["hit"]
    assert wave.attacks == ()
    (wave,) = run(
        strike(BOX, row, squadrons(he_111=1), [Sortie("he_111", 0, torpedoes=False)], port, key="s"),
        dice=[(0,), (0,), (0,), (0,)],
    )
    assert [one.result for one in wave.flak] == ["-", "-", "-"]


@rule("pq17", "7.2.5c")
@rule("pq17", "1.4.3")
def test_pp91_a_cam_adds_one_and_is_spent() -> None:
    row = [read_counters("mv 3", "mc 1")]
    assert unused_cams(BOX, row[0]) == 1
    (wave,) = run(strike(BOX, row, squadrons(ju_88=2), [Sortie("ju_88", 0)], IN_CLOUD, key="s"), dice=[(7,), (0,)])
    assert [(one.modifier, one.result) for one in wave.flak] == [(1, "abort")]
    assert unused_cams(BOX, row[0]) == 0
    (wave,) = run(strike(BOX, row, squadrons(ju_88=2), [Sortie("ju_88", 0)], IN_CLOUD, key="s"), dice=[(7,), (0, 0)])
    assert [(one.modifier, one.result) for one in wave.flak] == [(0, "-")]


@rule("pq17", "9.2.4")
@rule("pq17", "7.2.5c")
@pytest.mark.parametrize(("place", "strength"), [(Place(day=True, weather="storm"), 2), (BY_DAY, 1)])
def test_pp9_a_cam_does_not_serve_in_storm_or_against_a_single_aircraft_unit(place: Place, strength: int) -> None:
    row = [read_counters("mv 3", "mc 1")]
    run(strike(BOX, row, squadrons(ju_88=strength), [Sortie("ju_88", 0)], place, key="s"), dice=[(7,), (0,) * strength])
    assert unused_cams(BOX, row[0]) == 1


@rule("pq17", "7.2.5b")
@rule("pq17", "7.1.3b")
def test_the_guns_of_a_port_fire_at_everybody_and_nobody_drops_torpedoes() -> None:
    row = [read_counters("admiral_hipper 4")]
    port = Place(day=True, weather="fair", port_guns=4, in_port=True)
    (wave,) = run(
        strike(BOX, row, squadrons(albacore=2), [Sortie("albacore", 0, torpedoes=True)], port, key="s"),
        dice=[(0,), (0,), (7, 8)],
    )
    assert [one.value for one in wave.flak] == [3, 4]
    assert wave.attacks[0].salvo is None
    assert left(row[0]) == ["admiral_hipper 3"], "light bombers need 9, less 1 in port"


@rule("pq17", "7.2.6")
@pytest.mark.parametrize(
    ("aircraft", "ship", "misses", "hits"),
    [
        ("ju_87", "duke_of_york 4", 7, 8),
        ("ju_88", "dd_a_i 3", 8, 9),
        ("he_111", "aldersdale 2", 8, 9),
        ("ju_88", "mv 3", 7, 8),
        ("ju_88", "aldersdale 2+dead", 5, 6),
    ],
)
def test_pp92_pp93_bombs(aircraft: str, ship: str, misses: int, hits: int) -> None:
    for die, count in ((misses, 0), (hits, 1)):
        stack = read_counters(ship)
        found = run(drop_bombs(BOX, stack, Squadron(aircraft, 1), in_port=False, day=True, key="b"), dice=[(die,)])
        assert sum(one.hits for one in found.bombed) == count


@rule("pq17", "7.2.6")
def test_pp92_level_bombers_never_hit_a_cruiser_at_sea() -> None:
    ship = read_counters("jamaica 4")
    run(drop_bombs(BOX, ship, Squadron("he_111", 1), in_port=False, day=True, key="b"), dice=[(9,)])
    assert left(ship) == ["jamaica 4"]
    run(drop_bombs(BOX, ship, Squadron("he_111", 1), in_port=True, day=True, key="b"), dice=[(9,)])
    assert left(ship) == ["jamaica 3"]


@rule("pq17", "7.2.6")
@rule("pq17", "7.0g")
def test_pp93_eleven_hits_twice() -> None:
    stack = read_counters("palomares 1+dead")
    found = run(drop_bombs(BOX, stack, Squadron("ju_88", 1), in_port=False, day=True, key="b"), dice=[(9,)])
    assert [one.hits for one in found.bombed] == [2]
    assert stack == []


@rule("pq17", "7.2.7")
@pytest.mark.parametrize(
    ("in_port", "day", "chart"), [(False, True, "lb"), (False, False, "lb"), (True, True, "lb"), (True, False, "mb")]
)
def test_pp94_the_column_of_the_ju_88(in_port: bool, day: bool, chart: str) -> None:
    assert bomb_column(BOX.aircraft["ju_88"], in_port=in_port, day=day) == chart
    assert bomb_column(BOX.aircraft["he_111"], in_port=in_port, day=day) == "mb"


@rule("pq17", "13.1")
def test_an_elusive_target_is_harder_to_hit() -> None:
    assert bomb_modifier(BOX, counter("avenger 1"), in_port=False, elusive=True) == -1


@rule("pq17", "7.2.6a")
def test_a_hit_falls_on_a_ship_of_the_stack() -> None:
    stack = read_counters("mv 5", "palomares 1", "aldersdale 2")
    run(drop_bombs(BOX, stack, Squadron("ju_88", 2), in_port=False, day=True, key="b"), dice=[(8, 9)], lots=[6, 4])
    assert left(stack) == ["mv 4", "palomares 1", "aldersdale 1"]


@rule("pq17", "7.2.6")
def test_aircraft_without_bombs_drop_none() -> None:
    assert (
        run(drop_bombs(BOX, read_counters("mv 1"), Squadron("bf_109", 2), in_port=False, day=True, key="b")).dice == ()
    )


@rule("pq17", "7.2.6d")
@rule("pq17", "7.2.4f")
def test_bombs_on_a_base() -> None:
    grounded = Squadron("bf_109", 2)
    assert run(bomb_base(BOX, grounded, Squadron("ju_87", 2), key="b"), dice=[(6, 7)]).results == ("-", "damaged")
    assert (grounded.strength, grounded.damaged) == (2, 1)


@rule("pq17", "7.2.5")
@rule("pq17", "7.2.6")
def test_p17_to_p28_the_attack_on_a_small_convoy() -> None:
    """Two waves at a row of a destroyer counter, transports, an escort."""
    row = [read_counters("dd_j_r 3"), read_counters("mv 5", "aldersdale 2"), read_counters("es_british 1")]
    raid = squadrons(ju_88__a=1, he_111=2, ju_88__b=2, he_115=1, ju_88__c=2)
    sorties = [
        Sortie("ju_88__a", 0),
        Sortie("he_111", 1, torpedoes=True),
        Sortie("ju_88__b", 1),
        Sortie("he_115", 1, wave=2, torpedoes=True),
        Sortie("ju_88__c", 1, wave=2),
    ]
    first, second = run(
        strike(BOX, row, raid, sorties, BY_DAY, key="s"),
        dice=[(4,), (7,), (7,), (2,), (5, 7), (6,), (0, 3), (1,), (9,), (6,), (3,), (8,)],
        lots=[0, 0],
    )
    assert [(one.unit, one.value, one.result) for one in first.flak] == [
        ("ju_88__a", 1, "-"),
        ("he_111", 0, "abort"),
        ("ju_88__b", 0, "-"),
    ]
    assert first.attacks[1].salvo is not None
    assert [one.sunk for one in first.attacks[1].salvo.hits] == [1]
    assert [(one.unit, one.value, one.result) for one in second.flak] == [
        ("he_115", 0, "-"),
        ("ju_88__c", 0, "abort"),
        ("he_115", 1, "-"),
    ], "the destroyers fire for their neighbour, the escort does not"
    assert left(row[1]) == ["mv 3", "aldersdale 2"]


@rule("pq17", "7.2.6b")
@rule("pq17", "7.2.6c")
def test_pp96_who_breaks_off_is_not_fired_at() -> None:
    row = [read_counters("dd_j_r 1"), read_counters("mv 1")]
    raid = squadrons(ju_88__a=1, ju_88__b=1)
    sorties = [Sortie("ju_88__a", 1), Sortie("ju_88__b", 1, wave=2, instead="home")]
    first, second = run(strike(BOX, row, raid, sorties, BY_DAY, key="s"), dice=[(0,), (0,), (9,)])
    assert first.attacks[0].bombs is not None
    assert second.flak == ()
    assert [one.target for one in second.attacks] == [None]


@rule("pq17", "7.7.3")
def test_pp100_each_unit_finds_a_straggler_of_its_own() -> None:
    ships = read_counters("mv 3", "palomares 1", "es_british 2")
    found = run(
        bomb_stragglers(BOX, ships, squadrons(ju_88=1, he_111=2), {"he_111": True}, BY_DAY, key="s"),
        dice=[(7,), (8,), (7,), (7, 3), (3,)],
        lots=[0, 2],
        secret=True,
    )
    assert [(one.ship, [fire.value for fire in one.wave.flak]) for one in found] == [("mv", [0]), ("palomares", [2])]
    assert [one.wave.flak[0].result for one in found] == ["-", "abort"]
    assert sorted(left(ships)) == ["es_british 2", "mv 2"]


@rule("pq17", "7.7.3")
def test_units_without_strength_find_nobody() -> None:
    assert run(bomb_stragglers(BOX, read_counters("mv 3"), squadrons(ju_88=0), {}, BY_DAY, key="s")) == []


@rule("pq17", "7.8")
def test_pp99_aircraft_go_with_the_steps_of_their_carrier() -> None:
    embarked = [Squadron("albacore", 2), Squadron("albacore", 2), Squadron("fulmar", 3)]
    assert len(run(lose_embarked_aircraft(embarked, 2, key="c"))) == 4
    assert sum(unit.strength for unit in embarked) == 3


@rule("pq17", "7.8a")
@pytest.mark.parametrize(("ship", "does"), [("victorious 2", True), ("victorious 4+crippled", False)])
def test_pp69_a_crippled_carrier_operates_nothing(ship: str, does: bool) -> None:
    assert operates(counter(ship)) is does
    assert not operates(counter("victorious 0+dead"))
