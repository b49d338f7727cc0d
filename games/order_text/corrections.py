"""Corrections within an e-mail: "No wait, …", "Sorry, I meant …", 訂正.

A *marker* is a phrase such as "no wait" or 訂正. The orders after a marker replace the corrected orders before it if it
is clear which orders they correct. Otherwise the whole e-mail is refused, because half of a correction must never count
as an order.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from games.kernel.catalogues import WRITTEN
from games.kernel.errors import GameError, Malformed, Problem
from games.kernel.forms import Arrange, Choose, ChooseSome, Form, MayChoose, Share
from games.kernel.notation import PASS_WORDS, Line, read_lines
from games.kernel.text import Text
from games.order_text.order_detection import OrderDetector
from games.order_text.parsed_orders import ParsedOrders, RefusedLine
from games.order_text.rephrasing import verb_of
from games.order_text.tokens import split_tokens
from games.order_text.vocabulary import Vocabulary
from games.orders.order_set import Field, Orders

ENGLISH = (
    *("no wait", "no, wait", "wait, no", "wait no", "oh wait", "no no", "no, no", "no sorry", "no, sorry"),
    *("sorry, no", "sorry no", "sorry, wait", "sorry wait", "sorry, wrong", "wrong one", "wrong ship", "wrong order"),
    *("scratch that", "scratch this", "scratch the last", "scratch the above", "scrap that", "scrap the above"),
    *("strike that", "strike the last", "strike the above", "belay that", "belay the last", "belay my last"),
    *("forget that", "forget it", "forget the above", "forget the last", "forget what i said", "forget what i wrote"),
    *("ignore that", "ignore the above", "ignore the last", "ignore my last", "ignore what i wrote"),
    *("disregard that", "disregard the above", "disregard the last", "disregard my last", "disregard what i wrote"),
    *("cancel that", "undo that", "take that back", "i take that back", "i take it back", "not that"),
    *("never mind", "nevermind", "never mind that", "correction", "erratum", "errata", "typo", "corrected", "amended"),
    *("let me correct that", "let me correct myself", "i correct myself", "to correct myself", "i stand corrected"),
    *("let me rephrase", "let me start over", "let me start again", "let me try again", "start over"),
    *("i meant", "i mean", "i did mean", "i really meant", "i actually meant", "what i meant", "what i mean"),
    *("i meant to say", "i meant to write", "i wanted to say", "i wanted to write", "i intended"),
    *("i should have said", "i should have written", "that should be", "that should read"),
    *("make that", "change that to", "change that", "change it to", "change of plan", "change of plans"),
    *("change of mind", "on second thought", "on second thoughts", "second thought", "second thoughts"),
    *("on reflection", "i changed my mind", "i've changed my mind", "i have changed my mind", "changed my mind"),
    *(
        "my mistake",
        "my bad",
        "my error",
        "my fault",
        "that was wrong",
        "that is wrong",
        "that's wrong",
        "that’s wrong",
    ),
    *("that was a mistake", "that was a typo", "that's not right", "that is not right", "that's not what i meant"),
    *(
        "i made a mistake",
        "i made an error",
        "i was wrong",
        "i misspoke",
        "i mistyped",
        "i got that wrong",
        "or rather",
    ),
    *("i’ve changed my mind", "that’s not right", "that’s not what i meant"),
)
"""English markers: the text after a marker replaces text before it."""
ANYWHERE = frozenset(
    {"no wait", "wait no", "scratch that", "strike that", "i mean", "i meant", "or rather", "make that"}
)
"""The markers that need no punctuation before them: "Goeben to Messina no wait Goeben to Palermo"."""
JAPANESE = (
    *("訂正", "訂正します", "訂正です", "訂正いたします", "すみません、訂正", "すみません訂正", "誤記", "誤記です"),
    *(
        "間違えました",
        "間違えた",
        "間違いました",
        "間違いです",
        "間違いでした",
        "間違って書きました",
        "書き間違えました",
    ),
    *(
        "誤りです",
        "誤りでした",
        "違いました",
        "違います",
        "違った",
        "もとい",
        "言い直します",
        "書き直します",
        "改めます",
    ),
    *("前言撤回", "前言を撤回します", "撤回します", "取り消します", "取り消し", "取消", "取消します", "取りやめます"),
    *("忘れてください", "無視してください", "上記は無視してください", "なかったことにしてください"),
    *(
        "やっぱり",
        "やっぱ",
        "やはり",
        "正しくは",
        "正しいのは",
        "と言うつもりでした",
        "考え直しました",
        "気が変わりました",
    ),
)
"""Japanese markers, which must be at the beginning of a clause."""
INFIX = ("ではなくて", "ではなく", "じゃなくて", "じゃなく", "でなくて", "でなく")
"""Japanese markers within a clause ("not X but …"): the text before them is withdrawn."""
ENGLISH_BEFORE_NAMES = (
    *("i'm sorry", "i’m sorry", "i am sorry", "sorry about that", "sorry for that", "sorry for the confusion"),
    *("sorry", "so sorry", "apologies", "my apologies", "pardon", "oops", "whoops", "ooops", "oh", "ah", "hmm", "er"),
    *("actually", "instead", "rather", "no", "nope", "nah", "wait", "hold on", "hang on", "well", "better"),
)
"""Words that are markers only if a name of the form follows in the sentence: "Sorry for the delay" is a courtesy."""
JAPANESE_BEFORE_NAMES = (
    *(
        "いや",
        "いやいや",
        "いえ",
        "いいえ",
        "すみません",
        "すいません",
        "ごめん",
        "ごめんなさい",
        "失礼",
        "失礼しました",
    ),
    *(
        "申し訳ありません",
        "申し訳ございません",
        "待って",
        "ちょっと待って",
        "待ってください",
        "あ",
        "あっ",
        "というか",
        "むしろ",
    ),
)
"""Japanese words that are markers only if a name of the form follows in the sentence."""
CORRECTION_UNCLEAR = "taken_back"
"""The problem code of an e-mail with an unclear correction."""


def _any_of(words: Sequence[str]) -> str:
    longest = sorted(words, key=len, reverse=True)
    return "|".join(re.escape(word).replace(r"\ ", r"\s+").replace(",", r",?") for word in longest)


def _begin(words: Sequence[str]) -> str:
    """Return a regular expression that looks ahead for the first letters of words, which makes searches faster."""
    return f"(?=[{''.join(sorted({word[0] for word in words}))}])"


_CLAUSE_BEGINS = re.compile(
    r"(?:\A|[.!?;,:…—–(\n。、！？：；，．（]|\s--?(?=\s))\s*(?:(?:oh|ah|um|uh|but|and|so|ok|okay|please|でも)\b[\s,、]*)*\Z",
    re.IGNORECASE,
)
"""The end of a text after which a clause begins: punctuation, perhaps with a filler such as "but"."""
_FILLERS = re.compile(
    rf"(?:(?:{_any_of((*ENGLISH_BEFORE_NAMES, *JAPANESE_BEFORE_NAMES))}|but|and|so)(?:[\s,、.!。！]+))+", re.IGNORECASE
)
"""Fillers that may stand before a marker."""
_CLOSE = 60
"""The number of characters before a marker that are examined."""
_MOST_BEFORE = 60
"""The number of words before a marker that are examined."""
_NEAR = 400
"""The number of characters after a marker that are examined."""
_MOST_WEAK = 30
"""The number of words like "no" that are examined individually. Each further one counts as a marker, so that a text
with many such words is refused.
"""
LOOKED_THROUGH = 60
"""The cost in steps of a search for all names of the form."""
_NOT_READ = re.compile(r'"[^"\n]*"|#.*')
"""Quoted texts and comments, in which there are no markers."""
_LEAD = " \t\n,.:;!?…—–-、。：；！？，．"
_SAYING = re.compile(r"(?:(?:to (?:say|write|order|send|have)|that|was|is|is that|は|です)\b[\s,:]*)+", re.IGNORECASE)
"""Words between a marker and the replacement text: "I meant *to say* …"."""
_SENTENCE = re.compile(r"[.!?。！？\n]")
_PARTS = 6
"""The maximum number of parts between markers in an e-mail; an e-mail with more is refused."""
_MARKER = re.compile(
    rf"{_begin(INFIX)}(?P<infix>{_any_of(INFIX)})"
    rf"|(?<!\w){_begin((*ENGLISH, *ENGLISH_BEFORE_NAMES))}"
    rf"(?:(?P<en>{_any_of(ENGLISH)})|(?P<weak>{_any_of(ENGLISH_BEFORE_NAMES)}))(?!\w)"
    rf"|{_begin(JAPANESE)}(?P<ja>{_any_of(JAPANESE)})"
    rf"|{_begin(JAPANESE_BEFORE_NAMES)}(?P<weak_ja>{_any_of(JAPANESE_BEFORE_NAMES)})(?=[\s、。！!,.…])",
    re.IGNORECASE,
)
_EXCUSE = re.compile(
    rf"(?:\A|(?<=[.!?,;\n。！、]))\s*(?:{_any_of((*ENGLISH_BEFORE_NAMES, *JAPANESE_BEFORE_NAMES))})[\s.,!…、。！]*\Z",
    re.IGNORECASE,
)
"""A courtesy directly before a marker: "Sorry. I meant …"."""


class _Part(NamedTuple):
    """A part of an e-mail between two markers; `is_correction` is true if a marker comes before it."""

    text: str
    is_correction: bool

    @property
    def lines(self) -> list[str]:
        """Return the lines of the text, without empty ones."""
        return [line.strip() for line in self.text.split("\n") if line.strip()]


def begins_with_correction(text: str) -> bool:
    """Return True if a text begins with a marker of a correction ("no wait", 訂正), whatever follows.

    Words like "no" alone are no markers.
    """
    return _first_marker(text.lstrip(_LEAD)) is not None


def is_only_correction(text: str) -> bool:
    """Return True if a text consists of markers of a correction only: "No wait!"."""
    said = text.lstrip(_LEAD)
    found = _first_marker(said)
    rest = said[found.end() :].strip(_LEAD) if found else text
    return found is not None and (not rest or is_only_correction(rest))


def _first_marker(said: str) -> re.Match[str] | None:
    """Return the marker at the beginning of a text, perhaps after a courtesy."""
    filler = _FILLERS.match(said)
    for at in (0, filler.end() if filler else 0):
        found = _MARKER.match(said, at)
        if found is not None and (found["en"] or found["ja"]):
            return found
    return None


ParseFunction = Callable[[Sequence[str], Vocabulary], ParsedOrders]


def parse_with_corrections(lines: Sequence[str], words: Vocabulary, parse: ParseFunction) -> ParsedOrders:
    """Parse lines that may correct each other, and return the orders after all corrections.

    `parse` parses lines without corrections. If it is unclear what a correction replaces, the result has no orders, and
    one refused line with the code `CORRECTION_UNCLEAR`.
    """
    text = "\n".join(lines)
    if _MARKER.search(text) is None:
        return parse(lines, words)
    parts = _without_talk([*_parts_of(text, words)], words)
    if not any(part.is_correction for part in parts):
        return parse(lines, words)
    if len(parts) > _PARTS:
        return _asked_back(text, ())
    said = [part for part in parts if part.lines]
    found = [parse(part.lines, words) for part in said]
    for at in range(1, len(found)):
        found[at] = _with_value(found[at - 1], found[at], said[at].text, words)
    readable = [line for one in found for line in (one.text or "").split("\n") if line]
    if not found or not parts[-1].lines or any(one.text is None or one.refused for one in found):
        return _asked_back(text, readable)
    counts = found[0]
    for one in found[1:]:
        corrected = _corrected(counts, one, words)
        if corrected is None:
            return _asked_back(text, readable)
        counts = corrected
    return counts


def _without_talk(parts: list[_Part], words: Vocabulary) -> list[_Part]:
    """Return the parts; the first is empty if it contains no order, so that the marker after it corrects nothing."""
    first, *rest = parts
    if not rest or any(map(OrderDetector(words).looks_like_order, first.lines)):
        return parts
    return [_Part("", is_correction=False), *rest]


# --- markers


def _parts_of(text: str, words: Vocabulary) -> Iterator[_Part]:
    """Yield the parts of a text between its markers."""
    bare = _NOT_READ.sub(lambda found: "\0" * len(found[0]), text)
    begins, is_correction, weak = 0, False, 0
    for found in _MARKER.finditer(bare):
        weak += bool(found["weak"] or found["weak_ja"])
        if found.start() < begins or not (weak > _MOST_WEAK or _is_marker(found, bare, begins, words)):
            continue
        yield _Part(_EXCUSE.sub("", text[begins : found.start()]).strip(_LEAD), is_correction)
        said = _SAYING.match(bare, _behind(bare, found.end()))
        begins, is_correction = _behind(bare, said.end() if said else found.end()), True
    yield _Part(text[begins:].strip(), is_correction)


def _behind(text: str, at: int) -> int:
    """Return the position of the first character from `at` on that is neither a blank nor punctuation."""
    while at < len(text) and text[at] in _LEAD:
        at += 1
    return at


def _is_marker(found: re.Match[str], text: str, begins: int, words: Vocabulary) -> bool:
    """Return True if the words that `_MARKER` found are a marker at this position; `begins` is the part's beginning."""
    before = text[max(begins, found.start() - _CLOSE) : found.start()]
    is_first = not text[begins : found.start()].strip(_LEAD)
    if words.values.exact_match(found[0]) or words.verbs.exact_match(found[0]):
        return False
    if found["infix"]:
        return not is_first
    if found["en"] and " ".join(found["en"].replace(",", "").casefold().split()) in ANYWHERE:
        return True
    if not is_first and _CLAUSE_BEGINS.search(before) is None:
        return False
    if found["en"] or found["ja"]:
        return True
    is_courtesy = not _names_stand_before(text[: found.start()], words)
    return not is_courtesy and _names_follow(text[found.end() :], words)


