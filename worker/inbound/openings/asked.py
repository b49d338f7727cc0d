"""What a mail asks for, as a plan: a title and a scenario first, then who plays and what is agreed on, in any order."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from msgspec.structs import replace

from games.kernel.errors import Malformed
from games.kernel.text import Text
from games.kernel.title import Scenario, Title
from games.services.opening import BOT, INVITED, ME, OPEN, Plan, placed
from worker.inbound.openings.called import (
    called,
    kind_of_option,
    option_names,
    plain,
    refused,
    scenario_names,
    seat_names,
    the_one,
    title_names,
    titles,
    value_of_option,
)

TITLE, SCENARIO, SIDE, AGAINST, NAME, HOURS, WHO = "title", "scenario", "side", "against", "name", "hours", "visibility"
_KEYS = {
    TITLE: ("title", "タイトル"),
    SCENARIO: ("scenario", "battle", "mission", "operation", "シナリオ", "作戦"),
    SIDE: ("side", "seat", "as", "playing", "i play", "側", "席", "陣営", "自分"),
    AGAINST: (
        *("against", "versus", "vs", "with", "opponent", "opponents", "invite", "inviting", "players"),
        *("相手", "対戦相手", "招待", "対"),
    ),
    NAME: ("name", "named", "called", "名前", "ゲーム名"),
    HOURS: ("hours", "deadline", "time", "期限", "時間"),
    WHO: ("visibility", "visible", "公開", "公開範囲"),
}
_PHRASE = re.compile(
    r"(?:^|(?<=[ ,、]))(as|playing|against|versus|vs|with|inviting|named|called|対)\.? +", re.IGNORECASE
)
_SEPARATOR = re.compile(r"[ ]*[=:][ ]*")
_COMMA = re.compile(r"\s*(?:[,、;，]|\band\b|&)\s*", re.IGNORECASE)
_HOURS = re.compile(r"(?:(\d{1,6}) ?(h|hours?|時間)?|(\d{1,4}) ?(d|days?|日))", re.IGNORECASE)
_NO_HOURS = frozenset(map(plain, ("none", "no", "off", "なし", "無期限")))
_SEEN = {
    "public": ("public", "everybody", "公開"),
    "unlisted": ("unlisted", "限定", "限定公開"),
    "private": ("private", "非公開"),
}
_ME = frozenset(map(plain, ("me", "myself", "i", "私", "自分")))
_NOBODY = frozenset(map(plain, ("none", "nobody", "no seat", "なし", "席なし")))
_OPEN = frozenset(map(plain, ("anyone", "anybody", "open", "free", "whoever", "誰でも", "空席", "募集")))
_INVITED = frozenset(map(plain, ("invited", "by invitation", "later", "招待制", "後で")))
_BOTS = frozenset(
    map(plain, ("bot", "bots", "a bot", "the bot", "computer", "ボット", "コンピュータ", "コンピューター"))
)
_WITHOUT = re.compile(r"(?:no|without) +|", re.IGNORECASE)
_MOST_WORDS = 5
"""Of a key, as it stands before its sign."""
_POSSIBLE = Text(
    "This is nothing that a new game has. Write side, against, hours, name, visibility, a seat, or an option: ",
    "新しいゲームの項目ではありません。席、相手、期限、名前、公開範囲、各席、次のオプションです: ",
)
_NO_TITLE = Text("No title and no scenario is called so.", "その名前のタイトルやシナリオはありません。")
_NO_SCENARIO = Text("The title has no such scenario.", "そのシナリオはありません。")
_NO_SEAT = Text("The scenario has no such seat.", "その席はありません。")
_NO_WHO = Text("A game can be seen otherwise.", "公開範囲として指定できません。")


def plan_asked(lines: Sequence[str], base: Plan | None = None, names: frozenset[str] = frozenset()) -> Plan:
    """What is asked for, or `base` with what the lines change of it. Words that are `names`, such as their writer's
    below the last line, mean nothing. Raises Malformed for the first word that nothing is called.
    """
    reader = _Reader(base, names)
    for number, line in enumerate(lines):
        reader.read(line, first=number == 0 and base is None)
    return reader.plan()


def whose_title(word: str) -> Title[Any]:
    """The title of that name. Raises Malformed."""
    return titles()[the_one(word, title_names(), _NO_TITLE, [one.name for one in titles().values()])]


class _Reader:
    """Reads line by line; what comes later counts where the same is said twice."""

    def __init__(self, base: Plan | None, names: frozenset[str]) -> None:
        self.base, self.names = base, names
        self.title = titles()[base.title] if base else None
        self.scenario = base.scenario if base else ""
        self.said: list[tuple[str, str, str]] = []

    # --- which words are meant

    def read(self, line: str, *, first: bool) -> None:
        """Take a line apart: what is called so, and what is said of it."""
        pairs = [*self._pairs(line)]
        for at, (key, value) in enumerate(pairs):
            if not key and first and at == 0:
                self._open(value)
            else:
                self._note(key, value)

    def _pairs(self, line: str) -> Iterator[tuple[str, str]]:
        """The parts of a line, each behind its key; before the first there may be words without one."""
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
        yield from self._phrases(key, line[start:])

    def _phrases(self, key: str, words: str) -> Iterator[tuple[str, str]]:
        """Words, and what stands behind such as “against” within them."""
        rest, *more = _PHRASE.split(f" {words.strip(' ,、;')}") if self._key(key) != NAME else [words]
        if rest.strip(" ,、;."):
            yield key, rest.strip(" ,、;.")
        for name, said in zip(more[::2], more[1::2], strict=True):
            yield name, said.strip(" ,、;.")

    def _key_before(self, words: str) -> str:
        """As many words before a sign as are the name of something."""
        parts = words.replace(",", ", ").split()
        for many in range(min(len(parts), _MOST_WORDS), 0, -1):
            word = " ".join(parts[-many:])
            if "," not in word and self._key(word) and word in words:
                return word
        return ""

    def _key(self, word: str) -> str:
        """What a word before a sign is: one of the keys, a seat, an option; empty for none."""
        said = plain(word)
        if not said:
            return ""
        known = next((key for key, names in _KEYS.items() if said in map(plain, names)), "")
        if known:
            return known
        for title in [self.title] if self.title else titles().values():
            for scenario in title.scenarios.values():
                if any(said in map(plain, names) for names in seat_names(scenario).values()):
                    return "seat"
            every = option_names(title, "")
            if any(said in map(plain, names) for names in every.values()):
                return "option"
        return ""

    def _note(self, key: str, value: str) -> None:
        if not key:
            for word in filter(None, _COMMA.split(value)):
                self.said.append(("", word, word))
            return
        kind = self._key(key)
        if kind == TITLE:
            self.title = whose_title(value)
            self.scenario = ""
        elif kind == SCENARIO:
            self.scenario = value
        else:
            self.said.append((kind or "?", key, value))

    def _open(self, words: str) -> None:
        """The title and, behind it, the scenario; a scenario alone says its title."""
        parts = words.replace(",", " ").split()
        for many in range(len(parts), 0, -1):
            found = called(" ".join(parts[:many]), title_names())
            if len(found) == 1:
                self.title = titles()[found[0]]
                self.scenario = " ".join(parts[many:])
                return
        meant = [(key, one) for key, title in titles().items() for one in called(words, scenario_names(title))]
        if len(meant) == 1:
            self.title, self.scenario = titles()[meant[0][0]], meant[0][1]
            return
        raise _unknown_title(words)

    # --- what they come to

    def plan(self) -> Plan:
        """All of it together. Raises Malformed."""
        if self.title is None:
            raise _unknown_title("")
        scenario = self._scenario(self.title)
        kept = self.base if self.base and self.base.title == self.title.key else None
        plan = replace(kept, scenario=scenario.key) if kept else Plan(title=self.title.key, scenario=scenario.key)
        for kind, key, value in self.said:
            plan = self._with(plan, scenario, kind, key, value)
        _refuse_crowd(plan, scenario)
        return plan

    def _scenario(self, title: Title[Any]) -> Scenario:
        """The one that is named, or the first with room for whoever is named."""
        if self.scenario:
            shown = [one.name for one in title.scenarios.values()]
            return title.scenarios[the_one(self.scenario, scenario_names(title), _NO_SCENARIO, shown)]
        guests = [value for kind, _, value in self.said if kind == AGAINST]
        most = max((len([*filter(None, _COMMA.split(value))]) for value in guests), default=0)
        every = [*title.scenarios.values()]
        return next((one for one in every if len(one.seats) > most), max(every, key=lambda one: len(one.seats)))

    def _with(self, plan: Plan, scenario: Scenario, kind: str, key: str, value: str) -> Plan:
        title = titles()[plan.title]
        if kind == SIDE:
            return replace(plan, mine=tuple(_my_seats(scenario, value)), sitting={})
        if kind == AGAINST:
            who = [_who(title, word) for word in _COMMA.split(value) if word]
            return replace(plan, against=tuple(who), sitting={})
        if kind == HOURS:
            return replace(plan, deadline_hours=_hours(value))
        if kind == NAME:
            return replace(plan, name=value.strip(' "“”「」'))
        if kind == WHO:
            return replace(plan, visibility=_seen(value))
        if kind == "seat" and (seat := called(key, seat_names(scenario))):
            return replace(plan, sitting=plan.sitting | {seat[0]: _who(title, value)})
        return self._agreed(plan, title, key, value if kind else "")

    def _agreed(self, plan: Plan, title: Title[Any], key: str, value: str) -> Plan:
        """With an option, by its name and a value, or by its name alone."""
        names = option_names(title, plan.scenario)
        if not value and plain(key) in self.names:
            return plan
        if not value and (seen := called(key, _SEEN)):
            return replace(plan, visibility=seen[0])
        found = called(key, names)
        shut = _WITHOUT.sub("", key, count=1) if not value else key
        if len(found) != 1 and shut != key and (found := called(shut, names)):
            value = "no"
        if len(found) != 1:
            options = [title.option_name(one) for one in names]
            en, ja = ", ".join(one.en for one in options), "、".join(one.ja for one in options)
            raise refused(key, Text(f"{_POSSIBLE.en}{en}.", f"{_POSSIBLE.ja}{ja}。"))
        is_switch = type(kind_of_option(title, found[0])).__name__ == "BoolType"
        said = value_of_option(title, found[0], value or ("yes" if is_switch else "?"))
        return replace(plan, options=plan.options | {found[0]: said})


def _unknown_title(words: str) -> Malformed:
    there = [one.name for one in titles().values()]
    try:
        the_one(words or "?", {}, _NO_TITLE, there)
    except Malformed as error:
        return error
    raise AssertionError


def _my_seats(scenario: Scenario, value: str) -> Iterator[str]:
    """The seats that the writer takes."""
    if plain(value) in _NOBODY:
        return
    shown = [one.name for one in scenario.seats]
    for word in filter(None, _COMMA.split(value)):
        yield the_one(word, seat_names(scenario), _NO_SEAT, shown)


def _who(title: Title[Any], word: str) -> str:
    """Who is meant by a word: the writer, whoever comes, a bot, or somebody by name or address."""
    said = plain(word)
    for words, meant in ((_ME, ME), (_OPEN, OPEN), (_INVITED, INVITED), (_NOBODY, OPEN)):
        if said in words:
            return meant
    if said in _BOTS:
        return BOT + next(iter(title.bots), "random")
    bot = next((one for one in ("random", *title.bots) if said in (plain(one), plain(f"bot {one}"))), "")
    if bot:
        return BOT + bot
    if "@" in word:
        try:
            validate_email(word.strip())
        except ValidationError:
            raise refused(word, Text("This is no e-mail address.", "メールアドレスではありません。")) from None
    return word.strip()


def _hours(value: str) -> int | None:
    """How long a decision may take."""
    if plain(value) in _NO_HOURS:
        return None
    found = _HOURS.fullmatch(value.strip())
    if found is None:
        raise refused(
            value, Text("Write hours or days: 48, 3 days, none.", "48、3日、「なし」のように書いてください。")
        )
    return int(found[1]) if found[1] else int(found[3]) * 24


def _seen(value: str) -> str:
    return the_one(value, _SEEN, _NO_WHO, [Text(key, names[-1]) for key, names in _SEEN.items()])


def _refuse_crowd(plan: Plan, scenario: Scenario) -> None:
    """Everybody who is named has a seat. Raises Malformed."""
    sitting = [*placed(plan, [one.key for one in scenario.seats]).values()]
    alone = len(plan.against) == 1 and plan.against[0].startswith(BOT)
    for who in plan.against[:1] if alone else plan.against:
        if who not in sitting:
            word = who.removesuffix(who.removeprefix(BOT)).strip(":") if who.startswith(BOT) else who
            raise _too_many(word, scenario)
        if not alone:
            sitting.remove(who)


def _too_many(word: str, scenario: Scenario) -> Malformed:
    en, ja = (", ".join(one.name.get(language) for one in scenario.seats) for language in ("en", "ja"))
    return refused(
        word,
        Text(
            f"No seat is left. The seats of “{scenario.name.en}” are: {en}.",
            f"席が足りません。「{scenario.name.ja}」の席は{ja}です。",
        ),
    )
