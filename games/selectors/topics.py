"""Explain an order, a term or a rule by its name or number: from the question, the reference and the rule texts."""

import re
from collections.abc import Iterator
from typing import Any
from uuid import UUID

from msgspec import Struct

from games import registry
from games.kernel.errors import Malformed, malformed
from games.kernel.forms import Form
from games.kernel.reference import Entry, entries_in
from games.kernel.requests import Ask
from games.kernel.text import LANGUAGES, Labels, Text, join_texts
from games.kernel.title import Title
from games.models import Player
from games.orders.order_set import Field, Orders, OrderTemplate
from games.persistence import serialization
from games.selectors.access import get_own_request
from games.selectors.word_matching import find_by_name

MAX_VALUES = 12
"""The number of values of an order's field that are named."""
MAX_SUGGESTED = 20
_RULE_WORD = re.compile(r"^(?:rule|regel|ルール)\s*", re.IGNORECASE)
"""What people write before the number of a rule."""
_UNKNOWN = (
    "Nothing here is called “{word}”. You can ask about: {names}.",
    "「{word}」という用語はありません。調べられるのは{names}です。",
)


class Topic(Struct, frozen=True):
    """The explanation of an order or a term: its name, sentences, rule number, and an example in the notation."""

    name: Text
    lines: tuple[Text, ...]
    rule: str = ""
    example: str = ""


def explain_decision_topic(player: Player, request_id: UUID | str, word: str) -> list[Topic]:
    """Return the explanations of a word about one of the player's decisions. Raises Missing, Malformed."""
    request = get_own_request(player, request_id)
    title = registry.game_title(request.game)
    return explain_topic(title, serialization.read_question(title, request.question), word)


def explain_topic(title: Title[Any], question: Ask[Any] | None, word: str) -> list[Topic]:
    """Return the explanations of a word: the order of that verb, and the entry of the reference.

    Without a word, return the explanation of the question. Raises Malformed with the known words.
    """
    topics = list(_topics(title, question, word[:200]))
    if not topics:
        raise _unknown(title, question, word[:40])
    return topics


def _topics(title: Title[Any], question: Ask[Any] | None, word: str) -> Iterator[Topic]:
    if question is not None and (not word or word.casefold() in _names_of_question(title, question)):
        yield _of_question(title, question)
        return
    if question is not None and isinstance(question.form, Orders):
        labels = question.form.labels_in_context(title.presentation.labels)
        verbs = {
            verb: (verb, verb.replace("_", " "), *(labels(verb).get(one) for one in LANGUAGES))
            for verb in question.form.templates_by_verb
        }
        if len(found := find_by_name(word, verbs)) == 1:
            yield _of_order(question.form, found[0], labels)
    if (rule := title.presentation.rule_texts.get(_RULE_WORD.sub("", word.strip()))) is not None:
        yield Topic(rule.name, (rule.text,), rule.rule)
        return
    entries = entries_in(title.presentation.reference)
    names = {key: (key, *(one.name.get(language) for language in LANGUAGES)) for key, one in entries.items()}
    if len(found := find_by_name(word, names)) == 1:
        yield _of_entry(entries[found[0]])


def _names_of_question(title: Title[Any], question: Ask[Any]) -> set[str]:
    name = title.presentation.question_names.get(question.kind)
    named = {name.get(language).casefold() for language in LANGUAGES} if name is not None else set()
    return named | {question.kind, question.kind.replace("_", " "), "question", "this", "質問"}


def _of_question(title: Title[Any], question: Ask[Any]) -> Topic:
    said = Text.each(lambda language: title.presentation.explain_question(question, language))
    return Topic(question.prompt, (said,), question.rule)


def _of_order(form: Orders[Any], verb: str, labels: Labels) -> Topic:
    ways = form.templates_by_verb[verb]
    lines = [line for way in ways[:1] for field in way.fields if (line := _field(ways, field, labels)) is not None]
    return Topic(labels(verb), tuple(lines), "", _example(form, verb))


def _field(ways: list[OrderTemplate], field: Field, labels: Labels) -> Text | None:
    """Return the values that a field of an order takes, over all units that can get the order."""
    values = dict.fromkeys(
        value for way in ways for one in way.fields if one.name == field.name for value in one.values
    )
    if not values:
        return None
    names = [labels(value) for value in [*values][:MAX_VALUES]]
    more = [Text("…", "…")] if len(values) > MAX_VALUES else []
    return Text("{name}: {values}", "{name}：{values}").format(
        name=labels(field.name), values=join_texts([*names, *more])
    )


def _example(form: Form[Any], verb: str) -> str:
    """Return an order of the verb in the notation: the form's example, or the first unit with the first values."""
    if not isinstance(form, Orders):
        return ""
    raws = form.write(form.example())
    for raw in raws if isinstance(raws, list) else []:
        if isinstance(raw, dict) and raw.get("order") == verb:
            return form.render(form.read([raw]))
    return ""


def _of_entry(entry: Entry) -> Topic:
    figures = [Text("{name}: {value}", "{name}：{value}").format(name=one.name, value=one.value) for one in entry.facts]
    lines = [entry.text] if entry.text.en else []
    return Topic(entry.name, (*lines, *([join_texts(figures)] if figures else ())), entry.rule)


def _unknown(title: Title[Any], question: Ask[Any] | None, word: str) -> Malformed:
    known: list[Text] = []
    if question is not None and isinstance(question.form, Orders):
        labels = question.form.labels_in_context(title.presentation.labels)
        known += [labels(verb) for verb in question.form.templates_by_verb]
    known += [entry.name for entry in entries_in(title.presentation.reference).values()]
    return malformed("", *_UNKNOWN, word=word, names=join_texts(known[:MAX_SUGGESTED]))
