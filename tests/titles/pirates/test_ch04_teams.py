"""Chapter 4: two teams of two."""

from typing import Any

import pytest

from games.titles.pirates.components.options import Options
from games.titles.pirates.orders.occasions import Attack
from games.titles.pirates.rules.attack.reactions import may_react
from games.titles.pirates.rules.rounds.scoring import round_points
from games.titles.pirates.state.board import Board
from games.titles.pirates.state.events.attack import Challenged
from games.titles.pirates.state.events.effects import CardsHandedOver, Transferred
from games.titles.pirates.state.events.rounds import (
    CarriedOver,
    GameTied,
    GameWon,
    HandDealt,
    RoundScored,
    ShipsExchanged,
)
from games.titles.pirates.state.state import Report, Turn
from tests.titles.pirates.laid_out import BOX, TITLE, Game, Side, begin, lay_out, layout, side
from tests.titles.pirates.scenes import answered, cards_dealt, exchange, played, round_over, team_game
from tests.titles.pirates.table import random_game

rule = pytest.mark.rule
ENEMIES = {"red": "black blue", "white": "black blue", "black": "red white", "blue": "red white"}


def refused(game: Game, line: str) -> set[str]:
    """The rules for which red's order is refused."""
    return {problem.rule for problem in game.refusals("red", line)} - {""}


def table(**changed: Side) -> dict[str, Side]:
    """Four fleets with something of every sort to aim at; red's hand is wanting."""
    fleets = {
        "black": side("emden wolf+identified", merchants="lovat", prizes="dee+identified", hand="trap_1"),
        "white": side("dresden+damaged leopard+identified+unsupplied meteor", merchants="maria+damaged", hand="trap_2"),
        "blue": side("berlin", merchants="matheran", hand="amc_2"),
    }
    return fleets | changed


ATTACKS = [
    ("collier", "intercept collier ship=karlsruhe targets={}", "lovat", "maria"),
    ("collier", "british collier target={}", "emden", "dresden"),
    ("collier", "british collier target={}", "wolf", "leopard"),
    ("lay_mines", "mines lay_mines ship=iltis against={}", "black", "white"),
    ("interrogate", "play interrogate target={}", "berlin", "meteor"),
    ("submarines_u", "play submarines_u target={}", "lovat", "maria"),
    ("submarines_uc", "play submarines_uc target={}", "black", "white"),
]
ON_OPPONENTS = [
    ("breakdown", "berlin", "meteor"),
    ("deception", "black", "white"),
    ("fog_bank", "blue", "white"),
    ("intelligence", "black", "white"),
    ("interned", "wolf", "leopard"),
    ("recon_aircraft", "blue", "white"),
    ("rendezvous_missed", "black", "white"),
    ("transfer_command", "emden", "dresden"),
]


def broken_out(dice: tuple[int, ...], *, teams: bool = True) -> Game:
    """Red plays Breakout; Wolf and Meteor are on top of the German deck."""
    state = layout(teams=teams, red=side("emden", hand="breakout"), black=side("dresden"))
    state.german.face_down = [ship for ship in state.german.face_down if ship not in ("wolf", "meteor")]
    state.german.face_down += ["meteor", "wolf"]
    return begin(state, "turn").says("red", "play breakout", "as-planned", dice=[dice])


def scored(before: dict[str, tuple[int, int]], *, round_: int = 3, **sides: Side) -> Game:
    """The end of a round; `before` gives round points and victory points of earlier rounds."""
    state = layout(teams=True, round_=round_, **sides)
    for fleet in state.fleets:
        rounds, victory = before.get(fleet.seat, (0, 0))
        fleet.round_points, fleet.victory_points = [rounds], [victory]
    return begin(state, "score")


def places(game: Game) -> dict[str, int]:
    return {row.seat: row.place for row in TITLE.rules.standings(game.state)}


ROLL = [(4, 3, 2, 1)]
"""The dice for the first turn of the next round."""


