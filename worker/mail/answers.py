"""An answer to a player's mail: what was understood, what was refused and why, and what was asked to be shown."""

from collections.abc import Iterator
from datetime import datetime

from django.conf import settings
from django.utils.translation import gettext as _

from games.kernel.errors import Problem
from games.kernel.forgiving import Refused
from games.kernel.orders import Orders
from games.models import StandingOrder
from games.selectors.decisions import Decision
from games.selectors.events import seat_events, tell
from games.selectors.letters import Letter, view_when_asked
from games.selectors.preview import preview
from games.selectors.standing_orders import orders_of
from games.selectors.views import headline
from games.stored.receipts import Understood
from games.stored.replies import Reply, unseal_reply
from games.stored.standing_orders import Order
from worker.mail.blocks import Block, Content, Link, Pairs, Points, Section, Verbatim, Words, counted
from worker.mail.content import MOST_EVENTS, Writer, one_line
from worker.mail.orderform import order_form
from worker.mail.reaching import held_back_section
from worker.mail.replying import how_to_reply
from worker.mail.times import local_time

_TO_MEND = ("rejected", "partial", "stale", "overtaken", "words")
MOST_PREVIEWED = 5
"""Questions for which is told what the standing orders would have answered."""
MOST_IDLE = 20
"""Ships and forces without an order that are named."""
OF_ALL = -1
"""In the place of an order's number: what is said is about all of them."""
STOPS_TOLD = 10
"""Stops of the seat whose events are told when its player asks what has happened."""


def answer_of(letter: Letter) -> Content:
    """The whole answer. Call it with the player's language active. Raises ValueError for one that was wiped."""
    reply = unseal_reply(bytes(letter.mail.sealed))
    if reply is None:
        raise ValueError("what this answer says is not there any more")
    return _AnswerWriter(letter, reply).write()


def _order_of(pointer: str, orders: int) -> int:
    """Of which of so many orders something is said, by where it points; or that it is said of all."""
    first = pointer.split("/")[1] if pointer.startswith("/") else ""
    return int(first) if first.isdecimal() and int(first) < orders else OF_ALL


