"""What a player can do by mail beside answering: standing orders, notes, hours of mail, days away, giving up a seat."""

from base64 import b32encode
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from django.db import transaction
from django.utils.crypto import constant_time_compare, salted_hmac

from games import registry
from games.errors import WrongState
from games.kernel.errors import GameError, Malformed, Problem, malformed
from games.kernel.forgiving import Refused, understand_lines
from games.kernel.forms import Form
from games.kernel.naming import in_plain_signs, with_ids
from games.kernel.plans import RulePlan
from games.kernel.text import Text
from games.kernel.title import Title
from games.models import Game, Player, Seat
from games.selectors.notebook import my_notes
from games.selectors.notices import seat_name
from games.selectors.reserves import games_with_reserves
from games.selectors.standing_orders import orders_of
from games.services.delivery import do_say_it_works
from games.services.lifecycle import do_leave_game
from games.services.notebook import do_write_notes
from games.services.personal import do_owe_letter
from games.services.profile import do_update_player
from games.services.reserves import do_volunteer, do_withdraw
from games.services.standing_orders import do_add_orders, do_remove_order
from games.stored.mail_hours import hours_of, hours_words
from games.stored.standing_orders import can_be_foreseen
from worker.inbound.commands import (
    ARRIVES,
    DIGEST,
    NOTE,
    QUIET,
    RESIGN,
    STANDING,
    UNWATCH,
    VACATION,
    VOLUNTEER,
    WATCH,
    Command,
    asks_for_bot,
    read_digest,
    read_quiet,
    read_spell,
    read_terms,
    read_volunteer,
)

_TAKE_BACK = ("off ", "remove ", "cancel ", "取消 ")
_NO_DAYS = (
    "Write the first and last day: vacation 2026-12-20..2027-01-03, or: vacation none.",
    "初日と最終日を書いてください（例：休暇 2026-12-20..2027-01-03）。取り消しは「休暇 なし」です。",
)
_WITH_BOT = Text(
    "A bot stands in for you meanwhile, in games that have agreed on one, until you are back or answer.",
    "その間、ボットを取り決めたゲームではボットが代役を務めます。期間が終わるか回答すると、席は戻ります。",
)
_WITHOUT_BOT = Text(
    "No deadline of yours runs out meanwhile. If a bot is to stand in, write “bot” behind the days.",
    "その間、期限は切れません。ボットを代役にするには、日付の後に「ボット」と書いてください。",
)
_WATCHING = Text(
    "You get all news of games in which you have nothing to decide any more.",
    "決めることのなくなったゲームについても、すべてのお知らせを届けます。",
)
_NOT_WATCHING = Text(
    "Of a game in which you have nothing to decide any more, one letter comes, at its end.",
    "決めることのなくなったゲームについては、終了時に1通だけ届けます。",
)
_NO_DIGEST = (
    "Write how letters are to be gathered: digest daily 07:00, digest hourly, or: digest off.",
    "まとめ方を書いてください（例：まとめ 毎日 07:00、まとめ 毎時）。取り消しは「まとめ なし」です。",
)
_NO_QUIET = (
    "Write when no letters are to come: quiet 22:00-07:00, or: quiet off.",
    "メールを止める時間を書いてください（例：静かな時間 22:00-07:00）。取り消しは「静かな時間 なし」です。",
)
_NO_GAME = (
    "Write the name of a game that has agreed on reserves, or the beginning of its id: volunteer North Sea 12.",
    "補欠を取り決めたゲームの名前かIDの先頭を書いてください（例：補欠 North Sea 12）。",
)
_MANY_GAMES = (
    "Several games are called so: write the beginning of the game's id.",
    "同じ名前のゲームが複数あります。IDの先頭を書いてください。",
)
_NO_ORDER = (
    "There is no standing order of that number.",
    "その番号の予約命令はありません。",
)
_NOTHING_AHEAD = (
    "In this game nothing can be answered ahead by mail; the game's page shows what can.",
    "このゲームではメールで予約命令を出せません。ゲームのページをご覧ください。",
)
_NO_PLAN = (
    "Write the plan behind its name, one order a line, each with `standing` and the name before it.",
    "計画は1行に1命令ずつ、行頭に「予約命令」と計画名を付けて書いてください。",
)


