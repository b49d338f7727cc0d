"""Read the text of an incoming e-mail outside of a transaction: its orders, commands and words.

Players may write long and strange texts, which take long to read. So this module works on a copy of the question.
`dispatch` chooses the function for each kind of e-mail (`read_orders` …). Then it checks within a transaction that
the question has not changed since (`InterpretedMail.refuse_outdated`), and executes the e-mail.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple

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
from games.selectors.incoming_mail import answers_refusal, get_game_and_seat
from games.services.answers import interpret_answer
from games.services.incoming_mail import Outdated
from worker.mail.inbound.agreement import Agreement, ask_again, read_agreement
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
from worker.mail.inbound.enquiries import answer_enquiries, explain_questions
from worker.mail.inbound.mail_parser import ParsedMail
from worker.mail.inbound.openings.opening_requests import OpeningRequest, read_opening_request
from worker.mail.inbound.proposal_numbers import read_proposal
from worker.mail.inbound.questions import find_question_lines, find_questions
from worker.mail.inbound.reply_words import read_answer_words, read_start_words
from worker.mail.inbound.standing_order_text import is_order_removal, join_plan_lines, read_standing_orders

MAX_COMMANDS = 10
"""The maximum number of commands that are executed of one e-mail."""
MAX_CHECKED, LONGEST_CHECKED = 4, 200
"""The maximum number and length of lines that are tried as orders before they count as questions to the umpire."""
NOTHING_READ = ParsedOrders(None)
ANSWER_COMMANDS = frozenset({READY, NOT_READY, CANCEL})
"""Commands about the readiness of the answer, and about e-mails in quarantine."""


@dataclass(frozen=True)
class OrdersText:
    """The text of an e-mail about a question or a seat."""

    commands: tuple[Command, ...] = ()
    """The commands beside the orders."""
    paragraphs: tuple[str, ...] = ()
    """The lines of orders, with an empty line before each paragraph."""
    agreement: Agreement | None = None
    """Set if the text only agrees."""
    found: ParsedOrders = NOTHING_READ
    """The answer parsed from `paragraphs`."""
    understood: InterpretedAnswer | None = None
    """The interpretation of `found` by the question's form."""
    standing: Mapping[str, list[object] | GameError] = field(default_factory=dict)
    """The standing orders, or their refusals, by the words after the command."""
    enquiries: tuple[MailSection, ...] = ()
    """The answers to enquiries about the game."""
    refused_enquiries: tuple[RefusedLine, ...] = ()
    """The enquiries without an answer."""


@dataclass(frozen=True)
class InterpretedMail:
    """An incoming e-mail with its parsed text.

    By the kind of e-mail, one of the fields `orders`, `opening_request` and `phrases` is set.
    """

    read: ParsedMail
    """The whole e-mail."""
    rest: ParsedMail
    """The e-mail without the lines that report that the player's address works."""
    is_automatic: bool
    """True for a message by a program."""
    basis: tuple[object, ...] | None = None
    """The result of `reading_basis` at the time of reading; None if the text was parsed but not read."""
    orders: OrdersText | Unreadable = OrdersText()
    """The text of an e-mail about a question or a seat."""
    opening_request: OpeningRequest | None = None
    """The text of an e-mail that opens a game."""
    phrases: frozenset[str] = frozenset()
    """The words of other replies, such as "accept"."""

    def refuse_outdated(self, row: IncomingMail) -> None:
        """Raise Outdated if the e-mail must be read again: the question has changed since, or nothing was read yet."""
        if self.basis != reading_basis(row):
            raise Outdated


def reading_basis(row: IncomingMail) -> tuple[object, ...]:
    """Return the facts on which the reading of an e-mail depends: its question, the rules, and the player's address.

    If one of these facts changes, the e-mail must be read again.
    """
    question = bytes(row.request.question) if row.request else b""
    rules = (row.game.title, row.game.data_pack_id) if row.game else ()
    return row.request_id, question, rules, row.player is not None and _was_marked(row, row.player)


def _was_marked(row: IncomingMail, player: Player) -> bool:
    """Return True if e-mails to the sender were held back when the message came in.

    Only then a line that says that e-mails arrive again is a command.
    """
    since = player.mail_works_since
    return player.is_unreachable or (since is not None and since > row.received_at)


