"""1.4 to 1.7: the counters, the cards and the chits, and that faulty ones are refused."""

from collections import Counter as Tally

import pytest

from games.titles.pq17.components.box import FILES as NAMES
from games.titles.pq17.components.pieces import column
from games.titles.pq17.rules.air.missions import missions_part
from games.titles.pq17.rules.forces.composition import merge_counters
from games.titles.pq17.rules.search.legal_attacks import armed_boats
from games.titles.pq17.state.counters import Counter as Piece
from games.titles.pq17.state.reporting import convoy_ships, warship_counters
from games.titles.pq17.state.speeds import ship_speed
from games.titles.pq17.state.state import AirUnit
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX, FILES, Files
from tests.titles.pq17.faults import cell, refused, without

rule = pytest.mark.rule


@rule("pq17", "1.4", "T.units")
@pytest.mark.parametrize(
    ("ship", "type_", "strength", "fire", "torpedoes", "value"),
    [
        ("tirpitz", "bb", 5, 5, 1, 60), ("washington", "bb", 5, 5, 0, 30), ("duke_of_york", "bb", 4, 4, 0, 30),
        ("victorious", "cv", 4, 3, 0, 30), ("avenger", "cve", 1, 1, 0, 6), ("norfolk", "ca", 3, 2, 1, 5),
        ("suffolk", "ca", 2, 2, 0, 3), ("tuscaloosa", "ca", 4, 3, 0, 6), ("jamaica", "cl", 4, 2, 1, 4),
        ("scylla", "claa", 2, 3, 1, 2), ("lutzow", "cb", 4, 3, 2, 12), ("admiral_hipper", "ca", 4, 3, 2, 10),
        ("koln", "cl", 2, 2, 2, 5), ("scharnhorst", "bc", 3, 4, 1, 35), ("dd_a_i", "dd", 1, -1, 2, 1),
        ("dd_36a", "dd", 1, 1, 2, 2), ("tb_hunt", "tb", 1, 1, 0, 1), ("es_british", "es", 1, -1, 0, 1),
        ("aldersdale", "ax", 2, -1, 0, 2), ("palomares", "ax", 1, 2, 0, 1), ("mv", "mx", 1, -1, 0, 1),
    ],
)  # fmt: skip
def test_ships(ship: str, type_: str, strength: int, fire: int, torpedoes: int, value: int) -> None:
    one = BOX.ships[ship]
    assert (one.type, one.strength, one.anti_aircraft, one.torpedoes, one.value) == (
        type_, strength, fire, torpedoes, value,
    )  # fmt: skip


@rule("pq17", "1.4a", "5.1")
def test_speed_falls_with_the_steps() -> None:
    king = BOX.ships["king_george_v"]
    assert (king.speed, king.cruise_from, king.slow_from) == ("high", 3, 1)
    assert {one.speed for one in BOX.ships.values() if one.type == "mx"} == {"slow"}
    assert {one.speed for one in BOX.ships.values() if one.type in ("es", "ss")} == {"cruise"}
    assert {one.speed for one in BOX.ships.values() if one.is_heavy or one.type in ("dd", "tb")} == {"high"}


@rule("pq17", "1.4d")
def test_escorts_cruise_and_torpedo_boats_make_high_speed_with_or_without_torpedoes() -> None:
    speeds = {ship: {ship_speed(BOX, Piece(ship, 1, spent=spent)) for spent in (0, 2)} for ship in BOX.ships}
    kinds = {one.id: one.type for one in BOX.ships.values()}
    assert all(speeds[ship] == {"cruise"} for ship, kind in kinds.items() if kind == "es")
    assert all(speeds[ship] == {"high"} for ship, kind in kinds.items() if kind == "tb")


@rule("pq17", "1.4e")
@pytest.mark.parametrize(
    ("ship", "fits", "more"),
    [("dd_a_i", 4, 5), ("tb_hunt", 4, 5), ("es_british", 4, 5), ("ss_german", 2, 3), ("tb_35_37", 2, 3)],
)
def test_a_counter_holds_so_much(ship: str, fits: int, more: int) -> None:
    assert warship_counters(BOX, [Piece(ship, 1), Piece(ship, fits - 1)]) == {ship: 1}
    assert warship_counters(BOX, [Piece(ship, more)]) == {ship: 2}
    assert {one.most for one in BOX.ships.values() if one.type == "mx"} == {8}