def carried(*, three: bool = False, **ships: str) -> Game:
    """The end of a round, with these ships in the fleets."""
    hands = {"red": "qqq", "blue": "trap"}
    fleets = {seat: side(ships.get(seat, ""), hand=hands.get(seat, "")) for seat in ENEMIES}
    return begin(layout(teams=True, options=Options(carry_over_three=three), **fleets), "carry_over")


def partners(red: Side, *, teams: bool = True) -> Game:
    """A turn of red with a raider in refuge, where prizes supply ships; her attempt to coal there fails."""
    options, black, white = Options(prize_supply=True), side("emden", hand="qqq"), side("berlin", hand="trap")
    return lay_out(teams=teams, options=options, red=red, black=black, white=white, dice=[(1, 1, 8)])


# --- 4.0


@rule("pirates", "4.0")
def test_a_hand_and_a_plan_are_secret_from_the_partner_too() -> None:
    game = team_game(**table(red=side("karlsruhe", hand="collier qqq reflag")))
    game.says("red", "intercept collier ship=karlsruhe", "british qqq")
    seen = game.view("white")
    assert seen.fleet("white").hand == ["trap_2"]
    assert [fleet.hand for fleet in seen.fleets if fleet.seat != "white"] == [[], [], []]
    assert not seen.assigned
    assert seen.laid
    assert {answer.seat for answer in game.asked} == {"red"}


@rule("pirates", "4.0")
def test_nobody_has_a_partner_in_the_game_of_four() -> None:
    state = TITLE.rules.new_game("four_players", Options())
    assert not any(fleet.partner for fleet in state.fleets)
    board = Board(state, BOX)
    assert board.partner("red") is None
    assert [fleet.seat for fleet in board.opponents("red")] == ["black", "white", "blue"]


@rule("pirates", "3.3.11")
@rule("pirates", "4.0")
def test_only_the_two_know_which_cards_change_hands_and_nobody_sees_the_rest() -> None:
    game = answered(exchange(), red="choose qqq_1", white="choose amc_1")
    for seat in ("red", "white"):
        assert [event.cards for event in game.heard(seat, CardsHandedOver)] == [("qqq_1",), ("amc_1",)]
    for seat in ("black", "blue", "public"):
        assert [(e.count, e.cards) for e in game.heard(seat, CardsHandedOver)] == [(1, ()), (1, ())]
    assert game.view("red").reports == [Report(1, 1, "white", ["qqq_1"])]
    assert game.view("white").reports == [Report(1, 1, "red", ["amc_1"])]
    assert not game.view("black").reports
    assert "reflag_1" not in str(game.view("red"))
    assert "trap_1" not in str(game.view("white"))


# --- 4.1


@rule("pirates", "4.1")
def test_partners_sit_opposite_and_all_see_who_they_are() -> None:
    state = TITLE.rules.new_game("teams", Options())
    assert [(fleet.seat, fleet.partner) for fleet in state.fleets] == [
        ("red", "white"), ("black", "blue"), ("white", "red"), ("blue", "black")]  # fmt: skip
    game = begin(state, "deal", dice=[(4, 3, 2, 1)])
    for seat in (*ENEMIES, "public", "umpire"):
        assert [fleet.partner for fleet in game.view(seat).fleets] == ["white", "blue", "red", "black"]
    assert len(game.state.deck) == 80 - 4 * 6


# --- 4.2


@rule("pirates", "4.2")
@pytest.mark.parametrize(("hand", "order", "enemy", "friend"), ATTACKS)
def test_no_attack_goes_against_the_partner(hand: str, order: str, enemy: str, friend: str) -> None:
    game = team_game(**table(red=side("karlsruhe iltis", hand=hand)))
    assert not game.refuses("red", order.format(enemy))
    assert refused(game, order.format(friend)) == {"4.2"}


@rule("pirates", "4.2")
def test_a_partners_ship_in_refuge_is_safe_from_the_own_monitor() -> None:
    game = team_game(red=side("karlsruhe", hand="monitor"), white=side("wolf+refuge"), blue=side("berlin+refuge"))
    assert not game.refuses("red", "play monitor target=berlin")
    assert refused(game, "play monitor target=wolf") == {"4.2"}