def _names_stand_before(text: str, words: Vocabulary) -> bool:
    """Return True if a text contains a name of the form or a verb, so that there is something to correct."""
    tokens = [token.strip(_LEAD) for token in split_tokens(text.replace("\n", " "))[-_MOST_BEFORE:]]
    return any(_is_name(token, words) or verb_of(token.casefold(), words) for token in tokens if token) or _holds_name(
        text, words
    )


def _names_follow(text: str, words: Vocabulary) -> bool:
    """Return True if the first sentence of a text contains a name or verb of the form."""
    sentence = next((one for one in _SENTENCE.split(text[:_NEAR].lstrip(_LEAD)) if one.strip()), "")
    tokens = [token.strip(_LEAD) for token in split_tokens(sentence)[:20]]
    return any(_is_name(token, words) for token in tokens if token) or _holds_name(sentence, words)


def _is_name(token: str, words: Vocabulary) -> bool:
    return bool(words.values.exact_match(token) or words.verbs.exact_match(token))


def _holds_name(sentence: str, words: Vocabulary) -> bool:
    """Return True if a sentence contains a complete name, in either language."""
    said = sentence.casefold()
    words.budget.spend(LOOKED_THROUGH)
    names = (words.name_of(value).get(language).casefold() for value in words.form.values() for language in WRITTEN)
    return any(len(name) > 1 and name in said for name in names)


