"""Options of setting up and carrying over (6.4, 6.5, 6.7)."""

from collections import Counter
from typing import Any

import pytest

from games.kernel.errors import Illegal
from games.titles.pirates.components.options import Options
from games.titles.pirates.state.events.effects import NoEffect
from games.titles.pirates.state.events.rounds import (
    CarriedOver,
    Contested,
    LeftOut,
    RoundBegan,
    ShipsDealt,
    WishesOpened,
)
from games.titles.pirates.state.events.turn import Reshuffled
from tests.titles.pirates.laid_out import BOX, TITLE, Game, begin, layout, side
from tests.titles.pirates.scenes import opened

rule = pytest.mark.rule
SCENARIOS = {2: "two_players", 3: "three_players", 4: "four_players"}
SEATS = ("red", "black", "white", "blue")
CRUISERS = {"dresden", "emden", "konigsberg", "nurnberg"}
TOO_STRONG_OR_WEAK = {"leipzig", "karlsruhe", "geier", "iltis", "meteor", "seeadler"}


def wished(game: Game, *wishes: str, dice: Any = ()) -> Game:
    """Everybody answers with a list of ships; red begins."""
    seats = SEATS[: len(wishes)]
    first = (10, *range(1, len(seats)))
    lines = {
        seat: [f"wish {ship}" for ship in ships.split()] or ["pass"] for seat, ships in zip(seats, wishes, strict=True)
    }
    return game.goes_on(*(game.answer(seat, *text) for seat, text in lines.items()), dice=[*dice, first])


def refusals(players: int, **options: Any) -> list[tuple[str, str]]:
    """Pointers and rules of what forbids these options."""
    with pytest.raises(Illegal) as refused:
        TITLE.rules.new_game(SCENARIOS[players], Options(**options))
    return [(problem.pointer, problem.rule) for problem in refused.value.problems]


def raided(after_1914: bool, german: str = "", used: str = "", dice: Any = ()) -> Game:
    """Red plays Interned against the raider Leopard, which succeeds, then Breakout."""
    black = side("leopard+identified dresden")
    state = layout(red=side("wolf", hand="interned breakout"), black=black, options=Options(after_1914=after_1914))
    state.german.face_down, state.german.used = german.split(), used.split()
    kept = {"wolf", "leopard", "dresden", *german.split(), *used.split()}
    state.left_out = [ship for ship in BOX.ships if ship not in kept]
    game = begin(state, "turn")
    return game.says("red", "play interned target=leopard", "play breakout", "as-planned", dice=dice)


INTERNED = [(10, 8, 1)]
BROKEN_OUT = [(10, 6, 6)]
CARRYING = Options(carry_over_three=True)


def carried(red: str = "pass", black: str = "pass", options: Options = CARRYING) -> Game:
    """The end of a round in which red kept five ships and black one; both say what they carry over."""
    ships = "emden+damaged+unsupplied leopard+identified wolf+refuge mowe dresden"
    state = layout(red=side(ships, merchants="lovat"), black=side("meteor", pile="dee"), options=options)
    game = begin(state, "score")
    return game.goes_on(game.answer("red", red), game.answer("black", black))


# --- 6.4 balance


@pytest.mark.parametrize(("language", "words"), [("en", "12 points, attack d10+d8+d6"), ("ja", "12点、攻撃d10+d8+d6")])
def test_the_question_gives_the_figures_of_every_ship(language: str, words: str) -> None:
    game = opened(2, tournament="chosen", tournament_merchants="chosen")
    text = TITLE.presentation.explain_question(game.question("red"), language)
    assert words in text
    assert all(game.view("red").seat and BOX.merchants[name].name in text for name in ("otaki", "lovat", "maria"))


@pytest.mark.parametrize(
    ("options", "pointer", "number"),
    [
        pytest.param({"first_player": "live"}, "/first_player", "5.2.3"),
        pytest.param({"first_player": "phantom"}, "/first_player", "5.2.3"),
        pytest.param({"phantom_targets": "best"}, "/phantom_targets", "5.4.3"),
        pytest.param({"phantom_targets": "player"}, "/phantom_targets", "5.4.3"),
    ],
)
def test_what_belongs_to_the_solitaire_game_is_refused_elsewhere(
    options: dict[str, str], pointer: str, number: str
) -> None:
    assert refusals(2, **options) == [(pointer, number)]


def test_every_disagreement_is_named() -> None:
    found = refusals(3, tournament_merchants="chosen", without_breakout=True, without_lost_merchants=True)
    assert [pointer for pointer, _ in found] == [
        "/tournament_merchants", "/without_breakout", "/without_breakout", "/without_lost_merchants",
    ]  # fmt: skip