@rule("pirates", "4.2")
def test_a_revealed_card_is_not_turned_against_the_partner_either() -> None:
    game = team_game(**table(red=side("karlsruhe", hand="collier qqq")))
    game.says("red", "intercept collier ship=karlsruhe", "british qqq")
    assert refused(game, "intercept collier ship=karlsruhe targets=maria") == {"4.2"}
    assert refused(game, "british qqq target=dresden") == {"4.2"}
    assert not game.refuses("red", "british qqq target=emden")


@rule("pirates", "4.2")
@rule("pirates", "4.3")
def test_no_form_offers_the_partner_as_a_target() -> None:
    kinds = "collier lay_mines interrogate submarines_uc"
    for hand in (kinds, *(kind for kind, _, _ in ON_OPPONENTS)):
        game = team_game(**table(red=side("karlsruhe iltis", hand=hand)))
        offered = set(game.question("red").form.values())
        assert not offered & {"white", "dresden", "leopard", "meteor", "maria"}
        assert offered & {"black", "blue", "emden", "wolf", "berlin"}


@rule("pirates", "4.2")
@rule("pirates", "4.5")
def test_in_whole_games_only_enemies_are_attacked_and_answer() -> None:
    asked = [question for seed in (3, 4) for question in random_game("teams", seed)[1]]
    pairs = {(q.context.attacker, q.seat) for q in asked if q.kind in ("react", "aftermath")}
    assert pairs == {(attacker, seat) for attacker, seats in ENEMIES.items() for seat in seats.split()}


# --- 4.3


@rule("pirates", "4.3")
@pytest.mark.parametrize(("kind", "enemy", "friend"), ON_OPPONENTS)
def test_what_befalls_opponents_never_befalls_the_partner(kind: str, enemy: str, friend: str) -> None:
    game = team_game(**table(red=side("karlsruhe", hand=kind)))
    assert not game.refuses("red", f"play {kind} target={enemy}")
    assert refused(game, f"play {kind} target={friend}") == {"4.3"}


@rule("pirates", "4.3")
def test_the_two_opponents_are_all_that_a_turn_can_reach() -> None:
    """3.1.4 with 4.3: an attack on one enemy, other cards on the other; both are the team across."""
    game = team_game(**table(red=side("karlsruhe", hand="collier fog_bank deception")))
    plan = [
        "intercept collier ship=karlsruhe targets=lovat",
        "play fog_bank target=blue",
        "play deception target=black",
    ]
    assert not game.refuses("red", *plan)


@rule("pirates", "4.3")
@rule("pirates", "3.1.4")
def test_the_partner_is_never_the_other() -> None:
    game = lay_out(teams=True, red=side(hand="deception breakdown"), black=side("dresden"), white=side("konigsberg"),
                   blue=side("nurnberg"))  # fmt: skip
    assert game.refuses("red", "play deception target=white")
    assert not game.refuses("red", "play deception target=blue")


# --- 4.4


@rule("pirates", "4.4")
@pytest.mark.parametrize(
    ("kind", "friend"),
    [("damage_control", "dresden"), ("fair_seas", "maria"), ("island_refuge", "dresden"), ("reflag", "leopard"),
     ("scuttle", "dresden")],
)  # fmt: skip
def test_own_effects_are_for_the_own_fleet_alone(kind: str, friend: str) -> None:
    """A player cannot take the damage marker off a team mate's ship."""
    red = side("karlsruhe+damaged wolf+identified", merchants="otaki", hand=kind)
    game = team_game(**table(red=red, black=side("emden")))
    own = {"fair_seas": "otaki", "reflag": "wolf"}.get(kind, "karlsruhe")
    assert not game.refuses("red", f"play {kind} target={own}")
    assert refused(game, f"play {kind} target={friend}") == {"4.4"}


@rule("pirates", "4.4")
@pytest.mark.parametrize(("kind", "dice"), [("collier", ()), ("blockade_runner", [(8, 1, 1)])])
def test_own_supplies_do_not_reach_the_partner(kind: str, dice: Any) -> None:
    game = team_game(**table(red=side("karlsruhe+unsupplied", hand=kind)))
    game.says("red", f"play {kind}", "as-planned", dice=dice)
    assert (game.ship("karlsruhe").unsupplied, game.ship("leopard").unsupplied) == (False, True)


