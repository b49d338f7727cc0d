"""A few games of The Kaiser's Pirates in every state that a server has; `multiplied` copies them."""

from datetime import timedelta
from typing import NamedTuple

from django.core.management import call_command
from django.utils import timezone

from bench.by_mail import answer_open
from bench.stored import held_by, host
from games.models import Game, OpenRequest, OutgoingMail, Player
from games.models.append_only import allow_changes
from games.services.creation import do_create_game
from games.services.lifecycle import do_abandon_game, do_join_game, do_start_game
from games.services.players import do_create_player
from games.services.resolve.advance import do_resolve
from games.services.umpire import do_pause

KINDS = ("over", "over", "over", "thinking", "thinking", "thinking", "answered", "paused", "abandoned", "open")
"""The states of ten games. "answered": all answers are given, and the game waits for its release hour."""


class Crowd(NamedTuple):
    """One of the games, with the players whose calls are measured."""

    player: Player
    """The player who is asked a question in the game."""
    staff: Player
    """A member of the staff, who sees all games."""
    game: Game
    """The game, which is running."""


def gather() -> Crowd:
    """Create ten games, one for each entry of `KINDS`; nothing is due, and all e-mails are sent."""
    with allow_changes():
        call_command("flush", interactive=False, verbosity=0)
    staff, crowd = do_create_player(name="bench-staff", email="staff@example.org", staff=True), None
    for number, kind in enumerate(KINDS):
        player, other = host(), host()
        game = _game(player, other, f"{kind} {number}", release_at=["06:00"] if kind == "answered" else [])
        if kind != "open":
            _play(player, other, game, kind)
        if kind == "paused":
            do_pause(by=staff, game_id=game.pk)
        if kind == "abandoned":
            do_abandon_game(player=staff, game_id=game.pk)
        if kind == "thinking":
            asked = OpenRequest.objects.select_related("seat__player").get(game=game, closed_at=None)
            crowd = Crowd(held_by(asked.seat), staff, game)
    OutgoingMail.objects.update(status="sent", sent_at=timezone.now())
    if crowd is None:
        raise ValueError("nobody is thinking")
    return crowd


def _game(player: Player, other: Player, name: str, release_at: list[str]) -> Game:
    return do_create_game(
        host=player,
        title="pirates",
        scenario="two_players",
        name=name,
        deadline_hours=72,
        reminder_hours=12,
        release_at=release_at,
    )


def _play(player: Player, other: Player, game: Game, kind: str) -> None:
    """Start a game, play a few turns, and leave it in the state `kind`."""
    for one in (player, other):
        do_join_game(player=one, game_id=game.pk)
    do_start_game(player=player, game_id=game.pk)
    do_resolve(game.pk)
    for _ in range(3):
        answer_open(game.pk)
        do_resolve(game.pk, now=timezone.now() + timedelta(days=1))
    if kind == "answered":
        answer_open(game.pk)
    if kind == "over":
        OpenRequest.objects.filter(game=game, closed_at=None).update(closed_at=timezone.now(), outcome="withdrawn")
        Game.objects.filter(pk=game.pk).update(status="over", ended_at=timezone.now(), wake_at=None, due_from=None)
