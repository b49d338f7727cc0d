"""The odds of dice, computed from what a seat knows, which a form shows beside a draft."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from msgspec import Struct, structs

from games.kernel.drafts import PreviewLine
from games.kernel.errors import pointer
from games.kernel.odds import Odds, OddsMean, OddsModifier, OddsOfPair, OddsOutcome, rounded, shorten_odds, thousandths
from games.kernel.text import Text

HIGHEST = 9
"""The highest face of a die. A die shows 0 to 9."""
RollModifier = tuple[str, int, str]
"""A modifier of a die roll: its key in `NAMES`, its amount, and its rule number."""
Modifiers = tuple[RollModifier, ...]
By = Literal["guns", "torpedoes", "bombs", "fighters"]
_WITH: dict[By, Text] = {
    "guns": Text("guns", "砲撃"),
    "torpedoes": Text("torpedoes", "雷撃"),
    "bombs": Text("bombs", "爆撃"),
    "fighters": Text("air combat", "空中戦"),
}


NAMES = {
    "dead": Text("Dead in the Water or in tow", "航行不能・被曳航"),
    "crippled": Text("Crippled", "重損害"),
    "evading": Text("evading", "回避"),
    "critical_fuel": Text("critical fuel", "燃料欠乏"),
    "target_type": Text("type of the target", "目標の艦種"),
    "in_port": Text("in port", "港内"),
    "elusive": Text("elusive", "捕捉困難"),
    "air_values": Text("air values", "空戦力の差"),
    "warned": Text("warned by superiors", "上級司令部の警告"),
    "weather": Text("weather", "天候"),
    "night": Text("night", "夜間"),
    "slower": Text("slower than the enemy", "敵より低速"),
    "storm": Text("storm", "嵐"),
    "offensive": Text("attack on their own initiative", "能動的な攻撃"),
    "air_radius": Text("air radius", "航空半径"),
    "soviet": Text("Soviet", "ソ連軍"),
    "three_boats": Text("three boats or more", "潜水艦3隻以上"),
    "identified": Text("ID level of the pack", "ウルフパックの識別レベル"),
    "other_pack": Text("another pack shadows", "他のパックが追尾中"),
}
"""The names of the modifiers."""
_RULES: dict[str, str] = {"guns": "7.5.2i", "torpedoes": "7.3.1", "bombs": "7.2.6", "fighters": "7.2.3"}
_HIT, _LOST, _NOTHING = Text("hit", "命中"), Text("a ship lost", "艦船喪失"), Text("no effect", "効果なし")
_MEAN = Text("on average", "平均")
_SHIPS = Text(
    "Ships count as you see them. Hits of other units, and fates of destroyers (7.9), are not included.",
    "艦船は判明している状態で計算します。他部隊の命中と駆逐艦の運命（7.9）は含みません。",
)


def total_of(modifiers: Iterable[RollModifier]) -> int:
    """Return the sum of the amounts of modifiers."""
    return sum(amount for _, amount, _ in modifiers)


class Fall(NamedTuple):
    """The chances of several dice against a target.

    `hit`: the chance in thousandths that at least one die has an effect. `lost`: the chance in thousandths that a ship
    is lost; -1 if it is not known. `each`: the chance of a single die to have an effect, as numerator and denominator;
    (0, 0) if the dice have different chances.
    """

    hit: int
    lost: int = -1
    each: tuple[int, int] = (0, 0)


class Throw(Struct, frozen=True, omit_defaults=True, gc=False):
    """The odds of the dice that one unit rolls against another."""

    by: str
    """The id of the unit that rolls."""
    at: str
    """The id of the target."""
    means: By
    """The weapon."""
    dice: int
    """The number of dice."""
    least: int
    """The lowest face that has an effect; 10 means that no face has an effect."""
    mean: int
    """The average effect of all dice in hundredths."""
    fire: tuple[int, ...] = ()
    """The anti-aircraft values that fire at the unit first; 0 means the value `*`."""
    risk: int = 0
    """The chance in percent that this fire costs the unit a step."""
    fall: Fall | None = None
    """The chances of an effect and of a loss; None in questions of earlier versions."""
    modifiers: Modifiers = ()
    """The modifiers that `least` includes."""

    @property
    def odds(self) -> Odds | None:
        """The odds in the form that players see; None if no die can have an effect, or `fall` is None."""
        if self.fall is None or self.least > HIGHEST or not self.dice:
            return None
        return Odds(
            means=throw_facts(self),
            rule=_RULES[self.means],
            outcomes=(OddsOutcome(_HIT, self.fall.hit), OddsOutcome(_NOTHING, 1000 - self.fall.hit, matters=False)),
            modifiers=named_modifiers(self.modifiers),
            note=Text("", "") if self.means == "fighters" else _SHIPS,
            expected=(OddsMean(_MEAN, self.mean),),
            also=(OddsOutcome(_LOST, self.fall.lost),) if self.fall.lost >= 0 else (),
        )


def named_modifiers(modifiers: Iterable[RollModifier]) -> tuple[OddsModifier, ...]:
    """Return modifiers in the form that players see, with their names."""
    return tuple(OddsModifier(NAMES[key], amount, rule) for key, amount, rule in modifiers)


class Chance(Struct, frozen=True, gc=False):
    """7.1.1 The chance to locate a target by drawing search cards.

    `cards`: the number of cards in a whole deck. `finds`: the number of these cards that locate the target. `draws`:
    the most cards that may be drawn.
    """

    finds: int
    cards: int
    draws: int


class Dive(Struct, frozen=True, omit_defaults=True, gc=False):
    """7.4 The odds of a wolfpack's attack."""

    boats: int
    """The number of submarines in the wolfpack."""
    named: tuple[str, ...]
    """The target groups that the submarines attack by default."""
    hits: dict[str, tuple[int, int]]
    """By target group, the lowest faces on which a torpedo hits the easiest and the hardest ship of the group."""
    means: tuple[tuple[int, int], ...] = ()
    """Pairs of a number of escort dice and the mean number of submarines that still attack after them, in hundredths.

    Empty if all submarines attack (7.7.2).
    """
    modifiers: Modifiers = ()
    """The modifiers of the torpedo dice."""


