"""Positions worked out from the rulebook alone, KP14-KP35: what partners carry over, and what is done "at any time"."""

from typing import Any

import pytest

from games.titles.pirates.components.options import Options
from games.titles.pirates.state.events.attack import Challenged, Fought, Removed
from games.titles.pirates.state.events.effects import HandSeen
from games.titles.pirates.state.events.rounds import HandDealt, ShipsExchanged
from tests.titles.pirates.laid_out import Game, begin, lay_out, layout, side
from tests.titles.pirates.scenes import hunt, played

rule = pytest.mark.rule
ROLL = [(4, 3, 2, 1)]

# ---------------------------------------------------------------- KP14-KP18 carrying over (2.4.1, 4.9)


def round_over(*, three: bool = False, teams: bool = True, **ships: str) -> Game:
    """The end of the first round, with these ships alive."""
    fleets = {seat: side(row) for seat, row in ships.items()}
    return begin(layout(teams=teams, options=Options(carry_over_three=three), **fleets), "carry_over")


def say(game: Game, dice: Any = (), **answers: str) -> Game:
    """Several seats answer at once."""
    return game.goes_on(*(game.answer(seat, line) for seat, line in answers.items()), dice=dice)


def carried(game: Game) -> list[str]:
    """How many cards each seat was dealt, red first."""
    return [event.count for event in game.told(HandDealt)]  # type: ignore[misc]


@rule("pirates", "4.9")
@rule("pirates", "2.4.1")
def test_kp14_a_surplus_survivor_goes_to_the_partner_who_has_none() -> None:
    game = say(round_over(red="emden+damaged leopard+identified+unsupplied"), red="emden")
    say(game, ROLL, red="choose leopard")
    assert (game.has("red", "ships")[0], game.has("white", "ships")[0]) == ("emden", "leopard")
    assert [len(fleet.ships) for fleet in game.state.fleets] == [3, 3, 3, 3]
    assert carried(game) == [5, 6, 5, 6]
    leopard = game.ship("leopard")
    assert (leopard.identified, leopard.unsupplied, game.ship("emden").damage) == (False, False, 0)


@rule("pirates", "4.9")
def test_kp15_one_for_one() -> None:
    game = say(round_over(red="emden", white="wolf"), red="emden", white="wolf")
    say(game, ROLL, red="choose emden", white="choose wolf")
    assert (game.has("red", "ships")[0], game.has("white", "ships")[0]) == ("wolf", "emden")
    assert carried(game) == [5, 6, 5, 6]


@rule("pirates", "4.9")
@rule("pirates", "2.4.1")
def test_kp16_a_partner_who_keeps_one_gets_no_second_but_may_drop_it_for_another() -> None:
    game = say(round_over(red="emden leopard wolf", white="dresden"), red="emden", white="dresden")
    say(game, ROLL, red="choose wolf", white="pass")
    assert not game.told(ShipsExchanged)[0].given
    assert game.has("white", "ships")[0] == "dresden"
    assert {"leopard", "wolf"} <= set(game.state.german.used)
    assert game.open() == ["red plan"]
    game = say(round_over(red="emden leopard wolf", white="dresden"), red="emden", white="pass")
    say(game, ROLL, red="choose wolf", white="pass")
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
def test_kp16_kp219_up_to_three_of_either(kept: str, given: str, cards: list[int]) -> None:
    game = say(round_over(three=True, red="emden leopard wolf"), red=f"choose {kept}" if kept else "pass")
    say(game, ROLL, red=f"choose {given}" if given else "pass")
    assert carried(game) == cards
    assert set(kept.split()) <= set(game.has("red", "ships"))
    assert set(given.split()) <= set(game.has("white", "ships"))


@rule("pirates", "2.4.1")
def test_kp17_without_teams_nothing_is_given() -> None:
    game = say(round_over(teams=False, red="emden leopard", black="", white=""), [(3, 2, 1)], red="emden")
    assert not game.told(ShipsExchanged)
    assert "leopard" in game.state.german.used
    assert game.open() == ["red plan"]


@rule("pirates", "2.4.1")
@rule("pirates", "2.4.5")
def test_kp18_who_keeps_none_has_six_cards() -> None:
    game = say(round_over(teams=False, red="emden leopard wolf", black=""), [(2, 1)], red="pass")
    assert carried(game) == [6, 6]
    assert game.state.german.used == ["emden", "leopard", "wolf"]


# ---------------------------------------------------------------- KP19-KP26 Recalled (3.3.30)

LANES = "intercept lay_mines ship=emden targets=hyades,maria,bowes_castle supports=shipping_lanes"


