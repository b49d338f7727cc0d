"""Points of a round, and what follows it (2.3-2.5)."""

from typing import Any

import pytest

from games.titles.pirates.rules.rounds.scoring import round_points
from games.titles.pirates.state.events import rounds as told
from games.titles.pirates.state.events.rounds import GameWon, HandDealt, RoundScored, ShipsExchanged, TrophyLost
from tests.titles.pirates.laid_out import BOX, SEATS, TITLE, Game, Side, begin, layout, side
from tests.titles.pirates.scenes import answered, cards_dealt, round_over

rule = pytest.mark.rule


def scored(
    round_: int = 1, *, draws: Any = (), before: dict[str, tuple[int, int]] | None = None, **sides: Side
) -> Game:
    """The end of a round; `before` gives round points and victory points of earlier rounds."""
    state = layout(round_=round_, **sides)
    for fleet in state.fleets:
        rounds, victory = (before or {}).get(fleet.seat, (0, 0))
        fleet.round_points, fleet.victory_points = [rounds], [victory]
    return begin(state, "score", draws=draws)


def victory(game: Game) -> dict[str, int]:
    return game.told(told.RoundScored)[0].victory_points


def next_round(red: str = "pass", black: str = "pass", **more: Any) -> Game:
    """Red has 2 round points and black 1, so that black begins."""
    table = {
        "red": side("emden+damaged+unsupplied leopard+identified wolf+refuge", merchants="lovat+damaged maria",
                    prizes="otaki", pile="dee meteor amc", hand="qqq trap", weather="deception"),
        "black": side("dresden", merchants="minieh", pile="author+safe", hand="scuttle"),
    }  # fmt: skip
    game = scored(**table | more)
    return game.goes_on(*(game.answer(seat, text) for seat, text in (("red", red), ("black", black))))


def points(**piles: str) -> dict[str, int]:
    """Victory points of a round that ends with these piles; prizes stand after a semicolon."""
    fleets = {}
    for seat, both in piles.items():
        pile, _, prizes = both.partition(";")
        fleets[seat] = side(pile=pile.strip(), prizes=prizes.strip())
    game = begin(layout(**fleets), "score")
    return game.told(RoundScored)[0].victory_points


# --- 2.3 points


@rule("pirates", "2.3.1")
def test_the_pile_counts_and_so_do_prizes_held_at_twice_their_value() -> None:
    game = scored(red=side("emden", pile="lovat dee", prizes="maria"), black=side("wolf", prizes="otaki+identified"))
    assert victory(game) == {"red": 7 + 3 + 2 * 5, "black": 2 * 9}


@rule("pirates", "2.3.1")
def test_safe_prizes_and_special_cargo_count_twice_own_safe_merchants_once() -> None:
    game = scored(red=side("emden", pile="lovat+safe+doubled maria+doubled"), black=side("wolf", pile="otaki+safe"))
    assert victory(game) == {"red": 2 * 7 + 2 * 5, "black": 9}


@rule("pirates", "2.3.1")
def test_german_ships_beyond_the_number_of_merchants_are_drawn_blindly_and_do_not_count() -> None:
    red = side("emden", pile="lovat leopard wolf meteor", prizes="maria")
    game = scored(red=red, black=side("dresden"), draws=[(1,)])
    assert [event.card for event in game.told(told.TrophyLost)] == ["wolf"], "two merchants, prize included"
    assert victory(game)["red"] == 7 + 2 * 5 + BOX.ships["leopard"].vp + BOX.ships["meteor"].vp
    assert "wolf" in game.state.german.used
    game = scored(red=side("emden", pile="leopard"), black=side("dresden", pile="lovat wolf"))
    assert victory(game) == {"red": 0, "black": 7 + BOX.ships["wolf"].vp}


@rule("pirates", "2.3.1")
def test_one_merchant_sunk_and_one_taken_let_two_of_three_german_ships_count() -> None:
    red = side("emden", pile="lovat leopard wolf meteor", prizes="maria")
    game = begin(layout(red=red, black=side("dresden")), "score", draws=[(2,)])
    assert [event.card for event in game.told(TrophyLost)] == ["meteor"]


@rule("pirates", "2.3.1.1")
@rule("pirates", "3.2.5.2")
def test_which_cards_count_twice() -> None:
    found = points(red="lovat+safe maria+safe+doubled matheran+doubled author; hyades", black="appam")
    assert found == {"red": 7 + 10 + 18 + 5 + 10, "black": 9}


@rule("pirates", "2.3.1.2")
@pytest.mark.parametrize(
    ("pile", "draws", "worth"),
    [
        ("hyades emden leopard geier; maria", [(0,)], 29),
        ("hyades emden leopard geier; maria", [(1,)], 32),
        ("hyades emden leopard geier; maria", [(2,)], 36),
        ("hyades emden", [], 17),
        ("lovat+safe emden", [], 19),
    ],
)
def test_german_ships_count_up_to_the_merchants(pile: str, draws: Any, worth: int) -> None:
    own, _, prizes = pile.partition(";")
    game = begin(layout(red=side(pile=own.strip(), prizes=prizes.strip()), black=side()), "score", draws=draws)
    assert game.told(RoundScored)[0].victory_points["red"] == worth


