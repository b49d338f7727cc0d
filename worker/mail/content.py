"""What a letter says: put together from what was stored at its stop, in the reader's language."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import registry
from games.kernel.orders import Orders
from games.models import OutgoingMail
from games.selectors import notices
from games.selectors.advice import AdviceWanted, Advised
from games.selectors.decisions import Decision
from games.selectors.events import tell
from games.selectors.games import agreed_time
from games.selectors.letters import ABOUT_ONE, WITHOUT_BOARD, Letter
from games.selectors.standing_orders import AnsweredAhead
from games.selectors.views import StoredView, board_text, has_nothing_to_decide, headline
from games.selectors.waiting import is_last
from games.stored.standing_orders import can_be_foreseen
from worker.mail import links
from worker.mail.blocks import Block, Content, Link, Links, Pairs, Picture, Points, Section, Verbatim, Words, counted
from worker.mail.orderform import options, order_form
from worker.mail.proposals import proposals
from worker.mail.replying import how_to_reply, mark
from worker.mail.times import local_time

Kind = OutgoingMail.Kind
MOST_EVENTS = 120
"""Events told in one letter; a longer history is on the game's page."""
FEW = 8
"""Options that stand beside a question; more would stand between it and the orders."""
TAG = "[Sealed Orders]"


def content_of(letter: Letter) -> Content:
    """The whole letter. Call it with the player's language active."""
    return Writer(letter).write()


