"""A player's message turned into deeds: by the services of REST and pages, with an answer that says what came of it."""

from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import Any

import msgspec
from django.conf import settings
from django.utils import timezone

from games import registry
from games.errors import Unreadable, WrongState
from games.kernel.errors import GameError, Problem
from games.kernel.forgiving import Refused, Understanding, understand_lines
from games.kernel.forgiving.manners import SAYINGS
from games.kernel.forms import Form
from games.kernel.text import LANGUAGES, Text
from games.models import Game, IncomingMail, MessageCopy, OpenRequest, Player
from games.models.compress import inflate
from games.selectors.decisions import decision
from games.selectors.inbound import is_overtaken, load_parents, place_of
from games.services.answers import check_answer, do_submit_answer, seal
from games.services.inbound import go_with
from games.services.messages import do_send
from games.services.standing_in import do_return
from games.stored import packing
from games.stored.receipts import Receipt
from games.stored.replies import Reply
from games.stored.tags import INVITATION, MESSAGE, OPENING, START, WITHOUT_SEAT
from worker.inbound.commands import (
    AGAIN,
    ARRIVES,
    ASKING,
    NOT_READY,
    READY,
    Command,
    split_lines,
    without_arriving,
    without_overtaken,
    words_taken,
)
from worker.inbound.deeds import Deeds, say_arrives
from worker.inbound.doubt import is_doubtful, waiting
from worker.inbound.inviting import YES_OR_NO, answer_invitation
from worker.inbound.noise import says_away
from worker.inbound.openings.answering import NO_WORD_OF_OURS, answer_opening, was_told_lately
from worker.inbound.outcomes import became_of
from worker.inbound.reading import Read, read_message
from worker.inbound.reserving import ACCEPT_OR_DECLINE, answer_call
from worker.inbound.starting import SAY_START, answer_start

Status = IncomingMail.Status
MOST_DEEDS = 10
"""Commands of one message that are done, beside its orders."""


def handle(row: IncomingMail) -> Reply | None:
    """Do what a message asks; sets its `status` and `outcome`. None where nothing is to be answered."""
    read = read_message(inflate(bytes(row.raw)))
    if not load_parents(row) or read.noise or row.player is None:
        row.status, row.outcome = Status.IGNORED, "noise" if read.noise else "left"
        return None
    waited, row.status = row.status == Status.WAITING, Status.HANDLED
    reply = _reply(row, row.player, read, waited=waited)
    if _is_from_nobody(reply) and (says_away(read.said) or was_told_lately(row)):
        row.status, row.outcome = Status.IGNORED, "noise"
        return None
    if row.status == Status.HANDLED:
        row.outcome = reply.outcome
        told = reply.outcome in ("receipt", "draft", "partial", "words")
        if waited and told and not (reply.refused or reply.notes or reply.sections):
            return None  # its first answer said so already
    return msgspec.structs.replace(reply, answering=row.message_id if _is_printable(row.message_id) else "")


def _reply(row: IncomingMail, player: Player, read: Read, *, waited: bool) -> Reply:
    """What came of it, by what the tag is about."""
    if not row.tag.startswith((MESSAGE, *WITHOUT_SEAT)):
        return _about_game(row, player, read, waited=waited)
    lines, said = without_arriving(read.lines, read.said)
    if len(said) == len(read.said) or not _was_marked(row, player):
        return _said(row, player, read, waited=waited)
    rest = replace(read, lines=lines, said=said)
    if any(line.strip() for line in said):
        found = _said(row, player, rest, waited=waited)
    else:
        found = waiting(row, None) if is_doubtful(row, waited=waited) else Reply(outcome="words")
    if found.outcome == "waiting":
        return found
    return msgspec.structs.replace(found, notes=(*found.notes, say_arrives(player)))


def _about_game(row: IncomingMail, player: Player, read: Read, *, waited: bool) -> Reply:
    """What came of a message about a decision or a seat; of a game that cannot be read that it is held."""
    try:
        found = _Handling(row, player, read, waited=waited)
    except Unreadable as error:
        return Reply(outcome="rejected", notes=(error.detail,))
    return found.reply()