@rule("pirates", "2.3.2")
def test_scoring_action_cards_add_their_value_and_need_no_merchant() -> None:
    game = scored(red=side("emden", pile="amc submarines_u submarines_uc_2"), black=side("wolf", pile="q_ship"))
    assert victory(game) == {"red": 15, "black": 3}


@rule("pirates", "2.3.3")
@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ((30, 20), (2, 1)),
        ((20, 20), (2, 2)),
        ((5, 0), (2, 0)),
        ((0, 0), (0, 0)),
        ((27, 0, 68), (2, 0, 3)),
        ((10, 10, 5), (3, 3, 1)),
        ((10, 5, 5), (3, 2, 2)),
        ((39, 39, 72, 18), (3, 3, 4, 1)),
        ((1, 2, 3, 4), (1, 2, 3, 4)),
        ((8, 8, 8, 8), (4, 4, 4, 4)),
        ((8, 0, 0, 4), (4, 0, 0, 3)),
    ],
)
def test_round_points_by_place_equals_take_the_higher_and_nothing_brings_nothing(
    points: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    seats = ("red", "black", "white", "blue")[: len(points)]
    assert (
        tuple(round_points(dict(zip(seats, points, strict=True)), tuple(range(len(points), 0, -1))).values())
        == expected
    )


@rule("pirates", "2.3.3")
def test_round_points_of_three_players() -> None:
    assert round_points({"red": 27, "black": 0, "white": 68}, (3, 2, 1)) == {"red": 2, "black": 0, "white": 3}


@rule("pirates", "2.3.3")
def test_round_points_of_four_players_with_a_tie() -> None:
    points = {"red": 39, "black": 39, "white": 72, "blue": 18}
    assert round_points(points, (4, 3, 2, 1)) == {"red": 3, "black": 3, "white": 4, "blue": 1}


@rule("pirates", "2.3.3.1")
@rule("pirates", "2.3.3.2")
@pytest.mark.parametrize(
    ("victory", "scale", "expected"),
    [
        ((10, 10, 10, 5), (4, 3, 2, 1), (4, 4, 4, 1)),
        ((0, 0, 8, 3), (4, 3, 2, 1), (0, 0, 4, 3)),
        ((5, 5, 5, 5), (4, 3, 2, 1), (4, 4, 4, 4)),
        ((40, 30, 30, 20), (4, 3, 2, 1), (4, 3, 3, 1)),
        ((20, 20, 7), (3, 2, 1), (3, 3, 1)),
        ((27, 0, 68), (3, 2, 1), (2, 0, 3)),
        ((6, 6), (2, 1), (2, 2)),
        ((6, 0), (2, 1), (2, 0)),
        ((0, 0), (2, 1), (0, 0)),
    ],
)
def test_round_points_by_rank_with_ties_and_zeros(victory: Any, scale: Any, expected: Any) -> None:
    assert tuple(round_points(dict(zip(SEATS, victory, strict=False)), scale).values()) == expected


@rule("pirates", "2.3.3.3")
@rule("pirates", "2.5")
def test_equal_round_points_are_told_apart_by_all_victory_points() -> None:
    state = layout(round_=3, red=side(pile="dee"), black=side(pile="staut"))
    for fleet, victory in zip(state.fleets, ([80], [79]), strict=True):
        fleet.round_points, fleet.victory_points = [3], list(victory)
    game = begin(state, "score")
    assert (game.told(GameWon)[0].seat, game.told(GameWon)[0].victory_points) == ("red", 83)


# --- 2.4 between rounds


@rule("pirates", "2.4.0")
def test_markers_go_and_used_ships_lie_face_up_beneath_their_decks() -> None:
    game = next_round(red="emden")
    assert (game.ship("emden").damage, game.ship("emden").unsupplied) == (0, False)
    assert game.state.german.used == ["leopard", "wolf", "meteor", "dresden"]
    assert set(game.state.merchant.used) == {"lovat", "maria", "otaki", "dee", "minieh", "author"}
    assert not any(fleet.pile or fleet.prizes or fleet.weather for fleet in game.state.fleets)
    assert game.fleet("red").victory_points[-1] == 3 + BOX.ships["meteor"].vp + 5 + 2 * 9


@rule("pirates", "2.4.0")
@rule("pirates", "2.4.4")
def test_all_hundred_action_cards_are_shuffled_some_removed_unseen_and_six_dealt() -> None:
    game = next_round()
    state = game.state
    assert [len(fleet.hand) for fleet in state.fleets] == [6, 6]
    assert (len(state.removed), len(state.deck), state.discards) == (60, 28, [])
    everything = {*state.removed, *state.deck, *(card for fleet in state.fleets for card in fleet.hand)}
    assert everything == set(BOX.cards), "the amc that scored is back too"


@rule("pirates", "2.4.1")
def test_every_player_with_a_ship_left_keeps_one_or_none_and_both_decide_at_once() -> None:
    game = scored(red=side("emden leopard", pile="lovat"), black=side("wolf"), white=side(merchants="dee"))
    assert game.open() == ["red carry_over", "black carry_over"], "white has no ship and is not asked"
    assert game.options("red") == ["emden", "leopard"]
    assert game.refuses("red", "wolf")
    kept = game.goes_on(game.answer("red", "leopard"), game.answer("black", "pass"))
    assert kept.has("red", "ships")[0] == "leopard"
    assert "wolf" not in kept.has("black", "ships")
    assert kept.state.german.used[:2] == ["emden", "wolf"]


@rule("pirates", "2.4.1")
@rule("pirates", "2.4.3")
def test_fleets_are_filled_up_to_three_ships_and_a_raider_carried_over_is_disguised_again() -> None:
    game = next_round(red="leopard")
    assert game.has("red", "ships")[0] == "leopard"
    assert [len(fleet.ships) for fleet in game.state.fleets] == [3, 3]
    assert not any(ship.identified for fleet in game.state.fleets for ship in fleet.ships)


@rule("pirates", "2.4.1")
def test_without_teams_no_survivor_is_given() -> None:
    game = answered(round_over(teams=False, red="emden leopard", black="", white=""), [(3, 2, 1)], red="emden")
    assert not game.told(ShipsExchanged)
    assert "leopard" in game.state.german.used
    assert game.open() == ["red plan"]


@rule("pirates", "2.4.1")
@rule("pirates", "2.4.5")
def test_who_keeps_no_ship_has_six_cards() -> None:
    game = answered(round_over(teams=False, red="emden leopard wolf", black=""), [(2, 1)], red="pass")
    assert cards_dealt(game) == [6, 6]
    assert game.state.german.used == ["emden", "leopard", "wolf"]


@rule("pirates", "2.4.2")
def test_each_player_gets_three_new_merchants() -> None:
    game = next_round()
    for seat in ("red", "black"):
        assert len(game.has(seat, "merchants")) == 3
        assert not {"lovat", "maria", "minieh"} & set(game.has(seat, "merchants"))


@rule("pirates", "2.4.4")
def test_nothing_is_known_of_the_deck_of_the_next_round() -> None:
    state = layout(red=side(hand="collier"), black=side(hand="qqq"), discards="scuttle", round_=1)
    state.fleets[0].reports = []
    game = begin(state, "carry_over", dice=[(2, 1)])
    assert [event.count for event in game.told(HandDealt)] == [6, 6]
    assert (len(game.state.deck), len(game.state.removed), game.state.discards) == (28, 60, [])
    assert not game.state.shown


@rule("pirates", "2.4.5")
def test_who_carries_a_ship_over_begins_with_five_cards() -> None:
    game = next_round(red="emden")
    assert [len(fleet.hand) for fleet in game.state.fleets] == [5, 6]


# --- 2.5 the winner


@rule("pirates", "2.5")
def test_most_round_points_win_whatever_the_victory_points() -> None:
    game = scored(
        3, red=side("emden", pile="dee"), black=side("wolf", pile="lovat"), before={"red": (4, 10), "black": (2, 90)}
    )
    assert game.over
    assert game.told(told.GameWon) == [told.GameWon("red", 5, 13)]
    assert [(row.seat, row.place, row.points) for row in TITLE.rules.standings(game.state)] == [
        ("red", 1, 5),
        ("black", 2, 4),
    ]


@rule("pirates", "2.5")
def test_equal_round_points_are_decided_by_all_victory_points() -> None:
    game = scored(
        3, red=side("emden", pile="dee"), black=side("wolf", pile="lovat"), before={"red": (3, 10), "black": (2, 5)}
    )
    assert game.told(told.GameWon) == [told.GameWon("red", 4, 13)]


@rule("pirates", "2.5")
def test_a_tie_stands_after_an_extra_round_in_which_nobody_scores() -> None:
    before = {"red": (5, 27), "black": (5, 27), "white": (4, 60)}
    table = {"red": side("emden"), "black": side("wolf"), "white": side("mowe")}
    game = scored(4, **table, before=before)
    assert game.over
    assert game.told(told.GameTied) == [told.GameTied(("red", "black"), shared=True)]
    assert [(row.seat, row.place) for row in TITLE.rules.standings(game.state)] == [
        ("red", 1),
        ("black", 1),
        ("white", 3),
    ]
    assert not scored(3, **table, before=before).over, "the first tie always calls for a round more"
    equal = {"red": side("emden", pile="lovat"), "black": side("wolf", pile="kaipara"), "white": side("mowe")}
    assert not scored(4, **equal, before=before).over, "as does every tie after a round with points"


@rule("pirates", "2.5")
def test_a_full_tie_calls_for_another_round() -> None:
    game = scored(
        3, red=side("emden", pile="dee"), black=side("wolf", pile="lovat"), before={"red": (3, 9), "black": (2, 5)}
    )
    assert not game.over
    assert game.told(told.GameTied) == [told.GameTied(("red", "black"))]
    assert game.open() == ["red carry_over", "black carry_over"]
    game.goes_on(game.answer("red", "pass"), game.answer("black", "pass"), dice=[(4, 3)])
    assert game.told(told.RoundBegan)[0].round == 4