# --- merging


def _with_value(earlier: ParsedOrders, later: ParsedOrders, said: str, words: Vocabulary) -> ParsedOrders:
    """Return the result for a correction that may consist of a name only.

    If `said`, the text of the correction, is only a name, and exactly one argument of the earlier order can have this
    value, return the earlier order with the new value. Otherwise return `later`. Example: "Goeben to Stromboli. No
    wait, Naples."
    """
    lines = (earlier.text or "").split("\n")
    if not said.isascii() or later.text is not None or earlier.refused or earlier.idle_units or len(lines) != 1:
        return later
    value = _value_alone(said, words)
    verb, _, rest = lines[0].partition(" ")
    given = rest.split(" ")
    if not value or '"' in rest or not isinstance(words.form, Orders):
        return later
    takes = {
        field.name
        for template in words.grammar.templates(verb)
        for field in template.fields[1:]
        if _takes(field, value, words)
    }
    places = [at for at, one in enumerate(given) if at and one.partition("=")[0] in takes]
    places += [0] * (value in words.grammar.candidates(verb))
    if len(takes) + (value in words.grammar.candidates(verb)) != 1 or len(places) != 1 or _is_led_in(given):
        return later
    key, sign, _ = given[places[0]].rpartition("=")
    given[places[0]] = f"{key}{sign}{value}"
    return ParsedOrders(" ".join([verb, *given]))


