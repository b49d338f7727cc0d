"""The sealed tempo: plans given at the same time, and turns that run through."""

import random
from typing import Any

import msgspec
import pytest

from games.kernel.conformance import check
from games.kernel.conformance.two_worlds import KeyedChance
from games.kernel.driver import ViewFactory, drive, initial_checkpoint
from games.kernel.journal import SeatAnswer
from games.kernel.requests import Ask
from games.kernel.standing_orders import Range, Rule
from games.orders.rule_plan import RulePlan
from games.titles.pirates.components.options import Options
from games.titles.pirates.orders.occasions import CHASE, PURSUE
from games.titles.pirates.state.events.attack import Challenged, Reacted
from games.titles.pirates.state.events.turn import Discarded, Revealed, TurnEnded
from games.titles.pirates.visibility.redeal import redeal
from tests.sampling import rest_thorough
from tests.titles.pirates.laid_out import BOX, TITLE, Dice, Game, begin, lay_out, layout, side

SEALED = Options(tempo="sealed")


def sealed(**given: Any) -> Game:
    """Red is about to begin a turn in the sealed tempo."""
    return lay_out(options=SEALED, **given)


def rules(game: Game, seat: str, *lines: str) -> SeatAnswer:
    """A reaction plan in the text notation, accepted by its form."""
    form = game.question(seat).form
    answer = form.accept(form.parse("\n".join(lines)))
    return SeatAnswer(seat, msgspec.to_builtins(form.write(answer)))


def turn(game: Game, red: list[str], black: list[str], dice: Dice = (), draws: Dice = ()) -> Game:
    """Red's plan and black's reaction plan, given at the same time."""
    return game.goes_on(game.answer("red", *red), rules(game, "black", *black), dice=dice, draws=draws)


def revealed(game: Game) -> list[str]:
    return [event.card for event in game.told(Revealed)]


# --- what a plan may say


@pytest.mark.parametrize(
    ("option", "kind"), [("fast_raiders", CHASE), ("pursuit", PURSUE), ("prize_supply", "resupply")]
)
def test_rules_for_questions_of_an_option_are_offered_with_the_option_only(option: str, kind: str) -> None:
    for is_on in (False, True):
        options = Options(tempo="sealed", **{option: is_on})
        game = lay_out(options=options, red=side("leopard"), black=side(merchants="lovat", hand="minesweeper"))
        form = next(one.form for one in game.asked if one.kind == "reactions")
        assert isinstance(form, RulePlan)
        kinds = {one.kind for one in form.offered}
        assert form.find_kind(kind) is not None, "a plan of an earlier version stays legal"
        assert (kind in kinds) == is_on
        assert {"react", "aftermath", "reflag", "passage"} <= kinds


@pytest.mark.rule("pirates", "3.1.3")
def test_a_refusal_points_at_the_target_or_at_what_is_to_be_taken_instead() -> None:
    """All attacks of a turn go against one opponent."""
    game = sealed(red=side("leopard", hand="collier"), black=side(merchants="lovat"), white=side(merchants="dee"))
    for places, field in (("targets=lovat instead=dee", "instead"), ("targets=dee instead=lovat", "instead")):
        problems = game.refusals("red", f"intercept collier ship=leopard {places}")
        assert [(problem.pointer, problem.rule) for problem in problems] == [(f"/0/{field}", "3.1.3")]
    game = lay_out(
        red=side("leopard wolf", hand="collier scuttle"), black=side(merchants="lovat"), white=side(merchants="dee")
    )
    problems = game.refusals(
        "red", "intercept collier ship=leopard targets=lovat", "intercept scuttle ship=wolf targets=dee"
    )
    assert [(problem.pointer, problem.rule) for problem in problems] == [("/1/targets", "3.1.3")]


@pytest.mark.rule("pirates", "3.3.3")
def test_a_sealed_plan_boards_only_ships_that_it_aims_at() -> None:
    """Played card by card, the targets may still be changed."""
    plan = "intercept collier ship=leopard targets=lovat supports=boarding_party boarding=maria"
    sides = {"red": side("leopard", hand="collier boarding_party"), "black": side(merchants="lovat maria")}
    assert [problem.rule for problem in sealed(**sides).refusals("red", plan)] == ["3.3.3"]
    assert [problem.rule for problem in lay_out(**sides).refusals("red", plan, "as-planned")] == ["3.3.3"]
    assert not lay_out(**sides).refuses("red", plan)


