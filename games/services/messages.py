"""Press: what seats say to each other, as far as the title lets them."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from games import registry
from games.errors import TooOften, missing
from games.kernel.errors import Illegal, Malformed, Problem, malformed, refuse_unfit
from games.kernel.text import Text
from games.models import Game, Lookout, Message, MessageCopy, Player, Seat
from games.selectors.messages import SILENT, reachable, silent
from games.services import hooks, outbox
from games.services.locks import locked_game
from games.stored.position import seats_in_order

MOST_LETTERS = 4000
"""Of one message."""
MOST_AN_HOUR = 30
"""Messages of one seat."""

Status = Game.Status


def do_send(*, player: Player, game_id: UUID | str, seat: str = "", to: Sequence[str] = (), text: str) -> MessageCopy:
    """Say something to some seats, or with no `to` to all that may be talked to now; the sender's own copy.

    With no `seat`, the player's first one speaks. A refusal names each receiver who cannot be reached, with the rule.
    Raises Missing, WrongState, Malformed, Illegal, TooOften.
    """
    with transaction.atomic():
        game = locked_game(game_id)
        seats = seats_in_order(game)
        sender = _own(seats, player, seat)
        _refuse_silent(game)
        said = _readable(text)
        receivers = _receivers(game, seats, sender, to)
        _refuse_flood(game, sender)
        return _delivered(game, sender, receivers, said)


def do_mark_read(*, player: Player, copy_id: UUID | str, read: bool = True) -> MessageCopy:
    """Note that the seat has read a message, or has not. Nobody else is told. Raises Missing."""
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
    """Note that the seat has read its messages up to that number; how many were new to it. Raises Missing."""
    with transaction.atomic():
        game = locked_game(game_id)
        mine = _own(seats_in_order(game), player, seat)
        rows = MessageCopy.objects.filter(seat=mine, read_at=None, number__lte=until)
        return rows.update(read_at=timezone.now())


def _own(seats: Sequence[Seat], player: Player, role: str) -> Seat:
    found = next((one for one in seats if one.player_id == player.pk and role in ("", one.role)), None)
    if found is None:
        raise missing()
    return found


def _refuse_silent(game: Game) -> None:
    if silent(game):
        raise SILENT


def _readable(text: str) -> str:
    """The text without spaces around it. Raises Malformed where it is empty, too long, or no text."""
    said = text.replace("\r\n", "\n").strip()
    if not said:
        raise malformed("/text", "Say something.", "本文を入力してください。", "empty")
    if len(said) > MOST_LETTERS:
        raise malformed(
            "/text", f"At most {MOST_LETTERS} characters.", f"本文は{MOST_LETTERS}文字までです。", "too_long"
        )
    refuse_unfit("/text", said, lines=True)
    return said


def _receivers(game: Game, seats: Sequence[Seat], sender: Seat, to: Sequence[str]) -> list[Seat]:
    """Whom the message is for. Raises Malformed, Illegal, naming each who cannot get it."""
    by_role = {seat.role: seat for seat in seats}
    if problems := list(_misnamed(to, by_role, sender.role)):
        raise Malformed(*problems)
    near = reachable(game, seats, sender.role)
    rule = registry.game_title(game).talk_rule
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
    if Message.objects.filter(game=game, sender=sender.role, at__gt=lately).count() >= MOST_AN_HOUR:
        raise TooOften(
            detail=Text(f"At most {MOST_AN_HOUR} messages an hour.", f"メッセージは1時間に{MOST_AN_HOUR}通までです。")
        )


def _delivered(game: Game, sender: Seat, receivers: Sequence[Seat], text: str) -> MessageCopy:
    """Store the message, a copy for each seat that it concerns, and a letter for each receiver who is a person."""
    message = Message.objects.create(
        game=game, sender=sender.role, receivers=[seat.role for seat in receivers], text=text
    )
    numbers = _numbers([sender, *receivers])
    copies = [MessageCopy(game=game, message=message, seat=seat, number=numbers[seat.pk] + 1) for seat in receivers]
    own = MessageCopy(game=game, message=message, seat=sender, number=numbers[sender.pk] + 1, read_at=message.at)
    MessageCopy.objects.bulk_create([own, *copies])
    stops = dict(Lookout.objects.filter(game=game).values_list("audience", "stop"))
    outbox.post(
        outbox.owed(game, copy.seat, outbox.Kind.MESSAGE, seat_stop=stops.get(copy.seat.role, 0), reference=copy.pk.hex)
        for copy in copies
        if copy.seat.player_id
    )
    hooks.after_commit(hooks.MAIL, game.pk)
    return own


def _numbers(seats: Sequence[Seat]) -> dict[int, int]:
    """The number of each seat's newest copy; the game's row is locked."""
    rows = MessageCopy.objects.filter(seat__in=seats).values_list("seat").annotate(Max("number"))
    return dict.fromkeys((seat.pk for seat in seats), 0) | dict(rows)
