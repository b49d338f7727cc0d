"""Sentences in fixed patterns about a card, its unit and its target, converted to lines of the notation.

``エムデンは包囲の突破でマリア、ロヴァトの2隻を迎撃します。補助カードは奇襲です。``
A sentence is converted only if its pattern is known and the order can have all named things. All other sentences stay
unchanged. Most patterns are Japanese, some are English.
"""

import re
from collections.abc import Sequence

from games.kernel.notation import display_verb
from games.order_text.aliases import aliases_to_ids
from games.order_text.japanese_verbs import replace_verb_ending
from games.order_text.simplification import split_sentences
from games.order_text.vocabulary import Vocabulary
from games.orders.order_set import Orders

_MOST = 200
"""The maximum length of the part of a sentence in which names are searched, in letters."""
_WIDEST = 24
"""The maximum length of a name, in letters."""
_SENTENCE = re.compile(r"(?<=[。！!])\s*")
_ENDS = "。.！! 　"
_NAME = r"<\d+>"
_NAMES = rf"{_NAME}(?:(?:、|,|・|と|や|および|及び)?{_NAME})*"
_CARD = rf"(?P<card>{_NAME})(?:の?カード)?(?:で|を(?:使って|使用して|用いて|使い))、?"
_ALL = r"(?:の?(?:商船)?(?:[1-9]隻)?(?:の?(?:すべて|全て|全部|とも|両方))?)"
_DOES = r"(?:迎撃|攻撃|襲撃|砲撃|狙う)"
_HELP = (
    rf"(?:(?P<help>{_NAMES})(?:の?カード)?"
    r"(?:を(?:添えて|付けて|つけて|併用して|補助(?:に|として))|とともに|と共に|付きで)、?)?"
)
_LEAD = r"(?:(?:では|それでは|次に|まず|また|そして|さらに|今回は|続いて)、?)?"
_WHO = rf"(?P<ship>{_NAME})(?:は|が|に|で)、?"
_TARGETS = rf"(?P<targets>{_NAMES}){_ALL}(?:を|に|への|に対して)"
_AT_WHOM = rf"(?P<targets>{_NAME})(?:の(?:船団|艦隊))?(?:に|へ|に対して|を(?:対象|目標)に)(?:は)?"
_IN_FRONT = rf"(?P<targets>{_NAME})(?:の(?:船団|艦隊))?の前に(?:置く|置きます|配置)"
_GIVEN = r"(?:割り?当て|置い|使わせ)て?、?"
_USES = r"(?:使う|使います|使用)"
_DEED = r"(?:雷撃|魚雷攻撃|修理|臨検|機雷を?(?:敷設|敷く|敷きます))"
_MOST_JOINED = 6
"""The maximum number of orders in a sentence."""
_JAPANESE = "\u2e80"
_IN_WORD = re.compile(r"[^\W\d_\u2e80-\uffff]{2}")
"""Two Latin letters in a row: a name neither begins nor ends between them."""
_BLANK = re.compile(r"(?<=[\u2e80-\uffff])\s+|\s+(?=[\u2e80-\uffff])")
"""A blank beside a Japanese letter: `Königsberg は 故障 で`."""
_DONE = re.compile("する|します|して|いたします|願います")
"""Endings that make a verb of a card's name before them: 修理します."""
_NAVY = r"(?:イギリス|英国|英)(?:海)?軍(?:は|が|に|で|の|による|の迎撃[:：はで、])、?"
_SHAPES = (
    ("intercept", rf"{_LEAD}{_WHO}{_CARD}{_HELP}{_TARGETS}{_DOES}"),
    ("intercept", rf"{_LEAD}{_CARD}{_HELP}{_WHO}{_TARGETS}{_DOES}"),
    ("intercept", rf"{_LEAD}{_WHO}{_TARGETS}{_CARD}{_HELP}{_DOES}"),
    ("intercept", rf"{_LEAD}(?P<ship>{_NAME})(?:に|には)(?P<card>{_NAME})(?:の?カード)?を{_GIVEN}{_TARGETS}{_DOES}"),
    ("play", rf"{_LEAD}(?P<card>{_NAME})(?:の?カード)?(?:は|を)、?{_AT_WHOM}{_USES}"),
    ("play", rf"{_LEAD}(?P<card>{_NAME})(?:の?カード)?(?:は|を)、?{_IN_FRONT}"),
    ("play", rf"{_LEAD}{_AT_WHOM}、?(?P<card>{_NAME})(?:の?カード)?を{_USES}"),
    ("play", rf"{_LEAD}{_CARD}(?P<targets>{_NAME})(?:の(?:船団|艦隊))?(?:を|に|へ)、?{_DEED}"),
    ("british", rf"{_LEAD}{_NAVY}{_CARD}{_TARGETS}{_DOES}"),
    ("british", rf"{_LEAD}{_CARD}{_NAVY}{_TARGETS}{_DOES}"),
    ("british", rf"{_LEAD}{_NAVY}{_TARGETS}{_CARD}{_DOES}"),
)
_ONE = rf"(?:(?:the|our|my) )?{_NAME}"
_SEVERAL = rf"{_ONE}(?:(?:,| and|, and| plus| &) {_ONE})*"
_HUNTS = r"(?:intercepts?|attacks?|hunts?|raids?|goe?s? (?:after|for))"
_BY = rf"(?:(?:the|our|my) )?(?P<card>{_NAME})(?: card)?"
_ALONG = (
    rf"(?:,? (?:and )?(?:(?:supported by|together with|along with|plus) (?P<help>{_SEVERAL})(?: cards?)?"
    rf"|with (?P<more>{_SEVERAL})(?: going)? (?:along|in support|as support)|boarding (?P<boarding>{_SEVERAL})))*"
)
_WHEN = r"(?: (?:at|by|in the|under cover of) (?:night|day))?"
_THEN = r"(?:(?:then|and|and then|finally|please),? )?"
_OF = r"(?:'s (?:fleet|ships|squadron|nose))?"
_ROYAL = r"(?:an? |the )?(?:british|royal navy|navy)"
_JOINTS = re.compile(r",? (?:and|while) (?:then )?|[,;] (?:then )?")
"""A connector between the orders of an English sentence."""
_ENGLISH_SHAPES = (
    (
        "intercept",
        rf"(?P<ship>{_ONE}) (?:uses?|plays?|takes?) {_BY} (?:to|and) {_HUNTS} (?P<targets>{_SEVERAL}){_ALONG}",
    ),
    ("intercept", rf"(?P<ship>{_ONE}) {_HUNTS} (?P<targets>{_SEVERAL}){_WHEN},? (?:with|using) {_BY}{_ALONG}{_WHEN}"),
    ("british", rf"{_THEN}{_ROYAL} {_HUNTS}(?: on)? (?P<targets>{_ONE}),? (?:with|using|by) {_BY}"),
    ("play", rf"{_THEN}(?:play|use) {_BY} (?:on|against|over) (?P<targets>{_ONE}){_OF}"),
    ("play", rf"{_THEN}(?:lay|put|place|play) {_BY} (?:before|in front of) (?P<targets>{_ONE}){_OF}"),
    ("play", rf"{_THEN}(?:torpedo|repair|interrogate) (?P<targets>{_ONE}) (?:with|using) {_BY}"),
)
_ORDERS = tuple((verb, re.compile(shape, re.IGNORECASE)) for verb, shape in (*_SHAPES, *_ENGLISH_SHAPES))
_MORE_HELP = re.compile(
    rf"(?:(?:その)?(?:補助|支援)(?:の?カード)?(?:は|には|に|として(?:は)?|、|:|：)(?P<help>{_NAMES})(?:の?カード)?"
    rf"(?:を(?:使う|使用|併用|添え(?:る|ます)|付け(?:る|ます)))?"
    rf"|(?P<more>{_NAMES})(?:の?カード)?(?:も|を)(?:一緒に)?(?:使う|使用|併用|添え(?:る|ます)|付け(?:る|ます)))"
)
"""A sentence that adds a supporting card to the order of the sentence before."""
_AS_PLANNED = re.compile(
    r"(?:あと|後|残り|以降|以下|以上)?は?、?(?:すべて|全て)?(?:この|以上の|上記の)?(?:計画|予定)の?(?:とおり|通り|どおり)(?:に|で)?(?:自動で)?"
    r"(?:進行|実行|移動|行う)?"
)
"""A sentence like ``計画どおりに進めてください`` ("proceed as planned"), after its verb was made plain (移動)."""
_PLANNED = "as_planned"


