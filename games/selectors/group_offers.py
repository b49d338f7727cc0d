"""Suggest edits that give orders to several units at once, and say in words which units get none and why."""

from collections.abc import Sequence
from itertools import islice
from typing import Any

from games.kernel.drafts import SuggestedEdit
from games.kernel.text import Labels, Text, join_texts
from games.order_editor.group_edits import Group, GroupEdit, target_edits
from games.orders.order_set import Orders

MAX_GROUP_OFFERS = 4


def list_group_offers(
    form: Orders[Any], draft: Any, value: str, actors: Sequence[str], labels: Labels
) -> list[SuggestedEdit]:
    """Return the suggested edits that give each of several units an order, with the kind ``many``.

    `actors` are the ids of the units, `value` is the tapped value. The list is empty for fewer than two units. A single
    order that several units share is an ordinary suggested edit.
    """
    units = tuple(dict.fromkeys(actors))
    found = target_edits(Group(form, draft, units), value) if len(units) > 1 else iter(())
    several = (edit for edit in found if len(edit.given) > 1)
    return [_offer(form, edit, units, labels) for edit in islice(several, MAX_GROUP_OFFERS)]


def _offer(form: Orders[Any], edit: GroupEdit, units: Sequence[str], labels: Labels) -> SuggestedEdit:
    given = list(edit.given)
    text = Text.each(lambda language: form.describe_draft(given, language, labels))
    return SuggestedEdit("many", "", text, describe_group(edit, units, labels), 0, "", edit.answer, edit.unfinished)


def describe_group(edit: GroupEdit, units: Sequence[str], labels: Labels) -> Text:
    """Return a text that says how many of the `units` get an order by the edit, and why the other units get none."""
    counted = Text("For {some} of {all}.", "{all}個中{some}個に。").format(some=len(edit.served), all=len(units))
    refused = (
        Text("Not {names}: {reason}", "対象外 {names}：{reason}").format(
            names=join_texts(map(labels, one.units)),
            reason=one.problems[0].message
            if one.problems
            else Text("no such order now.", "この命令は今は出せません。"),
        )
        for one in edit.refused
    )
    return join_texts((counted, *refused), " ", "")
