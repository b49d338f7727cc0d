"""3.2.7 The dice and modifiers of attacks and reactions, for rolls and for the odds that players see."""

from collections.abc import Iterable, Iterator

from games.kernel.odds import NO_NOTE, Odds
from games.kernel.text import Text
from games.titles.pirates.components.box import Coin
from games.titles.pirates.components.cards import ActionKind
from games.titles.pirates.components.odds import HuntDice, SupportDice
from games.titles.pirates.orders.attack_lines import ATTACKING
from games.titles.pirates.orders.chances import Gun, Mark, OpenDice, attack_odds_for, challenge_odds_for, hunt_odds
from games.titles.pirates.orders.occasions import Attack
from games.titles.pirates.orders.orders import kind_of
from games.titles.pirates.state.board import Board
from games.titles.pirates.state.events.common import Modifier
from games.titles.pirates.state.rolls import defence_modifiers, options_add, ship_modifiers, wear
from games.titles.pirates.state.state import Vessel

AGAINST_YOU, ANSWER = Text("The attack on you", "こちらへの攻撃"), Text("Your guns at the hunter", "相手への反撃")


def support_dice(board: Board) -> SupportDice:
    """3.2.7.5, 3.3.36, 3.3.44 Return the modifiers of Night, Searchlight and Surprise Attack by the rules."""
    numbers = board.box.numbers
    return SupportDice(numbers.dice.night_attack, numbers.cards.searchlight, numbers.cards.surprise_attack)


def support_modifiers(board: Board, attack: Attack) -> tuple[Modifier, ...]:
    """3.2.7.5, 3.3.36, 3.3.44 Return the modifiers by Night, Searchlight and Surprise Attack for one attack."""
    lit = attack.support("searchlight")
    found = support_dice(board).modifiers(night=attack.night, searchlight=lit, surprise=attack.surprise)
    return (*found, *options_add(board, "surprise_attack", attack.target, attack.ship)) if attack.surprise else found


def hindrance(board: Board, attack: Attack, reaction: str) -> tuple[Modifier, ...]:
    """3.3.13, 3.3.25 Return the modifiers that the reaction Fast Ship or Non-combatant adds to the attack roll.

    `reaction`: the kind of the reaction. Return () for other kinds.
    """
    numbers = board.box.numbers.cards
    if reaction == "fast_ship":
        return (("fast_ship", numbers.fast_ship), *options_add(board, "fast_ship", attack.target, attack.ship))
    return (("non_combatant", numbers.non_combatant_attack),) if reaction == "non_combatant" else ()


def break_contact_modifiers(board: Board, attack: Attack, vessel: Vessel) -> tuple[Modifier, ...]:
    """3.3.5 Return the modifiers of an attempt of the ship `vessel` to break contact."""
    numbers = board.box.numbers.cards
    modifiers = wear(vessel, numbers.break_contact_damaged, numbers.break_contact_unsupplied)
    return (*modifiers, *options_add(board, "break_contact", vessel.card, attack.ship))


def shallow_run_modifiers(board: Board, vessel: Vessel) -> tuple[Modifier, ...]:
    """3.3.38, 6.10.3 Return the modifiers of a run of the ship `vessel` through shallow water."""
    modifiers = wear(vessel, board.box.numbers.cards.shallow_run_damaged)
    return (*modifiers, *options_add(board, "shallow_run", vessel.card))


def open_dice(board: Board, ships: Iterable[str], targets: Iterable[str], cards: Iterable[str]) -> OpenDice:
    """3.2.7 Return the dice of own `ships`, of the kinds of `cards`, and of the possible `targets`."""
    guns = {ship: _gun_of_ship(board, ship) for ship in ships}
    marks = {target: mark_of(board, board.vessel(target)) for target in dict.fromkeys(targets)}
    kinds = dict.fromkeys(kind_of(card) for card in cards)
    found = dict(one for kind in kinds for one in _guns_of_kind(board, kind))
    return OpenDice(guns, marks, found, support_dice(board), board.box.numbers.dice.sunk_multiple)


def _gun_of_ship(board: Board, ship: str) -> Gun:
    added = options_add(board, "surprise_attack", "", ship)
    return Gun(board.box.ships[ship].attack, ship_modifiers(board, board.vessel(ship)), added)


def mark_of(board: Board, vessel: Vessel) -> Mark:
    """3.2.7 Return the defence of a ship: dice, modifiers, damage."""
    modifiers = defence_modifiers(board, vessel)
    return Mark(board.defence(vessel.card), modifiers, board.can_be_damaged(vessel), bool(vessel.damage))


def _guns_of_kind(board: Board, kind: str) -> Iterator[tuple[str, Gun]]:
    """Yield pairs (use, dice) for the attacks that a kind of card can make; the use is a key of `OpenDice.cards`."""
    card = board.box.kinds[kind]
    if card.intercept:
        yield f"british.{kind}", Gun(card.intercept)
    if card.mine:
        yield f"mines.{kind}", Gun(card.mine)
    if kind in ATTACKING:
        coin, modifiers = card_attack(board, kind)
        tested = kind == "interrogate"
        yield kind, Gun(coin, modifiers, (), *((card.challenge, card.response) if tested else ()))


