"""The reply to a player's e-mail: what was understood, what was refused and why, and the requested information."""

import re
from collections.abc import Iterator
from datetime import datetime

from django.conf import settings
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.kernel.errors import Problem
from games.kernel.text import Text
from games.models import StandingOrder
from games.order_text import RefusedLine
from games.persistence.mail_replies import MailReply, decrypt_reply
from games.persistence.standing_orders import OrderSpec
from games.selectors.decisions import Decision
from games.selectors.email_context import EmailContext, get_view_when_asked
from games.selectors.events import describe_event, list_audience_events
from games.selectors.local_times import format_local_time
from games.selectors.standing_order_preview import preview_standing_orders
from games.selectors.standing_orders import list_orders
from games.selectors.views import get_headline
from worker.mail.inbound.draft_completion import ADDED
from worker.mail.inbound.late_replies import GAME_IS_OVER
from worker.mail.outbound.blocks import (
    Block,
    BulletList,
    DefinitionTable,
    EmailContent,
    Link,
    Paragraph,
    Section,
    Verbatim,
    merge_repeated,
)
from worker.mail.outbound.content import MAX_EVENTS, ContentWriter
from worker.mail.outbound.content_lines import join_lines
from worker.mail.outbound.order_form import render_order_form
from worker.mail.outbound.receipts import ReceiptWriter
from worker.mail.outbound.reply_address import describe_how_to_reply
from worker.mail.outbound.suppression import make_held_back_section

_OR_SAY_CANCEL = Text(
    "Or reply “cancel”. A later e-mail about the same replaces this one.",
    "または「取消」と返信してください。同じ件で新しいメールを送ると、このメールは置き換わります。",
)
_HEADING_END = re.compile("[;；]")
_SECTION_NAMES = {
    "help": gettext_noop("Words that are understood"),
    "history": gettext_noop("What happened"),
    "board": gettext_noop("The board in words"),
    "show": gettext_noop("Your decision"),
    "again": gettext_noop("Your decision"),
    "standing": gettext_noop("Your standing orders"),
}
"""The requested sections and their names, as the subject gives them."""
LONGEST_TOPIC = 60
"""The maximum number of characters of a line or note in the subject."""
_TO_MEND = ("rejected", "partial", "stale", "overtaken", "words")
MAX_PREVIEWED = 5
"""The maximum number of questions in a preview of standing orders."""
MAX_STOPS_SHOWN = 10
"""The maximum number of the seat's stops in a requested report of events."""


def build_reply_content(context: EmailContext) -> EmailContent:
    """Return the whole reply. The player's language must be active.

    Raises ValueError if the data of the reply was wiped.
    """
    reply = decrypt_reply(bytes(context.mail.sealed))
    if reply is None:
        raise ValueError("what this answer says is not there any more")
    return _AnswerWriter(context, reply).write()