def _takes(field: Field, value: str, words: Vocabulary) -> bool:
    return value in words.grammar.accepted_values(field)


def _is_led_in(given: Sequence[str]) -> bool:
    """Return True if an order has a list of values, or a port in addition to its path.

    Then it is unclear which value a correction replaces.
    """
    return any("," in one for one in given) or any(one.startswith("enters=") for one in given)


def _value_alone(said: str, words: Vocabulary) -> str:
    """Return the value that a text names, if it contains no other words except "to", "at" and the like; else ""."""
    tokens = split_tokens(said.strip(_LEAD))
    while len(tokens) > 1 and tokens[0].casefold() in _BEFORE_VALUES:
        tokens = tokens[1:]
    try:
        value, taken = words.values.longest_match(tokens) if tokens else ("", 0)
    except Malformed:
        return ""
    return value if taken == len(tokens) else ""


_BEFORE_VALUES = frozenset({"to", "at", "in", "on", "with", "the", "for", "after", "against"})


def _corrected(earlier: ParsedOrders, later: ParsedOrders, words: Vocabulary) -> ParsedOrders | None:
    """Return the earlier orders as corrected by the later ones; None if it is unclear what these correct."""
    if earlier.idle_units or later.idle_units:
        return None
    text = _corrected_text(earlier.text or "", later.text or "", words.form)
    if text is None:
        return None
    try:
        words.accept(text)
    except GameError:
        return None
    return ParsedOrders(text)