@rule("pirates", "4.4")
def test_an_enemy_answers_the_roll_of_an_own_effect() -> None:
    game = team_game(**table(red=side("karlsruhe+unsupplied", hand="blockade_runner")))
    game.says("red", "play blockade_runner", "as-planned", dice=[(1, 1, 8)])
    assert game.told(Challenged)[0].responder.of == "black"


# --- 4.5


@rule("pirates", "4.5")
def test_no_reaction_is_possible_in_the_partners_turn() -> None:
    state = layout(teams=True, **table(red=side("karlsruhe", hand="collier")))
    state.turn = Turn("red", 1)
    board = Board(state, BOX)
    attack = Attack("red", "intercept", "collier_1", "lovat", "karlsruhe")
    assert attack.attacker == board.turn.seat
    assert may_react(board, "black", ("trap",))
    assert may_react(board, "blue", ("trap",))
    assert not may_react(board, "white", ("trap",))
    state.turn = Turn("black", 2)
    assert may_react(board, "white", ("trap",))
    assert not may_react(board, "blue", ("trap",))


# --- 4.6


@rule("pirates", "4.6")
def test_a_ship_back_from_her_refuge_joins_the_partner() -> None:
    game = team_game(
        red=side("wolf+identified+damaged+refuge emden", hand="collier"), white=side("dresden"), dice=[(1, 1, 8)]
    )
    game.says("red", "leave wolf")
    assert (game.has("red", "ships"), game.has("white", "ships")) == (["emden"], ["dresden", "wolf"])
    wolf = game.ship("wolf")
    assert (wolf.identified, wolf.damage, wolf.refuge) == (False, 1, ""), "disguised, but damaged still"
    assert game.told(Transferred) == [Transferred("wolf", "red", "white")]
    assert "island_refuge_1" in game.state.discards


@rule("pirates", "4.6")
@pytest.mark.parametrize("weather", ["fog_bank", "deception"])
def test_she_joins_the_partner_also_under_fog_and_deception(weather: str) -> None:
    game = team_game(red=side("wolf+refuge", weather=weather))
    game.says("red", "leave wolf")
    assert game.has("white", "ships") == ["wolf"]


@rule("pirates", "4.6")
def test_where_everybody_plays_for_himself_she_goes_to_nobody() -> None:
    game = lay_out(red=side("wolf+refuge", hand="collier"), black=side("emden"), white=side("dresden"))
    assert game.says("red", "leave wolf").has("red", "ships") == ["wolf"]


@rule("pirates", "4.6")
def test_the_partner_may_use_her_in_the_own_turn() -> None:
    game = team_game(
        red=side("wolf+refuge"), white=side(hand="collier"), black=side(merchants="lovat"), blue=side(merchants="dee")
    )
    game.says("red", "leave wolf")
    assert game.open() == ["white plan"]
    assert not game.refuses("white", "intercept collier ship=wolf targets=lovat")


@rule("pirates", "4.6")
def test_back_from_refuge_she_is_the_partners() -> None:
    game = lay_out(teams=True, red=side("leopard+identified+unsupplied+refuge", hand="qqq"), white=side(hand="collier"),
                   black=side(merchants="dee"), blue=side(), dice=[(1, 1, 8)])  # fmt: skip
    game.says("red", "leave leopard")
    assert game.has("white", "ships") == ["leopard"]
    leopard = game.ship("leopard")
    assert (leopard.identified, leopard.unsupplied) == (False, True)
    assert not game.refuses("white", "intercept collier ship=leopard targets=dee")


@rule("pirates", "4.6")
@rule("pirates", "3.3.8")
@pytest.mark.parametrize(("first", "supplied"), [("play collier", True), ("leave leopard", False)])
def test_a_collier_before_she_leaves_or_after(first: str, supplied: bool) -> None:
    orders = ("play collier", "leave leopard")
    game = played(*sorted(orders, key=lambda order: order != first), teams=True, white=side(), black=side(),
                  red=side("leopard+unsupplied+refuge", hand="collier"), blue=side(), morning=[(1, 1, 8)])  # fmt: skip
    assert game.ship("leopard").unsupplied is not supplied