def lanes(*more: str, hand: str = "recalled trap qqq") -> Game:
    """Emden hunts all three merchants, and has sunk Hyades: black is asked."""
    game = lay_out(
        red=side("emden leopard", hand="lay_mines shipping_lanes intelligence"),
        black=side(merchants="hyades maria bowes_castle", hand=hand),
    )
    game.says("red", LANES, *more, "as-planned")
    return game.says("black", "pass", dice=[(6, 1, 1, 3)])


@rule("pirates", "3.3.30.1")
def test_kp19_recalled_after_a_later_merchant_of_the_same_intercept() -> None:
    game = lanes().says("black", "choose later")
    assert game.question("black").context.target == "maria"
    game.says("black", "pass", dice=[(2, 1, 1, 3), (1, 6)])
    assert game.open() == ["black aftermath"]
    game.says("black", "recalled", dice=[(5, 4)])
    assert (game.has("red", "ships"), game.state.german.used) == (["leopard"], ["emden"])
    assert len(game.told(Fought)) == 2, "Bowes Castle is not attacked"
    assert (game.has("red", "pile"), game.has("black", "pile")) == (["hyades"], [])


@rule("pirates", "3.3.30")
@rule("pirates", "3.3.30.1")
def test_kp20_at_once_it_spares_the_others_who_do_not_run_for_port() -> None:
    game = lanes().says("black", "recalled", dice=[(5, 4)])
    assert len(game.told(Fought)) == 1
    assert [event.purpose for event in game.told(Challenged)] == ["recalled"]
    assert game.open() == ["black plan"]


@rule("pirates", "3.3.30.1")
def test_kp21_after_another_card_of_the_turn_but_not_after_the_turn() -> None:
    game = lanes("play intelligence target=black").says("black", "choose later")
    game.says("black", "pass", dice=[(1, 1, 1, 3), (1, 6)]).says("black", "choose later")
    game.says("black", "pass", dice=[(1, 1, 1, 3), (1, 6)])
    assert game.options("black") == ["recalled_1", "later"], "the intercept is over"
    game.says("black", "choose later")
    assert game.told(HandSeen)
    assert game.options("black") == ["recalled_1"], "after the last card it is now or never"
    game.says("black", "recalled", dice=[(5, 4)])
    assert game.told(Removed)[0].reason == "recalled"
    assert game.open() == ["black plan"]


@rule("pirates", "3.3.30.1")
@rule("pirates", "3.2.2.1")
def test_who_does_not_hold_it_may_wait_all_the_same() -> None:
    game = lanes(hand="trap qqq")
    assert game.options("black") == ["later"]
    assert lanes(hand="recalled trap qqq").says("black", "pass").question("black").kind == "react", "no is no"


@rule("pirates", "3.3.30")
def test_kp22_recalled_fails_and_the_intercept_goes_on() -> None:
    game = lanes().says("black", "recalled", dice=[(4, 4)])
    assert game.question("black").context.target == "maria"
    assert "recalled_1" not in game.fleet("black").hand


@rule("pirates", "3.3.30")
@rule("pirates", "3.3.3")
@pytest.mark.parametrize("dice", [(2, 1, 1, 3), (4, 1, 1, 3), (6, 1, 1, 3)])
def test_kp23_no_recalled_after_a_miss_damage_or_capture(dice: Any) -> None:
    party = "boarding_party" if dice[0] == 6 else ""
    game = hunt("emden", "maria", supports=party, hand="recalled")
    game.says("black", "pass", dice=[dice] if dice[0] != 2 else [dice, (1, 6)])
    assert "black aftermath" not in game.open()


@rule("pirates", "3.3.30")
@rule("pirates", "3.2.2")
def test_kp24_recalled_beside_another_reaction() -> None:
    game = hunt("prinz_eitel_friedrich", "hyades", hand="fast_ship recalled")
    game.says("black", "fast_ship", dice=[(10, 1, 4)]).says("black", "recalled", dice=[(5, 4)])
    assert not game.has("red", "ships")


@rule("pirates", "3.3.23")
@rule("pirates", "3.2.2")
def test_kp24_mistaken_identity_beside_another_reaction_and_recalled_after_it() -> None:
    game = hunt("leopard", "lovat", hand="trap mistaken_identity recalled", pile="dee")
    game.says("black", "trap", dice=[(8, 1, 1, 4), (1, 1, 8)])
    game.says("black", "choose mistaken_identity_1/dee", dice=[(5, 4)])
    assert game.has("red", "pile") == ["dee"]
    game.says("black", "recalled", dice=[(5, 4)])
    assert not game.has("red", "ships"), "it answers the same sinking, at any time"


