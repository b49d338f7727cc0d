"""A client that `openapi-python-client` generates from the OpenAPI document plays every title."""

import json
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import httpx
import pytest

from api.openapi_document import get_document
from games.models import Player
from games.services.players import do_create_unlimited_token
from games.services.resolve.advance import do_resolve
from pbem.wsgi import application
from tests.api.test_fuzz import kept_connection
from tools.openapi_check import generate_client

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.slow]

TABLES = {"pirates": "two_players", "goeben": "captains", "battleships": "denmark_strait", "pq17": "pq6"}
"""A scenario of each title with two seats."""
TURNS = 10
PACKAGE = "generated_orders_client"


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The generated package can be imported."""
    folder = tmp_path_factory.mktemp("client")
    document = folder / "openapi.json"
    document.write_bytes(get_document().plain)
    done = generate_client(document, folder / PACKAGE)
    assert done.returncode == 0, done.stdout + done.stderr
    sys.path.insert(0, str(folder))
    yield
    sys.path.remove(str(folder))
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]


class Seat:
    """A player who uses the generated client alone, in process."""

    def __init__(self, player: Player) -> None:
        self.client = import_module(f"{PACKAGE}.client").AuthenticatedClient(
            base_url="http://testserver",
            token=do_create_unlimited_token(player=player),
            prefix="Token",
            raise_on_unexpected_status=True,
            httpx_args={"transport": httpx.WSGITransport(app=application, raise_app_exceptions=True)},
        )

    def call(self, tag: str, operation: str, status: int, **arguments: Any) -> Any:
        """The response's body as a model, which must hold all that was sent."""
        module = import_module(f"{PACKAGE}.api.{tag}.{operation}")
        with kept_connection():
            response = module.sync_detailed(client=self.client, **arguments)
        assert response.status_code == status, response.content
        if response.content:
            assert comparable(response.parsed.to_dict()) == comparable(json.loads(response.content))
        return response.parsed

    def body(self, name: str, **fields: Any) -> Any:
        """A request body of this model."""
        found = getattr(import_module(f"{PACKAGE}.models"), name).from_dict(fields)
        assert found.to_dict() == fields
        return found

    def answer_all(self, turn: int) -> int:
        """Answer every open decision from its form alone; how many there were."""
        waiting = [one for one in self.call("decisions", "decisions_list", 200).results if not one.ready]
        for line in waiting:
            decision = self.call("decisions", "decisions_retrieve", 200, decision_id=line.id).to_dict()
            body = self.body("AnswerRequest", answer=chosen(decision["form"], turn), confirm=True)
            receipt = self.call("decisions", "decisions_answer", 202, decision_id=line.id, body=body)
            assert receipt.ready
        return len(waiting)

    def look(self, game: Any, title: str) -> None:
        """Read all that the seat sees."""
        self.call("games", "games_retrieve", 200, game_id=game)
        view = self.call("sight", "games_view", 200, game_id=game).view
        assert type(view).__name__ == f"{title.capitalize()}View"
        assert self.call("sight", "games_events", 200, game_id=game).results


def chosen(form: Any, turn: int) -> Any:
    """The answer of a client that knows no title: in turns the example, a proposal if there is one, and the default."""
    proposals = [one["answer"] for one in form["proposals"]]
    return [form["example"], *proposals[:1], form["default"]][turn % (2 + len(proposals[:1]))]


def comparable(value: Any) -> Any:
    """JSON in which times are equal whichever way they were written."""
    if isinstance(value, dict):
        return {name: comparable(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [comparable(inner) for inner in value]
    return value.replace("+00:00", "Z").replace("000Z", "Z") if isinstance(value, str) else value


@pytest.mark.usefixtures("generated")
@pytest.mark.parametrize("title", TABLES)
def test_a_generated_client_plays_ten_turns(title: str, anna: Player, ben: Player) -> None:
    host, guest = Seat(anna), Seat(ben)
    wish = host.body("CreateGameRequest", title=title, scenario=TABLES[title], deadline_hours=48)
    game = host.call("games", "games_create", 201, body=wish)
    for seat, one in zip(game.seats, (host, guest), strict=True):
        one.call("games", "games_join", 200, game_id=game.id, body=one.body("JoinRequest", seat=seat.seat))
    host.call("games", "games_start", 202, game_id=game.id, body=host.body("StartRequest"))
    for turn in range(TURNS):
        while do_resolve(game.id).more:
            pass
        assert sum([host.answer_all(turn), guest.answer_all(turn)]), "nobody is asked"
        host.look(game.id, title)
        guest.look(game.id, title)