class Hunters(Struct, frozen=True, gc=False):
    """7.4.1, 7.4.2 The dice that a unit rolls against a wolfpack."""

    dice: int
    """The number of dice."""
    held: int
    """The lowest face that holds the wolfpack down."""
    takes: int
    """The lowest face that removes a submarine."""
    most: int
    """The most dice that count for each submarine of the wolfpack."""
    modifiers: Modifiers = ()
    """The modifiers that `held` and `takes` include."""


HUNTED = {
    "convoy": Text("transports", "輸送船"),
    "heavy": Text("heavy ships", "重量艦"),
    "light": Text("light ships", "軽量艦"),
}
"""7.4.3 The groups of ships from which each submarine chooses its target."""


def throw_text(one: Throw) -> Text:
    """Return a text on a throw: its facts (`throw_facts`), its chances, and the anti-aircraft fire before it."""
    how = _WITH[one.means]
    if one.least > HIGHEST or not one.dice:
        return Text(f"{how.en}: no die can do anything", f"{how.ja}：効果なし")
    facts, odds = throw_facts(one), one.odds
    en, ja = facts.en, facts.ja
    if odds is not None:
        short = shorten_odds(structs.replace(odds, expected=()))
        en, ja = f"{en} · {short.en}", f"{ja} · {short.ja}"
    if one.fire:
        worth = " + ".join(str(value or "*") for value in one.fire)
        weak = Text(" (the weakest)", "（最弱）") if one.fire == (0,) else Text("", "")
        en += f"; before that guns of {worth}{weak.en}, which cost a step in {one.risk} of 100"
        ja += f"。先に対空値{worth}{weak.ja}の射撃（{one.risk}%で1ステップ喪失）"
    return Text(en, ja)


def throw_facts(one: Throw) -> Text:
    """Return a text with the facts of a throw: the number of dice, the lowest face with an effect, the mean effect."""
    how, dice = _WITH[one.means], "1 die" if one.dice == 1 else f"{one.dice} dice"
    en = f"{how.en}: {dice}, {one.least} or more counts, {_tenths(one.mean)} on average"
    return Text(en, f"{how.ja}：ダイス{one.dice}個・{one.least}以上で有効・平均{_tenths(one.mean)}")


