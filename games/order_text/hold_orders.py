"""Hold orders: lines that only confirm what a unit does without an order: stay, keep its course, hold its fire."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress

from msgspec import structs

from games.kernel.errors import Illegal, Malformed, Problem
from games.kernel.notation import list_candidates, normalize_name
from games.kernel.text import Text
from games.order_text.idle_phrases import IDLE_PHRASES, IdlePhrase
from games.order_text.multi_subject import count_all_tokens, leading_names, says_both
from games.order_text.parsed_orders import ParsedOrders, RefusedLine
from games.order_text.tokens import COLONS, DETERMINERS, is_too_long, split_tokens
from games.order_text.vocabulary import Vocabulary
from games.orders.order_set import Orders

IDLE_MARK = "#"
"""Marks a hold order in the parser's results: this word, followed by the units. It is no verb of the notation."""
STAY = "stay"
"""The verb of an order to stay, in forms in which some units sail on without such an order."""

_AS_HE_IS = frozenset(
    {
        *("where", "it", "he", "she", "they", "is", "are", "lies", "lie", "put", "here", "there", "in", "at", "on"),
        *("its", "her", "his", "their", "port", "harbour", "harbor", "anchor", "base", "position", "station", "place"),
        *("for", "now", "the", "still", "back", "this", "turn", "phase", "same", "spot", "present", "yet", "after"),
        *("all", "again", "quiet"),
    }
)
"""Words that may follow an idle phrase and have no meaning."""
_KEEP = frozenset({"keep", "leave", "hold"})
_OTHERS = re.compile(
    r"(?:all |the |all the |all our )?(?:others?|rest|other (?:forces|ships)|forces|ships)"
    r"|(?:everybody|everyone|everything|all|anything)(?: else)?"
)
_CARRIES_ON = re.compile(r"(?:carry|carries|go|goes) on|continues?|(?:is |are )?as (?:ordered|before)")
_GO_ON_IN_JAPANESE = re.compile(r"(?:は|が|も)?(?:続行|命令どおり|これまでどおり)(?:する|します|です)?$")
_OTHERS_IN_JAPANESE = re.compile(
    r"(?:その)?(?:他|ほか)(?:の(?:部隊|艦|全部隊|全艦))?(?:すべて|全て)?|残り(?:の(?:部隊|艦))?|すべて|全部隊|全艦"
)
_TOPIC = re.compile(r"[はがも]")
_AND = re.compile(r"[、,と]")


def read_hold_orders(row: str, words: Vocabulary, *, may_name_place: bool) -> list[str] | None:
    """Return the orders of a row that only says that units stay, or do what they do without an order.

    An order in the result is in the notation with the verb `STAY` or, for units that need no order to do so, it is
    `IDLE_MARK` followed by their ids (none: all units). Return None for any other row. With `may_name_place`, the row
    may also name the place where the units are; callers try this last, because such a row may be an order to go to the
    place. Raises Illegal for a unit that would go on with an earlier voyage.
    """
    form, stays = words.form, words.grammar.candidates(STAY)
    if not isinstance(form, Orders) or '"' in row or "=" in row or is_too_long(row):
        return None
    resting, where = form.idle_units(), form.unit_places()
    with suppress(Malformed):
        for named, places in _readings(row.rstrip("。.!！ "), words) if resting or stays else ():
            if places and not may_name_place:
                continue
            goes = next((one for one in named if one not in stays and one not in resting), None)
            if goes is not None and words.grammar.may_be_named_first(goes):
                raise Illegal(_goes_on(words.name_of(goes)))
            if goes is None and all({*places} <= {*where.get(one, ())} for one in named):
                told = [f"{STAY} {one}" for one in named if one in stays]
                rests = [one for one in named if one not in stays]
                return [*told, " ".join([IDLE_MARK, *rests])] if rests or not named else told
    return None


def _saying(words: Vocabulary) -> IdlePhrase:
    return IDLE_PHRASES[words.grammar.unordered.kind]


def _may_be_somewhere(words: Vocabulary) -> bool:
    """Return True if units without an order stay where they are, so that a line may name their place."""
    return words.grammar.unordered.kind == "stays"


def add_idle_units(read: Sequence[tuple[str, str]], found: ParsedOrders, words: Vocabulary) -> ParsedOrders:
    """Return `found` with the units of hold orders added to its `idle_units`.

    `read` are the hold orders as pairs: the row as written, and `IDLE_MARK` with the ids of the units. A hold order is
    refused if one of its units also gets an order in `found`.
    """
    names: dict[str, Text] = {}
    refused: list[RefusedLine] = []
    gone = _who_goes(found.text or "", words)
    for row, said in read:
        who = said.split()[1:]
        if gone.isdisjoint(who):
            names |= {one: words.name_of(one) for one in who}
        else:
            refused.append(RefusedLine(row, (Problem("", "twice", _saying(words).contradiction),)))
    manner = words.grammar.unordered.kind
    return structs.replace(
        found, refused=(*found.refused, *refused), idle_units=tuple(names.values()), idle_kind=manner
    )


def _goes_on(who: Text) -> Problem:
    """Return the problem that a unit cannot stay, because without an order it continues earlier orders or plans."""
    text = Text(
        "'{who}' cannot be kept where it is: it goes on as it was ordered or planned.",
        "「{who}」はとどまれません。前の命令や計画どおりに進みます。",
    )
    return Problem("", "goes_on", text.format(who=who))


