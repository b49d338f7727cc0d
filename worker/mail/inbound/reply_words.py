"""Recognize the words that answer an invitation or a reserve call, and the word that starts a game."""

import re
from collections.abc import Mapping
from unicodedata import normalize

from worker.mail.inbound.mail_parser import ParsedMail

ACCEPT, DECLINE, WITHDRAW, START = "accept", "decline", "withdraw", "start"

_WORDS = {
    ACCEPT: (
        *("accept", "i accept", "yes", "yes please", "yes, please", "accepted", "ok"),
        *("受諾", "承諾", "引き受けます", "引き受ける", "はい", "参加", "参加します"),
    ),
    DECLINE: (
        *("decline", "i decline", "no", "no thanks", "no, thanks", "no thank you", "no, thank you", "declined"),
        *("辞退", "辞退します", "断ります", "いいえ", "不参加", "参加しません"),
    ),
    WITHDRAW: ("withdraw", "i withdraw", "補欠 取消", "補欠取消", "補欠をやめます"),
}
_ANSWERS = {word: name for name, words in _WORDS.items() for word in words}
_START_WORDS = dict.fromkeys(
    (
        *("start", "start it", "start now", "start game", "start the game", "begin", "begin the game"),
        *("開始", "開始する", "開始します", "はじめる", "始める", "はじめます", "始めます", "スタート", "ゲーム開始"),
    ),
    START,
)
_END = re.compile(r"[.!。！]{1,3}$")
_PHRASES = {
    ACCEPT: frozenset(
        {
            *("sure", "of course", "gladly", "with pleasure", "absolutely", "definitely", "certainly", "okay", "yep"),
            *("i'd love to", "i would love to", "i'd like to", "i would like to", "love to", "i'd be happy to"),
            *("i would be happy to", "i am happy to", "i'm happy to", "happy to", "count me in", "i'm in", "i am in"),
            *("i'll play", "i will play", "i'll join", "i will join", "i'll take it", "i'll take the seat"),
            *("i gladly accept", "i happily accept", "i accept your invitation", "i accept the invitation"),
            *("i'd love to play", "i would love to play", "i'd love to join", "i would love to join", "let's play"),
        }
    ),
    DECLINE: frozenset(
        {
            *("i can't", "i cannot", "i can not", "sorry i can't", "count me out", "not this time", "no way", "nope"),
            *("i have to decline", "i must decline", "i have to pass", "i must pass", "i'd rather not", "i am out"),
            *("i would rather not", "i'm afraid i can't", "i am afraid i can't", "i'm out", "i don't want to"),
            *("i have no time", "maybe next time", "maybe another time", "another time"),
        }
    ),
}
_COURTESIES = frozenset(
    {
        *("thanks", "thank you", "many thanks", "thanks a lot", "thank you very much", "please", "great", "sorry"),
        *("hi", "hello", "cheers", "oh", "well", "wonderful", "nice", "cool", "perfect", "excellent"),
        *("thanks for the invitation", "thank you for the invitation", "thanks for inviting me"),
        *("thank you for inviting me", "thanks for asking", "thank you for asking"),
    }
)
_JAPANESE = {
    ACCEPT: re.compile(
        r"(?:(?:はい|喜んで|よろこんで|ぜひ|是非|謹んで|もちろん|それでは|では)[、,]?)*"
        r"(?:(?:この|ご)?(?:招待|お誘い|席|お席|件)(?:を|は|に)[、,]?)?"
        r"(?:(?:お?引き?受け|お受け|受諾|承諾|参加)(?:(?:いた|致)?します|(?:さ)?せて(?:いただき|頂き)ます|(?:いた|致)しました)"
        r"|承り(?:ます|ました)|承知(?:いた|致)?しました|やります|やらせて(?:いただき|頂き)ます|もちろんです)"
    ),
    DECLINE: re.compile(
        r"(?:(?:残念ながら|残念ですが|申し訳(?:ありません|ございません)(?:が)?|すみません(?:が)?|今回は|せっかくですが|折角ですが)[、,]?)*"
        r"(?:(?:この|ご)?(?:招待|お誘い|席|お席|件)(?:を|は)[、,]?)?"
        r"(?:(?:辞退|遠慮|ご遠慮|ご辞退|お断り)(?:(?:いた|致)?します|させて(?:いただき|頂き)ます)"
        r"|(?:見送り|見送らせて(?:いただき|頂き))ます|参加(?:は)?(?:でき|致し|いたし|し)ません|参加できかねます)"
    ),
}
_SENTENCES = re.compile(r"(?<=[.!?。！？])\s*")
_LIMITS = re.compile(
    r"^(?:but|however|though|only|unless|if|provided|except)\b|^(?:ただ|しかし|でも|もし|ですが|とはいえ)",
    re.IGNORECASE,
)
"""The beginnings of sentences that may withdraw or limit an acceptance or refusal."""


def read_answer_words(read: ParsedMail) -> frozenset[str]:
    """Return the answers of a message: `ACCEPT`, `DECLINE`, `WITHDRAW`.

    Each word must be on a separate line. Whole sentences that only accept or decline count too.
    """
    found = _on_own_lines(read, _ANSWERS)
    sentences = [one.strip() for line in read.raw_lines for one in _SENTENCES.split(line) if one.strip()]
    if any(map(_LIMITS.search, sentences)):
        return found
    return found | {name for one in sentences if (name := _said_politely(one))}


def _said_politely(sentence: str) -> str:
    """Return the answer of a sentence that, besides courtesies, only accepts or only declines; else ""."""
    said = _plain(sentence).replace("’", "'")
    japanese = next((name for name, pattern in _JAPANESE.items() if pattern.fullmatch(said)), "")
    if japanese or said.endswith(("?", "？")):
        return japanese
    phrases = {phrase for one in said.split(",") if (phrase := one.strip())} - _COURTESIES
    found = {_ANSWERS.get(one) or next((name for name, all_ in _PHRASES.items() if one in all_), "") for one in phrases}
    return found.pop() if len(found) == 1 else ""


def read_start_words(read: ParsedMail) -> frozenset[str]:
    """Return `START` if its word is on a separate line."""
    return _on_own_lines(read, _START_WORDS)


def _on_own_lines(read: ParsedMail, words: Mapping[str, str]) -> frozenset[str]:
    """Return the meanings (values of `words`) of the lines that consist of one of these words."""
    return frozenset(words[word] for line in read.raw_lines if (word := _plain(line)) in words)


def _plain(line: str) -> str:
    """Return a line normalized for comparison: in lower case and normal width, without final punctuation."""
    return " ".join(_END.sub("", normalize("NFKC", line).strip()).split()).casefold()
