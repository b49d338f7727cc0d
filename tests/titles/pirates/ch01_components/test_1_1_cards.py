"""Ships, merchants and action cards, and how the files of the components are checked (1.1)."""

from collections import Counter
from typing import Any

import msgspec
import pytest

from games.titles.pirates.components.box import KINDS, Box, SolitaireAttack, digest, load
from games.titles.pirates.components.sheets import SOURCES
from games.titles.pirates.orders.forms import BRITISH_SUPPORTS, WEAPON_SUPPORTS
from games.titles.pirates.orders.legality import SUPPORTS
from games.titles.pirates.state.events import attack as told
from games.titles.pirates.state.rolls import total
from tests.titles.pirates.box_files import PACKAGE, Files, cell
from tests.titles.pirates.laid_out import BOX, lay_out, side
from tests.titles.pirates.scenes import DAY, NIGHT, hunt, played

rule = pytest.mark.rule


def marked(box: Box, mark: str) -> set[str]:
    return {ship.id for ship in box.ships.values() if getattr(ship, mark)}


NOT_TWO = {
    "boarding_party": 6, "bounding_main": 1, "breakdown": 1, "breakout": 3, "collier": 1, "damage_control": 4,
    "exchange_information": 1, "good_hunting": 4, "interned": 1, "interrogate": 5, "mistaken_identity": 1,
    "monitor": 1, "non_combatant": 3, "pull_the_plug": 1, "razzle_dazzle": 1, "recalled": 1, "reflag": 5,
    "sail_q_ship": 1, "searchlight": 1, "shipping_lanes": 4, "special_cargo": 1, "surprise_attack": 3,
}  # fmt: skip
COUNTS = {kind: NOT_TWO.get(kind, 2) for kind in KINDS}


def test_merchant_history(box: Box) -> None:
    ship = box.merchants["manchester_commerce"]
    assert (ship.lost, ship.captor, ship.fate) == ("1914-10-26", "berlin", "mine")
    assert {merchant.captor for merchant in box.merchants.values()} <= set(box.ships)
    assert box.nations[ship.nation].ja == "イギリス"


def test_every_figure_says_where_it_comes_from(box: Box) -> None:
    marks = Counter(source for figures in box.sources.values() for source in figures.values())
    assert set(marks) == set(SOURCES)
    assert marks["reconstructed"] > marks["rulebook"] > marks["public"] > 0
    assert set(box.sources) == {*box.ships, *box.merchants, *box.kinds, *box.solitaire}
    assert box.source("william_p_frye", "vp") == "public"
    assert box.source("scuttle", "challenge") == "", "no coin, no source"


def test_everything_has_words_in_both_languages(box: Box) -> None:
    texts = [text for kind in box.kinds.values() for text in (kind.name, kind.summary)]
    texts += [*box.nations.values(), *box.merchant_types.values(), *box.solitaire_actions.values()]
    for text in texts:
        assert text.en.isascii()
        assert text.ja == "Q-Ship" or not text.ja.isascii()
    assert len({kind.name.ja for kind in box.kinds.values()}) == 47


def test_numbers_of_the_rules(box: Box) -> None:
    numbers = box.numbers
    assert numbers.deck.removed == {2: 60, 3: 40, 4: 20}
    removed = sum(kind.count for kind in box.kinds.values() if kind.solitaire_removed)
    assert len(box.cards) - removed - numbers.deck.solitaire_removed == 40
    assert (numbers.hand.ships, numbers.hand.merchants, numbers.hand.actions) == (3, 3, 6)
    assert numbers.hand.carried_over == {1: 5, 2: 4, 3: 3}
    assert numbers.score.round_points == {2: (2, 1), 3: (3, 2, 1), 4: (4, 3, 2, 1)}
    assert (numbers.dice.unsupplied_intercept, numbers.dice.damaged_intercept) == (-2, -2)
    assert (numbers.dice.damaged_defence, numbers.dice.night_attack, numbers.dice.floor) == (-2, -1, 1)
    assert numbers.cards.fast_ship + numbers.sail.fast_ship_against == -4
    assert numbers.cards.surprise_attack + numbers.aircraft.surprise_attack == 4
    assert (numbers.fast.chase_challenge, numbers.fast.chase_response) == ((10,), (10, 4))
    assert (numbers.prize_torpedo.challenge, numbers.prize_torpedo.response) == ((10, 8), (10,))
    assert (numbers.prize_supply.exhausted_challenge, numbers.prize_supply.exhausted_response) == ((10,), (10, 8))


