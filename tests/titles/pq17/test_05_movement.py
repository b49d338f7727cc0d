"""5.0 to 5.2, 5.7: how fast forces are, where they may go, what holds them in port."""

import pytest

from games.titles.pq17.components.pieces import WeatherKind
from games.titles.pq17.rules.movement.paths import distance_left
from games.titles.pq17.rules.movement.ports import (
    count_berths,
    excess_ships,
    excuses_patrol,
    identifies_target,
    leaves_patrol,
    locates_carrier,
    sailing_barred_by,
)
from games.titles.pq17.rules.movement.speed import allowance
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.speeds import ship_speed
from games.titles.pq17.state.state import Convoy, Strength
from tests.titles.pq17.arctic import force, ships
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch05_movement.sailings import AM, PM, bound_convoy, one_task_force, report_to_axis, sailing
from tests.titles.pq17.oracles import Barred, check_way

rule = pytest.mark.rule


@rule("pq17", "5.1", "5.1a", "9.2.4", "9.2.5")
@pytest.mark.parametrize(
    ("weather", "alone", "with_destroyer"), [("fair", 3, 3), ("fog", 3, 3), ("storm", 3, 2), ("gale", 2, 2)]
)
def test_pp29_weather_and_speed(weather: WeatherKind, alone: int, with_destroyer: int) -> None:
    """PP29"""
    assert allowance(BOX, one_task_force("0611", "tirpitz"), weather, AM) == alone
    assert allowance(BOX, one_task_force("0611", "tirpitz", "dd_36a 1"), weather, AM) == with_destroyer
    assert allowance(BOX, force("d", "axis", "dummy", "0611"), weather, AM) == alone


@rule("pq17", "5.1", "9.2.5")
@pytest.mark.parametrize(("weather", "hexes"), [("storm", 2), ("gale", 1)])
def test_pp30_wolfpacks(weather: WeatherKind, hexes: int) -> None:
    """PP30"""
    assert allowance(BOX, force("p", "axis", "wolfpack", "0611", "ss_german 3"), weather, AM) == hexes


@rule("pq17", "5.1", "1.4a")
@pytest.mark.parametrize(
    ("strength", "crippled", "speed"),
    [(4, False, "high"), (3, False, "cruise"), (2, False, "cruise"), (1, False, "slow"), (4, True, "slow")],
)
def test_steps_and_speed(strength: int, crippled: bool, speed: str) -> None:
    assert ship_speed(BOX, Counter("anson", strength, crippled=crippled)) == speed


@rule("pq17", "5.0", "5.1", "11.2.3", "11.2.2", "11.3.2")
def test_the_slowest_ship_fuel_and_refuelling() -> None:
    fast = ("tirpitz", "dd_36a 5")
    assert allowance(BOX, one_task_force("0611", *fast, fuel=Fuel(12, "low")), "fair", AM) == 2
    assert allowance(BOX, one_task_force("0611", *fast, fuel=Fuel(12, "critical")), "fair", AM) == 1
    assert allowance(BOX, one_task_force("0611", *fast, refuelling=True), "fair", AM) == 1
    assert allowance(BOX, one_task_force("0611", *fast, "es_german 1"), "fair", AM) == 2
    assert allowance(BOX, bound_convoy("0410"), "fair", AM) == 1


@rule("pq17", "5.1.1", "5.1")
def test_pp36_a_tow_creeps() -> None:
    """PP36"""
    towing = one_task_force("0611", "dd_36a 1")
    towing.counters.append(Counter("admiral_hipper", 0, dead=True, towed=True))
    assert [allowance(BOX, towing, "fair", turn) for turn in (AM, PM)] == [0, 1]
    towing.counters[-1].towed = False
    assert [allowance(BOX, towing, "fair", turn) for turn in (AM, PM)] == [0, 0]


@rule("pq17", "5.1.3", "5.1")
@pytest.mark.parametrize(("way", "barred"), [((), ""), (("1106",), ""), (("1106", "1006"), "5.1.3")])
def test_pp31_leaving_port(way: tuple[str, ...], barred: str) -> None:
    """PP31: a hex to leave, and no high speed."""
    fleet = one_task_force("1206", "duke_of_york", "dd_a_i 4", side="allied", port="scapa_flow")
    found = check_way(BOX, fleet, way, sailing())
    assert (found.rule if found else "") == barred


@rule("pq17", "5.1.2")
def test_pp32_entering_port() -> None:
    """PP32"""
    assert check_way(BOX, one_task_force("1010", "tirpitz"), ("1111",), sailing(), port="trondheim") is None
    far = check_way(BOX, one_task_force("0910", "tirpitz"), ("1010", "1111"), sailing(), port="trondheim")
    assert far == Barred("", "5.1.2")