def in_notation(lines: Sequence[str], words: Vocabulary) -> list[str]:
    """Return the lines with each sentence of a known pattern replaced by a line of its own in the notation.

    The patterns name a card, the unit that uses it, and the target. All other sentences stay unchanged.
    """
    if not isinstance(words.form, Orders) or not words.form.actor_arguments:
        return [*lines]
    made: list[str] = []
    looked_at = 0
    for line in lines:
        may_be = looked_at < _MOST_LINES and _SAYS_WHAT.search(line) is not None and _NOT_READ.isdisjoint(line)
        looked_at += may_be
        made += _of_line(line, words) if may_be else [line]
    return made


_NOT_READ = frozenset('"=#<>')
_MOST_LINES = 30
"""The maximum number of lines of an e-mail that are examined."""
_SAYS_WHAT = re.compile(
    r"迎撃|攻撃|襲撃|砲撃|狙|使|雷撃|修理|臨検|機雷|の前に|計画|予定"
    r"|attack|intercept|hunt|raid|\bgo(?:es)?\b|us(?:e|ing)|play|tak|\blay|\bput|place|torpedo|repair|interrogate",
    re.IGNORECASE,
)
"""Each sentence of a known pattern contains one of these words."""


def _of_line(line: str, words: Vocabulary) -> list[str]:
    """Return the sentences of a line as separate lines, orders in the notation; the line itself if it has no order."""
    made: list[str] = []
    orders: set[int] = set()  # an empty line after each separates the next sentence from it
    for sentence in _sentences(line, words):
        template, values = _with_names_taken(_BLANK.sub("", sentence.strip(_ENDS)), words)
        is_behind = len(made) - 1 in orders
        if found := _orders(template, values, words):
            orders |= {len(made) + at for at in range(len(found))}
            made += found
        elif is_behind and (help_ := _help(template, values, made[-1], words)):
            made[-1] += help_
        else:
            made.append(sentence)
    return [row for at, one in enumerate(made) for row in ((one, "") if at in orders else (one,))] if orders else [line]


