"""Make the URLs in e-mails. Opening one of them changes nothing, because mail scanners open links."""

from urllib.parse import quote
from uuid import UUID

from django.conf import settings


def decision_url(decision: UUID) -> str:
    """Return the URL of the decision page."""
    return _absolute(f"/decisions/{decision}/")


def game_url(game: UUID) -> str:
    """Return the URL of a game's page."""
    return _absolute(f"/games/{game}/")


def chances_url(game: UUID) -> str:
    """Return the URL of the page with the chances at every step of a finished game; it requires a login."""
    return _absolute(f"/games/{game}/chances/")


def board_url(game: UUID, audience: str, stop: int) -> str:
    """Return the URL of the board's whole picture at a stop of an audience; it requires a login."""
    return _absolute(f"/games/{game}/board.svg?seat={audience}&stop={stop}")


def board_part_url(game: UUID, audience: str, stop: int, part: str) -> str:
    """Return the URL of one part of the board's picture at a stop of an audience; it requires a login."""
    return _absolute(f"/games/{game}/board.svg?seat={audience}&stop={stop}&part={part}")


def standing_orders_url(game: UUID, seat: str, kind: str = "") -> str:
    """Return the URL of a seat's standing orders; with `kind`, the page begins an order for this kind of question."""
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
    """Return the URL of the page that cancels an e-mail in quarantine."""
    return _absolute(f"/cancel/{token}/")


def dice_api_url(game: UUID) -> str:
    """Return the REST URL of a game's dice: the commitments and, when the game is over, secrets and rolls."""
    return _absolute(f"/api/v1/games/{game}/dice/")


def _absolute(path: str) -> str:
    return f"{settings.PBEM_BASE_URL}{path}"
