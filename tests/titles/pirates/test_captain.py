"""The captain, a bot: what it weighs."""

import random

from games.titles.pirates.components.options import Options
from tests.titles.pirates.alone import phantoms_turn, solo_layout
from tests.titles.pirates.laid_out import BOX, TITLE, Game, begin, lay_out, layout, side
from tests.titles.pirates.scenes import hunt


def says(game: Game, seat: str) -> str:
    """What the captain answers, in the text notation."""
    question = game.question(seat)
    answer = TITLE.bots["captain"](game.view(seat), question, random.Random(1).randrange)
    question.form.accept(question.form.write(answer))
    return question.form.render(answer)


def test_it_carries_over_ships_that_are_worth_more_than_cards() -> None:
    red = side("iltis emden geier leopard wolf dresden")
    plain = begin(layout(red=red, black=side("iltis")), "score")
    assert says(plain, "red") == "choose dresden"
    assert says(plain, "black") == "pass"
    many = begin(layout(red=red, black=side("meteor"), options=Options(carry_over_three=True)), "score")
    assert says(many, "red") == "choose dresden emden leopard"
    assert says(many, "black") == "pass"


def test_it_wishes_for_the_best_ships_of_every_group() -> None:
    options = Options(tournament="chosen", tournament_merchants="chosen")
    game = begin(TITLE.rules.new_game("two_players", options), "deal")
    wishes = says(game, "red").splitlines()
    assert len(wishes) == 4 * 4
    assert wishes[0] == "wish dresden"
    fittest = {ship.defence for ship in BOX.merchants.values() if f"wish {ship.id}" in wishes and ship.vp == 9}
    assert fittest == {(8,)}


def test_it_leaves_a_card_that_finds_no_target_yet() -> None:
    red = side("iltis", merchants="lovat+damaged", hand="fair_seas reflag")
    game = lay_out(red=red, black=side("emden", merchants="dee"))
    assert "play" not in says(game, "red")


def fleeing(ship: str, reaction: str, *, last: int = 0) -> Game:
    """Black's merchant flees from red's ship."""
    options = Options(fast_raiders=True, pursuit=True)
    game = hunt(ship, hand=reaction, options=options, last=last)
    return game.says("black", reaction)


def test_it_chases_when_supply_no_longer_matters() -> None:
    assert says(fleeing("berlin", "fast_ship", last=2), "red") == "choose chase"
    assert says(fleeing("berlin", "fast_ship"), "red") == "choose hold"


def test_it_spares_as_many_merchants_as_it_can() -> None:
    game = hunt("dresden", "hyades maria", supports="shipping_lanes_1", hand="slim_pickings")
    assert game.options("black") == ["slim_pickings_1", "slim_pickings_1/hyades"]
    assert says(game, "black") == "choose slim_pickings_1"


def test_it_does_not_risk_a_damaged_cruiser_in_the_shallows() -> None:
    assert says(fleeing("leopard", "shallow_run"), "red") == "choose pursue"
    assert says(fleeing("leopard+damaged", "shallow_run"), "red") == "choose hold"


def test_it_supplies_good_ships_from_poor_prizes() -> None:
    options = Options(prize_supply=True)
    red = side("iltis+unsupplied emden+unsupplied", prizes="dee lovat", hand="qqq")
    game = lay_out(red=red, black=side(merchants="maria"), options=options)
    assert "resupply emden source=dee" in says(game, "red").splitlines()
    assert "resupply" not in says(lay_out(red=red, black=side(merchants="maria"), options=options, last=1), "red")


def test_it_hands_the_partner_cards_that_only_the_partner_has_a_ship_for() -> None:
    red = side("wolf", hand="exchange_information shipping_lanes_1 shipping_lanes_2 good_hunting")
    game = lay_out(teams=True, red=red, white=side("emden", hand="lay_mines good_hunting_2"))
    assert "play exchange_information_1" in says(game, "red").splitlines()
    game.says("red", "play exchange_information", "as-planned")
    assert says(game, "red") == "choose shipping_lanes_1 shipping_lanes_2"
    assert says(game, "white") == "choose lay_mines_1 good_hunting_2"


def test_without_such_cards_it_exchanges_nothing() -> None:
    game = lay_out(teams=True, red=side("wolf", hand="exchange_information good_hunting"), white=side("meteor"))
    assert "play exchange_information_1" not in says(game, "red").splitlines()


def test_it_helps_a_partner_who_is_short_of_ships() -> None:
    game = lay_out(teams=True, red=side("emden wolf+refuge", hand="qqq"), white=side())
    assert "leave wolf" in says(game, "red").splitlines()
    game = lay_out(teams=True, red=side("emden wolf+refuge", hand="qqq"), white=side("leopard"))
    assert "leave wolf" in says(game, "red").splitlines()


def test_of_two_ships_that_broke_out_the_better_goes_where_ships_are_wanting() -> None:
    for fleet, given in (("emden", "meteor"), ("emden leopard berlin", "wolf")):
        state = layout(teams=True, red=side(fleet, hand="breakout"), white=side("geier"))
        state.german.face_down = ["meteor", "wolf"]
        game = begin(state, "turn").says("red", "play breakout", "as-planned", dice=[(8, 1, 4)])
        assert says(game, "red") == f"choose {given}"


def test_it_hands_a_carried_ship_to_a_partner_who_has_none() -> None:
    state = layout(teams=True, options=Options(carry_over_three=True), red=side("emden wolf"), white=side())
    game = begin(state, "carry_over").says("red", "choose emden wolf")
    assert says(game, "red") == "choose wolf"
    state = layout(teams=True, red=side("emden"), white=side())
    game = begin(state, "carry_over").says("red", "emden")
    assert says(game, "red") == "pass"


# --- the solitaire game, in which it decides for the phantom too


def test_it_carries_over_for_the_phantom_what_serves_the_phantom() -> None:
    red, phantom = side("iltis leopard dresden"), side("geier emden meteor karlsruhe")
    for three, kept in ((False, {"dresden", "karlsruhe"}), (True, {"dresden", "leopard", "emden", "karlsruhe"})):
        game = begin(solo_layout(red=red, phantom=phantom, options=Options(carry_over_three=three)), "score")
        assert set(says(game, "red").split()[1:]) == kept
    game = begin(solo_layout(red=side("iltis"), phantom=side("geier")), "score")
    assert says(game, "red") == "pass", "poor ships of either side go back"


def test_it_picks_the_phantoms_target_as_the_phantom_would() -> None:
    red = side("emden wolf+identified+damaged+unsupplied", merchants="lovat", hand="collier")
    game = phantoms_turn("16", 3, red=red, options=Options(phantom_targets="player"))
    assert game.open() == ["red phantom_target"]
    assert game.question("red").form.default() == "emden", "worth more"
    assert says(game, "red") == "choose wolf", "interned more easily"


def test_where_a_card_says_no_more_it_takes_the_best_for_the_phantom() -> None:
    phantom = side("berlin meteor", merchants="appam", hand="trap")
    red = side("wolf", merchants="lovat dee", hand="collier")
    game = phantoms_turn("2 4", 2, phantom=phantom, red=red, options=Options(phantom_targets="player"))
    assert says(game, "red") == "choose berlin"
    assert says(game.says("red", "berlin"), "red") == "choose lovat"
