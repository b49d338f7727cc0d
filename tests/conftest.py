"""What all tests share: the flush between tests carries the permit for append-only tables."""

from collections.abc import Iterator

import pytest
from django.test import TransactionTestCase

from games.models.guard import permit


@pytest.fixture(scope="session", autouse=True)
def _flush_with_permit() -> Iterator[None]:
    """Let the flush after a transactional test empty the append-only tables too."""
    teardown = TransactionTestCase._fixture_teardown

    def with_permit(self: TransactionTestCase) -> None:
        with permit():
            teardown(self)

    patch = pytest.MonkeyPatch()
    patch.setattr(TransactionTestCase, "_fixture_teardown", with_permit)
    yield
    patch.undo()
