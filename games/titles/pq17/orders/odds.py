"""The odds of dice from a seat's knowledge, as a form shows them for a draft."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, Literal

from msgspec import Struct, structs

from games.kernel.drafts import PreviewLine
from games.kernel.errors import pointer
from games.kernel.text import Text

HIGHEST = 9
"""The highest face of a die, which shows 0 to 9."""
By = Literal["guns", "torpedoes", "bombs", "fighters"]
_WITH: dict[By, Text] = {
    "guns": Text("guns", "砲撃"),
    "torpedoes": Text("torpedoes", "雷撃"),
    "bombs": Text("bombs", "爆撃"),
    "fighters": Text("air combat", "空中戦"),
}


class Throw(Struct, frozen=True, omit_defaults=True, gc=False):
    """The odds of the dice that one unit (`by`) rolls against another (`at`).

    `dice`: the number of dice. `least`: the lowest face that has an effect (10: none has). `mean`: the average effect
    of all dice in hundredths. `fire`: the anti-aircraft value that fires at the unit first (0: only `*`). `risk`: the
    percentage chance that this fire costs the unit a step.
    """

    by: str
    at: str
    means: By
    dice: int
    least: int
    mean: int
    fire: tuple[int, ...] = ()
    risk: int = 0


class Chance(Struct, frozen=True, gc=False):
    """7.1.1 The chance to locate a target by drawing search cards.

    `cards`: the cards left in the side's deck this turn. `finds`: those among them that locate the target. `draws`: the
    most cards that may be drawn.
    """

    finds: int
    cards: int
    draws: int


class Dive(Struct, frozen=True, omit_defaults=True, gc=False):
    """7.4 The odds of a wolfpack's attack.

    `boats`: the number of boats. `named`: the target groups that the boats attack by default. `hits`: by group, the
    lowest faces on which a torpedo hits the easiest and the hardest ship. `means`: pairs of a number of escort dice and
    the mean number of attacking boats in hundredths, before these dice take effect; empty if all boats attack (7.7.2).
    """

    boats: int
    named: tuple[str, ...]
    hits: dict[str, tuple[int, int]]
    means: tuple[tuple[int, int], ...] = ()


class Hunters(Struct, frozen=True, gc=False):
    """7.4.1, 7.4.2 The dice of a unit against a wolfpack.

    `held`, `takes`: the lowest faces that hold the pack down and that sink a boat. `most`: the most dice that count for
    each boat.
    """

    dice: int
    held: int
    takes: int
    most: int


HUNTED = {
    "convoy": Text("transports", "輸送船"),
    "heavy": Text("heavy ships", "重量艦"),
    "light": Text("light ships", "軽量艦"),
}
"""7.4.3 The targets that boats name."""


def throw_text(one: Throw) -> Text:
    """Return a text with the dice of a throw, the faces that have an effect, and the mean effect."""
    how = _WITH[one.means]
    if one.least > HIGHEST or not one.dice:
        return Text(f"{how.en}: no die can do anything", f"{how.ja}: 効果なし")
    dice = "1 die" if one.dice == 1 else f"{one.dice} dice"
    en = f"{how.en}: {dice}, {one.least} or more counts, {_tenths(one.mean)} on average"
    ja = f"{how.ja}: ダイス{one.dice}個・{one.least}以上で有効・平均{_tenths(one.mean)}"
    if one.fire:
        worth = " + ".join(str(value or "*") for value in one.fire)
        weak = Text(" (the weakest)", "（最弱）") if one.fire == (0,) else Text("", "")
        en += f"; before that guns of {worth}{weak.en}, which cost a step in {one.risk} of 100"
        ja += f"。先に対空値{worth}{weak.ja}の射撃（{one.risk}%で1ステップ喪失）"
    return Text(en, ja)


def _tenths(hundredths: int) -> str:
    """Return hundredths as a decimal number with one digit after the point."""
    return "{}.{}".format(*divmod((hundredths + 5) // 10, 10))


def for_symbols(one: Throw, symbols: object) -> Throw:
    """Return the throw of one torpedo symbol, multiplied by the number of symbols."""
    count = int(symbols) if isinstance(symbols, str) and symbols.isdecimal() else 1
    return structs.replace(one, dice=one.dice * count, mean=one.mean * count)


def divided_throw(one: Throw, place: int, count: int) -> Throw:
    """Return the throw of a unit that divides its dice among `count` targets, at the target at index `place`.

    The dice are divided as evenly as possible; the first targets get one more.
    """
    least, more = divmod(one.dice, count)
    dice = least + (place < more)
    return structs.replace(one, dice=dice, mean=round(Fraction(one.mean * dice, one.dice)) if one.dice else 0)


def chance_text(chance: Chance) -> Text:
    """7.1.1 Return the chance to locate a target in words."""
    missed = Fraction(1)
    for number in range(min(chance.draws, chance.cards)):
        missed *= Fraction(max(chance.cards - chance.finds - number, 0), chance.cards - number)
    of = f"{chance.finds} of {chance.cards} cards"
    en = f"located by {of}" + (f", {chance.draws} may be drawn" if chance.draws > 1 else "")
    drawn = f"、{chance.draws}枚まで" if chance.draws > 1 else ""
    share = round(100 * (1 - missed))
    return Text(f"{en}: {share} of 100.", f"目標確認：{chance.cards}枚中{chance.finds}枚{drawn}、{share}%。")


def dive_lines(one: Dive, ordered: tuple[str, ...]) -> Text:
    """7.4 Return a text: the boats that attack, and the lowest faces on which torpedoes hit the ordered targets."""
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


def hunt_lines(found: Iterable[Hunters]) -> Iterator[Text]:
    """7.4.1 Yield a text for the odds of dice against boats; dice that need the same faces share one text."""
    alike: dict[tuple[int, int, int], int] = {}
    for one in found:
        alike[one.held, one.takes, one.most] = alike.get((one.held, one.takes, one.most), 0) + one.dice
    for (held, takes, most), dice in alike.items():
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
    """Return a line about one id: the id in quotation marks, then the text `told`."""
    return Text(f"'{name}': {told.en}.", f"「{name}」：{told.ja}。")


def words_of(raw: Any, name: str) -> tuple[str, ...]:
    """Return a field of a draft order as a tuple; the field may hold one word or several."""
    said = raw.get(name) if isinstance(raw, dict) else None
    many = said if isinstance(said, list | tuple) else (said,)
    return tuple(one for one in many if isinstance(one, str) and one)


def orders_with_verb(draft: Any, *verbs: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the orders of a draft with one of these verbs, each with its index."""
    for index, raw in enumerate(draft if isinstance(draft, list) else ()):
        if isinstance(raw, dict) and raw.get("order") in verbs:
            yield index, raw


def throw_lines(throws: Iterable[Throw], index: int, name: str, *, of_firer: bool = False) -> Iterator[PreviewLine]:
    """Yield a preview line for each throw of an order, named by its target, or by its firer (`of_firer`)."""
    for one in throws:
        yield PreviewLine(pointer(index, name), "free", quoted_name(one.by if of_firer else one.at, throw_text(one)))
