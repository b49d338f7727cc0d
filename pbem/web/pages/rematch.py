"""Rematch: the form of a new game, filled with the options, clock and players of an earlier one."""

from typing import Any
from uuid import UUID

from games.kernel.scenarios import Scenario
from games.kernel.title import Title
from games.models import Game, Player
from games.selectors.access import is_involved
from games.selectors.games import GameState, SeatState, get_game_state
from games.selectors.seats import get_access
from pbem.web.pages.seat_fields import BOT, MINE, SEAT


def may_rematch(player: Player, game: Game) -> bool:
    """Return True if the game has ended and the player took part in it or managed it (`is_involved`)."""
    return game.status in (Game.Status.OVER, Game.Status.ABANDONED) and is_involved(player, game)


def rematch_values(player: Player, game_id: str, title: Title[Any], scenario: Scenario) -> dict[str, Any]:
    """Return the values of the form for another game like this one, with the same players on the same seats.

    Return {} for a game that is not the player's, not over, or of another scenario. Raises Missing for a game that the
    player may not see.
    """
    try:
        key = UUID(game_id)
    except ValueError:
        return {}
    game = get_access(player, key).game
    if not may_rematch(player, game) or (game.title, game.scenario) != (title.key, scenario.key):
        return {}
    state = get_game_state(player, key)
    known = set(title.options.type.__struct_fields__)
    options = {f"option_{name}": value for name, value in game.options.items() if name in known}
    return {
        "deadline_hours": game.deadline_hours,
        "visibility": game.visibility,
        **options,
        **_seats(state),
    }


def _seats(state: GameState) -> dict[str, Any]:
    """Return the seats: the player's own, the guests in the order of the others, and the bots."""
    mine, *more = state.my_seats or ("",)
    rest = [seat for seat in state.seats if seat.role != mine]
    guests = [seat.player for seat in rest if seat.player and seat.role not in more]
    bots = [seat for seat in rest if seat.bot]
    values: dict[str, Any] = {"my_seat": mine, "guests": ", ".join(guests)}
    values |= {SEAT + role: MINE for role in more}
    if bots and _come_last(rest) and len({seat.bot for seat in bots}) == 1:
        return values | {"others": BOT + bots[0].bot}
    return values | {SEAT + seat.role: BOT + seat.bot for seat in bots}


def _come_last(seats: list[SeatState]) -> bool:
    """Return True if no seat of a player follows a bot's."""
    kinds = [bool(seat.bot) for seat in seats]
    return kinds == sorted(kinds)