def _tenths(hundredths: int) -> str:
    """Return hundredths as a decimal number with one digit after the point."""
    return "{}.{}".format(*divmod((hundredths + 5) // 10, 10))


def for_symbols(one: Throw, symbols: object) -> Throw:
    """Return the throw of several torpedo symbols, computed from `one`, the throw of a single symbol.

    `symbols`: the number of symbols as a string; any other value counts as 1.
    """
    count = int(symbols) if isinstance(symbols, str) and symbols.isdecimal() else 1
    return _with_dice(one, one.dice * count, one.mean * count)


def _with_dice(one: Throw, dice: int, mean: int) -> Throw:
    """Return a throw with another number of dice; the chance of a loss is not known then."""
    if dice == one.dice or one.fall is None:
        return structs.replace(one, dice=dice, mean=mean)
    effective, every = one.fall.each
    if not every:
        return structs.replace(one, dice=dice, mean=mean, fall=None)
    hit = thousandths(every**dice - (every - effective) ** dice, every**dice)
    return structs.replace(one, dice=dice, mean=mean, fall=Fall(hit, -1, one.fall.each))


def divided_throw(one: Throw, place: int, count: int) -> Throw:
    """Return the part of a throw that goes to one target if the unit divides its dice among `count` targets.

    The dice are divided as evenly as possible; the first targets get the dice left over. `place`: the index of the
    target.
    """
    least, more = divmod(one.dice, count)
    dice = least + (place < more)
    return _with_dice(one, dice, round(Fraction(one.mean * dice, one.dice)) if one.dice else 0)


def find_chance(chance: Chance) -> Fraction:
    """7.1.1 Return the probability that at least one drawn card locates the target, if all `draws` cards are drawn."""
    missed = Fraction(1)
    for number in range(min(chance.draws, chance.cards)):
        missed *= Fraction(max(chance.cards - chance.finds - number, 0), chance.cards - number)
    return 1 - missed


_REFUSED = Text(
    "The owner of the target may have grounds to refuse (6.2.2); cards drawn before then change the chance.",
    "目標の所有者は拒否できる場合があります（6.2.2）。先に引かれたカードで確率は変わります。",
)


def chance_odds(chance: Chance, rule: str = "7.1.1") -> Odds:
    """7.1.1 Return the chance to locate a target as odds in the form that players see.

    `rule`: the rule number shown with the odds.
    """
    found = find_chance(chance)
    share = thousandths(found.numerator, found.denominator)
    means = Text("{finds} of {cards} cards", "{cards}枚中{finds}枚").format(finds=chance.finds, cards=chance.cards)
    outcomes = (
        OddsOutcome(Text("located", "目標確認"), share),
        OddsOutcome(Text("not located", "確認失敗"), 1000 - share, matters=False),
    )
    return Odds(means, rule, outcomes, note=_REFUSED)


def chance_text(chance: Chance) -> Text:
    """7.1.1 Return a text with the chance to locate a target."""
    missed = 1 - find_chance(chance)
    of = f"{chance.finds} of {chance.cards} cards"
    en = f"located by {of}" + (f", {chance.draws} may be drawn" if chance.draws > 1 else "")
    drawn = f"、{chance.draws}枚まで" if chance.draws > 1 else ""
    share = round(100 * (1 - missed))
    return Text(f"{en}: {share} of 100.", f"目標確認：{chance.cards}枚中{chance.finds}枚{drawn}、{share}%。")


def dive_lines(one: Dive, ordered: tuple[str, ...]) -> Text:
    """7.4 Return a text with the number of submarines that attack, and the lowest faces on which their torpedoes hit.

    `ordered`: the ordered target groups; empty for the default.
    """
    if one.means:
        (_, alone), *guarded = [(dice, _tenths(mean)) for dice, mean in one.means]
        en = f"boats that attack, of {one.boats}: on average {alone} where nobody hunts them, " + ", ".join(
            f"{mean} against {dice} dice" for dice, mean in guarded
        )
        with_dice = "、".join(f"対潜ダイス{dice}個で{mean}" for dice, mean in guarded)
        ja = f"攻撃できる潜水艦（{one.boats}隻中の平均）：護衛なしで{alone}、{with_dice}"
    else:
        en, ja = f"boats that attack: all {one.boats}", f"攻撃できる潜水艦：{one.boats}隻すべて"
    for group in dict.fromkeys(ordered or one.named):
        (best, worst), name = one.hits[group], HUNTED[group]
        en += f"; a torpedo hits {name.en} on {best if best == worst else f'{best} or {worst}'} or more"
        ja += f"。魚雷は{name.ja}に{best if best == worst else f'{best}（艦種により{worst}）'}以上で命中"
    return Text(f"{en}.", f"{ja}。")


_ESCORTS = Text(
    "The dice of the escorts, which are not known, count as above; what they sink first is not included.",
    "護衛のダイスは不明のため上記の数ごとに示します。先に沈められる潜水艦は含みません。",
)
_BOATS = Text(
    "All dice count only against a pack with enough boats, whose number is not known.",
    "潜水艦の数は不明です。十分な数の場合だけ全ダイスが有効です。",
)


def dive_odds(one: Dive, ordered: tuple[str, ...]) -> Odds:
    """7.4 Return the odds of a wolfpack's attack as a text and modifiers.

    They contain no chances of outcomes, because the escort is unknown. `ordered`: the ordered target groups; empty for
    the default.
    """
    return Odds(dive_lines(one, ordered), "7.4", modifiers=named_modifiers(one.modifiers), note=_ESCORTS)


def hunters_odds(one: Hunters) -> Odds | None:
    """7.4.1 Return the odds of a unit's dice against a wolfpack; None if the unit rolls no dice."""
    if not one.dice:
        return None
    faces = HIGHEST + 1
    taken, held = (max(min(faces - least, faces), 0) for least in (one.takes, one.held))
    every = faces**one.dice
    odds = (
        OddsOutcome(Text("boats taken", "潜水艦除去"), thousandths(every - (faces - taken) ** one.dice, every)),
        OddsOutcome(
            Text("held down alone", "制圧のみ"),
            thousandths((faces - taken) ** one.dice - (faces - max(held, taken)) ** one.dice, every),
        ),
    )
    mean = (OddsMean(Text("boats on average", "平均除去数"), rounded(100 * one.dice * taken, faces)),)
    (means,) = hunt_lines((one,))
    return Odds(means, "7.4.1", odds, named_modifiers(one.modifiers), _BOATS, mean)


def withdrawal_odds(least: int, modifiers: Modifiers) -> Odds:
    """7.5.2l Return the odds that a unit leaves the battle. `least`: the lowest die with which it leaves."""
    chance = thousandths(max(HIGHEST + 1 - max(least, 0), 0), HIGHEST + 1)
    outcomes = (
        OddsOutcome(Text("leaves", "離脱"), chance),
        OddsOutcome(Text("stays", "残留"), 1000 - chance, matters=False),
    )
    note = Text("One die counts for all units of the side.", "1個のダイスが全部隊に適用されます。")
    return Odds(Text("Withdrawal", "離脱判定"), "7.5.2l", outcomes, named_modifiers(modifiers), note)


def pairs_of(throws: Iterable[Throw]) -> Iterator[OddsOfPair]:
    """Yield the odds of each throw, with the ids of firer and target. Throws without odds are left out."""
    for one in throws:
        if (odds := one.odds) is not None:
            yield OddsOfPair(one.by, one.at, odds)


def hunt_lines_with_odds(found: Iterable[Hunters]) -> Iterator[tuple[Text, Odds | None]]:
    """7.4.1 Yield the lines of `hunt_lines`, each with the chances in its text, and with its odds.

    The odds are None if no dice are rolled.
    """
    for one in _joined(found):
        (text,) = hunt_lines((one,))
        odds = hunters_odds(one)
        short = shorten_odds(structs.replace(odds, expected=())) if odds is not None else Text("", "")
        yield Text(f"{text.en} {short.en}".strip(), f"{text.ja}{short.ja}"), odds


def _joined(found: Iterable[Hunters]) -> Iterator[Hunters]:
    """Yield hunters that need the same faces as a single `Hunters` with all their dice."""
    alike: dict[tuple[int, int, int], Hunters] = {}
    for one in found:
        before = alike.get((one.held, one.takes, one.most))
        dice = one.dice + (before.dice if before is not None else 0)
        alike[one.held, one.takes, one.most] = structs.replace(one, dice=dice)
    yield from alike.values()


def hunt_lines(found: Iterable[Hunters]) -> Iterator[Text]:
    """7.4.1 Yield texts on the dice rolled against submarines. Hunters that need the same faces share a line."""
    for one in _joined(found):
        dice, held, takes, most = one.dice, one.held, one.takes, one.most
        en = f"{'1 die' if dice == 1 else f'{dice} dice'} at the boats, of which {most} a boat count"
        ja = f"対潜ダイス{dice}個（潜水艦1隻につき{most}個まで）"
        if not dice:
            yield Text("nothing to hunt boats with.", "対潜能力なし。")
        elif takes > HIGHEST:
            yield Text(f"{en}: {held} or more holds them down.", f"{ja}：{held}以上で制圧。")
        else:
            en = f"{en}: {held} or more holds them down, {takes} or more takes one."
            yield Text(en, f"{ja}：{held}以上で制圧、{takes}以上で1隻除去。")


def quoted_name(name: str, told: Text) -> Text:
    """Return a line about one unit: its id in quotation marks, then the text `told`."""
    return Text(f"'{name}': {told.en}.", f"「{name}」：{told.ja}。")


def words_of(raw: Any, name: str) -> tuple[str, ...]:
    """Return the words in the field `name` of a draft order as a tuple; () if the field has no words."""
    said = raw.get(name) if isinstance(raw, dict) else None
    many = said if isinstance(said, list | tuple) else (said,)
    return tuple(one for one in many if isinstance(one, str) and one)


def orders_with_verb(draft: Any, *verbs: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the orders of a draft that have one of these verbs, each with its index."""
    for index, raw in enumerate(draft if isinstance(draft, list) else ()):
        if isinstance(raw, dict) and raw.get("order") in verbs:
            yield index, raw


def throw_lines(throws: Iterable[Throw], index: int, name: str, *, of_firer: bool = False) -> Iterator[PreviewLine]:
    """Yield a preview line for each of the `throws` that belong to an order.

    `index`: the index of the order in the draft. `name`: the field of the order beside which the lines are shown. A
    line begins with the id of the target or, if `of_firer` is True, of the firing unit.
    """
    for one in throws:
        yield PreviewLine(
            pointer(index, name), "free", quoted_name(one.by if of_firer else one.at, throw_text(one)), one.odds
        )
