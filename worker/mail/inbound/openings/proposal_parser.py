"""Parse a request for a game into an `OpeningPlan`: title and scenario first, then seats and options in any order.

A *key* is a word before a separator such as ``:`` or ``=``. It says what the words after the separator are, as in
"hours: 48".
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from msgspec.structs import replace

from games.kernel.bot_levels import describe_level
from games.kernel.errors import Malformed
from games.kernel.scenarios import Scenario
from games.kernel.text import Text, join_texts
from games.kernel.title import Title
from games.selectors.word_matching import find_by_name, normalize_name
from games.services.openings import BOT, INVITED, ME, OPEN, OpeningPlan, assign_seats
from worker.mail.inbound.openings.name_lookup import (
    find_one_by_name,
    language_names,
    list_titles,
    names_in,
    option_names,
    option_value_type,
    parse_option_value,
    refuse_word,
    scenario_names,
    seat_names,
    title_names,
)

TITLE, SCENARIO, SIDE, AGAINST, NAME, HOURS, WHO = "title", "scenario", "side", "against", "name", "hours", "visibility"
LANGUAGE, PERSONAL_LINE, HINTS = "language", "personal line", "hints"
_KEYS = {
    TITLE: ("title", "タイトル"),
    SCENARIO: ("scenario", "battle", "mission", "operation", "シナリオ", "作戦"),
    SIDE: ("side", "seat", "as", "playing", "i play", "側", "席", "陣営", "自分"),
    AGAINST: (
        *("against", "versus", "vs", "with", "opponent", "opponents", "invite", "inviting", "players"),
        *("相手", "対戦相手", "招待", "対"),
    ),
    NAME: ("name", "named", "called", "call it", "名前", "ゲーム名"),
    HOURS: ("hours", "deadline", "time", "期限", "時間"),
    WHO: ("visibility", "visible", "公開", "公開範囲"),
    HINTS: ("hints", "hint", "ヒント"),
    LANGUAGE: ("language", "invitation language", "言語", "招待状の言語"),
    PERSONAL_LINE: ("personal line", "greeting", "message", "一言", "ひとこと", "挨拶"),
}
_PHRASE = re.compile(
    r"(?:^|(?<=[ ,、]))(as|playing|against|versus|vs|with|inviting|named|called|call it|対)\.? +", re.IGNORECASE
)
_SEPARATOR = re.compile(r"[ ]*[=:][ ]*")
_SENTENCE_END = re.compile(r"[.!?。！？](?:\s|$)")
_PLEASE = re.compile(
    r"[ ,]+(?:please|thanks|thank you)$|(?:で|を)?お願い(?:します|いたします|致します)?[。！]?$"
    r"|に(?:してください|します)[。！]?$",
    re.IGNORECASE,
)
_COMMA = re.compile(r"\s*(?:[,、;，]|\band\b|&)\s*", re.IGNORECASE)
_HOURS = re.compile(r"(?:(\d{1,6}) ?(h|hours?|時間)?|(\d{1,4}) ?(d|days?|日))", re.IGNORECASE)
_NO_HOURS = frozenset(map(normalize_name, ("none", "no", "off", "なし", "無期限")))
_SEEN = {
    "public": ("public", "everybody", "公開"),
    "unlisted": ("unlisted", "限定", "限定公開"),
    "private": ("private", "非公開"),
}
_SWITCH = {
    True: frozenset(map(normalize_name, ("yes", "on", "allowed", "true", "はい", "あり", "可"))),
    False: frozenset(map(normalize_name, ("no", "off", "none", "false", "いいえ", "なし", "不可"))),
}
_ME = frozenset(map(normalize_name, ("me", "myself", "i", "私", "自分")))
_NOBODY = frozenset(map(normalize_name, ("none", "nobody", "no seat", "なし", "席なし")))
_OPEN = frozenset(map(normalize_name, ("anyone", "anybody", "open", "free", "whoever", "誰でも", "空席", "募集")))
_INVITED = frozenset(map(normalize_name, ("invited", "by invitation", "later", "招待制", "後で")))
_BOTS = frozenset(
    map(
        normalize_name,
        (
            "bot",
            "bots",
            "a bot",
            "the bot",
            "computer",
            "the computer",
            "a computer",
            "ai",
            "the ai",
            "ボット",
            "コンピュータ",
            "コンピューター",
        ),
    )
)
_GAME = frozenset(map(normalize_name, ("game", "games", "match", "ゲーム")))
"""Words after a title's name, such as "game", that do not name its scenario."""
_WITHOUT = re.compile(r"(?:no|without) +|", re.IGNORECASE)
_MOST_WORDS = 5
"""The maximum number of words of a key."""
_POSSIBLE = Text(
    "This is nothing that a new game has. Write the name of a scenario (“games” lists all), side, against, hours, "
    "name, visibility, hints, language, greeting, a seat, or an option: ",
    "新しいゲームの項目ではありません。シナリオ名（「一覧」で全部が届きます）、席、相手、期限、名前、公開範囲、ヒント、言語、一言、"
    "各席、次のオプションです：",
)
_NO_EFFECT = Text(
    "The option “{option}” has no effect in the scenario “{scenario}”.",
    "オプション「{option}」は、シナリオ「{scenario}」では効果がありません。",
)
_NO_TITLE = Text("No title and no scenario is called so.", "その名前のタイトルやシナリオはありません。")
_NO_SCENARIO = Text("The title has no such scenario.", "そのシナリオはありません。")
_NO_SEAT = Text("The scenario has no such seat.", "その席はありません。")
_NO_LANGUAGE = Text("There is no such language.", "その言語はありません。")
_NO_WHO = Text("A game can be seen otherwise.", "公開範囲として指定できません。")


