"""Read the text of an incoming e-mail: its orders, commands and words. No transaction is open meanwhile.

Players may write long and strange texts, which take long to read. So this works on a copy of the question. `dispatch`
names the reader of each kind of e-mail (`read_orders` …). It then checks within a transaction that the e-mail is still
about the same question (`InterpretedMail.refuse_outdated`), and executes it.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from msgspec import structs

from games import registry
from games.errors import Unreadable
from games.kernel.errors import GameError, Problem
from games.kernel.forms import Form
from games.kernel.title import Title
from games.models import IncomingMail, OpenRequest, Player
from games.order_text import ParsedOrders, RefusedLine, parse_lines
from games.persistence import serialization
from games.persistence.mail_replies import MailSection
from games.persistence.receipts import InterpretedAnswer
from games.selectors.incoming_mail import get_game_and_seat
from games.services.answers import interpret_answer
from games.services.incoming_mail import Outdated
from worker.mail.inbound.agreement import Agreement, read_agreement
from worker.mail.inbound.auto_replies import is_out_of_office
from worker.mail.inbound.cancel_phrases import CANCEL
from worker.mail.inbound.captured_refusals import capture_refusal
from worker.mail.inbound.command_parser import (
    ASK,
    ENQUIRIES,
    NOT_READY,
    QUERY_COMMANDS,
    READY,
    STANDING,
    Command,
    keep_last_vacation,
    reserved_words,
    separate_paragraphs,
    split_commands,
    without_address_works,
)
from worker.mail.inbound.enquiries import answer_enquiries
from worker.mail.inbound.mail_parser import ParsedMail
from worker.mail.inbound.openings.opening_requests import OpeningRequest, read_opening_request
from worker.mail.inbound.proposal_numbers import read_proposal_number
from worker.mail.inbound.questions import find_question_lines, find_questions
from worker.mail.inbound.reply_words import read_answer_words, read_start_words
from worker.mail.inbound.standing_order_text import is_order_removal, join_plan_lines, read_standing_orders

MAX_COMMANDS = 10
"""The maximum number of commands of one e-mail that are executed, beside its orders."""
MAX_CHECKED, LONGEST_CHECKED = 4, 200
"""Limits of the lines that are compared with orders before they count as questions: their number and length."""
NOTHING_READ = ParsedOrders(None)
ANSWER_COMMANDS = frozenset({READY, NOT_READY, CANCEL})
"""Commands about the answer to the question, and about waiting e-mails."""


@dataclass(frozen=True)
class OrdersText:
    """The text of an e-mail about a question or a seat.

    `paragraphs` are the lines of orders, with an empty one before each paragraph; `found` is the answer parsed from
    them, `understood` its interpretation by the question's form. `standing` are the standing orders by the words after
    the command. `enquiries` are the answers to enquiries about the game, and `refused_enquiries` those without one.
    """

    commands: tuple[Command, ...] = ()
    paragraphs: tuple[str, ...] = ()
    agreement: Agreement | None = None
    found: ParsedOrders = NOTHING_READ
    understood: InterpretedAnswer | None = None
    standing: Mapping[str, list[object] | GameError] = field(default_factory=dict)
    enquiries: tuple[MailSection, ...] = ()
    refused_enquiries: tuple[RefusedLine, ...] = ()


@dataclass(frozen=True)
class InterpretedMail:
    """An incoming e-mail with its parsed text.

    `about` is the subject for which it was read; None if only its lines were read. `orders` has the answer to a
    question or seat, `opening_request` a requested game, and `phrases` the words that answer anything else. `rest` is
    the e-mail without the lines that report that the player's address works.
    """

    read: ParsedMail
    rest: ParsedMail
    is_automatic: bool
    about: tuple[object, ...] | None = None
    orders: OrdersText | Unreadable = OrdersText()
    opening_request: OpeningRequest | None = None
    phrases: frozenset[str] = frozenset()

    def refuse_outdated(self, row: IncomingMail) -> None:
        """Raise Outdated if the e-mail must be read again: the question has changed since, or it was not read yet."""
        if self.about != find_subject(row):
            raise Outdated


def find_subject(row: IncomingMail) -> tuple[object, ...]:
    """Return the subject of an e-mail: the facts on which its reading depends.

    If one changes, it must be read again.
    """
    question = bytes(row.request.question) if row.request else b""
    rules = (row.game.title, row.game.data_pack_id) if row.game else ()
    return row.request_id, question, rules, row.player is not None and _was_marked(row, row.player)


def _was_marked(row: IncomingMail, player: Player) -> bool:
    """Return True if e-mails to the sender were held back when the message came in.

    A line that says that e-mails arrive again is then not press.
    """
    since = player.mail_works_since
    return player.is_unreachable or (since is not None and since > row.received_at)


def without_address_line(row: IncomingMail, player: Player, text: InterpretedMail) -> InterpretedMail:
    """Return the text with its `rest`: the e-mail without the lines that report that the address works.

    They are removed only if e-mails to the player were held back.
    """
    if not _was_marked(row, player):
        return text
    lines, said = without_address_works(text.read.lines, text.read.raw_lines)
    if len(said) == len(text.read.raw_lines):
        return text
    return replace(text, rest=replace(text.read, lines=lines, raw_lines=said))


def read_press(row: IncomingMail, player: Player, text: InterpretedMail) -> InterpretedMail:
    """Return the text unchanged: every line of a press message is forwarded."""
    return text


def read_answer(row: IncomingMail, player: Player, text: InterpretedMail) -> InterpretedMail:
    """Read the answer to an invitation or to a call for reserves."""
    return replace(text, phrases=read_answer_words(text.rest))


def read_start(row: IncomingMail, player: Player, text: InterpretedMail) -> InterpretedMail:
    """Read the word that starts a game."""
    return replace(text, phrases=read_start_words(text.rest))


def read_opening(row: IncomingMail, player: Player, text: InterpretedMail) -> InterpretedMail:
    """Read an e-mail to the server itself, or a reply to a proposed game."""
    return replace(text, opening_request=read_opening_request(row, player, text.rest))


def read_orders(row: IncomingMail, player: Player, text: InterpretedMail) -> InterpretedMail:
    """Read an e-mail about a question or a seat: its orders and commands."""
    return replace(text, orders=_orders(row, player, text.read))


def _orders(row: IncomingMail, player: Player, read: ParsedMail) -> OrdersText | Unreadable:
    """Read an e-mail about a question or a seat; return the refusal if the game cannot be read."""
    try:
        title = registry.game_title(get_game_and_seat(row)[0])
        question = serialization.read_question(title, row.request.question) if row.request else None
    except Unreadable as error:
        return error
    form = question.form if question else None
    is_order = _OrderCheck(form, title)
    said, paragraphs = split_commands_and_orders(read, player.username, form, is_order)
    commands = _to_be_done(said, title)
    standing = [
        one.argument for one in commands if one.name == STANDING and one.argument and not is_order_removal(one.argument)
    ]
    orders = OrdersText(
        tuple(commands),
        tuple(paragraphs),
        standing={words: capture_refusal(partial(read_standing_orders, title, words)) for words in standing},
    )
    said_of_game = answer_enquiries(row, player, title, question, commands)
    orders = replace(orders, enquiries=said_of_game.answers, refused_enquiries=said_of_game.refused)
    if not read.is_complete or not any(paragraphs):
        return orders
    is_out = is_out_of_office(read.raw_lines)
    if form is None or row.request is None:
        return orders if is_out else _with_question_lines(orders)
    orders = _answer(orders, row.request, form, title)
    return orders if is_out or orders.agreement is not None else _with_questions(orders, is_order)


class _OrderCheck:
    """Tells whether the question's form reads a line as an answer. It reads a few short lines of an e-mail only."""

    def __init__(self, form: Form[Any] | None, title: Title[Any]) -> None:
        self._form, self._title, self._left = form, title, MAX_CHECKED

    def __call__(self, line: str) -> bool:
        if self._form is None or len(line) > LONGEST_CHECKED or not self._left:
            return False
        self._left -= 1
        found = parse_lines([line], self._form, self._form.labels_in_context(self._title.presentation.labels))
        return found.text is not None and not found.refused