class _AnswerWriter(Writer):
    """Writes an answer out of pieces of the usual letter."""

    def __init__(self, letter: Letter, reply: Reply) -> None:
        super().__init__(letter)
        self.reply = reply
        self.answering = reply.answering
        self.decisions = [one for one in letter.decisions if str(one.id) == reply.decision] or list(letter.decisions)
        if (then := view_when_asked(letter, reply.decision)) is not None:
            self.headline = one_line(headline(self.game, then, self.language))  # the game has gone on since

    def _what(self) -> str:
        return {
            "receipt": _("orders received"),
            "draft": _("draft received"),
            "partial": _("orders received in part"),
            "waiting": _("orders received, not in force yet"),
            "rejected": _("orders not understood"),
            "stale": _("too late"),
            "overtaken": _("overtaken"),
        }.get(self.reply.outcome, _("your message"))

    def _lead(self) -> str:
        if self.reply.outcome == "waiting":
            words = _(
                "Nobody vouches for the address that your mail came from. So it counts from %(time)s on, unless you "
                "cancel it."
            )
            return words % {"time": self._time(self.reply.counts_at)}
        return {
            "receipt": _("Your orders are sealed."),
            "draft": _("Your draft is kept. It is played at the deadline unless you change it; “ready” seals it."),
            "partial": _(
                "Some of your lines are refused. The rest is kept as a draft, which is played at the deadline unless "
                "you change it. Send all your orders again, or reply “ready” to seal the draft as it is."
            ),
            "rejected": _("Nothing was changed."),
            "stale": _("Your orders came too late: the question is closed."),
            "overtaken": _("Nothing was changed: you have answered this question since you wrote that letter."),
        }.get(self.reply.outcome, _("Your message was read."))

    def _sections(self) -> Iterator[Section]:
        done = [one.get(self.language) for one in self.reply.notes]
        yield Section("", [Words(self._lead(), strong=True)])
        yield Section(_("Cancel it"), list(self._cancel()), urgent=True)
        yield Section(_("Understood"), list(self._understood()))
        yield Section(_("Refused"), list(self._refused()), urgent=True)
        yield Section("", [Points(done)] if done else [])
        yield from self._shown()
        yield from held_back_section(self.letter.player)
        changes = self.reply.outcome in ("receipt", "draft", "partial", "waiting")
        yield Section(_("How to change it") if changes else _("How to answer"), list(self._how()))
        proof = [line for line in (self.reply.hash, self.reply.witness) if line]
        yield Section(_("Proof"), [Verbatim("\n".join(proof))] if proof else [])

    def _cancel(self) -> Iterator[Block]:
        if self.reply.cancel:
            yield Words(_("If you did not write that mail, or have changed your mind:"))
            yield Link(_("Look at it and cancel it"), self.reply.cancel)

    def _understood(self) -> Iterator[Block]:
        found = self.reply.understood
        if found is None:
            return
        orders = [line.strip() for line in found.description.get(self.language).splitlines() if line.strip()]
        notes: dict[int, list[str]] = {}
        for line in found.outlook.lines:
            notes.setdefault(_order_of(line.pointer, len(orders)), []).append(line.text.get(self.language))
        yield Points([" — ".join([order, *notes.get(at, ())]) for at, order in enumerate(orders)])
        if said := [*self._spent(found), *notes.get(OF_ALL, ()), *self._missing(found)]:
            yield Points(said)
        yield Verbatim(found.notation)
        yield from self._until()

    def _spent(self, found: Understood) -> Iterator[str]:
        """What it costs, purse by purse."""
        form = next((one.question.form for one in self.decisions), None)
        if not isinstance(form, Orders):
            return
        acting = {value for way in form.ways() for one in way.fields if one.name == way.subject for value in one.values}
        for purse in form.purses():
            paid, whose = found.outlook.spent.get(purse.key, 0), purse.subject
            if paid > purse.limit or (paid and (not whose or whose in acting)):
                spent, limit = purse.amount(paid), purse.amount(purse.limit)
                owner = f"{self.title.labels(whose).get(self.language)}: " if whose else ""
                yield _("%(purse)s: %(spent)s of %(limit)s") % {
                    "purse": owner + purse.name.get(self.language),
                    "spent": spent,
                    "limit": limit,
                }

    def _missing(self, found: Understood) -> Iterator[str]:
        """Who could act and has no order."""
        form = next((one.question.form for one in self.decisions if str(one.id) == self.reply.decision), None)
        idle = form.idle(found.answer) if isinstance(form, Orders) else ()
        if idle:
            names = [self.title.labels(one).get(self.language) for one in idle[:MOST_IDLE]]
            more = ["…"] if len(idle) > MOST_IDLE else []
            yield _("No order names: %(names)s") % {"names": ", ".join([*names, *more])}

    def _until(self) -> Iterator[Block]:
        if self.reply.closes == "at_once":
            yield Words(_("Nobody else is asked: it counts at once."))
        elif self.reply.closes == "when_all_answered" and self.reply.until:
            words = _("You can change it until everybody has answered, at most until %(time)s.")
            yield Words(words % {"time": self._time(self.reply.until)})
        elif self.reply.closes == "when_all_answered":
            yield Words(_("You can change it until everybody has answered."))
        elif self.reply.until:
            yield Words(_("You can change it until %(time)s.") % {"time": self._time(self.reply.until)})

    def _refused(self) -> Iterator[Block]:
        for one in self.reply.refused:
            if one.whole:
                yield Words(_("These lines could be read, but they are no complete answer together:"))
            yield Verbatim(one.written)
            yield Points(list(self._why(one)))

    def _why(self, one: Refused) -> Iterator[str]:
        for problem in one.problems:
            yield self._problem(problem)
        if one.nearest:
            names = ", ".join(name.get(self.language) for name in one.nearest)
            yield _("Did you mean: %(names)s?") % {"names": names}

    def _problem(self, problem: Problem) -> str:
        said = problem.message.get(self.language)
        return f"{said} {_('Rule %(rule)s.') % {'rule': problem.rule}}" if problem.rule else said

    def _shown(self) -> Iterator[Section]:
        """What was asked to be shown."""
        asked = set(self.reply.sections)
        if asked & {"show", "again"}:
            for decision in self.decisions:
                yield Section(_("Your decision"), list(self._question(decision)), urgent=True)
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
        view = self.letter.view
        if view is None:
            return []
        first = max(view.stop - STOPS_TOLD + 1, 0)
        seen = seat_events(self.letter.access, from_stop=first, until_stop=view.stop, limit=MOST_EVENTS)
        told = counted(line for one in seen if (line := tell(self.game, one, self.language)))
        return [Points(told)] if told else []

    def _standing(self) -> Iterator[Block]:
        """The orders of the seat by their numbers, and with which words a new one begins."""
        found = orders_of(self.letter.player, self.game.pk, self.letter.seat.role)
        said = [" ".join(one.description.get(self.language).split()) + _terms(one.order) for one in found]
        numbered = [f"{number}. {words}" for number, words in enumerate(said, 1)]
        yield Points(numbered) if numbered else Words(_("You have no standing orders."))
        if kinds := list(self._kinds_ahead()):
            yield Words(_("A new one begins in one of these ways:"))
            yield Pairs(kinds)
            yield Words(
                _("“standing once …” ends when it was used; “standing at the deadline …” waits for the deadline.")
            )

    def _kinds_ahead(self) -> Iterator[tuple[str, str]]:
        """With which words an order given ahead begins, and what it is about."""
        word = _("standing")
        names = {one.kind: one.name for one in self.title.foreseen}
        for kind in dict.fromkeys((*names, *self.title.plans)):
            name = names.get(kind) or self.title.labels(kind)
            yield f"{word} {kind.replace('_', '-')} …", name.get(self.language)

    def _previewed(self) -> list[Block]:
        """What the orders would have answered to the last questions that they are for."""
        found = preview(self.letter.player, self.game.pk, seat=self.letter.seat.role, limit=MOST_PREVIEWED)
        told = [
            _("%(question)s — %(answer)s")
            % {
                "question": one_line(self.title.explain(one.question, self.language)),
                "answer": one_line(one.would_words.get(self.language), " / "),
            }
            for one in found
            if one.would != "asked"
        ]
        return [Points(told)] if told else []

    def _how(self) -> Iterator[Block]:
        """The order form once more where something is to be mended."""
        if self.reply.outcome in ("receipt", "draft", "waiting") and self.reply.closes != "at_once":
            yield Words(_("Reply with all your orders again: your last letter counts. “not ready” makes them a draft."))
        if self.reply.outcome in _TO_MEND:
            for decision in self.decisions:
                yield from self._form_of(decision)

    def _form_of(self, decision: Decision) -> Iterator[Block]:
        yield from how_to_reply()
        form = decision.question.form
        yield Verbatim(order_form(form, form.named(self.title.labels), self.language))

    def _time(self, written: str) -> str:
        return local_time(datetime.fromisoformat(written), self.letter.player) if written else ""