def parse_proposal(
    lines: Sequence[str], base: OpeningPlan | None = None, ignored_names: frozenset[str] = frozenset()
) -> OpeningPlan:
    """Return the requested plan, or `base` with the changes in the lines.

    Words that are `ignored_names`, such as the writer's signature, are ignored. Raises Malformed for the first unknown
    word.
    """
    reader = _Reader(base, ignored_names)
    for number, line in enumerate(lines):
        reader.read(line, first=number == 0 and base is None)
    return reader.plan()


def find_title(word: str) -> Title[Any]:
    """Return the title with this name. Raises Malformed if there is no such title."""
    return list_titles()[find_one_by_name(word, title_names(), _NO_TITLE, [one.name for one in list_titles().values()])]


class _Reader:
    """A reader of a request, line by line; later lines override earlier ones."""

    def __init__(self, base: OpeningPlan | None, names: frozenset[str]) -> None:
        self.base, self.names = base, names
        self.title = list_titles()[base.title] if base else None
        self.scenario = base.scenario if base else ""
        self.said: list[tuple[str, str, str]] = []

    # --- word recognition

    def read(self, line: str, *, first: bool) -> None:
        """Read a line; its words before the first key name the title if the line is the `first`."""
        pairs = [*self._pairs(_PLEASE.sub("", line) if first else line)]
        for at, (key, value) in enumerate(pairs):
            if not key and first and at == 0:
                self._open(value)
            else:
                self._note(key, value)

    def _pairs(self, line: str) -> Iterator[tuple[str, str]]:
        """Yield the line's words in pairs of key and value; words before the first key have the key ""."""
        key, start = "", 0
        for sign in _SEPARATOR.finditer(line):
            if sign.start() < start:
                continue
            found = self._key_before(line[start : sign.start()])
            if not found and "=" not in sign[0]:
                continue
            said = found or line[start : sign.start()].split(" ")[-1].split(",")[-1]
            yield from self._phrases(key, line[start : sign.start()].removesuffix(said))
            key, start = said, sign.end()
            if self._key(key) == PERSONAL_LINE:
                yield key, line[start:].strip()
                return
        yield from self._phrases(key, line[start:])

    def _phrases(self, key: str, words: str) -> Iterator[tuple[str, str]]:
        """Yield `key` with the words up to a word such as “against”, then each such word with the words after it."""
        rest, *more = _PHRASE.split(f" {words.strip(' ,、;')}") if self._key(key) != NAME else [words]
        if rest.strip(" ,、;."):
            yield key, rest.strip(" ,、;.")
        for name, said in zip(more[::2], more[1::2], strict=True):
            yield name, _PLEASE.sub("", _SENTENCE_END.split(said, maxsplit=1)[0].strip(" ,、;.!?"))

    def _key_before(self, words: str) -> str:
        """Return the longest run of words at the end of `words` that is a key; "" if there is none."""
        parts = words.replace(",", ", ").split()
        for many in range(min(len(parts), _MOST_WORDS), 0, -1):
            word = " ".join(parts[-many:])
            if "," not in word and self._key(word) and word in words:
                return word
        return ""

    def _key(self, word: str) -> str:
        """Return what a key means: one of the constants, "seat" or "option"; "" if it is no key."""
        said = normalize_name(word)
        if not said:
            return ""
        known = next((key for key, names in _KEYS.items() if said in map(normalize_name, names)), "")
        if known:
            return known
        for title in [self.title] if self.title else list_titles().values():
            for scenario in title.scenarios.values():
                if any(said in map(normalize_name, names) for names in seat_names(scenario).values()):
                    return "seat"
            every = option_names(title, "")
            if any(said in map(normalize_name, names) for names in every.values()):
                return "option"
        return ""

    def _note(self, key: str, value: str) -> None:
        if not key:
            for word in filter(None, _COMMA.split(_PLEASE.sub("", value))):
                if not self._is_scenario(word):
                    self.said.append(("", word, word))
            return
        kind = self._key(key)
        if kind == TITLE:
            self.title = find_title(value)
            self.scenario = ""
        elif kind == SCENARIO:
            self.scenario = value
        else:
            self.said.append((kind or "?", key, value))

    def _is_scenario(self, word: str) -> bool:
        """Set the scenario, and return True, if the word names a scenario of the title and no option."""
        if self.title is None or find_by_name(word, option_names(self.title, "")):
            return False
        found = find_by_name(word, scenario_names(self.title))
        if len(found) == 1 and normalize_name(word) not in self.names:
            self.scenario = found[0]
        return self.scenario in found

    def _open(self, words: str) -> None:
        """Read the title and, after it, the scenario; a scenario alone implies its title."""
        parts = words.replace(",", " ").split()
        for many in range(len(parts), 0, -1):
            found = find_by_name(" ".join(parts[:many]), title_names())
            if len(found) == 1:
                self.title = list_titles()[found[0]]
                self.scenario = " ".join(one for one in parts[many:] if normalize_name(one) not in _GAME)
                return
        meant = [
            (key, one) for key, title in list_titles().items() for one in find_by_name(words, scenario_names(title))
        ]
        if len(meant) == 1:
            self.title, self.scenario = list_titles()[meant[0][0]], meant[0][1]
            return
        raise _unknown_title(words)

    # --- results

    def plan(self) -> OpeningPlan:
        """Return the plan of all lines read. Raises Malformed."""
        if self.title is None:
            raise _unknown_title("")
        scenario = self._scenario(self.title)
        kept = self.base if self.base and self.base.title == self.title.key else None
        plan = (
            replace(kept, scenario=scenario.key) if kept else OpeningPlan(title=self.title.key, scenario=scenario.key)
        )
        for kind, key, value in self.said:
            plan = self._with(plan, scenario, kind, key, value)
        _refuse_crowd(plan, scenario)
        return _with_tempo(plan, scenario)

    def _scenario(self, title: Title[Any]) -> Scenario:
        """Return the named scenario or, without a name, the first with enough seats for the named opponents."""
        if self.scenario:
            shown = [one.name for one in title.scenarios.values()]
            return title.scenarios[find_one_by_name(self.scenario, scenario_names(title), _NO_SCENARIO, shown)]
        guests = [value for kind, _, value in self.said if kind == AGAINST]
        words = [word for value in guests for word in _COMMA.split(value) if word]
        every = [*title.scenarios.values()]
        if len(words) == 1 and _who(title, words[0]).startswith(BOT):
            return every[0]  # with one seat, its player plays against the game itself
        most = max((len([*filter(None, _COMMA.split(value))]) for value in guests), default=0)
        return next((one for one in every if len(one.seats) > most), max(every, key=lambda one: len(one.seats)))

    def _with(self, plan: OpeningPlan, scenario: Scenario, kind: str, key: str, value: str) -> OpeningPlan:
        title = list_titles()[plan.title]
        if kind == SIDE:
            return replace(plan, mine=tuple(_my_seats(scenario, value)), sitting={})
        if kind == AGAINST:
            who = [_who(title, word) for word in _COMMA.split(value) if word]
            is_solitaire = len(scenario.seats) == 1 and len(who) == 1 and who[0].startswith(BOT)
            return replace(plan, against=() if is_solitaire else tuple(who), sitting={})
        if kind == HOURS:
            return replace(plan, deadline_hours=_hours(value))
        if kind == NAME:
            return replace(plan, name=value.strip(' "“”「」'))
        if kind == WHO:
            return replace(plan, visibility=_seen(value))
        if kind == LANGUAGE:
            return replace(plan, language=_language(value))
        if kind == PERSONAL_LINE:
            return replace(plan, personal_line=value)
        if kind == HINTS:
            return replace(plan, hints=_hints(value))
        if kind == "seat" and (seat := find_by_name(key, seat_names(scenario))):
            return replace(plan, sitting=plan.sitting | {seat[0]: _who(title, value)})
        return self._agreed(plan, title, key, value if kind else "")

    def _agreed(self, plan: OpeningPlan, title: Title[Any], key: str, value: str) -> OpeningPlan:
        """Return the plan with an option, given by its name and a value, or by its name alone."""
        names = option_names(title, plan.scenario)
        if not value and normalize_name(key) in self.names:
            return plan
        if not value and (seen := find_by_name(key, _SEEN)):
            return replace(plan, visibility=seen[0])
        found = find_by_name(key, names)
        shut = _WITHOUT.sub("", key, count=1) if not value else key
        if len(found) != 1 and shut != key and (found := find_by_name(shut, names)):
            value = "no"
        if len(found) != 1:
            raise _refuse_option(title, plan.scenario, key, shut)
        is_switch = type(option_value_type(title, found[0])).__name__ == "BoolType"
        said = parse_option_value(title, found[0], value or ("yes" if is_switch else "?"))
        return replace(plan, options=plan.options | {found[0]: said})