@rule("pq17", "1.4f")
def test_convoy_ships() -> None:
    roles = {kind: {one.role for one in BOX.ships.values() if one.type == kind} for kind in ("ax", "mx")}
    assert roles["mx"] == {"mv", "mo", "mc"}
    assert {"aa", "ao"} <= roles["ax"]
    assert not roles["ax"] & roles["mx"]
    assert convoy_ships(BOX, [Piece("mv", 5), Piece("mo", 1), Piece("palomares", 1), Piece("dd_a_i", 2)]) == 7


@rule("pq17", "1.4.1", "7.3.2a")
def test_a_turned_submarine_counter_has_no_boats_that_attack() -> None:
    pack = force("p", "axis", "wolfpack", "0410", "ss_german 2", "ss_german 1")
    assert armed_boats(pack) == 3
    pack.counters[0].used = True
    assert armed_boats(pack) == 1


@rule("pq17", "1.5.3", "5.3")
def test_interceptors_fly_no_missions() -> None:
    board = arctic(force("c", "allied", "convoy", "0714", "mv 5"), light="jul_1")
    kinds = {"bf_109": True, "ju_88": False}
    board.state.air = [AirUnit(kind, 2, id=kind, base="banak", interceptor=fixed) for kind, fixed in kinds.items()]
    assert [one.unit for one in missions_part(board, "axis").flights] == ["ju_88"]
    board.state.air[0].interceptor = False
    assert [one.unit for one in missions_part(board, "axis").flights] == ["bf_109", "ju_88"]


@rule("pq17", "1.6")
@pytest.mark.parametrize("mark", ["crippled", "dead", "towed", "tows", "used", "inoperative", "dispersed"])
def test_ships_of_a_class_with_a_marker_lie_apart(mark: str) -> None:
    plain, marked = Piece("dd_a_i", 2), Piece("dd_a_i", 1, **{mark: True})
    assert merge_counters([plain, marked]) == [plain, marked]
    assert merge_counters([plain, Piece("dd_a_i", 1)]) == [Piece("dd_a_i", 3)]


@rule("pq17", "1.4.2", "1.4.3")
def test_oilers_and_cam_ships() -> None:
    oilers = {one.id for one in BOX.ships.values() if one.is_oiler}
    assert oilers == {"aldersdale", "gray_ranger", "black_ranger", "blue_ranger", "oligarch", "mo"}
    assert [one.id for one in BOX.ships.values() if one.role == "mc"] == ["mc"]


@rule("pq17", "1.5", "1.5.1a")
def test_aircraft() -> None:
    assert BOX.ships["victorious"].embarked == (("albacore", 2), ("albacore", 2), ("fulmar", 2), ("fulmar", 1))
    assert [BOX.ships[one].capacity for one in ("victorious", "avenger", "graf_zeppelin", "tirpitz")] == [7, 3, 4, 0]
    kinds = BOX.aircraft
    fights = [kinds[one].value for one in ("bf_109", "fulmar", "albacore", "bf_110")]
    assert (fights[0] - fights[1], fights[0] - fights[2], fights[3] - fights[2]) == (2, 4, 2)
    assert kinds["bf_110"].plus
    assert (kinds["ju_88"].type, kinds["ju_88"].lighter, kinds["he_111"].torpedoes) == ("mb", True, 2)
    assert {one.id for one in kinds.values() if one.naval} == {"db_3f", "mbr_2", "gst"}
    holders = {one.id for one in kinds.values() if one.reconnaissance and one.anti_submarine}
    assert {"bv_138", "he_115", "catalina", "hudson", "albacore"} <= holders
    assert "fw_200" not in holders


@rule("pq17", "1.7", "T.search")
def test_forty_cards_no_two_alike() -> None:
    assert len(BOX.cards) == 40
    printed = BOX.cards["card_01"]
    assert printed.day.both == ("S", "+", "-", "-")
    assert printed.day.air == ("U", "U", "U", "U")
    assert (printed.day.gain, printed.day.photo) == ((3, 2, 1, 1), (True, True, True, False))
    assert printed.night.gain == (3, 1, 1, 1)
    assert (printed.disperses, printed.halts, printed.star, printed.day.submarine) == (True, False, False, False)
    damage = printed.damage
    assert (damage.heavy, damage.light, damage.light_more, damage.convoy, damage.convoy_more) == (1, 1, 0, 2, 2)


