"""The reasons why a tap on the board chooses nothing, as problems that players read."""

from collections.abc import Iterable, Sequence

from games.kernel.errors import Problem
from games.kernel.text import Labels, Text, and_more, join_texts
from games.kernel.unavailable import Unavailable, find_unavailable

MOST_NAMED = 6
"""The largest number of names in a reason."""


def no_option_problems(
    value: str, options: Iterable[str], unavailable: Sequence[Unavailable], rule: str, labels: Labels
) -> tuple[Problem, ...]:
    """Return one problem that says why the tapped `value` cannot be chosen: it is unavailable, or no option.

    For a value that is no option, the problem lists the options and has the rule number `rule`.
    """
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
    """Return the names of the first few values as a list; of a longer list, the end says how many more there are."""
    some = list(values)
    named = [labels(one) for one in some[:MOST_NAMED]]
    more = len(some) - MOST_NAMED
    return and_more(join_texts(named), more)


def joined_text(*parts: Text) -> Text:
    """Return several names and a reason, the last of `parts`, as one text: "A · B: reason"."""
    *names, reason = parts
    return Text("{names}: {reason}", "{names}：{reason}").format(names=join_texts(names, " · ", "・"), reason=reason)


def no_order_problem(text: Text, rule: str = "") -> Problem:
    """Return a problem with the code for taps that give no order; `text` is the reason, `rule` the rule's number."""
    return Problem("", "no_order", text, rule)