def _terms(order: Order) -> str:
    """In brackets, how a standing order differs from one that is followed as soon as it is asked, until changed."""
    said = [StandingOrder.Lasts.ONCE.label] if order.lasts == "once" else []
    said += [StandingOrder.Applies.DEADLINE.label] if order.applies == "deadline" else []
    return f" ({', '.join(map(str, said))})" if said else ""


def _help() -> Iterator[Block]:
    opening = _("new …, games: open a game, and what can be played, in a mail of its own to %(address)s")
    yield Points(
        [
            _("ready, not ready: seal your orders, or make them a draft again"),
            _("show, board, history, again: the question, the board, what happened, all of it"),
            _("standing, standing …, standing off 1: your standing orders, a new one, one taken back"),
            _("note …: a line into your notes"),
            _("vacation 2026-12-20..2027-01-03 bot, vacation none: when you are away, and whether a bot stands in"),
            _("digest daily 07:00, digest hourly, digest off; quiet 22:00-07:00, quiet off: when letters come"),
            _("volunteer NAME OF A GAME, volunteer off …: be a reserve of another game, or be one no more"),
            _("letters all, letters few: all news of games in which you have nothing to decide, or the end alone"),
            _("letters arrive: your address takes mail again, after letters to it came back"),
            _("resign: give up your seat, once it is confirmed"),
            opening % {"address": settings.PBEM_MAIL_REPLY},
        ]
    )
