"""URLs in e-mails. None of them acts when it is opened: mail scanners follow links."""

from urllib.parse import quote
from uuid import UUID

from django.conf import settings


def decision_url(decision: UUID) -> str:
    """Return the URL of the decision page."""
    return _absolute(f"/decisions/{decision}/")


def game_url(game: UUID) -> str:
    """Return the URL of a game's page."""
    return _absolute(f"/games/{game}/")


def board_url(game: UUID, audience: str, stop: int) -> str:
    """Return the URL of the whole picture, as the reader saw it at a stop; it requires a login."""
    return _absolute(f"/games/{game}/board.svg?seat={audience}&stop={stop}")


def board_part_url(game: UUID, audience: str, stop: int, part: str) -> str:
    """Return the URL of one part of the picture, as the reader saw it at a stop; it requires a login."""
    return _absolute(f"/games/{game}/board.svg?seat={audience}&stop={stop}&part={part}")


def standing_orders_url(game: UUID, seat: str, kind: str = "") -> str:
    """Return the URL of a seat's standing orders; with a kind, the page starts an order for it."""
    add = f"&add={kind}#editor" if kind else ""
    return _absolute(f"/games/{game}/standing-orders/?seat={seat}{add}")


def reference_url(title: str) -> str:
    """Return the URL of the page that explains the cards, ships and terms of a title."""
    return _absolute(f"/titles/{title}/reference/")


def rule_url(title: str, rule: str) -> str:
    """Return the URL of the page that explains a rule of a title."""
    return _absolute(f"/titles/{title}/rules/{quote(rule)}/")


def messages_url(game: UUID, seat: str) -> str:
    """Return the URL of a seat's messages."""
    return _absolute(f"/games/{game}/messages/?seat={seat}")


def preferences_url() -> str:
    """Return the URL of a player's e-mail settings."""
    return _absolute("/profile/")


def unsubscribe_url(token: str) -> str:
    """Return the URL of the unsubscribe page of one kind of e-mail."""
    return _absolute(f"/unsubscribe/{token}/")


def advice_url(decision: UUID) -> str:
    """Return the URL of an adviser's draft page."""
    return _absolute(f"/decisions/{decision}/advice/")


def cancel_url(token: str) -> str:
    """Return the URL of the page that cancels a waiting order by e-mail."""
    return _absolute(f"/cancel/{token}/")


def dice_api_url(game: UUID) -> str:
    """Return the REST URL of the commitments and, when the game is over, of secrets and rolls."""
    return _absolute(f"/api/v1/games/{game}/dice/")


def _absolute(path: str) -> str:
    return f"{settings.PBEM_BASE_URL}{path}"
