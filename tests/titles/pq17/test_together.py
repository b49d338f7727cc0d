"""7.1a, 7.1.3 Who is sent by hand at what others attack already flies with them."""

from typing import Any

import pytest

from games.titles.pq17.orders.joint_attacks import join_attack
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.orders.raids import RaidForm
from games.titles.pq17.orders.special import Specials

rule = pytest.mark.rule
FORM = PhaseForm(specials=Specials(raided=("narvik", "banak"), raiders=("a", "b", "c")))


def raid(on: str, *units: str) -> dict[str, Any]:
    return {"order": "raid", "on": on, "units": [*units]}


def offered(draft: list[dict[str, Any]], tapped: str, *acting: str, form: Any = FORM) -> list[Any]:
    return [offer.answer for offer in form.suggested_edits(draft, tapped, acting) if not offer.problems]


@rule("pq17", "7.1.3", "12.5")
@pytest.mark.parametrize("form", [FORM, RaidForm(reach_of={"narvik": ("a", "b")})])
def test_who_is_tapped_and_then_a_port_raids_it(form: Any) -> None:
    assert offered([], "narvik", "a", form=form)[0] == [raid("narvik", "a")]


@rule("pq17", "7.1.3")
def test_a_second_unit_joins_the_raid_on_the_same_port() -> None:
    assert offered([raid("narvik", "a")], "narvik", "b")[0] == [raid("narvik", "a", "b")]


@rule("pq17", "7.1.3")
def test_who_is_sent_elsewhere_leaves_the_raid_in_which_it_flew() -> None:
    both = [raid("narvik", "a", "b")]
    assert offered(both, "banak", "b")[0] == [raid("narvik", "a"), raid("banak", "b")]
    alone = [raid("narvik", "a"), raid("banak", "b")]
    assert offered(alone, "banak", "a")[0] == [raid("banak", "b", "a")], "an order without units is none"


def test_where_an_order_of_its_own_would_do_nothing_is_changed() -> None:
    assert [*join_attack([], "raid", "on", "narvik", ["a"])] == []
    assert [*join_attack([raid("narvik", "a")], "raid", "on", "banak", ["b"])] == []
    assert [*join_attack([raid("narvik", "a")], "raid", "on", "narvik", [])] == []
    other = {"order": "stay", "force": "tf"}
    (change,) = join_attack([other, raid("narvik", "a")], "raid", "on", "narvik", ["b"])
    assert (change.kind, change.pointer) == ("add", "/1/units")
    assert change.answer == [other, raid("narvik", "a", "b")]
