"""Who is said to do what he does without an order: to stay where he is, to hold his course, or his fire."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress

from msgspec import structs

from games.kernel.errors import Illegal, Malformed, Problem
from games.kernel.forgiving.manners import SAYINGS, Saying
from games.kernel.forgiving.together import names_of
from games.kernel.forgiving.tokens import COLONS, DETERMINERS, is_too_long, tokens_of
from games.kernel.forgiving.understanding import Refused, Understanding
from games.kernel.forgiving.words import Words
from games.kernel.notation import name_of, one_of
from games.kernel.orders import Orders
from games.kernel.text import Text

AT_REST = "#"
"""In the notation no order: who stays without one."""
STAY = "stay"
"""The verb of forms in which some sail on unless they are told to stay."""

_AS_HE_IS = frozenset(
    {
        *("where", "it", "he", "she", "they", "is", "are", "lies", "lie", "put", "here", "there", "in", "at", "on"),
        *("its", "her", "his", "their", "port", "harbour", "harbor", "anchor", "base", "position", "station", "place"),
        *("for", "now", "the", "still", "back", "this", "turn", "phase", "same", "spot", "present", "yet", "after"),
        *("all", "again", "quiet"),
    }
)
"""Words behind it that say nothing else."""
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


def orders_to_stay(row: str, words: Words, *, somewhere: bool) -> list[str] | None:
    """What a line comes to that says of somebody that he stays where he is, and no more: an order of a verb for it, or
    `AT_REST` with those who stay without any. None where it says anything else. With `somewhere` alone it may say where
    that is, which is tried last: it may be an order to be there. Raises Illegal for one who sails on.
    """
    form, stays = words.form, words.grammar.able(STAY)
    if not isinstance(form, Orders) or '"' in row or "=" in row or is_too_long(row):
        return None
    resting, where = form.at_rest(), form.whereabouts()
    with suppress(Malformed):
        for named, places in _readings(row.rstrip("。.!！ "), words) if resting or stays else ():
            if places and not somewhere:
                continue
            goes = next((one for one in named if one not in stays and one not in resting), None)
            if goes is not None and words.grammar.can_be_told(goes):
                raise Illegal(_goes_on(words.named(goes)))
            if goes is None and all({*places} <= {*where.get(one, ())} for one in named):
                told = [f"{STAY} {one}" for one in named if one in stays]
                rests = [one for one in named if one not in stays]
                return [*told, " ".join([AT_REST, *rests])] if rests or not named else told
    return None


def _saying(words: Words) -> Saying:
    return SAYINGS[words.grammar.unordered.manner]


def _may_be_somewhere(words: Words) -> bool:
    """Whether whoever has no order is where he was, so that it may be said where that is."""
    return words.grammar.unordered.manner == "stays"


def with_rest(read: Sequence[tuple[str, str]], found: Understanding, words: Words) -> Understanding:
    """What was understood with those who stay without an order; who has one to go somewhere does not."""
    names: dict[str, Text] = {}
    refused: list[Refused] = []
    gone = _who_goes(found.text or "", words)
    for row, said in read:
        who = said.split()[1:]
        if gone.isdisjoint(who):
            names |= {one: words.named(one) for one in who}
        else:
            refused.append(Refused(row, (Problem("", "twice", _saying(words).elsewhere),)))
    manner = words.grammar.unordered.manner
    return structs.replace(found, refused=(*found.refused, *refused), resting=tuple(names.values()), manner=manner)


def _goes_on(who: Text) -> Problem:
    """Why somebody does not stay: without an order he does as was ordered or planned before."""
    en = f"'{who.en}' cannot be kept where it is: it goes on as it was ordered or planned."
    return Problem("", "goes_on", Text(en, f"「{who.ja}」はとどまれません。前の命令や計画どおりに進みます。"))


def _who_goes(text: str, words: Words) -> set[str]:
    """Who is told by the orders of a text to do otherwise: to go somewhere, or put somewhere, where he stays."""
    lines = (line.split() for line in text.splitlines())
    return {one for line in lines if line and _goes(line[0], words) for one in line[1].split(",")}


def _goes(verb: str, words: Words) -> bool:
    if verbs := words.grammar.unordered.verbs:
        return name_of(verb) in verbs
    return words.grammar.has_path(verb) or bool(words.grammar.puts_at(verb))


def _readings(said: str, words: Words) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Who may be meant to stay, and at which places."""
    yield from _in_japanese(said, words)
    tokens = tokens_of(COLONS.sub("", said))
    while len(tokens) > 1 and tokens[0].casefold() in DETERMINERS | {"please"}:
        tokens = tokens[1:]
    if tokens and tokens[0].casefold() in _KEEP and _may_be_somewhere(words):
        yield from _kept(tokens[1:], words)
    yield from _staying(tokens, words)


