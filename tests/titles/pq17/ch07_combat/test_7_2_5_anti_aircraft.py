"""7.2.5: anti-aircraft fire of targets, neighbours, ports and CAM ships."""

from typing import Any

import pytest

from games.order_text import ParsedOrders, parse_lines
from games.titles.pq17.components.options import Options
from games.titles.pq17.components.pieces import WeatherKind
from games.titles.pq17.orders.air_battle import AirDefenceForm, Cams, Fighter
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.raids import Raid
from games.titles.pq17.presentation.labels import Labels, Words
from games.titles.pq17.presentation.narration.air import TELLERS
from games.titles.pq17.rules.air.exchange import Defence
from games.titles.pq17.rules.air.flak import fire_flak, flak_value, supporting_stacks, unused_cams
from games.titles.pq17.rules.air.raid import place_of
from games.titles.pq17.rules.air.row import Sortie
from games.titles.pq17.rules.air.strike import Place, strike
from games.titles.pq17.rules.special.raids import RaidTerms, resolve_raid
from games.titles.pq17.state.counters import Squadron
from games.titles.pq17.state.events.air import AirFired, FlakFired, Struck
from games.titles.pq17.state.state import AirUnit
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import PQ17
from tests.titles.pq17.ch07_combat.air_attacks import BY_DAY, squadrons
from tests.titles.pq17.playing import phase, play
from tests.titles.pq17.trial import left, read_counters, run

rule = pytest.mark.rule
IN_CLOUD = Place(day=True, weather="reduced")


def _defence() -> AirDefenceForm:
    ships = (("mv", 8), ("mc", 1))
    return AirDefenceForm(
        at="0412", attackers=(("ju_88", 4),), ships=ships, fighters=(Fighter("hurricane_1"),), cams=True
    )


def _mailed(line: str) -> ParsedOrders:
    return parse_lines([line], _defence(), _defence().labels_in_context(PQ17.presentation.labels))


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", ["Ju 88 A-4-1 attacks Avenger and A to I class destroyers with bombs (die 9): no hits.",
                "Ju 88 A-4 attacks with bombs (die 9): no hits.",
                "Anti-aircraft fire at Ju 88 A-4-1, die 0: no effect.",
                "Bf 109 E/F (Banak 1) fires at Hudson, die 0: no effect."]),
        ("ja", ["Ju88 A-4-1のアヴェンジャー、A–I級駆逐艦への爆撃（ダイス9）：命中なし。",
                "Ju88 A-4の爆撃（ダイス9）：命中なし。", "Ju88 A-4-1への対空射撃、ダイス0：効果なし。",
                "Bf109 E/F（バナック1）がハドソンを攻撃、ダイス0：効果なし。"]),
    ],
)  # fmt: skip
def test_the_lines_name_unit_and_stack(language: str, lines: list[str]) -> None:
    say = Words(Labels(BOX), language)
    told = (
        Struck("axis", "ju_88", 1, dice=(9,), unit="ju_88_1", stack=("avenger", "dd_a_i")),
        Struck("axis", "ju_88", 1, dice=(9,)),
        FlakFired("allied", "ju_88", 1, 0, 0, "-", unit="ju_88_1"),
        AirFired("axis", "bf_109", "hudson", (0,), 0, ("-",), firer_unit="banak_1"),
    )
    assert [TELLERS[type(one)](one, say) for one in told] == lines


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("CAM ships serve from 5 attackers", "possible: '0', '1', '2', '3', '4', '6', '8'"),
        ("fly CAM ships serve from 2 attackers", "these words do: `cams`, `lay-out`, `rise`"),
        ("serve from 2 attackers", "these words do: `cams`, `lay-out`, `rise`"),
    ],
)  # fmt: skip
def test_what_else_is_written_of_them_is_refused_with_what_would_do(line: str, says: str) -> None:
    (refused,) = _mailed(line).refused
    assert says in refused.problems[0].message.en


@rule("pq17", "7.2.5", "7.2.5d", position="PP88")
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
def test_7_2_5_values_add_up_and_stars_do_not(stack: tuple[str, ...], worth: int) -> None:
    assert flak_value(BOX, read_counters(*stack)) == worth


