"""Explain an order, a term or a rule by its name or number: from the question, the reference and the rule texts."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from difflib import get_close_matches
from functools import partial
from typing import Any
from uuid import UUID

from msgspec import Struct

from games import registry
from games.kernel.errors import Malformed, malformed
from games.kernel.reference import Entry, entries_in
from games.kernel.requests import Ask
from games.kernel.rule_texts import RuleText
from games.kernel.text import LANGUAGES, Labels, Text, join_texts
from games.kernel.title import Title
from games.models import Player
from games.orders.order_set import Field, Orders, OrderTemplate
from games.persistence import serialization
from games.selectors.access import get_own_request
from games.selectors.word_matching import find_by_name, normalize_known_name, normalize_name

MAX_VALUES = 12
"""The maximum number of values of an order's argument that an explanation names."""
MAX_SUGGESTED = 20
MAX_NEAR = 3
"""The number of terms like an unknown word that are suggested first."""
MAX_TRIED = 4
"""The number of templates of an order that are tried for an example."""
MAX_SENTENCE, LONGEST_NAME, MAX_NAMED = 300, 4, 2
"""Limits of a sentence whose terms are explained: its characters, the words of a name, and the number of terms."""
_WORD = re.compile(r"[^\W_]+")
_RULE_WORD = re.compile(r"^(?:rule|regel|ルール)\s*", re.IGNORECASE)
"""The words that people write before the number of a rule."""
_UNKNOWN = (
    "Nothing here is called “{word}”. You can ask about: {names}.",
    "「{word}」という用語はありません。調べられるのは{names}です。",
)


class Topic(Struct, frozen=True):
    """The explanation of an order or a term: its name, sentences, rule number, and an example order as text."""

    name: Text
    lines: tuple[Text, ...]
    rule: str = ""
    example: str = ""


def explain_decision_topic(player: Player, request_id: UUID | str, word: str) -> list[Topic]:
    """Return the explanations of a word in one of the player's decisions.

    Raises Missing for an unknown decision, Malformed for an unknown word.
    """
    request = get_own_request(player, request_id)
    title = registry.game_title(request.game)
    return explain_topic(title, serialization.read_question(title, request.question), word)


def explain_topic(title: Title[Any], question: Ask[Any] | None, word: str) -> list[Topic]:
    """Return the explanations of a word: of the order with this verb, and of the term in the title's reference.

    If the word is empty, return the explanation of the question. Raises Malformed for an unknown word, with a text that
    lists the known words.
    """
    said = word[:200]
    topics = list(_topics(title, question, said)) or list(_topics(title, question, _without_verb(question, said)))
    if not topics:
        raise _unknown(title, question, word[:40])
    return topics


def find_named_topics(title: Title[Any], question: Ask[Any] | None, text: str) -> list[Topic]:
    """Return the explanations of the orders and terms that a sentence names in full, the longest names first."""
    names: dict[str, Callable[[], Topic]] = {}
    for entry in entries_in(title.presentation.reference).values():
        for language in LANGUAGES:
            names[normalize_known_name(entry.name.get(language))] = partial(_of_entry, entry)
    if question is not None and isinstance(question.form, Orders):
        labels = question.form.labels_in_context(title.presentation.labels)
        for verb in question.form.templates_by_verb:
            for name in (verb, *(labels(verb).get(language) for language in LANGUAGES)):
                names[normalize_known_name(name)] = partial(_of_order, question.form, verb, labels)
    words = _WORD.findall(text[:MAX_SENTENCE])
    runs = (words[at : at + count] for count in range(LONGEST_NAME, 0, -1) for at in range(len(words) - count + 1))
    said = dict.fromkeys(normalize_name(" ".join(run)) for run in runs)
    known = [one for one in said if one in names] or _named_without_blanks(text, names)
    found = {topic.name: topic for topic in (names[one]() for one in known)}
    return [*found.values()][:MAX_NAMED]


