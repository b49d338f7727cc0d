"""2.0 Charts and counters that cannot be played with are refused, at the edge of each figure."""

import pytest

from games.titles.battleships.components.box import load
from games.titles.battleships.components.tables import Harm, harm_of
from games.toolkit.tables import ComponentError
from tests.titles.battleships.box import BOX, FILES, Files

rule = pytest.mark.rule
TABLES, SHIPS, BATTLES = "tables.toml", "ships.tsv", "scenarios.toml"
LAST_DAMAGE = "  [12, 16, 18, 20, 30, 40, 45, 50, 60, 70, 100],\n"
LAST_COMBAT = '  ["1S", "X", "X", "X", "X", "X"],\n'


def changed(file: str, old: str, new: str) -> Files:
    """The files with one thing changed in one of them."""
    before = FILES[file].decode()
    assert old in before, "the change must change something"
    return {**FILES, file: before.replace(old, new, 1).encode()}


def refused(file: str, old: str, new: str) -> str:
    with pytest.raises(ComponentError) as caught:
        load(changed(file, old, new))
    assert caught.value.file == file
    return str(caught.value)


@pytest.mark.parametrize("file", [TABLES, SHIPS, BATTLES])
def test_without_any_of_its_files_there_is_no_box(file: str) -> None:
    with pytest.raises(ComponentError, match="missing") as caught:
        load({name: content for name, content in FILES.items() if name != file})
    assert caught.value.file == file


# --- charts


@rule("battleships", "T.dpt", "T.crt", "T.torp")
@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (LAST_DAMAGE, "", "damage must have 11 rows of 11 cells"),
        (LAST_DAMAGE, LAST_DAMAGE * 2, "damage must have 11 rows of 11 cells"),
        (LAST_DAMAGE, LAST_DAMAGE.replace(", 100", ""), "damage must have 11 rows of 11 cells"),
        (LAST_DAMAGE, LAST_DAMAGE.replace("100", "100, 120"), "damage must have 11 rows of 11 cells"),
        (LAST_COMBAT, "", "combat must have 11 rows of 6 cells"),
        (LAST_COMBAT, LAST_COMBAT * 2, "combat must have 11 rows of 6 cells"),
        (LAST_COMBAT, '  ["1S", "X", "X", "X", "X"],\n', "combat must have 11 rows of 6 cells"),
        ("[12, 11, 10, 9, 8]", "[12, 11, 10, 9]", "torpedoes must have 7 rows of 4 cells"),
        ("[11, 10, 9, 8, 7]", "[11, 10, 9, 8]", "torpedoes must have 7 rows of 5 cells"),
    ],
)
def test_charts_are_whole(old: str, new: str, says: str) -> None:
    assert says in refused(TABLES, old, new)


@rule("battleships", "5.12")
@pytest.mark.parametrize("cell", ["", "1Z", "W1", "W", "1", "1W1", "1W1Z", "xS", "1WX", "1w", " 1W"])
@pytest.mark.parametrize("place", ['"1S", "X", "X"', 'battleship_damage = "2W2S"'])
def test_results_are_steps_of_weapons_and_hull(place: str, cell: str) -> None:
    old = place.rpartition("= ")[2].split(",")[0]
    assert f"{cell!r} is no result" in refused(TABLES, place, place.replace(old, f'"{cell}"', 1))


@rule("battleships", "5.12")
@pytest.mark.parametrize(
    ("written", "harm"),
    [
        ("-", Harm()),
        ("X", Harm(sinks=True)),
        ("1W", Harm(1)),
        ("2S", Harm(0, 2)),
        ("2W1S", Harm(2, 1)),
        ("1W1W", Harm(2)),
    ],
)
def test_results_as_they_are_printed(written: str, harm: Harm) -> None:
    assert harm_of(written) == harm
    assert bool(harm) is (written != "-")
    assert str(harm) == {"1W1W": "2W"}.get(written, written)


@rule("battleships", "5.10", "T.dpt")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("columns = [0,", "columns = [1,"),
        ("{ from_ = 1,", "{ from_ = 2,"),
    ],
)
def test_the_first_columns_begin_with_the_least(old: str, new: str) -> None:
    assert "the first columns must begin" in refused(TABLES, old, new)


@pytest.mark.parametrize(
    ("old", "least"),
    [
        ("battleship_sinks_on = 6", 1),
        ("guns = 3", 1),
        ("hull = 2", 1),
        ("slow = 1", 0),
        ("stack = 4", 0),
        ("battery_tries = 2", 0),
        ("acquisition = 7", 0),
        ("detection = 10", 0),
        ("capital_turns = 2", 0),
    ],
)
def test_figures_of_charts_have_a_least(old: str, least: int) -> None:
    name = old.partition(" ")[0]
    load(changed(TABLES, old, f"{name} = {least}"))
    assert refused(TABLES, old, f"{name} = {least - 1}")


