"""The program in docs/api/guide.md runs as it stands there, against a live server."""

import os
import re
import subprocess
import sys

import pytest
from pytest_django.live_server_helper import LiveServer

from games.models import Game, OpenRequest, Player
from games.services.players import do_create_unlimited_token
from tests.api.openapi import OPERATIONS
from tests.docs.pages import DOCS

CALL = re.compile(r"`(GET|POST|PUT|DELETE) ([\w{}/.-]+)`")
GUIDE = (DOCS / "api" / "guide.md").read_text(encoding="utf-8")


@pytest.mark.one_database
@pytest.mark.django_db(transaction=True)
def test_the_example_answers_every_open_question(
    own_cache: None,
    live_server: LiveServer,
    anna: Player,
    running: Game,
) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    token = do_create_unlimited_token(player=anna)
    variables = os.environ | {"SEALED_ORDERS_SERVER": live_server.url, "SEALED_ORDERS_TOKEN": token}
    question = OpenRequest.objects.get(game=running, seat__player=anna, closed_at=None)
    command = [sys.executable, "-X", "utf8", "-c", program]
    done = subprocess.run(command, env=variables, capture_output=True, encoding="utf-8", timeout=60, check=True)
    question.refresh_from_db()
    assert (question.revision, question.ready) == (1, True)
    assert done.stdout.startswith("North Sea 12 · Bid a card.\nYou order:")


def test_the_calls_of_the_guide_exist() -> None:
    """Each call in a table is an operation of the OpenAPI document."""
    known = {(method.upper(), unnamed(path)) for method, path, _ in OPERATIONS.values()}
    named = {(method, f"/api/v1/{unnamed(path)}") for method, path in CALL.findall(GUIDE)}
    assert len(named) > 15
    assert named - known == set()


def unnamed(path: str) -> str:
    """Return the path without the names of its parameters."""
    return re.sub(r"\{\w+\}", "{}", path)
