"""1.4 to 1.7: the counters, the cards and the chits, and that faulty ones are refused."""

from collections import Counter as Tally

import pytest

from tests.titles.pq17.box import BOX

rule = pytest.mark.rule


@rule("pq17", "12.0", "12.0c")
def test_situations() -> None:
    chits = BOX.situations
    assert Tally(one.allied for one in chits.values())["gearbox"] == 5
    assert {key for key, one in chits.items() if one.axis_summer == "axis_convoy"} == set("abcij")
    assert {key for key, one in chits.items() if one.axis_winter == "axis_convoy"} == set("abcijstuvwx")
    assert [chits[key].stars for key in "epy"] == [(False, True, True), (True, True, True), (False, False, False)]
    assert (chits["n"].allied, chits["n"].axis_winter, chits["n"].axis_summer) == ("archery", "none", "no_restrictions")