# --- what is asked, and when


def test_plan_and_reaction_plans_are_asked_at_the_same_time() -> None:
    game = sealed(
        red=side("leopard", hand="collier"), black=side(merchants="lovat", hand="trap"), white=side(hand="qqq")
    )
    assert game.open() == ["red plan", "black reactions", "white reactions"]
    assert [question.is_standing for question in game.asked] == [False, True, True]
    assert game.question("black").form.default() == ()


def test_nobody_is_asked_who_has_nothing_to_decide_and_nobody_where_nothing_can_be_attacked() -> None:
    hand = "collier"
    assert sealed(red=side("leopard", hand=hand), black=side("emden", merchants="lovat")).open() == ["red plan"]
    prize = sealed(red=side("leopard", hand=hand), black=side("emden", prizes="lovat"))
    assert prize.open() == ["red plan", "black reactions"]
    idle = sealed(red=side("leopard"), black=side(merchants="lovat", hand="trap"))
    assert idle.open() == ["black plan", "red reactions"]  # red has drawn a card at the end of the turn
    fogged = sealed(red=side("leopard", hand=hand, weather="fog_bank"), black=side(merchants="lovat", hand="trap"))
    assert fogged.open() == ["black plan", "red reactions"]


def test_the_turn_runs_through_to_the_next_one() -> None:
    game = sealed(red=side("leopard", hand="collier"), black=side(merchants="lovat", hand="trap"))
    turn(game, ["intercept collier ship=leopard targets=lovat"], ["pass"], dice=((10, 1, 1, 8),))
    assert game.open() == ["black plan", "red reactions"]
    assert [event.card for event in game.told(Reacted)] == [""]


@pytest.mark.rule("pirates", "3.2.2")
def test_a_reaction_is_played_by_the_first_rule_that_fits() -> None:
    game = sealed(red=side("leopard", hand="collier"), black=side(merchants="lovat", hand="qqq slim_pickings"))
    plan = [
        "react amc weapon=intercept",  # not in the hand
        "react slim_pickings night=yes",  # it is day
        "react qqq hunter=raider",
    ]
    turn(game, ["intercept collier ship=leopard targets=lovat"], plan, dice=((10, 1, 1, 8),))
    assert [event.card for event in game.told(Reacted)][:1] == ["qqq_1"]
    assert game.ship("leopard").identified


def test_where_no_rule_fits_the_default_is_the_answer() -> None:
    game = sealed(red=side(hand="collier"), black=side(prizes="lovat+identified", hand="qqq"))
    turn(game, ["british collier target=lovat"], ["react qqq value=9.."], dice=((1, 1, 8), (6, 1)))
    assert [event.card for event in game.told(Reacted)] == [""]
    assert game.told(Challenged)[0].purpose == "safe_passage"  # 3.2.6: the default is to try


def test_a_prize_stays_where_the_plan_says_so() -> None:
    game = sealed(red=side(hand="collier"), black=side(prizes="lovat+identified", hand="qqq"))
    turn(game, ["british collier target=lovat"], ["passage stay value=..9"], dice=((1, 1, 8),))
    assert not game.told(Challenged)
    assert game.has("black", "prizes") == ["lovat"]
    assert game.open() == ["black plan", "red reactions"]


def test_a_plan_stays_and_is_the_default_of_the_next_question() -> None:
    game = sealed(red=side("leopard", hand="collier"), black=side(merchants="lovat", hand="trap"))
    turn(game, ["pass"], ["react trap value=5.."])
    kept = game.fleet("black").reaction_plan
    assert kept == [Rule("react", {"value": Range(at_least=5)}, "trap")]
    game.goes_on(game.answer("black", "pass"), rules(game, "red", "pass"))
    assert game.open() == ["red plan", "black reactions"]
    assert game.question("black").form.default() == tuple(kept)