@rule("pirates", "3.3.30")
@rule("pirates", "3.2.2.2")
def test_kp25_recalled_leaves_the_prizes_and_identifies_nobody() -> None:
    game = lay_out(
        red=side("leopard", prizes="appam", hand="lay_mines"), black=side(merchants="maria", hand="recalled")
    )
    game.says("red", "intercept lay_mines ship=leopard targets=maria", "as-planned")
    game.says("black", "pass", dice=[(6, 1, 1, 3)]).says("black", "recalled", dice=[(6, 2)])
    assert (game.has("red", "ships"), game.has("red", "prizes")) == ([], ["appam"])
    assert [event.subject for event in game.told(Challenged)] == ["leopard"]


@rule("pirates", "3.2.2.2")
@rule("pirates", "3.3.30")
def test_kp26_only_the_defender_is_asked() -> None:
    game = lay_out(
        red=side("leopard", hand="lay_mines"), black=side(merchants="maria", hand="amc"), white=side(hand="recalled")
    )
    game.says("red", "intercept lay_mines ship=leopard targets=maria", "as-planned")
    game.says("black", "pass", dice=[(6, 1, 1, 3)])
    assert game.open() == ["black aftermath"]


# ---------------------------------------------------------------- KP27-KP35 Island Refuge (3.3.20)


@rule("pirates", "3.3.20.4")
@rule("pirates", "3.3.20.3")
def test_kp27_to_sea_after_a_card_of_the_same_turn() -> None:
    game = lay_out(
        red=side("emden+damaged+refuge", hand="damage_control collier"), black=side(merchants="dee", hand="qqq"),
        dice=[(1, 1, 8)],
    )  # fmt: skip
    game.says("red", "play damage_control target=emden")
    game.says("red", "play damage_control target=emden")
    assert (game.ship("emden").damage, game.open()) == (0, ["red play"]), "the last card is played, and she may leave"
    game.says("red", "leave emden")
    assert not game.ship("emden").refuge
    assert game.state.discards == ["damage_control_1", "island_refuge_1"]


@rule("pirates", "3.3.20.4")
def test_kp27_the_plan_says_when_she_leaves() -> None:
    table = {
        "red": side("leopard+identified+refuge", hand="breakout scuttle"), "black": side("emden", hand="qqq"),
    }  # fmt: skip
    for orders in (("play breakout", "leave leopard"), ("leave leopard", "play breakout")):
        game = played(*orders, **table, dice=[(1, 1, 6)])
        seen = [type(told.variants[0].event).__name__ for told in game.events]
        assert (seen.index("LeftRefuge") < seen.index("Revealed")) is (orders[0] == "leave leopard")
        assert not game.ship("leopard").identified


@rule("pirates", "3.3.20.4")
def test_an_order_to_leave_waits_as_the_default_of_the_next_question() -> None:
    game = lay_out(red=side("wolf+refuge", hand="breakout"), black=side("emden", hand="qqq"))
    game.says("red", "play breakout", "leave wolf").says("red", "play breakout", dice=[(1, 1, 6)])
    form = game.question("red").form
    assert form.render(form.default()) == "leave wolf"
    assert game.says("red", "pass").ship("wolf").refuge, "she stays if the player thinks better of it"


@rule("pirates", "3.3.20.4")
@rule("pirates", "3.3.9")
def test_kp28_out_before_the_first_card_and_repaired_at_sea() -> None:
    game = played("leave emden", "play damage_control target=emden", morning=[(1, 1, 8)],
                  red=side("emden+damaged+refuge", hand="damage_control"), black=side(hand="qqq"))  # fmt: skip
    assert (game.ship("emden").refuge, game.ship("emden").damage) == ("", 0)


@rule("pirates", "3.3.20.4")
@rule("pirates", "3.3.20")
def test_kp29_one_turn_at_least_an_extra_turn_counts() -> None:
    game = lay_out(red=side("emden", hand="island_refuge second_chance breakout"), black=side(hand="qqq"))
    game.says("red", "play island_refuge", "play second_chance", "play breakout")
    game.says("red", "play island_refuge target=emden")
    assert game.refuses("red", "leave emden"), "not in the turn in which she hides"
    game.says("red", "play second_chance").says("red", "pass")
    assert not game.says("red", "leave emden").ship("emden").refuge


@rule("pirates", "3.3.20.1")
def test_kp30_one_attempt_of_each_kind_a_turn() -> None:
    game = played("play island_refuge target=emden", red=side("emden+damaged+unsupplied", hand="island_refuge"),
                  black=side(hand="qqq"), dice=[(6, 2, 6), (7, 1, 3)])  # fmt: skip
    emden = game.ship("emden")
    assert (emden.unsupplied, emden.damage) == (True, 0)
    game.says("black", "pass", dice=[(7, 1, 3)])
    assert not game.ship("emden").unsupplied, "on the next turn the one that is still needed"


