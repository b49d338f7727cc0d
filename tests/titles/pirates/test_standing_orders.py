"""Answers in advance: their conditions, and when a rule is obsolete."""

import random
from typing import Any

import pytest

from games.kernel.forms import Choose, MayChoose
from games.kernel.requests import Ask
from games.kernel.standing_orders import Range, Rule, apply_rules, rule_problems
from games.kernel.text import LANGUAGES, Text
from games.orders.rule_plan import describe_rule
from games.titles.pirates.orders.occasions import Aftermath, Passage, Prey, Stores
from games.titles.pirates.visibility.foreseen import FACTS
from games.titles.pirates.visibility.redeal import redeal
from tests.titles.pirates.laid_out import BOX, TITLE, Game, lay_out, side
from tests.titles.pirates.scenes import NIGHT, hunt, navy

KINDS = {kind.kind: kind for kind in TITLE.standing_orders.kinds}


def facts(game: Game, seat: str, question: Ask[Any] | None = None) -> dict[str, Any]:
    return dict(TITLE.standing_orders.facts(game.view(seat), question or game.question(seat)))


def asked(kind: str, context: Any, *options: str) -> Ask[Any]:
    """A question as it would come to black."""
    form = Choose(options=options, fallback=options[0], rule="1.1") if options else MayChoose(options=(), rule="1.1")
    return Ask(key=kind, kind=kind, seat="black", rule="1.1", prompt=Text("?", "?"), form=form, context=context)


def test_every_small_question_is_foreseen_with_facts_examples_and_words() -> None:
    assert list(KINDS) == list(FACTS)
    for kind in TITLE.standing_orders.kinds:
        assert kind.name.en
        assert kind.name.ja
        assert kind.examples
        for rule in kind.examples:
            assert rule.kind == kind.kind
            assert not list(rule_problems(kind, rule))
            assert all(describe_rule(kind, rule, language, TITLE.presentation.labels) for language in LANGUAGES)
        for fact in kind.facts:
            assert fact.name.en
            assert fact.name.ja
            assert all(TITLE.presentation.labels(value).ja for value in fact.values)


def test_what_all_see_in_the_answer_has_no_facts_about_the_hand() -> None:
    for kind in ("passage", "chase", "pursue", "resupply"):
        assert not {"holding", "cards"}.intersection(fact.key for fact in KINDS[kind].facts)


def test_facts_of_an_intercept() -> None:
    game = hunt("leopard", "lovat+damaged", by=NIGHT, supports="surprise_attack", hand="qqq trap")
    assert facts(game, "black") == {
        "weapon": "intercept", "attacker": "red", "hunter": "raider", "ship": "leopard", "ship_value": 9,
        "ship_damaged": False, "value": 7, "damaged": True, "warship": False, "raider": False, "prize": False,
        "night": True, "surprise": True, "supports": ("surprise_attack",), "holding": ("qqq", "trap"), "cards": 2,
        "round": 1, "deck": 20,
    }  # fmt: skip


def test_facts_of_a_british_intercept() -> None:
    found = facts(navy("wolf+identified+damaged"), "black")
    assert (found["weapon"], found["raider"], found["damaged"], found["prize"]) == ("british", True, True, False)
    assert "hunter" not in found
    prize = facts(navy("lovat+identified", prize=True), "black")
    assert (prize["prize"], prize["value"], prize["raider"]) == (True, 7, False)


def test_all_merchants_are_at_stake_in_a_minefield() -> None:
    game = lay_out(red=side("meteor", hand="lay_mines"), black=side(merchants="lovat maria dee", hand="minesweeper"))
    game.says("red", "mines lay_mines ship=meteor against=black", "as-planned")
    assert facts(game, "black")["value"] == 7 + 5 + 3


def test_facts_of_a_sinking_weigh_the_poorest_merchant_in_the_pile() -> None:
    game = lay_out(red=side("emden"), black=side(hand="mistaken_identity recalled", pile="maria dee emden leopard"))
    found = facts(game, "black", asked("aftermath", Aftermath("red", "collier_1", "lovat", "emden")))
    assert (found["gain"], found["value"], found["hunter"]) == (7 - 3, 7, "warship")
    none = lay_out(red=side("emden"), black=side(hand="mistaken_identity"))
    assert "gain" not in facts(none, "black", asked("aftermath", Aftermath("red", "collier_1", "lovat", "emden")))


def test_facts_of_choices_without_a_card() -> None:
    game = lay_out(red=side("emden", hand="qqq"), black=side("leopard+damaged", merchants="dee", hand="trap"))
    chase = facts(game, "black", asked("chase", Prey("leopard", "dee", "fast_ship_1"), "hold"))
    assert (chase["ship_damaged"], chase["value"], chase["damaged"]) == (True, 3, False)
    stores = facts(game, "black", asked("resupply", Stores("leopard", "dee"), "take_stores"))
    assert (stores["ship_value"], stores["value"]) == (9, 3)
    passage = facts(game, "black", asked("passage", Passage("dee", "red"), "try"))
    assert passage == {"round": 1, "deck": 20, "attacker": "red", "value": 3}
    assert not facts(game, "red")  # no facts for what cannot be foreseen


def test_facts_come_from_the_own_view_alone() -> None:
    game = hunt(hand="qqq trap")
    question, here = game.question("black"), facts(game, "black")
    for seed in range(5):
        other = redeal(BOX, game.state, "black", random.Random(seed).randrange)
        assert other.fleets[0].hand != game.state.fleets[0].hand or other.deck != game.state.deck
        assert dict(TITLE.standing_orders.facts(TITLE.secrecy.view(other, "black"), question)) == here


@pytest.mark.parametrize(
    ("option", "kin"),
    [
        ("trap_2", "trap"),
        ("q_ship_1", "q_ship"),
        ("mistaken_identity_1/lovat", "mistaken_identity"),
        ("recalled_1", "recalled"),
        ("try", "try"),
        ("take_stores", "take_stores"),
        ("prinz_eitel_friedrich", "prinz_eitel_friedrich"),
    ],
)
def test_kin(option: str, kin: str) -> None:
    assert TITLE.standing_orders.alias(option) == kin


@pytest.mark.rule("pirates", "3.3.23")
def test_the_poorest_merchant_is_given_for_the_one_that_was_sunk() -> None:
    game = hunt(targets="lovat", hand="mistaken_identity", pile="maria dee william_p_frye")
    game.says("black", "pass", dice=((10, 1, 1, 1),))
    assert game.open() == ["black aftermath"]
    rule = Rule("aftermath", {"gain": Range(at_least=4)}, "mistaken_identity")
    found = apply_rules([rule], game.question("black"), facts(game, "black"), TITLE.standing_orders.alias)
    assert found is not None
    assert found.answer == "mistaken_identity_1/dee"


def test_stale_rules() -> None:
    game = lay_out(red=side("emden"), black=side("leopard", hand="trap"), round_=2)
    view = game.view("black")
    assert TITLE.standing_orders.obsolete_reason(view, Rule("react", {"round": Range(at_most=1)}, "trap"))
    assert TITLE.standing_orders.obsolete_reason(view, Rule("react", {"attacker": ["white", "blue"]}, "trap"))
    assert TITLE.standing_orders.obsolete_reason(view, Rule("react", {"attacker": ["black"]}, "trap"))
    assert not TITLE.standing_orders.obsolete_reason(
        view, Rule("react", {"round": Range(at_most=2), "attacker": ["red", "blue"]}, "trap")
    )
    assert not TITLE.standing_orders.obsolete_reason(view, Rule("react", {}, "trap"))
