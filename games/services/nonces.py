"""Nonces: the texts that players add to the dice; all are fixed before one is revealed, so nobody can choose the dice.

The server commits to its secret before any player takes a seat. A player either gives the text to the server
(``given``: its salted hash is public at once) or gives only its hash (``committed``) and reveals the text once every
seat is taken. Then not even the operator together with the last player to join could have chosen the dice. A seat may
also add no nonce; its state says so.
"""

import re
import secrets
from collections.abc import Sequence
from hashlib import sha256
from uuid import UUID

from django.db import transaction

from games.errors import missing, wrong_state
from games.kernel.errors import malformed, refuse_forbidden_characters
from games.kernel.text import Text, join_texts
from games.models import Game, Notice, Player, Seat
from games.persistence.position import seats_in_order
from games.services import outbox, triggers
from games.services.locks import lock_game
from games.services.notices import make_notice, make_notice_emails

State = Seat.NonceState

_FIELDS = ("nonce", "nonce_salt", "nonce_commitment", "nonce_state")
_HASH = re.compile(r"[0-9a-f]{64}")


def check_nonce(nonce: str, commitment: str) -> None:
    """Raise Malformed if the nonce is too long, if the commitment is no SHA-256, or if both are given."""
    if nonce and commitment:
        raise malformed(
            "/nonce_commitment", "Give the nonce or its hash.", "ナンスかハッシュの一方だけです。", "one_of"
        )
    if len(nonce) > 200:
        raise malformed("/nonce", "At most 200 characters.", "200文字以内です。")
    refuse_forbidden_characters("/nonce", nonce)
    if commitment and not _HASH.fullmatch(commitment):
        raise malformed("/nonce_commitment", "A SHA-256 in lower-case hexadecimal.", "小文字16進のSHA-256です。")


def add_nonce(seat: Seat, seats: Sequence[Seat], nonce: str, commitment: str) -> None:
    """Set a new player's nonce, or the commitment to it, on the seat; the caller saves the seat.

    After one of `seats` has revealed its nonce, all nonces are fixed: a new player takes over the nonce of the seat.
    Raises Malformed as `check_nonce`, WrongState for another nonce when nonces are fixed.
    """
    if are_nonces_fixed(seats):
        if nonce or commitment:
            raise wrong_state("What goes into the dice is fixed by now.", "ダイスに加える値はもう確定しています。")
        return
    _clear(seat)
    if commitment:
        seat.nonce_state, seat.nonce_commitment = State.COMMITTED, commitment
    elif nonce:
        seat.nonce, seat.nonce_salt, seat.nonce_state = nonce.encode(), secrets.token_bytes(16), State.GIVEN
        seat.nonce_commitment = sha256(seat.nonce_salt + seat.nonce).hexdigest()


def are_nonces_fixed(seats: Sequence[Seat]) -> bool:
    """Return True if a seat has revealed its nonce, so that no nonce may change any more."""
    return any(seat.nonce_state == State.REVEALED for seat in seats)


def remove_nonce(seat: Seat, seats: Sequence[Seat]) -> None:
    """Remove the nonce of a seat that becomes free, unless a seat has revealed its nonce (`are_nonces_fixed`).

    The caller saves the seat.
    """
    if not are_nonces_fixed(seats):
        _clear(seat)


def do_reveal_nonce(*, player: Player, game_id: UUID | str, nonce: str, role: str = "") -> Seat:
    """Store the nonce that the player committed to on joining, once all seats are taken. Repeating changes nothing.

    Raises Missing without a seat; Malformed if the nonce does not match the commitment; WrongState if a seat is free,
    or if there is nothing to reveal.
    """
    check_nonce(nonce, "")
    with transaction.atomic():
        game = lock_game(game_id)
        seats = seats_in_order(game)
        hidden = (State.COMMITTED, State.REVEALED)
        mine = [seat for seat in seats if seat.player_id == player.pk and role in ("", seat.role)]
        if not mine:
            raise missing()
        seat = next((one for one in mine if one.nonce_state in hidden), mine[0])
        if seat.nonce_state == State.REVEALED and bytes(seat.nonce) == nonce.encode():
            return seat
        if seat.nonce_state != State.COMMITTED or game.status != Game.Status.OPEN:
            raise wrong_state("This seat has nothing to lay open.", "この席には公開するものがありません。")
        if any(one.kind == Seat.Kind.OPEN for one in seats):
            raise wrong_state("Wait until all seats are taken.", "すべての席が埋まるまでお待ちください。")
        if sha256(nonce.encode()).hexdigest() != seat.nonce_commitment:
            raise malformed("/nonce", "Its SHA-256 is not what you gave.", "SHA-256が登録された値と違います。")
        seat.nonce, seat.nonce_state = nonce.encode(), State.REVEALED
        seat.save(update_fields=_FIELDS)
    return seat


def request_nonces(game: Game, seats: Sequence[Seat]) -> None:
    """Notify the players who have not revealed their nonces, if all seats are taken now."""
    if any(seat.kind == Seat.Kind.OPEN for seat in seats):
        return
    hidden = [seat.role for seat in seats if seat.nonce_state == State.COMMITTED]
    _tell(game, seats, [make_notice(game, Notice.Kind.NONCE_WANTED, to=(role,), seat=role) for role in hidden])


def finalize_nonces(game: Game, seats: Sequence[Seat], *, by: Player, drop: bool) -> None:
    """Drop the nonces that are still hidden when the game starts, and notify all players.

    `by`: the player who starts the game. The caller has locked the game's row. Raises WrongState if nonces are hidden
    and `drop` is false.
    """
    hidden = [seat for seat in seats if seat.nonce_state == State.COMMITTED]
    if hidden and not drop:
        raise wrong_state(
            "Not revealed yet: the nonces of {roles}.",
            "ナンスが未公開の席：{roles}",
            roles=join_texts(Text.same(seat.role) for seat in hidden),
        )
    for seat in hidden:
        _clear(seat)
        seat.save(update_fields=_FIELDS)
    _tell(game, seats, [make_notice(game, Notice.Kind.NONCE_DROPPED, author=by, seat=seat.role) for seat in hidden])


def _tell(game: Game, seats: Sequence[Seat], notices: list[Notice]) -> None:
    if notices:
        Notice.objects.bulk_create(notices)
        outbox.queue_mail(make_notice_emails(notices, seats, {}))
        triggers.trigger_after_commit(triggers.MAIL, game.pk)


def _clear(seat: Seat) -> None:
    seat.nonce, seat.nonce_salt, seat.nonce_commitment, seat.nonce_state = b"", b"", "", State.NONE