@rule("pirates", "3.3.20.3")
def test_kp31_no_intercept_from_refuge_nor_in_the_turn_of_leaving() -> None:
    table = {"red": side("emden+refuge meteor+refuge leopard", hand="collier lay_mines"),
             "black": side(merchants="dee", hand="qqq")}  # fmt: skip
    for order in ("intercept collier ship=emden targets=dee", "mines lay_mines ship=meteor against=black"):
        assert lay_out(**table).refuses("red", order)
        assert lay_out(**table).refuses("red", "leave emden", "leave meteor", order)


@rule("pirates", "3.3.20.3")
def test_kp31_first_the_intercept_then_the_refuge_but_not_the_other_way_round() -> None:
    table = {"red": side("emden", hand="collier island_refuge"), "black": side(merchants="dee", hand="qqq")}
    orders = ("intercept collier ship=emden targets=dee", "play island_refuge target=emden")
    game = played(*orders, **table).says("black", "pass", dice=[(1, 1, 1, 4), (1, 6)])
    assert game.ship("emden").refuge
    game = played(*reversed(orders), **table)
    assert game.ship("emden").refuge
    assert not game.told(Fought)
    assert "collier_1" in game.state.discards
    assert game.open() == ["black plan"]


@rule("pirates", "3.3.20.4")
def test_kp32_she_is_identified_in_refuge_and_disguised_when_she_leaves() -> None:
    game = played("play island_refuge target=leopard", red=side("leopard+identified", hand="island_refuge"),
                  black=side(hand="qqq"))  # fmt: skip
    assert game.ship("leopard").identified
    game.says("black", "pass").says("red", "leave leopard")
    assert not game.ship("leopard").identified


@rule("pirates", "3.3.20.2")
@rule("pirates", "3.3.16.1")
@rule("pirates", "3.3.33")
@rule("pirates", "3.3.33.1")
def test_kp33_what_reaches_a_ship_in_refuge() -> None:
    red = side(hand="collier interrogate monitor breakdown interned transfer_command rendezvous_missed heavy_weather")
    game = lay_out(red=red, black=side("emden+refuge leopard+refuge", hand="qqq"))
    for order in ("british collier target=emden", "play interrogate target=leopard",
                  "play rendezvous_missed target=black"):  # fmt: skip
        assert game.refuses("red", order), order
    for order in ("monitor", "breakdown", "interned", "transfer_command"):
        assert not game.refuses("red", f"play {order} target=emden"), order
    game = played("play heavy_weather", red=side(hand="heavy_weather collier"),
                  black=side("emden+refuge+damaged", hand="qqq"), dice=[(1, 1, 8)])  # fmt: skip
    assert [event.purpose for event in game.told(Challenged)] == ["island_refuge"], "no roll but black's own attempt"


@rule("pirates", "3.3.24")
@pytest.mark.parametrize(
    ("ship", "dice", "outcome"),
    [
        ("emden+damaged", (3, 2, 6), "none"),
        ("emden+damaged", (6, 2, 6), "sunk"),
        ("emden", (4, 1, 3), "sunk"),
        ("emden", (3, 1, 3), "damaged"),
        ("emden", (2, 1, 4), "none"),
    ],
)
def test_kp35_a_monitors_figures(ship: str, dice: Any, outcome: str) -> None:
    game = played("play monitor target=emden", red=side(hand="monitor"),
                  black=side(f"{ship}+refuge", hand="pull_the_plug break_contact shallow_run_1"))  # fmt: skip
    assert game.options("black") == ["pull_the_plug_1"]
    morning = [(1, 1, 8)] if "damaged" in (ship.partition("+")[2], outcome) and outcome != "sunk" else []
    game.says("black", "pass", dice=[dice, *morning])
    assert game.told(Fought)[0].outcome == outcome
    assert game.has("red", "pile") == (["emden"] if outcome == "sunk" else [])


@rule("pirates", "3.3.30.1")
@pytest.mark.parametrize(("cards", "plan", "options"), [
    ("collier", ["intercept collier ship=leopard targets=lovat"], ["recalled_1"]),
    ("collier lay_mines", ["intercept collier ship=leopard targets=lovat", "mines lay_mines ship=meteor against=black"],
     ["recalled_1", "later"]),
])  # fmt: skip
def test_recalled_is_kept_for_later_only_while_a_card_of_the_turn_is_to_come(
    cards: str, plan: list[str], options: list[str]
) -> None:
    game = lay_out(
        red=side("leopard meteor", hand=cards), black=side(merchants="lovat maria", hand="recalled minesweeper")
    )
    game.says("red", *plan, "as-planned").says("black", "pass", dice=[(10, 1, 1, 4)])
    assert game.options("black") == options