def test_cards_cannot_be_changed(box: Box) -> None:
    ship, figure = box.ships["emden"], "vp"
    with pytest.raises(AttributeError):
        setattr(ship, figure, 20)
    assert msgspec.json.decode(msgspec.json.encode(box), type=Box) == box


def test_the_digest_covers_names_and_contents(files: Files) -> None:
    assert digest(files) == digest(dict(reversed(files.items())))
    assert len(digest(files)) == 64
    assert digest(files) != digest(cell(files, "ships.tsv", "emden", "vp", "13"))
    assert digest({"a": b"bc"}) != digest({"ab": b"c"})


def test_a_file_saved_on_windows_reads_the_same(files: Files, box: Box) -> None:
    saved = {**files, "ships.tsv": b"\xef\xbb\xbf" + files["ships.tsv"].replace(b"\n", b"\r\n")}
    assert load(saved) == box


def test_an_owner_may_replace_a_figure(files: Files) -> None:
    own = cell(files, "ships.tsv", "wolf", "attack", "d10+d8")
    assert load(own).ships["wolf"].attack == (10, 8)


def test_the_ledger_names_every_kind(box: Box) -> None:
    lines = (PACKAGE / "rules.tsv").read_text(encoding="utf-8").splitlines()
    ids = [line.split("\t")[0] for line in lines if not line.startswith("#")]
    assert len(ids) == len(set(ids))
    assert {kind.rule for kind in box.kinds.values()} <= set(ids)


@rule("pirates", "1.1.1")
def test_twenty_german_ships(box: Box) -> None:
    assert len(box.ships) == 20
    assert {ship.id for ship in box.ships.values() if ship.warship} == {
        "dresden", "emden", "konigsberg", "nurnberg", "leipzig", "karlsruhe",
    }  # fmt: skip
    assert {ship.id for ship in box.ships.values() if ship.raider} == {
        "berlin", "cap_trafalgar", "cormoran", "geier", "greif", "iltis", "kaiser_wilhelm_der_grosse",
        "kronprinz_wilhelm", "leopard", "meteor", "mowe", "prinz_eitel_friedrich", "seeadler", "wolf",
    }  # fmt: skip
    assert (box.ships["mowe"].name, box.ships["konigsberg"].name) == ("Möwe", "Königsberg")


@rule("pirates", "1.1.1")
def test_every_ship_and_merchant_has_coins_and_value(box: Box) -> None:
    assert len(box.merchants) == 60
    for ship in box.ships.values():
        assert ship.attack
        assert ship.defence
        assert ship.vp >= 5
    for merchant in box.merchants.values():
        assert merchant.defence
        assert merchant.challenge
        assert merchant.response


@rule("pirates", "N.1")
@rule("pirates", "1.1.1")
def test_merchants_by_value(box: Box) -> None:
    assert Counter(merchant.vp for merchant in box.merchants.values()) == {3: 13, 5: 19, 7: 19, 9: 9}


@rule("pirates", "1.1.1")
def test_lists_of_the_optional_rules(box: Box) -> None:
    roles: dict[str, set[str]] = {"choice": set(), "removed": set(), "deck": set()}
    for ship in box.ships.values():
        roles[ship.tournament].add(ship.id)
    assert roles["choice"] == {"dresden", "emden", "konigsberg", "nurnberg"}
    assert roles["removed"] == {"leipzig", "karlsruhe", "geier", "iltis", "meteor", "seeadler"}
    assert marked(box, "removed_1914") == {
        "emden", "leipzig", "karlsruhe", "nurnberg", "berlin", "cap_trafalgar", "kaiser_wilhelm_der_grosse", "cormoran",
    }  # fmt: skip
    left = [ship for ship in box.ships.values() if not ship.removed_1914]
    assert Counter(ship.ship_class for ship in left) == {"raider": 10, "warship": 2}


