"""Orders without a subject, or without a verb at the beginning: `Sail to Bone`, `The collier waits at Matapan`.

In the first sentence, the subject is the only ship that can get such an order. In the second sentence, a noun from the
name of a verb takes the place of the verb: the sentence means the order `Station a collier`.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from games.kernel.errors import Malformed
from games.kernel.notation import display_verb
from games.order_text.ordinary_words import is_ordinary
from games.order_text.tokens import ARTICLES, DETERMINERS
from games.order_text.vocabulary import Vocabulary
from games.orders.order_set import Orders

_TOWARDS = frozenset({"for", "towards", "toward"})
_PRONOUNS = frozenset({"i", "we"})
_WISHES = frozenset({"want", "wish", "would", "like", "let", "have", "send", "bring", "order", "keep", "place", "tell"})
"""Words before the object that only express a wish, such as "let"."""
_BEHIND = re.compile(
    r"(?:(?:shall|will|should|must|is|to|may|can|please|just)\s+)*"
    r"(?:(?:waits?|stays?|goes|go|sails?|lies|lie|remains?|stands? by|be)\b)?\s*"
    r"(?:(?:for us|there|now|then)\s+)*(?:(?:at|in|off|to|near|on|by|over)\s+)?"
)
"""Words between the object and its place."""


def sole_subject(verb: str, words: Vocabulary) -> str:
    """Return the only unit that can get an order with this verb; "" if there are several such units or none.

    A unit for which the order is only unavailable now counts, too, because the writer may mean that unit.
    """
    form = words.form
    if not isinstance(form, Orders) or not words.grammar.names_actor_first(verb):
        return ""
    closed = (template for template in words.grammar.unavailable_templates if display_verb(template.verb) == verb)
    barred = {bar.value for template in closed for field in template.fields[:1] for bar in field.unavailable}
    barred |= {
        bar.value
        for template in words.grammar.templates(verb)
        for field in template.fields[:1]
        for bar in field.unavailable
    }
    able = words.grammar.candidates(verb)
    return next(iter(able)) if len({*able} | {value for value in barred if value}) == 1 else ""


def add_sole_subject(tokens: Sequence[str], words: Vocabulary, verb_of: Callable[[str], str]) -> list[str]:
    """Return the tokens of an order that begins with its verb, with the only possible acting unit inserted after it.

    Return [] if the order already names that unit, if not exactly one unit is possible, or if the tokens begin with no
    verb. `verb_of` returns the form's verb for a verb of everyday language, or "" for any other word.
    """
    verb, taken = "", 1
    with suppress(Malformed):
        verb, taken = words.longest_verb(tokens) if tokens else ("", 1)
    if verb:
        verb = display_verb(verb)
    elif tokens:
        verb, taken = verb_of(tokens[0].casefold().removesuffix(",")), 1
    who = sole_subject(verb, words) if verb else ""
    if not who or any(who in words.values.matches(token.strip(",.")) for token in tokens[taken:]):
        return []
    behind = [*tokens[taken:]]
    if behind and behind[0].casefold() in _TOWARDS and words.grammar.has_path(verb):
        behind[0] = "to"
    return [verb, who, *behind]


def sole_subject_of_form(words: Vocabulary) -> str:
    """Return the unit that is the `sole_subject` of every verb of the form that has one.

    Return "" if no verb has one, or if two verbs have different ones.
    """
    found = {
        who
        for verb in words.grammar.verbs()
        if words.grammar.names_actor_first(verb)
        if (who := sole_subject(verb, words))
    }
    return found.pop() if len(found) == 1 else ""


def verb_objects(words: Vocabulary) -> Mapping[str, str]:
    """Return the verbs whose English name is a verb, an article and a noun, by this noun.

    Example: ``{"collier": "station"}`` for the name `Station a collier`. Verbs of orders that name a unit first are
    left out.
    """
    found: dict[str, str] = {}
    for verb in words.grammar.verbs():
        match words.name_of(verb.replace("-", "_")).en.casefold().split():
            case [_, article, noun] if article in ARTICLES and not words.grammar.names_actor_first(verb):
                found[noun] = verb
    return {noun: verb for noun, verb in found.items() if not is_ordinary(noun) or len(found) == 1}


def reorder_object_first(tokens: Sequence[str], words: Vocabulary) -> list[str]:
    """Return a sentence that begins with the object of a verb as tokens of the notation, the verb first.

    Example: `The collier waits at Matapan` becomes `station Matapan`. The objects are those of `verb_objects`. Return
    [] for any other sentence.
    """
    objects, rest = verb_objects(words), [token.casefold() for token in tokens]
    while rest and rest[0].rstrip(",:") not in objects and rest[0] in _PRONOUNS | _WISHES | DETERMINERS | {"to"}:
        rest = rest[1:]
    verb = objects.get(rest[0].rstrip(",:"), "") if rest else ""
    if not verb:
        return []
    behind = [*tokens[len(tokens) - len(rest) + 1 :]]
    said = _BEHIND.match(" ".join(behind).casefold() + " ")
    place = " ".join(behind)[said.end() :] if said else " ".join(behind)
    return [verb, *place.split()] if place else []
