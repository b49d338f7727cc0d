"""Read the questions of players to the umpire, the host or the staff of a game, and find who may answer them."""

from uuid import UUID

from games.errors import missing
from games.models import Game, Player, UmpireQuestion
from games.selectors.access import has_held_seat, may_umpire

Office = UmpireQuestion.Office
MAX_STAFF = 5
"""The maximum number of staff members who get a question to the staff."""


def list_officers(game: Game, office: str) -> list[Player]:
    """Return the active players who may answer the questions sent to an `office`, a value of `Office`.

    The umpire and the host are left out if they hold or held a seat. The office of the staff is held by the first
    `MAX_STAFF` members who may umpire the game; after its end these include members who held a seat.
    """
    if office == Office.STAFF:
        staff = Player.objects.filter(is_staff=True, is_active=True).order_by("pk")
        return [one for one in staff if may_umpire(one, game)][:MAX_STAFF]
    holder = game.umpire if office == Office.UMPIRE else game.host
    return [holder] if holder is not None and holder.is_active and not has_held_seat(holder, game) else []


def find_office(game: Game) -> str:
    """Return the office that answers questions by default: umpire, else host; "" if both play or do not exist."""
    return next((str(one) for one in (Office.UMPIRE, Office.HOST) if list_officers(game, one)), "")


def get_question_to(player: Player, question_id: UUID | str) -> UmpireQuestion:
    """Return a question that the player may read and answer. Raises Missing for other questions."""
    try:
        wanted = UUID(str(question_id))
    except ValueError:
        raise missing() from None
    row = UmpireQuestion.objects.filter(pk=wanted).select_related("game", "seat__player").first()
    if row is None or player not in list_officers(row.game, row.office):
        raise missing()
    return row


def list_open_questions(player: Player, game: Game) -> list[UmpireQuestion]:
    """Return the questions without an answer that the player may answer, the oldest first."""
    offices = [str(one) for one in Office if player in list_officers(game, one)]
    rows = UmpireQuestion.objects.filter(game=game, office__in=offices, answered_at=None)
    return list(rows.select_related("seat").order_by("at", "id"))
