"""Read the dice of a game: the commitments at any time, the secrets and rolls when the game is over."""

from dataclasses import dataclass, field, replace
from datetime import datetime
from uuid import UUID

import msgspec

from games.database.batch import SelectQuery, fetch_batch, key
from games.kernel.chance import SCHEME
from games.kernel.events import PUBLIC
from games.kernel.text import Text
from games.models import Branch, CurrentView, Game, JournalSegment, Player, Seat
from games.persistence import serialization, signing
from games.persistence.position import seats_query
from games.selectors.access import get_game, held_seats
from games.selectors.replay import RollRecord, extract_rolls


@dataclass(frozen=True)
class BranchDice:
    """The commitment to one branch's dice, and the secret from which they derive."""

    branch: int
    """The number of the branch."""
    commitment: str
    """The SHA-256 of the secret."""
    since: datetime
    """When the branch began."""
    secret: str
    """The secret (hexadecimal); empty before the end of the game."""


@dataclass(frozen=True)
class SeatNonce:
    """The text that a seat's player has added to the dice (nonce)."""

    state: str
    """``none``, ``given``, ``committed`` or ``revealed``."""
    commitment: str
    """The SHA-256 of `salt` and `nonce`."""
    salt: str
    """Hexadecimal; empty until the game has started."""
    nonce: str
    """Hexadecimal; empty until the game has started."""
    says: Text
    """The state in words."""


@dataclass(frozen=True)
class GameDice:
    """The public data about the dice of a game."""

    scheme: str
    """The name of the method by which dice are computed."""
    branches: list[BranchDice]
    """The commitment of each branch."""
    nonces: dict[str, SeatNonce]
    """The nonce of each seat, by role."""
    rolls: list[RollRecord] = field(default_factory=list)
    """Every roll and draw; empty before the end of the game."""
    witness: str = ""
    """The server's signature (`games.persistence.signing`) over the digest of the other fields."""


def get_game_dice(player: Player, game_id: UUID | str) -> GameDice:
    """Return the public dice data, signed together with the newest stop of the player's seat or of the public.

    Raises Missing if the player may not see the game.
    """
    game = get_game(player, game_id)
    role = next((seat.role for seat in held_seats(player, game)), PUBLIC)
    row = CurrentView.objects.filter(game=game, audience=role).only("stop", "mark", "at").first()
    reached = signing.AudienceProgress(row.stop, bytes(row.mark)) if row else signing.AudienceProgress()
    at = row.at if row else game.created_at
    dice = load_public_dice(game)
    said = msgspec.to_builtins(dice)
    del said["witness"]
    line = signing.sign_witness("dice", game.pk, role, reached, signing.document_digest(said), at)
    return replace(dice, witness=line)


def load_public_dice(game: Game) -> GameDice:
    """Return the dice data that is public now."""
    over = game.status == Game.Status.OVER
    begun = game.started_at is not None
    rows, seats = fetch_batch(_branches(game), seats_query(game.pk))
    branches = [
        BranchDice(row.number, row.commitment, row.created_at, bytes(row.secret).hex() if over else "") for row in rows
    ]
    nonces = {seat.role: _nonce(seat, begun=begun, alone=len(seats) == 1) for seat in seats}
    return GameDice(SCHEME, branches, nonces, list_rolls(game) if over else [])


def _branches(game: Game) -> SelectQuery:
    return SelectQuery(Branch, "game_id = %s", (key(game.pk),), "ORDER BY number")


def _nonce(seat: Seat, *, begun: bool, alone: bool) -> SeatNonce:
    salt, nonce = (bytes(seat.nonce_salt).hex(), bytes(seat.nonce).hex()) if begun else ("", "")
    says = _says(seat, begun=begun, alone=alone)
    return SeatNonce(seat.nonce_state, seat.nonce_commitment, salt, nonce, says)


def _says(seat: Seat, *, begun: bool, alone: bool) -> Text:
    state = Seat.NonceState(seat.nonce_state)
    if state == Seat.NonceState.NONE and seat.kind == Seat.Kind.OPEN and not begun:
        return _NOBODY_YET
    if begun and state == Seat.NonceState.GIVEN:
        return _SHOWN
    return _NOBODY_ELSE if alone and state == Seat.NonceState.NONE else _SAYS[state]


_SAYS = {
    Seat.NonceState.NONE: Text(
        "Added nothing to the dice: relies on the others.", "ダイスに何も加えていません。他の席に頼ります。"
    ),
    Seat.NonceState.GIVEN: Text(
        "Gave the server a word for the dice, which is shown once the game has begun.",
        "ダイスに加える言葉をサーバーに預けました。ゲーム開始後に表示されます。",
    ),
    Seat.NonceState.COMMITTED: Text(
        "Has committed to a word that only the player knows; it is revealed before the start.",
        "プレイヤーだけが知る言葉を確約しました。開始前に公開します。",
    ),
    Seat.NonceState.REVEALED: Text(
        "Revealed a word that only the player had known, after every seat had committed to its own.",
        "全席の確約後に、プレイヤーだけが知っていた言葉を公開しました。",
    ),
}
_NOBODY_YET = Text("Nobody sits here yet.", "まだ誰も着席していません。")
_SHOWN = Text("Gave the server a word for the dice.", "ダイスに加える言葉をサーバーに預けました。")
"""The text for a nonce that was given to the server, after the start of the game."""
_NOBODY_ELSE = Text(
    "Added nothing to the dice: relies on the server.", "ダイスに何も加えていません。サーバーに頼ります。"
)
"""The text for a seat without a nonce, in a game with one seat."""


def list_rolls(game: Game) -> list[RollRecord]:
    """Return every roll and draw of the game, also those on former branches, each once, in the order of storage."""
    blobs = JournalSegment.objects.filter(game=game).order_by("number").values_list("entries", flat=True)
    found: dict[tuple[int, int], RollRecord] = {}
    for blob in blobs:
        for roll in extract_rolls(serialization.read_entries(blob)):
            found.setdefault((roll.branch, roll.number), roll)
    return list(found.values())