def _named_without_blanks(text: str, names: Iterable[str]) -> list[str]:
    """Return the names in a Japanese sentence, which has no blanks between words, the longest first."""
    said = normalize_name(text[:MAX_SENTENCE])
    return sorted((one for one in names if len(one) > 1 and not one.isascii() and one in said), key=len, reverse=True)


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
        if len(known := find_by_name(word, _names(_explained(question.form), labels))) == 1:
            yield _of_explained(question.form, known[0], labels)
            return
    if (numbered := title.presentation.rule_texts.get(_RULE_WORD.sub("", word.strip()))) is not None:
        yield _of_rule(numbered)
        return
    entries = entries_in(title.presentation.reference)
    names = {key: (key, *(one.name.get(language) for language in LANGUAGES)) for key, one in entries.items()}
    if len(found := find_by_name(word, names)) == 1:
        yield _of_entry(entries[found[0]])
    elif (rule := _find_rule(title, word)) is not None:
        yield _of_rule(rule)
    elif question is not None and isinstance(question.form, Orders):
        yield from _of_word_in_orders(question.form, word, question.form.labels_in_context(title.presentation.labels))


def _find_rule(title: Title[Any], word: str) -> RuleText | None:
    """Return the text of the first rule with this name."""
    said, texts = normalize_name(word), title.presentation.rule_texts.values()
    names = ((one, {normalize_name(one.name.get(language)) for language in LANGUAGES}) for one in texts)
    return next((one for one, known in names if said in known), None) if said else None


def _of_rule(rule: RuleText) -> Topic:
    return Topic(rule.name, (rule.text,), rule.rule)


def _of_word_in_orders(form: Orders[Any], word: str, labels: Labels) -> Iterator[Topic]:
    """Yield the explanation of a value that orders can have, or else of an argument, such as “cargo”."""
    values, arguments = _uses(form), _arguments(form)
    if len(found := find_by_name(word, _names(values, labels))) == 1:
        yield _of_value(form, found[0], values[found[0]], labels)
    elif len(found := find_by_name(word, _names(arguments, labels))) == 1:
        yield _of_argument(form, found[0], arguments[found[0]], labels)


def _arguments(form: Orders[Any]) -> dict[str, list[OrderTemplate]]:
    """Return the templates with an argument, by the argument's name; paths are left out."""
    found: dict[str, list[OrderTemplate]] = {}
    for way in form.cached_templates:
        for field in way.fields:
            if field.movement is None:
                found.setdefault(field.name, []).append(way)
    return found


def _of_argument(form: Orders[Any], name: str, ways: list[OrderTemplate], labels: Labels) -> Topic:
    """Return the explanation of an argument: its possible values, the orders that have it, and one as an example."""
    field = next(one for one in ways[0].fields if one.name == name)
    lines = [_in_orders(ways, labels), *filter(None, [_field(ways, field, labels)])]
    return Topic(labels(name), tuple(lines), "", _example(form, ways[0].verb))


def _in_orders(ways: Sequence[OrderTemplate], labels: Labels) -> Text:
    """Return a sentence that names the orders of these templates."""
    names = join_texts(labels(verb) for verb in dict.fromkeys(way.verb for way in ways))
    return Text("You can write this in: {names}.", "次の命令で使えます：{names}。").format(names=names)


def _without_verb(question: Ask[Any] | None, words: str) -> str:
    """Return the words behind a verb of the question, as in “instruct tows”; all words if there is no verb."""
    verb, _, rest = words.strip().partition(" ")
    known = question.form.templates_by_verb if question is not None and isinstance(question.form, Orders) else {}
    return rest if rest and verb.casefold().replace("-", "_") in known else words


def _names(ids: Iterable[str], labels: Labels) -> dict[str, tuple[str, ...]]:
    """Return the names of things in each language, and their ids, by the id."""
    return {one: (one, *(labels(one).get(language) for language in LANGUAGES)) for one in ids}


def _explained(form: Orders[Any]) -> dict[str, OrderTemplate]:
    """Return the templates that explain their order, by the order's subject, such as a standing instruction."""
    ways = (way for way in form.cached_templates if way.about.en)
    return {
        value: way for way in ways for field in way.fields if field.name == way.subject for value in field.values[:1]
    }


def _of_explained(form: Orders[Any], subject: str, labels: Labels) -> Topic:
    way = _explained(form)[subject]
    others = [line for field in way.fields if field.name != way.subject and (line := _field([way], field, labels))]
    example = next((raw for raw in _first_orders(way) if _is_legal(form, raw)), None)
    return Topic(labels(subject), (way.about, *others), "", form.render(form.read([example])) if example else "")


