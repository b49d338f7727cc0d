"""Chapter 15, the box: what the campaign begins with, when units come and leave, and schedules that cannot be kept."""

import pytest

from games.titles.pq17.components.turns import Turn
from tests.titles.pq17.box import BOX, Files
from tests.titles.pq17.ch15_campaign.orders_of_battle import CAMPAIGN
from tests.titles.pq17.faults import refused, swapped

rule = pytest.mark.rule
FORTNIGHTS = {one.key: one for one in CAMPAIGN.fortnights}


def strength(units: tuple[str, ...], type_: str) -> int:
    """The strength of a type among units as they are written."""
    found = 0
    for unit in units:
        kind, _, number = unit.partition(" ")
        if kind in BOX.ships and BOX.ships[kind].type == type_:
            found += int(number.split()[0]) if number else BOX.ships[kind].strength
    return found


@rule("pq17", "15.0", "15.3", "8.4")
def test_ten_months_of_two_fortnights() -> None:
    assert CAMPAIGN.months == 10
    assert (CAMPAIGN.fortnights[0].key, CAMPAIGN.fortnights[-1].key) == ("mar_1", "dec_2")
    assert [one.begins_a_month for one in CAMPAIGN.fortnights[:4]] == [True, False, True, False]
    assert {one.calendar_month for one in CAMPAIGN.fortnights} <= set(BOX.charts.ice.expected)


@rule("pq17", "15.3")
def test_what_lies_on_the_map_before_the_first_fortnight() -> None:
    begin = CAMPAIGN.begin
    fleet, escorts, trondheim, eugen = (group.ships for group in begin.forces)
    assert (strength(fleet, "bb"), strength(fleet, "dd"), strength(fleet, "tb")) == (8, 16, 6)
    assert (strength(escorts, "es"), strength(trondheim, "dd"), strength(trondheim, "tb")) == (8, 6, 4)
    assert (eugen, begin.patrol_white) == (("prinz_eugen 2 crippled",), ("norfolk", "kent"))
    assert strength(begin.merchants, "mx") == CAMPAIGN.rules.merchants == 15
    assert {port: strength(ships, "mx") for port, ships in begin.ballast.items()} == {"murmansk": 15}
    assert (strength(begin.soviet, "ss"), strength(begin.german_submarines, "ss")) == (8, 6)


@rule("pq17", "15.1", "15.1a", "15.1b", "15.2a", "15.2b", "15.2.2", "15.9")
def test_the_numbers_of_the_chapter() -> None:
    rules = CAMPAIGN.rules
    assert (rules.home_fleet, rules.gruppe_nord.most, rules.gruppe_nord.not_in) == (8, 8, ("1942-03",))
    assert (rules.severny_flot.each, rules.severny_flot.most, rules.severny_flot.most_later) == (2, 3, 4)
    assert (rules.convoy.aa, rules.convoy.ao, rules.convoy.cam, rules.convoy.es, rules.convoy.submarines) == (2,) * 5
    assert (rules.unloaded, rules.last_for_ballast) == ({"murmansk": 11, "arkhangelsk": 15}, Turn(29))
    assert rules.required_each_month == 30


@rule("pq17", "15.4.1", "15.4.2", "15.4.3", "15.4.3a", "15.5.1", "15.5.1a", "15.5.2", "15.5.3", "15.7.3", "15.9.1")
def test_prices_and_waits() -> None:
    rules = CAMPAIGN.rules
    assert (rules.emergency.allied, rules.emergency.axis) == ({"british": 4, "us": 4}, {"german": 2})
    assert (rules.emergency_cost, rules.us_cost, rules.repair_tirpitz_cost) == (2, 2, 2)
    assert (rules.repair, rules.repair_tirpitz, rules.inoperative_warship, rules.boats_third) == (5, 7, 3, 3)
    assert (rules.green_ahead, rules.green_share, rules.unloading, rules.idle_ballast) == (4, 2, 2, 1)


@rule("pq17", "15.7.2", "15.3")
def test_who_leaves_for_an_operation_comes_back_from_it() -> None:
    left = {going.operation for one in CAMPAIGN.fortnights for going in one.departures if going.operation}
    back = {coming.returns for one in CAMPAIGN.fortnights for coming in one.arrivals if coming.returns}
    assert left == back == {"harpoon", "pedestal", "torch"}
    assert [going.back for going in FORTNIGHTS["mar_2"].departures] == ["jun_1"]
    assert FORTNIGHTS["aug_2"].us_navy_leaves
    assert sum(one.us_navy_leaves for one in CAMPAIGN.fortnights) == 1


