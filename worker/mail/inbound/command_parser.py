"""Recognize commands in an e-mail beside its orders: a word or two on a separate line, in English or Japanese."""

import re
from collections.abc import Callable, Collection, Sequence
from datetime import date
from typing import Any, NamedTuple

from games.kernel.forms import Form
from games.order_text import strip_tail
from games.orders.order_set import Orders
from worker.mail.inbound.cancel_phrases import CANCEL, is_cancel

READY, NOT_READY, RESIGN, VACATION, STANDING, NOTE = "ready", "not_ready", "resign", "vacation", "standing", "note"
DIGEST, QUIET, VOLUNTEER, ARRIVES, WATCH, UNWATCH = "digest", "quiet", "volunteer", "arrives", "watch", "unwatch"
ASK, ASK_HOST, ASK_STAFF = "ask", "ask host", "ask staff"
ASKING_COMMANDS = frozenset({ASK, ASK_HOST, ASK_STAFF})
"""Commands that pass a question to the umpire, host or staff."""
SHOW, BOARD, HISTORY, HELP, AGAIN = "show", "board", "history", "help", "again"
HELP_WITH, ODDS, WHAT_IF, UNDO, HINT = "help with", "odds", "what if", "undo", "hint"
ENQUIRIES = frozenset({HELP_WITH, ODDS, WHAT_IF, HINT})
"""Commands that ask the server something about the game, most of them with an argument."""
QUERY_COMMANDS = frozenset({SHOW, BOARD, HISTORY, HELP, AGAIN})
"""Commands that request information in the reply; they change nothing."""

_ALONE = {
    READY: ("ready", "i am ready", "準備完了", "準備完了です", "準備完了しました", "完了", "確定", "確定します"),
    NOT_READY: ("not ready", "unready", "not yet", "準備未完了", "未完了", "保留"),
    SHOW: ("show", "show orders", "表示", "質問"),
    BOARD: ("board", "show board", "map", "盤面", "盤", "地図"),
    HISTORY: ("history", "show history", "log", "履歴", "経過"),
    HELP: ("help", "?", "ヘルプ", "使い方"),
    UNDO: (
        *("undo", "undo last", "undo it", "undo that", "undo my last", "undo my answer", "undo my orders"),
        *("元に戻す", "元に戻して", "元に戻してください", "回答を取り下げる", "回答を取り下げます"),
    ),
    AGAIN: ("again", "resend", "send again", "再送", "もう一度"),
    HINT: ("hint", "a hint", "hint please", "ask for a hint", "ヒント", "ヒントをください"),
    RESIGN: ("resign", "辞任"),
    STANDING: ("standing", "standing orders", "予約命令"),
    WATCH: ("letters all", "all letters", "手紙 すべて", "手紙はすべて", "すべての手紙"),
    UNWATCH: ("letters few", "few letters", "手紙 最後だけ", "手紙は最後だけ"),
    ARRIVES: (
        "letters arrive",
        "letters arrive again",
        "my letters arrive",
        "letters are arriving",
        "mail arrives",
        "it works again",
        "手紙は届く",
        "手紙が届く",
        "手紙は届きます",
        "手紙が届きます",
        "手紙は届いています",
        "メールは届く",
        "メールが届く",
        "メールは届きます",
        "メールが届きます",
        "復旧しました",
    ),
}
_WITH_MORE = {
    RESIGN: ("resign", "辞任"),
    VACATION: ("vacation", "holiday", "away", "休暇", "不在"),
    STANDING: ("standing", "standing order", "予約命令", "予約"),
    NOTE: ("note", "メモ"),
    DIGEST: ("digest", "まとめ", "まとめて"),
    VOLUNTEER: ("volunteer", "volunteer for", "補欠"),
    QUIET: ("quiet", "quiet hours", "静かな時間", "受信停止"),
    HELP_WITH: ("help", "explain", "ヘルプ", "説明"),
    ODDS: ("odds", "chances", "確率", "勝率"),
    WHAT_IF: ("what if", "whatif", "preview", "試算", "もし"),
    ASK: (
        *("ask", "ask umpire", "ask the umpire", "umpire", "question", "question for the umpire", "frage"),
        *("質問", "審判に質問", "審判へ"),
    ),
    ASK_HOST: ("ask host", "ask the host", "主催者に質問", "主催者へ"),
    ASK_STAFF: ("ask staff", "ask the staff", "スタッフに質問", "スタッフへ"),
}
_NO_QUESTION = re.compile(r"(?:at|me|us|first|before|again|mark)\b", re.IGNORECASE)
"""Words after "ask" in sentences that do not pass on a question, such as "ask me first"."""
_WORDS = {word: name for name, words in _ALONE.items() for word in words}
_HEADS = sorted(((word, name) for name, words in _WITH_MORE.items() for word in words), key=lambda one: -len(one[0]))
_STARTS = tuple(head + end for head, _ in _HEADS for end in " :")
_END = re.compile(r"[.!。！]{1,3}$")
_LAST_SENTENCE = re.compile(r"(?P<orders>.*(?:[.!] |[。！]))\s*(?P<last>[^.!。！]{1,20}[.!。！]{0,3})$")
_DATE = r"(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?"
_SPELL = re.compile(rf"{_DATE} ?(?:\.\.|…|-|~|〜|to|until|bis|から|まで)? ?(?:{_DATE})?(?:まで)?", re.IGNORECASE)
_NO_VACATION = frozenset({"none", "off", "no", "cancel", "なし", "取消"})


