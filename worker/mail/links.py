"""Addresses that a letter names. None of them acts when it is opened: mail scanners follow links."""

from uuid import UUID

from django.conf import settings


def decision_page(decision: UUID) -> str:
    """The page with the decision as a form."""
    return _absolute(f"/decisions/{decision}/")


def game_page(game: UUID) -> str:
    """The page of a game."""
    return _absolute(f"/games/{game}/")


def board_part(game: UUID, audience: str, stop: int, part: str) -> str:
    """A part of the picture by itself, as its reader saw it at a stop; it asks who is there."""
    return _absolute(f"/games/{game}/board.svg?seat={audience}&stop={stop}&part={part}")


def standing_orders_page(game: UUID, seat: str, kind: str = "") -> str:
    """Where a seat answers questions ahead; with a kind, an order for it is begun."""
    add = f"&add={kind}#editor" if kind else ""
    return _absolute(f"/games/{game}/standing-orders/?seat={seat}{add}")


def reference_page(title: str) -> str:
    """Where the cards, ships and words of a title are explained."""
    return _absolute(f"/titles/{title}/reference/")


def messages_page(game: UUID, seat: str) -> str:
    """Where a seat reads and writes messages."""
    return _absolute(f"/games/{game}/messages/?seat={seat}")


def preferences_page() -> str:
    """Where a player says what mail to get."""
    return _absolute("/profile/")


def unsubscribe_page(token: str) -> str:
    """Where letters of one sort are turned off."""
    return _absolute(f"/unsubscribe/{token}/")


def advice_page(decision: UUID) -> str:
    """Where an adviser drafts an answer."""
    return _absolute(f"/decisions/{decision}/advice/")


def cancel_page(token: str) -> str:
    """Where an order by mail that waits is cancelled."""
    return _absolute(f"/cancel/{token}/")


def dice_call(game: UUID) -> str:
    """The REST address with commitments and, when the game is over, secrets and rolls."""
    return _absolute(f"/api/v1/games/{game}/dice/")


def _absolute(path: str) -> str:
    return f"{settings.PBEM_BASE_URL}{path}"