@rule("pirates", "4.6")
def test_who_has_gone_over_to_the_partner_takes_no_stores_from_the_own_prize() -> None:
    red = side("wolf+refuge+unsupplied", prizes="lovat", hand="collier")
    out, stores = "leave wolf", "resupply wolf source=lovat"
    (problem,) = partners(red).refusals("red", out, stores)
    assert (problem.pointer, problem.rule) == ("/1/ship", "4.6")
    assert not partners(red, teams=False).refuses("red", out, stores)
    game = partners(red).says("red", stores, out, dice=[(1, 10, 8)])
    assert game.has("white", "ships") == ["berlin", "wolf"]
    assert not game.ship("wolf").unsupplied


@rule("pirates", "4.6")
def test_another_ship_takes_them_all_the_same() -> None:
    red = side("wolf+refuge+unsupplied meteor+unsupplied", prizes="lovat", hand="collier")
    game = partners(red).says("red", "leave wolf", "resupply meteor source=lovat", dice=[(1, 10, 8)])
    assert game.ship("wolf").unsupplied
    assert not game.ship("meteor").unsupplied


# --- 4.7


@rule("pirates", "4.7")
def test_of_two_ships_that_break_out_one_goes_to_the_partner() -> None:
    game = broken_out((8, 1, 4))
    assert game.open() == ["red share_breakout"]
    assert game.options("red") == ["wolf", "meteor"]
    assert game.has("red", "ships") == ["emden", "wolf", "meteor"], "on the table while red decides"
    assert game.question("red").rule == "4.7"
    game.says("red", "wolf")
    assert (game.has("red", "ships"), game.has("white", "ships")) == (["emden", "meteor"], ["wolf"])


@rule("pirates", "4.7")
def test_a_single_ship_stays() -> None:
    game = broken_out((8, 1, 5))
    assert not game.told(Transferred)
    assert game.has("red", "ships") == ["emden", "wolf"]
    assert game.open() == ["red plan"]


@rule("pirates", "4.7")
def test_both_stay_where_everybody_plays_for_himself() -> None:
    game = broken_out((8, 1, 4), teams=False)
    assert game.has("red", "ships") == ["emden", "wolf", "meteor"]


# --- 4.8


@rule("pirates", "4.8")
def test_every_player_has_a_pile_and_round_points_of_his_own() -> None:
    """Seven at best for a team, three at worst."""
    game = scored(
        {}, round_=1, red=side("emden", pile="otaki"), white=side("wolf", pile="lovat"),
        black=side("berlin", pile="maria"), blue=side("iltis", pile="dee"),
    )  # fmt: skip
    (event,) = game.told(RoundScored)
    assert event.victory_points == {"red": 9, "black": 5, "white": 7, "blue": 3}
    assert event.round_points == {"red": 4, "black": 2, "white": 3, "blue": 1}
    points = event.round_points
    assert (points["red"] + points["white"], points["black"] + points["blue"]) == (7, 3)
    scale = BOX.numbers.score.round_points[4]
    teams = [round_points({"red": a, "black": b, "white": c, "blue": 1}, scale) for a, b, c in ((4, 3, 2), (4, 2, 3))]
    assert [rows["red"] + rows["white"] for rows in teams] == [6, 7]


@rule("pirates", "4.8")
def test_a_sinking_scores_for_the_captor_not_for_the_partner() -> None:
    game = team_game(**table(red=side("karlsruhe", hand="collier")))
    game.says("red", "intercept collier ship=karlsruhe targets=lovat", "as-planned")
    game.says("black", "pass", dice=[(8, 1, 1, 1, 4)])
    assert (game.has("red", "pile"), game.has("white", "pile")) == (["lovat"], [])


# --- 4.9