def _refuse_option(title: Title[Any], scenario: str, key: str, shut: str) -> Malformed:
    """Return the refusal of `key`: an option without effect in the scenario, or no word of a new game.

    `shut` is the key without words such as "no".
    """
    every = option_names(title, "")
    idle = find_by_name(key, every) or find_by_name(shut, every)
    if len(idle) == 1 and idle[0] not in option_names(title, scenario):
        named = {"option": title.option_name(idle[0]), "scenario": title.scenarios[scenario].name}
        return refuse_word(key, _NO_EFFECT.format(**named))
    options = [title.option_name(one) for one in option_names(title, scenario)]
    text = Text("{possible}{names}.", "{possible}{names}。")
    return refuse_word(key, text.format(possible=_POSSIBLE, names=join_texts(options)))


def _with_tempo(plan: OpeningPlan, scenario: Scenario) -> OpeningPlan:
    """Return the plan with the tempo that suits its deadlines, if there are several seats and no tempo is requested."""
    if len(scenario.seats) < 2:
        return plan
    options = list_titles()[plan.title].options
    return replace(plan, options=options.choose_tempo(plan.options, has_deadlines=plan.deadline_hours is not None))


def _unknown_title(words: str) -> Malformed:
    there = [one.name for one in list_titles().values()]
    try:
        find_one_by_name(words or "?", {}, _NO_TITLE, there)
    except Malformed as error:
        return error
    raise AssertionError


