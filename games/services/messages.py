"""Press: messages between seats, as far as the rules of the title permit them."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from games import registry
from games.errors import missing, rate_limited
from games.kernel.errors import Illegal, Malformed, Problem, malformed, refuse_forbidden_characters
from games.kernel.text import Text
from games.models import CurrentView, Game, Message, MessageCopy, Player, Seat
from games.persistence.position import seats_in_order
from games.selectors.messages import PRESS_CLOSED, is_press_closed, reachable_seats
from games.services import outbox, triggers
from games.services.locks import lock_game

MAX_MESSAGE_LENGTH = 4000
"""The maximum length of a message, in characters."""
MAX_MESSAGES_PER_HOUR = 30
"""The number of messages that one seat may send in an hour."""

Status = Game.Status


def do_send_message(
    *, player: Player, game_id: UUID | str, seat: str = "", to: Sequence[str] = (), text: str
) -> MessageCopy:
    """Send a message to the seats `to` or, without `to`, to all seats that the rules let the sender write to.

    Returns the sender's copy. Without a `seat`, the player's first seat is the sender. A refusal names each receiver
    whom the sender may not write to, with the reason. Raises Missing without such a seat; WrongState while press is
    closed; Malformed for a wrong text or role; Illegal for a forbidden receiver; RateLimited after too many messages.
    """
    with transaction.atomic():
        game = lock_game(game_id)
        seats = seats_in_order(game)
        sender = _own(seats, player, seat)
        _refuse_silent(game)
        said = _readable(text)
        receivers = _receivers(game, seats, sender, to)
        _refuse_flood(game, sender)
        return _delivered(game, sender, receivers, said)


def do_mark_read(*, player: Player, copy_id: UUID | str, read: bool = True) -> MessageCopy:
    """Mark the copy of a message in the player's mailbox as read or unread, and return it.

    No other seat can see that. Raises Missing if no seat of the player has this copy.
    """
    try:
        wanted = UUID(str(copy_id))
    except ValueError:
        raise missing() from None
    with transaction.atomic():
        rows = MessageCopy.objects.select_for_update(of=("self",)).select_related("seat", "message", "game")
        row = rows.filter(pk=wanted, seat__player=player).first()
        if row is None:
            raise missing()
        if read != (row.read_at is not None):
            row.read_at = timezone.now() if read else None
            row.save(update_fields=["read_at"])
    return row


def do_mark_all_read(*, player: Player, game_id: UUID | str, seat: str, until: int) -> int:
    """Mark the seat's messages up to number `until` as read; return how many were unread.

    Raises Missing if the player has no such seat.
    """
    with transaction.atomic():
        game = lock_game(game_id)
        mine = _own(seats_in_order(game), player, seat)
        rows = MessageCopy.objects.filter(seat=mine, read_at=None, number__lte=until)
        return rows.update(read_at=timezone.now())


def _own(seats: Sequence[Seat], player: Player, role: str) -> Seat:
    found = next((one for one in seats if one.player_id == player.pk and role in ("", one.role)), None)
    if found is None:
        raise missing()
    return found


def _refuse_silent(game: Game) -> None:
    if is_press_closed(game):
        raise PRESS_CLOSED


def _readable(text: str) -> str:
    """Return the message text without surrounding spaces. Raises Malformed: empty, too long, or control characters."""
    said = text.replace("\r\n", "\n").strip()
    if not said:
        raise malformed("/text", "Say something.", "本文を入力してください。", "empty")
    if len(said) > MAX_MESSAGE_LENGTH:
        raise malformed(
            "/text",
            "At most {max_message_length} characters.",
            "本文は{max_message_length}文字までです。",
            "too_long",
            max_message_length=MAX_MESSAGE_LENGTH,
        )
    refuse_forbidden_characters("/text", said, allow_lines=True)
    return said


def _receivers(game: Game, seats: Sequence[Seat], sender: Seat, to: Sequence[str]) -> list[Seat]:
    """Return the receiving seats. Raises Malformed for unknown roles, Illegal with each forbidden receiver."""
    by_role = {seat.role: seat for seat in seats}
    if problems := list(_misnamed(to, by_role, sender.role)):
        raise Malformed(*problems)
    near = reachable_seats(game, seats, sender.role)
    rule = registry.game_title(game).rules.talk_rule
    if problems := [
        Problem(f"/to/{i}", "may_not_talk", _OUT_OF_REACH, rule) for i, role in enumerate(to) if role not in near
    ]:
        raise Illegal(*problems)
    if not to and not near:
        raise Illegal(Problem("/to", "may_not_talk", _NOBODY, rule))
    return [by_role[role] for role in near if role in to or not to]


_OUT_OF_REACH = Text("You cannot talk to this seat now.", "現在この席とは会話できません。")
_NOBODY = Text("There is nobody whom you can talk to now.", "現在、会話できる相手がいません。")


def _misnamed(to: Sequence[str], by_role: Mapping[str, Seat], sender: str) -> Iterator[Problem]:
    for index, role in enumerate(to):
        place = f"/to/{index}"
        if role not in by_role:
            yield Problem(place, "unknown", Text("There is no such seat.", "その席はありません。"))
        elif role == sender:
            yield Problem(place, "yourself", Text("This is the seat that speaks.", "送信者自身の席です。"))
        elif role in to[:index]:
            yield Problem(place, "twice", Text("Named twice.", "重複しています。"))


def _refuse_flood(game: Game, sender: Seat) -> None:
    lately = timezone.now() - timedelta(hours=1)
    if Message.objects.filter(game=game, sender=sender.role, at__gt=lately).count() >= MAX_MESSAGES_PER_HOUR:
        raise rate_limited(
            "At most {most} messages an hour.",
            "メッセージは1時間に{most}通までです。",
            most=MAX_MESSAGES_PER_HOUR,
        )


def _delivered(game: Game, sender: Seat, receivers: Sequence[Seat], text: str) -> MessageCopy:
    """Store the message and a copy for the sender and each receiver, and queue e-mails to receivers who are players.

    Returns the sender's copy.
    """
    message = Message.objects.create(
        game=game, sender=sender.role, receivers=[seat.role for seat in receivers], text=text
    )
    numbers = _numbers([sender, *receivers])
    copies = [MessageCopy(game=game, message=message, seat=seat, number=numbers[seat.pk] + 1) for seat in receivers]
    own = MessageCopy(game=game, message=message, seat=sender, number=numbers[sender.pk] + 1, read_at=message.at)
    MessageCopy.objects.bulk_create([own, *copies])
    stops = dict(CurrentView.objects.filter(game=game).values_list("audience", "stop"))
    outbox.queue_mail(
        outbox.make_outgoing_mail(
            game, copy.seat, outbox.Kind.MESSAGE, seat_stop=stops.get(copy.seat.role, 0), reference=copy.pk.hex
        )
        for copy in copies
        if copy.seat.player_id
    )
    triggers.trigger_after_commit(triggers.MAIL, game.pk)
    return own


def _numbers(seats: Sequence[Seat]) -> dict[int, int]:
    """Return the number of each seat's newest message, 0 without one, by the seat's primary key.

    The caller has locked the game's row.
    """
    rows = MessageCopy.objects.filter(seat__in=seats).values_list("seat").annotate(Max("number"))
    return dict.fromkeys((seat.pk for seat in seats), 0) | dict(rows)