def _uses(form: Orders[Any]) -> dict[str, list[OrderTemplate]]:
    """Return the templates in which a value can stand after the subject, by the value; places are left out."""
    found: dict[str, list[OrderTemplate]] = {}
    for way in form.cached_templates:
        for field in way.fields[1:]:
            for value in field.values if not field.movement else ():
                found.setdefault(value, []).append(way)
    return found


def _of_value(form: Orders[Any], value: str, ways: Sequence[OrderTemplate], labels: Labels) -> Topic:
    """Return the explanation of a word that can stand in orders: in which orders, and an example."""
    orders = (
        raw | {field.name: [value] if field.is_list else value}
        for way in ways[:MAX_TRIED]
        for field in way.fields[1:]
        if value in field.values
        for raw in _first_orders(way)
    )
    example = next((raw for raw in orders if _is_legal(form, raw)), None)
    return Topic(labels(value), (_in_orders(ways, labels),), "", form.render(form.read([example])) if example else "")


def _is_legal(form: Orders[Any], raw: dict[str, Any]) -> bool:
    """Return True if the form accepts this order alone."""
    with suppress(Malformed):
        return next(iter(form.problems(form.read([raw]))), None) is None
    return False


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
    """Return the values that a field of an order can take, for all units that can get it; None without values."""
    values = dict.fromkeys(
        value for way in ways for one in way.fields if one.name == field.name for value in one.values
    )
    if not values:
        return None
    names = [labels(value) for value in [*values][:MAX_VALUES]]
    more = [Text("…", "…")] if len(values) > MAX_VALUES else []
    between = "; " if any("," in name.en for name in names) else ", "
    return Text("{name}: {values}", "{name}：{values}").format(
        name=labels(field.name), values=join_texts([*names, *more], between)
    )


def _example(form: Orders[Any], verb: str) -> str:
    """Return an order with this verb as text: from the form's example answer, or the first unit with the first values.

    Return "" if there is no legal one among these.
    """
    for raw in form.write(form.example()):
        if raw.get("order") == verb:
            return form.render(form.read([raw]))
    orders = (raw for way in form.templates_by_verb[verb][:MAX_TRIED] for raw in _first_orders(way))
    legal = next((raw for raw in orders if _is_legal(form, raw)), None)
    return form.render(form.read([legal])) if legal is not None else ""


def _first_orders(way: OrderTemplate) -> Iterator[dict[str, Any]]:
    """Yield the order with its required arguments, and with one more; a path is not made up."""
    order: dict[str, Any] = {"order": way.verb}
    fields = [field for field in way.fields if field.values and field.movement is None]
    for field in fields:
        if field.required:
            order[field.name] = list(field.values[:1]) if field.is_list else field.values[0]
    yield order
    for field in fields:
        if not field.required:
            yield {**order, field.name: list(field.values[:1]) if field.is_list else field.values[0]}


def _of_entry(entry: Entry) -> Topic:
    figures = [Text("{name}: {value}", "{name}：{value}").format(name=one.name, value=one.value) for one in entry.facts]
    lines = [entry.text] if entry.text.en else []
    return Topic(entry.name, (*lines, *([join_texts(figures)] if figures else ())), entry.rule)


def _unknown(title: Title[Any], question: Ask[Any] | None, word: str) -> Malformed:
    """Return the refusal of an unknown word, with the nearest terms and all orders, or with the first terms."""
    orders: list[Text] = []
    if question is not None and isinstance(question.form, Orders):
        labels = question.form.labels_in_context(title.presentation.labels)
        orders = [labels(verb) for verb in question.form.templates_by_verb]
        orders += [labels(subject) for subject in _explained(question.form)]
    chapters = reversed(title.presentation.reference)  # terms come last, ships and cards before them
    terms = [entry.name for chapter in chapters for entry in chapter.entries if entry.text.en]
    terms += [entry.name for entry in entries_in(title.presentation.reference).values()]
    every = {name.get(language).casefold(): name for name in (*orders, *terms) for language in LANGUAGES}
    near = [every[one] for one in get_close_matches(word.casefold(), every, MAX_NEAR)]
    known = [*dict.fromkeys((*near, *orders, *terms))][:MAX_SUGGESTED]
    return malformed("", *_UNKNOWN, word=word, names=join_texts(known, "; "))
