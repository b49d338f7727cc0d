"""The dice of a game: committed to before anything depends on them, laid open when it is over."""

from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from games import store
from games.kernel.chance import SCHEME
from games.models import Branch, Game, JournalSegment, Player
from games.selectors.access import get_game
from games.selectors.replay import RollRecord, rolls_in
from games.services.load import seats_in_order


@dataclass(frozen=True)
class BranchDice:
    """What the dice of one branch are made of. `secret` (hexadecimal) is empty until the game is over."""

    branch: int
    commitment: str
    since: datetime
    secret: str


@dataclass(frozen=True)
class GameDice:
    """Commitments, the nonces of the seats in table order (hexadecimal), and, when the game is over, every roll."""

    scheme: str
    branches: list[BranchDice]
    nonces: dict[str, str]
    rolls: list[RollRecord] = field(default_factory=list)


def game_dice(player: Player, game_id: UUID | str) -> GameDice:
    """What a player may know of the dice. Raises Missing."""
    return dice_of(get_game(player, game_id))


def dice_of(game: Game) -> GameDice:
    """The dice as all may know them now."""
    over = game.status == Game.Status.OVER
    branches = [
        BranchDice(row.number, row.commitment, row.created_at, bytes(row.secret).hex() if over else "")
        for row in Branch.objects.filter(game=game).order_by("number")
    ]
    nonces = {seat.role: bytes(seat.nonce).hex() for seat in seats_in_order(game)}
    return GameDice(SCHEME, branches, nonces, all_rolls(game) if over else [])


def all_rolls(game: Game) -> list[RollRecord]:
    """Every roll and draw ever made in the game, rewound ones included, each once, in the order of writing."""
    blobs = JournalSegment.objects.filter(game=game).order_by("number").values_list("entries", flat=True)
    found: dict[tuple[int, int], RollRecord] = {}
    for blob in blobs:
        for roll in rolls_in(store.read_entries(blob)):
            found.setdefault((roll.branch, roll.number), roll)
    return list(found.values())
