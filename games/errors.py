"""What can be wrong with a call on the server, beside the kernel's four ways to be wrong about an order."""

from games.kernel.errors import GameError, Illegal, NotYours, Problem, Stale
from games.kernel.text import Text


class Replaced(Stale):
    """The answer builds on a revision that was replaced in the meantime."""

    code = "revision_replaced"


class KeyReused(GameError):
    """An Idempotency-Key came back with another body."""

    code = "idempotency_key_reused"


class WouldWaste(Illegal):
    """The answer does nothing with a whole turn: it is asked back once, and taken when it is confirmed."""

    code = "would_waste"


class Missing(GameError):
    """There is no such thing, or it is not the caller's to see: the answer is the same."""

    code = "not_found"


class Forbidden(GameError):
    """The caller may see the thing, but not do this with it."""

    code = "forbidden"


class WrongState(GameError):
    """Not now: the game is not in the state that this needs."""

    code = "wrong_state"


class Unreadable(WrongState):
    """The rules as they are installed cannot read the component data that the game was created with.

    `why` is for staff; players learn that the game is held.
    """

    code = "unreadable_game"

    def __init__(self, why: str) -> None:
        self.why = why
        super().__init__(
            detail=Text(
                "The rules installed here cannot read this game: it is held, and the operator has been told.",
                "現在のルールではこのゲームを読み込めないため、保留されています。運営者に通知済みです。",
            )
        )


class TooOften(GameError):
    """The caller has done this so often lately that it has to wait."""

    code = "throttled"


def missing() -> Missing:
    """The same words for what is absent and for what is hidden."""
    return Missing(detail=Text("There is no such thing here.", "見つかりません。"))


def forbidden(en: str, ja: str) -> Forbidden:
    """A refusal in both languages."""
    return Forbidden(detail=Text(en, ja))


def wrong_state(en: str, ja: str) -> WrongState:
    """A "not now" in both languages."""
    return WrongState(detail=Text(en, ja))


def closed() -> Stale:
    """The decision takes no answers any more."""
    return Stale(detail=Text("This decision is closed.", "この決定はすでに締め切られています。"))


def not_yours() -> NotYours:
    """The decision belongs to a seat that the caller does not hold."""
    return NotYours(detail=Text("This decision is another seat's.", "これは別の席の決定です。"))


def would_waste() -> WouldWaste:
    """Nothing is ordered though something could be."""
    text = Text(
        "You order nothing, though you could: the turn would pass unused. Confirm that you mean it.",
        "命令できるのに何も命令していません。手番を使わずに終えてよければ、確認してください。",
    )
    return WouldWaste(Problem("", "would_waste", text))


def replaced(revision: int) -> Replaced:
    """`revision` is the one that stands."""
    return Replaced(detail=Text(f"The answer that stands is revision {revision}.", f"現在の回答は改訂{revision}です。"))
