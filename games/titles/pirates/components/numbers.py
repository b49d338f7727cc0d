"""The numbers in the rules (`data/fixed.toml`), as structs whose fields name the rules that use them.

Modifiers are added to the highest die of a roll. Fields are grouped as in the file.
"""

from collections.abc import Mapping

from msgspec import Struct

from games.titles.pirates.components.sheets import DICE, Coin, ComponentError
from games.toolkit.tables import read_toml


class GameNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """2.0, 3.1 The numbers of rounds and turns.

    `rounds`: the number of rounds. `first_player_die`: the sides of the die that decides who begins. `open_discards`:
    the number of top discards that are public (3.1.7).
    """

    rounds: int
    first_player_die: int
    open_discards: int


class DeckNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """2.1, 5.2 The numbers of action cards removed unseen.

    `removed`: by number of players. `solitaire_removed`: in the solitaire game. `without_breakout` is the number of
    players for which the option without Breakout is allowed (6.5.3).
    """

    removed: dict[int, int]
    solitaire_removed: int
    without_breakout: int = 4


class HandNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """2.1.5, 2.4, 6.7 The numbers of cards that are dealt and drawn."""

    ships: int
    merchants: int
    actions: int
    carried_over: dict[int, int]
    """The number of action cards dealt, by the number of ships that a player carried over."""
    carry_over_limit: int
    """The number of ships that a player may carry over (2.4.1)."""
    carry_over_limit_option: int
    """The same number with the option `carry_over_three` (6.7)."""
    drawn_per_turn: int
    """The number of action cards drawn at the end of a turn (3.1.1)."""


class ScoreNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """2.3 The numbers of scoring.

    `round_points`: by number of players, the points for each place, the best first. `doubled`: the factor for a card
    that counts double.
    """

    round_points: dict[int, tuple[int, ...]]
    doubled: int


class DiceNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """3.2.7 The numbers that decide rolls, and the modifiers that do not depend on cards or options."""

    sunk_multiple: int
    """An attack total that is at least this many times the defence total sinks the target."""
    floor: int
    """The lowest possible total of a roll."""
    unsupplied_intercept: int
    """The modifier of an intercept by a ship out of supply."""
    damaged_intercept: int
    """The modifier of an intercept by a damaged ship."""
    damaged_defence: int
    """The modifier of the defence of a damaged ship."""
    night_attack: int
    """The modifier of an attack in a night action."""


class CardNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """3.3 The modifiers and amounts of single cards. The name of each field begins with the kind of its card."""

    blockade_runner_with_prize: int
    break_contact_damaged: int
    break_contact_unsupplied: int
    breakout_double_multiple: int
    deception_cards: int
    fair_seas: int
    fast_ship: int
    good_hunting_targets: int
    interned_damaged: int
    interned_unsupplied: int
    monitor: int
    non_combatant_attack: int
    non_combatant_safe_passage: int
    recon_aircraft_cards: int
    rendezvous_missed_with_prize: int
    searchlight: int
    shallow_run_damaged: int
    shipping_lanes_targets: int
    surprise_attack: int
    wireless_intercept_cards: int


class CoalNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """6.1 The modifiers of rolls about ships with the coal symbol.

    Each field is named after the card that causes the roll.
    """

    rendezvous_missed: int
    blockade_runner: int
    island_refuge_resupply: int


class SailNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """6.2 The modifiers of rolls about the raider under sail. Each field is named after the card that causes the roll.

    In fields that end in ``_own``, the raider plays the card. In fields that end in ``_against``, the raider's target
    plays it.
    """

    rendezvous_missed: int
    blockade_runner: int
    island_refuge_resupply: int
    break_contact_own: int
    break_contact_against: int
    fast_ship_against: int


class AircraftNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """6.3 The modifiers that an aircraft adds to a raider's Surprise Attack and Break Contact rolls."""

    surprise_attack: int
    break_contact: int


class TournamentNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """6.4.3 The values of the merchants dealt to each player, and the merchant that is set aside before the deal."""

    merchant_values: tuple[int, ...]
    merchant_set_aside: str


class FastNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """6.6, 6.10.4 The numbers of the five fast raiders.

    `chase_challenge`, `chase_response`: the dice that decide if a raider is out of supply after a chase. `shallow_run`:
    the modifier in shoal water.
    """

    chase_challenge: Coin
    chase_response: Coin
    shallow_run: int


class PrizeTorpedoNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """6.9.1 The dice of the challenge and response that decide if a disguised prize is mistaken for a merchant."""

    challenge: Coin
    response: Coin


class SailingMerchantNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """6.11.2 The modifiers of rolls about merchants under sail."""

    break_contact: int


class SolitaireNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """5.3.3, 5.4.3.1 The number of sides of the red die, which is rolled for every card of the phantom."""

    red_die: int = 4


class PrizeSupplyNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """6.12.2 The dice of the challenge and response that decide if a prize is exhausted after supplying a ship."""

    exhausted_challenge: Coin
    exhausted_response: Coin


class Numbers(Struct, frozen=True, forbid_unknown_fields=True):
    """All numbers of the rules, in one struct for each subject."""

    game: GameNumbers
    deck: DeckNumbers
    hand: HandNumbers
    score: ScoreNumbers
    dice: DiceNumbers
    cards: CardNumbers
    coal: CoalNumbers
    sail: SailNumbers
    aircraft: AircraftNumbers
    tournament: TournamentNumbers
    fast: FastNumbers
    prize_torpedo: PrizeTorpedoNumbers
    sailing_merchants: SailingMerchantNumbers
    prize_supply: PrizeSupplyNumbers
    solitaire: SolitaireNumbers = SolitaireNumbers()


def read_numbers(file: str, content: bytes) -> Numbers:
    """Return the numbers in `content`, the TOML text of a data file.

    Raises ComponentError, which names `file`, if a number is missing or of the wrong type.
    """
    numbers = read_toml(file, content, Numbers)
    _check_numbers(file, numbers)
    return numbers


def _check_numbers(file: str, numbers: Numbers) -> None:
    """Check that there are numbers for two to four players, and that rolls use only dice of the game."""
    tables: dict[str, tuple[Mapping[int, object], set[int]]] = {
        "deck.removed": (numbers.deck.removed, {2, 3, 4}),
        "score.round_points": (numbers.score.round_points, {2, 3, 4}),
        "hand.carried_over": (numbers.hand.carried_over, {1, 2, 3}),
    }
    for name, (table, keys) in tables.items():
        if set(table) != keys:
            raise ComponentError(f"must have the keys {sorted(keys)}", file=file, column=name)
    for players, points in numbers.score.round_points.items():
        if len(points) != players or list(points) != sorted(points, reverse=True):
            raise ComponentError(
                f"{players} players need {players} places, best first", file=file, column="score.round_points"
            )
    coins = {
        "fast.chase_challenge": numbers.fast.chase_challenge,
        "fast.chase_response": numbers.fast.chase_response,
        "prize_torpedo.challenge": numbers.prize_torpedo.challenge,
        "prize_torpedo.response": numbers.prize_torpedo.response,
        "prize_supply.exhausted_challenge": numbers.prize_supply.exhausted_challenge,
        "prize_supply.exhausted_response": numbers.prize_supply.exhausted_response,
    }
    for name, coin in coins.items():
        if not coin or any(die not in DICE for die in coin):
            raise ComponentError("must hold dice of the game (4, 6, 8, 10)", file=file, column=name)