def without_address_line(row: IncomingMail, player: Player, text: InterpretedMail) -> InterpretedMail:
    """Return the text with its `rest`: the e-mail without the lines that report that the address works.

    These lines are removed only if e-mails to the player were held back.
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
    """Return the text with the words that answer an invitation or a reserve call."""
    return replace(text, phrases=read_answer_words(text.rest))


def read_start(row: IncomingMail, player: Player, text: InterpretedMail) -> InterpretedMail:
    """Return the text with the word that starts a game."""
    return replace(text, phrases=read_start_words(text.rest))


def read_opening(row: IncomingMail, player: Player, text: InterpretedMail) -> InterpretedMail:
    """Return the text with its request to open a game, or its reply to a proposed game."""
    return replace(text, opening_request=read_opening_request(row, player, text.rest))


def read_orders(row: IncomingMail, player: Player, text: InterpretedMail) -> InterpretedMail:
    """Return the text of an e-mail about a question or a seat, with its orders and commands."""
    return replace(text, orders=_orders(row, player, text.read))


def _orders(row: IncomingMail, player: Player, read: ParsedMail) -> OrdersText | Unreadable:
    """Return the orders and commands of an e-mail about a question or seat, or the error if the game is unreadable."""
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
    orders = _answer(orders, _Asked(row, row.request, form, title), read)
    if is_out or orders.agreement is not None:
        return orders
    asking = _with_questions(orders, is_order)
    if asking is orders:
        return orders
    asked = " ".join(one.argument for one in asking.commands[len(orders.commands) :])
    return replace(asking, enquiries=(*asking.enquiries, *explain_questions(title, question, asked)))


class _OrderCheck:
    """A function that returns True if the question's form reads a line as an answer.

    It reads only `MAX_CHECKED` lines of at most `LONGEST_CHECKED` characters; for other lines it returns False.
    """

    def __init__(self, form: Form[Any] | None, title: Title[Any]) -> None:
        self._form, self._title, self._left = form, title, MAX_CHECKED

    def __call__(self, line: str) -> bool:
        if self._form is None or len(line) > LONGEST_CHECKED or not self._left:
            return False
        self._left -= 1
        found = parse_lines([line], self._form, self._form.labels_in_context(self._title.presentation.labels))
        return found.text is not None and not found.refused


def _with_questions(orders: OrdersText, is_order: Callable[[str], bool]) -> OrdersText:
    """Return the text with the questions to the umpire among its lines turned into a command."""
    asked = find_questions(orders.found, orders.paragraphs, is_order)
    if not asked.questions:
        return orders
    paragraphs, found = (() if asked.is_all else orders.paragraphs), (NOTHING_READ if asked.is_all else asked.orders)
    return replace(orders, commands=_asking(orders, asked.questions), paragraphs=paragraphs, found=found)


def _with_question_lines(orders: OrdersText) -> OrdersText:
    """Return the text of an e-mail about a seat without a question, with its questions turned into a command."""
    asked = find_question_lines(orders.paragraphs)
    if not asked:
        return orders
    left = tuple(line for line in orders.paragraphs if line.strip() not in asked)
    return replace(orders, commands=_asking(orders, asked), paragraphs=left)


def _asking(orders: OrdersText, questions: Sequence[str]) -> tuple[Command, ...]:
    said = "\n".join(questions)
    return (*orders.commands, Command(ASK, said, said))


class _Asked(NamedTuple):
    """An incoming e-mail with the question that it is about."""

    row: IncomingMail
    request: OpenRequest
    form: Form[Any]
    title: Title[Any]


def _answer(orders: OrdersText, asked: _Asked, read: ParsedMail) -> OrdersText:
    """Return the text with its lines of orders read as an answer to the question."""
    form = asked.form
    labels, lines = form.labels_in_context(asked.title.presentation.labels), [one for one in orders.paragraphs if one]
    assent = read_agreement(lines, form, labels) or read_proposal(lines, form, labels)
    if assent is not None and not assent.is_named and answers_refusal(asked.row, read.answered_ids):
        assent = ask_again(lines, form, labels)
    if assent is None:
        found = parse_lines(orders.paragraphs, form, labels)
    else:
        found = ParsedOrders(assent.text, assent.refused)
    understood = None
    try:
        understood = None if found.text is None else interpret_answer(asked.request, None, found.text)
    except GameError as error:
        problems = tuple(error.problems) or (Problem("", error.code, error.detail),)
        whole = RefusedLine("\n".join(lines)[:500], problems)
        found = structs.replace(found, text=None, refused=(*found.refused, whole))
    return replace(orders, agreement=assent, found=found, understood=understood)


def _to_be_done(commands: list[Command], title: Title[Any]) -> list[Command]:
    """Return the commands to execute, at most `MAX_COMMANDS`."""
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
    """Return the commands of a message (`read`) and its lines of orders, without the player's signature.

    `username` is the player's name, with which a signature may begin; `form` is that of the question, if there is one.
    A line for which `is_order` returns True is no question to the umpire. Before each line of orders that begins a
    paragraph there is an empty line.
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
"""Text in brackets after the name in a signature: "(from my phone)"."""


def _is_signed(line: str, read: ParsedMail, username: str, taken: frozenset[str]) -> bool:
    """Return True if the last line of a text is only the writer's name or initials.

    `taken` are the words that mean something in an answer; they are no signature.
    """
    name = " ".join(_IN_BRACKETS.sub("", line).strip(" .,!。、").split()).casefold()
    known = {username.casefold(), read.sender.partition("@")[0], *read.sender_names}
    return (name in known or line.strip(" -–—").casefold() in _initials(known)) and name not in taken


def _initials(names: Iterable[str]) -> set[str]:
    """Return the initials of names as people sign with them (``A.``, ``A.W.``)."""
    return {"".join(f"{word[0]}." for word in name.split()) for name in names if name}
