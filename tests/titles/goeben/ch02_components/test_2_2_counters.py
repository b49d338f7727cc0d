"""Ships, markers and charts as they are printed, and how the files of the components are checked."""

from functools import partial

import msgspec
import pytest

from games.titles.goeben.components.box import FILES as NAMES
from games.titles.goeben.components.box import ComponentError, load
from games.titles.goeben.components.reading import read_lines
from games.toolkit.rule_texts import without_rule_texts
from games.toolkit.tables import SOURCES
from tests.titles import edited_files
from tests.titles.goeben.box import BOX, FILES, PACKAGE, Files

cell, edited, swapped = (partial(one, FILES) for one in (edited_files.cell, edited_files.edited, edited_files.swapped))


def without(file: str, row: str) -> Files:
    return edited(file, lambda text: "".join(line + "\n" for line in text.splitlines() if row not in line.split("\t")))


def refused(files: Files) -> ComponentError:
    with pytest.raises(ComponentError) as caught:
        load(files)
    return caught.value


def test_speeds_of_the_examples() -> None:
    for name in ("goeben", "breslau", "stralsund"):
        ship = BOX.german[name]
        assert (ship.cruise, ship.maximum, ship.emergency) == (4, 5, 6)


def test_every_coastal_defence_says_where_its_strength_is_from() -> None:
    assert [BOX.source(f"fort_{number}", "strength") for number in (1, 16)] == ["reconstructed"] * 2
    assert BOX.source("fort_none", "strength") == ""


def test_a_line_is_at_least_a_mile_long() -> None:
    first = FILES["lines.tsv"].decode().splitlines()[:2]
    for miles in ("1", "0"):
        row = "\t".join([*first[1].split("\t")[:2], miles, *first[1].split("\t")[3:]])
        content = f"{first[0]}\n{row}\n".encode()
        if miles == "1":
            assert [line.miles for line in read_lines(content, BOX.spaces)] == [1]
        else:
            with pytest.raises(ComponentError, match="below 1"):
                read_lines(content, BOX.spaces)


def test_no_counter_belongs_to_both_groups() -> None:
    british, french = BOX.groups["british"], BOX.groups["french"]
    assert not set(british) & set(french)
    assert set(british) | set(french) <= {*BOX.allied, *BOX.markers}


def test_markers() -> None:
    assert len(BOX.markers) + sum(ship.type == "convoy" for ship in BOX.allied.values()) == 37
    assert {kind.id for kind in BOX.incidents.values() if kind.used} == {"fleet_sorties", "central_sortie"}
    assert {kind.id for kind in BOX.incidents.values() if kind.of_france} == {"french_sortie"}


def test_every_figure_has_a_source() -> None:
    for item, figures in BOX.sources.items():
        assert set(figures.values()) <= set(SOURCES), item
    for name in (*BOX.spaces, *BOX.german, *BOX.allied, *BOX.austrian, *BOX.incidents, *BOX.forts, *BOX.cargo):
        assert BOX.sources[name], name


def test_everything_has_a_name_in_both_languages() -> None:
    boxes = (BOX.spaces, BOX.german, BOX.allied, BOX.austrian, BOX.incidents, BOX.cargo, BOX.missions)
    for text in [item.name for box in boxes for item in box.values()]:
        assert text.en
        assert not text.ja.isascii()


def test_the_coast_frames_the_map() -> None:
    assert BOX.coast.unit == "half a nautical mile"
    for space in BOX.spaces.values():
        assert 0 < space.x * 2 < BOX.coast.width * 10
        assert 0 < space.y * 2 < BOX.coast.height * 10


def test_the_ledger_is_the_one_agreed_on() -> None:
    lines = [line.split("\t") for line in (PACKAGE / "rules.tsv").read_text().splitlines() if line[:1] not in ("", "#")]
    assert len({row[0] for row in lines}) == len(lines) == 245
    assert all(len(row) == 3 for row in lines)


def test_a_missing_or_strange_file() -> None:
    assert set(NAMES) == set(without_rule_texts(FILES))
    error = refused({name: data for name, data in FILES.items() if name != "german.tsv"})
    assert (error.file, error.line) == ("german.tsv", 0)
    assert refused({**FILES, "more.tsv": b""}).file == "more.tsv"


@pytest.mark.parametrize(
    ("file", "row", "column", "value", "blamed"),
    [
        ("spaces.tsv", "malta", "kind", "castle", ""),
        ("spaces.tsv", "malta", "x", "far", ""),
        ("spaces.tsv", "malta", "name_ja", "-", ""),
        ("spaces.tsv", "malta", "name_source", "hearsay", ""),
        ("spaces.tsv", "malta", "owner", "-", ""),
        ("spaces.tsv", "messina", "forts", "1", ""),
        ("spaces.tsv", "cadiz", "id", "Cadiz", ""),
        ("lines.tsv", "ligurian_sea", "bends", "12;14", ""),
        ("german.tsv", "goeben", "cruise", "6", ""),
        ("german.tsv", "goeben", "class", "dd", ""),
        ("german.tsv", "goeben", "hull", "-12", ""),
        ("allied.tsv", "gb_ca_1", "group", "french", ""),
        ("allied.tsv", "gb_ca_1", "nation", "japan", ""),
        ("austrian.tsv", "ah_b_1", "class", "cp", ""),
        ("incidents.tsv", "storm", "id", "fog", ""),
        ("incidents.tsv", "quiet_seas", "british", "9", ""),
        ("cargo.tsv", "optics", "sort", "food", ""),
        ("cargo.tsv", "optics", "points", "0", ""),
        ("forts.tsv", "1", "strength", "0", ""),
    ],
)
def test_a_faulty_cell_is_named(file: str, row: str, column: str, value: str, blamed: str) -> None:
    error = refused(cell(file, row, column, value))
    assert error.file == file
    assert error.line > 1
    assert error.column == (blamed or column), str(error)