@rule("pirates", "1.1.1")
def test_merchants_of_1914_and_merchants_under_sail(box: Box) -> None:
    assert {merchant.id for merchant in box.merchants.values() if merchant.lost_1914} == {
        "anne_de_bretagne", "banksfield", "bowes_castle", "city_of_winchester", "diplomat", "elsinor", "hyades",
        "indrani", "kaipara", "king_lud", "la_correntina", "lovat", "manchester_commerce", "maria", "pontoporos",
        "rio_iguassu", "ryazan", "troilus", "vandyck",
    }  # fmt: skip
    assert {merchant.id for merchant in box.merchants.values() if merchant.sail} == {
        "anne_de_bretagne", "buenos_ayres", "charles_gounod", "dee", "dupleix", "invercoe", "isabel_browne",
        "john_h_kirby", "marechal_davout", "staut", "storebror", "william_p_frye",
    }  # fmt: skip


@rule("pirates", "1.1.2")
def test_a_hundred_action_cards_of_47_kinds(box: Box) -> None:
    assert len(box.kinds) == 47
    assert len(box.cards) == 100
    assert {kind.id: kind.count for kind in box.kinds.values()} == COUNTS
    assert Counter(card.kind for card in box.cards.values()) == COUNTS
    assert [kind.rule for kind in box.kinds.values()] == [f"3.3.{number}" for number in range(1, 48)]


@rule("pirates", "1.1.2")
def test_uses_of_the_cards(box: Box) -> None:
    reactions = [card for card in box.cards if box.kind_of(card).can_react]
    supports = [card for card in box.cards if box.kind_of(card).is_support]
    only_actions = [card for card in box.cards if box.kind_of(card).category == "action"]
    assert (len(reactions), len(only_actions), len(supports)) == (31, 50, 19)
    assert [kind.id for kind in box.kinds.values() if kind.can_act and kind.can_react] == ["reflag"]
    assert not any(kind.is_support and (kind.can_act or kind.can_react) for kind in box.kinds.values())
    assert {kind.id for kind in box.kinds.values() if kind.is_support} == {
        "boarding_party", "good_hunting", "searchlight", "shipping_lanes", "special_cargo", "surprise_attack",
    }  # fmt: skip


@rule("pirates", "1.1.2")
def test_every_card_can_intercept(box: Box) -> None:
    assert all(kind.intercept for kind in box.kinds.values())
    ships = {kind.id: kind.british_ship for kind in box.kinds.values() if kind.british_ship}
    assert ships == {
        "breakdown": "HMS Glasgow",
        "mistaken_identity": "HMS Highflyer",
        "searchlight": "HMS Pegasus",
        "special_cargo": "HMS Sydney",
    }
    ordinary = [kind for kind in box.kinds.values() if not kind.british_ship and not kind.team]
    for strong in ships:
        assert all(len(box.kinds[strong].intercept) > len(kind.intercept) for kind in ordinary)


@rule("pirates", "1.1.2")
def test_cards_with_a_name_of_their_own(box: Box) -> None:
    named = {card.id: card.name.en for card in box.cards.values() if card.name != box.kinds[card.kind].name}
    assert named == {
        "amc_1": "HMS Alcantara",
        "amc_2": "HMS Carmania",
        "q_ship_1": "Q-7 Penshurst",
        "q_ship_2": "Q-19 Privet",
        "sail_q_ship_1": "Q-21 Prize",
        "submarines_u_1": "U-27",
        "submarines_u_2": "U-41",
        "submarines_uc_1": "UC-16",
        "submarines_uc_2": "UC-29",
    }
    assert {card.id for card in box.cards.values() if card.vp} == set(named)
    assert box.cards["boarding_party_3"].name == box.kinds["boarding_party"].name


@rule("pirates", "1.1.2")
def test_cards_left_out_of_games(box: Box) -> None:
    removed = Counter(card.kind for card in box.cards.values() if box.kinds[card.kind].solitaire_removed)
    assert removed == {
        "intelligence": 2, "wireless_intercept": 2, "bounding_main": 1, "breakdown": 1, "exchange_information": 1,
        "mistaken_identity": 1, "pull_the_plug": 1, "sail_q_ship": 1, "searchlight": 1, "special_cargo": 1,
    }  # fmt: skip
    assert {kind.id for kind in box.kinds.values() if kind.team} == {"bounding_main", "exchange_information"}
    assert sum(kind.count for kind in box.kinds.values() if kind.expansion) == 8


