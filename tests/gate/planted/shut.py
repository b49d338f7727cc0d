"""What stays shut until the end."""

from dataclasses import replace
from typing import Any

from games.models import Branch, Game
from games.selectors import (
    dice,
)
from games.services import branches, export, rewind
from tests.gate.planted.plant import Plant, set_to


def _open_secrets(game: Game) -> Any:
    found = _true_dice(game)
    secrets = [
        replace(one, secret=bytes(row.secret).hex()) for one, row in zip(found.branches, _branches(game), strict=True)
    ]
    return replace(found, branches=secrets)


def _open_rolls(game: Game) -> Any:
    return replace(_true_dice(game), rolls=dice.list_rolls(game))


def _branches(game: Game) -> Any:
    return Branch.objects.filter(game=game).order_by("number")


_true_dice = dice.load_public_dice


def _same_secret(game: Game, number: int, **origin: Any) -> Branch:
    """A branch made like the first one."""
    first = _branches(game)[0]
    own = ("id", "game", "number", "author", "created_at", *origin)
    made = {field.name: getattr(first, field.name) for field in Branch._meta.concrete_fields if field.name not in own}
    return Branch.objects.create(game=game, number=number, **made | origin)


_true_row = export._row


def _whole_row(row: Any, *without: str) -> dict[str, Any]:
    """Every row with what it is made of, so that blanking a field of it helps nothing."""
    return _true_row(row, *without) | {"repr": bytes(getattr(row, "secret", b"")).hex()}


SHUT = (
    Plant("the secret of the dice", "shut", set_to(dice, "load_public_dice", _open_secrets)),
    Plant("rolls before the end", "shut", set_to(dice, "load_public_dice", _open_rolls)),
    Plant("exports with the secret of the dice", "shut", set_to(export, "_row", _whole_row)),
    Plant(
        "a rewind without a reshuffle",
        "rewound",
        set_to(rewind, "_reshuffled", lambda title, checkpoint, *rest: checkpoint),
    ),
    Plant("a rewind with the old dice", "rewound", set_to(branches, "create_branch", _same_secret)),
)