def _was_marked(row: IncomingMail, player: Player) -> bool:
    """Whether letters to its sender were held back when a message came in: what says that they arrive is no press."""
    since = player.mail_works_since
    return player.is_unreachable or (since is not None and since > row.received_at)


def _said(row: IncomingMail, player: Player, read: Read, *, waited: bool) -> Reply:
    """What came of an answer to a message, or to who asks whether one takes a seat, comes into a game or starts one."""
    if row.tag.startswith(MESSAGE):
        return _press(row, read, waited=waited)
    if row.tag.startswith(OPENING):
        return answer_opening(row, player, read, waited=waited)
    if row.tag.startswith(INVITATION):
        return answer_invitation(row, player, read, waited=waited)
    if row.tag.startswith(START):
        return answer_start(row, player, read, waited=waited)
    return answer_call(row, player, read, waited=waited)


def _is_from_nobody(reply: Reply) -> bool:
    """Whether nothing of a message was understood, so that it may be an automatic one without the marks of such."""
    return (
        reply.outcome == "rejected"
        and not reply.sections
        and set(reply.notes) <= {_ASKED_NOTHING, ACCEPT_OR_DECLINE, YES_OR_NO, SAY_START, NO_WORD_OF_OURS}
    )


def _is_printable(name: str) -> bool:
    """Whether a letter may name what it answers."""
    return name.isascii() and name.isprintable()


def _press(row: IncomingMail, read: Read, *, waited: bool) -> Reply:
    """An answer to what another seat said goes to that seat, without quotations and addresses of this server."""
    copy = MessageCopy.objects.select_related("message").filter(pk=row.tag[1:]).first()
    said = "\n".join(line for line in read.said if not _is_ours(line))
    if copy is None or not said or row.player is None:
        return Reply(outcome="rejected", notes=(_NOTHING_SAID,))
    if is_doubtful(row, waited=waited):
        return waiting(row, None)
    try:
        game, seat = place_of(row)
        do_send(player=row.player, game_id=game.pk, seat=seat.role, to=[copy.message.sender], text=said)
    except GameError as error:
        return Reply(outcome="rejected", notes=(error.detail,))
    return Reply(outcome="words", notes=(Text("Your message is on its way.", "メッセージを届けました。"),))


def _is_ours(line: str) -> bool:
    """Whether a line holds an address of this server, which would let its reader answer in another's name."""
    name, _, domain = settings.PBEM_MAIL_REPLY.partition("@")
    return f"{name}+" in line.casefold() and f"@{domain}" in line.casefold()


_NOTHING_SAID = Text(
    "There was nothing in your letter that you wrote yourself, outside of what it quotes.",
    "引用部分のほかに、あなたが書いた文章が見つかりませんでした。",
)
_CUT_OFF = Text(
    "Your mail came in without its end, so nothing of it counts. Please send it again.",
    "メールが途中で切れて届いたため、無効にしました。もう一度送ってください。",
)
_ASKED_NOTHING = Text(
    "The letter that you replied to asked nothing, so it takes no orders. Reply to the letter with the question.",
    "返信元の手紙には質問がないため、命令を受け付けられません。質問のある手紙に返信してください。",
)
_TOO_SHORT = Problem(
    "",
    "illegal",
    Text(
        "Nobody vouches for your address, and the deadline is too near for this to wait. Send it in a mail of its own.",
        "送信元のアドレスを確認できず、期限が近いため実行できません。この行だけを別のメールで送ってください。",
    ),
)
_NO_DRAFT = Text(
    "You have given no orders yet that could be made ready. Write some, or copy those that are played without an"
    " answer: they stand below.",
    "まだ命令がないため、準備完了にできません。命令を書くか、下の「回答がない場合の命令」を写してください。",
)


_BACK = Text(
    "You play this seat yourself again: the bot that stood in for you has made room.",
    "席はあなたに戻りました。代役のボットは退きました。",
)
_STILL_YOURS = Text(
    "You play this seat yourself again: nobody else is asked to take it.",
    "席はあなたのままです。補欠への打診は終わりました。",
)