@rule("pirates", "1.1.2")
def test_a_hundred_cards_of_forty_seven_kinds() -> None:
    assert (sum(kind.count for kind in BOX.kinds.values()), len(BOX.kinds), len(BOX.cards)) == (100, 47, 100)


@rule("pirates", "1.1.2.1")
def test_reactions_are_never_laid_upright_and_supports_only_go_with_another_card() -> None:
    game = lay_out(
        red=side("leopard", hand="qqq surprise_attack collier"), black=side("emden", merchants="dee", hand="amc")
    )
    assert game.refuses("red", "play qqq")
    game.says("red", "play surprise_attack", "british collier")
    assert game.refuses("red", "play surprise_attack")
    for card in BOX.kinds.values():
        assert card.is_support is (card.id in SUPPORTS)
    assert set(BRITISH_SUPPORTS) | set(WEAPON_SUPPORTS) < set(SUPPORTS)


@rule("pirates", "1.1.3")
def test_twenty_solitaire_cards(box: Box) -> None:
    assert list(box.solitaire) == [f"solitaire_{number}" for number in range(1, 21)]
    for card in box.solitaire.values():
        assert card.attack(1) == SolitaireAttack("no_action", ends_turn=True)
        assert card.attack(2).action in ("warship_intercept", "raider_intercept")
    intercepts = Counter(card.attack(2).action for card in box.solitaire.values())
    assert intercepts == {"raider_intercept": 12, "warship_intercept": 8}
    silent = [reaction for card in box.solitaire.values() for reaction in card.defences if not reaction]
    assert len(silent) == 20, "half of all lookups bring no response"


@rule("pirates", "1.1.3")
def test_solitaire_cards_of_the_examples(box: Box) -> None:
    first, second, third = (box.solitaire[f"solitaire_{number}"] for number in (1, 2, 3))
    assert [first.attack(red).action for red in (2, 3, 4)] == ["warship_intercept", "blockade_runner", "damage_control"]
    assert second.attack(3) == SolitaireAttack("submarine_torpedo", coin=(10, 6, 4))
    assert second.attack(4) == SolitaireAttack("interrogate", aim="random")
    assert third.attack(3) == SolitaireAttack("recon_aircraft", ends_turn=True)
    assert [first.defence(red) for red in (1, 2, 3, 4)] == ["", "qqq", "", "qqq"]
    for card in (first, second, third):
        assert box.source(card.id, "attack") == "rulebook"


@rule("pirates", "1.1.3")
def test_coins_of_solitaire_cards_are_those_of_the_action_cards(box: Box) -> None:
    coins = {
        "submarine_torpedo": box.kinds["submarines_u"].torpedo,
        "submarine_mine": box.kinds["submarines_uc"].mine,
        "lay_mines": box.kinds["lay_mines"].mine,
        "british_intercept": (10, 6),
    }
    entries = [entry for card in box.solitaire.values() for entry in card.attacks if entry.coin]
    assert {entry.action for entry in entries} == set(coins)
    assert all(entry.coin == coins[entry.action] for entry in entries)


@pytest.mark.parametrize(
    ("ship", "coin", "dice"),
    [
        ("leopard", "defence", (8,)),
        ("leopard", "attack", (10, 8, 6)),
        ("prinz_eitel_friedrich", "attack", (10, 6)),
        ("leipzig", "attack", (10, 8, 4)),
    ],
)
@rule("pirates", "1.1.4")
def test_ship_coins_named_in_the_rulebook(box: Box, ship: str, coin: str, dice: tuple[int, ...]) -> None:
    assert getattr(box.ships[ship], coin) == dice
    assert box.source(ship, coin) == "rulebook"


@pytest.mark.parametrize(
    ("merchant", "defence", "source"),
    [
        ("matheran", 8, "rulebook"),
        ("lovat", 8, "rulebook"),
        ("maria", 6, "rulebook"),
        ("bowes_castle", 4, "rulebook"),
        ("invercoe", 4, "rulebook"),
        ("lundy_island", 6, "rulebook"),
        ("appam", 8, "rulebook"),
        ("kaipara", 8, "rulebook"),
        ("mount_temple", 6, "reconstructed"),
    ],
)
@rule("pirates", "1.1.4")
def test_merchant_defences_of_the_examples(box: Box, merchant: str, defence: int, source: str) -> None:
    assert box.merchants[merchant].defence == (defence,)
    assert box.source(merchant, "defence") == source


