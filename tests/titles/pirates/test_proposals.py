"""Whole turns to take as they stand: what the plan and the next card propose, in the form and so in letters."""

from typing import Any

import pytest

from games.kernel.codec import decode, encode
from games.order_text import parse_lines
from games.titles.pirates.orders.forms import PlanForm, PlayForm
from games.titles.pirates.orders.orders import Intercept
from games.titles.pirates.orders.proposing import TRIES
from tests.titles.pirates.laid_out import TITLE, Game, lay_out, side
from tests.titles.pirates.table import random_game

LABELS = TITLE.presentation.labels


def table(hand: str = "collier scuttle recon_aircraft", ships: str = "leopard meteor") -> Game:
    return lay_out(red=side(ships, hand=hand), black=side("dresden wolf", merchants="lovat maria dee"))


def proposed(game: Game) -> dict[str, tuple[Any, ...]]:
    """What is proposed to red, by its name, as the stored form says it."""
    form = game.question("red").form
    stored = decode(encode(form), type(form))
    return {one.name.en: stored.accept(one.answer) for one in stored.proposals()}


def test_a_plan_proposes_that_every_ship_hunts_that_one_does_or_none() -> None:
    found = proposed(table())
    assert list(found) == ["every ship hunts", "one ship hunts", "no orders"]
    hunting = found["every ship hunts"]
    assert [order.ship for order in hunting] == ["leopard", "meteor"]
    assert all(isinstance(order, Intercept) for order in hunting)
    used = [value for order in hunting for value in (order.card, *order.targets)]
    assert len(set(used)) == len(used) == 4, "a card and a merchant of its own for each"
    assert found["one ship hunts"] == hunting[:1]
    assert found["no orders"] == ()


def test_no_more_ships_hunt_than_there_are_cards() -> None:
    assert len(proposed(table(hand="collier"))["every ship hunts"]) == 1


def test_the_next_card_is_proposed_as_it_was_planned() -> None:
    game = table().says("red", "intercept collier ship=leopard targets=lovat", "british scuttle target=dresden")
    found = proposed(game)
    assert next(iter(found)) == "as planned"
    assert found["as planned"] == game.question("red").form.default()
    assert found["no more cards"] == ()


@pytest.mark.parametrize("written", ["as-planned", "As planned.", "as_planned", "計画どおり"])
def test_whoever_reveals_as_planned_says_so_in_a_letter(written: str) -> None:
    """3.2.8 The next card of the plan, which the answer names; the others are asked about as usual."""
    game = table().says("red", "intercept collier ship=leopard targets=lovat", "british scuttle target=dresden")
    form = game.question("red").form
    found = parse_lines([written], form, LABELS)
    assert (found.text, found.refused) == (form.render(form.default()), ())


@pytest.mark.parametrize(
    "written",
    ["intercept collier with Leopard targets=lovat", "intercept collier with leopard at Lovat", "every ship hunts"],
)
def test_a_card_is_laid_with_a_ship_and_a_proposal_is_called_by_its_name(written: str) -> None:
    form = table(hand="collier", ships="leopard").question("red").form
    found = parse_lines([written], form, LABELS)
    assert (found.text, found.refused) == ("intercept collier_1 ship=leopard targets=lovat", ())


@pytest.mark.parametrize("scenario", ["two_players", "three_players", "teams"])
def test_all_that_is_proposed_is_legal_at_every_turn(scenario: str) -> None:
    """In a whole game; within a bounded number of tries."""
    seen = 0
    _, asked = random_game(scenario, 3)
    for form in [ask.form for ask in asked if isinstance(ask.form, PlanForm | PlayForm)][::5]:
        tried: list[int] = []
        for proposal in form.proposals():
            assert form.accept(proposal.answer) is not None
            tried.append(len(proposal.answer))
        assert max(tried, default=0) <= TRIES
        seen += len(tried)
    assert seen > 20