@rule("pq17", "T.search")
def test_every_kind_of_result_is_on_some_card() -> None:
    faces = [face for card in BOX.cards.values() for face in (card.day, card.night)]
    for row, found in (("force", "-0123US"), ("air", "-0123U+S"), ("both", "-0123U+S")):
        assert {result for face in faces for result in getattr(face, row)} == set(found)
    assert {face.submarine for face in faces} == {True, False}
    counts = Tally((card.star, card.halts, card.disperses) for card in BOX.cards.values())
    assert all(any(key[place] for key in counts) for place in range(3))


def test_columns_of_a_card() -> None:
    assert [column(one) for one in ("fair", "reduced", "storm", "fog", "gale")] == [0, 1, 2, 3, 3]


@rule("pq17", "12.0", "12.0c")
def test_situations() -> None:
    chits = BOX.situations
    assert Tally(one.allied for one in chits.values())["gearbox"] == 5
    assert {key for key, one in chits.items() if one.axis_summer == "axis_convoy"} == set("abcij")
    assert {key for key, one in chits.items() if one.axis_winter == "axis_convoy"} == set("abcijstuvwx")
    assert [chits[key].stars for key in "epy"] == [(False, True, True), (True, True, True), (False, False, False)]
    assert (chits["n"].allied, chits["n"].axis_winter, chits["n"].axis_summer) == ("archery", "none", "no_restrictions")


def test_every_file_is_read_and_a_strange_one_refused() -> None:
    for name in NAMES:
        assert refused({key: content for key, content in FILES.items() if key != name}).file == name
    assert refused({**FILES, "ducks.tsv": b""}).file == "ducks.tsv"


FAULTS: list[tuple[Files, str]] = [
    (cell("ships.tsv", "tirpitz", "most", "2"), "counter of her own"),
    (cell("ships.tsv", "mv", "most", "-"), "share counters"),
    (cell("ships.tsv", "dd_us", "steps", "2 1"), "one step"),
    (cell("ships.tsv", "tirpitz", "steps", "5 5 3"), "no strength below"),
    (cell("ships.tsv", "tirpitz", "role", "ao"), "part to play"),
    (cell("ships.tsv", "es_soviet", "role", "mf"), "British escorts"),
    (cell("ships.tsv", "dd_a_i", "role", "mf"), "British escorts"),
    (cell("ships.tsv", "tirpitz", "embarked", "ju_87c 2"), "only carriers"),
    (cell("ships.tsv", "victorious", "embarked", "ju_88 2"), "from no carrier"),
    (cell("ships.tsv", "victorious", "embarked", "ju_87c 2"), "not of her side"),
    (cell("ships.tsv", "victorious", "embarked", "albacore"), "no aircraft with its strength"),
    (cell("ships.tsv", "tirpitz", "slow_from", "5"), "step by step"),
    (cell("ships.tsv", "tirpitz", "anti_aircraft", "x"), "whole number"),
    (cell("ships.tsv", "tirpitz", "value", "0"), "below 1"),
    (cell("aircraft.tsv", "ju_87", "lighter_column", "y"), "no medium bomber"),
    (cell("aircraft.tsv", "bv_138", "torpedoes", "1"), "never attack"),
    (cell("aircraft.tsv", "ju_87", "plus", "y"), "only fighters"),
    (cell("aircraft.tsv", "ju_87", "strength", "3"), "one step or two"),
    (cell("cards.tsv", "card_02", "day_force", "-31X"), "four signs"),
    (cell("cards.tsv", "card_02", "day_id", "3210"), "four signs"),
    (without("cards.tsv", "card_40"), "cards (1.7)"),
    (without("situations.tsv", "z"), "chits (12.0)"),
    (cell("situations.tsv", "a", "allied", "port_raid"), "column allied"),
    (cell("situations.tsv", "a", "axis_summer", "gearbox"), "column axis_summer"),
    (cell("ships.tsv", "mv", "id", "bergen"), "two things"),
    (cell("aircraft.tsv", "p_400", "id", "narvik"), "two things"),
]


@pytest.mark.parametrize(("files", "said"), FAULTS)
def test_faulty_units_are_refused(files: Files, said: str) -> None:
    assert said in str(refused(files))


def test_the_same_card_twice() -> None:
    lines = FILES["cards.tsv"].decode().splitlines()
    lines[2] = lines[1].replace("card_01", "card_02")
    error = refused({**FILES, "cards.tsv": "\n".join(lines).encode()})
    assert (error.file, error.line) == ("cards.tsv", 3)