@rule("pq17", "5.1.2", "1.1.1", "5.1.3")
@pytest.mark.parametrize(
    ("ship", "at", "port", "key", "from_port"),
    [
        ("tirpitz", "0817", "murmansk", "pq17", False), ("tirpitz", "0815", "altenfjord", "pq12", False),
        ("kent", "1107", "lerwick", "pq17", False), ("tirpitz", "0814", "tromso", "pq17", True),
        ("tirpitz", "0813", "tromso", "pq17", False),
    ],
)  # fmt: skip
def test_ports_that_take_nobody(ship: str, at: str, port: str, key: str, from_port: bool) -> None:
    side = BOX.ships[ship].side
    found = check_way(BOX, one_task_force(at, ship, side=side, from_port=from_port), (), sailing(key), port=port)
    assert found == Barred(at, "5.1.2")


@rule("pq17", "5.1.6")
def test_pp38_inner_leads() -> None:
    """PP38"""
    lutzow = one_task_force("0714", "lutzow")
    assert check_way(BOX, lutzow, ("0813", "0814", "0715"), sailing()) == Barred("", "5.1.6")
    assert check_way(BOX, lutzow, ("0813", "0814"), sailing()) is None
    assert check_way(BOX, one_task_force("0611", "lutzow"), ("0610", "0609", "0608"), sailing()) is None
    assert check_way(BOX, one_task_force("0611", "lutzow"), ("0610", "0609", "0608", "0607"), sailing()) == Barred(
        "", "5.1"
    )
    assert check_way(BOX, one_task_force("0611", "lutzow", moved=1), ("0610", "0609", "0608"), sailing()) == Barred(
        "", "5.1"
    )


@rule("pq17", "5.0")
@pytest.mark.parametrize(("here", "there"), [("1704", "1705"), ("0305", "0106"), ("0815", "0915"), ("0611", "0613")])
def test_closed_sides_land_and_leaps(here: str, there: str) -> None:
    assert check_way(BOX, one_task_force(here, "kent", side="allied"), (there,), sailing()) == Barred(there, "5.0")


@rule("pq17", "5.1.4", "12.11")
def test_enemy_ports() -> None:
    assert check_way(BOX, one_task_force("0816", "lutzow"), ("0817",), sailing()) == Barred("0817", "5.1.4")
    assert check_way(BOX, force("p", "axis", "wolfpack", "0816", "ss_german 1"), ("0817",), sailing()) is None
    assert check_way(BOX, force("d", "axis", "dummy", "0816"), ("0817",), sailing()) == Barred("0817", "5.1.4")
    kent = one_task_force("0716", "kent", side="allied")
    assert check_way(BOX, kent, ("0815",), sailing()) == Barred("0815", "5.1.4")
    assert check_way(BOX, kent, ("0815",), sailing("pq12")) is None
    summer = one_task_force("0213", "lutzow")
    assert check_way(BOX, summer, ("0214",), sailing("pq18")) == Barred("0214", "5.1.4")
    assert check_way(BOX, summer, ("0214",), sailing("pq18", opened=["0214"])) is None


@rule("pq17", "5.1.7", "10.1", "10.2.5")
@pytest.mark.parametrize(
    ("side", "here", "there", "key", "barred"),
    [
        ("axis", "0206", "0107", "pq13", "10.2.5"), ("allied", "0206", "0107", "pq13", "10.2.5"),
        ("axis", "0313", "0212", "pq17", ""), ("axis", "0414", "0314", "pq17", ""),
        ("allied", "0112", "0111", "pq17", "10.2.5"),
    ],
)  # fmt: skip
def test_certain_ice_bars_doubtful_ice_is_met(side: str, here: str, there: str, key: str, barred: str) -> None:
    ship = "lutzow" if side == "axis" else "kent"
    found = check_way(BOX, one_task_force(here, ship, side=side), (there,), sailing(key))
    assert (found.rule if found else "") == barred


@rule("pq17", "5.1.5a")
def test_pp35_a_convoy_goes_on() -> None:
    """PP35: never a hex again, never more than one farther off than it has been."""
    start = bound_convoy("0410", been=("0411",), nearest=9)
    near = distance_left(BOX, start, "0410", sailing())
    assert near is not None
    assert check_way(BOX, start, ("0411",), sailing()) == Barred("0411", "5.1.5a")
    start.convoy = Convoy(destination="murmansk", nearest=near)
    assert check_way(BOX, start, ("0411",), sailing()) is None
    assert check_way(BOX, start, ("0409",), sailing()) is None
    start.convoy = Convoy(destination="murmansk", nearest=near - 1)
    assert check_way(BOX, start, ("0409",), sailing()) == Barred("0409", "5.1.5a")
    assert check_way(BOX, start, ("0411",), sailing()) is None


