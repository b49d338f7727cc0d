"""Setting up a round (2.0-2.2)."""

import msgspec
import pytest

from games.kernel.errors import Illegal
from games.titles.pirates.components.options import Options
from games.titles.pirates.state.events.rounds import HandDealt, RoundBegan, RoundEnded, RoundScored
from games.titles.pirates.state.events.turn import Drew, MerchantsArrived, TurnBegan
from tests.titles.pirates.laid_out import BOX, SEATS, TITLE, Game, begin, lay_out, layout, side
from tests.titles.pirates.scenes import set_up

rule = pytest.mark.rule
SCENARIOS = {2: "two_players", 3: "three_players", 4: "four_players"}


def dealt(players: int, **options: int) -> Game:
    """A game whose first round was dealt; red begins."""
    state = TITLE.rules.new_game(SCENARIOS[players], Options(**options))
    return begin(state, "deal", dice=[(10, *range(1, players))])


# --- 2.0 the game


@rule("pirates", "2.0")
def test_the_round_ends_at_once_when_the_last_action_card_is_drawn() -> None:
    game = lay_out(red=side("emden", merchants="lovat", hand="qqq"), black=side("wolf", hand="amc"), last=1)
    game.says("red", "pass")
    assert [event.card for event in game.told(Drew)] == [game.fleet("red").hand[-1]]
    assert game.told(RoundEnded) == [RoundEnded(1)]
    assert len(game.told(TurnBegan)) == 1, "black has no further turn"
    assert not game.told(MerchantsArrived), "and no merchants come any more"
    assert game.open() == ["red carry_over", "black carry_over"]


@rule("pirates", "2.0")
@pytest.mark.parametrize("round_", [1, 2, 3])
def test_the_game_has_three_rounds(round_: int) -> None:
    red = side("emden", pile="lovat", hand="qqq")
    game = lay_out(red=red, black=side("wolf", hand="amc"), last=1, round_=round_).says("red", "pass")
    assert game.over is (round_ == 3)


@rule("pirates", "2.0")
@rule("pirates", "3.3.37")
def test_the_last_card_leaves_no_extra_turn_and_no_refill() -> None:
    game = lay_out(red=side("emden", hand="collier second_chance"), black=side(merchants="lovat", hand="qqq"), last=1)
    game.says("red", "intercept collier ship=emden targets=lovat", "play second_chance", "as-planned")
    game.says("black", "pass", dice=[(8, 1, 1, 4)]).says("black", "pass")
    assert len(game.told(TurnBegan)) == 1
    assert not game.told(MerchantsArrived)
    assert game.open() == ["red carry_over"]


@rule("pirates", "2.0")
@rule("pirates", "3.3.14")
def test_without_a_draw_the_round_goes_on() -> None:
    game = lay_out(red=side(weather="fog_bank", hand="qqq"), black=side("emden", hand="amc"), last=1)
    assert game.open() == ["black plan"]
    game.says("black", "pass")
    assert [event.seat for event in game.told(Drew)] == ["black"]
    assert game.told(RoundScored)


@rule("pirates", "2.0")
@rule("pirates", "2.4.0")
def test_the_round_ends_in_the_middle_of_things() -> None:
    game = lay_out(
        red=side("emden geier+unsupplied+refuge", hand="collier boarding_party shipping_lanes"),
        black=side("wolf", merchants="lovat maria dee", hand="qqq", weather="deception_2"), last=1, dice=[(1, 1, 8)],
    )  # fmt: skip
    game.says("red", "intercept collier ship=emden targets=lovat,maria,dee boarding=dee "
              "supports=shipping_lanes,boarding_party", "as-planned")  # fmt: skip
    game.says("black", "pass", dice=[(8, 1, 1, 4)]).says("black", "pass")
    game.says("black", "pass", dice=[(6, 1, 1, 3)]).says("black", "pass")
    game.says("black", "pass", dice=[(2, 1, 1, 1)])
    assert game.told(RoundScored)[0].victory_points == {"red": 7 + 5 + 2 * 3, "black": 0}
    assert game.has("black", "merchants") == [], "the last card ends the round at once: no refill"
    assert game.open() == ["red carry_over", "black carry_over"]
    game.goes_on(game.answer("red", "geier"), game.answer("black", "pass"))
    geier = game.ship("geier")
    assert (geier.unsupplied, geier.refuge) == (False, "")
    assert [len(fleet.hand) for fleet in game.state.fleets] == [5, 6]


# --- 2.1 the deal


@pytest.mark.parametrize(
    ("players", "removed"),
    [
        pytest.param(4, 20, marks=rule("pirates", "2.1.1")),
        pytest.param(3, 40, marks=rule("pirates", "2.1.2")),
        pytest.param(2, 60, marks=rule("pirates", "2.1.3")),
    ],
)
def test_action_cards_are_removed_unseen_by_the_number_of_players(players: int, removed: int) -> None:
    game = dealt(players)
    assert game.told(RoundBegan) == [RoundBegan(1, 100 - removed, removed)]
    assert len(game.state.deck) == 100 - removed - 6 * players
    for seat in (*TITLE.seats(SCENARIOS[players]), "public"):
        assert game.view(seat).removed_cards == []
    assert len(set(game.view("umpire").removed_cards)) == removed