@dataclass
class Deeds:
    """Does commands one by one; what came of them is in `notes` and `refused`, what to show in `sections`."""

    player: Player
    game: Game
    seat: Seat
    notes: list[Text] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    sections: list[str] = field(default_factory=list)

    def do(self, command: Command) -> None:
        """Do one command; a refusal stops none of the others."""
        act = {VACATION: self._vacation, STANDING: self._standing, NOTE: self._note, RESIGN: self._resign}
        act |= {DIGEST: self._digest, QUIET: self._quiet, VOLUNTEER: self._volunteer, ARRIVES: self._arrives}
        act |= {WATCH: self._watch, UNWATCH: self._unwatch}
        try:
            with transaction.atomic():
                act[command.name](command.rest)
        except GameError as error:
            problems = tuple(error.problems) or (Problem("", error.code, error.detail),)
            self.refused.append(Refused(command.written[:500], problems))

    def _vacation(self, text: str) -> None:
        spell = read_spell(text)
        if spell is None:
            raise malformed("", *_NO_DAYS)
        bot = spell[1] is not None and asks_for_bot(text)
        row = do_update_player(player=self.player, vacation=spell, vacation_stand_in=bot)
        if row.vacation_until is None:
            self.notes.append(Text("You are not away.", "休暇を取り消しました。"))
        else:
            days = f"{row.vacation_from}..{row.vacation_until}"
            self.notes.append(Text(f"You are away: {days}.", f"休暇：{days}"))
            self.notes.append(_WITH_BOT if bot else _WITHOUT_BOT)

    def _arrives(self, text: str) -> None:
        self.notes.append(say_arrives(self.player))

    def _watch(self, text: str) -> None:
        do_update_player(player=self.player, mail_preferences={"watch": True})
        self.notes.append(_WATCHING)

    def _unwatch(self, text: str) -> None:
        do_update_player(player=self.player, mail_preferences={"watch": False})
        self.notes.append(_NOT_WATCHING)

    def _digest(self, text: str) -> None:
        if (wish := read_digest(text)) is None:
            raise malformed("", *_NO_DIGEST)
        self._want(digest=wish[0], at=wish[1])

    def _quiet(self, text: str) -> None:
        if (wish := read_quiet(text)) is None:
            raise malformed("", *_NO_QUIET)
        self._want(quiet_from=wish[0], quiet_until=wish[1])

    def _want(self, **changed: str) -> None:
        """Change the hours at which letters come."""
        before = hours_of(Player.objects.get(pk=self.player.pk).mail_hours)
        hours = msgspec.structs.replace(before, **changed)
        do_update_player(player=self.player, mail_hours=hours)
        words = hours_words(hours)
        self.notes.append(Text(f"Letters come: {words.en or 'at once'}.", f"メール：{words.ja or 'すぐに届く'}"))

    def _volunteer(self, text: str) -> None:
        """Be a reserve of another game, or of none any more."""
        name, no_more = read_volunteer(text)
        found = games_with_reserves(self.player, name)
        if len(found) != 1:
            raise malformed("", *(_MANY_GAMES if found else _NO_GAME))
        (do_withdraw if no_more else do_volunteer)(player=self.player, game_id=found[0].pk)
        name = found[0].name
        if no_more:
            self.notes.append(Text(f"You are no reserve of “{name}” any more.", f"「{name}」の補欠から外れました。"))
        else:
            self.notes.append(Text(f"You are a reserve of “{name}”.", f"「{name}」の補欠になりました。"))

    def _note(self, text: str) -> None:
        before = my_notes(self.player, self.game.pk).text
        do_write_notes(player=self.player, game_id=self.game.pk, text=f"{before}\n{text}".strip())
        self.notes.append(Text("Written into your notes.", "メモに書きました。"))

    def _standing(self, text: str) -> None:
        plain = text.casefold()
        if not text:
            self.sections.append(STANDING)
        elif plain.startswith(_TAKE_BACK):
            self._take_back(plain.split()[-1])
        else:
            self._add(text)

    def _take_back(self, number: str) -> None:
        orders = orders_of(self.player, self.game.pk, self.seat.role)
        if not (number.isascii() and number.isdecimal() and 1 <= int(number[:4]) <= len(orders)):
            raise malformed("", *_NO_ORDER)
        order = orders[int(number) - 1]
        do_remove_order(player=self.player, order_id=order.id)
        en, ja = (" ".join(order.description.get(language).split()) for language in ("en", "ja"))
        self.notes.append(Text(f"Taken back: {en}", f"取り消しました：{ja}"))

    def gathered(self, commands: Sequence[Command]) -> list[Command]:
        """The commands, with the lines that make up one plan as one command."""
        title = registry.game_title(self.game)
        found: dict[str | int, Command] = {}
        for at, one in enumerate(commands):
            key = (plan_named(title, read_terms(one.rest)[1])[0] if one.name == STANDING else "") or at
            before = found.get(key)
            both = before and (f"{before.rest}\n{one.rest}", f"{before.written}\n{one.written}")
            found[key] = Command(one.name, *both) if both else one
        return list(found.values())

    def _add(self, text: str) -> None:
        """A plan, or a rule in the notation of plans: the kind of question, the answer, and conditions."""
        title = registry.game_title(self.game)
        if not can_be_foreseen(title):
            raise malformed("", *_NOTHING_AHEAD)
        read = [read_terms(line) for line in text.split("\n")]
        terms, lines = {name: value for said, _ in read for name, value in said.items()}, [line for _, line in read]
        kind = plan_named(title, lines[0])[0]
        found = _plan(title, kind, lines) if kind else _rules(title, "\n".join(lines))
        raws: list[object] = [{**one, **terms} for one in found]
        do_add_orders(player=self.player, game_id=self.game.pk, seat=self.seat.role, raws=raws)
        self.notes.append(Text("Your standing order is in force.", "予約命令を登録しました。"))
        self.sections.append(STANDING)

    def _resign(self, text: str) -> None:
        code, name = resign_code(self.player, self.seat), seat_name(self.game, self.seat.role)
        if not constant_time_compare(text.strip().casefold(), code):
            en = f"You give up {name.en} for good when you reply with the line: resign {code}"
            self.notes.append(Text(en, f"「辞任 {code}」と返信すると、{name.ja}の席を完全に手放します。"))
            return
        do_leave_game(player=self.player, game_id=self.game.pk, role=self.seat.role)
        facts = {"game": self.game.name, "seat": name.get(self.player.language)}
        do_owe_letter(what="resigned", address=self.player.email, player=self.player, facts=facts)


