"""Write receipts for orders by e-mail: the orders as understood, their costs, and the proof of their receipt."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.kernel.title import Title
from games.models import Player
from games.orders.order_set import Orders
from games.persistence.mail_replies import MailReply
from games.persistence.receipts import InterpretedAnswer
from games.selectors.decisions import Decision
from games.selectors.local_times import format_local_time
from worker.mail.outbound.blocks import Block, BulletList, Paragraph, Section, Verbatim

MAX_IDLE = 20
"""The maximum number of units without an order that a receipt names."""
WHOLE_ANSWER = -1
"""The result of `_order_of` for a pointer to the whole answer."""


def _order_of(pointer: str, orders: int) -> int:
    """Return the index of the order to which a JSON pointer refers; `WHOLE_ANSWER` if it refers to all orders."""
    first = pointer.split("/")[1] if pointer.startswith("/") else ""
    return int(first) if first.isdecimal() and int(first) < orders else WHOLE_ANSWER


class ReceiptWriter:
    """Writes the parts of one receipt for orders, in the reader's language."""

    def __init__(self, reply: MailReply, title: Title[Any], player: Player, decisions: Sequence[Decision]) -> None:
        self.reply, self.title, self.player = reply, title, player
        self.language = player.language
        self.decision = next((one for one in decisions if str(one.id) == reply.decision), None)

    def write_section(self) -> Section:
        """Return the receipt as a section of a turn e-mail, with instructions if the orders can still be changed."""
        notes = [one.get(self.language) for one in self.reply.notes]
        blocks = [*self.understood(), *self.unused(), *([BulletList(notes)] if notes else [])]
        return Section(_("Orders received"), blocks)

    def proof(self) -> list[str]:
        """Return the lines that prove the receipt of the orders: their hash and the server's signature."""
        return [line for line in (self.reply.hash, self.reply.witness) if line]

    def understood(self) -> Iterator[Block]:
        """Yield the orders as understood, with their effects, their notation, and until when they can be changed."""
        found = self.reply.understood
        if found is None:
            return
        orders = [line.strip() for line in found.description.get(self.language).splitlines() if line.strip()]
        notes: dict[int, list[str]] = {}
        for line in found.preview.lines:
            notes.setdefault(_order_of(line.pointer, len(orders)), []).append(line.text.get(self.language))
        yield BulletList([" — ".join([order, *notes.get(at, ())]) for at, order in enumerate(orders)])
        if said := [*self._spent(found), *notes.get(WHOLE_ANSWER, ()), *self._missing(found)]:
            yield BulletList(said)
        yield Verbatim(found.notation, is_notation=True)
        yield from self._until()

    def unused(self) -> Iterator[Block]:
        """Yield the lines of the player's e-mail that do not look like orders, so that no order is lost unnoticed."""
        if self.reply.unused:
            yield Paragraph(_("We did not read these lines as orders:"))
            yield Verbatim("\n".join(self.reply.unused), is_notation=True)

    def _form(self) -> Orders | None:
        form = self.decision.question.form if self.decision else None
        return form if isinstance(form, Orders) else None

    def _spent(self, found: InterpretedAnswer) -> Iterator[str]:
        """Yield the costs of the orders from each purse."""
        form = self._form()
        if form is None:
            return
        acting = {
            value for way in form.templates() for one in way.fields if one.name == way.subject for value in one.values
        }
        for purse in form.purses():
            paid, whose = found.preview.spent.get(purse.key, 0), purse.subject
            if paid > purse.limit or (paid and (not whose or whose in acting)):
                spent, limit = purse.format_amount(paid), purse.format_amount(purse.limit)
                owner = f"{self.title.presentation.labels(whose).get(self.language)}: " if whose else ""
                yield _("%(purse)s: %(spent)s of %(limit)s") % {
                    "purse": owner + purse.name.get(self.language),
                    "spent": spent,
                    "limit": limit,
                }

    def _missing(self, found: InterpretedAnswer) -> Iterator[str]:
        """Yield the units that could act and have no order."""
        form = self._form()
        idle = form.units_without_orders(found.answer) if form else ()
        if idle:
            names = [self.title.presentation.labels(one).get(self.language) for one in idle[:MAX_IDLE]]
            more = ["…"] if len(idle) > MAX_IDLE else []
            yield _("No order names: %(names)s") % {"names": ", ".join([*names, *more])}

    def _until(self) -> Iterator[Block]:
        if self.reply.late:
            yield Paragraph(
                _(
                    "Your answer came after the deadline. It counts, because the decision was still open. Those who "
                    "may see who is late are told."
                )
            )
        if self.decision is None and self.reply.closes != "at_once":
            return  # the game has continued: nothing can be changed any more
        until = format_local_time(datetime.fromisoformat(self.reply.until), self.player) if self.reply.until else ""
        if self.reply.closes == "at_once":
            yield Paragraph(_("Nobody else is asked: it counts at once."))
        elif self.reply.closes == "when_all_answered" and until:
            words = _("You can change it until everybody has answered, at most until %(time)s.")
            yield Paragraph(words % {"time": until})
        elif self.reply.closes == "when_all_answered":
            yield Paragraph(_("You can change it until everybody has answered."))
        elif until:
            yield Paragraph(_("You can change it until %(time)s.") % {"time": until})


def answered_by(receipts: Sequence[ReceiptWriter]) -> tuple[str, tuple[str, ...]]:
    """Return the Message-ID of the last e-mail that a receipt answers, and the Message-IDs before it in its thread."""
    named = [receipt.reply for receipt in receipts if receipt.reply.answering]
    if not named:
        return "", ()
    *before, last = named
    return last.answering, tuple(dict.fromkeys([*last.chain, *(one.answering for one in before)]))