@rule("pq17", "7.2.5", position="PP89")
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
def test_7_2_5_anti_aircraft_fire(aircraft: str, torpedoes: bool, day: bool, die: int, result: str) -> None:
    unit = Squadron(aircraft, 2)
    found = run(fire_flak(BOX, "u", unit, 2, torpedoes=torpedoes, day=day, key="f"), dice=[(die,)])
    assert found.result == result
    assert unit.flying == (2 if result == "-" else 1)


@rule("pq17", "7.2.5", "7.2.5a")
def test_7_2_5_nobody_fires_at_who_is_shot_down_already() -> None:
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


@rule(
    "pq17",
    "7.2.5",
    "7.2.6",
    positions=("P17", "P18", "P19", "P20", "P21", "P22", "P23", "P24", "P25", "P26", "P27", "P28"),
)
def test_7_2_5_the_attack_on_a_small_convoy() -> None:
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


@rule("pq17", "7.2.5", position="PP236")
@pytest.mark.parametrize(
    ("worth", "results"), [(4, ["-", "abort", "damaged", "damaged"]), (5, ["abort", "abort", "damaged", "hit"])]
)
def test_7_2_5_four_and_five_are_different_columns(worth: int, results: list[str]) -> None:
    found = [
        run(fire_flak(BOX, "u", Squadron("he_111", 2), worth, torpedoes=False, day=True, key="f"), dice=[(die,)]).result
        for die in (6, 7, 8, 9)
    ]
    assert found == results


@rule("pq17", "7.2.5", "7.2.5b", position="PP238")
def test_7_2_5_the_port_fires_besides() -> None:
    row, units = [read_counters("mv 5")], {name: Squadron("ju_88", 1) for name in "ab"}
    place = Place(day=True, weather="fair", in_port=True, port_guns=BOX.ports["murmansk"].anti_aircraft)
    dice = [(0,)] * 6
    (wave,) = run(strike(BOX, row, units, [Sortie("a", 0), Sortie("b", 0)], place, key="s"), dice=dice)
    assert [(one.unit, one.value) for one in wave.flak] == [("a", 0), ("b", 0), ("a", 4), ("b", 4)]


@rule("pq17", "7.2.5a", positions=("P20", "P24", "PP90"))
def test_7_2_5a_who_fires_for_a_neighbour() -> None:
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


@rule("pq17", "7.2.5a", position="PP235")
def test_7_2_5a_a_neighbour_of_two_targets_fires_once() -> None:
    row = [read_counters("mv 5"), read_counters("dd_j_r 2"), read_counters("mv 5")]
    assert supporting_stacks(BOX, row, {0, 2}) == {1: (0, 2)}
    units = {name: Squadron("ju_88", 1) for name in "abcd"}
    flown = [Sortie("a", 0), Sortie("b", 0), Sortie("c", 2), Sortie("d", 2)]
    (wave,) = run(strike(BOX, row, units, flown, BY_DAY, key="s"), dice=[(0,)] * 9)
    assert [one.value for one in wave.flak] == [0, 0, 0, 0, 1]


@rule("pq17", "7.2.5b", "7.1.3b")
def test_7_2_5b_the_guns_of_a_port_fire_at_everybody_and_nobody_drops_torpedoes() -> None:
    row = [read_counters("admiral_hipper 4")]
    port = Place(day=True, weather="fair", port_guns=4, in_port=True)
    (wave,) = run(
        strike(BOX, row, squadrons(albacore=2), [Sortie("albacore", 0, torpedoes=True)], port, key="s"),
        dice=[(0,), (0,), (7, 8)],
    )
    assert [one.value for one in wave.flak] == [3, 4]
    assert wave.attacks[0].salvo is None
    assert left(row[0]) == ["admiral_hipper 3"], "light bombers need 9, less 1 in port"