@rule("pirates", "6.4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_fleets_of_the_first_round_are_equal(players: int) -> None:
    game = opened(players, tournament="random")
    for seat in SEATS[:players]:
        ships, merchants = game.has(seat, "ships"), game.has(seat, "merchants")
        assert [BOX.ships[ship].warship for ship in ships] == [True, False, False]
        assert [BOX.merchants[merchant].vp for merchant in merchants] == [5, 7, 9]
        assert len(game.fleet(seat).hand) == 6
    assert len(game.told(ShipsDealt)) == players


@rule("pirates", "6.4")
def test_later_rounds_are_dealt_as_usual() -> None:
    state = layout(red=side("emden"), black=side("wolf"), options=Options(tournament="random"))
    game = begin(state, "score")
    game.goes_on(game.answer("red", "pass"), game.answer("black", "pass"), dice=[(10, 1)])
    assert game.state.round == 2
    deck = [*layout(red=side("emden"), black=side("wolf")).german.face_down]
    assert game.has("red", "ships") == deck[:-4:-1], "from the top of the deck as it lies"


@rule("pirates", "6.4")
@rule("pirates", "6.5")
def test_tournament_and_later_years_go_together_for_two_only() -> None:
    game = opened(2, tournament="random", after_1914=True, without_lost_merchants=True)
    assert {game.has(seat, "ships")[0] for seat in SEATS[:2]} == {"dresden", "konigsberg"}
    for players in (3, 4):
        assert refusals(players, tournament="chosen", after_1914=True) == [
            ("/tournament", "6.4"),
            ("/after_1914", "6.5"),
        ]


@rule("pirates", "6.4.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_is_dealt_one_of_four_cruisers(players: int) -> None:
    dealt = [opened(players, tournament="random").has(seat, "ships")[0] for seat in SEATS[:players]]
    assert len(set(dealt)) == players
    assert set(dealt) <= CRUISERS


@rule("pirates", "6.4.1")
def test_cruisers_may_be_chosen_all_at_once_and_dice_decide_between_equal_wishes() -> None:
    game = opened(3, tournament="chosen")
    assert game.open() == ["red wishes", "black wishes", "white wishes"]
    assert set(game.question("red").form.values()) == CRUISERS, "merchants are dealt at random"
    assert game.refuses("red", "wish wolf")
    assert game.refuses("red", "wish emden", "wish emden")
    assert not game.heard("black", WishesOpened)
    wished(game, "emden dresden", "emden nurnberg dresden", "nurnberg", dice=[(4, 4), (2, 9)])
    assert [game.has(seat, "ships")[0] for seat in SEATS[:3]] == ["dresden", "emden", "nurnberg"]
    assert [event.rolls for event in game.told(Contested)] == [{"red": 4, "black": 4}, {"red": 2, "black": 9}]
    assert [event.ships for event in game.heard("white", WishesOpened)] == [
        ("emden", "dresden"), ("emden", "nurnberg", "dresden"), ("nurnberg",),
    ]  # fmt: skip


@rule("pirates", "6.4.1")
def test_who_names_no_cruiser_is_dealt_one_that_is_left() -> None:
    game = wished(opened(4, tournament="chosen"), "", "dresden", "dresden", "nurnberg", dice=[(3, 8)])
    assert game.has("white", "ships")[0] == "dresden"
    assert game.has("blue", "ships")[0] == "nurnberg"
    assert {game.has(seat, "ships")[0] for seat in ("red", "black")} == {"emden", "konigsberg"}


@rule("pirates", "6.4.1")
@rule("pirates", "6.4.3")
def test_cruisers_and_merchants_are_wished_for_in_one_answer() -> None:
    game = opened(2, tournament="chosen", tournament_merchants="chosen")
    wished(game, "emden otaki lovat maria", "dresden")
    assert game.has("red", "ships")[0] == "emden"
    assert game.has("red", "merchants") == ["maria", "lovat", "otaki"]


@rule("pirates", "6.4.2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_other_two_ships_come_from_ten_raiders_and_then_all_ships_are_in_the_deck(players: int) -> None:
    game = opened(players, tournament="random")
    others = {ship for seat in SEATS[:players] for ship in game.has(seat, "ships")[1:]}
    assert len(others) == 2 * players
    assert not others & (TOO_STRONG_OR_WEAK | CRUISERS)
    dealt = {ship for seat in SEATS[:players] for ship in game.has(seat, "ships")}
    assert set(game.state.german.face_down) == set(BOX.ships) - dealt
    assert not game.state.german.used
    assert ("german", 20 - 3 * players) in [(event.deck, event.count) for event in game.told(Reshuffled)]


@rule("pirates", "6.4.3")
def test_merchants_of_three_values_are_dealt_at_random_but_not_william_p_frye() -> None:
    state = TITLE.rules.new_game("four_players", Options(tournament="random"))
    others = [name for name, ship in BOX.merchants.items() if ship.vp == 5 and name != "william_p_frye"]
    state.merchant.used = [name for name in state.merchant.used if name not in others[4:]]
    state.left_out = others[4:]
    game = begin(state, "deal", dice=[(10, 1, 2, 3)])
    fives = {game.has(seat, "merchants")[0] for seat in SEATS}
    assert fives == set(others[:4]), "of the five that are left she alone stays aside"
    assert "william_p_frye" in game.state.merchant.face_down, "and is in the deck again"
    assert not game.state.merchant.used


@rule("pirates", "6.4.3")
def test_merchants_may_be_chosen_one_of_each_value() -> None:
    game = opened(2, tournament="random", tournament_merchants="chosen")
    form = game.question("red").form
    values = Counter(BOX.merchants[card].vp for card in form.values())
    assert values == {5: 18, 7: 19, 9: 9}
    assert game.refuses("red", "wish william_p_frye")
    wished(game, "otaki lovat maria", "otaki author", dice=[(9, 2)])
    assert game.has("red", "merchants") == ["maria", "lovat", "otaki"]
    assert BOX.merchants[game.has("black", "merchants")[2]].vp == 9


@rule("pirates", "6.4.3")
def test_choosing_merchants_belongs_to_the_tournament() -> None:
    assert refusals(2, tournament_merchants="chosen") == [("/tournament_merchants", "6.4.3")]


# --- 6.5 after 1914


@rule("pirates", "6.5")
@rule("pirates", "6.5.1")
def test_eight_ships_are_out_for_good() -> None:
    game = opened(4, after_1914=True)
    out = {"emden", "leipzig", "karlsruhe", "nurnberg", "berlin", "cap_trafalgar", "kaiser_wilhelm_der_grosse",
           "cormoran"}  # fmt: skip
    assert [set(event.cards) for event in game.told(LeftOut)] == [out]
    dealt = {ship for seat in SEATS for ship in game.has(seat, "ships")}
    assert dealt == set(BOX.ships) - out, "four players have all the rest at sea"
    for seat in (*SEATS, "public"):
        assert set(game.view(seat).left_out) == out
    assert "Out of the game (6.5.1): Emden" in TITLE.presentation.text_board(game.view("red"), "en").replace("\n", " ")


@rule("pirates", "6.5.2")
def test_ships_that_left_play_are_not_reshuffled_in_the_same_round_and_breakout_brings_nothing() -> None:
    game = raided(after_1914=True, dice=INTERNED)
    assert game.told(NoEffect) == [NoEffect("breakout_1", "all_at_sea")]
    assert game.has("red", "ships") == ["wolf"]
    assert game.state.german.used == ["leopard"]
    basic = raided(after_1914=False, dice=[*INTERNED, *BROKEN_OUT])
    assert basic.has("red", "ships") == ["wolf", "leopard"]


@rule("pirates", "6.5.2")
def test_breakout_brings_what_the_deck_holds_and_ships_of_earlier_rounds() -> None:
    game = raided(after_1914=True, german="mowe", dice=[*INTERNED, (10, 6, 1)])
    assert game.has("red", "ships") == ["wolf", "mowe"], "twice the response, but there is only one"
    game = raided(after_1914=True, used="mowe", dice=[*INTERNED, *BROKEN_OUT])
    assert len(game.has("red", "ships")) == 2


@rule("pirates", "6.5.2")
def test_in_the_next_round_they_are_back() -> None:
    state = layout(red=side("emden"), black=side("wolf"), options=Options(after_1914=True))
    state.german.used, state.german.face_down, state.withdrawn = state.german.face_down, [], state.german.face_down
    game = begin(state, "score")
    game.goes_on(game.answer("red", "pass"), game.answer("black", "pass"), dice=[(10, 1)])
    assert [len(fleet.ships) for fleet in game.state.fleets] == [3, 3]
    assert not game.state.withdrawn


@rule("pirates", "6.5.3")
def test_four_players_may_do_without_breakout() -> None:
    game = opened(4, after_1914=True, without_breakout=True)
    everything = {*game.state.removed, *game.state.deck, *(card for fleet in game.state.fleets for card in fleet.hand)}
    assert {card for card in BOX.cards if card not in everything} == {"breakout_1", "breakout_2", "breakout_3"}
    assert game.told(RoundBegan) == [RoundBegan(1, 77, 20)]
    assert {"breakout_1", "breakout_2", "breakout_3"} <= set(game.view("red").left_out)


@rule("pirates", "6.5.3")
def test_doing_without_breakout_is_for_four_players_after_1914() -> None:
    assert refusals(3, after_1914=True, without_breakout=True) == [("/without_breakout", "6.5.3")]
    assert refusals(4, without_breakout=True) == [("/without_breakout", "6.5.3")]


@rule("pirates", "6.5.3")
def test_they_stay_out_in_later_rounds() -> None:
    options = Options(after_1914=True, without_breakout=True)
    state = layout(red=side("wolf"), black=side("mowe"), white=side("greif"), blue=side("leopard"), options=options)
    state.left_out = ["breakout_1", "breakout_2", "breakout_3"]
    for pile in (state.deck, state.removed):
        pile[:] = [card for card in pile if card not in state.left_out]
    game = begin(state, "score")
    game.goes_on(*(game.answer(seat, "pass") for seat in SEATS), dice=[(10, 1, 2, 3)])
    assert game.told(RoundBegan) == [RoundBegan(2, 77, 20)]
    assert not game.told(LeftOut), "it is told once"
    assert game.open() == ["red plan"]


@rule("pirates", "6.5.3")
def test_without_breakout_fewer_cards_can_be_removed() -> None:
    assert refusals(4, removed=73, after_1914=True, without_breakout=True) == [("/removed", "2.1.4")]
    TITLE.rules.new_game("four_players", Options(removed=72, after_1914=True, without_breakout=True))
    TITLE.rules.new_game("four_players", Options(removed=73, after_1914=True))


@rule("pirates", "6.5.4")
def test_nineteen_merchants_lost_in_1914_may_be_left_out() -> None:
    game = opened(2, after_1914=True, without_lost_merchants=True)
    out = {card for card in game.view("black").left_out if card in BOX.merchants}
    assert out == {name for name, merchant in BOX.merchants.items() if merchant.lost_1914}
    assert len(out) == 19
    assert len(game.state.merchant.face_down) == 60 - 19 - 6
    assert refusals(2, without_lost_merchants=True) == [("/without_lost_merchants", "6.5.4")]


# --- 6.7 carrying over


@rule("pirates", "6.7")
def test_up_to_three_ships_are_carried_over_without_their_markers() -> None:
    game = carried("choose wolf leopard emden", "choose meteor")
    assert game.has("red", "ships") == ["emden", "leopard", "wolf"]
    assert game.has("black", "ships")[0] == "meteor"
    assert not any(s.identified or s.damage or s.unsupplied or s.refuge for s in game.fleet("red").ships)
    assert [len(fleet.ships) for fleet in game.state.fleets] == [3, 3], "a fleet is filled up to three"
    assert [(event.seat, event.ship) for event in game.told(CarriedOver)] == [
        ("red", "emden"), ("red", "leopard"), ("red", "wolf"), ("black", "meteor"),
    ]  # fmt: skip
    assert game.state.german.used == ["mowe", "dresden"]


@rule("pirates", "6.7")
def test_not_four_ships_and_without_the_option_not_two() -> None:
    state = layout(red=side("emden leopard wolf mowe"), black=side("meteor"), options=CARRYING)
    game = begin(state, "score")
    assert [problem.rule for problem in game.refusals("red", "choose emden leopard wolf mowe")] == ["6.7"]
    assert not game.refusals("red", "choose emden leopard wolf")
    plain = begin(layout(red=side("emden leopard"), black=side("meteor")), "score")
    assert type(plain.question("red").form).__name__ == "MayChoose"


@rule("pirates", "6.7")
@pytest.mark.parametrize(("language", "hands"), [("en", "5 with 1, 4 with 2, 3 with 3"), ("ja", "3隻なら3枚")])
def test_the_question_says_what_each_ship_costs(language: str, hands: str) -> None:
    game = begin(layout(red=side("emden"), black=side("meteor"), options=CARRYING), "score")
    assert hands in TITLE.presentation.explain_question(game.question("red"), language)


@rule("pirates", "6.7.1")
def test_who_carries_two_ships_over_begins_with_four_cards() -> None:
    assert [len(fleet.hand) for fleet in carried("choose emden wolf", "choose meteor").state.fleets] == [4, 5]


@rule("pirates", "6.7.2")
def test_who_carries_three_ships_over_begins_with_three_cards() -> None:
    assert [len(fleet.hand) for fleet in carried("choose emden wolf mowe").state.fleets] == [3, 6]