class _AnswerWriter(ContentWriter):
    """A writer of a reply, which uses sections of a turn e-mail."""

    def __init__(self, context: EmailContext, reply: MailReply) -> None:
        super().__init__(context)
        self.reply = reply
        self.answering, self.chain = reply.answering, reply.chain
        self.decisions = [one for one in context.decisions if str(one.id) == reply.decision] or list(context.decisions)
        self.receipt = ReceiptWriter(reply, self.title, context.player, self.decisions)
        if (then := get_view_when_asked(context, reply.decision)) is not None:
            self.headline = join_lines(get_headline(self.game, then, self.language))  # the game has continued since

    def _what(self) -> str:
        return {
            "receipt": _("Orders received"),
            "draft": _("Draft received"),
            "partial": _("Orders received in part"),
            "waiting": _("Orders received, not in force yet"),
            "rejected": _("Orders not understood"),
            "stale": _("Too late"),
            "overtaken": _("Overtaken"),
        }.get(self.reply.outcome) or self._subject_of_words()

    def _subject_of_words(self) -> str:
        """Return what a reply without orders is about: the answer to an enquiry, a requested section, or a note."""
        reply = self.reply
        if reply.enquiries:
            heading = _HEADING_END.split(reply.enquiries[0].heading.get(self.language))[0]
            return _("Answer: %(subject)s") % {"subject": heading}
        if reply.refused:
            return _("No answer: %(line)s") % {"line": _shorten(reply.refused[0].written)}
        if section := next((one for one in reply.sections if one in _SECTION_NAMES), ""):
            return _("Answer: %(subject)s") % {"subject": _(_SECTION_NAMES[section])}
        if reply.notes == (GAME_IS_OVER,):
            return _("The game is over")
        if reply.notes:
            return _shorten(reply.notes[0].get(self.language))
        return _("Your message")

    def _lead(self) -> str:
        if self.reply.outcome == "waiting":
            words = _(
                "We could not verify the address that your e-mail came from. So it counts from %(time)s on, unless you "
                "cancel it."
            )
            return words % {"time": self._time(self.reply.counts_at)}
        return {
            "receipt": _("Your orders are submitted."),
            **(self._draft_leads() if self.reply.until else self._untimed_draft_leads()),
            "rejected": _("Nothing was changed."),
            "stale": _("Your orders came too late: the question is closed."),
            "overtaken": _("Nothing was changed: you have answered this question since you wrote that e-mail."),
        }.get(self.reply.outcome) or self._lead_of_words()

    def _lead_of_words(self) -> str:
        is_enquiry = bool(self.reply.enquiries or self.reply.refused) and not self.reply.notes
        if is_enquiry and self.reply.decision:
            return _("Your message was read. It submitted nothing.")
        return _("Your message was read.")

    def _draft_leads(self) -> dict[str, str]:
        return {
            "draft": _("Your draft is kept. It is played at the deadline unless you change it; “ready” submits it."),
            "partial": _(
                "Some of your lines are refused. The rest is kept as a draft, which is played at the deadline. Reply "
                "with the corrected lines: they are added to the draft. “ready” submits it as it is."
            ),
        }

    def _untimed_draft_leads(self) -> dict[str, str]:
        """Return the introductions of replies about a draft, by outcome, for questions without a deadline."""
        return {
            "draft": _("Your draft is kept. There is no deadline: it counts only when you reply “ready”."),
            "partial": _(
                "Some of your lines are refused. The rest is kept as a draft. Reply with the corrected lines: they are "
                "added to the draft. There is no deadline: it counts only when you reply “ready”."
            ),
        }

    def _sections(self) -> Iterator[Section]:
        done = [one.get(self.language) for one in self.reply.notes]
        yield Section("", [Paragraph(self._lead(), strong=True)])
        yield Section(_("Cancel it"), list(self._cancel()), urgent=True)
        yield Section(_("Understood"), list(self.receipt.understood()))
        yield Section("", [BulletList(done)] if done else [])
        yield Section(_("Refused"), list(self._refused()), urgent=True)
        yield Section("", list(self.receipt.unused()))
        yield from self._enquiries()
        yield from self._shown()
        yield from make_held_back_section(self.context.player)
        changes = self.reply.outcome in ("receipt", "draft", "partial", "waiting")
        yield Section(_("How to change it") if changes else _("How to answer"), list(self._how()))
        proof = self.receipt.proof()
        yield Section(_("Proof"), [Verbatim("\n".join(proof), is_notation=True)] if proof else [])

    def _enquiries(self) -> Iterator[Section]:
        """Yield a section for each answer to an enquiry about the game."""
        for one in self.reply.enquiries:
            lines = [line.get(self.language) for line in one.lines]
            blocks: list[Block] = [BulletList(lines)] if lines else []
            yield Section(
                one.heading.get(self.language), [*blocks, *([Verbatim(one.notation)] if one.notation else [])]
            )

    def _cancel(self) -> Iterator[Block]:
        if self.reply.cancel:
            yield Paragraph(_("If you did not write that mail, or have changed your mind:"))
            yield Link(_("Look at it and cancel it"), self.reply.cancel)
            yield Paragraph(_OR_SAY_CANCEL.get(self.language))

    def _refused(self) -> Iterator[Block]:
        for one in self.reply.refused:
            if one.conflicts_with_others:
                yield Paragraph(_("These lines could be read, but they are no complete answer together:"))
            yield Verbatim(one.written, is_notation=True)
            yield BulletList(list(self._why(one)))

    def _why(self, one: RefusedLine) -> Iterator[str]:
        for problem in one.problems:
            yield self._problem(problem)
        if one.suggestions:
            names = ", ".join(name.get(self.language) for name in one.suggestions)
            yield _("Did you mean: %(names)s?") % {"names": names}

    def _problem(self, problem: Problem) -> str:
        said = problem.message.get(self.language)
        return f"{said} {_('Rule %(rule)s.') % {'rule': problem.rule}}" if problem.rule else said

    def _shown(self) -> Iterator[Section]:
        """Yield the sections with the requested information."""
        asked = set(self.reply.sections)
        if asked & {"show", "again"}:
            yield from self._to_decide()
            for decision in self.decisions:
                yield Section(_("Orders ready to copy"), list(self._ready_orders(decision)))
        if asked & {"board", "again"}:
            yield Section(_("What you see"), list(self._picture()))
            yield Section(_("The board in words"), list(self._board()))
        if asked & {"history", "again"}:
            yield Section(_("What happened"), self._history())
        if "standing" in asked:
            yield Section(_("Your standing orders"), list(self._standing()))
            yield Section(_("What they would have answered"), self._previewed())
        if "help" in asked:
            yield Section(_("Words that are understood"), list(_help()))

    def _history(self) -> list[Block]:
        view = self.context.view
        if view is None:
            return []
        first = max(view.stop - MAX_STOPS_SHOWN + 1, 0)
        seen = list_audience_events(self.context.access, from_stop=first, until_stop=view.stop, limit=MAX_EVENTS)
        told = merge_repeated(line for one in seen if (line := describe_event(self.game, one, self.language)))
        return [BulletList(told)] if told else []

    def _standing(self) -> Iterator[Block]:
        """Yield the seat's standing orders by number, and the words that begin a new one."""
        found = list_orders(self.context.player, self.game.pk, self.context.seat.role)
        said = [" ".join(one.description.get(self.language).split()) + _terms(one.order) for one in found]
        numbered = [f"{number}. {words}" for number, words in enumerate(said, 1)]
        yield BulletList(numbered) if numbered else Paragraph(_("You have no standing orders."))
        if kinds := list(self._kinds_ahead()):
            yield Paragraph(_("A new one begins in one of these ways:"))
            yield DefinitionTable(kinds)
            yield Paragraph(
                _("“standing once …” ends when it was used; “standing at the deadline …” waits for the deadline.")
            )

    def _kinds_ahead(self) -> Iterator[tuple[str, str]]:
        """Yield for each kind of question the words that begin a standing order, and the kind's name."""
        word = _("standing")
        names = {one.kind: one.name for one in self.title.standing_orders.kinds}
        for kind in dict.fromkeys((*names, *self.title.standing_orders.plans)):
            name = names.get(kind) or self.title.presentation.labels(kind)
            yield f"{word} {kind.replace('_', '-')} …", name.get(self.language)

    def _previewed(self) -> list[Block]:
        """Return the answers that the standing orders would have given to the last questions of their kinds."""
        found = preview_standing_orders(
            self.context.player, self.game.pk, seat=self.context.seat.role, limit=MAX_PREVIEWED
        )
        told = [
            _("%(question)s — %(answer)s")
            % {
                "question": join_lines(one.question.prompt.get(self.language)),
                "answer": join_lines(one.predicted_description.get(self.language), " / "),
            }
            for one in found
            if one.predicted_outcome != "asked"
        ]
        return [BulletList([*dict.fromkeys(told)])] if told else []

    def _how(self) -> Iterator[Block]:
        """Yield the order form again if orders need a correction."""
        adds = ADDED in self.reply.notes
        if self.reply.outcome in ("receipt", "draft", "waiting") and self.reply.closes != "at_once" and not adds:
            yield Paragraph(
                _("Reply with all your orders again: your last e-mail counts. “not ready” makes them a draft.")
            )
        if self.reply.outcome == "words" and self.reply.refused:
            yield from describe_how_to_reply()
        elif self.reply.outcome in _TO_MEND and not (self.reply.outcome == "words" and self.reply.enquiries):
            for decision in self.decisions:
                yield from self._form_of(decision)

    def _form_of(self, decision: Decision) -> Iterator[Block]:
        yield from describe_how_to_reply()
        form, understood = decision.question.form, self.reply.understood
        draft = understood.notation if understood is not None and self.reply.outcome == "partial" else ""
        labels = form.labels_in_context(self.title.presentation.labels)
        yield Verbatim(render_order_form(form, labels, self.language, draft), is_notation=True)

    def _time(self, written: str) -> str:
        return format_local_time(datetime.fromisoformat(written), self.context.player) if written else ""