def _my_seats(scenario: Scenario, value: str) -> Iterator[str]:
    """Yield the roles that the writer takes."""
    if normalize_name(value) in _NOBODY:
        return
    shown = [one.name for one in scenario.seats]
    for word in filter(None, _COMMA.split(value)):
        yield find_one_by_name(word, seat_names(scenario), _NO_SEAT, shown)


def _who(title: Title[Any], word: str) -> str:
    """Return the occupant that a word means: the writer, any player, a bot, or a person by name or address."""
    said = normalize_name(word)
    for words, meant in ((_ME, ME), (_OPEN, OPEN), (_INVITED, INVITED), (_NOBODY, OPEN)):
        if said in words:
            return meant
    if said in _BOTS:
        return BOT + title.usual_bot
    if bot := _bot(title, said):
        return BOT + bot
    if "@" in word:
        try:
            validate_email(word.strip())
        except ValidationError:
            raise refuse_word(word, Text("This is no e-mail address.", "メールアドレスではありません。")) from None
    return word.strip()


def _bot(title: Title[Any], said: str) -> str:
    """Return the bot that a word names by its key, its level's name or a former name; "" if it names none."""
    for bot in (*title.bot_levels, *title.former_bots):
        words = (bot, *names_in(describe_level(bot).name)) if bot in title.bot_levels else (bot,)
        if said in {normalize_name(lead + word) for word in words for lead in ("", "bot ", "ボット")}:
            return title.bot_level(bot)
    return ""


