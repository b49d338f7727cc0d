"""The secrecy gate over the wire: what its tests share."""

import random
import secrets
from typing import Any

import pytest

from games.persistence import position


@pytest.fixture(autouse=True)
def _remember_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Worlds are played within transactions that are rolled back, and the other one stands in memory alone."""
    monkeypatch.setattr(position, "on_commit", lambda call: call())


@pytest.fixture(autouse=True)
def _no_counts(own_cache: None, settings: Any) -> None:
    """Nobody has written anything this minute; and the many looks at drafts of all worlds fall into one."""
    settings.PBEM_PREVIEWS_PER_MINUTE = 1_000_000


@pytest.fixture(autouse=True)
def _same_dice(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """The same dice in every run of a test."""
    monkeypatch.setattr(secrets, "token_bytes", random.Random(request.node.name).randbytes)
