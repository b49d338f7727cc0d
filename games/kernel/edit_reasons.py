"""The reasons why a tap chooses nothing, and the words that compose them."""

from collections.abc import Iterable, Sequence

from games.kernel.errors import Problem
from games.kernel.text import Labels, Text, and_more, join_texts
from games.kernel.unavailable import Unavailable, find_unavailable

MOST_NAMED = 6
"""The largest number of names in a reason."""


def no_option_problems(
    value: str, options: Iterable[str], unavailable: Sequence[Unavailable], rule: str, labels: Labels
) -> tuple[Problem, ...]:
    """Return the reason why no option has the tapped `value`, or why that option is unavailable."""
    name, bar = labels(value), find_unavailable(unavailable, value)
    if bar is not None:
        return (no_order_problem(joined_text(name, bar.why), bar.rule),)
    some = names_text(options, labels)
    none = Text("there is nothing to choose.", "選べるものはありません。")
    choose = Text("it cannot be chosen here. You can choose: {some}.", "ここでは選べません。選択肢：{some}。").format(
        some=some
    )
    return (no_order_problem(joined_text(name, choose if some.en else none), rule),)


def names_text(values: Iterable[str], labels: Labels) -> Text:
    """Return the names of a few values as a text."""
    some = list(values)
    named = [labels(one) for one in some[:MOST_NAMED]]
    more = len(some) - MOST_NAMED
    return and_more(join_texts(named), more)


def joined_text(*parts: Text) -> Text:
    """Return all parts but the last as a list of names, followed by the last part, the reason: "A · B: reason"."""
    *names, reason = parts
    return Text("{names}: {reason}", "{names}：{reason}").format(names=join_texts(names, " · ", "・"), reason=reason)


def no_order_problem(text: Text, rule: str = "") -> Problem:
    """Return the problem of a tap that gives no order."""
    return Problem("", "no_order", text, rule)
