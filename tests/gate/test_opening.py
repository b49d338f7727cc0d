"""What is answered to who opens and starts games by mail is the same, whatever is hidden from who asks or looks on."""

from typing import Any

import pytest

from games.kernel.title import Title
from tests.gate.asking import READERS, people
from tests.gate.opened import told
from tests.kernel.toy import ADVISED
from tests.sampling import rest_without_smoke
from tests.table import offer

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("reader", rest_without_smoke(READERS))
def test_nothing_tells_what_is_hidden(reader: str, monkeypatch: pytest.MonkeyPatch, toy: Title[Any]) -> None:
    offer(monkeypatch, ADVISED)
    people()
    found = told(*READERS[reader])
    assert not found, "\n".join(found)