def _shorten(text: str) -> str:
    """Return a text as one line, cut for the subject."""
    return Truncator(" ".join(text.split())).chars(LONGEST_TOPIC)


def _terms(order: OrderSpec) -> str:
    """Return in brackets when an order applies and how long it lasts, if that is not "when asked, until changed"."""
    said = [StandingOrder.Lasts.ONCE.label] if order.lasts == "once" else []
    said += [StandingOrder.Applies.DEADLINE.label] if order.applies == "deadline" else []
    return f" ({', '.join(map(str, said))})" if said else ""


def _help() -> Iterator[Block]:
    opening = _("new …, games: open a game, and what can be played, in an e-mail of its own to %(address)s")
    yield BulletList(
        [
            _("ready, not ready: submit your orders, or make them a draft again"),
            _("show, board, history, again: the question, the board, what happened, all of it"),
            _("help …: what an order or a term means; odds …: the chances of an attack (odds hood bismarck)"),
            _("what if …: what an order would do, without submitting it; undo: withdraw your answer"),
            _("hint: what the bot would do and why, in a game that allows hints"),
            _("standing, standing …, standing off 1: your standing orders, a new one, one taken back"),
            _("note …: a line into your notes"),
            _("ask …: a question to the umpire or host; ask staff …, ask host …: to the staff, to a host who plays"),
            _("vacation 2026-12-20..2027-01-03 bot, vacation none: when you are away, and whether a bot stands in"),
            _("digest daily 07:00, digest hourly, digest off; quiet 22:00-07:00, quiet off: when e-mails come"),
            _("volunteer NAME OF A GAME, volunteer off …: be a reserve of another game, or be one no more"),
            _("letters all, letters few: all news of games in which you have nothing to decide, or the end alone"),
            _("letters arrive: your address takes mail again, after e-mails to it bounced"),
            _("resign: give up your seat, once it is confirmed"),
            opening % {"address": settings.PBEM_MAIL_REPLY_ADDRESS},
        ]
    )