@rule("pq17", "5.1.5a")
def test_a_convoy_without_another_hex_may_turn_back() -> None:
    around = BOX.waters.ways["0817"]
    cornered = bound_convoy("0817", "reykjavik", been=around)
    assert check_way(BOX, cornered, (around[-1],), sailing()) is None
    cornered.convoy = Convoy(destination="reykjavik", been=list(around[:-1]))
    assert check_way(BOX, cornered, (around[0],), sailing()) == Barred(
        around[0], "5.1.5a" if around[0] != "0816" else "5.1.4"
    )


@rule("pq17", "5.1.5a")
def test_before_a_destination_is_chosen_a_convoy_goes_where_it_likes() -> None:
    assert check_way(BOX, bound_convoy("0410", "", been=("0409",)), ("0409",), sailing()) is None


@rule("pq17", "5.2.1", "15.8.2")
def test_waters_of_allied_submarines() -> None:
    soviet = force("s", "allied", "wolfpack", "0716", "ss_soviet 2")
    assert check_way(BOX, soviet, ("0615",), sailing()) == Barred("0615", "5.2.1")
    assert check_way(BOX, soviet, ("0715",), sailing()) is None
    assert check_way(BOX, soviet, ("0715",), sailing("pq16")) == Barred("0715", "15.8.2")
    british = force("b", "allied", "wolfpack", "0611", "ss_british 1")
    assert check_way(BOX, british, ("0612", "0613"), sailing(friends=["0612"])) == Barred("0612", "5.2.1")
    assert check_way(BOX, british, ("0612", "0613"), sailing()) is None
    german = force("g", "axis", "wolfpack", "0611", "ss_german 1")
    assert check_way(BOX, german, ("0612",), sailing(friends=["0612"])) is None


@rule("pq17", "5.7.1", "5.7.2", "5.7.3")
def test_pp45_doors_of_the_map() -> None:
    """PP45"""
    koln = one_task_force("1608", "koln")
    assert check_way(BOX, koln, ("1708", "german"), sailing()) is None
    assert check_way(BOX, koln, ("german",), sailing()) == Barred("german", "5.7.1")
    assert check_way(BOX, one_task_force("german", "koln"), ("1708", "1608", "1508"), sailing()) == Barred("", "5.7.1")
    assert check_way(BOX, one_task_force("1706", "kent", side="allied"), ("english_channel",), sailing()) is None
    assert check_way(BOX, one_task_force("1706", "koln"), ("english_channel",), sailing()) == Barred(
        "english_channel", "5.7.3"
    )
    east = one_task_force("0421", "admiral_scheer")
    assert check_way(BOX, east, ("kara_sea",), sailing()) == Barred("kara_sea", "5.7.2")
    assert check_way(BOX, east, ("kara_sea",), sailing(opened=["kara_sea"])) is None


@rule("pq17", "5.1.2a")
def test_pp33_limits_of_the_russian_ports() -> None:
    """PP33: September 1942; the Crippled one does not count, ES and merchants neither."""
    coming = ships("dd_a_i 5", "tb_hunt 2", "es_british 4", "edinburgh", "mv 30")
    coming.append(Counter("dd_a_i", 1, crippled=True))
    assert excess_ships(BOX, "1942-09", {}, coming) == {"light": 2}
    assert count_berths(BOX, ships("dd_project_7 4", "suffolk", "victorious")) == {
        "capital_ships": 1, "cruisers": 1, "light": 0,
    }  # fmt: skip


@rule("pq17", "5.1.2a")
def test_pp34_both_ports_share_the_number() -> None:
    """PP34"""
    used = {"cruisers": 2, "light": 8}
    assert excess_ships(BOX, "1943-03", used, ships("norfolk")) == {"cruisers": 1}
    assert excess_ships(BOX, "1943-03", used, [Counter("norfolk", 3, crippled=True)]) == {}
    assert excess_ships(BOX, "1943-03", used, [Counter("norfolk", 2)]) == {}
    assert excess_ships(BOX, "1943-03", {"cruisers": 3}, ships("es_british 1")) == {}


@rule("pq17", "5.1.3", "5.1.8", "11.4")
@pytest.mark.parametrize(
    ("ship", "key", "unbound", "sighted", "allowed", "barred"),
    [
        ("tirpitz", "pq17", False, True, False, "5.1.8"), ("tirpitz", "pq17", True, True, False, ""),
        ("tirpitz", "pq17", True, False, False, "11.4"), ("tirpitz", "pq17", False, False, True, ""),
        ("tirpitz", "pq18", False, True, False, ""), ("lutzow", "pq17", False, True, False, ""),
        ("lutzow", "pq17", False, False, False, "11.4"), ("dd_36a 4", "pq6", False, False, False, ""),
    ],
)  # fmt: skip
def test_what_keeps_german_ships_in_port(
    ship: str, key: str, unbound: bool, sighted: bool, allowed: bool, barred: str
) -> None:
    ready = one_task_force("0813", ship, port="narvik")
    operation = BOX.operations[key]
    found = sailing_barred_by(
        BOX, ready, operation=operation, unbound=unbound, sighted=sighted, lifted=("5.1.8", "11.4") * allowed
    )
    assert found == barred