def test_the_own_turn_follows_the_last_plan_and_asks_one_who_never_gave_any() -> None:
    fleet = side("leopard", hand="collier reflag")
    game = sealed(red=fleet, black=side(merchants="lovat", hand="qqq"))
    turn(game, ["intercept collier ship=leopard targets=lovat"], ["react qqq"], dice=((10, 1, 1, 8),))
    assert game.open() == ["red reflag"]
    game.says("red", "pass")
    state = layout(options=SEALED, red=fleet, black=side(merchants="lovat", hand="qqq"))
    state.fleets[0].reaction_plan = [Rule("reflag", {"own_turn": True}, "reflag")]
    game = begin(state, "turn")
    turn(game, ["intercept collier ship=leopard targets=lovat"], ["react qqq"], dice=((10, 1, 1, 8),))
    assert [event.card for event in game.told(Reacted)] == ["qqq_1", "reflag_1"]
    assert not game.ship("leopard").identified


@pytest.mark.rule("pirates", "3.3.37")
def test_in_an_extra_turn_the_plan_alone_is_asked_for_again() -> None:
    game = sealed(red=side("leopard", hand="second_chance collier"), black=side(merchants="lovat", hand="trap"))
    turn(game, ["play second_chance"], ["react trap"])
    assert game.open() == ["red plan"]
    assert game.fleet("black").reaction_plan == [Rule("react", {}, "trap")]


@pytest.mark.rule("pirates", "3.3.10")
def test_a_deceived_turn_stops_for_the_card_drawn() -> None:
    game = sealed(
        red=side("leopard", hand="interrogate", weather="deception"),
        black=side("iltis", merchants="lovat", hand="trap"),
    )
    assert game.open() == ["black reactions"]
    game.goes_on(rules(game, "black", "pass"), draws=((0,),))
    assert game.open() == ["red play"]
    form = game.question("red").form
    assert not any(field.name in ("instead", "only") for way in form.templates() for field in way.fields)


@pytest.mark.rule("pirates", "3.3.17")
def test_intelligence_stops_the_turn_for_the_cards_seen() -> None:
    game = sealed(red=side("leopard", hand="intelligence"), black=side(merchants="lovat", hand="trap"))
    turn(game, ["play intelligence target=deck"], ["pass"])
    assert game.open() == ["red arrange"]


def test_before_the_phantom_moves_the_live_player_plans_reactions() -> None:
    start = initial_checkpoint(TITLE, TITLE.rules.new_game("solitaire", Options(tempo="sealed")))
    seen: list[str] = []
    whim = random.Random(1).randrange

    def supply(question: Ask[Any], number: int, look: ViewFactory) -> SeatAnswer:
        seen.append(question.kind)
        return SeatAnswer(question.seat, question.form.write(question.form.sample(whim)))

    assert drive(TITLE, start, (), supply, chance=KeyedChance("solitaire"), budget=100_000).is_over
    assert {"plan", "reactions"} <= set(seen)
    # Until the first reaction plan is given, the player is asked as the questions come.
    assert not {"react", "aftermath", "reflag", "passage"}.intersection(seen[seen.index("reactions") :])


# --- orders with targets to fall back on, and conditions

HUNT = "intercept collier ship=leopard targets=lovat"


def test_the_next_target_is_taken_where_the_first_is_gone() -> None:
    game = sealed(
        red=side("leopard", hand="collier submarines_u"), black=side(merchants="lovat maria dee", hand="trap")
    )
    plan = ["play submarines_u target=lovat", f"{HUNT} instead=dee,maria"]
    turn(game, plan, ["pass"], dice=((10, 1, 1, 1), (10, 1, 1, 4)))
    assert game.told(Revealed)[1].targets == ("dee",)


def test_without_a_target_left_the_card_stays_unplayed_although_it_could_be_played_later() -> None:
    game = sealed(red=side("leopard", hand="collier submarines_u"), black=side(merchants="lovat maria", hand="trap"))
    plan = ["play submarines_u target=lovat only=damaged", HUNT]
    turn(game, plan, ["pass"], dice=((8, 1, 1, 5),))  # the intercept damages her
    assert revealed(game) == ["collier_1"]
    assert game.told(TurnEnded)[0].unused == 1
    assert game.told(Discarded)[0].cards == ("collier_1", "submarines_u_1")


