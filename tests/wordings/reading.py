"""What a reply by e-mail comes to: its body is read as that of an incoming message, by the same functions."""

from email.message import EmailMessage
from typing import Any, NamedTuple

from games.kernel.forms import Form
from games.order_text import ParsedOrders, parse_lines
from tests.wordings.positions import question
from worker.mail.inbound.command_parser import Command
from worker.mail.inbound.interpretation import split_commands_and_orders
from worker.mail.inbound.mail_parser import read_message

WRITER = "hanako"
"""The account that writes all e-mails of the tables, as Hanako <hanako@example.org>."""
ANY = "*"
"""Any reason of a refusal."""
_NOTHING = ParsedOrders(None)


class Given(NamedTuple):
    """What a text gives: the lines of the answer in the notation, those who rest, commands, and the refused lines."""

    orders: tuple[str, ...]
    resting: tuple[str, ...]
    commands: tuple[str, ...]
    refused: tuple[tuple[str, frozenset[str]], ...]

    @property
    def lines(self) -> list[str]:
        """The lines as a table has them, a refused one with the first word of its reasons."""
        rest = [f"resting: {', '.join(self.resting)}"] if self.resting else []
        refused = [f"refused: {sorted(words, key=len)[0] if words else ANY}" for _, words in self.refused]
        return [*self.orders, *rest, *(f"command: {name}" for name in self.commands), *refused]

    def is_as(self, expected: list[str]) -> bool:
        """Whether it is what a table's cell says: the same orders in the same order, who rests, and as many refusals,
        each for a reason that has the word. `refused: *` alone is met by whatever gives no order.
        """
        if expected == [f"refused: {ANY}"]:
            return not self.orders and not self.resting and not self.commands
        said = [line for line in expected if not line.startswith("refused: ")]
        if said != [line for line in self.lines if not line.startswith("refused: ")]:
            return False
        reasons = [line.removeprefix("refused: ") for line in expected if line.startswith("refused: ")]
        return len(reasons) == len(self.refused) and all(
            reason == ANY or any(reason in word for word in words)
            for reason, (_, words) in zip(reasons, self.refused, strict=True)
        )


def given(title: str, position: str, text: str, language: str) -> Given:
    """What a reply with this text gives for a position's question."""
    form, labels = question(title, position)
    read = read_message(_mail(text))
    commands, orders = split_commands_and_orders(read, WRITER, form)
    found = parse_lines(orders, form, labels) if orders else _NOTHING
    resting = tuple(name.get(language) for name in found.idle_units)
    refused = tuple((one.written, _reasons(one.problems)) for one in found.refused)
    return Given(_orders(found, form), resting, tuple(map(_said, commands)), refused)


def _said(command: Command) -> str:
    return f"{command.name} {command.argument}".rstrip()


def _orders(found: ParsedOrders, form: Form[Any]) -> tuple[str, ...]:
    """The answer as the form writes it; with `pass` for none where somebody was said to rest."""
    if found.text is None:
        return ()
    answer = form.accept(form.parse(found.text))
    return tuple(form.render(answer).splitlines())


def _reasons(problems: Any) -> frozenset[str]:
    """By what a refusal may be named: the code, the rule, and each text."""
    words = {word for one in problems for word in (one.code, one.rule, one.message.en, one.message.ja)}
    return frozenset(words - {""})


def _mail(text: str) -> bytes:
    message = EmailMessage()
    message["From"] = f"{WRITER.capitalize()} <{WRITER}@example.org>"
    message["To"] = "orders+q1@example.org"
    message["Subject"] = "Re: orders"
    message["Message-ID"] = "<one@example.org>"
    message.set_content(text, charset="utf-8", cte="base64")
    return message.as_bytes()
