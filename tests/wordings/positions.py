"""Named questions of all titles, each reached without luck: laid out by hand, or the first of its kind in a game."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from games.kernel.forms import Form
from games.kernel.text import Labels
from tests.titles.loading import load
from tests.wordings import battleships, goeben, pirates, pq17

POSITIONS: Mapping[str, Mapping[str, Callable[[], Form[Any]]]] = {
    "battleships": battleships.POSITIONS,
    "goeben": goeben.POSITIONS,
    "pirates": pirates.POSITIONS,
    "pq17": pq17.POSITIONS,
}


@cache
def question(title: str, position: str) -> tuple[Form[Any], Labels]:
    """The form of a position, and the names that its e-mails use. Raises KeyError for a position that there is not."""
    form = POSITIONS[title][position]()
    return form, form.labels_in_context(load(title).presentation.labels)
