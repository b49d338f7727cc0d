"""Execute an e-mail about a question or a seat: submit its orders, and run its commands."""

from contextlib import suppress

import msgspec

from games.errors import RevisionReplaced, Unreadable, WrongState
from games.kernel.errors import GameError, Problem
from games.kernel.text import Text, join_texts
from games.models import OpenRequest
from games.order_text import ParsedOrders, RefusedLine
from games.order_text.idle_phrases import IDLE_PHRASES
from games.orders.order_set import Orders
from games.persistence.mail_replies import MailReply
from games.persistence.receipts import Receipt
from games.selectors.decisions import get_decision
from games.selectors.incoming_mail import is_superseded, was_kept_in_part
from games.services.answers import seal_answer
from games.services.incoming_mail import Outdated
from games.services.locks import lock_games
from games.services.mail_quarantine import accept_with, is_older_than_quarantined, quarantined_until
from games.services.stand_ins import do_return_to_seat
from worker.mail.inbound.command_parser import NOT_READY, READY, UNDO
from worker.mail.inbound.commands import CommandRunner
from worker.mail.inbound.draft_completion import (
    ADDED,
    ADDED_AND_SUBMITTED,
    REPLACES_DRAFT,
    Completion,
    complete_draft,
)
from worker.mail.inbound.interpretation import NOTHING_READ
from worker.mail.inbound.late_replies import GAME_IS_OVER, describe_outcome
from worker.mail.inbound.orders_mail import OrdersMail
from worker.mail.inbound.press_replies import NOTHING_WRITTEN
from worker.mail.inbound.received_mail import ReceivedMail
from worker.mail.inbound.replacement import (
    NOTHING_TO_CANCEL,
    cancel_waiting_mail,
    describe_waiting,
    is_withdrawn,
    orders_part,
    replace_earlier,
    withdraw_waiting_orders,
)

MOST_UNUSED, LONGEST_UNUSED = 20, 200
"""The maximum number of lines without orders that a receipt quotes, and the maximum length of each."""

NOTHING_ASKED = Text(
    "The e-mail that you replied to asked nothing, so it takes no orders. Reply to the e-mail with the question.",
    "返信元のメールには質問がないため、命令を受け付けられません。質問のあるメールに返信してください。",
)
_CUT_OFF = Text(
    "Your mail came in without its end, so nothing of it counts. Please send it again.",
    "メールが途中で切れて届いたため、無効にしました。もう一度送ってください。",
)
_TOO_SHORT = Problem(
    "",
    "illegal",
    Text(
        "We could not verify your address, and the deadline is too near for this to wait. Send it in an e-mail of "
        "its own.",
        "送信元のアドレスを確認できず、期限が近いため実行できません。この行だけを別のメールで送ってください。",
    ),
)
_NO_DRAFT = Text(
    "You have given no orders yet that could be made ready. Write some, or copy those that are played without an"
    " answer: they stand below.",
    "まだ命令がないため、準備完了にできません。命令を書くか、下の「回答がない場合の命令」を写してください。",
)
_BACK = Text(
    "You play this seat yourself again: the bot that stood in for you has made room.",
    "席はあなたに戻りました。代役のボットは退きました。",
)
_STILL_YOURS = Text(
    "You play this seat yourself again: nobody else is asked to take it.",
    "席はあなたのままです。補欠への打診は終わりました。",
)


def execute_orders(mail: ReceivedMail) -> MailReply:
    """Execute an e-mail about a question or a seat, and return the reply.

    For a game that cannot be read, the reply says that it is held.
    """
    text = mail.text.orders
    if isinstance(text, Unreadable):
        return MailReply(outcome="rejected", notes=(text.detail,))
    orders = OrdersMail(mail, text)
    if not orders.commands and not orders.orders:
        if orders.agreed:
            return MailReply(outcome="words", decision=orders.decision_id, notes=orders.agreed)
        return MailReply(outcome="rejected", decision=orders.decision_id, notes=(NOTHING_WRITTEN,), sections=("help",))
    sections, cancelled = orders.sections, () if mail.has_waited else _cancel_waiting(orders)
    if orders.must_wait():
        found = _with_enquiries(orders, msgspec.structs.replace(_quarantine(orders), sections=sections))
        return _with_notes(orders, found, cancelled)
    if mail.has_waited:
        return _execute_now(orders, ())  # its first reply showed the sections
    found = _with_notes(orders, _with_enquiries(orders, _execute_now(orders, sections)), cancelled)
    return replace_earlier(found, mail.row, orders.replaced_parts() - orders.answer_parts())


def _cancel_waiting(orders: OrdersMail) -> tuple[Text, ...]:
    """Cancel e-mails in quarantine if the message says so; return texts about that.

    If the message says "undo" and such e-mails exist, these are cancelled instead of the answer.
    """
    if orders.has(UNDO) and (note := cancel_waiting_mail(orders.mail.row, orders.seat)) is not None:
        orders.drop_undo()
        return (note,)
    if not orders.take_cancel():
        return ()
    return (cancel_waiting_mail(orders.mail.row, orders.seat) or NOTHING_TO_CANCEL,)