def test_a_condition_is_weighed_when_the_card_comes_up() -> None:
    game = sealed(red=side("leopard", hand="collier submarines_u"), black=side(merchants="lovat maria", hand="trap"))
    plan = [HUNT, "play submarines_u target=maria instead=lovat only=damaged"]
    turn(game, plan, ["pass"], dice=((8, 1, 1, 5), (10, 1, 1, 1)))
    assert revealed(game) == ["collier_1", "submarines_u_1"]
    assert game.told(Revealed)[1].targets == ("lovat",)


@pytest.mark.parametrize(
    ("ship", "only", "played"),
    [
        ("leopard", "ship_undamaged", True),
        ("leopard+damaged", "ship_undamaged", False),
        ("leopard", "ship_disguised", True),
        ("leopard+identified", "ship_disguised", False),
        ("emden", "ship_identified", True),
        ("leopard+unsupplied", "ship_supplied", False),
        ("leopard", "undamaged,ship_supplied", True),
        ("leopard", "damaged,ship_supplied", False),
    ],
)
def test_conditions_on_the_own_ship(ship: str, only: str, played: bool) -> None:
    game = sealed(red=side(ship, hand="collier"), black=side(merchants="lovat", hand="trap"))
    name = ship.partition("+")[0]
    dice = ((*(1 for _ in BOX.ships[name].attack), 8),) if played else ()
    if played:
        dice = (*dice, (1, 6))  # she outlived the intercept and makes for port
    turn(game, [f"intercept collier ship={name} targets=lovat only={only}"], ["pass"], dice=dice)
    assert revealed(game) == (["collier_1"] if played else [])


@pytest.mark.parametrize(
    ("target", "only", "played"),
    [
        ("leopard+identified+unsupplied", "unsupplied", True),
        ("leopard+identified", "unsupplied", False),
        ("leopard+identified", "identified", True),
        ("leopard+identified+damaged", "undamaged", False),
        ("leopard+identified", "supplied", True),
        ("leopard+identified", "disguised", False),
    ],
)
def test_conditions_on_the_target(target: str, only: str, played: bool) -> None:
    game = sealed(red=side(hand="collier"), black=side(target, hand="trap"))
    coin = BOX.kinds["collier"].intercept
    dice = ((*(1 for _ in coin), 8),) if played else ()
    turn(game, [f"british collier target=leopard only={only}"], ["pass"], dice=dice)
    assert revealed(game) == (["collier_1"] if played else [])


def test_as_many_targets_as_were_written_are_taken() -> None:
    hand = "collier good_hunting submarines_u"
    game = sealed(red=side("leopard", hand=hand), black=side(merchants="lovat maria dee", hand="trap"))
    plan = ["play submarines_u target=lovat", f"{HUNT},dee supports=good_hunting instead=maria"]
    sunk = (10, 1, 1, 1)
    turn(game, plan, ["pass"], dice=(sunk, sunk, sunk))
    assert game.told(Revealed)[1].targets == ("dee", "maria")


def test_refusals_name_their_rule() -> None:
    game = sealed(
        red=side("leopard", hand="collier submarines_u"),
        black=side("wolf+identified", merchants="lovat maria", hand="trap"),
        white=side(merchants="dee", hand="qqq"),
    )
    assert [p.rule for p in game.refusals("red", f"{HUNT} instead=lovat")] == ["3.2.8"]
    assert [p.rule for p in game.refusals("red", f"{HUNT} only=damaged,undamaged")] == ["3.2.8"]
    elsewhere = game.refusals("red", f"{HUNT} instead=dee")
    assert [(p.rule, p.pointer) for p in elsewhere] == [("3.1.3", "/0/instead")]
    assert game.refuses("red", f"{HUNT} only=identified")  # merchants have no disguise
    assert game.refuses("red", "intercept collier ship=leopard")
    assert game.refuses("red", HUNT, "as-planned")
    assert not game.refuses("red", f"{HUNT} instead=maria only=undamaged,ship_supplied")


