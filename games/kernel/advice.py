"""The advice of a bot: an answer, and the reasons for it.

A reason is data: a sentence with placeholders, and the ids that fill them. The bot works with ids only; when a player
reads the reason, the title's labels replace the ids by names.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from games.kernel.text import LIST_COMMA, Labels, Phrase, Text, and_more, join_texts

T = TypeVar("T")
WHO = "who"
"""The placeholder for the acting units. Reasons that differ only in these units are merged into one sentence."""
MOST_NAMES = 5
"""The largest number of names that a sentence lists. A longer list ends with the number of the remaining ones."""
Named = str | int | tuple[str, ...]
"""The value of a placeholder: an id, a number, or several ids."""


@dataclass(frozen=True)
class Reason:
    """The intention behind an order: a sentence with placeholders, and the values that fill them."""

    text: Phrase
    values: Mapping[str, Named]

    def name(self, labels: Labels) -> Text:
        """Return the sentence, filled in, with the name of each id."""
        named = {key: _name(value, labels) for key, value in self.values.items()}
        return Text.each(lambda language: _capitalized(self.text.format(**named).get(language)))


def because(text: Phrase, **values: Named) -> Reason:
    """Return a reason: `text` is its sentence, and each keyword argument the value of a placeholder."""
    return Reason(text, values)


FORCED = because(Text("Only one answer is possible.", "可能な回答は一つだけです。"))
USUAL = because(Text("No answer seems better than the usual one.", "通常の回答より良い回答は見当たりません。"))
TIME_UP = because(Text("The time to decide was up; the usual answer.", "考慮時間が尽きたため、通常の回答にします。"))
RANDOM = because(Text("Chosen at random among the legal answers.", "合法な回答の中から無作為に選びました。"))


@dataclass(frozen=True)
class Advice:
    """A typed answer that a bot recommends, and its reasons: one for each intention behind the orders."""

    answer: Any
    reasons: tuple[Reason, ...] = (USUAL,)


class Reasons:
    """The reasons that a bot notes while it composes an answer."""

    def __init__(self) -> None:
        self.otherwise = USUAL
        """The reason that `advice` gives if no noted reason fits the answer."""
        self._whole: list[Reason] = []
        self._orders: list[tuple[Any, Reason]] = []

    def note(self, order: T, text: Phrase, **values: Named) -> T:
        """Note a reason for an order, or for an answer without orders, and return `order`.

        `advice` uses the reason only if the final answer contains the order.
        """
        self._orders.append((order, because(text, **values)))
        return order

    def say(self, text: Phrase, **values: Named) -> None:
        """Note a reason that concerns the whole answer: for example why some units get no order."""
        self._whole.append(because(text, **values))

    def advice(self, answer: Any) -> Advice:
        """Return the answer as advice, with the reasons noted for the orders that it contains, then those from `say`.

        If there are none, the advice has a single reason: the attribute `otherwise`.
        """
        given = answer if isinstance(answer, tuple) else (answer,)
        found = [reason for order in (*given, answer) for noted, reason in self._orders if noted == order]
        return Advice(answer, tuple(_merged([*found, *self._whole])) or (self.otherwise,))


def reason_text(reasons: Iterable[Reason], labels: Labels) -> Text:
    """Return the reasons as one text, with one sentence for each reason."""
    return join_texts((reason.name(labels) for reason in reasons), " ", "")


def _merged(reasons: Iterable[Reason]) -> Iterator[Reason]:
    """Yield the reasons in order, but merge those that differ only in the acting units into the first of them."""
    found: dict[tuple[object, ...], dict[str, None]] = {}
    first: dict[tuple[object, ...], Reason] = {}
    for reason in reasons:
        key = (reason.text, *((name, value) for name, value in reason.values.items() if name != WHO))
        first.setdefault(key, reason)
        found.setdefault(key, {}).update(dict.fromkeys(_ids(reason.values.get(WHO, ()))))
    for key, reason in first.items():
        yield Reason(reason.text, {**reason.values, WHO: tuple(found[key])} if found[key] else reason.values)


def _ids(value: Named) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else (str(value),)


def _name(value: Named, labels: Labels) -> Text:
    if isinstance(value, int):
        return Text.same(value)
    ids = _ids(value)
    shown = ids if len(ids) <= MOST_NAMES else ids[: MOST_NAMES - 1]
    listed = Text.each(
        lambda language: LIST_COMMA.get(language).join(labels(one).abbreviated(language) for one in shown)
    )
    return and_more(listed, len(ids) - len(shown))


def _capitalized(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