def say_arrives(player: Player) -> Text:
    """Let go out what the player's address did not take; in a word how much that is."""
    try:
        with transaction.atomic():
            count = do_say_it_works(player=player)
    except WrongState as error:
        return error.detail
    letters = "1 letter that was held back goes" if count == 1 else f"{count or 'no'} letters that were held back go"
    return Text(f"Your letters arrive again: {letters} out now.", f"手紙は再び届きます。保留中の{count}通を送ります。")


def plan_named(title: Title[Any], text: str) -> tuple[str, str]:
    """The kind of question that a line begins with if its answer is a plan, and the rest; else nothing and the line."""
    for kind in title.plans:
        name = title.labels(kind)
        for word in (kind, kind.replace("_", "-"), in_plain_signs(name.en), in_plain_signs(name.ja)):
            if text.casefold() == word.casefold() or text.casefold().startswith(
                (f"{word} ".casefold(), f"{word}:".casefold())
            ):
                return kind, text[len(word) :].lstrip(": ").strip()
    return "", text


def _plan(title: Title[Any], kind: str, lines: Sequence[str]) -> list[dict[str, Any]]:
    """A standing order whose answer is a plan, taken whole or not at all. Raises Malformed."""
    form = title.plans[kind]
    rows = [row for line in lines if (row := plan_named(title, line)[1])]
    return [{"kind": kind, "answer": _understood(rows, form, title)}]


def _rules(title: Title[Any], text: str) -> list[dict[str, Any]]:
    """A standing order of a rule. Raises Malformed."""
    rules: Any = _understood([text], RulePlan(foreseen=tuple(title.foreseen)), title)
    return [{"kind": rule["kind"], "when": rule.get("when", {}), "answer": rule.get("answer")} for rule in rules]


def _understood(rows: Sequence[str], form: Form[Any], title: Title[Any]) -> object:
    """What the lines say, as the JSON of an answer. Raises Malformed."""
    found = understand_lines(rows, form, title.labels)
    if found.text is None or found.refused:
        problems = [problem for one in found.refused for problem in one.problems]
        raise Malformed(*problems) if problems else malformed("", *_NO_PLAN)
    return form.write(form.accept(form.parse(with_ids(found.text, form, title.labels))))


def resign_code(player: Player, seat: Seat) -> str:
    """What confirms that a seat is given up; another for each tenure."""
    told = f"{seat.pk}|{player.pk}|{seat.since}"
    digest = salted_hmac("worker.inbound.resign", told, algorithm="sha256").digest()
    return b32encode(digest).decode()[:8].casefold()
