"""Finished games in which much has happened: drafts, a withdrawn answer, substitutes, a rewind, a stand-in, orders."""

from contextlib import suppress
from typing import Any

import msgspec
from django.db import transaction

from games import registry
from games.kernel.errors import GameError
from games.models import Game, OpenRequest, Player
from games.persistence.position import seats_in_order
from games.selectors.standing_orders import list_order_kinds
from games.services.answers import do_withdraw_answer
from games.services.bots import advance_slice
from games.services.creation import SeatAssignment, do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.locks import lock_game
from games.services.messages import do_send_message
from games.services.resolve.advance import do_resolve
from games.services.rewind import do_rewind
from games.services.stand_ins import begin_stand_in
from games.services.umpire import do_substitute
from tests.orders import order
from tests.table import answer, asked, example

GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "battleships": ("tirpitz", {}),
    "goeben": ("officers", {}),
    "pirates": ("two_players", {"removed": 75}),
    "pq17": ("pq8", {}),
}
"""For each title a scenario that is played quickly, and its options."""


def play(title: str, anna: Player, ben: Player, staff: Player) -> Game:
    """Return a finished game: anna begins in the first seat, ben follows her, a bot stands in for him to the end."""
    scenario, options = GAMES[title]
    first, *others = registry.current_title(title).seats(scenario)
    bots = [SeatAssignment(role=role, bot="random") for role in others]
    game = do_create_game(host=anna, title=title, scenario=scenario, options=options, seats=bots, deadline_hours=48)
    do_join_game(player=anna, game_id=game.pk, role=first, nonce="mine")
    do_start_game(player=anna, game_id=game.pk)
    _advance(game)
    _change_mind(game, anna, first)
    do_send_message(player=anna, game_id=game.pk, text="Ahoy.", to=[])
    _give_orders(game, anna, first)
    _answer(game, first, 3)
    do_substitute(by=staff, game_id=game.pk, role=first, player=ben, reason="anna is ill")
    _answer(game, first, 1)
    do_rewind(by=staff, game_id=game.pk, number=2, reason="again")
    _answer(game, first, 1)
    _leave_to_bot(game, first)
    while game.status == Game.Status.RUNNING:
        _advance(game)
    return game


def _advance(game: Game) -> None:
    advance_slice(game.pk, limit=20)
    game.refresh_from_db()


def _change_mind(game: Game, player: Player, role: str) -> None:
    """Leave a draft, and take an answer back."""
    answer(game, role, ready=False)
    do_withdraw_answer(player=player, request_id=asked(game, role).pk)


def _answer(game: Game, role: str, times: int) -> None:
    for _ in range(times):
        if OpenRequest.objects.filter(game=game, seat__role=role, closed_at=None).exists():
            answer(game, role)
        _advance(game)


def _give_orders(game: Game, player: Player, role: str) -> None:
    """Order the example's answer for the question that is open, where an order can answer such questions."""
    request = asked(game, role)
    if any(kind.kind == request.kind for kind in list_order_kinds(player, game.pk)):
        with suppress(GameError):
            order(player, game, request.kind, msgspec.to_builtins(example(request)))


def _leave_to_bot(game: Game, role: str) -> None:
    with transaction.atomic():
        locked = lock_game(game.pk)
        seats = seats_in_order(locked)
        seat = next(seat for seat in seats if seat.role == role)
        begin_stand_in(locked, seats, seat, "random").save(force_insert=True)
    do_resolve(game.pk)
    _advance(game)
