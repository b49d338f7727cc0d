"""Execute the commands of an e-mail: standing orders, notes, delivery hours, vacations, resigning a seat."""

from base64 import b32encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

import msgspec
from django.db import transaction
from django.utils.crypto import constant_time_compare, salted_hmac

from games import registry
from games.errors import WrongState
from games.kernel.errors import GameError, Problem, malformed
from games.kernel.text import Text
from games.models import Game, OpenRequest, Player, Seat
from games.order_text import RefusedLine
from games.persistence.mail_hours import describe_mail_hours, load_mail_hours
from games.persistence.standing_orders import OrderSpec
from games.selectors.decisions import find_last_answered, get_decision
from games.selectors.notebook import get_notes
from games.selectors.notices import get_seat_name
from games.selectors.reserves import find_games_with_reserves
from games.selectors.standing_orders import list_orders
from games.services.account_emails import do_queue_account_email
from games.services.answers import do_withdraw_answer
from games.services.lifecycle import do_leave_game
from games.services.mail_delivery import do_mark_address_working
from games.services.notebook import do_write_notes
from games.services.profile import do_update_player
from games.services.reserves import do_volunteer, do_withdraw_reserve
from games.services.standing_orders import do_add_orders, do_give_plan, do_remove_order
from games.services.umpire_questions import do_ask_umpire
from worker.mail.inbound.captured_refusals import unwrap
from worker.mail.inbound.command_parser import (
    ARRIVES,
    ASK,
    ASK_HOST,
    ASK_STAFF,
    DIGEST,
    NOTE,
    QUIET,
    RESIGN,
    SHOW,
    STANDING,
    UNDO,
    UNWATCH,
    VACATION,
    VOLUNTEER,
    WATCH,
    Command,
    read_digest,
    read_quiet,
    read_vacation_days,
    read_volunteer,
    requests_stand_in,
)
from worker.mail.inbound.late_replies import describe_outcome
from worker.mail.inbound.standing_order_text import is_order_removal

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
    "Of a game in which you have nothing to decide any more, one e-mail comes, at its end.",
    "決めることのなくなったゲームについては、終了時に1通だけ届けます。",
)
_NO_DIGEST = (
    "Write how e-mails are to be gathered: digest daily 07:00, digest hourly, or: digest off.",
    "まとめ方を書いてください（例：まとめ 毎日 07:00、まとめ 毎時）。取り消しは「まとめ なし」です。",
)
_NO_QUIET = (
    "Write when no e-mails are to come: quiet 22:00-07:00, or: quiet off.",
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
_UNDONE = Text(
    "Your answer is withdrawn. The game waits until you answer again.",
    "回答を取り下げました。もう一度回答するまでゲームは待ちます。",
)
_UNDONE_UNTIL = Text(
    "Your answer is withdrawn. Without another one the default is played at the deadline.",
    "回答を取り下げました。期限までに回答がなければ、既定の回答が使われます。",
)
_NOTHING_TO_UNDO = Text(
    "There is nothing to undo: no answer of yours is in force.", "取り下げる回答はありません。有効な回答がありません。"
)
_TOO_LATE = Text(
    "This cannot be undone: the question is closed, and the game has continued.",
    "取り下げられません。質問は締め切られ、ゲームは先に進みました。",
)
_LONGEST_QUOTED = 200
_PASSED_ON = {
    "umpire": Text(
        "Passed to the umpire; no order was read from this line: {said}",
        "審判に送りました。この行は命令として読んでいません：{said}",
    ),
    "host": Text(
        "Passed to the host; no order was read from this line: {said}",
        "主催者に送りました。この行は命令として読んでいません：{said}",
    ),
    "staff": Text(
        "Passed to the staff of this server; no order was read from this line: {said}",
        "サーバーのスタッフに送りました。この行は命令として読んでいません：{said}",
    ),
}
"""The note that a question was passed on, by the office that got it."""
_NO_STANDING_ORDER_IN_IT = (
    "There is no standing order in this. “standing off 1” removes your first one; “standing” lists them.",
    "予約命令がありません。「予約命令 off 1」で1番目を取り消し、「予約命令」で一覧が届きます。",
)
_NO_ORDER = (
    "There is no standing order of that number.",
    "その番号の予約命令はありません。",
)


@dataclass
class CommandRunner:
    """Executes the commands of an e-mail one by one, and collects the results."""

    player: Player
    game: Game
    seat: Seat
    plans: Mapping[str, list[object] | GameError] = field(default_factory=dict)
    """The parsed standing orders, or their refusals, by the words of the commands."""
    request: OpenRequest | None = None
    """The question that the e-mail is about, if there is one."""
    notes: list[Text] = field(default_factory=list)
    """Sentences about what was done, for the reply."""
    refused: list[RefusedLine] = field(default_factory=list)
    """The commands that were refused."""
    sections: list[str] = field(default_factory=list)
    """The names of the information that the commands request for the reply."""

    def run(self, command: Command) -> None:
        """Execute one command; a refusal is noted in `refused` and does not stop later commands."""
        try:
            with transaction.atomic():
                _ACTIONS[command.name](self, command.argument)
        except GameError as error:
            problems = tuple(error.problems) or (Problem("", error.code, error.detail),)
            self.refused.append(RefusedLine(command.written[:500], problems))

    def other_games(self, commands: Sequence[Command]) -> set[UUID]:
        """Return the ids of the games other than `game` that these commands change."""
        names = [read_volunteer(one.argument)[0] for one in commands if one.name == VOLUNTEER]
        found = [find_games_with_reserves(self.player, name) for name in names]
        return {games[0].pk for games in found if len(games) == 1}

    def _vacation(self, text: str) -> None:
        spell = read_vacation_days(text)
        if spell is None:
            raise malformed("", *_NO_DAYS)
        bot = spell[1] is not None and requests_stand_in(text)
        row = do_update_player(player=self.player, vacation=spell, vacation_stand_in=bot)
        if row.vacation_until is None:
            self.notes.append(Text("You are not away.", "休暇を取り消しました。"))
        else:
            days = f"{row.vacation_from}..{row.vacation_until}"
            self.notes.append(Text("You are away: {days}.", "休暇：{days}").format(days=days))
            self.notes.append(_WITH_BOT if bot else _WITHOUT_BOT)

    def _arrives(self, text: str) -> None:
        self.notes.append(mark_address_working(self.player))

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
        """Change the given fields of the player's delivery hours."""
        before = load_mail_hours(Player.objects.get(pk=self.player.pk).mail_hours)
        hours = msgspec.structs.replace(before, **changed)
        do_update_player(player=self.player, mail_hours=hours)
        words = describe_mail_hours(hours)
        words = words if words.en else Text("at once", "すぐに届く")
        self.notes.append(Text("E-mails come: {words}.", "メール：{words}").format(words=words))

    def _volunteer(self, text: str) -> None:
        """Make the player a reserve of another game, or remove the player from its reserves."""
        name, no_more = read_volunteer(text)
        found = find_games_with_reserves(self.player, name)
        if len(found) != 1:
            raise malformed("", *(_MANY_GAMES if found else _NO_GAME))
        (do_withdraw_reserve if no_more else do_volunteer)(player=self.player, game_id=found[0].pk)
        name = found[0].name
        if no_more:
            self.notes.append(
                Text("You are no reserve of “{name}” any more.", "「{name}」の補欠から外れました。").format(name=name)
            )
        else:
            self.notes.append(
                Text("You are a reserve of “{name}”.", "「{name}」の補欠になりました。").format(name=name)
            )

    def _note(self, text: str) -> None:
        before = get_notes(self.player, self.game.pk).text
        do_write_notes(player=self.player, game_id=self.game.pk, text=f"{before}\n{text}".strip())
        self.notes.append(Text("Written into your notes.", "メモに書きました。"))

    def _ask(self, text: str, office: str = "") -> None:
        """Pass a question to the umpire or host, and note who got it."""
        asked = do_ask_umpire(player=self.player, game_id=self.game.pk, seat=self.seat.role, text=text, office=office)
        said = "\n".join(line[:_LONGEST_QUOTED] for line in text.splitlines())
        self.notes.append(_PASSED_ON[asked].format(said=said.replace("\n", " / ")))

    def _undo(self, text: str) -> None:
        """Withdraw the player's answer if the question is still open; otherwise note how the question ended."""
        if self.request is not None and self.request.closed_at is not None:
            self.notes += [_TOO_LATE, *describe_outcome(self.request)]
            return
        found = self.request or find_last_answered(self.seat)
        if found is None or not get_decision(self.player, found.pk).answered:
            self.notes.append(_NOTHING_TO_UNDO)
            return
        do_withdraw_answer(player=self.player, request_id=found.pk)
        self.notes.append(_UNDONE if found.due_at is None else _UNDONE_UNTIL)
        self.sections.append(SHOW)

    def _ask_host(self, text: str) -> None:
        self._ask(text, "host")

    def _ask_staff(self, text: str) -> None:
        self._ask(text, "staff")

    def _standing(self, text: str) -> None:
        if not text:
            self.sections.append(STANDING)
        elif is_order_removal(text):
            self._take_back(text.casefold().split()[-1])
        else:
            self._add(text)

    def _take_back(self, number: str) -> None:
        orders = list_orders(self.player, self.game.pk, self.seat.role)
        if not (number.isascii() and number.isdecimal() and 1 <= int(number[:4]) <= len(orders)):
            raise malformed("", *_NO_ORDER)
        order = orders[int(number) - 1]
        do_remove_order(player=self.player, order_id=order.id)
        words = Text.each(lambda language: " ".join(order.description.get(language).split()))
        self.notes.append(Text("Taken back: {words}", "取り消しました：{words}").format(words=words))

    def _add(self, text: str) -> None:
        """Store the standing orders that were parsed from this text."""
        raws = unwrap(self.plans[text])
        if not raws:
            raise malformed("", *_NO_STANDING_ORDER_IN_IT)
        kinds = {msgspec.convert(raw, OrderSpec).kind for raw in raws}
        if kinds <= registry.game_title(self.game).standing_orders.plans.keys():
            for raw in raws:
                do_give_plan(player=self.player, game_id=self.game.pk, seat=self.seat.role, raw=raw)
        else:
            do_add_orders(player=self.player, game_id=self.game.pk, seat=self.seat.role, raws=raws)
        self.notes.append(Text("Your standing order is in force.", "予約命令を登録しました。"))
        self.sections.append(STANDING)

    def _resign(self, text: str) -> None:
        code, name = make_resign_code(self.player, self.seat), get_seat_name(self.game, self.seat.role)
        if not constant_time_compare(text.strip().casefold(), code):
            how = Text(
                "You give up {name} for good when you reply with the line: resign {code}",
                "「辞任 {code}」と返信すると、{name}の席を完全に手放します。",
            )
            self.notes.append(how.format(name=name, code=code))
            return
        do_leave_game(player=self.player, game_id=self.game.pk, role=self.seat.role)
        facts = {"game": self.game.name, "seat": name.get(self.player.language)}
        do_queue_account_email(template="resigned", address=self.player.email, player=self.player, facts=facts)


_ACTIONS: Mapping[str, Callable[[CommandRunner, str], None]] = {
    VACATION: CommandRunner._vacation,
    STANDING: CommandRunner._standing,
    NOTE: CommandRunner._note,
    RESIGN: CommandRunner._resign,
    DIGEST: CommandRunner._digest,
    QUIET: CommandRunner._quiet,
    VOLUNTEER: CommandRunner._volunteer,
    ARRIVES: CommandRunner._arrives,
    WATCH: CommandRunner._watch,
    UNWATCH: CommandRunner._unwatch,
    UNDO: CommandRunner._undo,
    ASK: CommandRunner._ask,
    ASK_HOST: CommandRunner._ask_host,
    ASK_STAFF: CommandRunner._ask_staff,
}
"""The method that executes each command, by the command's name."""


def mark_address_working(player: Player) -> Text:
    """Mark the player's address as working and release the e-mails held back; return a text with their number."""
    try:
        with transaction.atomic():
            count = do_mark_address_working(player=player)
    except WrongState as error:
        return error.detail
    if not count:
        return Text(
            "Your e-mails arrive again: no e-mails that were held back go out now.",
            "メールは再び届きます。保留中の0通を送ります。",
        )
    return Text.counted(
        count,
        "Your e-mails arrive again: {count} e-mail that was held back goes out now.",
        "Your e-mails arrive again: {count} e-mails that were held back go out now.",
        "メールは再び届きます。保留中の{count}通を送ります。",
    )


def make_resign_code(player: Player, seat: Seat) -> str:
    """Return the code with which the player confirms to resign the seat; it differs for each tenure."""
    told = f"{seat.pk}|{player.pk}|{seat.since}"
    digest = salted_hmac("worker.inbound.resign", told, algorithm="sha256").digest()
    return b32encode(digest).decode()[:8].casefold()
