"""Who is said to stay where he is: an order that need not be given, where whoever is not named stays."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress

from msgspec import structs

from games.kernel.errors import Illegal, Malformed, Problem
from games.kernel.forgiving.together import names_of
from games.kernel.forgiving.tokens import COLONS, DETERMINERS, tokens_of
from games.kernel.forgiving.understanding import Refused, Understanding
from games.kernel.forgiving.words import Words
from games.kernel.notation import one_of
from games.kernel.orders import Orders
from games.kernel.text import Text

AT_REST = "#"
"""In the notation no order: who stays without one."""
STAY = "stay"
"""The verb of forms in which some sail on unless they are told to stay."""

_STAYS = re.compile(
    r"(?:(?:shall|will|should|must|just|simply|is to|are to) )*"
    r"(?:stays?|remains?|waits?|rests?|(?:holds?|keeps?|lies?)(?= )|(?:do(?:es)? not|do(?:es)?n't) (?:move|sail|stir))"
    r"(?P<rest>(?: \S+)*)"
)
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
_STAYS_IN_JAPANESE = re.compile(
    r"(?:は|が|を|も)?(?:そのまま|現在地|現在位置|現位置|その場|港|停泊地|位置)?(?:に|で|を)?"
    r"(?:とどま(?:る|ります|れ)|留ま(?:る|ります|れ)|とどめ(?:る|ます)|残(?:る|ります|す|します)|動か(?:ない|さない|しません)"
    r"|動きません|(?:移動|出港|出撃)し(?:ない|ません)|(?:待機|停泊|維持|残留)(?:する|します|せよ|させる|させます|とする)?"
    r"|そのまま(?:です|とする|にする)?)$"
)
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
    if not isinstance(form, Orders) or '"' in row or "=" in row:
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
            refused.append(Refused(row, (_GOES,)))
    return structs.replace(found, refused=(*found.refused, *refused), resting=tuple(names.values()))


_GOES = Problem(
    "",
    "twice",
    Text("Your letter has an order for this one to go somewhere, too.", "この手紙には移動の命令もあります。"),
)


def _goes_on(who: Text) -> Problem:
    """Why somebody does not stay: without an order he does as was ordered or planned before."""
    en = f"'{who.en}' cannot be kept where it is: it goes on as it was ordered or planned."
    return Problem("", "goes_on", Text(en, f"「{who.ja}」はとどまれません。前の命令や計画どおりに進みます。"))


def _who_goes(text: str, words: Words) -> set[str]:
    """Who is told by the orders of a text to go somewhere, or put somewhere."""
    lines = (line.split() for line in text.splitlines())
    goes = (line for line in lines if line and (words.grammar.has_path(line[0]) or words.grammar.puts_at(line[0])))
    return {one for line in goes for one in line[1].split(",")}


def _readings(said: str, words: Words) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Who may be meant to stay, and at which places."""
    yield from _in_japanese(said, words)
    tokens = tokens_of(COLONS.sub("", said))
    while len(tokens) > 1 and tokens[0].casefold() in DETERMINERS | {"please"}:
        tokens = tokens[1:]
    if tokens and tokens[0].casefold() in _KEEP:
        yield from _kept(tokens[1:], words)
    yield from _staying(tokens, words)


def _in_japanese(said: str, words: Words) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """``R部隊はそのまま``; ``R部隊はムルマンスクで待機``; ``他の部隊は続行``."""
    found = _STAYS_IN_JAPANESE.search(said)
    behind = found or _GO_ON_IN_JAPANESE.search(said)
    if behind is not None and _OTHERS_IN_JAPANESE.fullmatch(said[: behind.start()].strip()):
        yield from [((), ())] if found is None else _others_stay(words)
    if found is not None:
        who, where = said[: found.start()], ""
        if topic := _TOPIC.search(who):
            who, where = who[: topic.start()], who[topic.end() :]
        named = [words.values.exactly(one.strip()) for one in _AND.split(who)]
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
    if others := _OTHERS.match(text):
        behind = text[others.end() :].strip()
        stays = _STAYS.fullmatch(behind)
        if _CARRIES_ON.fullmatch(behind):
            yield (), ()
        elif stays and {*stays["rest"].split()} <= _AS_HE_IS:
            yield from _others_stay(words)
    named, taken = names_of(tokens, words)
    stays = _STAYS.fullmatch(" ".join(tokens[taken:]).casefold()) if named else None
    if stays is not None and (places := _where(stays["rest"].split(), words)) is not None:
        yield named, places


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