def _in_japanese(said: str, words: Words) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """``R部隊はそのまま``; ``R部隊はムルマンスクで待機``; ``他の部隊は続行``."""
    found = _saying(words).japanese.search(said)
    behind = found or (_GO_ON_IN_JAPANESE.search(said) if _may_be_somewhere(words) else None)
    others = said[: behind.start()].strip(" 、,") if behind is not None else ""
    if behind is not None and (_OTHERS_IN_JAPANESE.fullmatch(others) or not (others or _may_be_somewhere(words))):
        yield from [((), ())] if found is None else _others_stay(words)
    if found is not None:
        who, where = said[: found.start()], ""
        if topic := _TOPIC.search(who):
            who, where = who[: topic.start()], who[topic.end() :]
        named = [words.values.whole(one.strip()) for one in _AND.split(who)]
        places = [words.values.exactly(where.strip())] if where.strip() else []
        if all(named) and all(places):
            yield tuple(named), tuple(places)


def _others_stay(words: Words) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """All who are not named stay. Raises Illegal where some of them may be on their way: who stays is to be said."""
    if going := words.grammar.able(STAY):
        raise Illegal(_would_sail_on([words.named(one) for one in going]))
    yield (), ()


def _would_sail_on(going: Sequence[Text]) -> Problem:
    """Why all others do not stay by one word for all."""
    names = one_of(going)
    en = f"By earlier orders these sail on: {names.en}. Name each that is to stay."
    return Problem(
        "", "goes_on", Text(en, f"前の命令で進む部隊があります（{names.ja}）。とどまる部隊を名指ししてください。")
    )


def _staying(tokens: Sequence[str], words: Words) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """``Patrol White stays where it is``; ``all others remain in port``."""
    text = " ".join(tokens).casefold()
    if not _may_be_somewhere(words) and _behind(text, words) is not None:
        yield from _others_stay(words)  # nobody is named: all of them
    if others := _OTHERS.match(text):
        behind = text[others.end() :].strip()
        rest = _behind(behind, words)
        if _CARRIES_ON.fullmatch(behind) and _may_be_somewhere(words):
            yield (), ()
        elif rest is not None and {*rest} <= _AS_HE_IS:
            yield from _others_stay(words)
    named, taken = names_of(tokens, words)
    rest = _behind(" ".join(tokens[taken:]).casefold(), words) if named else None
    if rest is not None and (places := _where(rest, words)) is not None:
        yield named, places


def _behind(said: str, words: Words) -> list[str] | None:
    """What stands behind the words that say what is done without an order; None where they say anything else."""
    found = _saying(words).english.fullmatch(said)
    return None if found is None else (found.groupdict().get("rest") or "").split()


def _kept(tokens: Sequence[str], words: Words) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """``Leave Patrol White where it is``."""
    named, taken = names_of([*tokens], words)
    places = _where([token.casefold() for token in tokens[taken:]], words) if named and tokens[taken:] else None
    if places is not None:
        yield named, places


def _where(tokens: Sequence[str], words: Words) -> tuple[str, ...] | None:
    """The places that are named behind; None where something else is."""
    found: list[str] = []
    rest = [*tokens]
    while rest:
        if rest[0].removesuffix(",") in _AS_HE_IS:
            rest = rest[1:]
            continue
        value, taken = words.values.longest(rest, commas=True)
        if not value:
            return None
        found.append(value)
        rest = rest[taken:]
    return tuple(found)
