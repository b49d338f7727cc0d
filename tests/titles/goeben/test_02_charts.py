"""The charts of the map, figure by figure."""

import pytest

from tests.titles.goeben.box import BOX

CHARTS = BOX.charts
rule = pytest.mark.rule


@rule("goeben", "11.1")
@pytest.mark.parametrize(("leadership", "value"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 2), (7, 2)])
def test_intelligence_value(leadership: int, value: int) -> None:
    assert CHARTS.intelligence.value(leadership, wireless=False) == value
    assert CHARTS.intelligence.value(leadership, wireless=True) == value + 1


@rule("goeben", "11.2")
def test_intelligence_table() -> None:
    rows = [" ".join(CHARTS.intelligence.finding(die, value) for value in range(4)) for die in range(1, 7)]
    assert rows == [
        "si si si si",
        "none none none none",
        "none none none ir",
        "none none ir ib",
        "none ir je jf",
        "ir je je_ib je_ib",
    ]
    assert CHARTS.intelligence.alert == {"si": 1, "je": -1, "jf": -2}
    assert CHARTS.intelligence.shown == 2


@rule("goeben", "14.3")
@pytest.mark.parametrize(
    ("totals", "meeting"),
    [((-9, -6, -5, -4), "ac2"), ((-3, -2, -1), "ac1"), ((0,), "none"), ((1, 2, 3), "gc1"), ((4, 5, 6, 11), "gc2")],
)
def test_contact_chart(totals: tuple[int, ...], meeting: str) -> None:
    assert {CHARTS.contact.meeting(total) for total in totals} == {meeting}


@rule("goeben", "14.3")
def test_contact_modifiers() -> None:
    chart = CHARTS.contact
    assert (chart.optics, chart.wireless, chart.wireless_ships, chart.seaplane) == (2, 1, 2, 2)
    assert (chart.allied_place, chart.shore) == (1, 0)


@rule("goeben", "14.tables")
def test_hit_tables() -> None:
    gunnery, torpedo, shore = CHARTS.gunnery, CHARTS.torpedo, CHARTS.shore
    assert (gunnery.hits, torpedo.hits, torpedo.netted, shore.hits) == (6, 5, 6, 4)
    assert gunnery.german == ("guns_1", "guns_2", "hull_1", "engines_1", "bridge", "critical")
    assert gunnery.allied == ("guns", "guns", "hull", "engines", "withdraws", "magazine")
    assert torpedo.german == ("hull_1", "hull_2", "engines_1", "engines_2", "dud", "critical")
    assert torpedo.allied == ("hull", "torpedoes", "engines", "engines", "dud", "magazine")
    assert shore.port == ("outcry", "none", "morale", "morale", "fort", "fort")
    assert shore.base == ("outcry", "none", "none", "morale", "fort", "magazine")


@rule("goeben", "T.priority")
def test_targeting_priority() -> None:
    large, middle, small = "bb bc b ca cl dd", "ca cl dd b bc bb", "dd cl ca b bc bb"
    assert {name: " ".join(targets) for name, targets in CHARTS.priority.items()} == {
        "bb": large, "bc": large, "b": large, "ca": middle, "cp": middle, "cl": small, "dd": small, "convoy": small,
        "fort": large,
    }  # fmt: skip


@rule("goeben", "14.11")
def test_firing_order() -> None:
    assert CHARTS.firing.nations == ("britain", "france")
    assert CHARTS.firing.classes == ("bb", "bc", "b", "ca", "cp", "cl", "dd", "convoy")


@rule("goeben", "17.1.2")
@rule("goeben", "17.1")
def test_victory_points() -> None:
    points = CHARTS.points
    assert points.sunk == {"bb": 18, "bc": 18, "ca": 9, "cp": 6, "cl": 6, "dd": 3, "convoy": 20}
    assert points.damaged == {"bb": 6, "bc": 6, "ca": 3, "cp": 2, "cl": 2, "dd": 1, "convoy": 10}
    assert points.german_sunk == {"bc": -40, "cl": -10}
    assert points.austrian_sunk == {"bb": -24, "b": -18, "ca": -12, "cl": -9, "dd": -4}
    assert points.austrian_damaged == {"bb": -8, "b": -6, "ca": -4, "cl": -3, "dd": -2}
    assert (points.german_crippled, points.collier_lost, points.submarine_rammed) == (-5, -1, 2)


@rule("goeben", "T.alert")
def test_alert_chart() -> None:
    alert = CHARTS.alert
    assert (alert.start, alert.least, alert.most, alert.battle, alert.bombardment) == (1, 1, 6, 1, 1)


@rule("goeben", "10.1.1")
def test_repair_chart() -> None:
    repair = CHARTS.repair
    assert (repair.sea, repair.captured, repair.neutral_port, repair.neutral_base) == (-2, 1, 2, 3)
    assert (repair.friendly_port, repair.friendly_base, repair.success) == (4, 4, 5)
    assert BOX.numbers.outfitting.friendly_ship_repair_dice == 2


@rule("goeben", "18.0")
def test_variable_start() -> None:
    assert CHARTS.start.variable == ("messina", "messina", "brindisi", "pola", "athens", "dardanelles")


@rule("goeben", "24.orders")
def test_what_missions_bring() -> None:
    bonus = {mission.id: mission.bonus for mission in BOX.missions.values()}
    assert bonus["atlantic_breakout"].choose
    assert bonus["austro_hungarian_pact"].consorts == ("ca", "cl")
    assert bonus["raid_convoys"].high_sea == ("north_african_pz",)
    assert (bonus["italian_alliance"].friendly, bonus["italian_alliance"].removes) == ("italy", "ottoman_alliance")
    assert (bonus["ottoman_alliance"].friendly, bonus["ottoman_alliance"].removes) == ("ottoman", "italian_alliance")
    assert (bonus["suez_canal"].high_sea, bonus["suez_canal"].removes) == (("alexandria_pz",), "italian_alliance")
