"""Replace or cancel e-mails in quarantine when a later e-mail comes, and report that in the reply.

A *part* of an e-mail is one thing that it changes: the orders to a question, their readiness, or what one command does.
The parts of a quarantined e-mail are stored by name (`games.services.mail_quarantine`): a later part of the same name
replaces an earlier one. Only notes and standing orders with conditions replace nothing: all of them are executed.
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from uuid import UUID

from django.utils.translation import override
from msgspec import structs

from games import registry
from games.kernel.text import Text
from games.models import Game, IncomingMail, Player, Seat
from games.order_text.corrections import CORRECTION_UNCLEAR
from games.order_text.parsed_orders import RefusedLine
from games.persistence.mail_replies import MailReply
from games.selectors.local_times import format_local_time
from games.services.mail_quarantine import cancel_quarantined, replace_quarantined
from worker.mail.inbound.command_parser import (
    ARRIVES,
    DIGEST,
    NOTE,
    QUIET,
    RESIGN,
    STANDING,
    UNWATCH,
    VACATION,
    VOLUNTEER,
    WATCH,
    Command,
    read_order_terms,
    read_volunteer,
)
from worker.mail.inbound.standing_order_text import match_plan_kind

_REPLACES = Text(
    "This replaces your earlier e-mail about the same, which waited: nothing of that counts.",
    "保留中だった同じ件の前のメールは、このメールに置き換えました。前のメールは無効です。",
)
_CANCELLED = Text(
    "Cancelled: your e-mail that waited. Nothing of it counts.",
    "保留中のメールを取り消しました。内容はすべて無効です。",
)
_TAKEN_BACK = Text(
    "Your earlier e-mail, which waited, is cancelled: you took it back.",
    "撤回されたため、保留中だった前のメールを取り消しました。",
)
NOTHING_TO_CANCEL = Text(
    "Nothing of yours waits that could be cancelled. “not ready” makes submitted orders a draft again; new orders "
    "replace them.",
    "取り消せる保留中のメールはありません。提出済みの命令は「未完了」で下書きに戻せます。"
    "新しい命令を送れば置き換わります。",
)


def orders_part(request: UUID) -> str:
    """Return the name of the part that consists of the orders to a question."""
    return f"orders {request.hex}"


def ready_part(request: UUID) -> str:
    """Return the name of the part that consists of the readiness of the orders to a question."""
    return f"ready {request.hex}"


def reply_part(row: IncomingMail) -> str:
    """Return the name of the part that consists of the whole reply to a tag: a word such as "accept", or a message."""
    return f"answer {row.tag}"


def command_part(command: Command, game: Game, seat: Seat) -> str:
    """Return the name of the part that consists of a command."""
    if command.name == VOLUNTEER:
        return f"{VOLUNTEER} {read_volunteer(command.argument)[0].casefold()}"
    if command.name in (WATCH, UNWATCH):
        return WATCH
    if command.name == RESIGN:
        return f"{RESIGN} {seat.pk}"
    if command.name != STANDING:
        return command.name
    terms, text = read_order_terms(command.argument)
    kind = match_plan_kind(registry.game_title(game), text)[0]
    return " ".join((STANDING, str(seat.pk), kind, *sorted(terms.values()))) if kind else command.name


_REPLACING = frozenset({VACATION, DIGEST, QUIET, ARRIVES, WATCH})


def is_replacing(part: str) -> bool:
    """Return True if a part of this name replaces an earlier part of the same name; False if both parts count."""
    return part in _REPLACING or (" " in part and part != NOTE)


def replace_earlier(reply: MailReply, row: IncomingMail, parts: Collection[str]) -> MailReply:
    """Remove the parts with these names from the player's other e-mails in quarantine, because `row` replaces them.

    Returns `reply`, with a note about this if a part was removed.
    """
    if not replace_quarantined(row, parts):
        return reply
    return structs.replace(reply, notes=(*reply.notes, _REPLACES))


def is_withdrawn(refused: Sequence[RefusedLine]) -> bool:
    """Return True if one of the refused lines corrects orders in a way that was not understood.

    Such an e-mail withdraws the orders that it corrects.
    """
    return any(problem.code == CORRECTION_UNCLEAR for one in refused for problem in one.problems)


def withdraw_waiting_orders(reply: MailReply, row: IncomingMail, parts: Collection[str]) -> MailReply:
    """Cancel orders in quarantine that the e-mail `row` corrects in a way that was not understood.

    `parts` are the names of the parts to cancel. Returns `reply`, with a note if orders were cancelled.
    """
    if not replace_quarantined(row, parts):
        return reply
    return structs.replace(reply, notes=(*reply.notes, _TAKEN_BACK))


def cancel_waiting_mail(row: IncomingMail, seat: Seat | None) -> Text | None:
    """Cancel the player's e-mails in quarantine with the tag of `row`, and those about `seat`.

    Returns the text for the reply about the cancelled e-mails; None if no e-mail was cancelled.
    """
    count = cancel_quarantined(row, seat)
    if count < 2:
        return _CANCELLED if count else None
    return Text(
        "Cancelled: {count} e-mails of yours that waited. Nothing of them counts.",
        "保留中のメール{count}通を取り消しました。内容はすべて無効です。",
    ).format(count=count)


def describe_waiting(effective_at: datetime, player: Player) -> Text:
    """Return the text that an earlier e-mail waits until `effective_at`, for the reply to an e-mail not understood."""
    with override(player.language):
        at = format_local_time(effective_at, player)
    return Text(
        "Your earlier e-mail still waits, and counts from {at} on. Reply “cancel” if it is not to count.",
        "前のメールは保留中で、{at}に有効になります。無効にするには「取消」と返信してください。",
    ).format(at=at)