@pytest.mark.parametrize("old", ["battleship_sinks_on = 6", "guns = 3", "hull = 2"])
def test_no_die_shows_more_than_six(old: str) -> None:
    name = old.partition(" ")[0]
    load(changed(TABLES, old, f"{name} = 6 "))
    assert refused(TABLES, old, f"{name} = 7")


# --- counters


@rule("battleships", "2.6")
@pytest.mark.parametrize(
    ("column", "least"),
    [("attack", 1), ("defence", 1), ("range", 1), ("movement", 0)],
)
def test_values_of_counters_have_a_least(column: str, least: int) -> None:
    fields = {"attack": 42, "defence": 9, "range": 15, "movement": 5}
    old = "\t".join(map(str, fields.values()))

    def hood(value: int) -> Files:
        return changed(
            SHIPS, f"hood\tgb\tbc\t{old}", "\t".join(["hood\tgb\tbc", *map(str, (fields | {column: value}).values())])
        )

    if least:
        assert getattr(load(hood(least)).counters["hood"], column) == least
        with pytest.raises(ComponentError) as caught:
            load(hood(least - 1))
        assert (caught.value.file, caught.value.column) == (SHIPS, column)
    else:
        with pytest.raises(ComponentError, match="at most"):  # she could not make what the scenarios give her
            load(hood(least))


@rule("battleships", "2.2", "2.3", "10.1c", "10.4")
@pytest.mark.parametrize(
    ("old", "new", "column"),
    [
        ("hood\tgb", "hood\txx", "nation"),
        ("hood\tgb\tbc", "hood\tgb\tbattery", "kind"),
        ("hood\tgb\tbc\t42\t9\t15\t5\tn", "hood\tgb\tbc\t42\t9\t15\t5\tno", "torpedoes"),
        ("5\tn\tall\ttype_284:1941.05\trulebook", "5\tn\taft\ttype_284:1941.05\trulebook", "guns_bear"),
        ("type_284:1941.05", "type_285:1941.05", "radar"),
        ("type_284:1941.05", "type_284", "radar"),
        ("type_284:1941.05", "type_284:1941", "radar"),
        ("type_284:1941.05", "type_284:1941.051", "radar"),
        ("type_284:1941.05\trulebook", "type_284:1941.05\tguess", "source"),
        ("prince_of_wales\t", "hood\t", "id"),
    ],
)
def test_counters_say_what_there_is(old: str, new: str, column: str) -> None:
    with pytest.raises(ComponentError) as caught:
        load(changed(SHIPS, old, new))
    assert (caught.value.file, caught.value.column) == (SHIPS, column)


@rule("battleships", "10.1c")
def test_a_ship_may_carry_a_set_after_another_or_none() -> None:
    found = {
        name: [(one.radar, one.since) for one in load(FILES).counters[name].radar] for name in ("duke_of_york", "gb_dd")
    }
    assert found == {"duke_of_york": [("type_284", "1941.01"), ("type_284m", "1943.01")], "gb_dd": []}


@rule("battleships", "2.6")
def test_counters_as_they_are_printed() -> None:
    hood, atago = BOX.counters["hood"], BOX.counters["atago"]
    assert (hood.nation, hood.kind, hood.attack, hood.defence, hood.range, hood.movement) == ("gb", "bc", 42, 9, 15, 5)
    assert (hood.torpedoes, hood.guns_bear, hood.source) == (False, "all", "rulebook")
    assert (atago.torpedoes, BOX.counters["rodney"].guns_bear, BOX.counters["richelieu"].guns_bear) == (
        True, "not_aft", "ahead",
    )  # fmt: skip


@rule("battleships", "10.7")
def test_a_battery_is_a_counter_of_its_scenario_alone() -> None:
    fort = BOX.counter("casablanca", "el_hank")
    assert (fort.kind, fort.nation, fort.attack, fort.defence, fort.range, fort.movement) == (
        "battery",
        "fr",
        9,
        15,
        12,
        0,
    )
    assert BOX.counter("mers_el_kebir", "canastel").range == 12
    assert BOX.counter("casablanca", "hood") is BOX.counters["hood"]
    for scenario, name in (("mers_el_kebir", "el_hank"), ("casablanca", "canastel"), ("casablanca", "nobody")):
        with pytest.raises(KeyError):
            BOX.counter(scenario, name)