@rule("pirates", "1.1.4")
def test_safe_passage_coins_of_matheran(box: Box) -> None:
    assert (box.merchants["matheran"].challenge, box.merchants["matheran"].response) == ((6,), (8,))
    assert box.source("matheran", "challenge") == "rulebook"


@rule("pirates", "1.1.4")
def test_symbols_of_german_ships(box: Box) -> None:
    assert marked(box, "fast") == {
        "berlin", "cap_trafalgar", "kaiser_wilhelm_der_grosse", "kronprinz_wilhelm", "prinz_eitel_friedrich",
    }  # fmt: skip
    assert marked(box, "sail") == {"seeadler"}
    assert marked(box, "aircraft") == {"wolf"}
    assert marked(box, "warship") < marked(box, "coal")
    assert marked(box, "mines") == {"berlin", "iltis", "meteor", "mowe", "wolf"}
    assert box.source("meteor", "mines") == box.source("leopard", "mines") == "rulebook"


@pytest.mark.parametrize(
    ("kind", "coin", "dice"),
    [
        ("recalled", "intercept", (10, 8)),
        ("lay_mines", "intercept", (10, 4)),
        ("lay_mines", "mine", (10, 4)),
        ("submarines_u", "torpedo", (10, 6, 4)),
        ("shallow_run", "challenge", (10, 4)),
        ("interned", "challenge", (10, 8)),
    ],
)
@rule("pirates", "1.1.4")
def test_action_coins_named_in_the_rulebook(box: Box, kind: str, coin: str, dice: tuple[int, ...]) -> None:
    assert getattr(box.kinds[kind], coin) == dice
    assert box.source(kind, coin) == "rulebook"


@rule("pirates", "1.1.4")
def test_response_coins_named_in_the_rulebook(box: Box) -> None:
    assert box.kinds["shallow_run"].response == box.kinds["interned"].response == (10,)


@rule("pirates", "1.1.4")
def test_kinds_bear_the_coins_that_their_rules_roll(box: Box) -> None:
    def bearing(coin: str) -> set[str]:
        return {kind.id for kind in box.kinds.values() if getattr(kind, coin)}

    assert bearing("attack") == {"amc", "interrogate", "monitor", "trap"}
    assert bearing("torpedo") == {"submarines_u", "submarines_uc"}
    assert bearing("mine") == {"lay_mines", "submarines_uc"}
    assert bearing("gun") == {"q_ship", "sail_q_ship", "submarines_u", "submarines_uc"}
    assert bearing("depth_charge") == {"q_ship"}
    assert bearing("defence") == {"amc", "q_ship", "sail_q_ship", "submarines_u", "submarines_uc"}
    assert bearing("challenge") == bearing("response")
    assert len(bearing("challenge")) == 16


@rule("pirates", "1.1.4")
def test_night_cards(box: Box) -> None:
    nights = {card.id for card in box.cards.values() if card.night}
    assert len(nights) == 21, "about one card in five"
    assert {"boarding_party_4", "boarding_party_5", "boarding_party_6"} <= nights
    assert not {"boarding_party_1", "boarding_party_2", "boarding_party_3"} & nights
    assert {"fog_bank_1", "fog_bank_2", "searchlight_1"} <= nights
    assert box.source("boarding_party", "night") == "reconstructed"


@rule("pirates", "1.1.4")
def test_coins_hold_the_dice_of_the_game(box: Box) -> None:
    groups = (box.ships, box.merchants, box.kinds)
    items = [item for group in groups for item in group.values()]
    coins = [
        getattr(item, name)
        for item in items
        for name in (
            "intercept",
            "attack",
            "torpedo",
            "mine",
            "gun",
            "depth_charge",
            "defence",
            "challenge",
            "response",
        )
        if hasattr(item, name)
    ]
    assert {die for coin in coins for die in coin} == {4, 6, 8, 10}
    assert all(list(coin) == sorted(coin, reverse=True) for coin in coins)


