"""The commands and lines of orders in an e-mail about a question or a seat, while it is executed."""

from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from games.kernel.text import Text
from games.models import Game, OpenRequest
from games.selectors.decisions import get_decision
from games.selectors.incoming_mail import get_game_and_seat
from games.services.mail_quarantine import list_waiting_parts, quarantined_until
from worker.mail.inbound.agreement import DRAFT_CONFIRMED, REPLACES_OWN, Agreement
from worker.mail.inbound.cancel_phrases import CANCEL
from worker.mail.inbound.command_parser import (
    AGAIN,
    ARRIVES,
    ENQUIRIES,
    NOT_READY,
    QUERY_COMMANDS,
    READY,
    UNDO,
    Command,
)
from worker.mail.inbound.interpretation import ANSWER_COMMANDS, OrdersText
from worker.mail.inbound.received_mail import ReceivedMail
from worker.mail.inbound.replacement import command_part, describe_waiting, is_replacing, orders_part, ready_part


class OrdersMail:
    """The commands and orders of an e-mail, without those that a later e-mail has replaced.

    A reply that only says "ok" submits the default answer, or confirms orders that the writer has sent before; `agreed`
    are the texts that say which of the two was done.
    """

    def __init__(self, mail: ReceivedMail, text: OrdersText) -> None:
        self.mail, self.text = mail, text
        self.game, self.seat = get_game_and_seat(mail.row)
        self.request: OpenRequest | None = mail.row.request
        self.commands, self.paragraphs = [*text.commands], [*text.paragraphs]
        self.agreed: tuple[Text, ...] = ()
        if text.agreement is not None and self.request is not None and self.is_open():
            self._agree(text.agreement, self.request)
        if mail.has_waited and mail.row.pending:
            self._drop_replaced(list_waiting_parts(mail.row))

    def _agree(self, assent: Agreement, request: OpenRequest) -> None:
        """Set the orders of a reply that only agrees: the writer's earlier orders if there are any, or the default."""
        mail, orders, ready = self.mail, orders_part(request.pk), ready_part(request.pk)
        left = list_waiting_parts(mail.row) if mail.has_waited else frozenset()
        counts_at = None if mail.has_waited else quarantined_until(mail.row, orders)
        is_answered = get_decision(mail.player, request.pk).answered
        if assent.is_named or orders in left or not (counts_at or is_answered or ready in left):
            self.agreed = (assent.note, *([REPLACES_OWN] if is_answered else [])) if assent.text is not None else ()
            return
        self.paragraphs = []
        if counts_at is not None and not is_answered:
            self.agreed = (describe_waiting(counts_at, mail.player),)
        else:
            self.commands.append(Command(READY, "", "ok"))
            self.agreed = (DRAFT_CONFIRMED,)

    def _drop_replaced(self, left: frozenset[str]) -> None:
        """Remove the parts that a later e-mail has replaced, that is, all but `left`.

        If only the readiness of the orders was replaced, they stay as a draft.
        """
        about = {READY, NOT_READY}
        if self.request is not None and self.orders and orders_part(self.request.pk) not in left:
            self.paragraphs = []
            self.commands = [one for one in self.commands if one.name not in about]
        if self.request is not None and ready_part(self.request.pk) not in left:
            self.commands = [one for one in self.commands if one.name not in about]
            self.commands += [Command(NOT_READY, "", "")] if self.orders else []
        others = QUERY_COMMANDS | ENQUIRIES | about
        self.commands = [one for one in self.commands if one.name in others or self._part(one) in left]

    # --- content

    @property
    def decision_id(self) -> str:
        """The id of the question that the e-mail is about; "" for an e-mail about a seat."""
        return str(self.request.pk) if self.request is not None else ""

    @property
    def orders(self) -> list[str]:
        """Return the lines of orders."""
        return [line for line in self.paragraphs if line]

    @property
    def sections(self) -> tuple[str, ...]:
        """Return the names of the sections that the commands request for the reply, each once."""
        return tuple(dict.fromkeys(one.name for one in self.commands if one.name in QUERY_COMMANDS))

    @property
    def changes(self) -> list[Command]:
        """Return the commands that change something besides the answer."""
        found = [one for one in self.commands if one.name not in QUERY_COMMANDS | ENQUIRIES | ANSWER_COMMANDS]
        if self.mail.player.is_unreachable and not self.has(ARRIVES):
            found += [Command(ARRIVES, "", one.written) for one in self.commands if one.name == AGAIN][:1]
        return found

    def has(self, name: str) -> bool:
        """Return True if the e-mail contains the command with this name."""
        return any(one.name == name for one in self.commands)

    def is_answer(self) -> bool:
        """Return True if the e-mail is meant as an answer to a question, even if it is late or was not understood."""
        return bool(self.orders) or self.has(READY) or self.has(NOT_READY)

    def take_cancel(self) -> bool:
        """Remove the command that cancels e-mails in quarantine; return True if it was there."""
        found = self.has(CANCEL)
        self.commands = [one for one in self.commands if one.name != CANCEL]
        return found

    def drop_undo(self) -> None:
        """Remove the command that withdraws the answer."""
        self.commands = [one for one in self.commands if one.name != UNDO]

    # --- what it is about

    def is_open(self) -> bool:
        """Return True unless the question of the e-mail is closed.

        Always True for an e-mail about a seat without a question.
        """
        return self.request is None or self.request.closed_at is None

    def is_over(self) -> bool:
        """Return True if the game has ended."""
        return self.game.status in (Game.Status.OVER, Game.Status.ABANDONED)

    def is_stood_in(self) -> bool:
        """Return True if a bot stands in for the player now, or the reserves are asked to take the seat."""
        return bool(self.seat.stand_in or self.seat.reserves_called) and self.game.status in (
            Game.Status.RUNNING,
            Game.Status.PAUSED,
        )

    # --- quarantine

    def must_wait(self) -> bool:
        """Return True if the e-mail changes something and its sender's address is not authenticated."""
        is_answer = self.is_answer() and (self.is_open() or self.is_stood_in())
        return bool(is_answer or self.changes) and self.mail.must_wait

    def has_waited_briefly(self) -> bool:
        """Return True if a deadline ended the e-mail's quarantine before the whole grace period was over.

        Then its orders are submitted, but its other commands are refused, because the player had little time to cancel.
        """
        grace = timedelta(seconds=settings.PBEM_MAIL_GRACE_SECONDS)
        return self.mail.has_waited and timezone.now() < self.mail.row.received_at + grace

    def _part(self, command: Command) -> str:
        return command_part(command, self.game, self.seat)

    def parts(self) -> list[str]:
        """Return the names of the parts of this e-mail that change something.

        A part is the orders, their readiness, or a command (`worker.mail.inbound.replacement`). A part replaces a part
        of the same name in an earlier e-mail in quarantine.
        """
        found = [self._part(one) for one in self.changes]
        if self.request is not None and self.is_answer():
            found += [orders_part(self.request.pk)] if self.orders else []
            found += [] if self.orders and self.has(NOT_READY) else [ready_part(self.request.pk)]
        return [*dict.fromkeys(found)]

    def replaced_parts(self) -> set[str]:
        """Return the names of the parts that this e-mail replaces in earlier e-mails in quarantine."""
        ready = {ready_part(self.request.pk)} if self.request is not None and self.orders else set()
        return {part for part in self.parts() if is_replacing(part)} | ready

    def answer_parts(self) -> set[str]:
        """Return the names of the parts that are an answer to the question: its orders and their readiness.

        An authenticated answer replaces these parts of earlier e-mails in quarantine. Otherwise the parts would be
        executed later.
        """
        return {orders_part(self.request.pk), ready_part(self.request.pk)} if self.request is not None else set()
