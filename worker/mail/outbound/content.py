"""Write the content of an e-mail to a seat in the reader's language, from the stored data of its stop."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from itertools import groupby
from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import registry
from games.kernel.requests import Ask
from games.kernel.text import Text, join_sentences
from games.kernel.text_columns import column_width, pad_to_width
from games.models import OutgoingMail
from games.orders.order_set import Orders
from games.persistence.mail_replies import decrypt_reply
from games.persistence.standing_orders import takes_standing_orders
from games.selectors import notices
from games.selectors.advice import AdviceGiven, AdviceRequest
from games.selectors.chances import Swing, load_chances
from games.selectors.decisions import Decision
from games.selectors.email_context import KINDS_WITHOUT_BOARD, SINGLE_DECISION_KINDS, EmailContext
from games.selectors.email_pictures import list_subjects
from games.selectors.email_summary import is_pending, shorten_game_name, summarize_deadline, summarize_email
from games.selectors.events import build_log_line
from games.selectors.games import describe_agreements
from games.selectors.last_awaited import is_last_awaited
from games.selectors.local_times import format_local_time
from games.selectors.point_sources import list_points
from games.selectors.standing_orders import StandingAnswer
from games.selectors.views import StoredView, describe_board, get_headline, has_finished
from worker.mail.inbound.agreement import (
    NUMBER_TAKES_ANSWER,
    OK_CONFIRMS,
    OK_TAKES_DEFAULT,
    is_default_accepted_by_ok,
)
from worker.mail.outbound import links
from worker.mail.outbound.blocks import (
    Block,
    BulletList,
    DefinitionTable,
    EmailContent,
    Link,
    Links,
    NumberedList,
    Paragraph,
    Picture,
    Section,
    Verbatim,
    merge_repeated,
)
from worker.mail.outbound.content_lines import EventLine, are_few, choose_important, join_lines
from worker.mail.outbound.order_form import list_options, render_order_form
from worker.mail.outbound.proposals import ReadyMadeAnswer, describe_answer, list_proposals
from worker.mail.outbound.receipts import ReceiptWriter, answered_by
from worker.mail.outbound.reply_address import describe_how_to_reply, make_reply_separator
from worker.mail.proposals import lists_all_answers, takes_numbers

Kind = OutgoingMail.Kind
MAX_EVENTS = 120
"""The maximum number of events in an e-mail; all events are on the game's page."""
RECENT_EVENTS = 15
"""The maximum number of events near the top of an e-mail with a question: the important ones, then the newest."""
MAX_SUMMARY = 160
"""The maximum length of an answer beside its number, in characters; the whole answer is further below."""
FEW_SWINGS = 3
"""The maximum number of swings of the chances in the e-mail about the end; all swings are on the page."""


def build_content(context: EmailContext) -> EmailContent:
    """Return the whole e-mail. The player's language must be active."""
    return ContentWriter(context).write()


MAX_SUBJECT = 180
"""The maximum length of a subject, in characters."""