def _with_enquiries(orders: OrdersMail, found: MailReply) -> MailReply:
    """Return the reply with the answers to enquiries about the game."""
    refused = (*found.refused, *orders.text.refused_enquiries)
    return msgspec.structs.replace(found, enquiries=orders.text.enquiries, refused=refused)


def _with_notes(orders: OrdersMail, found: MailReply, cancelled: tuple[Text, ...]) -> MailReply:
    """Return the reply with notes first about cancelled e-mails, and about the answer that an "ok" has submitted."""
    agreed = orders.agreed if found.outcome in ("waiting", "receipt", "draft") else ()
    return msgspec.structs.replace(found, notes=(*cancelled, *agreed, *found.notes))


def _execute_now(orders: OrdersMail, sections: tuple[str, ...]) -> MailReply:
    """Submit the orders of the message and run its commands; return the reply."""
    runner = CommandRunner(orders.mail.player, orders.game, orders.seat, orders.text.standing, orders.request)
    back = _BACK if orders.seat.stand_in else _STILL_YOURS
    if others := runner.other_games(orders.changes):
        lock_games({orders.game.pk, *others})
    comes_back, found = orders.is_answer() and orders.is_stood_in(), _answer(orders)
    if comes_back:
        _return_to_seat(orders)
        found = msgspec.structs.replace(found, notes=(*found.notes, back))
    for command in orders.changes:
        if orders.has_waited_briefly():
            runner.refused.append(RefusedLine(command.written[:500], (_TOO_SHORT,)))
        else:
            runner.run(command)
    return msgspec.structs.replace(
        found,
        decision=orders.decision_id,
        refused=(*found.refused, *runner.refused),
        notes=(*found.notes, *runner.notes),
        sections=tuple(dict.fromkeys((*sections, *found.sections, *runner.sections))),
    )


def _return_to_seat(orders: OrdersMail) -> None:
    """End the seat's stand-in or reserve call, unless the answer has ended it."""
    with suppress(WrongState):
        do_return_to_seat(player=orders.mail.player, game_id=orders.game.pk, role=orders.seat.role)


# --- quarantine


def _quarantine(orders: OrdersMail) -> MailReply:
    """Put the message into quarantine, and return the reply that says what will be done unless it is cancelled.

    A message with errors is not quarantined; the reply reports the errors at once.
    """
    mail, request = orders.mail, orders.request
    found = orders.text.found if orders.orders else NOTHING_READ
    if orders.orders and not mail.text.read.is_complete:
        return MailReply(outcome="rejected", notes=(_CUT_OFF,))
    if orders.orders and found.text is None and not orders.commands:
        return _beside_waiting(orders, _refusal(orders, found))
    replaced = orders.replaced_parts()
    if request is not None and is_older_than_quarantined(mail.row, orders_part(request.pk)):
        if not orders.changes:
            return MailReply(outcome="overtaken", sections=("show",))
        replaced -= orders.answer_parts()
    elif orders.orders and found.text is None and not is_withdrawn(found.refused):
        replaced -= orders.answer_parts()
    mail.row.revision = request.revision if request else 0
    request = request if orders.is_open() else None
    reply = mail.quarantine(
        request.due_at if request and orders.is_answer() else None,
        orders.parts(),
        decision=orders.decision_id,
        understood=orders.text.understood if orders.orders and request is not None else None,
        refused=found.refused,
        unused=_unused(found),
    )
    return replace_earlier(reply, mail.row, replaced)


def _beside_waiting(orders: OrdersMail, refusal: MailReply) -> MailReply:
    """Return the refusal with a note that earlier orders in quarantine still count, or that it has withdrawn them."""
    if orders.request is None:
        return refusal
    if is_withdrawn(refusal.refused):
        return withdraw_waiting_orders(refusal, orders.mail.row, orders.answer_parts())
    counts_at = quarantined_until(orders.mail.row, orders_part(orders.request.pk))
    if counts_at is None:
        return refusal
    return msgspec.structs.replace(refusal, notes=(*refusal.notes, describe_waiting(counts_at, orders.mail.player)))


# --- the answer


