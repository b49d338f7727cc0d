"""3.2.7 The odds of attacks and challenges, with names, from the dice that the cards on the table show."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from games.kernel.odds import Chances, Odds, name_chances, split_thousandths, thousandths
from games.kernel.text import Text
from games.titles.pirates.components.box import Coin
from games.titles.pirates.components.odds import (
    NONE,
    HuntDice,
    Roll,
    SupportDice,
    challenge_odds,
    hunt_ways,
    roll_chances,
)

Modifier = tuple[str, int]
RULES = {
    "damaged": "3.2.7.4",
    "unsupplied": "3.2.7.3",
    "night": "3.2.7.5",
    "searchlight": "3.3.36",
    "surprise_attack": "3.3.44",
    "fast_ship": "3.3.13",
    "non_combatant": "3.3.25",
    "monitor": "3.3.24",
    "coal_hog": "6.1",
    "sail": "6.2",
    "aircraft": "6.3",
    "draught": "6.10.4",
    "sailing_merchant": "6.11.2",
}
"""The number of the rule of each modifier, by key."""
NAMES = {
    "sunk": Text("sunk", "撃沈"),
    "captured": Text("captured", "拿捕"),
    "damaged": Text("damaged", "損傷"),
    "none": Text("no effect", "効果なし"),
    "success": Text("success", "成功"),
    "failure": Text("failure", "失敗"),
    "target.damaged": Text("target damaged", "目標が損傷"),
    "unsupplied": Text("out of supply", "補給欠乏"),
    "night": Text("night", "夜間"),
    "searchlight": Text("Searchlight", "探照灯"),
    "surprise_attack": Text("Surprise Attack", "奇襲"),
    "fast_ship": Text("Fast Ship", "高速船"),
    "non_combatant": Text("Non-combatant", "非戦闘員"),
    "monitor": Text("Monitor", "モニター艦"),
    "coal_hog": Text("coal hog", "石炭食い"),
    "sail": Text("under sail", "帆走"),
    "aircraft": Text("aircraft", "搭載機"),
    "draught": Text("deep draught", "深い喫水"),
    "sailing_merchant": Text("merchant under sail", "帆船"),
    "sinkings": Text("sinkings on average", "平均撃沈数"),
    "any_sunk": Text("any sunk", "1隻以上撃沈"),
    "submarine_sunk": Text("submarine sunk", "潜水艦を撃沈"),
    "both_sunk": Text("both sunk", "相打ち"),
    "hunter_sunk": Text("Q-Ship sunk", "囮船が沈没"),
}
"""The names of results and modifiers, by key."""
_HUNT = Text("Q-Ship against the submarine", "囮船対潜水艦")
_UNHARMED = Text("The merchantman itself is left alone (3.3.28.2).", "商船自体は攻撃されません（3.3.28.2）。")
_REACTIONS = Text("Reactions of the owner are not included.", "相手のリアクションは含みません。")


class Mark(Struct, frozen=True, omit_defaults=True, gc=False):
    """3.2.7 The public defence of a ship.

    `coin`: its dice. `modifiers`: their modifiers. `damageable`: True if it can get a damage marker. `damaged`: True if
    it has one.
    """

    coin: Coin
    modifiers: tuple[Modifier, ...] = ()
    damageable: bool = True
    damaged: bool = False


class Gun(Struct, frozen=True, omit_defaults=True, gc=False):
    """3.2.7 The attack of a ship or card: its dice and their modifiers.

    `added` are the modifiers that options add to a Surprise Attack (6.3.1). `challenge` and `response` are the dice of
    the challenge that a card must win before its attack; () if there is no challenge.
    """

    coin: Coin
    modifiers: tuple[Modifier, ...] = ()
    added: tuple[Modifier, ...] = ()
    challenge: Coin = ()
    response: Coin = ()


class OpenDice(Struct, frozen=True, omit_defaults=True, gc=False):
    """The dice that all seats see."""

    ships: dict[str, Gun] = {}
    """The attacks of own ships, by ship."""
    marks: dict[str, Mark] = {}
    """The defences of possible targets, by ship."""
    cards: dict[str, Gun] = {}
    """The attacks of cards, by use and kind, such as ``british.amc``."""
    supports: SupportDice = SupportDice()
    """The modifiers by supports."""
    multiple: int = 2
    """A target is sunk if an attack total is at least this many times its defence total."""


def attack_odds_for(
    gun: Gun,
    mark: Mark,
    modifiers: tuple[Modifier, ...],
    means: Text,
    *,
    multiple: int,
    spared: bool = False,
    note: Text = _REACTIONS,
) -> Odds:
    """3.2.7 Return the odds of an attack by `gun` on `mark`.

    `modifiers`: those of the attack's supports. `means`: the name of the attack. `multiple`: the target is sunk if the
    attack is at least this many times the defence. `spared`: True for a merchant that is captured instead of sunk.
    `note`: a text on what the odds do not include.
    """
    mine = (*gun.modifiers, *modifiers)
    roll = Roll(gun.coin, _sum(mine), mark.coin, _sum(mark.modifiers), multiple, mark.damageable, spared)
    found = roll_chances(roll)
    outcomes = split_thousandths([(key, ways) for key, ways, _ in found if ways or key == NONE])
    theirs = ((f"target.{key}" if key == "damaged" else key, amount) for key, amount in mark.modifiers)
    chances = Chances("3.2.7", outcomes, tuple(_ruled((*mine, *theirs))))
    return name_chances(chances, means, NAMES.__getitem__, note, nothing=NONE)


def _sum(modifiers: Iterable[Modifier]) -> int:
    return sum(amount for _, amount in modifiers)


def _ruled(modifiers: Iterable[Modifier]) -> Iterator[tuple[str, int, str]]:
    yield from ((key, amount, RULES[key.removeprefix("target.")]) for key, amount in modifiers)


def challenge_odds_for(
    coin: Coin, response: Coin, means: Text, rule: str, modifiers: tuple[Modifier, ...] = ()
) -> Odds:
    """3.2.7.1 Return the odds of a challenge roll against a response roll.

    `coin`, `response`: the dice. `means`: the name of the challenge. `rule`: the number of its rule. `modifiers`: those
    of the challenge.
    """
    chance = challenge_odds(coin, _sum(modifiers), response)
    chances = Chances(rule, (("success", chance), ("failure", 1000 - chance)), tuple(_ruled(modifiers)))
    return name_chances(chances, means, NAMES.__getitem__, nothing="failure")


def hunt_odds(dice: HuntDice, rule: str) -> Odds:
    """3.3.28, 3.3.34 Return the odds of a Q-ship against a submarine, over the bait and all shots. `rule`: its rule."""
    outcomes = split_thousandths([(key, ways) for key, ways in hunt_ways(dice) if ways or key == NONE])
    return name_chances(Chances(rule, outcomes), _HUNT, NAMES.__getitem__, _UNHARMED, nothing=NONE)


def minefield_odds(gun: Gun, marks: Iterable[Mark], means: Text, *, multiple: int) -> Odds:
    """3.3.21 Return the odds of mines against all merchants of a fleet.

    `gun`: the attack of the mines. `marks`: the defences of the merchants. `means`: the name of the attack. `multiple`:
    a merchant is sunk if the attack is at least this many times the defence.
    """
    safe = every = 1
    mean = 0
    for mark in marks:
        roll = Roll(gun.coin, 0, mark.coin, _sum(mark.modifiers), multiple, mark.damageable)
        ((_, ways, whole), *_) = roll_chances(roll)
        safe, every, mean = safe * (whole - ways), every * whole, mean + thousandths(ways, whole)
    sunk = thousandths(every - safe, every)
    outcomes = (("any_sunk", sunk), ("none", 1000 - sunk))
    chances = Chances("3.3.21", outcomes, expected=(("sinkings", (mean + 5) // 10),))
    return name_chances(chances, means, NAMES.__getitem__, _REACTIONS, nothing=NONE)