@rule("pq17", "7.2.5b", "7.2.5c")
@pytest.mark.parametrize(("said", "usual", "expected"), [(None, "3", 3), (0, "3", 0), (4, "0", 4), (None, "0", 0)])
def test_7_2_5b_from_how_many_on_cam_ships_serve(said: int | None, usual: Any, expected: int) -> None:
    board = arctic(
        force("pq", "allied", "convoy", "0817", "mv 4", port="murmansk"),
        instructions={"allied": Instructions(cam_from=usual)}, options=Options(destroyer_fate=True),
    )  # fmt: skip
    place = place_of(board, board.force("pq"), Defence(cam_from=said))
    assert (place.cam_from, place.in_port, place.fates) == (expected, True, True)
    assert place.port_guns == BOX.ports["murmansk"].anti_aircraft > 0
    at_sea = arctic(force("pq", "allied", "convoy", "0718", "mv 4"))
    assert (place_of(at_sea, at_sea.force("pq"), Defence()).port_guns, place_of(
        at_sea, at_sea.force("pq"), Defence()).in_port) == (0, False)  # fmt: skip


@rule("pq17", "7.2.5b")
@pytest.mark.parametrize(("away", "hit"), [("", "big"), ("0817", "small")])
def test_7_2_5b_bombs_fall_on_aircraft_that_stand_on_the_field(away: str, hit: str) -> None:
    """The largest unit, if it is not out on a mission."""
    big = AirUnit("ju_87", 4, id="big", base="kirkenes_field", mission="attack" if away else "", at=away)
    units = [
        AirUnit("db_3f", 2, id="raider", base="vaenga"),
        big,
        AirUnit("ju_88", 2, id="small", base="kirkenes_field"),
    ]
    board = phase(arctic(air=units), "allied")
    play(
        resolve_raid(board, "allied", Raid("kirkenes_field", ("raider",)), RaidTerms(day=True), key="r"),
        dice=[(2,), (9, 9)],
    )
    assert [unit.id for unit in board.state.air if unit.damaged] == [hit]


@rule("pq17", "7.2.5c", "1.4.3", position="PP91")
def test_7_2_5c_a_cam_adds_one_and_is_spent() -> None:
    row = [read_counters("mv 3", "mc 1")]
    assert unused_cams(BOX, row[0]) == 1
    (wave,) = run(strike(BOX, row, squadrons(ju_88=2), [Sortie("ju_88", 0)], IN_CLOUD, key="s"), dice=[(7,), (0,)])
    assert [(one.modifier, one.result) for one in wave.flak] == [(1, "abort")]
    assert unused_cams(BOX, row[0]) == 0
    (wave,) = run(strike(BOX, row, squadrons(ju_88=2), [Sortie("ju_88", 0)], IN_CLOUD, key="s"), dice=[(7,), (0, 0)])
    assert [(one.modifier, one.result) for one in wave.flak] == [(0, "-")]


@rule("pq17", "7.2.5c")
@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("cams from 2", "2"), ("CAM ships from 2", "2"), ("cams 2", "2"), ("CAM ships serve from 2 attackers", "2"),
        ("cams serve from 1 attacker", "1"), ("CAM ships never serve", "0"), ("CAM船 4以上に発進", "4"),
    ],
)  # fmt: skip
def test_7_2_5c_from_how_many_cam_ships_serve_is_read(line: str, number: str) -> None:
    found = _mailed(line)
    assert found.text is not None
    assert _defence().read(_defence().parse(found.text)) == (Cams(number),)


@rule("pq17", "7.2.5c", "1.4.3", position="PP237")
@pytest.mark.parametrize(
    ("weather", "die", "result", "spent"),
    [("fair", 6, "abort", True), ("fair", 7, "abort", True), ("fair", 5, "-", True), ("storm", 7, "-", False)],
)
def test_7_2_5c_two_cam_ships_give_two(weather: WeatherKind, die: int, result: str, spent: bool) -> None:
    row = [read_counters("mv 3", "mc 2")]
    place = Place(day=True, weather=weather)
    rolls = [(die,), (0,) * (1 if result == "abort" else 2)]
    (wave,) = run(strike(BOX, row, {"ju": Squadron("ju_88", 2)}, [Sortie("ju", 0)], place, key="s"), dice=rolls)
    assert (wave.flak[0].result, row[0][1].used) == (result, spent)