def _corrected_text(earlier: str, later: str, form: Form[Any]) -> str | None:
    if isinstance(form, Choose | MayChoose | Arrange | Share):
        return later  # each is a complete answer
    if isinstance(form, ChooseSome):
        return later if len(earlier.split()) == len(later.split()) else None
    if not isinstance(form, Orders):
        return None
    if PASS_WORDS[0] in (earlier, later):
        return later
    try:
        kept, new = read_lines(earlier), read_lines(later)
    except Malformed:
        return None
    return _with_orders_replaced(kept, earlier.split("\n"), new, later.split("\n"))


def _with_orders_replaced(kept: list[Line], texts: list[str], new: list[Line], said: list[str]) -> str | None:
    """Return the orders as text, with each new order in the place of the one that it corrects; None if unclear.

    `texts` are the lines of the `kept` orders, `said` the lines of the `new` ones.
    """
    if len(kept) != len(texts) or len(new) != len(said):
        return None
    result: list[str | None] = [*texts]
    done: set[int] = set()
    for one, text in zip(new, said, strict=True):
        at = _place_of(one, kept)
        if at is None or at in done:
            return None
        done.add(at)
        result[at] = text
    return "\n".join(text for text in result if text)


def _place_of(one: Line, kept: list[Line]) -> int | None:
    """Return the index of the order in `kept` that the order `one` corrects; None if it is not exactly one.

    The corrected order has the same verb and subject, or is the only order of its subject.
    """
    subject = _subject(one)
    same = [at for at, line in enumerate(kept) if _subject(line) == subject]
    alike = [at for at in same if kept[at].verb == one.verb]
    if len(alike) == 1:
        return alike[0]
    return same[0] if not alike and len(same) == 1 and subject else None


def _subject(line: Line) -> frozenset[str]:
    """Return the values of an order's first argument."""
    return frozenset(line.words[0].split(",")) if line.words else frozenset()


def _asked_back(text: str, readable: Sequence[str]) -> ParsedOrders:
    """Return the refusal of an e-mail with an unclear correction, which lists the orders that could be read."""
    problems = [_UNCLEAR]
    if readable:
        orders = ", ".join(f"`{line}`" for line in dict.fromkeys(readable))
        said = Text(
            "These orders could be read: {orders}. Send those that are to count.",
            "読み取れた命令：{orders}。有効にしたい命令だけを送ってください。",
        )
        problems.append(Problem("", CORRECTION_UNCLEAR, said.format(orders=orders)))
    return ParsedOrders(None, (RefusedLine(text[:500], tuple(problems)),))


_UNCLEAR = Problem(
    "",
    CORRECTION_UNCLEAR,
    Text(
        "You corrected yourself here, and it is not clear what is to count. So nothing of this e-mail was used. "
        "Send all your orders again, each only as it is to be.",
        "訂正がありますが、どの命令を有効にするか判断できないため、このメールの命令はすべて無効にしました。"
        "有効にしたい命令だけを、すべて改めて送ってください。",
    ),
)