def _hours(value: str) -> int | None:
    """Return the hours for each decision that the text states; None for no deadlines. Raises Malformed."""
    if normalize_name(value) in _NO_HOURS:
        return None
    found = _HOURS.fullmatch(value.strip())
    if found is None:
        raise refuse_word(
            value, Text("Write hours or days: 48, 3 days, none.", "48、3日、「なし」のように書いてください。")
        )
    return int(found[1]) if found[1] else int(found[3]) * 24


def _hints(value: str) -> bool:
    """Return True if the text says that players may ask the bot for hints. Raises Malformed."""
    said = normalize_name(value)
    for allowed, words in _SWITCH.items():
        if said in words:
            return allowed
    raise refuse_word(value, Text("Write yes or no.", "「はい」か「いいえ」で書いてください。"))


def _language(value: str) -> str:
    """Return the code of a language given by any of its names. Raises Malformed."""
    shown = [Text.same(name) for _, name in settings.LANGUAGES]
    return find_one_by_name(value, language_names(), _NO_LANGUAGE, shown)


def _seen(value: str) -> str:
    return find_one_by_name(value, _SEEN, _NO_WHO, [Text(key, names[-1]) for key, names in _SEEN.items()])


def _refuse_crowd(plan: OpeningPlan, scenario: Scenario) -> None:
    """Raise Malformed if more persons are named than the scenario has seats."""
    sitting = [*assign_seats(plan, [one.key for one in scenario.seats]).values()]
    alone = len(plan.against) == 1 and plan.against[0].startswith(BOT)
    for who in plan.against[:1] if alone else plan.against:
        if who not in sitting:
            word = who.removesuffix(who.removeprefix(BOT)).strip(":") if who.startswith(BOT) else who
            raise _too_many(word, scenario)
        if not alone:
            sitting.remove(who)


def _too_many(word: str, scenario: Scenario) -> Malformed:
    names = join_texts((one.name for one in scenario.seats), ja=", ")
    return refuse_word(
        word,
        Text(
            "No seat is left. The seats of “{name}” are: {names}.",
            "席が足りません。「{name}」の席は{names}です。",
        ).format(name=scenario.name, names=names),
    )