def test_interactive_orders_know_neither() -> None:
    game = lay_out(red=side("leopard", hand="collier"), black=side(merchants="lovat maria", hand="trap"))
    assert game.open() == ["red plan"]
    assert game.refuses("red", f"{HUNT} instead=maria")
    assert game.refuses("red", f"{HUNT} only=undamaged")
    assert not game.refuses("red", HUNT, "as-planned")


# --- secrets


def test_a_plan_is_its_owners_secret() -> None:
    game = sealed(red=side("leopard", hand="collier"), black=side(merchants="lovat", hand="trap"))
    turn(game, ["pass"], ["react trap value=5.."])
    assert game.view("black").fleet("black").reaction_plan
    assert game.view("umpire").fleet("black").reaction_plan
    for other in ("red", "public"):
        assert game.view(other).fleet("black").reaction_plan is None
        assert b"at_least" not in msgspec.json.encode(game.view(other))


def test_another_world_has_other_plans_but_the_same_open_choices() -> None:
    game = sealed(red=side("leopard", hand="collier"), black=side(merchants="lovat", hand="trap"))
    turn(game, ["pass"], ["react trap", "passage stay"])
    for seat in ("red", "public"):
        plans = {
            str(redeal(BOX, game.state, seat, random.Random(n).randrange).fleets[1].reaction_plan) for n in range(20)
        }
        assert len(plans) > 5
        assert all("passage" in plan for plan in plans)
    own = {str(redeal(BOX, game.state, "black", random.Random(n).randrange).fleets[1].reaction_plan) for n in range(20)}
    assert len(own) == 1


@pytest.mark.parametrize("scenario", rest_thorough(TITLE.scenarios))
def test_the_sealed_tempo_keeps_the_contract(scenario: str) -> None:
    report = check(TITLE, scenario, SEALED, range(20, 21))
    report.raise_findings()
    assert report.counts["samples without a match"] * 2 < report.counts["samples"]
    assert report.counts["pairs parted by a disclosure"] > report.counts["plays"]


# --- words


def test_the_owner_reads_the_plan_on_the_text_board_and_in_the_question() -> None:
    game = sealed(red=side("leopard", hand="collier"), black=side(merchants="lovat", hand="trap"))
    turn(game, ["pass"], ["react trap value=5.. night=no", "passage stay"])
    mine = TITLE.presentation.text_board(game.view("black"), "en")
    assert "Your reaction plan" in mine
    assert "1. Reaction to an attack: Trap (victory points at stake ≥ 5, not by night)" in mine
    assert "リアクション計画" in TITLE.presentation.text_board(game.view("black"), "ja")
    assert "reaction plan" not in TITLE.presentation.text_board(game.view("red"), "en").lower()
    game.goes_on(game.answer("black", "pass"), rules(game, "red", "pass"))
    question = game.question("black")
    assert "A prize after an intercept: Stay with the fleet" in TITLE.presentation.explain_question(question, "en")
    assert "現在の計画" in TITLE.presentation.explain_question(question, "ja")


def test_orders_with_fallbacks_read_as_sentences() -> None:
    game = sealed(red=side("leopard", hand="collier"), black=side(merchants="lovat maria", hand="trap"))
    form = game.question("red").form
    answer = form.accept(form.parse("intercept collier_1 ship=leopard targets=lovat instead=maria only=undamaged"))
    assert "otherwise: Maria · only if: undamaged" in form.describe(answer, "en", TITLE.presentation.labels)
    assert "だめなら代わりに" in form.describe(answer, "ja", TITLE.presentation.labels)
    assert "“instead”" in TITLE.presentation.explain_question(game.question("red"), "en")


# --- the captain


def test_the_captain_gives_one_reaction_plan_and_targets_to_fall_back_on() -> None:
    game = sealed(red=side("leopard", hand="collier"), black=side("emden", merchants="lovat maria", hand="trap"))
    bot, whim = TITLE.bots["captain"], random.Random(1).randrange
    plan = bot(game.view("red"), game.question("red"), whim)
    form = game.question("red").form
    form.accept(form.write(plan))
    assert "instead=" in form.render(plan)
    reactions = game.question("black").form
    answer = bot(game.view("black"), game.question("black"), whim)
    reactions.accept(reactions.write(answer))
    assert answer
    assert answer == bot(game.view("black"), game.question("black"), whim)