@rule("pirates", "2.1.4")
def test_the_players_may_agree_on_other_numbers_for_every_round() -> None:
    game = dealt(2, removed=30)
    assert game.told(RoundBegan) == [RoundBegan(1, 70, 30)]
    assert len(dealt(4, removed=0).state.removed) == 0


@rule("pirates", "2.1.4")
def test_enough_cards_must_be_left_to_deal_and_to_draw() -> None:
    with pytest.raises(Illegal) as refused:
        TITLE.rules.new_game("four_players", Options(removed=76))
    assert refused.value.rule == "2.1.4"
    for wrong in (-1, 88):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"removed": wrong}, Options)
    for most in ("removed", "removed_second", "removed_third"):
        two_dealt_six_and_one_to_draw = msgspec.convert({most: 100 - 2 * 6 - 1}, Options)
        TITLE.rules.new_game("two_players", two_dealt_six_and_one_to_draw)


@rule("pirates", "2.1.4")
def test_enough_cards_must_be_left_for_both_sides() -> None:
    assert len(set_up(removed=70)[0].removed) == 70
    with pytest.raises(Illegal):
        TITLE.rules.new_game("solitaire", Options(removed=76))


@rule("pirates", "2.1.4")
def test_other_numbers_of_removed_cards_for_each_round() -> None:
    options = Options(removed=70, removed_second=50, removed_third=0)
    for round_, left in ((0, 30), (1, 50), (2, 100), (3, 100)):
        state = layout(red=side(), black=side(), options=options, round_=round_)
        state.removed = [*state.removed, *state.deck]
        state.deck = []
        for fleet in state.fleets:
            fleet.round_points = [round_]
        game = begin(state, "deal", dice=[(2, 1)])
        assert game.told(RoundBegan)[0].deck == left
        assert len(game.state.deck) == left - 12


@rule("pirates", "2.1.4")
def test_the_second_round_takes_the_first_ones_number_where_nothing_is_said() -> None:
    assert [Options(removed=30).removed_in(round_) for round_ in (1, 2, 3, 4)] == [30, 30, 30, 30]
    assert [Options(removed_third=10).removed_in(round_) for round_ in (1, 2, 3, 4)] == [None, None, 10, 10]


@rule("pirates", "2.1.4")
def test_one_card_must_be_left_to_draw() -> None:
    for scenario, most in (("two_players", 87), ("four_players", 75)):
        for name in ("removed", "removed_second", "removed_third"):
            TITLE.rules.new_game(scenario, Options(**{name: most}))
            with pytest.raises(Illegal) as refused:
                TITLE.rules.new_game(scenario, Options(**{name: most + 1}))
            assert refused.value.problems[0].pointer == f"/{name}"


@rule("pirates", "2.1.5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_is_dealt_three_ships_three_merchants_and_six_action_cards(players: int) -> None:
    game = dealt(players)
    for fleet in game.state.fleets:
        assert (len(fleet.ships), len(fleet.merchants), len(fleet.hand)) == (3, 3, 6)
        assert all(vessel.card in BOX.ships for vessel in fleet.ships), "warships and raiders are one deck"
        assert all(vessel.card in BOX.merchants for vessel in fleet.merchants)
    hands = [card for fleet in game.state.fleets for card in fleet.hand]
    assert len(set(hands)) == 6 * players
    assert len(game.state.german.face_down) == 20 - 3 * players
    assert len(game.state.merchant.face_down) == 60 - 3 * players


# --- 2.2 fleets


@rule("pirates", "2.2")
def test_fleets_lie_open_in_two_rows_and_hands_are_hidden() -> None:
    game = dealt(3)
    for seat in ("red", "black", "white", "public"):
        seen = game.view(seat)
        for fleet, true in zip(seen.fleets, game.state.fleets, strict=True):
            assert (fleet.ships, fleet.merchants, fleet.cards) == (true.ships, true.merchants, 6)
            assert fleet.hand == (true.hand if fleet.seat == seat else [])
    assert [event.cards != () for event in game.heard("black", HandDealt)] == [False, True, False]


@rule("pirates", "2.2")
def test_raiders_begin_in_disguise() -> None:
    assert not any(ship.identified for fleet in dealt(4).state.fleets for ship in fleet.ships)


@rule("pirates", "2.2.1")
def test_hands_are_hidden_and_fleets_lie_open() -> None:
    game = lay_out(teams=True, red=side("emden", merchants="dee", hand="qqq"), black=side(hand="amc"),
                   white=side("wolf", hand="trap"), blue=side())  # fmt: skip
    for seat in (*SEATS[1:], "public"):
        seen = game.view(seat)
        assert (seen.fleet("red").hand, seen.fleet("red").cards) == ([], 1)
        assert [ship.card for ship in seen.fleet("red").ships] == ["emden"]
