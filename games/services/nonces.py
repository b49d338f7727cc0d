"""What players add to the dice, so that nobody can choose them: all of it is fixed before any of it is shown.

The server's secret is committed to before anybody sits down. A player gives a word that the server keeps (``given``:
its salted hash is public at once), or only its hash (``committed``), and lays the word open once every seat is taken:
then not even the operator, in league with the last to sit, could have chosen the dice. A seat may add nothing, and says
so.
"""

import re
import secrets
from collections.abc import Sequence
from hashlib import sha256
from uuid import UUID

from django.db import transaction

from games.errors import missing, wrong_state
from games.kernel.errors import malformed, refuse_unfit
from games.models import Game, Notice, Player, Seat
from games.services import hooks, outbox
from games.services.locks import locked_game
from games.services.notices import announce, letters
from games.stored.position import seats_in_order

State = Seat.NonceState

_FIELDS = ("nonce", "nonce_salt", "nonce_commitment", "nonce_state")
_HASH = re.compile(r"[0-9a-f]{64}")


def check_nonce(nonce: str, commitment: str) -> None:
    """Refuse what can be no nonce. Raises Malformed."""
    if nonce and commitment:
        raise malformed(
            "/nonce_commitment", "Give the nonce or its hash.", "ナンスかハッシュの一方だけです。", "one_of"
        )
    if len(nonce) > 200:
        raise malformed("/nonce", "At most 200 characters.", "200文字以内です。")
    refuse_unfit("/nonce", nonce)
    if commitment and not _HASH.fullmatch(commitment):
        raise malformed("/nonce_commitment", "A SHA-256 in lower-case hexadecimal.", "小文字16進のSHA-256です。")


def add_nonce(seat: Seat, seats: Sequence[Seat], nonce: str, commitment: str) -> None:
    """Note what whoever sits down adds to the dice; the caller saves the seat.

    Once a seat has laid its nonce open, all are fixed: then a newcomer inherits the seat's. Raises WrongState.
    """
    if are_fixed(seats):
        if nonce or commitment:
            raise wrong_state("What goes into the dice is fixed by now.", "ダイスに加える値はもう確定しています。")
        return
    _clear(seat)
    if commitment:
        seat.nonce_state, seat.nonce_commitment = State.COMMITTED, commitment
    elif nonce:
        seat.nonce, seat.nonce_salt, seat.nonce_state = nonce.encode(), secrets.token_bytes(16), State.GIVEN
        seat.nonce_commitment = sha256(seat.nonce_salt + seat.nonce).hexdigest()


def are_fixed(seats: Sequence[Seat]) -> bool:
    """True when nobody may add to the dice any more, because somebody's nonce was laid open."""
    return any(seat.nonce_state == State.REVEALED for seat in seats)


def take_back_nonce(seat: Seat, seats: Sequence[Seat]) -> None:
    """Forget what a seat that becomes free has added, unless all is fixed; the caller saves the seat."""
    if not are_fixed(seats):
        _clear(seat)


def do_reveal_nonce(*, player: Player, game_id: UUID | str, nonce: str, role: str = "") -> Seat:
    """Lay open the nonce whose hash was given on joining, once all seats are taken. Again, it changes nothing.

    Raises Missing, WrongState, Malformed.
    """
    check_nonce(nonce, "")
    with transaction.atomic():
        game = locked_game(game_id)
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


def ask_for_nonces(game: Game, seats: Sequence[Seat]) -> None:
    """Tell those who are bound to a hidden nonce, when the last seat is taken, that it is time to lay it open."""
    if any(seat.kind == Seat.Kind.OPEN for seat in seats):
        return
    hidden = [seat.role for seat in seats if seat.nonce_state == State.COMMITTED]
    _tell(game, seats, [announce(game, Notice.Kind.NONCE_WANTED, to=(role,), seat=role) for role in hidden])


def settle_nonces(game: Game, seats: Sequence[Seat], *, by: Player, drop: bool) -> None:
    """See to it that no nonce is hidden when the game begins: those that still are, are dropped, and all are told.

    The caller holds the game's row. Raises WrongState where there are such and they shall not be dropped.
    """
    hidden = [seat for seat in seats if seat.nonce_state == State.COMMITTED]
    if hidden and not drop:
        roles = [seat.role for seat in hidden]
        raise wrong_state(
            f"Not laid open yet: the nonces of {', '.join(roles)}.", f"ナンスが未公開の席: {'、'.join(roles)}"
        )
    for seat in hidden:
        _clear(seat)
        seat.save(update_fields=_FIELDS)
    _tell(game, seats, [announce(game, Notice.Kind.NONCE_DROPPED, author=by, seat=seat.role) for seat in hidden])


def _tell(game: Game, seats: Sequence[Seat], notices: list[Notice]) -> None:
    if notices:
        Notice.objects.bulk_create(notices)
        outbox.post(letters(notices, seats, {}))
        hooks.after_commit(hooks.MAIL, game.pk)


def _clear(seat: Seat) -> None:
    seat.nonce, seat.nonce_salt, seat.nonce_commitment, seat.nonce_state = b"", b"", "", State.NONE