@rule("pirates", "4.9")
def test_partners_may_exchange_the_ships_that_they_carry_over() -> None:
    game = carried(red="emden iltis", white="wolf+damaged", black="berlin")
    answered(game, red="emden", white="wolf", black="pass")
    assert game.open() == ["red exchange_ships", "black exchange_ships", "white exchange_ships"], "blue has none"
    assert game.options("red") == ["emden", "iltis"]
    answered(game, ROLL, red="choose emden", white="choose wolf", black="pass")
    event = game.told(ShipsExchanged)[0]
    assert (event.seat, event.partner, event.given, event.taken) == ("red", "white", ("emden",), ("wolf",))
    assert (game.has("red", "ships")[0], game.has("white", "ships")[0]) == ("wolf", "emden")
    assert [event.count for event in game.told(HandDealt)] == [5, 6, 5, 6]


@rule("pirates", "4.9")
def test_a_ship_may_be_handed_over_to_a_partner_who_carries_none() -> None:
    game = answered(carried(red="emden", white="wolf"), red="emden", white="pass")
    assert game.open() == ["red exchange_ships", "white exchange_ships"]
    answered(game, ROLL, red="choose emden", white="pass")
    assert "emden" not in game.has("red", "ships")
    assert game.has("white", "ships")[0] == "emden"
    assert [event.count for event in game.told(HandDealt)] == [6, 6, 5, 6], "who has the ship has a card less"


@rule("pirates", "4.9")
def test_a_gift_beyond_the_limit_does_not_take_place() -> None:
    game = answered(carried(red="emden", white="wolf"), red="emden", white="wolf")
    answered(game, ROLL, red="choose emden", white="pass")
    (event,) = game.told(ShipsExchanged)
    assert (event.given, event.taken) == ((), ()), "white would carry two (2.4.1)"
    assert (game.has("red", "ships")[0], game.has("white", "ships")[0]) == ("emden", "wolf")


@rule("pirates", "4.9")
def test_up_to_three_ships_may_change_hands_with_the_option() -> None:
    game = carried(three=True, red="emden wolf iltis", white="dresden")
    answered(game, red="choose emden wolf iltis", white="choose dresden")
    answered(game, ROLL, red="choose wolf iltis", white="pass")
    assert game.has("red", "ships")[:1] == ["emden"]
    assert game.has("white", "ships") == ["dresden", "wolf", "iltis"]
    game = carried(three=True, red="emden wolf iltis", white="dresden")
    answered(game, red="choose emden wolf iltis", white="choose dresden")
    answered(game, ROLL, red="choose emden wolf iltis", white="pass")
    assert len(game.told(CarriedOver)) == 3 + 1 + 2
    assert not game.told(ShipsExchanged)[0].given, "white would carry four (6.7)"
    assert game.open() == ["red plan"]


@rule("pirates", "4.9")
def test_no_ships_are_exchanged_where_nobody_has_a_partner() -> None:
    state = layout(red=side("emden"), black=side("wolf"), white=side("iltis"), blue=side("geier"))
    game = answered(begin(state, "carry_over"), ROLL, red="emden", black="wolf", white="iltis", blue="geier")
    assert not game.told(ShipsExchanged)
    assert game.open() == ["red plan"]


@rule("pirates", "4.9")
@rule("pirates", "2.4.1")
def test_a_surplus_survivor_goes_to_the_partner_who_has_none() -> None:
    game = answered(round_over(red="emden+damaged leopard+identified+unsupplied"), red="emden")
    answered(game, ROLL, red="choose leopard")
    assert (game.has("red", "ships")[0], game.has("white", "ships")[0]) == ("emden", "leopard")
    assert [len(fleet.ships) for fleet in game.state.fleets] == [3, 3, 3, 3]
    assert cards_dealt(game) == [5, 6, 5, 6]
    leopard = game.ship("leopard")
    assert (leopard.identified, leopard.unsupplied, game.ship("emden").damage) == (False, False, 0)


@rule("pirates", "4.9")
def test_partners_exchange_one_ship_for_one() -> None:
    game = answered(round_over(red="emden", white="wolf"), red="emden", white="wolf")
    answered(game, ROLL, red="choose emden", white="choose wolf")
    assert (game.has("red", "ships")[0], game.has("white", "ships")[0]) == ("wolf", "emden")
    assert cards_dealt(game) == [5, 6, 5, 6]