def _with_questions(orders: OrdersText, is_order: Callable[[str], bool]) -> OrdersText:
    """Return the text with the questions to the umpire among its lines as a command."""
    asked = find_questions(orders.found, orders.paragraphs, is_order)
    if not asked.questions:
        return orders
    paragraphs, found = (() if asked.is_all else orders.paragraphs), (NOTHING_READ if asked.is_all else asked.orders)
    return replace(orders, commands=_asking(orders, asked.questions), paragraphs=paragraphs, found=found)


def _with_question_lines(orders: OrdersText) -> OrdersText:
    """Return the text of an e-mail that answers no question of the game, with its questions as a command."""
    asked = find_question_lines(orders.paragraphs)
    if not asked:
        return orders
    left = tuple(line for line in orders.paragraphs if line.strip() not in asked)
    return replace(orders, commands=_asking(orders, asked), paragraphs=left)


def _asking(orders: OrdersText, questions: Sequence[str]) -> tuple[Command, ...]:
    said = "\n".join(questions)
    return (*orders.commands, Command(ASK, said, said))


def _answer(orders: OrdersText, request: OpenRequest, form: Form[Any], title: Title[Any]) -> OrdersText:
    """Read the lines of orders as an answer to the question."""
    labels, lines = form.labels_in_context(title.presentation.labels), [line for line in orders.paragraphs if line]
    assent = read_agreement(lines, form, labels) or read_proposal_number(lines, form, labels)
    if assent is None:
        found = parse_lines(orders.paragraphs, form, labels)
    else:
        found = ParsedOrders(assent.text, assent.refused)
    understood = None
    try:
        understood = None if found.text is None else interpret_answer(request, None, found.text)
    except GameError as error:
        problems = tuple(error.problems) or (Problem("", error.code, error.detail),)
        whole = RefusedLine("\n".join(lines)[:500], problems)
        found = structs.replace(found, text=None, refused=(*found.refused, whole))
    return replace(orders, agreement=assent, found=found, understood=understood)