class ContentWriter:
    """Writes the content of one e-mail to a seat; each method returns a part of the content."""

    def __init__(self, context: EmailContext) -> None:
        self.context, self.mail, self.game = context, context.mail, context.game
        self.language = context.player.language
        self.title = registry.title_for_names(context.game)
        self.decisions = list(_of_this_stop(context))
        self._proposed: dict[UUID, list[ReadyMadeAnswer]] = {}
        self._words: dict[UUID, list[tuple[str, str]]] = {}
        self.receipts = [
            ReceiptWriter(reply, self.title, context.player, context.decisions)
            for reply in map(decrypt_reply, context.receipts)
            if reply is not None
        ]
        self.answering, self.chain = answered_by(self.receipts)
        self.headline = join_lines(get_headline(self.game, context.view, self.language)) if context.view else ""

    def write(self) -> EmailContent:
        game, seat = self.game, notices.get_seat_name(self.game, self.context.seat.role).get(self.language)
        return EmailContent(
            subject=self._subject(),
            heading=" · ".join(filter(None, (game.name, self.headline))),
            role_line=_("%(title)s. You play %(seat)s.") % {"title": self.title.name.get(self.language), "seat": seat},
            preview=self._lead(),
            sections=[section for section in self._sections() if section.blocks],
            footer=list(self._footer()),
            language=self.language,
            reply_separator=make_reply_separator(),
            in_reply_to=self.answering,
            references=self.chain,
        )

    def _name(self, role: str) -> str:
        return notices.get_seat_name(self.game, role).get(self.language)

    def _subject(self) -> str:
        until = summarize_deadline(self.mail.kind, self.decisions, self.context.player)
        words = f"[{shorten_game_name(self.game.name)}] " + join_lines(
            " · ".join(filter(None, (self._what(), self.headline)))
        )
        return words[: MAX_SUBJECT - len(until)] + until

    def _due(self) -> datetime | None:
        """Return the nearest deadline of the questions."""
        return min((decision.due_at for decision in self.decisions if decision.due_at), default=None)

    def _what(self) -> str:
        """Return what the reader has to do, in the words that webhooks and notifications use too."""
        message = self.context.message
        sender = notices.get_seat_name(self.game, message.sender) if message is not None else None
        advises = bool(self.context.advice_requests)
        what = summarize_email(self.mail.kind, self.title, self.decisions, sender=sender, advises=advises)
        return what.get(self.language)

    def _pending(self) -> bool:
        return is_pending(self.decisions)

    def _lead(self) -> str:
        if self.mail.kind == Kind.OVER:
            return _("The game is over. This is how it ended, and how to check the dice.")
        if self.mail.kind == Kind.REMINDER:
            if is_last_awaited(self.game, self.context.seat):
                return _("All others have answered: the game waits for you alone.")
            return _("Your decision is still open, and its deadline is near.")
        if self.mail.kind == Kind.NOTICE:
            return _("A notice about your game.")
        if self.context.message is not None:
            return _("%(seat)s writes to you.") % {"seat": self._name(self.context.message.sender)}
        if self.mail.kind == Kind.ADVICE:
            return _("Advice has been left for your decision.")
        if not self._pending():
            return self._of_news()
        due = self._due()
        if due is None:
            return _("Your move; there is no deadline.")
        return _("Your move, until %(time)s.") % {"time": format_local_time(due, self.context.player)}

    def _of_news(self) -> str:
        """Return the introduction of news; a reader who has nothing more to do learns when the next e-mail comes."""
        view = self.context.view
        if self.mail.kind != Kind.STOP or view is None or not has_finished(self.game, view):
            return _("There is news. You have nothing to decide now.")
        if self.context.player.mail_preferences.get("watch", False):
            return _("There is news. You have nothing to decide here any more; “letters few” ends such e-mails.")
        return _(
            "Your part in this game is over: you have nothing to decide any more. The next e-mail comes at its "
            "end, with the verdict. If you want all that come before, reply “letters all”."
        )

    def _asks(self) -> bool:
        """Return True if the e-mail asks for a decision, which then comes first."""
        return self.mail.kind in (Kind.STOP, Kind.REMINDER) and self._pending()

    def _sections(self) -> Iterator[Section]:
        """Yield the sections: what the reader must do, what has happened, then the position and explanations."""
        if self._asks():
            yield from self._to_decide(self._lead())
        else:
            yield Section("", [Paragraph(self._lead(), strong=True)])
        yield Section(_("Notices"), self._notices())
        yield Section("", list(self._message()))
        yield Section(_("What you see"), list(self._picture()))
        yield Section(_("How it ended"), self._standings())
        yield from (receipt.write_section() for receipt in self.receipts)
        yield Section(_("Where the points come from"), list(self._points()))
        yield Section(_("How the chances ran"), list(self._chances()))
        yield Section(_("Answered by your standing orders"), self._answered_ahead())
        yield Section(_("What happened"), self._events())
        if not self._asks():
            yield from self._to_decide()
        for wanted in self.context.advice_requests:
            yield Section(_("Advice is wanted"), list(self._advising(wanted)))
        for decision in self.decisions:
            yield Section(_("Orders ready to copy"), list(self._ready_orders(decision)))
            yield Section(_("Everything that may be written"), list(self._reference(decision)))
        if self._asks():
            yield Section(_("Your standing orders"), list(self._how_to_change_standing()))
        yield Section(_("Your first turn"), list(self._first_turn()))
        yield Section(_("The board in words"), list(self._board()))
        yield Section(_("Everything that happened"), self._all_events())
        yield Section(_("Time"), self._agreed_time())
        yield Section(_("The dice"), list(self._dice()))
        if proof := [line for receipt in self.receipts for line in receipt.proof()]:
            yield Section(_("Proof"), [Verbatim("\n".join(proof), is_notation=True)])

    def _to_decide(self, lead: str = "") -> Iterator[Section]:
        """Yield a section for each question; `lead` is the heading of the first section."""
        for number, decision in enumerate(self.decisions):
            heading = lead if lead and number == 0 else _("Your decision")
            yield Section(heading, list(self._question(decision)), urgent=True)

    def _notices(self) -> list[Block]:
        said = [notices.describe_notice(self.game, notice, self.language) for notice in self.context.notices]
        return [BulletList(said)] if said else []

    def _message(self) -> Iterator[Block]:
        if self.context.message is not None:
            yield Paragraph(self.context.message.text)
            yield Link(_("To read on and to answer"), links.messages_url(self.game.pk, self.context.seat.role))

    def _events(self) -> list[Block]:
        """Return the events; in an e-mail with a question only the important and the newest (`RECENT_EVENTS`)."""
        told = self._told()
        if self._asks() and len(told) > RECENT_EVENTS:
            chosen = choose_important(told, RECENT_EVENTS)
            return [BulletList([told[place].line for place in chosen]), self._pointer(len(told) - len(chosen))]
        return [] if self._asks() and not told else self._all_of(told)

    def _all_events(self) -> list[Block]:
        """Return all events in their order, if `_events` has left some out of an e-mail with a question."""
        told = self._told()
        return self._all_of(told) if self._asks() and len(told) > RECENT_EVENTS else []

    def _all_of(self, told: list[EventLine]) -> list[Block]:
        blocks: list[Block] = [BulletList([one.line for one in told[-MAX_EVENTS:]])] if told else []
        if (earlier := len(told) - MAX_EVENTS) > 0:
            blocks.insert(0, self._more_on_the_page(earlier))
        return blocks

    def _told(self) -> list[EventLine]:
        lines = (build_log_line(self.game, event, self.language) for event in self.context.events)
        runs = groupby((one for one in lines if one.text), key=lambda one: (one.text, one.emphasis))
        merged = ((merge_repeated(one.text for one in same), emphasis) for (_text, emphasis), same in runs)
        return [EventLine(line, bool(emphasis)) for (line,), emphasis in merged]

    @staticmethod
    def _pointer(count: int) -> Paragraph:
        """Return where the events stand that are left out above the fold."""
        more = ngettext(
            "%(count)d more line is left out here. “%(section)s”, below the board, tells it all in order.",
            "%(count)d more lines are left out here. “%(section)s”, below the board, tells it all in order.",
            count,
        )
        return Paragraph(more % {"count": count, "section": _("Everything that happened")})

    @staticmethod
    def _more_on_the_page(count: int) -> Paragraph:
        more = ngettext(
            "%(count)d earlier event is on the game's page.",
            "%(count)d earlier events are on the game's page.",
            count,
        )
        return Paragraph(more % {"count": count})

    def _answered_ahead(self) -> list[Block]:
        said = [self._said_ahead(one) for one in self.context.standing_answers]
        how = () if self._asks() else self._how_to_change_standing()
        return [BulletList(said), *how] if said else []

    def _how_to_change_standing(self) -> Iterator[Block]:
        """Yield the words that change the standing orders that have answered, with the present order as an example."""
        used = {one.question.kind: one for one in self.context.standing_answers if one.channel == "standing"}
        if not used or not settings.PBEM_MAIL_REPLY_ADDRESS:
            return
        plans = {kind: one for kind, one in used.items() if kind in self.title.standing_orders.plans}
        rules = {kind: one for kind, one in used.items() if kind not in plans}
        if plans:
            yield Paragraph(
                _("“standing” lists your standing orders. To replace a plan, reply with its lines, such as:")
            )
            yield self._standing_lines(plans, is_plan=True)
        if rules:
            yield Paragraph(
                _(
                    "“standing” lists your standing orders, “standing off 1” removes the first. Add one by a line "
                    "such as:"
                )
            )
            yield self._standing_lines(rules, is_plan=False)

    def _standing_lines(self, answers: Mapping[str, StandingAnswer], *, is_plan: bool) -> Verbatim:
        """Return the lines that would give the standing orders behind these answers, by kind of question, again."""
        orders = [(kind, order) for kind, one in answers.items() for order in _list_orders(one, is_plan=is_plan)]
        lines = [f"{_('standing')} {kind.replace('_', '-')} {order}" for kind, order in orders]
        return Verbatim("\n".join(lines), is_notation=True)

    def _said_ahead(self, one: StandingAnswer) -> str:
        kind = one.question.kind
        plan = (
            self.title.presentation.labels(kind).get(self.language) if kind in self.title.standing_orders.plans else ""
        )
        question = plan or join_lines(self.title.presentation.explain_question(one.question, self.language))
        words = {"question": question, "answer": self._say(one.question, one.question.form.read(one.answer))}
        if one.channel == "standing":
            return _("%(question)s — %(answer)s") % words
        if one.channel == "player_default":
            return _("%(question)s — %(answer)s (your own default)") % words
        return _("%(question)s — %(answer)s (none of your orders fitted; this is the default)") % words

    def _picture(self) -> Iterator[Block]:
        if self.context.view is not None and self.mail.kind not in KINDS_WITHOUT_BOARD:
            yield Picture(self._alternative_text())
            whole = links.board_url(self.game.pk, self.context.view.audience, self.context.view.stop)
            yield Links("", [(_("The whole board"), whole)])

    def _alternative_text(self) -> str:
        """Return the game's position in a sentence, for readers who do not see the picture."""
        names = [self.title.presentation.labels(one).get(self.language) for one in list_subjects(self._questions())]
        words = {"headline": self.headline, "names": ", ".join(dict.fromkeys(names))}
        if not names:
            return _("The board: %(headline)s. Below it is described in words.") % words
        return _("The board: %(headline)s. You have orders to give to %(names)s.") % words

    def _questions(self) -> list[Ask[Any]]:
        return [one.question for one in self.decisions]

    def _board(self) -> Iterator[Block]:
        if self.context.view is not None and self.mail.kind not in KINDS_WITHOUT_BOARD:
            yield Verbatim(describe_board(self.game, self.context.view, self.language))
            if parts := self._parts(self.context.view):
                yield Links(_("Parts of the picture, larger:"), parts)

    def _parts(self, view: StoredView) -> list[tuple[str, str]]:
        """Return the parts of a picture that is too crowded for a small screen, as pairs of name and URL."""
        named = self.title.presentation.picture_parts.items()
        where = self.game.pk, view.audience, view.stop
        return [(name.get(self.language), links.board_part_url(*where, part)) for part, name in named]

    def _question(self, decision: Decision) -> Iterator[Block]:
        """Yield the question with its default, the link to its page and the numbered answers; then its explanation."""
        question = decision.question
        asked = question.prompt.get(self.language)
        rest = self.title.presentation.explain_question(question, self.language).removeprefix(asked).strip()
        yield Paragraph(asked)
        yield from self._deadline(decision)
        yield from self._ways_to_answer(decision)
        rule = _("Rule %(rule)s.") % {"rule": decision.rule} if decision.rule else ""
        if explained := ("\n" if "\n" in rest else " ").join(filter(None, (rest, rule))):
            yield Paragraph(explained)
        if (text := self.title.presentation.rule_texts.get(decision.rule)) is not None:
            yield Links("", [(text.name.get(self.language), links.rule_url(self.title.key, decision.rule))])
        options = self._listed(decision)
        if are_few(options) and not lists_all_answers(question.form):
            yield from self._options(options)
        yield from self._advice(decision)

    def _ways_to_answer(self, decision: Decision) -> Iterator[Block]:
        """Yield the present answer, the link to the decision's page, and the numbered answers."""
        question = decision.question
        if isinstance(question.form, Orders) and not question.form.cached_templates:
            yield Paragraph(
                _("You cannot order anything now. You are asked anyway, to keep secret what you have: answer “pass”.")
            )
        if decision.answered:
            typed = question.form.read(decision.answer)
            yield Paragraph(_("Your answer so far: %(answer)s") % {"answer": self._say(question, typed)})
        elif decision.ready:
            yield Paragraph(_("Your standing orders will answer this, unless you answer it yourself."))
        yield Link(_("Open this decision"), links.decision_url(decision.id))
        yield from self._numbered_answers(decision)

    def _numbered_answers(self, decision: Decision) -> Iterator[Block]:
        """Yield how to answer by reply, and a few complete answers, numbered if a reply may name a number."""
        form = decision.question.form
        labels = form.labels_in_context(self.title.presentation.labels)
        said = [one.shorten(MAX_SUMMARY) for one in self._proposals(decision)]
        is_numbered = bool(settings.PBEM_MAIL_REPLY_ADDRESS) and takes_numbers(form, labels)
        ways: list[Text] = []
        if settings.PBEM_MAIL_REPLY_ADDRESS and decision.answered:
            ways.append(OK_CONFIRMS)
        elif settings.PBEM_MAIL_REPLY_ADDRESS and is_default_accepted_by_ok(form):
            ways.append(OK_TAKES_DEFAULT)
        if is_numbered:
            ways.append(NUMBER_TAKES_ANSWER)
        if ways:
            yield Paragraph(join_sentences(ways).get(self.language))
        yield NumberedList(said) if is_numbered else BulletList(said)

    def _advising(self, wanted: AdviceRequest) -> Iterator[Block]:
        said = _("%(seat)s is asked this, and may like your advice. The game does not wait for it.")
        yield Paragraph(said % {"seat": self._name(wanted.seat)})
        yield Paragraph(self.title.presentation.explain_question(wanted.question, self.language))
        yield Link(_("On the page of this advice"), links.advice_url(wanted.id))

    def _advice(self, decision: Decision) -> Iterator[Block]:
        if decision.advice:
            yield BulletList([self._advised(one) for one in decision.advice])

    def _advised(self, one: AdviceGiven) -> str:
        words = {"seat": self._name(one.seat), "answer": join_lines(one.description.get(self.language), " / ")}
        return _("%(seat)s advises: %(answer)s") % words

    def _deadline(self, decision: Decision) -> Iterator[Block]:
        is_said = self.mail.kind == Kind.STOP and self._asks() and len(self.decisions) == 1
        if decision.due_at is None:
            if not is_said:
                yield Paragraph(_("There is no deadline."))
            return
        if not is_said:
            due = _("Answer by %(time)s.") % {"time": format_local_time(decision.due_at, self.context.player)}
            yield Paragraph(due, strong=True)
        default = self._default_answer(decision).shorten(MAX_SUMMARY)
        if decision.kind in self.context.own_defaults:
            said = _("Without an answer by then, your standing order is played, or else: %(answer)s")
        else:
            said = _("Without an answer by then, this is played: %(answer)s")
        yield Paragraph(said % {"answer": default})

    def _default_answer(self, decision: Decision) -> ReadyMadeAnswer:
        form = decision.question.form
        labels = form.labels_in_context(self.title.presentation.labels)
        return describe_answer("", form.default(), form, labels, self.language)

    def _say(self, question: Any, typed: Any) -> str:
        return join_lines(
            question.form.describe(
                typed, self.language, question.form.labels_in_context(self.title.presentation.labels)
            ),
            " / ",
        )

    def _listed(self, decision: Decision) -> list[tuple[str, str]]:
        """Return the words of a question's answers with their meanings."""
        if decision.id not in self._words:
            form = decision.question.form
            labels = form.labels_in_context(self.title.presentation.labels)
            self._words[decision.id] = list_options(form, labels, self.language)
        return self._words[decision.id]

    def _options(self, words: list[tuple[str, str]]) -> Iterator[Block]:
        if words:
            yield DefinitionTable(words)

    def _proposals(self, decision: Decision) -> list[ReadyMadeAnswer]:
        if decision.id not in self._proposed:
            form = decision.question.form
            labels = form.labels_in_context(self.title.presentation.labels)
            self._proposed[decision.id] = list_proposals(form, labels, self.language)
        return self._proposed[decision.id]

    def _ready_orders(self, decision: Decision) -> Iterator[Block]:
        """Yield the numbered answers in full, with their notation; nothing if these are all possible answers."""
        form = decision.question.form
        if not lists_all_answers(form):
            for number, proposed in enumerate(self._proposals(decision), 1):
                yield Paragraph(f"{number}. {proposed.description}")
                yield Verbatim(proposed.notation, is_notation=True)

    def _reference(self, decision: Decision) -> Iterator[Block]:
        form = decision.question.form
        labels = form.labels_in_context(self.title.presentation.labels)
        if not are_few(words := self._listed(decision)):
            width = max(column_width(word) for word, _meaning in words)
            yield Verbatim("\n".join(f"{pad_to_width(word, width)}  {meaning}" for word, meaning in words))
        yield from describe_how_to_reply()
        yield Paragraph(_("As text, one order a line:"))
        yield Verbatim(render_order_form(form, labels, self.language), is_notation=True)
        if takes_standing_orders(self.title, decision.kind):
            place = links.standing_orders_url(self.game.pk, decision.seat, decision.kind)
            yield Link(_("Set a standing order for this"), place)

    def _first_turn(self) -> Iterator[Block]:
        """Yield how a turn of the title works, in the first e-mail about a title that is new to the reader."""
        steps, asks = self.title.introduction.first_turn, self._asks()
        if self.context.is_new_to_title and asks and len(steps) > 1:
            yield Paragraph(steps[1].get(self.language))
            yield Link(_("A guided first turn on the page"), f"{links.decision_url(self.decisions[0].id)}?guide=1")
        if self.context.is_first and asks and self._plays_with_others():
            yield Link(
                _("Never ask me when I can only pass"),
                links.standing_orders_url(self.game.pk, self.context.seat.role),
            )

    def _plays_with_others(self) -> bool:
        return len(self.title.scenarios[self.game.scenario].seats) > 1

    def _agreed_time(self) -> list[Block]:
        """Return the game's rules about time, in a reader's first e-mail."""
        if not self.context.is_first or self.mail.kind != Kind.STOP:
            return []
        return [BulletList([one.get(self.language) for one in describe_agreements(self.game)])]

    def _standings(self) -> list[Block]:
        if self.mail.kind != Kind.OVER or not self.context.standings:
            return []
        return [
            DefinitionTable([self._place(row) for row in sorted(self.context.standings, key=lambda row: row["place"])])
        ]

    def _points(self) -> Iterator[Block]:
        """Yield the sources of the points, in the e-mail about the end."""
        if self.mail.kind != Kind.OVER:
            return
        for one in list_points(self.game):
            yield Paragraph(self._name(one.seat), strong=True)
            rule = _("%(points)s: %(reason)s (rule %(rule)s)")
            yield BulletList(
                [
                    rule % {"points": line.points, "reason": line.reason.get(self.language), "rule": line.rule}
                    for line in one.sources
                ]
            )

    def _chances(self) -> Iterator[Block]:
        """Yield the link to the chances in the e-mail about the end, and the biggest swings if they are computed."""
        found = load_chances(self.game, self.language) if self.mail.kind == Kind.OVER else None
        if found is None or found.state in ("none", "failed"):
            return
        if found.state == "done" and found.swings:
            yield BulletList([self._swing(one) for one in found.swings[:FEW_SWINGS]])
        else:
            yield Paragraph(_("How often each side would have won from each step: the server computes it now."))
        yield Link(_("The chances at every step"), links.chances_url(self.game.pk))

    def _swing(self, one: Swing) -> str:
        words = {"seat": self._name(one.seat), "stop": one.stop}
        words |= {"before": round(100 * one.before[one.seat]), "after": round(100 * one.after[one.seat])}
        if one.kind == "dice":
            return _("%(seat)s, %(before)d → %(after)d percent by dice, stop %(stop)d") % words
        return _("%(seat)s, %(before)d → %(after)d percent, stop %(stop)d") % words

    def _place(self, row: dict[str, Any]) -> tuple[str, str]:
        seat = notices.get_seat_name(self.game, row["seat"]).get(self.language)
        points = ngettext("%(count)d point", "%(count)d points", row["points"]) % {"count": row["points"]}
        return f"{row['place']}. {seat}", (row.get("detail") or {}).get(self.language, "") or points

    def _dice(self) -> Iterator[Block]:
        if self.mail.kind == Kind.OVER:
            yield from self._revealed()
        elif self.context.is_first and self.mail.kind == Kind.STOP:
            dice = self.context.dice
            yield Paragraph(
                _(
                    "Every die of this game comes from a secret that was fixed before anyone took a seat, and from "
                    "what the players threw in. This is the SHA-256 of the secret. Keep it: when the game is over, the "
                    "secret is published, and you can check every roll."
                )
            )
            yield Verbatim(dice.branches[-1].commitment)
            said = [f"{self._name(role)}: {one.says.get(self.language)}" for role, one in dice.nonces.items()]
            yield BulletList(said)
            yield Paragraph(
                _(
                    "The long line at the end of each e-mail is the server's signature under it, and under all "
                    "that is stored of the game so far; in this e-mail, the key stands above it. Keep your "
                    "e-mails: with them and an export of the game, its verify command finds whatever was changed "
                    "afterwards."
                )
            )

    def _revealed(self) -> Iterator[Block]:
        dice = self.context.dice
        yield Paragraph(_("The secret of the dice. Its SHA-256 is the number that your first mail named:"))
        lines = [f"{one.branch}: {one.secret}\n   SHA-256 {one.commitment}" for one in dice.branches]
        lines += [f"{role}: {one.nonce or '-'}" for role, one in dice.nonces.items()]
        yield Verbatim("\n".join(lines))
        yield Paragraph(
            _(
                "Roll n is made of HMAC-SHA256 with the secret as key over the text %(text)s: words of 32 bits, those "
                "from the highest multiple of the sides upwards thrown away, the rest taken modulo the sides, plus 1."
            )
            % {"text": "|".join([dice.scheme, "branch", "n", "block", *(f"{role}-nonce" for role in dice.nonces)])}
        )
        yield Link(_("All rolls, for checking"), links.dice_api_url(self.game.pk))

    def _footer(self) -> Iterator[Link]:
        yield Link(_("The game's page"), links.game_url(self.game.pk))
        if self.title.presentation.reference:
            yield Link(_("Cards, ships and words to look up"), links.reference_url(self.title.key))
        yield Link(_("E-mail settings"), links.preferences_url())


def _list_orders(one: StandingAnswer, *, is_plan: bool) -> list[str]:
    """Return the lines of a plan in the notation; "…" for a rule, whose answer may be other words than it gave."""
    form = one.question.form
    return form.render(form.read(one.answer)).splitlines() if is_plan else ["…"]


def _of_this_stop(context: EmailContext) -> Iterator[Decision]:
    """Yield the open decisions up to the e-mail's stop; later decisions have e-mails of their own."""
    for decision in context.decisions:
        if context.mail.kind in SINGLE_DECISION_KINDS or decision.stop <= context.mail.seat_stop:
            yield decision