@rule("pq17", "15.3.3", "15.4.3", "15.6.3")
def test_what_comes_new_what_waits_for_cargo_and_what_is_replaced() -> None:
    coming = [(one.key, unit) for one in CAMPAIGN.fortnights for unit in one.arrivals]
    assert [key for key, unit in coming if unit.for_cargo] == ["jun_1", "aug_1"]
    assert ("aug_2", ("jamaica",)) in [(key, unit.units) for key, unit in coming if unit.new]
    assert [one.axis_air for one in CAMPAIGN.fortnights] == [2, 2, 3, 3] + [4] * 5 + [3] * 3 + [5, 3, 2, 2] + [1] * 4


@rule("pq17", "15.3", "15.7")
@pytest.mark.parametrize(
    ("files", "says"),
    [
        (swapped("campaign.toml", 'key = "mar_2"', 'key = "mar_1"'), "two a month"),
        (swapped("campaign.toml", 'back = "jun_1"', 'back = "mar_1"'), "no later fortnight"),
        (swapped("campaign.toml", 'soviet_boats_until = "jun_1"', 'soviet_boats_until = "jan_1"'), "no fortnight"),
        (swapped("campaign.toml", 'units = ["renown"]', 'units = ["howe"]'), "'howe' is not there"),
        (swapped("campaign.toml", '"manchester", "dd_a_i 1"', '"kenya", "dd_a_i 1"'), "'kenya' is there already"),
        (swapped("campaign.toml", 'returns = "harpoon"', 'returns = "tiger"'), "nobody left for 'tiger'"),
        (swapped("campaign.toml", 'units = ["cl 1", "dd 2"]', 'units = ["zz 1"]'), "no unit or type"),
        (swapped("campaign.toml", 'units = ["ss_german 1"]', 'units = ["ss_german"]'), "needs a strength"),
        (swapped("campaign.toml", 'units = ["koln"]', 'units = ["norfolk"]'), "no unit of the axis side"),
        (swapped("campaign.toml", 'place = "narvik"', 'place = "murmansk"'), "no place of the axis side"),
        (
            swapped("campaign.toml", 'ports = ["scapa_flow"]\nships', 'ports = ["kiel"]\nships'),
            "no place of the allied side",
        ),
        (swapped("campaign.toml", "ballast = { murmansk", "ballast = { narvik"), "no place of the allied side"),
        (swapped("campaign.toml", "unloaded = { murmansk", "unloaded = { narvik"), "no place of the allied side"),
        (swapped("campaign.toml", 'merchants = ["mv 12"', 'merchants = ["ju_88 12"'), "is no ship"),
        (swapped("campaign.toml", 'banak = ["ju_88 3"]', 'atlantis = ["ju_88 3"]'), "cannot be based"),
        (swapped("campaign.toml", 'banak = ["ju_88 3"]', 'banak = ["tirpitz 3"]'), "cannot be based"),
        (swapped("campaign.toml", 'units = ["koln"]', 'units = ["koln x"]'), "has no strength"),
        (swapped("campaign.toml", 'units = ["renown"]', 'units = ["renown 0"]'), "has no strength"),
        (swapped("campaign.toml", 'banak = ["ju_88 3"]', 'banak = [""]'), "no unit with its strength"),
        (swapped("campaign.toml", 'merchants = ["mv 12"', 'merchants = ["mv x"'), "has no strength"),
        (swapped("campaign.toml", 'less = ["cl 1"', 'less = ["cl"'), "'cl' is no type of ship with a strength"),
        (swapped("campaign.toml", 'less = ["cl 1"', 'less = ["zz 1"'), "'zz' is no type of ship with a strength"),
        (swapped("campaign.toml", 'ballast_latest = "15 am"', 'ballast_latest = "15"'), "no turn"),
    ],
)
def test_a_campaign_that_cannot_be_played_is_refused(files: Files, says: str) -> None:
    problem = refused(files)
    assert problem.file == "campaign.toml"
    assert says in str(problem)
