"""Texts in brackets in a line: each is a part of the order, a reason to refuse the line, or decoration to drop.

``(via Galita)``, （ガリタ経由）, ``[with Reflag]`` are read with the order. A line is refused if a text in brackets
may concern the order but cannot be read. Only courtesies, moods and marks of mail programs are dropped:
``(I hope)``, （笑）.
"""

import re
from collections.abc import Iterator

from games.kernel.errors import Problem
from games.kernel.text import Text
from games.order_text.dictionary import normalize_spelling
from games.order_text.japanese_sentences import is_courteous_phrase
from games.order_text.ordinary_words import is_ordinary
from games.order_text.tokens import is_too_long
from games.order_text.vocabulary import Vocabulary

MOST_GROUPS = 4
"""The maximum number of texts in brackets in a line; in a line with more, none of them is read."""
_OPENS, _CLOSES = "([{（［｛【〔〖", ")]}）］｝】〕〗"
_GROUP = re.compile(rf"[{re.escape(_OPENS)}]([^{re.escape(_OPENS + _CLOSES)}]*)[{re.escape(_CLOSES)}]")
_SMILEY = re.compile(r"(?:[:;=8]['^o-]?[)(\]|]+|\(?\^[_.o-]?\^;?\)?|m\(_ ?_\)m)")
_ENDS = " \u3000\t.,;:!?…~。、！？"
_BEHIND_STOP = re.compile(rf"[.。!！]\s*(?=[{re.escape(_OPENS)}])")
_WITH = re.compile(r"(?:via|through|by way of|with|using)\s+\S", re.IGNORECASE)
"""The beginning of a text in brackets that belongs to the order before it."""
_BY_JAPANESE = re.compile(
    r"(?P<what>[^、。はがをにへ]+?)"
    r"(?P<by>を?経由(?:して|で|する|します)?|(?:の?カード)?(?:で|を(?:使用|使って|使う|使います|用いて)(?:する|して|します)?))"
)
"""A Japanese phrase that names the places on the way, or the tool."""
_TOPIC = re.compile(r"[^はがを]+?[はが](?=.)")
_NO_LETTERS = re.compile(r"[\W_]*")
_JAPANESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")
_MAIL = re.compile(
    r"(?:image|cid|inline|logo|external|ext|attachment|photo|picture)\b.*|sent (?:from|via|with) .*|c|r|tm|sic|"
    r".{0,12}(?:から送信|より送信|添付|省略)",
    re.IGNORECASE,
)
"""Texts that mail programs add, such as "image001" or "sent from my phone"."""
_MOOD = re.compile(
    r"[笑爆汗泣涙苦喜怒祈願嬉照w]{1,4}|念のため|以上|命令|行動|指示|オーダー|返信|回答|ご参考(?:まで)?|参考(?:まで)?"
    r"|[^0-9ァ-ヺ]{0,14}(?:といいな|といいですが?|といいですね|ますように|(?:祈|願)(?:る|ります|って(?:い)?ます)"
    r"|嬉しい(?:です)?"
    r"|楽しみ(?:です|にしています)?|初めて(?:です)?|ごめんなさい|すみません|遅く?なりました)"
)
_SAYS_HOW_JAPANESE = re.compile("経由|ない|ません|以外|除|だけ|のみ|なら|もし|低速|高速|全速|夜|昼|先|後|次|まで|から")
_COURTESY = re.compile(
    r"(?:i|we|just|so|well|let'?s)? ?(?:really |do |just )?(?:hope|hoping|wish me|guess|think|trust|sorry|apologies"
    r"|pardon|thanks?|thank you|thx|ty|cheers|good luck|fingers crossed|please|pls|lol|rofl|haha\w*|hehe\w*|phew|oops"
    r"|ugh|yay"
    r"|h[ou]r+ay|finally|at last|of course|as usual|as always|no (?:problem|worries|rush|hurry)|to be honest|by the way"
    r"|btw|fyi|imho|imo|sigh|argh|wow|my (?:first|favou?rite|best)|what (?:fun|a)|nice|great|fun)\b",
    re.IGNORECASE,
)
_SAYS_HOW = frozenset(
    """
    via through without using not never nor only except excluding instead unless if until till when while but rather
    both slow slowly fast full half speed flank ahead astern port starboard left right north south east west day night
    dawn dusk noon morning evening first second third last twice once again together alone separately nobody none later
    tomorrow next maybe perhaps possibly possible probably otherwise provided permitting assuming long short range close
    stay stays hold holds wait waits primary secondary secondaries tertiary main battery batteries gun guns salvo
    torpedo torpedoes shell shells
    """.split()  # noqa: SIM905
)
"""Words that limit an order, or give its manner or time."""
_LEADS_ON = frozenset(
    """
    to at in on onto into from towards toward by with for off near over under against and or plus also too then all no
    others rest every each after before
    """.split()  # noqa: SIM905
)
"""Words that may come before a name in an order; a sentence with one of them is not mere talk."""
_OF_WRITER = frozenset({"i", "i'm", "i've", "i'll", "my", "me", "you", "your", "you're"})
"""Words of a sentence about the writer or the reader: such a sentence is talk and no order."""
_LEAST_OF_NAME = 3
IN_BRACKETS = Problem(
    "",
    "notation",
    Text(
        "What stands in brackets may say something of an order, and it could not be read. Write it without brackets, "
        "as a part of the order, or leave it out.",
        "括弧の中が命令の一部かもしれませんが、読めませんでした。括弧を使わず命令の文に入れて書くか、削除してください。",
    ),
)
"""The problem of a line with a text in brackets that cannot be read."""


