"""What others seal, draft, write, order ahead or advise shows nowhere: of every title, to every other seat."""

import pytest

from games.models import Game, Player
from tests.gate.secret_actions import noticed_differences, secret_actions_of, writes
from tests.gate.worlds import started
from tests.sampling import rest_without_smoke

pytestmark = pytest.mark.django_db

TABLES = [
    ("pirates", "two_players", "red", "black"),
    ("pirates", "teams", "white", "blue"),
    ("battleships", "mers_el_kebir", "british", "french"),
    ("pq17", "jw51b", "allied", "axis"),
    ("goeben", "captains", "goeben", "breslau"),
    ("goeben", "officers", "gunnery", "engineer"),
    ("goeben", "officers", "commander", "engineer"),
]
"""Title and scenario; who does it, and who must not notice."""


@pytest.mark.parametrize(("title", "scenario", "actor", "observer"), TABLES)
def test_what_others_do_in_secret_shows_nowhere(title: str, scenario: str, actor: str, observer: str) -> None:
    game = started(title, scenario, deadline_hours=48)
    actions = [action for action in secret_actions_of(game, actor) if observer not in action.known_to]
    assert len(actions) > 2
    assert not noticed_differences(game, observer, actions)


@pytest.mark.parametrize("staff", [False, True], ids=["", "staff"])
@pytest.mark.parametrize("actor", rest_without_smoke(["red", "black", "green"]))
def test_nor_does_it_at_the_table_of_the_toy(council: Game, actor: str, staff: bool) -> None:
    """Green advises red; blue looks on. Staff that sit there see no more."""
    writes("blue", "red", "black")(council)
    Player.objects.filter(seats__game=council).update(is_staff=staff, is_superuser=staff)
    observer = "black" if actor != "black" else "red"
    assert not noticed_differences(
        council, observer, [action for action in secret_actions_of(council, actor) if observer not in action.known_to]
    )