_WITH_BOT = re.compile(
    r"[ ,、，]*(?:(?:and|with|plus) )?(?:an? )?(?:bot|ボット|代役)(?:あり|付き)?[.!。！]*$", re.IGNORECASE
)


class Command(NamedTuple):
    """A command with its argument, and the line as the player wrote it."""

    name: str
    argument: str
    written: str


_NOTHING = Command("", "", "")


def reserved_words(form: Form[Any] | None) -> frozenset[str]:
    """Return the command words that the form uses in its own answers; a reply to the form's question may mean these."""
    if form is None:
        return frozenset()
    verbs = form.templates_by_verb if isinstance(form, Orders) else ()
    return frozenset({*form.values(), *(verb.replace("_", " ") for verb in verbs)})


def split_commands(
    lines: Sequence[str],
    raw_lines: Sequence[str],
    reserved: Collection[str] = (),
    is_order: Callable[[str], bool] = lambda line: False,
) -> tuple[list[Command], list[str]]:
    """Return the commands among the lines, and the other lines.

    `lines` are normalized, `raw_lines` the same lines as the player wrote them. A word in `reserved` without an
    argument is no command, and a line for which `is_order` returns True is no question to the umpire. After a line with
    `what if` alone, all orders are only tried.
    """
    commands: list[Command] = []
    rest: list[str] = []
    is_trial = False
    for number, (line, written) in enumerate(zip(lines, raw_lines, strict=True)):
        if not is_trial and _is_trial_heading(line, reserved) and any(map(str.strip, lines[number + 1 :])):
            is_trial = True
            continue
        found = _command(line, written, reserved)
        if found is None and is_trial:
            commands += [Command(WHAT_IF, line.strip(), written)] if line.strip() else []
            continue
        if found is not None and not (found.name in ASKING_COMMANDS and is_order(line)):
            commands.append(found)
            continue
        orders, last = _apart(line, reserved)
        rest.append(orders)
        commands += [last] if last is not None else []
    return commands, rest


def _is_trial_heading(line: str, taken: Collection[str]) -> bool:
    """Return True if a line says only `what if`."""
    words = " ".join(line.strip(" :：?…").split()).casefold()
    return words in _WITH_MORE[WHAT_IF] and words not in taken


def separate_paragraphs(lines: Sequence[str], paragraph_starts: Collection[int]) -> list[str]:
    """Return the lines with an empty line before each line whose number is in `paragraph_starts`."""
    return [one for number, line in enumerate(lines) for one in (("", line) if number in paragraph_starts else (line,))]


def _apart(line: str, taken: Collection[str]) -> tuple[str, Command | None]:
    """Return a line's orders, and the command in its last sentence if that says whether the orders are ready.

    `taken` are the form's own words, which are no commands.
    """
    found = _LAST_SENTENCE.match(line)
    last = _command(found["last"], found["last"], taken) if found is not None and '"' not in line else None
    if found is None or last is None or last.name not in (READY, NOT_READY):
        return line, None
    return found["orders"].rstrip(), last