def _to_be_done(commands: list[Command], title: Title[Any]) -> list[Command]:
    """Return the commands, limited to the number of changes per e-mail."""
    known = QUERY_COMMANDS | ENQUIRIES | ANSWER_COMMANDS
    deeds = [one for one in commands if one.name not in known]
    others = [one for one in commands if one.name in known]
    return [*join_plan_lines(keep_last_vacation(deeds), title)[:MAX_COMMANDS], *others]


def split_commands_and_orders(
    read: ParsedMail,
    username: str,
    form: Form[Any] | None,
    is_order: Callable[[str], bool] = lambda line: False,
) -> tuple[list[Command], list[str]]:
    """Return the commands of a message and its lines of orders, without the player's signature.

    An empty line is before each line of orders that begins a paragraph.
    """
    taken = reserved_words(form)
    lines, said = (
        separate_paragraphs(read.lines, read.paragraph_starts),
        separate_paragraphs(read.raw_lines, read.paragraph_starts),
    )
    commands, paragraphs = split_commands(lines, said, taken, is_order)
    orders = [line for line in paragraphs if line]
    if len(commands) + len(orders) > 1 and orders and _is_signed(orders[-1], read, username, taken):
        paragraphs = paragraphs[: paragraphs.index(orders[-1])]
    return commands, paragraphs


_IN_BRACKETS = re.compile(r"\s*\([^()]*\)$")
"""Text in brackets behind the name of a writer: "(from my phone)"."""


def _is_signed(line: str, read: ParsedMail, username: str, taken: frozenset[str]) -> bool:
    """Return True if a last line is only its writer's own name or initials, which mean nothing else here."""
    name = " ".join(_IN_BRACKETS.sub("", line).strip(" .,!。、").split()).casefold()
    known = {username.casefold(), read.sender.partition("@")[0], *read.sender_names}
    return (name in known or line.strip(" -–—").casefold() in _initials(known)) and name not in taken


def _initials(names: Iterable[str]) -> set[str]:
    """Return the initials of names as people sign with them (`A.`, `A.W.`)."""
    return {"".join(f"{word[0]}." for word in name.split()) for name in names if name}