@rule("pirates", "4.9")
@rule("pirates", "2.4.1")
def test_a_partner_who_keeps_one_gets_no_second_but_may_drop_it_for_another() -> None:
    game = answered(round_over(red="emden leopard wolf", white="dresden"), red="emden", white="dresden")
    answered(game, ROLL, red="choose wolf", white="pass")
    assert not game.told(ShipsExchanged)[0].given
    assert game.has("white", "ships")[0] == "dresden"
    assert {"leopard", "wolf"} <= set(game.state.german.used)
    assert game.open() == ["red plan"]
    game = answered(round_over(red="emden leopard wolf", white="dresden"), red="emden", white="pass")
    answered(game, ROLL, red="choose wolf", white="pass")
    assert game.has("white", "ships")[0] == "wolf"
    assert {"leopard", "dresden"} <= set(game.state.german.used)


@rule("pirates", "4.9")
@rule("pirates", "6.7")
@pytest.mark.parametrize(
    ("kept", "given", "cards"),
    [
        ("emden leopard", "wolf", [4, 6, 5, 6]),
        ("emden leopard wolf", "", [3, 6, 6, 6]),
        ("", "emden leopard wolf", [6, 6, 3, 6]),
    ],
)
def test_partners_carry_over_up_to_three_of_either(kept: str, given: str, cards: list[int]) -> None:
    game = answered(round_over(three=True, red="emden leopard wolf"), red=f"choose {kept}" if kept else "pass")
    answered(game, ROLL, red=f"choose {given}" if given else "pass")
    assert cards_dealt(game) == cards
    assert set(kept.split()) <= set(game.has("red", "ships"))
    assert set(given.split()) <= set(game.has("white", "ships"))


# --- 4.10


@rule("pirates", "4.10")
def test_the_team_with_more_round_points_together_wins() -> None:
    """Black has most round points of all, and yet red and white win."""
    game = scored({"red": (5, 10), "black": (8, 90), "white": (5, 10), "blue": (1, 5)}, red=side("emden", pile="lovat"))
    assert game.over
    (won,) = game.told(GameWon)
    assert (won.seat, won.partner, won.round_points, won.victory_points) == ("red", "white", 14, 27)
    assert places(game) == {"red": 1, "white": 1, "black": 2, "blue": 2}


@rule("pirates", "4.10")
@rule("pirates", "2.5")
def test_equal_round_points_are_decided_by_the_victory_points_of_the_teams() -> None:
    game = scored({"red": (6, 10), "black": (2, 40), "white": (0, 10), "blue": (8, 5)}, red=side(pile="lovat"))
    (won,) = game.told(GameWon)
    assert (won.seat, won.partner, won.victory_points) == ("black", "blue", 45)
    assert places(game) == {"black": 1, "blue": 1, "red": 2, "white": 2}


@rule("pirates", "4.10")
@rule("pirates", "2.5")
def test_a_tie_of_teams_brings_another_round_and_may_stand() -> None:
    before = {"red": (6, 20), "black": (4, 22), "white": (1, 9), "blue": (3, 7)}
    game = scored(before, red=side("emden"))
    assert not game.over
    (tie,) = game.told(GameTied)
    assert (tie.seats, tie.shared, tie.teams) == (("red", "white", "black", "blue"), False, True)
    game = scored(before, round_=4)
    assert game.over
    assert game.told(GameTied)[0].shared
    assert set(places(game).values()) == {1}


@rule("pirates", "4.10")
def test_standings_name_the_teams_points_and_the_own() -> None:
    game = scored({"red": (5, 10), "black": (1, 5), "white": (7, 30), "blue": (1, 5)})
    rows = {row.seat: row for row in TITLE.rules.standings(game.state)}
    assert rows["red"].points == rows["white"].points == 12
    assert rows["red"].detail.en == "team: 12 round points, 40 victory points; own: 5 and 10"
    assert rows["white"].detail.en == "team: 12 round points, 40 victory points; own: 7 and 30"