def without_address_works(lines: Sequence[str], raw_lines: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return `lines` and `raw_lines` without lines that say that the player's address works."""
    kept = [both for both in zip(lines, raw_lines, strict=True) if (_command(*both, ()) or _NOTHING).name != ARRIVES]
    return [line for line, _ in kept], [written for _, written in kept]


def _command(line: str, written: str, taken: Collection[str]) -> Command | None:
    words = " ".join(_END.sub("", strip_tail(line.strip())).split())
    plain = words.casefold()
    if plain in _WORDS and plain not in taken:
        return Command(_WORDS[plain], "", written)
    if is_cancel(plain) and plain not in taken:
        return Command(CANCEL, "", written)
    if plain in _WITH_MORE[ODDS] and plain not in taken:
        return Command(ODDS, "", written)
    if not plain.startswith(_STARTS):
        return None
    for head, name in _HEADS:
        if plain.startswith((f"{head} ", f"{head}:")) and head not in taken:
            said = line.strip()[len(head) :].lstrip(": ").strip()
            return None if name in ASKING_COMMANDS and _NO_QUESTION.match(said) else Command(name, said, written)
    return None


def keep_last_vacation(commands: Sequence[Command]) -> list[Command]:
    """Return the commands with only the last of the vacations, because it overrides the others."""
    spells = [
        at for at, one in enumerate(commands) if one.name == VACATION and read_vacation_days(one.argument) is not None
    ]
    return [one for at, one in enumerate(commands) if at not in spells[:-1]]


_HOUR = r"(\d{1,2})[:時](\d{2})?分?"
_DAILY = re.compile(rf"(?:daily|every day|毎日)?(?: at)? ?{_HOUR}", re.IGNORECASE)
_BETWEEN = re.compile(rf"(?:from )?{_HOUR} ?(?:\.\.|…|-|~|〜|to|until|bis|から) ?{_HOUR}(?:まで)?", re.IGNORECASE)
_AT_ONCE = frozenset({"off", "none", "no", "at once", "cancel", "なし", "すぐ", "取消"})
_HOURLY = frozenset({"hourly", "every hour", "毎時", "1時間ごと"})


def read_digest(text: str) -> tuple[str, str] | None:
    """Return the digest setting in a text, and the time of day of a daily digest ("07:00", else "").

    The setting is "" (each e-mail at once), "hourly" or "daily". None without a setting in the text.
    """
    said = " ".join(text[:100].split()).casefold()
    if said in _AT_ONCE or said in _HOURLY:
        return ("hourly" if said in _HOURLY else ""), ""
    found = _DAILY.fullmatch(said)
    return ("daily", _hour(*found.groups())) if found else None


def read_quiet(text: str) -> tuple[str, str] | None:
    """Return the beginning and end of the quiet hours in a text, such as "22:00".

    Both are "" if the text says that there shall be no quiet hours. None if the text is not understood.
    """
    said = " ".join(text[:100].split()).casefold()
    if said in _AT_ONCE:
        return "", ""
    found = _BETWEEN.fullmatch(said)
    return (_hour(*found.groups()[:2]), _hour(*found.groups()[2:])) if found else None


def _hour(hour: str, minute: str | None) -> str:
    return f"{int(hour):02}:{minute or '00'}"


_NO_MORE = re.compile(r"(?:off|no|none|cancel|なし|取消)[:： ]+", re.IGNORECASE)


def read_volunteer(text: str) -> tuple[str, bool]:
    """Return the name or id of a game, and False if the player volunteers as its reserve, True if the player stops."""
    said = " ".join(text[:200].split())
    found = _NO_MORE.match(said)
    return (said[found.end() :] if found else said).strip(' "“”「」'), found is not None


def requests_stand_in(text: str) -> bool:
    """Return True if the text of a vacation command asks for a stand-in bot."""
    return bool(_WITH_BOT.search(text[:100].strip()))


_ONCE = r"(?:(?:just|only) )?once|一度だけ|一回だけ|1回だけ"
_AT_DEADLINE = r"(?:only )?(?:at the deadline|when time is up)|(?:期限|時間切れ)(?:時|のとき)(?:のみ|だけ|に)?"
_TERM = re.compile(
    rf"(?:and )?(?:(?P<lasts>{_ONCE})|(?P<applies>{_AT_DEADLINE}))(?=$|[\s,、:：])[\s,、:：]*", re.IGNORECASE
)


def read_order_terms(text: str) -> tuple[dict[str, str], str]:
    """Return the terms at the beginning of a standing order, and the text after them.

    The terms are the fields `lasts` and `applies` of `games.persistence.standing_orders.OrderSpec`, as far as the text
    has them.
    """
    said: dict[str, str] = {}
    while found := _TERM.match(text):
        said |= {"lasts": "once"} if found["lasts"] else {"applies": "deadline"}
        text = text[found.end() :]
    return said, text


def read_vacation_days(text: str) -> tuple[date | None, date | None] | None:
    """Return the first and last day of a vacation, (None, None) for no vacation; None for invalid days."""
    days = _WITH_BOT.sub("", " ".join(text[:100].split()))
    if days.casefold() in _NO_VACATION:
        return None, None
    found = _SPELL.fullmatch(days)
    if found is None:
        return None
    numbers = [int(one) if one else 0 for one in found.groups()]
    try:
        first = date(*numbers[:3])
        return first, date(*numbers[3:]) if found[4] else first
    except ValueError:
        return None