def _who_goes(text: str, words: Vocabulary) -> set[str]:
    """Return the units whose orders in a text contradict a hold order, such as those that move."""
    lines = (line.split() for line in text.splitlines())
    return {one for line in lines if line and _goes(line[0], words) for one in line[1].split(",")}


def _goes(verb: str, words: Vocabulary) -> bool:
    if verbs := words.grammar.unordered.verbs:
        return normalize_name(verb) in verbs
    return words.grammar.has_path(verb) or bool(words.grammar.placement_places(verb))


def _readings(said: str, words: Vocabulary) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Yield the units that a line may say to stay, each time with the places that it names for them."""
    yield from _in_japanese(said, words)
    tokens = split_tokens(COLONS.sub("", said))
    while len(tokens) > 1 and tokens[0].casefold() in DETERMINERS | {"please"}:
        tokens = tokens[1:]
    if tokens and tokens[0].casefold() in _KEEP and _may_be_somewhere(words):
        yield from _kept(tokens[1:], words)
    yield from _staying(tokens, words)


def _in_japanese(said: str, words: Vocabulary) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Yield the units and places of a Japanese sentence.

    ``R部隊はそのまま``; ``R部隊はムルマンスクで待機``; ``他の部隊は続行``.
    """
    found = _saying(words).japanese.search(said)
    behind = found or (_GO_ON_IN_JAPANESE.search(said) if _may_be_somewhere(words) else None)
    others = said[: behind.start()].strip(" 、,") if behind is not None else ""
    if behind is not None and (_OTHERS_IN_JAPANESE.fullmatch(others) or not (others or _may_be_somewhere(words))):
        yield from [((), ())] if found is None else _others_stay(words)
    if found is not None:
        who, where = said[: found.start()], ""
        if topic := _TOPIC.search(who):
            who, where = who[: topic.start()], who[topic.end() :]
        both = says_both([who.removesuffix("とも")]) and len(words.grammar.actors()) == 2
        named = [*words.grammar.actors()] if both else [words.values.resolve(one.strip()) for one in _AND.split(who)]
        places = [words.values.exact_match(where.strip())] if where.strip() else []
        if all(named) and all(places):
            yield tuple(named), tuple(places)


def _others_stay(words: Vocabulary) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Yield () and (), which mean all units that the e-mail does not name, without places.

    Raises Illegal if some units would sail on: the player must then name each unit that is to stay.
    """
    if going := words.grammar.candidates(STAY):
        raise Illegal(_would_sail_on([words.name_of(one) for one in going]))
    yield (), ()


def _would_sail_on(going: Sequence[Text]) -> Problem:
    """Return the problem that "all others" cannot stay, because these units sail on by earlier orders."""
    text = Text(
        "By earlier orders these sail on: {names}. Name each that is to stay.",
        "前の命令で進む部隊があります（{names}）。とどまる部隊を名指ししてください。",
    )
    return Problem("", "goes_on", text.format(names=list_candidates(going)))


def _staying(tokens: Sequence[str], words: Vocabulary) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Yield units and places of sentences like ``Patrol White stays where it is`` and ``all others remain in port``."""
    text = " ".join(tokens).casefold()
    if not _may_be_somewhere(words) and _behind(text, words) is not None:
        yield from _others_stay(words)  # no name: all units
    if others := _OTHERS.match(text):
        behind = text[others.end() :].strip()
        rest = _behind(behind, words)
        if _CARRIES_ON.fullmatch(behind) and _may_be_somewhere(words):
            yield (), ()
        elif rest is not None and {*rest} <= _AS_HE_IS:
            yield from _others_stay(words)
    named, taken = leading_names(tokens, words)
    if not named and (everybody := count_all_tokens(tokens, words)):
        named, taken = tuple(words.grammar.actors()), everybody
    rest = _behind(" ".join(tokens[taken:]).casefold(), words) if named else None
    if rest is not None and (places := _where(rest, words)) is not None:
        yield named, places


def _behind(said: str, words: Vocabulary) -> list[str] | None:
    """Return the words after the idle phrase in a text; None if the text is no idle phrase."""
    found = _saying(words).english.fullmatch(said)
    return None if found is None else (found.groupdict().get("rest") or "").split()


def _kept(tokens: Sequence[str], words: Vocabulary) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Yield the units and places of sentences like ``Leave Patrol White where it is``; the verb is already removed."""
    named, taken = leading_names([*tokens], words)
    places = _where([token.casefold() for token in tokens[taken:]], words) if named and tokens[taken:] else None
    if places is not None:
        yield named, places


def _where(tokens: Sequence[str], words: Vocabulary) -> tuple[str, ...] | None:
    """Return the places that tokens name; None if they contain other words, except those in `_AS_HE_IS`."""
    found: list[str] = []
    rest = [*tokens]
    while rest:
        if rest[0].removesuffix(",") in _AS_HE_IS:
            rest = rest[1:]
            continue
        value, taken = words.values.longest_match(rest, commas=True)
        if not value:
            return None
        found.append(value)
        rest = rest[taken:]
    return tuple(found)
