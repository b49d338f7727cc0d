"""Chapter 1: a faulty box is refused with the place of the fault."""

import pytest

from games.titles.pirates.components.box import FILES
from tests.titles.pirates.box_files import Files, cell, edited, refused, without_row

rule = pytest.mark.rule


@pytest.mark.parametrize("name", FILES)
def test_a_missing_file_is_refused(files: Files, name: str) -> None:
    fault = refused({other: content for other, content in files.items() if other != name})
    assert fault.file == name
    assert str(fault) == f"{name}: this file is missing"


@pytest.mark.parametrize(
    ("file", "content"),
    [
        pytest.param("notes.txt", b"x", id="unknown"),
        pytest.param("texts.tsv", b"\xff\xfe", id="bytes that are no text"),
        pytest.param("solitaire.tsv", b"", id="empty"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(files: Files, file: str, content: bytes) -> None:
    assert refused({**files, file: content}).file == file


@pytest.mark.parametrize(
    ("old", "new", "column"),
    [
        pytest.param("\tcoal\t", "\tkohle\t", "coal", id="missing"),
        pytest.param("\n", "\tspeed\n", "speed", id="unknown"),
        pytest.param("\n", "\tvp\n", "vp", id="twice"),
    ],
)
def test_a_wrong_column_is_refused(files: Files, old: str, new: str, column: str) -> None:
    fault = refused(edited(files, "ships.tsv", lambda text: text.replace(old, new, 1)))
    assert (fault.file, fault.line, fault.column) == ("ships.tsv", 1, column)


def test_a_short_line_is_refused(files: Files) -> None:
    fault = refused(edited(files, "merchants.tsv", lambda text: text.replace("\nauthor\tAuthor\t", "\nauthor\t")))
    assert (fault.file, fault.line) == ("merchants.tsv", 39)
    assert "cells" in str(fault)


@pytest.mark.parametrize(
    ("file", "row", "column", "value"),
    [
        ("ships.tsv", "emden", "attack", "d10+d12"),
        ("ships.tsv", "emden", "attack", "d8+d10"),
        ("ships.tsv", "emden", "attack", "10"),
        ("ships.tsv", "emden", "defence", "-"),
        ("ships.tsv", "emden", "vp", "twelve"),
        ("ships.tsv", "emden", "vp", "0"),
        ("ships.tsv", "emden", "vp", " "),
        ("ships.tsv", "emden", "name", "-"),
        ("ships.tsv", "emden", "class", "cruiser"),
        ("ships.tsv", "emden", "coal", "yes"),
        ("ships.tsv", "emden", "mines", "y"),
        ("ships.tsv", "emden", "tournament", "maybe"),
        ("ships.tsv", "emden", "attack_source", "hearsay"),
        ("merchants.tsv", "author", "captor", "bismarck"),
        ("merchants.tsv", "author", "lost", "1916"),
        ("merchants.tsv", "author", "lost_1914", "y"),
        ("merchants.tsv", "author", "sail", "y"),
        ("merchants.tsv", "author", "fate", "escaped"),
        ("merchants.tsv", "author", "type", "galley"),
        ("merchants.tsv", "author", "challenge", "-"),
        ("merchants.tsv", "author", "tonnage", "0"),
        ("actions.tsv", "trap", "rule", "3.3.45"),
        ("actions.tsv", "trap", "category", "ambush"),
        ("actions.tsv", "trap", "intercept", "-"),
        ("actions.tsv", "trap", "attack", "-"),
        ("actions.tsv", "trap", "defence", "d6"),
        ("actions.tsv", "trap", "challenge", "d6"),
        ("actions.tsv", "trap", "vp", "3"),
        ("actions.tsv", "trap", "night_copies", "3"),
        ("actions.tsv", "trap", "card_names", "One"),
        ("actions.tsv", "trap", "attack_source", "-"),
        ("actions.tsv", "trap", "gun_source", "rulebook"),
        ("actions.tsv", "recalled", "response", "-"),
        ("actions.tsv", "submarines_u", "vp", "-"),
        ("solitaire.tsv", "solitaire_4", "defence_13", "breakout"),
        ("solitaire.tsv", "solitaire_4", "special", "trap"),
        ("solitaire.tsv", "solitaire_4", "attack_1", "breakout"),
        ("solitaire.tsv", "solitaire_4", "attack_2", "breakout"),
        ("solitaire.tsv", "solitaire_4", "attack_3", "trap"),
        ("solitaire.tsv", "solitaire_4", "attack_3", "interrogate"),
        ("solitaire.tsv", "solitaire_4", "attack_3", "heavy_weather low"),
        ("solitaire.tsv", "solitaire_4", "attack_3", "heavy_weather d6"),
        ("solitaire.tsv", "solitaire_4", "attack_4", "british_intercept"),
        ("solitaire.tsv", "solitaire_4", "attack_4", "british_intercept dawn"),
        ("texts.tsv", "britain", "ja", "-"),
        ("texts.tsv", "britain", "group", "country"),
    ],
)
def test_a_bad_cell_is_refused_with_its_place(files: Files, file: str, row: str, column: str, value: str) -> None:
    lines = [line.split("\t") for line in files[file].decode().splitlines()]
    number = next(number for number, line in enumerate(lines, start=1) if row in line[:2])
    fault = refused(cell(files, file, row, column, value))
    assert (fault.file, fault.line, fault.column) == (file, number, column)
    assert str(fault).startswith(f"{file}, line {number}, column {column}: ")


@pytest.mark.parametrize(
    ("file", "row"),
    [
        ("ships.tsv", "karlsruhe"),
        ("merchants.tsv", "author"),
        ("actions.tsv", "trap"),
        ("solitaire.tsv", "solitaire_20"),
    ],
)
@rule("pirates", "1.1.1")
@rule("pirates", "1.1.2")
@rule("pirates", "1.1.3")
def test_a_missing_card_is_refused(files: Files, file: str, row: str) -> None:
    assert refused(without_row(files, file, row)).file == file


@pytest.mark.parametrize(
    ("file", "row", "column", "value", "what"),
    [
        ("ships.tsv", "leopard", "class", "warship", "1.1.1"),
        ("ships.tsv", "leopard", "sail", "y", "6.2"),
        ("ships.tsv", "leopard", "aircraft", "y", "6.3"),
        ("ships.tsv", "leopard", "fast", "y", "6.6"),
        ("ships.tsv", "leopard", "removed_1914", "y", "6.5.1"),
        ("ships.tsv", "leopard", "tournament", "choice", "6.4.1"),
        ("ships.tsv", "leopard", "tournament", "removed", "6.4.2"),
        ("ships.tsv", "emden", "coal", "n", "1.1.4"),
        ("merchants.tsv", "author", "vp", "7", "play notes"),
        ("actions.tsv", "scuttle", "count", "3", "3.3"),
        ("actions.tsv", "scuttle", "solitaire_removed", "y", "5.2"),
        ("actions.tsv", "scuttle", "expansion", "y", "1.1"),
    ],
)
@rule("pirates", "1.1.1")
@rule("pirates", "1.1.2")
def test_totals_that_do_not_fit_are_refused(
    files: Files, file: str, row: str, column: str, value: str, what: str
) -> None:
    fault = refused(cell(files, file, row, column, value))
    assert fault.file == file
    assert what in str(fault)


def test_lists_of_merchants_that_do_not_fit_are_refused(files: Files) -> None:
    later = cell(
        cell(files, "merchants.tsv", "lovat", "lost", "1915-09-14"), "merchants.tsv", "lovat", "lost_1914", "n"
    )
    assert "6.5.4" in str(refused(later))
    motor = cell(cell(files, "merchants.tsv", "dee", "sail", "n"), "merchants.tsv", "dee", "type", "steam")
    assert "6.11" in str(refused(motor))


def test_a_warship_in_the_tournament_deck_is_refused(files: Files) -> None:
    swapped = cell(files, "ships.tsv", "leipzig", "tournament", "deck")
    swapped = cell(swapped, "ships.tsv", "wolf", "tournament", "removed")
    assert "warships in the tournament deck" in str(refused(swapped))


@pytest.mark.parametrize("file", ["ships.tsv", "merchants.tsv", "actions.tsv", "solitaire.tsv", "texts.tsv"])
def test_a_line_that_stands_twice_is_refused(files: Files, file: str) -> None:
    def double(text: str) -> str:
        return text + text.splitlines(keepends=True)[-1]

    fault = refused(edited(files, file, double))
    assert (fault.file, fault.column) == (file, "id")
    assert fault.line == len(files[file].splitlines()) + 1


def test_an_id_with_an_umlaut_is_refused(files: Files) -> None:
    fault = refused(edited(files, "ships.tsv", lambda text: text.replace("\nmowe\t", "\nmöwe\t")))
    assert (fault.file, fault.column) == ("ships.tsv", "id")


def test_an_unknown_kind_is_refused(files: Files) -> None:
    fault = refused(edited(files, "actions.tsv", lambda text: text.replace("\ntrap\t", "\nsnare\t")))
    assert (fault.file, fault.column) == ("actions.tsv", "id")


def test_ids_are_unique_across_all_cards(files: Files) -> None:
    fault = refused(edited(files, "merchants.tsv", lambda text: text.replace("\nauthor\t", "\nwolf\t")))
    assert "'wolf' belongs to two things" in str(fault)


@pytest.mark.parametrize("row", ["trap", "norway", "liner", "no_action"])
def test_a_missing_text_is_refused(files: Files, row: str) -> None:
    fault = refused(without_row(files, "texts.tsv", row))
    assert fault.file == "texts.tsv"
    assert row in str(fault)


def test_a_text_of_nothing_is_refused(files: Files) -> None:
    fault = refused({**files, "texts.tsv": files["texts.tsv"] + "nation\tutopia\tUtopia\tユートピア\n".encode()})
    assert "utopia" in str(fault)


@pytest.mark.parametrize(
    ("before", "after", "named"),
    [
        ("rounds = 3 ", "", "rounds"),
        ("rounds = 3 ", "rounds = 'three' ", "$.game.rounds"),
        ("rounds = 3 ", "rounds = 3\nturns = 4 ", "turns"),
        ("[coal]", "[kohle]", "kohle"),
        ("2 = 60, ", "", "deck.removed"),
        ("4 = [4, 3, 2, 1]", "4 = [4, 3, 2]", "score.round_points"),
        ("4 = [4, 3, 2, 1]", "4 = [1, 2, 3, 4]", "score.round_points"),
        ("1 = 5, ", "", "hand.carried_over"),
        ("chase_challenge = [10]", "chase_challenge = [12]", "fast.chase_challenge"),
        ("chase_challenge = [10]", "chase_challenge = []", "fast.chase_challenge"),
        ('"william_p_frye"', '"titanic"', "titanic"),
        ("[game]", "[game", "TOML"),
    ],
)
def test_bad_numbers_are_refused(files: Files, before: str, after: str, named: str) -> None:
    fault = refused(edited(files, "fixed.toml", lambda text: text.replace(before, after, 1)))
    assert fault.file == "fixed.toml"
    assert named in str(fault)
