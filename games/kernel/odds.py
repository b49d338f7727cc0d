"""The chances of one unit against another, as a title computes them from what a seat knows."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from games.kernel.text import Text

NO_NOTE = Text("", "")
FEW_MODIFIERS = 2
"""The largest number of modifiers that the short form of odds lists; if there are more, it gives their total."""


class OddsModifier(Struct, frozen=True, gc=False):
    """A modifier of a roll, with its rule; `amount` is 0 if the modifier is not a number to add to the roll."""

    name: Text
    amount: int
    rule: str


class OddsOutcome(Struct, frozen=True, gc=False):
    """A possible result with its chance in thousandths; `matters` is False for the result "no effect"."""

    name: Text
    chance: int
    matters: bool = True


class OddsMean(Struct, frozen=True, gc=False):
    """An expected amount, such as damage, in hundredths."""

    name: Text
    hundredths: int


class Odds(Struct, frozen=True, gc=False):
    """The chances of one way to attack."""

    means: Text
    """The name of the weapon."""
    rule: str
    outcomes: tuple[OddsOutcome, ...] = ()
    """The possible results; they exclude each other."""
    modifiers: tuple[OddsModifier, ...] = ()
    """The modifiers of the roll."""
    note: Text = NO_NOTE
    """What the chances do not include, in words."""
    expected: tuple[OddsMean, ...] = ()
    """Mean amounts, such as damage."""
    also: tuple[OddsOutcome, ...] = ()
    """Results that may come with any of `outcomes`."""


class OddsOfPair(NamedTuple):
    """The chances of one way in which the unit `attacker` can attack the unit `target`, both given by id."""

    attacker: str
    target: str
    odds: Odds


class Chances(Struct, frozen=True, array_like=True, gc=False):
    """Odds as a form stores them: with keys for results and modifiers, which `name_chances` replaces by names."""

    rule: str
    outcomes: tuple[tuple[str, int], ...] = ()
    """Results that exclude each other: (key, chance in thousandths)."""
    modifiers: tuple[tuple[str, int, str], ...] = ()
    """Modifiers of the roll: (key, amount, number of the rule)."""
    expected: tuple[tuple[str, int], ...] = ()
    """Mean amounts: (key, amount in hundredths)."""
    also: tuple[tuple[str, int], ...] = ()
    """Results that may come with any of `outcomes`: (key, chance in thousandths)."""


class OddsTable(NamedTuple):
    """The functions with which a title computes chances. They use the view only, so hidden facts change nothing."""

    units: Callable[[Any], tuple[str, ...]]
    """Return the ids of the units in a view, the reader's own first, from (view)."""
    between: Callable[[Any, str, str], tuple[Odds, ...]]
    """Return the chances of each way to attack, from (view, attacker, target); empty if the attacker cannot attack now.
    """


def thousandths(ways: int, every: int) -> int:
    """Return the chance of a result in thousandths: `ways` of `every` equally likely throws of the dice lead to it.

    The chance of a possible result is at least 1.
    """
    return max(rounded(1000 * ways, every), 1) if ways else 0


def split_thousandths(ways: Sequence[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    """Return the chance of each result in thousandths; together they are exactly 1000.

    `ways`: for each result, its key and the number of equally likely throws that lead to it. The results exclude each
    other. The likeliest result takes the rounding error.
    """
    every = sum(count for _, count in ways)
    found = {key: thousandths(count, every) for key, count in ways}
    likeliest = max(found, key=lambda key: found[key])
    found[likeliest] += 1000 - sum(found.values())
    return tuple(found.items())


def rounded(amount: int, by: int) -> int:
    """Return `amount` divided by `by`, rounded to a whole number; a half is rounded up."""
    return (2 * amount + by) // (2 * by)


def name_chances(
    chances: Chances, means: Text, name: Callable[[str], Text], note: Text = NO_NOTE, nothing: str = "nothing"
) -> Odds:
    """Return stored chances as odds with names.

    `means` is the name of the weapon, `name` returns the name of a key, and `nothing` is the key of the result that has
    no effect. `note` says what the chances do not include.
    """
    return Odds(
        means,
        chances.rule,
        tuple(OddsOutcome(name(key), chance, key != nothing) for key, chance in chances.outcomes),
        tuple(OddsModifier(name(key), amount, rule) for key, amount, rule in chances.modifiers),
        note,
        tuple(OddsMean(name(key), amount) for key, amount in chances.expected),
        tuple(OddsOutcome(name(key), chance) for key, chance in chances.also),
    )


def chance_in_words(chance: int) -> str:
    """Return a chance in thousandths as a percentage: "37%", "<1%"."""
    if 0 < chance < 10:
        return "<1%"
    return ">99%" if 990 < chance < 1000 else f"{(chance + 5) // 10}%"


def mean_in_words(hundredths: int) -> str:
    """Return an expected amount, given in hundredths, as a decimal number.

    It has one place after the point, or two if it is below 0.1.
    """
    return f"{hundredths / 100:.2f}" if abs(hundredths) < 10 else f"{hundredths / 100:.1f}"


def mean_with_name(mean: OddsMean, language: str) -> str:
    """Return an expected amount as text, with its name."""
    name, amount = mean.name.get(language), mean_in_words(mean.hundredths)
    return f"{name}{amount}" if language == "ja" else f"{amount} {name}"


def signed(amount: int) -> str:
    """Return the amount of a modifier as text with its sign, such as "+1"."""
    return f"{amount:+d}".replace("-", "\u2212")


def shorten_odds(odds: Odds) -> Text:
    """Return odds in one short line: chances of results with an effect, mean amounts, modifiers with their rules.

    The name of the weapon is not in it.
    """
    return Text.each(lambda language: " · ".join(_short_parts(odds, language)))


def odds_with_means(odds: Odds) -> Text:
    """Return odds in one short line that begins with the name of the weapon."""
    if not odds.outcomes and not odds.expected:
        return odds.means
    return Text("{means}: {odds}", "{means}：{odds}").format(means=odds.means, odds=shorten_odds(odds))


def _short_parts(odds: Odds, language: str) -> list[str]:
    chances = [one for one in (*odds.outcomes, *odds.also) if one.matters]
    shown = [one for one in chances if one.chance] or chances[:1]
    parts = [f"{one.name.get(language)} {chance_in_words(one.chance)}" for one in shown]
    parts += [mean_with_name(one, language) for one in odds.expected]
    if len(odds.modifiers) <= FEW_MODIFIERS:
        amounts = [f"{signed(one.amount)} " if one.amount else "" for one in odds.modifiers]
        named = zip(amounts, odds.modifiers, strict=True)
        return [*parts, *(f"{amount}{one.name.get(language)} {one.rule}" for amount, one in named)]
    total = signed(sum(one.amount for one in odds.modifiers))
    return [*parts, MODIFIERS.format(total=total, count=len(odds.modifiers)).get(language)]


MODIFIERS = Text("{total} by {count} modifiers", "修正{count}件で{total}")
