"""The OpenAPI document is true to what the server takes: examples, edge cases and random data of every call.

What makes them is brought and asked for one call at a time, when its turn comes: for all of them together, before the
first test of any file, that takes seconds.
"""

import unittest
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any
from uuid import UUID

import msgspec
import pytest
from django.core.cache import cache as counts
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, settings

from api.authentication import ExpensiveReadThrottle, PreviewThrottle, WriteThrottle
from games.services.advice import do_advise
from pbem.rate_limits import current_minute
from pbem.wsgi import application
from tests.api.conftest import Caller
from tests.api.openapi import DOCUMENT, OPERATIONS
from tests.table import asked, example

pytestmark = pytest.mark.django_db

CONFIG = {
    # Through WSGI, what comes compressed would be read as it is.
    "headers": {"Accept-Language": "en", "Accept-Encoding": "identity"},
    "checks": {
        # What no schema can say (a card that is not in the hand, a reminder after the deadline) is refused with
        # 400 or 422, a revision that was replaced with 412.
        "positive_data_acceptance": {"expected-statuses": ["2xx", 304, 400, 401, 403, 404, 409, 412, 422]},
        "negative_data_rejection": {"expected-statuses": [400, 401, 403, 404, 405, 409, 412, 413, 415, 422]},
    },
    # Bodies that may hold any order of any title have too many corners to try them all.
    "operations": [
        {"include-operation-id": name, "phases": {"coverage": {"enabled": False}}}
        for name in ("decisions_answer", "decisions_check", "decisions_advise", "admin_act", "games_create")
    ],
}

ADVISING = ("decisions_advice", "decisions_advise", "decisions_advice_withdraw")
"""Calls about somebody else's decision: whoever may not advise on it hears 404 before anything is read."""


@cache
def _document() -> Any:
    import schemathesis
    from schemathesis.config import SchemathesisConfig

    found = schemathesis.openapi.from_dict(DOCUMENT, config=SchemathesisConfig.from_dict(CONFIG))
    found.app = application
    return found


def _trial(method: str, path: str, play: Callable[..., None]) -> Callable[..., None]:
    """What plays every case of one call."""
    from schemathesis.generation.feedback import FeedbackSources
    from schemathesis.pytest._test_builder import build_operation_test

    return build_operation_test(
        config=_document().config,
        operation=_document()[path][method.upper()],
        test_func=play,
        given_kwargs={},
        feedback=FeedbackSources(),
    )


@contextmanager
def kept_connection() -> Iterator[None]:
    """Requests through WSGI must not close the connection that holds the test's transaction."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    try:
        yield
    finally:
        for signal in signals:
            signal.connect(close_old_connections)


@pytest.fixture
def place(name: str, request: pytest.FixtureRequest) -> tuple[Caller, dict[str, str]]:
    """Who calls, one to whom the call is open, and the ids that exist there."""
    if name in ADVISING:
        council, carl = request.getfixturevalue("council"), request.getfixturevalue("carl")
        decision = asked(council, "red")
        do_advise(player=carl, request_id=decision.pk, answer=msgspec.json.encode(example(decision)))
        return Caller(carl), {"game_id": str(council.pk), "decision_id": str(decision.pk)}
    caller = request.getfixturevalue("umpire" if "/admin/" in OPERATIONS[name][1] else "active")
    return caller, request.getfixturevalue("real")


@pytest.mark.thorough
@pytest.mark.one_database
@pytest.mark.parametrize("name", OPERATIONS)
def test_whatever_is_sent_the_document_holds(name: str, place: tuple[Caller, dict[str, str]]) -> None:
    """Right and wrong, with ids that exist wherever one fits."""
    method, path, _ = OPERATIONS[name]
    caller, real = place

    @settings(
        max_examples=8,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def play(case: Any) -> None:
        for given in case.path_parameters.keys() & real.keys():
            if _is_id(case.path_parameters[given]):
                case.path_parameters[given] = real[given]
        _at_leisure(caller)
        with kept_connection():
            case.call_and_validate(headers=caller.credentials())
        played.append(case)

    played: list[Any] = []
    try:
        _trial(method, path, play)()
    except unittest.SkipTest as skipped:
        pytest.fail(f"nothing can be made up for this call: {skipped}")
    assert played


def _at_leisure(caller: Caller) -> None:
    """As if nothing had been sent in this minute: a quick machine sends more than any player may."""
    assert caller.player is not None
    limits = (WriteThrottle, ExpensiveReadThrottle, PreviewThrottle)
    counts.delete_many(
        f"{one.scope}:{caller.player.pk}:{current_minute() + ahead}" for one in limits for ahead in (0, 1)
    )


def _is_id(value: Any) -> bool:
    try:
        return str(UUID(value)) == value
    except (ValueError, AttributeError, TypeError):
        return False
