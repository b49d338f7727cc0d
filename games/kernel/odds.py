"""The chances of one unit against another, as a title computes them from what a seat knows."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from games.kernel.text import Text

NO_NOTE = Text("", "")
FEW_MODIFIERS = 2
"""The most modifiers that the short form of odds names; of more it gives the total."""


class OddsModifier(Struct, frozen=True, gc=False):
    """A modifier of a roll, its amount (0: none that can be added up), and its rule."""

    name: Text
    amount: int
    rule: str


class OddsOutcome(Struct, frozen=True, gc=False):
    """A possible result with its chance in thousandths; `matters` is False for the result that nothing happens."""

    name: Text
    chance: int
    matters: bool = True


class OddsMean(Struct, frozen=True, gc=False):
    """An expected amount, such as damage, in hundredths."""

    name: Text
    hundredths: int


class Odds(Struct, frozen=True, gc=False):
    """The chances of one way to attack: what is fired, the results, the modifiers, and what is not included.

    The `outcomes` exclude each other. `also` are results that may come with any of them. `expected` are mean amounts.
    """

    means: Text
    rule: str
    outcomes: tuple[OddsOutcome, ...] = ()
    modifiers: tuple[OddsModifier, ...] = ()
    note: Text = NO_NOTE
    expected: tuple[OddsMean, ...] = ()
    also: tuple[OddsOutcome, ...] = ()


class OddsOfPair(NamedTuple):
    """The chances of one way in which `attacker` can attack `target`, by their ids."""

    attacker: str
    target: str
    odds: Odds


class Chances(Struct, frozen=True, array_like=True, gc=False):
    """Odds as a form stores them: with keys in place of the names, which `name_chances` puts in.

    `outcomes` and `also` have chances in thousandths, `expected` amounts in hundredths, `modifiers` amounts and rules.
    """

    rule: str
    outcomes: tuple[tuple[str, int], ...] = ()
    modifiers: tuple[tuple[str, int, str], ...] = ()
    expected: tuple[tuple[str, int], ...] = ()
    also: tuple[tuple[str, int], ...] = ()


class OddsTable(NamedTuple):
    """The chances that a title can compute.

    `units` returns the ids of the known units, the reader's own first. `between` returns the chances of one against
    another; none if it cannot attack it now. Both use the view only, so hidden facts cannot change them.
    """

    units: Callable[[Any], tuple[str, ...]]
    between: Callable[[Any, str, str], tuple[Odds, ...]]


def thousandths(ways: int, every: int) -> int:
    """Return the chance of `ways` of `every` equally likely throws in thousandths; only impossible ones have 0."""
    return max(rounded(1000 * ways, every), 1) if ways else 0


def split_thousandths(ways: Sequence[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    """Return the chances of results that exclude each other by their ways, in thousandths that add up to 1000."""
    every = sum(count for _, count in ways)
    found = {key: thousandths(count, every) for key, count in ways}
    likeliest = max(found, key=lambda key: found[key])
    found[likeliest] += 1000 - sum(found.values())
    return tuple(found.items())


def rounded(amount: int, by: int) -> int:
    """Return a quotient as a rounded whole number."""
    return (2 * amount + by) // (2 * by)


def name_chances(
    chances: Chances, means: Text, name: Callable[[str], Text], note: Text = NO_NOTE, nothing: str = "nothing"
) -> Odds:
    """Return stored chances as odds for readers. `nothing` is the key of the result that has no effect."""
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
    """Return an expected amount with one place after the point; a small one with two."""
    return f"{hundredths / 100:.2f}" if abs(hundredths) < 10 else f"{hundredths / 100:.1f}"


def mean_with_name(mean: OddsMean, language: str) -> str:
    """Return an expected amount with its name."""
    name, amount = mean.name.get(language), mean_in_words(mean.hundredths)
    return f"{name}{amount}" if language == "ja" else f"{amount} {name}"


def signed(amount: int) -> str:
    """Return a modifier with its sign."""
    return f"{amount:+d}".replace("-", "\u2212")


def shorten_odds(odds: Odds) -> Text:
    """Return odds in one short line: the chances that matter, the means, and the modifiers with their rules."""
    return Text.each(lambda language: " · ".join(_short_parts(odds, language)))


def odds_with_means(odds: Odds) -> Text:
    """Return what is thrown, and the odds in short."""
    if not odds.outcomes:
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