def says_something(said: str, words: Vocabulary) -> bool:
    """Return True if a line contains a text in brackets that may concern an order.

    That is the case if the whole line is in brackets and is no decoration, or if a text in brackets contains a name of
    the form. Brackets within a name do not count: ``Hood (BC)``.
    """
    bare = _SMILEY.sub("", said).strip(_ENDS)
    if not bare or '"' in bare:
        return False
    opens, closes = bare[0] in _OPENS, bare[-1] in _CLOSES
    has_opened, has_closed = any(one in bare for one in _OPENS), any(one in bare for one in _CLOSES)
    if (opens and (closes or not has_closed)) or (closes and not has_opened):
        return not is_decoration(bare.strip(_OPENS + _CLOSES + _ENDS), words)
    groups = (found[1].strip() for found in _GROUP.finditer(bare))
    return any(_names_something(one, words) for one in groups if normalize_spelling(one) not in words.explanations)


def is_decoration(said: str, words: Vocabulary) -> bool:
    """Return True if a text in brackets has no meaning for an order: a courtesy, a mood, a mark of a mail program.

    `said` is the text with or without its brackets.
    """
    said = _SMILEY.sub("", said).strip(_ENDS + _OPENS + _CLOSES)
    if _NO_LETTERS.fullmatch(said):
        return True
    if _names_something(said, words):
        return False
    if _MAIL.fullmatch(said) or is_courteous_phrase(said, is_greeted=False):
        return True
    if _JAPANESE.search(said):
        return _MOOD.fullmatch(said) is not None and not _SAYS_HOW_JAPANESE.search(said)
    tokens = [token.strip(_ENDS + "'\"").casefold() for token in said.split()]
    if any(token in _SAYS_HOW or any(map(str.isdigit, token)) for token in tokens):
        return False
    if _COURTESY.match(said):
        return True
    is_talk = any(token in _OF_WRITER for token in tokens) and not any(token in _LEADS_ON for token in tokens)
    return is_talk and all(is_ordinary(normalize_spelling(token)) for token in tokens)


def _names_something(said: str, words: Vocabulary) -> bool:
    """Return True if a text contains a name of the form, a distinctive part of such a name, or an argument's name."""
    tokens = [token for one in said.split() if (token := one.strip(_ENDS + "'\""))]
    if any(
        words.keys.exact_match(token) or words.values.exact_match(token) for token in tokens if not is_ordinary(token)
    ):
        return True
    long = [token for token in tokens if len(token) >= _LEAST_OF_NAME and not is_ordinary(normalize_spelling(token))]
    if any(
        words.values.matches(one) or words.verbs.exact_match(one) or words.other_verbs.exact_match(one) for one in long
    ):
        return True
    return _JAPANESE.search(said) is not None and words.holds_part(said)


def read_along(row: str, words: Vocabulary) -> Iterator[str]:
    """Yield at most one other version of a row: the texts in brackets are part of the order, decoration is removed.

    ``Sail Hood to Bone (via Galita) (I hope)`` becomes ``Sail Hood to Bone via Galita``. A text that cannot become part
    of the order keeps its brackets. Yield nothing if there are no brackets, or if a Japanese text must be inserted
    after the topic of the row (は, が) and the row has no topic.
    """
    if '"' in row or is_too_long(row) or not 0 < len(_GROUP.findall(row)) <= MOST_GROUPS:
        return
    joined = _BEHIND_STOP.sub(" " if row.isascii() else "", row)
    added: list[str] = []

    def bare(found: re.Match[str]) -> str:
        said = found[1].strip()
        if is_decoration(said, words):
            return " " if row.isascii() else ""
        if _WITH.match(said):
            return f" {said} "
        if by := _BY_JAPANESE.fullmatch(said.strip(_ENDS)):
            added.append(f"{by['what']}{'経由で' if '経由' in by['by'] else 'で'}")
            return ""
        return found[0]

    said = " ".join(_GROUP.sub(bare, joined).split())
    topic = _TOPIC.match(said) if added else None
    if added and topic is None:
        return
    said = f"{said[: topic.end()]}{''.join(added)}{said[topic.end() :]}" if topic else said
    if said != row:
        yield said.replace(" .", ".").replace(" ,", ",")
