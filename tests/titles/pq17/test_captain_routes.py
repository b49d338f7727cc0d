"""The captain's routes: round the ice where little flies, north of the aircraft where much does."""

from functools import cache
from typing import Any

import pytest

from bench.workbench.bare_play import Play
from games.kernel.requests import Ask
from games.titles.pq17.bot.ice import CARD, ice_cost
from games.titles.pq17.orders.planning import PlansForm, Schedule
from tests.titles.loading import load
from tests.titles.pq17.box import BOX

rule = pytest.mark.rule


class Planned(Exception):
    """The plans are made: the game need not go on."""


@cache
def planned(scenario: str) -> tuple[PlansForm, dict[str, Schedule]]:
    """The form of the Allied plans, and the captain's orders by convoy."""
    title, found = load("pq17"), []

    def watch(view: Any, question: Ask[Any], answer: Any) -> None:
        if question.kind == "plans" and question.seat == "allied":
            found.append((question.form, {one.convoy: one for one in answer}))
            raise Planned

    with pytest.raises(Planned):
        Play(title, scenario, 1, dict.fromkeys(title.seats(scenario), title.bots["captain"]), watch).to_the_end()
    ((form, orders),) = found
    return form, orders


def iced(way: tuple[str, ...]) -> list[str]:
    return [hex_ for hex_ in way if BOX.hexes[hex_].zone]


@rule("pq17", "4.2", "10.1")
@pytest.mark.parametrize(("scenario", "convoy"), [("pq8", "pq8"), ("jw51b", "jw51b"), ("jw51b", "ra51")])
def test_a_winter_convoy_goes_round_the_drift_ice(scenario: str, convoy: str) -> None:
    """The usual way crosses two or three hexes of drift ice; at night few aircraft fly."""
    form, orders = planned(scenario)
    usual = next(one for one in form.default() if isinstance(one, Schedule) and one.convoy == convoy)
    assert len(iced(usual.way)) >= 2
    assert iced(orders[convoy].way) == []
    assert list(form.problems(tuple(orders.values()))) == []


def test_a_summer_convoy_stays_north_of_the_aircraft() -> None:
    """In July the northern way is nearly free of ice, and bombers fly all day."""
    form, orders = planned("pq17")
    assert not set(orders["pq17"].way) & BOX.areas.axis_radius.hexes
    assert set(form.shortest("pq17", "arkhangelsk")) & BOX.areas.axis_radius.hexes


def test_worse_ice_costs_more() -> None:
    """0515 has light drift in December: a card, or two, or none; pack costs far more; open water nothing."""
    winter = BOX.operations["pq8"]
    assert ice_cost(BOX, winter, "0512") == 0
    assert CARD / 2 < ice_cost(BOX, winter, "0515") < 2 * CARD
    pack = next(one.id for one in BOX.hexes.values() if one.zone == "pack" and one.is_sea)
    assert ice_cost(BOX, winter, pack) > 4 * CARD
