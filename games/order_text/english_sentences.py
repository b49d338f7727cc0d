"""English sentences, converted to the simple word order that `rephrasing` parses.

Only rows that are no possible order as written are converted. A sentence loses its courtesies ("I would like … to …")
and is split by acting unit; idioms become verbs of the form. If a part is then no complete possible order, the sentence
gives no order at all.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from games.kernel.errors import GameError, Malformed, malformed
from games.kernel.forms import ChooseSome
from games.kernel.notation import PASS_WORDS
from games.order_text.multi_subject import count_all_tokens, group_named_after, leading_names, unclear_both
from games.order_text.rephrasing import verb_of
from games.order_text.simplification import split_sentences
from games.order_text.tokens import is_too_long, split_tokens
from games.order_text.vocabulary import Vocabulary
from games.orders.order_set import Orders
from games.orders.rule_plan import RulePlan

ReadFunction = Callable[[str], list[str]]
"""A function that parses a line into possible orders in the notation. Raises GameError."""
MOST_PARTS = 12
"""The maximum number of parts of a sentence."""
_NO_SENTENCE = frozenset('"=')
_APOSTROPHE = re.compile("[\u2018\u2019]")
_WE = r"(?:i|we)"
_WOULD = rf"{_WE}(?:'d| would) (?:like|love|prefer)|{_WE} (?:want|wish|order|ask)|let(?: us|'s)?|have|make|please"
_ASKED = re.compile(
    r"(?:(?:could|can|will) you (?:please |kindly )?|would you (?:please|kindly) )(?P<what>.+?)(?:,? please)?\??",
    re.IGNORECASE,
)
"""A polite request such as "Could you please …"; "Would you move …?" is not one, because it may ask for advice."""
_FRAME = re.compile(rf"(?:{_WOULD}|{_WE}(?:'ll| will| shall|'m going to| am going to)?) (?P<what>.+)", re.IGNORECASE)
_OTHERS = (
    r"(?:all )?(?:the )?(?:others?|rest|remaining \w+|other \w+)|(?:no ?-?one|nobody|every ?-?one|everybody|all) else"
)
_BEGINS_OTHERS = re.compile(rf"(?:{_OTHERS}|as planned)\b", re.IGNORECASE)
_PARTS = re.compile(r"\s*[,;]\s*(?:(?:and|while|but|whereas|then)\s+)*|\s+(?:and|while|whereas|but)\s+", re.IGNORECASE)
_COLONS = re.compile(r":+(?=\s|$)")
_PRONOUNS = frozenset({"she", "he", "it", "they"})
_WHEN = r"(?: (?:for )?(?:this|the|my) (?:turn|phase|day|round|segment|time|week)| today| now| here| from me| at all)*"
_THANKS = r"(?:,? (?:please|thanks|thank you|pass))*"
_NO_WHAT = (
    r"orders?|moves?|changes?(?: (?:of|in|to) (?:course|speed|orders|plans?))?|actions?|attacks?|reactions?|plans?|fire"
    r"|firing|shooting|torpedoes|new orders"
)
_NOTHING = re.compile(
    rf"(?:{_WE} (?:have |give |issue )?)?(?:pass|no (?P<what>{_NO_WHAT})"
    rf"|nothing(?: to (?:change|do|order|add|report)| of (?:this|these|that))?"
    rf"|no,? thanks|no,? thank you|(?:{_WE} )?(?:do not|don't) (?:want to |wish to )?"
    rf"(?:react|respond|(?:play|use) (?:a|any) cards?)"
    rf"|neither(?: of them)?|(?:no ?-?one|nobody)(?: evades)?|none of (?:them|these|this)){_WHEN}{_THANKS}",
    re.IGNORECASE,
)
"""Sentences that say that the writer orders nothing."""
_DONE_BY = {
    "fir": frozenset({"target", "fire", "aim"}),
    "shoot": frozenset({"target", "fire", "aim"}),
    "torpedo": frozenset({"launch"}),
    "attack": frozenset({"attack", "intercept", "assign"}),
    "move": frozenset({"move", "course", "sail"}),
}
"""The verbs that "no" before a word rules out, by the beginning of the word: "No fire" does not concern courses."""
_CARD = re.compile(
    r"(?:(?:to )?(?:play|use|take|choose|pick|select|bid|offer|go(?:ing)? (?:with|for)|(?:react|respond|reply) with) )?"
    r"(?:(?:the|a|an|my|our) )?(?P<what>.+?)(?: card| speed| points?)?(?: it is)?(?:,? (?:please|thanks|thank you))?",
    re.IGNORECASE,
)
_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def _number(said: str) -> str:
    """Return a number word as digits; other words stay unchanged."""
    return str(_NUMBERS.index(said.casefold())) if said.casefold() in _NUMBERS else said


_DOES = re.compile(r"(?P<who>.+?) (?:evades?|(?:is|are) to evade)", re.IGNORECASE)
_BOTH = re.compile(r"both(?: (?:ships|of them))?(?: evade)?", re.IGNORECASE)
_WEAK = r"(?:already )?(?:damaged|crippled|hurt|weak(?:er|est)?|wounded|slow)(?: already| anyway| enough)?"
"""Words that describe a target, such as "already damaged"."""
_THE_CARD = r"(?:the )?(.+?)(?: card)?"
_PLAY_ALL = r"(?:(?:play|do|run) )?(?:(?:it|them|all|everything|the rest) )?(?:just )?"
_UNASKED = r"(?:,? (?:no need to ask|without asking|(?:do not|don't) ask)(?: me)?(?: again)?)?"
_UNDECIDED = re.compile(
    r"(?:if|when|whenever|once|unless|until|provided|assuming|in case|as soon as|after|before|as long as)\b"
    r"|(?:next|last|previous|following) (?:turn|time|day|phase|round|segment|week|month|operation)\b"
    r"|(?:tomorrow|yesterday|later|maybe|perhaps|possibly|probably)\b",
    re.IGNORECASE,
)
_TURNS: tuple[tuple[str, re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = tuple(
    (verb, re.compile(pattern, re.IGNORECASE), plain)
    for verb, pattern, plain in (
        ("", r"\bhex (?=\d{4}\b)", ""),
        ("", r"\b(?:KM|KMS|DKM) (?=\w)", ""),
        ("", r"'s target is ", " targets "),
        ("", r"^we (?=(?:stay|remain|wait)\b)", "all "),
        ("", r"^(?:nobody|no ?-?one) (?:moves|sails)$", "all stay"),
        ("", r" (?:today|right away|immediately|at once|straight away|(?:this|for this) (?:turn|phase|day))$", ""),
        ("", r"^(?:today|this (?:turn|phase|day)|now),? ", ""),
        ("", r" to (?=(?:stay|remain|wait|hold|keep|maintain|continue)\b)", " "),
        ("", r" both (?=\w+ )", " "),
        ("", r" together\b", ""),
        ("", r",? (?:as well|too)$", ""),
        ("", r",? and (?:then )?(?:stops?|stays?|waits?) there$", ""),
        ("", r"\bwp ?(?=\d)", "wolfpack "),
        ("", r"\b(wolfpack|pack|dummy|force|submarine)s? (\d+) (?:and|&) (\d+)\b", r"\1 \2 and \1 \3"),
        ("", r"\bdummies (\d+) (?:and|&) (\d+)\b", r"dummy \1 and dummy \2"),
        ("", r"^(?:the |my |our )?(?:squadron|fleet) (?=(?:maintain|keep|hold|continue|carrie)s\b)", "all ships "),
        ("move", r"\bleaves? \w+ and (?:then )?(?=\w+ )", ""),
        ("move", r"\bleaves? \w+ for ", "goes to "),
        ("move", r"\binto ", "to "),
        ("move", r"\bputs? (?:out )?to sea and (?:then )?(?=(?:goe|sail|steam|head)s? )", ""),
        ("move", r"^(?:the )?destination(?: is)?:? (.+?) for (.+)$", r"\2 goes to \1"),
        ("move", r"^(?:the )?destination of (.+?) is ", r"\1 goes to "),
        ("move", r"^(.+?)'s? destination is ", r"\1 goes to "),
        ("target", r"^(?:concentrate|focus)(?: all)?(?: fire)? on (?:the )?", "all ships fire at "),
        ("target", r"(?<!star )\bshells (?:the )?(?=[A-Z])", "fires at "),
        ("place", r"^all (?:the |my |our )?(?:dummies|wolfpacks|packs|forces) ", "all "),
        ("play", r"^([^:]+): ([^:]+)$", r"play \1 \2"),
        ("", r",? (?:please|thanks|thank you)$", ""),
        ("", r"^(?:no ?-?one|nobody) else (?:fires|shoots)$", "the rest hold fire"),
        ("", r"^(?:no ?-?one|nobody) else (?:moves|sails)$", "the rest stay"),
        ("", r"^(?:no ?-?one|nobody) else launches(?: torpedoes)?$", "the rest keep their torpedoes"),
        ("", r"^both (?:cruisers|vessels|captains)\b", "both ships"),
        ("outfit", r"\bfit(?:s)? out\b", "outfits"),
        ("coal", r"\b(?:takes?|loads?|bunkers?)(?: on)? coal$", "coals"),
        ("intelligence", r"\b(?:does|do|gathers?|collects?|seeks?)(?: some)? intelligence\b", "intelligence"),
        ("intelligence", r"^(.*\bintelligence\b.*?),? (?:and |rather )*jams?(?: them)?$", r"\1 prefer jam"),
        ("intelligence", r"\bjams? (?:them|the enemy|the signals|their signals|signals)\b", "jam"),
        ("intelligence", r"\b(?:tries|try) to (?=(?:jam|look)\b)", ""),
        ("intelligence", r"\b(?:tries to |try to )?reads? (?:the|their|enemy) signals?\b", "looks"),
        ("instruct", r"^(?:never|do not|don't) (ask)(?: me)? (about .+)$", r"\1 me \2 never"),
        ("rearm", r", (ammunition|torpedoes) first$", r" first \1"),
        ("fire", r"\b(?:engages?|attacks?) (?=\w)", "fires at "),
        ("target", r"\b(?:engages?|attacks?) (?=\w)", "fires at "),
        (
            "hold",
            r"\b(?:does not|doesn't|do not|don't|will not|won't) (?:fire|shoot)$|\bholds? (?:her |its )?fire$",
            "hold",
        ),
        ("withdraw", r"\bbreaks? off (?:to|towards?)\b", "withdraws to"),
        ("fire", r" with (?:her |its |the )?(primary|secondary|tertiary) (?:guns|battery|armament)$", r" battery \1"),
        ("fire", r",? (?:and )?then (?:at )?(?:the )?", ","),
        ("launch", r"\btorpedoes (?=\w+$)", "launches at "),
        ("launch", r"\blaunch(?:es)? (?:one|1) torpedo at (.+)$", r"launches at \1 count 1"),
        ("launch", r"\blaunch(?:es)? (?:two|2) torpedoes at (.+)$", r"launches at \1 count 2"),
        ("star-shell", r"\bfires? (?:a )?star[ -]?shells? (?:at|over|on|into) ", "star-shell "),
        ("star-shell", r"\blights?(?: up)? (\d{4}) with (?:a )?star[ -]?shells?$", r"star-shell \1"),
        ("mend", r"\b(?:repairs?|mends?) (?:her|its|the|his) ", "mend "),
        ("repair", r"\brepairs (?:her |its )?hull with (\d+) dice$", r"repairs hull \1"),
        ("take", r" (?:aboard|on board)$", ""),
        (
            "station",
            r"^(?:the |our |my )?collier(?:s)?(?: (?:waits|is|lies|goes|sails|stays))? (?:at|in|to) ",
            "station ",
        ),
        ("scout", r"'s seaplane scouts ", " scouts "),
        ("break-off", r"^break off (?:against|from) ", "break-off "),
        ("torpedoes", r"^torpedoes against ", "torpedoes "),
        ("maximum", r"^maximum(?: fire)? against ", "maximum "),
        ("ask-first", r"^ask me first before (?:a |each |every )?battles?$", "ask-first battle"),
        ("intercept", rf",? (?:since |because |as )?(?:she|he|it)(?:'s| is) {_WEAK}$", ""),
        ("intercept", r"^(.+?) (?:uses?|plays?) (.+?) to (?:intercept|attack|hunt) (.+)$", r"\1 intercepts \3 with \2"),
        ("intercept", rf"^(.+?) (?:uses|plays|takes) {_THE_CARD} (?:against|on) (.+)$", r"\1 intercepts \3 with \2"),
        ("as-planned", rf"^(?:please )?{_PLAY_ALL}as planned{_UNASKED}(?:,? please)?$", "as-planned"),
        ("intercept", r"^(?:play )?(.+?)[:,] (.+? (?:intercepts?|attacks?|hunts?) .+)$", r"\2 with \1"),
        ("intercept", r"^(.+? (?:intercepts?|attacks?|hunts?) .+?) \((?:card:? )?(.+)\)$", r"\1 with \2"),
        (
            "intercept",
            r"^(?:intercept|attack|hunt) (.+?) with (.+?),? (?:card|using|by) (.+)$",
            r"\2 intercepts \1 with \3",
        ),
        ("intercept", r" with the (.+?) card\b", r" with \1"),
        ("intercept", r"\bgo(?:es)? for (?=\w)", "attacks "),
        ("intercept", r"(?<=\w) first(?=,|$)", ""),
        ("intercept", r",? (?:with|and) (?:the )?(.+?) (?:goes |going |comes )?along$", r", supported by \1"),
        ("intercept", r", (?:the )?(.+?) (?:goes|going|comes) along$", r", supported by \1"),
        ("intercept", r" and (.+?) as support$", r", supported by \1"),
        ("play", r"^((?:the )?(?:submarines? )?uc?[ -]?\d+) (?:attacks|torpedoes|sinks) (.+)$", r"play \1 \2"),
        ("play", r"^play (?:the )?(.+?) card$", r"play \1"),
        ("play", r"^(?:play )?(?:the )?(.+?)(?: card)? (?:for|on|against) (.+)$", r"play \1 \2"),
        (
            "mines",
            r"^(.+?) (?:lays mines|mines)(?: against| at)? (.+?)(?:'s fleet)?(?: with (?:the )?lay mines)?$",
            r"mines lay_mines \1 \2",
        ),
        ("mines", r"^(.+?) lays mines$", r"mines lay_mines \1"),
        ("shadow", r"\bfollows? (?=\w)", "shadows "),
        ("scatter", r"^convoy (?=\w)", ""),
        ("place", r"\b(?:starts?|begins?) (?:in|at) ", "at "),
        ("hold", r"^(.+?) (?:does not|doesn't|is not to) sail$", r"hold \1"),
        ("alone", r"^(.+?) sails (?:alone|unescorted|without escorts?)$", r"alone \1"),
        ("escort", r"^(.+?) (?:is )?escorted by ", r"escort \1 "),
        ("escort", r"^escort (.+?) with ", r"escort \1 "),
        ("move", r"\bslowly\b", "slow"),
        ("move", r"^move:? (\w+), (.+)$", r"move \1 to \2"),
        ("call", r"^call (?:in )?(one|two|three|four|\d) (.+)$", lambda found: f"call {found[2]} {_number(found[1])}"),
        ("assign", r"^(\w+) attacks (?:the )?", r"assign \1 "),
        ("react", r"^react with ", "react "),
    )
)
"""Idioms: the verb that the form must have (or ""), the pattern, and the plain words that replace it."""


def refuse_condition(row: str, words: Vocabulary) -> Malformed | None:
    """Return a refusal if a row has a condition or a later time, or says "both" of an unclear pair; else None.

    A condition or time is recognized by the first word of the row ("if", "when", "tomorrow"), unless this word begins a
    name or verb of the form.
    """
    if (wrong := unclear_both(row, words)) is not None:
        return wrong
    if not _UNDECIDED.match(row) or not isinstance(words.form, Orders):
        return None
    with suppress(Malformed):
        tokens = split_tokens(row)
        taken = max(
            words.values.longest_match(tokens, commas=True)[1], words.verbs.longest_match(tokens, commas=True)[1]
        )
        if words.values.exact_match(" ".join(tokens[:taken])) or words.verbs.exact_match(" ".join(tokens[:taken])):
            return None
    return _only_now(row)


def _only_now(row: str) -> Malformed:
    said = row.split()[0]
    return malformed(
        "",
        "{said!r}: an order says what is done now; a condition or another time is not read.",
        "「{said}」：命令は今行うことだけを書いてください。条件や別の時期は読みません。",
        "notation",
        said=said,
    )


def read_english(row: str, words: Vocabulary, read: ReadFunction) -> list[str] | None:
    """Return the orders in an English sentence, in the notation; None if the sentence cannot be read.

    `read` is called with simpler versions of the sentence and of its parts; it returns their orders, and raises
    GameError for a version that it cannot read.
    """
    said = _APOSTROPHE.sub("'", row).strip()
    if not _NO_SENTENCE.isdisjoint(said) or is_too_long(said) or "\n" in said or not said.split():
        return None
    plain = _LEAD_IN.sub("", said.removeprefix("choose ").rstrip(".! "), count=1) if _LEAD_IN.match(said) else said
    plain = plain.removeprefix("choose ").rstrip(".! ")
    if _is_nothing(plain, words):
        return [PASS_WORDS[0]]
    if isinstance(words.form, RulePlan):
        return _first([*rephrase(plain, words)][1:], read)
    if not isinstance(words.form, Orders):
        return _first(_chosen(plain, words), read)
    plain = group_named_after(plain, words)
    bare = _without_frame(plain, words)
    for one in dict.fromkeys((plain, bare)):
        if (found := _first([way for way in rephrase(one, words) if way != row], read)) is not None:
            return found
    for one in dict.fromkeys((said, plain, bare)):
        if (found := _read_parts(split_by_actor(one, words), words, read)) is not None:
            return found
    return None


def _is_nothing(said: str, words: Vocabulary) -> bool:
    """Return True if a sentence says that the writer gives none of the orders that the form has."""
    found = _NOTHING.fullmatch(said)
    what = (found["what"] or "").casefold() if found else ""
    needed = next((verbs for begins, verbs in _DONE_BY.items() if what.startswith(begins)), None)
    return found is not None and (needed is None or not needed.isdisjoint(words.grammar.verbs()))


def _without_frame(said: str, words: Vocabulary) -> str:
    """Return a sentence without the words of a request or a wish around the order."""
    asked = _ASKED.fullmatch(said)
    said = asked["what"] if asked else said
    for _ in range(2):
        if (frame := _FRAME.fullmatch(said)) and not words.verbs.exact_match(said.split()[0]):
            said = re.sub(r"^to ", "", frame["what"])
    tokens = said.split()
    ends = (at for at in range(1, len(tokens) - 1) if tokens[at] == "to" and verb_of(tokens[at + 1].casefold(), words))
    at = next(ends, 0)
    return " ".join([*tokens[:at], *tokens[at + 1 :]]) if at else said


def split_by_actor(said: str, words: Vocabulary) -> list[str]:
    """Return the parts of one or more sentences; a new part begins at each further acting unit or action.

    If a part begins with a pronoun or an action, the unit of the part before is put in front.
    """
    made: list[str] = []
    for sentence in split_sentences(said, words):
        first = len(made)
        for piece, sign in _pieces(sentence.strip().rstrip(".! ")):
            piece = _COLONS.sub("", piece)
            who = _who(made[-1], words) if made else ""
            if who and piece.split()[0].casefold() in _PRONOUNS and " " in piece:
                made.append(f"{who} {piece.split(None, 1)[1]}")
            elif len(made) == first or (_is_whole(made[-1], words) and _begins_with_who(piece, words)):
                made.append(piece)
            elif who and _is_whole(made[-1], words) and _does(piece, words):
                made.append(f"{who} {piece}")
            else:
                made[-1] = f"{made[-1]}{sign}{piece}"
    return made


def _pieces(sentence: str) -> Iterator[tuple[str, str]]:
    """Yield the pieces of a sentence between commas and conjunctions, each with the separator before it."""
    at, sign = 0, ""
    for found in _PARTS.finditer(sentence):
        if sentence[at : found.start()].strip():
            yield sentence[at : found.start()], sign
        at, sign = found.end(), found[0]
    if sentence[at:].strip():
        yield sentence[at:], sign


def _begins_with_who(piece: str, words: Vocabulary) -> bool:
    """Return True if a piece begins with the name of a unit that can get orders, or with "all others"."""
    return bool(_who(piece, words, alone=True) or _BEGINS_OTHERS.match(piece))


def _who(part: str, words: Vocabulary, *, alone: bool = False) -> str:
    """Return the units named at the beginning, as written, if they can get orders; otherwise "".

    Unless `alone`, other words must follow.
    """
    tokens = split_tokens(part)
    with suppress(Malformed):
        if count := count_all_tokens(tokens, words):
            return " ".join(tokens[:count]) if count < len(tokens) else ""
        named, taken = leading_names([one.removesuffix("'s") for one in tokens], words)
        can = words.grammar.may_act
        if named and all(map(can, named)) and (alone or taken < len(tokens)):
            return " ".join(tokens[:taken]).rstrip(",")
    return ""


def _is_whole(part: str, words: Vocabulary) -> bool:
    """Return True if a part begins with a unit and further words, or with an action."""
    return bool(_who(part, words) or _does(part, words) or _BEGINS_OTHERS.match(part))


def _does(part: str, words: Vocabulary) -> bool:
    """Return True if a part begins with a verb."""
    first = part.split()[0].casefold()
    return bool(verb_of(first, words)) and not words.values.exact_match(first)


def _read_parts(parts: Sequence[str], words: Vocabulary, read: ReadFunction) -> list[str] | None:
    """Return the orders of all parts of a sentence; None if a part cannot be read, or if there is only one part."""
    if not 1 < len(parts) <= MOST_PARTS or not all(_is_whole(part, words) for part in parts):
        return None
    found: list[str] = []
    does = parts[0].split()[0] if _does(parts[0], words) else ""
    told = _deed(parts[0], words)
    for at, part in enumerate(parts):
        ways = [*rephrase(part, words)]
        ways += [f"{does} {part}"] if does and at else []
        if told and at and (who := _who(part, words)):
            ways.append(f"{who} {told} {part[len(who) :].strip()}")
        orders = _first(ways, read)
        if orders is None:
            return None
        found += orders
    return found


def _deed(part: str, words: Vocabulary) -> str:
    """Return the verb after the acting unit of a part, as written; "" if there is none."""
    rest = part[len(who) :].split() if (who := _who(part, words)) else []
    return rest[0] if rest and verb_of(rest[0].casefold(), words) else ""


def rephrase(part: str, words: Vocabulary) -> Iterator[str]:
    """Yield a part of a sentence, then versions of it with the form's own words in place of idioms.

    A version is only a candidate: it may be no order.
    """
    verbs = {"", *words.grammar.verbs()} if isinstance(words.form, Orders) else {"", "react"}
    yield part
    made = _where_they_lie(part, words)
    if made != part:
        yield made
    if listed := _list_of(part, words):
        yield listed
    for verb, pattern, plain in _TURNS:
        for one in (part, made) if verb in verbs else ():
            if (said := pattern.sub(plain, one)) != one:
                yield said
                made = made if verb == "play" else said


def _list_of(part: str, words: Vocabulary) -> str:
    """Return a verb and a list of names in the notation, for a part that has nothing else; otherwise "".

    Example: ``discard Collier and Good Hunting``.
    """
    verb, *rest = split_tokens(part) or [""]
    with suppress(Malformed):
        named, taken = leading_names(rest, words) if words.verbs.exact_match(verb) else ((), 0)
        if len(named) > 1 and taken == len(rest):
            return f"{verb} {','.join(named)}"
    return ""


def _where_they_lie(part: str, words: Vocabulary) -> str:
    """Return a part without a place at its end where the named units are now: ``Goeben outfits in Messina``."""
    form, found = words.form, _AT_PLACE.fullmatch(part)
    if not isinstance(form, Orders) or found is None or not (who := _who(part, words)):
        return part
    if found["at"].casefold() == "here":
        return found["what"]
    with suppress(Malformed):
        lies, tokens = form.unit_places(), split_tokens(who)
        named = [*lies] if count_all_tokens(tokens, words) else leading_names(tokens, words)[0]
        at = words.values.resolve(found["place"])
        if at and all(at in lies.get(one, ()) for one in named):
            return found["what"]
    return part


_AT_PLACE = re.compile(r"(?P<what>.+?) (?P<at>here|(?:in|at) (?P<place>.+))", re.IGNORECASE)


_LEAD_IN = re.compile(
    r"(?:(?:here (?:are|is) )?(?:my|our|the) )?(?:orders?|turn|reaction|answer|choice|bid)(?: for [^:]{1,30})?"
    r"(?::| is| are:?) (?=\S)",
    re.IGNORECASE,
)
"""An introduction before orders or an answer."""
_AHEAD = re.compile(
    r"^(?:will|shall|'ll|'d like to|would like to|want to) |^(?:(?:my|our|the) )?(?:(?:ship|vessel|merchant(?:man)?) )",
    re.IGNORECASE,
)
"""Words that may remain before a choice after its subject was removed, such as "will"."""


def _chosen(said: str, words: Vocabulary) -> Iterator[str]:
    """Yield the choices that a sentence may mean, in the notation."""
    form = words.form
    if isinstance(form, ChooseSome) and _BOTH.fullmatch(said) and len(form.options) == 2:
        yield f"choose {' '.join(form.options)}"
    said = _AHEAD.sub("", said.removeprefix("choose "))
    framed = _FRAME.fullmatch(said)
    for one in dict.fromkeys((said, framed["what"] if framed else said)):
        found = _CARD.fullmatch(one)
        what = found["what"] if found else one
        what = _number(what)
        verb, _, rest = what.partition(" ")
        names = [what, f"{verb.removesuffix('s')} {rest}".strip()]
        if value := _called(words).get(what.casefold(), ""):
            yield f"choose {value}"
        names += [does["who"]] if isinstance(form, ChooseSome) and (does := _DOES.fullmatch(one)) else []
        for name in dict.fromkeys(names):
            with suppress(Malformed):
                if value := words.values.resolve(name):
                    yield f"choose {value}"


def _called(words: Vocabulary) -> dict[str, str]:
    """Return the values by their English names without the number of a copy (``Trap 1``), if only one has the name."""
    found: dict[str, list[str]] = {}
    for value in words.form.values():
        name = words.name_of(value).en
        found.setdefault(re.sub(r" \d+$", "", name).casefold(), []).append(value)
    return {name: values[0] for name, values in found.items() if len(values) == 1}


def _first(ways: Iterator[str] | Sequence[str], read: ReadFunction) -> list[str] | None:
    """Return the orders of the first alternative that `read` can parse; None if it can parse none."""
    for one in dict.fromkeys(ways):
        with suppress(GameError):
            return read(one)
    return None