def _sentences(line: str, words: Vocabulary) -> list[str]:
    """Return the sentences of a line; in a Japanese line an ASCII full stop ends no sentence, as names contain some."""
    return split_sentences(line, words) if max(line) < _JAPANESE else [one for one in _SENTENCE.split(line) if one]


def _with_names_taken(sentence: str, words: Vocabulary) -> tuple[str, list[str]]:
    """Return a sentence with a numbered placeholder (``<0>``) for each name, and the ids that the names mean."""
    template, values, at = "", list[str](), 0
    while at < len(sentence[:_MOST]):
        ends: Sequence[int] = range(min(len(sentence), at + _WIDEST), at, -1)
        is_first = not _IN_WORD.search(sentence[max(at - 1, 0) : at + 1])
        ends = [end for end in ends if not _IN_WORD.search(sentence[end - 1 : end + 1])] if is_first else []
        named = ((_value(sentence[at:end], words), end) for end in ends if not _DONE.match(sentence, end))
        value, end = next((one for one in named if one[0]), ("", at + 1))
        template += f"<{len(values)}>" if value else sentence[at]
        values += [value] if value else []
        at = end
    return template + sentence[at:], values


def _value(name: str, words: Vocabulary) -> str:
    """Return the only id with this alias or name, or with a name that begins so; otherwise ""."""
    is_name = name[-1:].isalnum() and name[:1].isalnum() and (len(name) > 1 or not name.isascii())
    meant = words.values.matches(name) if is_name else []
    return aliases_to_ids(words).get(name) or (meant[0] if len(meant) == 1 else "")


def _orders(template: str, values: Sequence[str], words: Vocabulary, most: int = _MOST_JOINED) -> list[str]:
    """Return the order of a sentence, or the orders of its joined parts (up to `most`); [] if a part is no order.

    `template` is the sentence with placeholders, `values` are the ids of its names.
    """
    if order := _order(template, values, words):
        return [order]
    for joint in _JOINTS.finditer(template) if most > 1 else ():
        first = _order(template[: joint.start()], values, words)
        if first and (others := _orders(template[joint.end() :], values, words, most - 1)):
            return [first, *others]
    return []


def _order(template: str, values: Sequence[str], words: Vocabulary) -> str:
    """Return the order of a sentence in the notation; "" if no pattern fits or the order cannot have a named thing."""
    said = replace_verb_ending(template) if max(template, default="") >= _JAPANESE else template.rstrip(_ENDS)
    if _AS_PLANNED.fullmatch(said) and words.grammar.templates(_PLANNED):
        return display_verb(_PLANNED)
    for verb, shape in _ORDERS:
        if (found := shape.fullmatch(said)) is not None and words.grammar.templates(verb):
            groups = {name: _values(group, values) for name, group in found.groupdict().items() if group}
            targets = "targets" if "targets" in words.grammar.arguments(verb) else "target"
            supports = groups.get("help", []) + groups.get("more", [])
            given = {"ship": groups.get("ship"), targets: groups["targets"], "supports": supports}
            given["boarding"] = groups.get("boarding")
            rest = {name: some for name, some in given.items() if some}
            if _can_be_said(verb, {"card": groups["card"], **rest}, words):
                return " ".join([verb, *groups["card"], *_arguments(rest)])
    return ""


def _help(template: str, values: Sequence[str], order: str, words: Vocabulary) -> str:
    """Return the argument, such as `` supports=wolf``, that a sentence adds to the order before it; otherwise "".

    `order` is the order before it, `template` the sentence with placeholders, `values` are the ids of its names.
    """
    found = _MORE_HELP.fullmatch(replace_verb_ending(template))
    rest = {"supports": _values(found["help"] or found["more"], values)} if found and "supports=" not in order else {}
    return " " + " ".join(_arguments(rest)) if rest and _can_be_said(order.split()[0], rest, words) else ""


def _arguments(given: dict[str, list[str]]) -> list[str]:
    return [f"{name}={','.join(values)}" for name, values in given.items()]


def _values(group: str, values: Sequence[str]) -> list[str]:
    return [values[int(number)] for number in re.findall(r"\d+", group)]


def _can_be_said(verb: str, given: dict[str, list[str]], words: Vocabulary) -> bool:
    """Return True if each argument in `given` of an order with this verb can have all of its values there."""
    return all({*some} <= {*words.grammar.candidates(verb, name)} for name, some in given.items())
