"""2.0–2.2 Rounds, decks and hands."""

import msgspec
import pytest

from games.kernel.errors import Illegal
from games.titles.pirates.components.options import Options
from games.titles.pirates.state.events.rounds import HandDealt, RoundBegan, RoundEnded
from games.titles.pirates.state.events.turn import Drew, MerchantsArrived, TurnBegan
from tests.titles.pirates.laid_out import BOX, TITLE, Game, begin, lay_out, side

rule = pytest.mark.rule
SCENARIOS = {2: "two_players", 3: "three_players", 4: "four_players"}


def dealt(players: int, **options: int) -> Game:
    """A game whose first round was dealt; red begins."""
    state = TITLE.rules.new_game(SCENARIOS[players], Options(**options))
    return begin(state, "deal", dice=[(10, *range(1, players))])


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
