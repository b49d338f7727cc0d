"""What a draft of an answer could become, for those who have to give it. Nothing is stored, nothing noted."""

from collections.abc import Sequence
from uuid import UUID

from games import registry
from games.errors import closed
from games.kernel.byhand.prices import Offer, Priced
from games.kernel.codec import read_json
from games.kernel.requests import Ask
from games.kernel.title import Title
from games.models import Player
from games.selectors.access import own_request
from games.stored import packing


def reach(player: Player, request_id: UUID | str, draft: bytes, at: str) -> tuple[Priced, ...]:
    """The values that the draft may take at a JSON pointer next. Raises Missing, NotYours, Stale, Malformed."""
    question, _ = _open_question(player, request_id)
    return question.form.reach(read_json(draft), at)


def offers(
    player: Player, request_id: UUID | str, draft: bytes, value: str, acting: Sequence[str]
) -> tuple[Offer, ...]:
    """What a tap on `value` can make of the draft. Raises Missing, NotYours, Stale, Malformed."""
    question, title = _open_question(player, request_id)
    return question.form.offers(read_json(draft), value, acting, title.labels)


def _open_question(player: Player, request_id: UUID | str) -> tuple["Ask[object]", "Title[object]"]:
    row = own_request(player, request_id)
    if row.closed_at is not None:
        raise closed()
    title = registry.game_title(row.game)
    return packing.read_question(title, row.question), title