def card_attack(board: Board, kind: str) -> tuple[Coin, tuple[Modifier, ...]]:
    """3.3.19, 3.3.24, 3.3.42 Return (dice, modifiers) with which a card of this kind attacks a ship.

    The kind must be a monitor, Interrogate or a submarine.
    """
    card = board.box.kinds[kind]
    if kind == "monitor":
        return card.attack, (("monitor", board.box.numbers.cards.monitor),)
    return (card.attack if kind == "interrogate" else card.torpedo), ()


def gun_of(board: Board, attack: Attack) -> Gun | None:
    """3.2.7 Return the dice and modifiers of an attack.

    Return None for attacks without a single roll, such as mines.
    """
    if attack.weapon == "intercept":
        modifiers = (*ship_modifiers(board, board.vessel(attack.ship)), *support_modifiers(board, attack))
        return Gun(board.box.ships[attack.ship].attack, modifiers)
    kind = kind_of(attack.card)
    if attack.weapon == "british":
        return Gun(attack.coin or board.box.kinds[kind].intercept, support_modifiers(board, attack))
    if attack.weapon in ("monitor", "interrogate", "torpedo"):
        coin, modifiers = card_attack(board, kind)
        return Gun(attack.coin or coin, (*modifiers, *support_modifiers(board, attack)))
    return None


def reaction_odds(board: Board, attack: Attack, options: Iterable[str]) -> dict[str, tuple[Odds, ...]]:
    """3.2.2 Return the odds for the defender of an attack, by reaction card; the empty key means no reaction.

    `options`: the possible reaction cards. Return {} for an attack without a single roll, such as mines.
    """
    vessel, gun = board.find(attack.target), gun_of(board, attack)
    if vessel is None or gun is None:
        return {}
    found: dict[str, tuple[Odds, ...]] = {"": (_against(board, attack, vessel, gun),)}
    for option in options:
        if odds := tuple(_of_reaction(board, attack, vessel, gun, option)):
            found[option] = odds
    return found


def _against(board: Board, attack: Attack, vessel: Vessel, gun: Gun, reaction: str = "") -> Odds:
    spared = (attack.support("boarding_party") or reaction == "non_combatant") and not vessel.damage
    more = hindrance(board, attack, reaction)
    multiple = board.box.numbers.dice.sunk_multiple
    mark = mark_of(board, vessel)
    return attack_odds_for(gun, mark, more, AGAINST_YOU, multiple=multiple, spared=spared, note=NO_NOTE)


def _of_reaction(board: Board, attack: Attack, vessel: Vessel, gun: Gun, option: str) -> Iterator[Odds]:
    """Yield the odds of a reaction: of its challenge, of the attack after it, and of an armed ship's attack."""
    name = kind_of(option.partition("/")[0])
    kind = board.box.kinds[name]
    if name == "break_contact":
        modifiers = break_contact_modifiers(board, attack, vessel)
        yield challenge_odds_for(kind.challenge, kind.response, Text("Evasion", "回避"), kind.rule, modifiers)
    elif name == "shallow_run":
        modifiers = shallow_run_modifiers(board, vessel)
        means = Text("Clear of the shoals", "浅瀬の通過")
        yield challenge_odds_for(kind.challenge, kind.response, means, kind.rule, modifiers)
    elif name in ("q_ship", "sail_q_ship"):
        yield from _hunt(board, attack, kind)
    elif name == "razzle_dazzle":
        yield challenge_odds_for(kind.challenge, kind.response, Text("Evasion", "回避"), kind.rule)
    elif name in ("fast_ship", "non_combatant", "qqq"):
        yield _against(board, attack, vessel, gun, name)
    elif name in ("amc", "trap"):
        yield _against(board, attack, vessel, gun) if name == "trap" else _amc(board, attack, gun, kind.defence)
        night = (("night", board.box.numbers.dice.night_attack),) if attack.night else ()
        ship, multiple = mark_of(board, board.vessel(attack.ship)), board.box.numbers.dice.sunk_multiple
        yield attack_odds_for(Gun(kind.attack, night), ship, (), ANSWER, multiple=multiple, note=NO_NOTE)


def _hunt(board: Board, attack: Attack, hunter: ActionKind) -> Iterator[Odds]:
    """3.3.28, 3.3.34 Yield the odds of the bait, and those of the whole hunt for the submarine."""
    submarine, multiple = board.kind(attack.card), board.box.numbers.dice.sunk_multiple
    yield hunt_odds(
        HuntDice(
            hunter.challenge,
            hunter.response,
            hunter.gun,
            hunter.depth_charge,
            hunter.defence,
            attack.coin or submarine.torpedo,
            submarine.gun,
            submarine.defence,
            multiple,
        ),
        hunter.rule,
    )
    yield challenge_odds_for(hunter.challenge, hunter.response, Text("Bait", "誘い込み"), hunter.rule)


def _amc(board: Board, attack: Attack, gun: Gun, defence: Coin) -> Odds:
    """3.3.1 Return the odds of the attack on the cruiser that takes the merchant's place."""
    multiple = board.box.numbers.dice.sunk_multiple
    return attack_odds_for(gun, Mark(defence, damageable=False), (), AGAINST_YOU, multiple=multiple, note=NO_NOTE)