class Writer:
    """Writes one letter. Every method gives a piece of it."""

    def __init__(self, letter: Letter) -> None:
        self.letter, self.mail, self.game = letter, letter.mail, letter.game
        self.language = letter.player.language
        self.title = registry.naming_title(letter.game)
        self.decisions = list(_of_this_stop(letter))
        self.answering = ""
        self.headline = one_line(headline(self.game, letter.view, self.language)) if letter.view else ""

    def write(self) -> Content:
        game, seat = self.game, notices.seat_name(self.game, self.letter.seat.role).get(self.language)
        return Content(
            subject=self._subject(),
            heading=" · ".join(filter(None, (game.name, self.headline))),
            who_you_are=_("%(title)s. You play %(seat)s.")
            % {"title": self.title.name.get(self.language), "seat": seat},
            preview=self._lead(),
            sections=[section for section in self._sections() if section.blocks],
            footer=list(self._footer()),
            language=self.language,
            mark=mark(),
            answering=self.answering,
        )

    def _name(self, role: str) -> str:
        return notices.seat_name(self.game, role).get(self.language)

    def _subject(self) -> str:
        words = (self.game.name, self.headline, self._what())
        return one_line(f"{TAG} " + " · ".join(filter(None, words)))[:180]

    def _what(self) -> str:
        if self.mail.kind == Kind.OVER:
            return _("final standings")
        if self.mail.kind == Kind.REMINDER:
            return _("reminder: your decision")
        if self.mail.kind == Kind.NOTICE:
            return _("notice")
        if self.letter.message is not None:
            return _("message from %(seat)s") % {"seat": self._name(self.letter.message.sender)}
        if self.mail.kind == Kind.ADVICE:
            return _("advice for you")
        if self._pending():
            return _("your decision")
        return _("advice is wanted") if self.letter.advising else _("news")

    def _pending(self) -> bool:
        return any(not decision.ready for decision in self.decisions)

    def _lead(self) -> str:
        if self.mail.kind == Kind.OVER:
            return _("The game is over. This is how it ended, and how to check the dice.")
        if self.mail.kind == Kind.REMINDER:
            if is_last(self.game, self.letter.seat):
                return _("All others have answered: the game waits for you alone.")
            return _("Your decision is still open, and its deadline is near.")
        if self.mail.kind == Kind.NOTICE:
            return _("A notice about your game.")
        if self.letter.message is not None:
            return _("%(seat)s writes to you.") % {"seat": self._name(self.letter.message.sender)}
        if self.mail.kind == Kind.ADVICE:
            return _("Advice has been left for your decision.")
        if not self._pending():
            return self._of_news()
        due = min((decision.due_at for decision in self.decisions if decision.due_at), default=None)
        if due is None:
            return _("It is for you to decide.")
        return _("It is for you to decide, until %(time)s.") % {"time": local_time(due, self.letter.player)}

    def _of_news(self) -> str:
        """What stands above news; who has nothing to decide any more hears when the next letter comes."""
        view = self.letter.view
        if self.mail.kind != Kind.STOP or view is None or not has_nothing_to_decide(self.game, view):
            return _("There is news. You have nothing to decide now.")
        if self.letter.player.mail_preferences.get("watch", False):
            return _("There is news. You have nothing to decide here any more; “letters few” ends such letters.")
        return _(
            "Your part in this game is over: you have nothing to decide any more. The next letter comes at its end, "
            "with the verdict. If you want all that come before, reply “letters all”."
        )

    def _sections(self) -> Iterator[Section]:
        """The picture, what happened, what to decide and how; then what is there to be looked up."""
        yield Section("", [Words(self._lead(), strong=True)])
        yield Section(_("Notices"), self._notices())
        yield Section("", list(self._message()))
        yield Section(_("What you see"), list(self._picture()))
        yield Section(_("How it ended"), self._standings())
        yield Section(_("Answered by your standing orders"), self._answered_ahead())
        yield Section(_("What happened"), self._events())
        for decision in self.decisions:
            yield Section(_("Your decision"), list(self._question(decision)), urgent=True)
            yield Section(_("Orders ready to copy"), list(self._ready_orders(decision)))
        for wanted in self.letter.advising:
            yield Section(_("Advice is wanted"), list(self._advising(wanted)))
        yield Section(_("The board in words"), list(self._board()))
        yield Section(_("Time"), self._agreed_time())
        yield Section(_("The dice"), list(self._dice()))
        for decision in self.decisions:
            yield Section(_("Everything that may be written"), list(self._reference(decision)))

    def _notices(self) -> list[Block]:
        said = [notices.describe(self.game, notice, self.language) for notice in self.letter.notices]
        return [Points(said)] if said else []

    def _message(self) -> Iterator[Block]:
        if self.letter.message is not None:
            yield Words(self.letter.message.text)
            yield Link(_("To read on and to answer"), links.messages_page(self.game.pk, self.letter.seat.role))

    def _events(self) -> list[Block]:
        told = [tell(self.game, event, self.language) for event in self.letter.events]
        told = counted(line for line in told if line)
        if not told:
            return []
        earlier = len(told) - MOST_EVENTS
        if earlier <= 0:
            return [Points(told)]
        more = ngettext(
            "%(count)d earlier event is on the game's page.",
            "%(count)d earlier events are on the game's page.",
            earlier,
        )
        return [Words(more % {"count": earlier}), Points(told[-MOST_EVENTS:])]

    def _answered_ahead(self) -> list[Block]:
        said = [self._said_ahead(one) for one in self.letter.answered_ahead]
        return [Points(said)] if said else []

    def _said_ahead(self, one: AnsweredAhead) -> str:
        kind = one.question.kind
        plan = self.title.labels(kind).get(self.language) if kind in self.title.plans else ""
        question = plan or one_line(self.title.explain(one.question, self.language))
        words = {"question": question, "answer": self._say(one.question, one.question.form.read(one.answer))}
        if one.channel == "standing":
            return _("%(question)s — %(answer)s") % words
        if one.channel == "player_default":
            return _("%(question)s — %(answer)s (your own default)") % words
        return _("%(question)s — %(answer)s (none of your orders fitted; this is the default)") % words

    def _picture(self) -> Iterator[Block]:
        if self.letter.view is not None and self.mail.kind not in WITHOUT_BOARD:
            alt = _("Picture of the board: %(headline)s. The same stands below in words.")
            yield Picture(alt % {"headline": self.headline})

    def _board(self) -> Iterator[Block]:
        if self.letter.view is not None and self.mail.kind not in WITHOUT_BOARD:
            yield Verbatim(board_text(self.game, self.letter.view, self.language))
            if parts := self._parts(self.letter.view):
                yield Links(_("Parts of the picture, larger:"), parts)

    def _parts(self, view: StoredView) -> list[tuple[str, str]]:
        """Of a picture that is too crowded to be read on a small screen."""
        named = self.title.parts.items()
        where = self.game.pk, view.audience, view.stop
        return [(name.get(self.language), links.board_part(*where, part)) for part, name in named]

    def _question(self, decision: Decision) -> Iterator[Block]:
        question = decision.question
        labels = question.form.named(self.title.labels)
        yield Words(self.title.explain(question, self.language))
        if isinstance(question.form, Orders) and not question.form.listed:
            yield Words(
                _(
                    "There is nothing that you could order now. You are asked all the same, so that nobody can tell "
                    "from your silence what you have: answer “pass”."
                )
            )
        if len(words := options(question.form, labels, self.language)) <= FEW:
            yield from self._options(words)
        yield from self._deadline(decision)
        yield from self._advice(decision)
        if decision.answered:
            typed = question.form.read(decision.answer)
            yield Words(_("Your answer so far: %(answer)s") % {"answer": self._say(question, typed)})
        elif decision.ready:
            yield Words(_("Your standing orders will answer this, unless you answer it yourself."))

    def _advising(self, wanted: AdviceWanted) -> Iterator[Block]:
        said = _("%(seat)s is asked this, and may like your advice. The game does not wait for it.")
        yield Words(said % {"seat": self._name(wanted.seat)})
        yield Words(self.title.explain(wanted.question, self.language))
        yield Link(_("On the page of this advice"), links.advice_page(wanted.id))

    def _advice(self, decision: Decision) -> Iterator[Block]:
        if decision.advice:
            yield Points([self._advised(one) for one in decision.advice])

    def _advised(self, one: Advised) -> str:
        words = {"seat": self._name(one.seat), "answer": one_line(one.description.get(self.language), " / ")}
        return _("%(seat)s advises: %(answer)s") % words

    def _deadline(self, decision: Decision) -> Iterator[Block]:
        rule = _("Rule %(rule)s.") % {"rule": decision.rule} if decision.rule else ""
        if decision.due_at is None:
            yield Words(" ".join(filter(None, (_("There is no deadline."), rule))), strong=True)
            return
        due = _("Answer by %(time)s.") % {"time": local_time(decision.due_at, self.letter.player)}
        yield Words(" ".join(filter(None, (due, rule))), strong=True)
        default = self._say(decision.question, decision.question.form.default())
        if decision.kind in self.letter.own_defaults:
            said = _("If there is no answer by then, what you said beforehand is played, or else: %(answer)s")
        else:
            said = _("If there is no answer by then, this is played: %(answer)s")
        yield Words(said % {"answer": default})

    def _say(self, question: Any, typed: Any) -> str:
        return one_line(question.form.describe(typed, self.language, question.form.named(self.title.labels)), " / ")

    def _options(self, words: list[tuple[str, str]]) -> Iterator[Block]:
        if words:
            yield Pairs(words)

    def _ready_orders(self, decision: Decision) -> Iterator[Block]:
        form = decision.question.form
        for proposed in proposals(form, form.named(self.title.labels), self.language):
            yield Words(proposed.told)
            yield Verbatim(proposed.written)
        yield Link(_("On the page of this decision"), links.decision_page(decision.id))
        if can_be_foreseen(self.title, decision.kind):
            place = links.standing_orders_page(self.game.pk, decision.seat, decision.kind)
            yield Link(_("To answer such questions ahead"), place)

    def _reference(self, decision: Decision) -> Iterator[Block]:
        form = decision.question.form
        labels = form.named(self.title.labels)
        if len(words := options(form, labels, self.language)) > FEW:
            yield from self._options(words)
        yield from how_to_reply()
        yield Words(_("As text, one order a line:"))
        yield Verbatim(order_form(form, labels, self.language))

    def _agreed_time(self) -> list[Block]:
        """What is agreed on about time, in a reader's first letter."""
        if not self.letter.first or self.mail.kind != Kind.STOP:
            return []
        return [Points([one.get(self.language) for one in agreed_time(self.game)])]

    def _standings(self) -> list[Block]:
        if self.mail.kind != Kind.OVER or not self.letter.standings:
            return []
        return [Pairs([self._place(row) for row in sorted(self.letter.standings, key=lambda row: row["place"])])]

    def _place(self, row: dict[str, Any]) -> tuple[str, str]:
        seat = notices.seat_name(self.game, row["seat"]).get(self.language)
        points = ngettext("%(count)d point", "%(count)d points", row["points"]) % {"count": row["points"]}
        detail = (row.get("detail") or {}).get(self.language, "")
        return f"{row['place']}. {seat}", f"{points}. {detail}" if detail else points

    def _dice(self) -> Iterator[Block]:
        if self.mail.kind == Kind.OVER:
            yield from self._revealed()
        elif self.letter.first and self.mail.kind == Kind.STOP:
            dice = self.letter.dice
            yield Words(
                _(
                    "Every die of this game comes from a secret that was fixed before anybody sat down, and from what "
                    "the players threw in. This is the SHA-256 of the secret. Keep it: when the game is over, the "
                    "secret is laid open, and you can check every roll."
                )
            )
            yield Verbatim(dice.branches[-1].commitment)
            said = [f"{self._name(role)}: {one.says.get(self.language)}" for role, one in dice.nonces.items()]
            yield Points(said)
            yield Words(
                _(
                    "The long line at the end of each letter is the server's signature under it, and under all that is "
                    "stored of the game so far; in this letter, the key stands above it. Keep your letters: with them "
                    "and an export of the game, its verify command finds whatever was changed afterwards."
                )
            )

    def _revealed(self) -> Iterator[Block]:
        dice = self.letter.dice
        yield Words(_("The secret of the dice, laid open. Its SHA-256 is the number that your first mail named:"))
        lines = [f"{one.branch}: {one.secret}\n   SHA-256 {one.commitment}" for one in dice.branches]
        lines += [f"{role}: {one.nonce or '-'}" for role, one in dice.nonces.items()]
        yield Verbatim("\n".join(lines))
        yield Words(
            _(
                "Roll n is made of HMAC-SHA256 with the secret as key over the text %(text)s: words of 32 bits, those "
                "from the highest multiple of the sides upwards thrown away, the rest taken modulo the sides, plus 1."
            )
            % {"text": "|".join([dice.scheme, "branch", "n", "block", *(f"{role}-nonce" for role in dice.nonces)])}
        )
        yield Link(_("All rolls, for checking"), links.dice_call(self.game.pk))

    def _footer(self) -> Iterator[Link]:
        yield Link(_("The game's page"), links.game_page(self.game.pk))
        if self.title.reference:
            yield Link(_("Cards, ships and words to look up"), links.reference_page(self.title.key))
        yield Link(_("What mail you get"), links.preferences_page())


def _of_this_stop(letter: Letter) -> Iterator[Decision]:
    """The open decisions that were asked by the letter's stop: later ones have letters of their own."""
    for decision in letter.decisions:
        if letter.mail.kind in ABOUT_ONE or decision.stop <= letter.mail.seat_stop:
            yield decision


def one_line(text: str, between: str = " ") -> str:
    return between.join(line.strip() for line in text.splitlines() if line.strip())