def _answer(orders: OrdersMail) -> MailReply:
    """Submit the message's orders, or change the readiness of earlier ones; return the reply, perhaps a refusal."""
    mail, request = orders.mail, orders.request
    if orders.orders and not mail.text.read.is_complete:
        return MailReply(outcome="rejected", notes=(_CUT_OFF,))
    if not orders.is_answer():
        return MailReply(outcome="words")
    if orders.is_over() and (request is None or orders.text.found.text is None):
        return MailReply(outcome="words", notes=() if orders.changes else (GAME_IS_OVER,))
    if request is None:
        return MailReply(outcome="rejected", notes=(NOTHING_ASKED,), sections=("show",))
    if request.closed_at is not None:
        return MailReply(outcome="stale", notes=tuple(describe_outcome(request)), sections=("show",))
    if is_superseded(mail.row, has_waited=mail.has_waited):
        return MailReply(outcome="overtaken", sections=("show",))
    if not orders.orders:
        return _change_readiness(orders, request)
    found = orders.text.found
    if found.text is not None:
        return _submit(orders, request, found)
    refusal = _refusal(orders, found)
    return refusal if mail.has_waited else _beside_waiting(orders, refusal)


def _refusal(orders: OrdersMail, found: ParsedOrders) -> MailReply:
    """Return the refusal of a message without a valid answer."""
    notes = () if found.refused or orders.request is not None else (NOTHING_ASKED,)
    return MailReply(
        outcome="rejected", decision=orders.decision_id, refused=found.refused, unused=_unused(found), notes=notes
    )


def _submit(orders: OrdersMail, request: OpenRequest, found: ParsedOrders) -> MailReply:
    """Submit the answer, but only as a draft if some lines are refused; return the reply."""
    ready = not found.refused and not orders.has(NOT_READY)
    text, understood, completed = found.text, orders.text.understood, _complete_draft(orders, request, found)
    if completed is not None:
        text, understood, ready = completed.notation, None, ready and orders.has(READY)
    try:
        arrived_at = orders.mail.row.received_at
        receipt = seal_answer(request, None, text, ready, "mail", understood=understood, arrived_at=arrived_at)
        if orders.mail.has_waited:
            accept_with(orders.mail.row, receipt.revision)
    except GameError as error:
        whole = RefusedLine("\n".join(orders.orders)[:500], tuple(error.problems))
        return MailReply(outcome="rejected", refused=(whole,), notes=() if error.problems else (error.detail,))
    outcome = "partial" if found.refused else "receipt" if ready else "draft"
    notes = [_without_order(found)] if found.idle_units else []
    notes += [_describe_completion(completed, ready=ready)] if completed is not None else []
    confirmed = _confirmed(outcome, receipt, found.refused)
    return msgspec.structs.replace(confirmed, notes=tuple(notes), unused=_unused(found))


def _complete_draft(orders: OrdersMail, request: OpenRequest, found: ParsedOrders) -> Completion | None:
    """Return the orders with the draft that an e-mail with refused lines has left; None if there is no such draft."""
    if orders.text.agreement is not None or found.text is None or not was_kept_in_part(request):
        return None
    decision = get_decision(orders.mail.player, request.pk)
    form = decision.question.form
    if not isinstance(form, Orders) or not decision.answered or decision.ready:
        return None
    return complete_draft(form, decision.answer, found.text)


def _describe_completion(completed: Completion, *, ready: bool) -> Text:
    if not completed.keeps_draft:
        return REPLACES_DRAFT
    return ADDED_AND_SUBMITTED if ready else ADDED


def _change_readiness(orders: OrdersMail, request: OpenRequest) -> MailReply:
    """Mark the answer in force as ready or as a draft. Raises Outdated if another answer was given meanwhile."""
    found = get_decision(orders.mail.player, request.pk)
    if not found.answered:
        return MailReply(outcome="rejected", notes=(_NO_DRAFT,), sections=("show",))
    ready = orders.has(READY) and not orders.has(NOT_READY)
    answer = msgspec.json.encode(found.answer)
    try:
        arrived_at = orders.mail.row.received_at
        receipt = seal_answer(request, answer, None, ready, "mail", if_match=found.revision, arrived_at=arrived_at)
        if orders.mail.has_waited:
            accept_with(orders.mail.row, receipt.revision)
    except RevisionReplaced:
        raise Outdated from None
    except GameError as error:
        return MailReply(outcome="rejected", notes=(error.detail,))
    return _confirmed("receipt" if ready else "draft", receipt, ())


def _unused(found: ParsedOrders) -> tuple[str, ...]:
    """Return the lines that were not read as orders, up to the receipt's limit."""
    return tuple(" ".join(one.written.split())[:LONGEST_UNUSED] for one in found.ignored[:MOST_UNUSED])


def _without_order(found: ParsedOrders) -> Text:
    """Return the text about lines that describe what a unit does, but contain no order."""
    said, names = IDLE_PHRASES[found.idle_kind].receipt, join_texts(found.idle_units, ja=", ")
    return Text("{said}: {names}.", "{said}：{names}。").format(said=said, names=names)


def _confirmed(outcome: str, receipt: Receipt, refused: tuple[RefusedLine, ...]) -> MailReply:
    return MailReply(
        outcome=outcome,
        understood=receipt,
        until=receipt.changeable_until,
        closes=receipt.closes,
        late=receipt.late,
        hash=receipt.hash,
        witness=receipt.witness,
        refused=refused,
    )