@rule("pirates", "1.1.4.1")
def test_a_card_bears_the_coins_of_its_own_use_and_no_others() -> None:
    bearers = {
        "attack": {"amc", "interrogate", "monitor", "trap"}, "mine": {"lay_mines", "submarines_uc"},
        "torpedo": {"submarines_u", "submarines_uc"}, "depth_charge": {"q_ship"},
        "gun": {"q_ship", "sail_q_ship", "submarines_u", "submarines_uc"},
    }  # fmt: skip
    for coin, kinds in bearers.items():
        assert {kind.id for kind in BOX.kinds.values() if getattr(kind, coin)} == kinds, coin


@rule("pirates", "1.1.4.2")
@rule("pirates", "1.1.4.4")
def test_fourteen_raiders_six_warships_five_fast_ones() -> None:
    warships = {ship.id for ship in BOX.ships.values() if ship.warship}
    assert warships == {"dresden", "emden", "karlsruhe", "konigsberg", "leipzig", "nurnberg"}
    assert sum(ship.raider for ship in BOX.ships.values()) == 14
    fast = "berlin cap_trafalgar kaiser_wilhelm_der_grosse kronprinz_wilhelm prinz_eitel_friedrich"
    assert {ship.id for ship in BOX.ships.values() if ship.fast} == set(fast.split())


@rule("pirates", "1.1.4.3")
@rule("pirates", "3.3.5.2")
@rule("pirates", "3.3.38.2")
@rule("pirates", "3.3.13.1")
@pytest.mark.parametrize(
    ("ship", "target", "by", "supports", "open_"),
    [
        ("leopard", "lovat", DAY, "", "break_contact shallow_run_1 fast_ship"),
        ("leopard", "lovat", NIGHT, "", ""),
        ("leopard", "lovat", DAY, "surprise_attack", ""),
        ("leopard", "lovat+damaged", DAY, "", "break_contact shallow_run_1"),
        ("emden", "lovat", DAY, "", "break_contact shallow_run_1"),
    ],
)
def test_when_prey_may_flee(ship: str, target: str, by: str, supports: str, open_: str) -> None:
    game = hunt(ship, target, by=by, supports=supports, hand="break_contact shallow_run_1 fast_ship")
    for kind in ("break_contact", "shallow_run_1", "fast_ship"):
        assert game.can("black", kind) is (kind in open_.split())


@rule("pirates", "1.2")
@pytest.mark.parametrize(("dice", "result"), [((4, 2), 4), ((1, 1, 1), 1), ((3, 10, 7), 10), ((6,), 6)])
def test_the_highest_die_counts_never_the_sum(dice: tuple[int, ...], result: int) -> None:
    assert total(dice, (), 1) == result


@rule("pirates", "1.2")
def test_a_coin_rolls_the_dice_that_it_shows() -> None:
    game = hunt("leopard", hand="qqq").says("black", "pass", dice=[(2, 8, 6, 8), (1, 6)])
    shot = game.told(told.Fought)[0]
    assert (shot.attacker.coin, shot.defender.coin) == ((10, 8, 6), (8,))
    assert (shot.attacker.total, shot.defender.total) == (8, 8)


@rule("pirates", "1.2")
@rule("pirates", "3.2.7.2")
@pytest.mark.parametrize(
    ("values", "modifiers", "result"),
    [
        ((4, 2), (), 4),
        ((10,), (), 10),
        ((1, 1, 1), (), 1),
        ((3, 2, 1), (-2, -2, -1), 1),
        ((7, 2, 1), (-2, -2, -1, 2, 3), 7),
    ],
)
def test_the_highest_die_with_all_modifiers_and_never_below_one(values: Any, modifiers: Any, result: int) -> None:
    assert total(values, tuple(("some", amount) for amount in modifiers), 1) == result


@rule("pirates", "1.2")
def test_of_a_red_four_and_a_green_two_the_four_counts() -> None:
    assert total((4, 2), (), 1) == 4


@rule("pirates", "1.3")
def test_damage_and_want_of_supply_are_marked_and_seen_by_all() -> None:
    game = hunt("leopard", hand="qqq").says("black", "pass", dice=[(7, 1, 1, 4)])
    assert [vessel.damage for vessel in game.view("public").fleet("black").merchants if vessel.card == "lovat"] == [1]
    game = played("play rendezvous_missed target=black", red=side(hand="rendezvous_missed"),
                  black=side("emden", hand="qqq"), dice=[(8, 1)])  # fmt: skip
    assert game.view("public").fleet("black").ships[0].unsupplied
