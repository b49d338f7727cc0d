"""The value of reactions to an attack, judged by the damage that the attack may do."""

from games.titles.pirates.bot.appraisal import Appraisal
from games.titles.pirates.components.box import Coin
from games.titles.pirates.orders.occasions import Aftermath, Attack
from games.titles.pirates.orders.orders import kind_of

TAKEN_AWAY = {"interned": 2, "transfer_command": 1}
"""3.3.32.3 By kind of card that takes a ship away, the divisor of the ship's points that gives its owner's loss."""


def reaction_worth(judge: Appraisal, kind: str, attack: Attack) -> int:
    """Return the value of a reaction with a kind of card to an attack, less a part of the value of keeping the card.

    It is in thousandths of victory points.
    """
    threat = _threat(judge, attack)
    card = judge.box.kinds[kind]
    odds = judge.chance(kind, attack.target, attack.ship)
    sound = attack.target in judge.vessels and not judge.vessels[attack.target].damage
    saved = {
        "slim_pickings": threat,
        "amc": threat + _ambush(judge, card.attack, attack),
        "trap": threat // 8 + _ambush(judge, card.attack, attack),
        "break_contact": odds * threat // 1000,
        "shallow_run": threat * 3 // 4 if sound else odds * threat // 1000,
        "non_combatant": threat // 3,
        "fast_ship": threat // 3,
        "qqq": 900 + threat // 10,
        "reflag": threat,
        "pull_the_plug": threat // 3,
        "minesweeper": threat,
        "q_ship": threat + 1000,
        "sail_q_ship": threat + 1000,
        "razzle_dazzle": odds * threat // 1000,
    }.get(kind, 0)
    return saved - min(900, judge.keep(kind + "_1") // 2)


def aftermath_worth(judge: Appraisal, option: str, after: Aftermath) -> int:
    """Return the value of a reaction (`option`) to a sinking, in thousandths of victory points.

    For Recalled, it is the value of removing the hunter. For Mistaken Identity, it is the difference in value between
    two merchants.
    """
    card, _, merchant = option.partition("/")
    if kind_of(card) == "recalled":
        return judge.value(after.ship) // 3
    return judge.value(after.target) - judge.value(merchant)


def _ambush(judge: Appraisal, coin: Coin, attack: Attack) -> int:
    return judge.strike(coin, 0, attack.ship) if coin and attack.ship in judge.vessels else 0


def _threat(judge: Appraisal, attack: Attack) -> int:
    """Return the loss that an attack may cause, as the value that the attack has for the attacker."""
    if attack.weapon == "mines":
        return judge.worth_of_mines(attack.coin or judge.box.kinds["lay_mines"].mine, attack.target)
    if attack.target not in judge.vessels:
        return 0
    bonus = judge.numbers.dice.night_attack if attack.night else 0
    bonus += judge.surprise(attack.ship) if attack.surprise else 0
    if attack.weapon in TAKEN_AWAY:
        return (
            judge.chance(attack.weapon, attack.target)
            * judge.value(attack.target)
            // (1000 * TAKEN_AWAY[attack.weapon])
        )
    if attack.weapon == "intercept":
        return judge.hunt(attack.ship, attack.target, bonus)
    return judge.strike(attack.coin or _coin(judge, attack), bonus, attack.target)


def _coin(judge: Appraisal, attack: Attack) -> Coin:
    card = judge.box.kinds[kind_of(attack.card)]
    return {"british": card.intercept, "torpedo": card.torpedo}.get(attack.weapon, card.attack)