@rule("pq17", "5.1.3")
def test_inop_ships_and_those_that_are_held() -> None:
    kent = one_task_force("0504", "kent", side="allied", port="reykjavik")
    operation = BOX.operations["pq17"]
    given = {"operation": operation, "unbound": False, "sighted": False}
    assert sailing_barred_by(BOX, kent, **given) == ""
    kent.counters[0].inoperative = True
    assert sailing_barred_by(BOX, kent, **given) == "5.1.3"
    assert sailing_barred_by(BOX, one_task_force("0813", "tirpitz", held=True), **given) == "T.scenarios"


@rule("pq17", "5.1.8")
def test_pp40_what_tells_of_a_carrier() -> None:
    """PP40"""
    assert not locates_carrier(report_to_axis(kind="task_force", level=1, about=5))
    assert not locates_carrier(report_to_axis(kind="task_force", level=2, carrier=False))
    assert locates_carrier(report_to_axis(kind="task_force", level=2, carrier=True))
    assert locates_carrier(report_to_axis(level=3, strengths=(Strength("carrier", 1, 4),)))
    assert locates_carrier(report_to_axis(source="refusal", refusal="carrier"))
    assert not locates_carrier(report_to_axis(to="allied", carrier=True))


@rule("pq17", "11.4")
def test_what_lets_german_ships_sail() -> None:
    assert identifies_target(report_to_axis(kind="convoy", level=0))
    assert identifies_target(report_to_axis(kind="task_force", level=2))
    assert not identifies_target(report_to_axis(kind="wolfpack", level=0))
    assert not identifies_target(report_to_axis(kind="task_force", port="reykjavik"))
    assert not identifies_target(report_to_axis(kind="convoy", to="allied"))


@rule("pq17", "5.1.9a")
def test_pp41_patrol_white() -> None:
    """PP41"""
    kent = one_task_force("0305", "kent", "dd_a_i 1", side="allied")
    assert leaves_patrol(BOX, kent, ("0404", "0504"), ["kent", "berwick"]) == ()
    assert leaves_patrol(BOX, kent, ("0504", "0604"), ["kent", "berwick"]) == ("kent",)
    assert leaves_patrol(BOX, kent, ("0604",), ["berwick"]) == ()


@rule("pq17", "5.1.9a", "2.2")
def test_what_excuses_the_patrol() -> None:
    allied = {"to": "allied"}
    assert not excuses_patrol(BOX, [])
    assert excuses_patrol(BOX, [report_to_axis(**allied, kind="task_force", at="0405")])
    assert not excuses_patrol(BOX, [report_to_axis(**allied, kind="task_force", at="0611")])
    assert not excuses_patrol(BOX, [report_to_axis(**allied, kind="wolfpack", at="0405")])
    assert excuses_patrol(
        BOX, [report_to_axis(**allied, kind="task_force", at="0611", strengths=(Strength("capital", 1, 5),))]
    )
    among = (Strength("cruiser", 1, 3), Strength("capital", 1, 5), Strength("light", 1, 4))
    assert excuses_patrol(BOX, [report_to_axis(**allied, kind="task_force", at="0611", strengths=among)])
    assert not excuses_patrol(BOX, [report_to_axis(**allied, kind="task_force", at="0611", strengths=among[::2])])
    assert not excuses_patrol(
        BOX, [report_to_axis(**allied, at="0813", port="narvik", strengths=(Strength("capital", 1, 5),))]
    )
    assert not excuses_patrol(BOX, [report_to_axis(kind="task_force", at="0405")])


@rule("pq17", "5.1.3", "5.1.8", "11.4")
def test_one_ship_that_is_held_keeps_those_in_port_that_lie_with_her() -> None:
    """Nobody is detached by that; submarines sail though nobody was identified."""
    given = {"operation": BOX.operations["pq17"], "unbound": False, "sighted": True}
    mixed = one_task_force("0504", "kent", "dd_a_i 2", side="allied", port="reykjavik")
    mixed.counters[0].inoperative = True
    assert sailing_barred_by(BOX, mixed, **given) == "5.1.3"
    assert sailing_barred_by(BOX, one_task_force("1111", "tirpitz", "dd_34_36 4", port="trondheim"), **given) == "5.1.8"
    pack = force("p", "axis", "wolfpack", "1309", "ss_german 3", port="bergen")
    assert sailing_barred_by(BOX, pack, **{**given, "sighted": False}) == ""
