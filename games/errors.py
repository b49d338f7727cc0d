"""Errors with which services and selectors refuse a call.

Errors about the contents of an answer are in `games.kernel.errors`. The functions create errors with their texts.
"""

from games.kernel.errors import GameError, Illegal, NotYours, Problem, Stale
from games.kernel.text import Text


class RevisionReplaced(Stale):
    """The caller wants to change a revision that was replaced in the meantime."""

    code = "revision_replaced"


class IdempotencyKeyReused(GameError):
    """An Idempotency-Key was used before for a call with other content."""

    code = "idempotency_key_reused"


class NeedsConfirmation(Illegal):
    """The answer lets the seat do nothing although it could act; the server accepts it if the player confirms it."""

    code = "needs_confirmation"


class Missing(GameError):
    """The requested object does not exist, or the caller may not see it; the error does not tell which."""

    code = "not_found"


class Forbidden(GameError):
    """The caller may see the object, but may not do this with it."""

    code = "forbidden"


class WrongState(GameError):
    """The game is in a state that does not permit the call."""

    code = "wrong_state"


class Unreadable(WrongState):
    """The installed rules cannot read the component data that the game was created with.

    `why` is for staff; players learn that the game is held.
    """

    code = "unreadable_game"

    def __init__(self, why: str) -> None:
        self.why = why
        super().__init__(
            detail=Text(
                "The rules installed here cannot read this game: it is held, and the operator has been notified.",
                "現在のルールではこのゲームを読み込めないため、保留されています。運営者に通知済みです。",
            )
        )


class LimitReached(WrongState):
    """The caller has as many games, reserved seats or invitations as one account may have."""

    code = "limit_reached"


class RateLimited(GameError):
    """The caller exceeded a rate limit and has to wait."""

    code = "throttled"


class PreviewTooExpensive(GameError):
    """A preview of a draft needs more processor time than a preview may have; a retry fails too."""

    code = "too_expensive"


def missing() -> Missing:
    """Return a `Missing`, with the same text for absent and for hidden objects."""
    return Missing(detail=Text("There is no such thing here.", "見つかりません。"))


def forbidden(en: str, ja: str, **values: object) -> Forbidden:
    """Return a `Forbidden` with an English and a Japanese text; `values` replace the names in braces."""
    return Forbidden(detail=Text(en, ja).format(**values))


def wrong_state(en: str, ja: str, **values: object) -> WrongState:
    """Return a `WrongState` with an English and a Japanese text; `values` replace the names in braces."""
    return WrongState(detail=Text(en, ja).format(**values))


def rate_limited(en: str, ja: str, **values: object) -> RateLimited:
    """Return a `RateLimited` with an English and a Japanese text; `values` replace the names in braces."""
    return RateLimited(detail=Text(en, ja).format(**values))


def limit_reached(pointer: str, code: str, en: str, ja: str, **values: object) -> LimitReached:
    """Return a `LimitReached` with a single problem of the field at the JSON pointer `pointer`."""
    return LimitReached(Problem(pointer, code, Text(en, ja).format(**values)))


def preview_too_expensive() -> PreviewTooExpensive:
    """Return the error for a preview that was aborted because it took too much processor time."""
    return PreviewTooExpensive(
        detail=Text(
            "This draft takes too long to compute: remove some orders.",
            "この下書きは計算に時間がかかりすぎます。命令を減らしてください。",
        )
    )


def decision_closed() -> Stale:
    """Return the error for a decision that accepts no more answers."""
    return Stale(detail=Text("This decision is closed.", "この決定はすでに締め切られています。"))


def not_yours() -> NotYours:
    """Return the error for a decision that belongs to another player's seat."""
    return NotYours(detail=Text("This decision is another seat's.", "これは別の席の決定です。"))


def needs_confirmation() -> NeedsConfirmation:
    """Return the error for an answer that lets the seat do nothing although it could act."""
    text = Text(
        "You order nothing, though you could: the turn would pass unused. Confirm that you mean it.",
        "命令できるのに何も命令していません。手番を使わずに終えてよければ、確認してください。",
    )
    return NeedsConfirmation(Problem("", "needs_confirmation", text))


def revision_replaced(revision: int) -> RevisionReplaced:
    """Return the error for a change of a replaced revision; `revision` is the current revision number."""
    return RevisionReplaced(
        detail=Text("The answer that stands is revision {revision}.", "現在の回答は改訂{revision}です。").format(
            revision=revision
        )
    )
