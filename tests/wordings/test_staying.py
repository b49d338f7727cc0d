"""Who stays, carries on, or does as before needs no order in any title; umlauts are written as keyboards have them."""

import pytest

from tests.wordings.reading import given

SHIPS = {
    ("goeben", "day"): ("Breslau", "Breslau"),
    ("pirates", "turn"): ("Meteor", "Meteor"),
    ("battleships", "courses"): ("Norfolk", "Norfolk (CA)"),
    ("battleships", "targets"): ("Norfolk", "Norfolk (CA)"),
    ("battleships", "torpedoes"): ("Norfolk", "Norfolk (CA)"),
    ("pq17", "axis"): ("Wolfpack 1", "Wolfpack 1"),
    ("pq17", "strikes"): ("Wolfpack 1", "Wolfpack 1"),
}
AS_BEFORE = ("carries on", "carries on as before", "same as before", "as before", "no change", "unchanged", "continues")
STAYS = ("stays", "holds position", "stands by", "waits", "remains on station", "keeps her station", "holds")
AT_SEA = ("battleships", "courses")


@pytest.mark.parametrize("place", SHIPS, ids=" ".join)
@pytest.mark.parametrize("said", AS_BEFORE)
def test_who_does_as_before_needs_no_order(place: tuple[str, str], said: str) -> None:
    name, shown = SHIPS[place]
    for text in (f"{name} {said}.", f"{name}: {said}"):
        assert given(*place, text, "en").lines == ["pass", f"resting: {shown}"], text


@pytest.mark.parametrize("place", [one for one in SHIPS if one != AT_SEA], ids=" ".join)
@pytest.mark.parametrize("said", STAYS)
def test_who_stays_needs_no_order(place: tuple[str, str], said: str) -> None:
    name, shown = SHIPS[place]
    assert given(*place, f"{name} {said}.", "en").lines == ["pass", f"resting: {shown}"]


@pytest.mark.parametrize("said", STAYS)
def test_a_ship_that_sails_on_is_not_kept_where_she_is(said: str) -> None:
    assert given(*AT_SEA, f"Norfolk {said}.", "en").orders == ()


@pytest.mark.parametrize(
    ("place", "text", "lines"),
    [
        (("goeben", "day"), "Both ships stay in Messina.", ["pass", "resting: Goeben, Breslau"]),
        (("goeben", "day"), "They both stay.", ["pass", "resting: Goeben, Breslau"]),
        (("goeben", "day"), "Both ships outfit", ["outfit goeben,breslau"]),
        (("goeben", "day"), "both ships sail to East of Sicily", ["move goeben,breslau way=sicily_e"]),
        (
            ("battleships", "torpedoes"),
            "both ships keep their torpedoes",
            ["pass", "resting: Norfolk (CA), Suffolk (CA)"],
        ),
        (("goeben", "day"), "Göben stays", ["pass", "resting: Goeben"]),
        (("goeben", "day"), "Goben outfits", ["outfit goeben"]),
        (("pirates", "turn"), "Moewe intercepts Floride with Reflag", ["intercept reflag_1 ship=mowe targets=floride"]),
        (("pirates", "turn"), "Mowe intercepts Floride with Reflag", ["intercept reflag_1 ship=mowe targets=floride"]),
        (("pirates", "turn"), "MOEWE stays", ["pass", "resting: Möwe"]),
    ],
)
def test_both_and_umlauts(place: tuple[str, str], text: str, lines: list[str]) -> None:
    assert given(*place, text, "en").lines == lines


@pytest.mark.parametrize("text", ["Both ships sail ahead 3", "both fire at Bismarck", "両艦ビスマルクを砲撃"])
def test_both_means_nobody_where_there_are_three(text: str) -> None:
    assert given("battleships", "targets", text, "en").orders == ()


@pytest.mark.parametrize("text", ["Both ships launch at Bismarck", "両艦はビスマルクを雷撃してください。"])
def test_both_is_refused_where_one_of_them_cannot(text: str) -> None:
    assert given("battleships", "torpedoes", text, "en").orders == ()


@pytest.mark.parametrize("text", ["Norfolk does not stay", "Norfolk never holds", "Norfolk stays if possible"])
def test_a_negation_is_no_rest(text: str) -> None:
    assert given("battleships", "targets", text, "en").orders == ()