class _Handling:
    """One message about a decision or a seat."""

    def __init__(self, row: IncomingMail, player: Player, read: Read, *, waited: bool) -> None:
        self.row, self.player, self.waited = row, player, waited
        self.game, self.seat = place_of(row)
        self.request: OpenRequest | None = row.request
        self.whole = read.whole
        self.form, self.labels = self._form()
        taken = words_taken(self.form)
        self.commands, self.orders = split_lines(read.lines, read.said, taken)
        if len(self.commands) + len(self.orders) > 1 and self.orders and self.is_signed(self.orders[-1], read, taken):
            self.orders.pop()
        self.deeds = Deeds(self.player, self.game, self.seat)

    def _form(self) -> tuple[Form[Any] | None, Any]:
        title = registry.game_title(self.game)
        if self.request is None:
            return None, title.labels
        form: Form[Any] = packing.read_question(title, self.request.question).form
        return form, form.named(title.labels)

    def is_signed(self, line: str, read: Read, taken: frozenset[str]) -> bool:
        """Whether a last line is no more than its writer's own name, which means nothing else here."""
        name = " ".join(line.strip(" .,!。、").split()).casefold()
        known = {self.player.username.casefold(), read.sender.partition("@")[0], *read.names}
        return name in known and name not in taken

    def has(self, name: str) -> bool:
        """Whether a command is among the lines."""
        return any(one.name == name for one in self.commands)

    def reply(self) -> Reply:
        """Act, and say what came of it."""
        if not self.commands and not self.orders:
            return Reply(outcome="rejected", decision=self.about(), notes=(_NOTHING_SAID,), sections=("help",))
        sections = tuple(dict.fromkeys(one.name for one in self.commands if one.name in ASKING))
        if self.must_wait():
            return msgspec.structs.replace(self.waiting(), sections=sections)
        if self.waited:
            sections = ()  # its first answer showed them
        back = _BACK if self.seat.stand_in else _STILL_YOURS
        comes_back, found = self.answers() and self.is_stood_in(), self.answered()
        if comes_back:
            self.come_back()
            found = msgspec.structs.replace(found, notes=(*found.notes, back))
        for command in self.asked()[:MOST_DEEDS]:
            if self.waited_briefly():
                self.deeds.refused.append(Refused(command.written[:500], (_TOO_SHORT,)))
            else:
                self.deeds.do(command)
        return msgspec.structs.replace(
            found,
            decision=self.about(),
            refused=(*found.refused, *self.deeds.refused),
            notes=(*found.notes, *self.deeds.notes),
            sections=tuple(dict.fromkeys((*sections, *found.sections, *self.deeds.sections))),
        )

    def about(self) -> str:
        return str(self.request.pk) if self.request is not None else ""

    # --- an address that nobody vouches for

    def must_wait(self) -> bool:
        """Whether something is to change that nobody has vouched for, and that has not waited yet."""
        changes = self.answers() and (self.is_open() or self.is_stood_in())
        return bool(changes or self.asked()) and is_doubtful(self.row, waited=self.waited)

    def answers(self) -> bool:
        """Whether it is meant as an answer, be it too late or not understood."""
        return bool(self.orders) or self.has(READY) or self.has(NOT_READY)

    def asked(self) -> list[Command]:
        """What is to be done beside answering."""
        found = [one for one in self.commands if one.name not in ASKING | {READY, NOT_READY}]
        if self.player.is_unreachable and not self.has(ARRIVES):
            found += [Command(ARRIVES, "", one.written) for one in self.commands if one.name == AGAIN][:1]
        return self.deeds.gathered(without_overtaken(found))

    def is_open(self) -> bool:
        """Whether orders may still count; where nothing was asked, that is said at once or later all the same."""
        return self.request is None or self.request.closed_at is None

    def waited_briefly(self) -> bool:
        """Whether a deadline was so near that nobody had the time to cancel: orders count then, all else does not."""
        grace = timedelta(seconds=settings.PBEM_MAIL_GRACE)
        return self.waited and timezone.now() < self.row.received_at + grace

    def waiting(self) -> Reply:
        """What will be done unless it is cancelled. What is not understood is said at once, and waits for nothing."""
        found = self.understanding() if self.orders and self.form is not None else Understanding(None)
        if self.orders and not self.whole:
            return Reply(outcome="rejected", notes=(_CUT_OFF,))
        if self.orders and found.text is None and not self.commands:
            return self.refusal(found)
        self.row.revision = self.request.revision if self.request else 0
        request = self.request if self.is_open() else None
        understood = None
        if found.text is not None and request is not None:
            understood = check_answer(player=self.player, request_id=request.pk, text=found.text)
        due = request.due_at if request and (self.orders or self.has(READY) or self.has(NOT_READY)) else None
        return waiting(self.row, due, decision=self.about(), understood=understood, refused=found.refused)

    # --- orders

    def understanding(self) -> Understanding:
        """What the lines come to as an answer."""
        if self.form is None:
            return Understanding(None)
        return understand_lines(self.orders, self.form, self.labels)

    def answered(self) -> Reply:
        """Seal what can be sealed, change whether it is ready, or say why not."""
        request = self.request
        if self.orders and not self.whole:
            return Reply(outcome="rejected", notes=(_CUT_OFF,))
        if not self.answers():
            return Reply(outcome="words")
        if request is None:
            return Reply(outcome="rejected", notes=(_ASKED_NOTHING,), sections=("show",))
        if request.closed_at is not None:
            return Reply(outcome="stale", notes=tuple(became_of(request)), sections=("show",))
        if is_overtaken(self.row, waited=self.waited):
            return Reply(outcome="overtaken", sections=("show",))
        if not self.orders:
            return self.only_ready(request)
        found = self.understanding()
        return self.refusal(found) if found.text is None else self.sealed(request, found)

    def is_stood_in(self) -> bool:
        """Whether a bot answers for the player just now, or the reserves are asked to take the seat."""
        return bool(self.seat.stand_in or self.seat.reserves_called) and self.game.status in (
            Game.Status.RUNNING,
            Game.Status.PAUSED,
        )

    def come_back(self) -> None:
        """Take the seat over again, if the answer itself has not done so: it came too late."""
        with suppress(WrongState):
            do_return(player=self.player, game_id=self.game.pk, role=self.seat.role)

    def refusal(self, found: Understanding) -> Reply:
        """Nothing of it can be an answer."""
        notes = () if found.refused or self.form is not None else (_ASKED_NOTHING,)
        return Reply(outcome="rejected", decision=self.about(), refused=found.refused, notes=notes)

    def sealed(self, request: OpenRequest, found: Understanding) -> Reply:
        """Give the answer; beside refused lines it stays a draft."""
        ready = not found.refused and not self.has(NOT_READY)
        try:
            receipt = seal(request, None, found.text, ready, "mail")
            if self.waited:
                go_with(self.row, receipt.revision)
        except GameError as error:
            whole = Refused("\n".join(self.orders)[:500], tuple(error.problems))
            return Reply(outcome="rejected", refused=(whole,), notes=() if error.problems else (error.detail,))
        outcome = "partial" if found.refused else "receipt" if ready else "draft"
        notes = (_without_order(found),) if found.resting else ()
        return msgspec.structs.replace(_confirmed(outcome, receipt, found.refused), notes=notes)

    def only_ready(self, request: OpenRequest) -> Reply:
        """The answer that stands, made ready or a draft again."""
        found = decision(self.player, request.pk)
        if not found.answered:
            return Reply(outcome="rejected", notes=(_NO_DRAFT,), sections=("show",))
        ready = self.has(READY) and not self.has(NOT_READY)
        answer = msgspec.json.encode(found.answer)
        try:
            receipt = do_submit_answer(
                player=self.player, request_id=request.pk, answer=answer, ready=ready, channel="mail"
            )
            if self.waited:
                go_with(self.row, receipt.revision)
        except GameError as error:
            return Reply(outcome="rejected", notes=(error.detail,))
        return _confirmed("receipt" if ready else "draft", receipt, ())


def _without_order(found: Understanding) -> Text:
    """What becomes of lines that say of somebody what he does without any order."""
    en, ja = (", ".join(name.get(language) for name in found.resting) for language in LANGUAGES)
    said = SAYINGS[found.manner].receipt
    return Text(f"{said.en}: {en}.", f"{said.ja}：{ja}。")


def _confirmed(outcome: str, receipt: Receipt, refused: tuple[Refused, ...]) -> Reply:
    return Reply(
        outcome=outcome,
        understood=receipt,
        until=receipt.changeable_until,
        closes=receipt.closes,
        hash=receipt.hash,
        witness=receipt.witness,
        refused=refused,
    )