@pytest.mark.parametrize(
    ("files", "file", "says"),
    [
        (without("lines.tsv", "genoa"), "lines.tsv", "no line leads to genoa"),
        (cell("spaces.tsv", "malta_pz", "kind", "high_sea"), "spaces.tsv", "patrol zones"),
        (cell("spaces.tsv", "smyrna", "zone", "marmara"), "spaces.tsv", "Marmara"),
        (cell("spaces.tsv", "athens", "zone", "black_sea"), "lines.tsv", "lie behind Constantinople"),
        (cell("spaces.tsv", "gulf_of_cadiz", "kind", "atlantic_exit"), "spaces.tsv", "Atlantic exits"),
        (without("german.tsv", "moltke"), "german.tsv", "German ships"),
        (without("allied.tsv", "gb_dd_4"), "allied.tsv", "British ships"),
        (without("allied.tsv", "fr_ca_1"), "allied.tsv", "French warships"),
        (cell("allied.tsv", "fr_ca_1", "class", "bc"), "allied.tsv", "ca, cp or dd"),
        (without("allied.tsv", "gb_bc_4"), "allied.tsv", "kept apart"),
        (without("incidents.tsv", "storm"), "incidents.tsv", "kinds of incident"),
        (cell("incidents.tsv", "storm", "british", "1"), "incidents.tsv", "mixed with the british"),
        (cell("spaces.tsv", "malta", "forts", "2"), "spaces.tsv", "coastal defences"),
        (without("cargo.tsv", "wireless"), "cargo.tsv", "kinds of cargo"),
        (swapped("forts.tsv", "2\t6\treconstructed\n3\t6\treconstructed\n", ""), "forts.tsv", "15 coastal"),
        (edited("missions.toml", lambda text: text.replace("[suez_canal", "[suez")), "missions.toml", "in this order"),
        (swapped("missions.toml", 'space = "pola"', 'space = "rome"'), "missions.toml", "not on the map"),
        (swapped("missions.toml", 'space = "pola"\n', ""), "missions.toml", "must end"),
        (swapped("missions.toml", '"philippeville"', '"palma"'), "missions.toml", "coastal defences"),
        (swapped("charts.toml", '"ac2", "ac2", ', '"gc2", "ac2", '), "charts.toml", "rise"),
        (swapped("charts.toml", '"ac2", "ac2", ', '"ac2", '), "charts.toml", "reach"),
        (swapped("charts.toml", "[terrain.high_sea]", "[terrain.sea]"), "charts.toml", "keys"),
        (swapped("charts.toml", "[zones.marmara]", "[zones.aegean]"), "charts.toml", "zones"),
        (swapped("charts.toml", "[[0, 0], [3, 1], [5, 2]]", "[[0, 0], [5, 2], [3, 1]]"), "charts.toml", "leadership"),
        (swapped("missions.toml", '"friendly", "neutral"', '"friendly", "allied"'), "missions.toml", "raid_convoys"),
        (swapped("charts.toml", "[3, 1], [5, 2]", "[3, 1], [5, 3]"), "charts.toml", "column"),
        (swapped("charts.toml", '"bb", "bc", "b", "ca"', '"bb", "bb", "b", "ca"'), "charts.toml", "rank"),
        (swapped("charts.toml", "hits = 6", "hits = 7"), "charts.toml", "<= 6"),
        (swapped("fixed.toml", "[night]", "[night"), "fixed.toml", "TOML"),
        (swapped("fixed.toml", 'start = "messina"', 'start = "rome"'), "fixed.toml", "not on the map"),
        (swapped("fixed.toml", "draw = 3", ""), "fixed.toml", "draw"),
        (swapped("coast.json", '"width":4560', '"width":"wide"'), "coast.json", "int"),
    ],
)
def test_an_incomplete_box_is_refused(files: Files, file: str, says: str) -> None:
    error = refused(files)
    assert error.file == file, str(error)
    assert says in str(error)


@pytest.mark.parametrize(("ship", "column", "value"), [("goeben", "cruise", "5"), ("goeben", "maximum", "6")])
def test_a_ship_that_gains_nothing_by_coal_or_strain_is_a_ship(ship: str, column: str, value: str) -> None:
    assert getattr(load(cell("german.tsv", ship, column, value)).german[ship], column) == int(value)


def test_all_markers_of_a_kind_may_go_to_the_groups() -> None:
    box = load(cell("incidents.tsv", "quiet_seas", "count", "5"))
    assert sum(kind == "quiet_seas" for kind in box.markers.values()) == 5


def test_a_blank_cell_and_a_short_line() -> None:
    assert refused(swapped("german.tsv", "\tGoeben\t", "\t\t")).column == "name"
    assert refused(swapped("german.tsv", "Goeben\t", "")).line == 2


def test_the_box_survives_the_wire() -> None:
    for ship in BOX.german.values():
        assert msgspec.convert(msgspec.to_builtins(ship), type(ship)) == ship
