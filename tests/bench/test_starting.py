"""Every measurement can still be taken, as little of each as can be. How fast it goes is nobody's business here."""

import os
import subprocess
import sys
from typing import Any

import pytest
from msgspec import json

from bench.__main__ import parts
from games.services import incoming_mail
from tests.faults.conftest import ROOT, broker, broker_server, database, one_at_a_time

__all__ = ["broker", "broker_server", "database", "one_at_a_time"]

HERE = ("mail", "inbound", "daily-mail", "resolve", "days", "pictures", "charts", "taps")
"""Measured in the test's own process."""
BESIDE = {
    "turn": "letters of a whole turn, four players",
    "slow-mail": "the same beside a healthy one: hanging",
    "http": "GET view in bare DRF views",
    "scale": "beside games named to the workers",
}
"""Measured with servers and workers beside, and the name of one figure of each."""
ELSEWHERE = {
    **dict.fromkeys(("kernel", "reload", "rebuild", "bots", "exchanges", "voyages"), "test_in_process.py"),
    "battles": "test_letters.py, test_contests.py",
    "captains": "test_contests.py",
    "admirals": "test_contests.py",
    "operations": "test_operations.py",
    "senders": "its letters in test_by_mail.py",
    "workers": "its workers and games by scale",
    "letters": "its letters in test_by_mail.py: an earlier commit is not everywhere at hand",
    "turn-beside": "its turns by turn: an earlier commit is not everywhere at hand",
}
"""Those whose parts other tests go through, since they cost a minute or need what a checkout may lack."""


SET = (
    *("EMAIL_BACKEND", "EMAIL_TIMEOUT", "EMAIL_HOST", "EMAIL_PORT", "EMAIL_HOST_USER", "EMAIL_HOST_PASSWORD"),
    *(
        "EMAIL_USE_TLS",
        "EMAIL_USE_SSL",
        "PBEM_MAIL_REPLY_ADDRESS",
        "PBEM_TRUSTED_AUTHSERV_IDS",
        "PBEM_MAIL_REPLIES_PER_HOUR",
        "PBEM_PREVIEWS_PER_MINUTE",
        "ALLOWED_HOSTS",
    ),
)
"""What measurements set for their process, which is undone behind them here."""


def test_each_is_tried_somewhere() -> None:
    assert set(parts()) == {*HERE, *BESIDE, *ELSEWHERE}


@pytest.mark.django_db
@pytest.mark.one_database
@pytest.mark.parametrize("name", HERE)
def test_it_measures(name: str, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for one in SET:
        setattr(settings, one, getattr(settings, one))
    monkeypatch.setattr(incoming_mail, "MAX_PER_HOUR", incoming_mail.MAX_PER_HOUR)
    measures = list(parts()[name](0))
    assert measures
    assert all(measure.name and measure.value >= 0 for measure in measures)


@pytest.mark.slow
@pytest.mark.postgresql
def test_they_measure_with_servers_beside(database: str, broker: str, tmp_path: Any) -> None:
    found = tmp_path / "figures"
    variables = {**os.environ, "DATABASE_URL": database, "REDIS_URL": broker, "PBEM_DATA_DIR": str(tmp_path / "data")}
    command = [sys.executable, "-m", "bench", *BESIDE, "--size", "0", "--json", str(found)]
    done = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr[-4000:]}"
    measured = {one["name"] for one in json.decode(found.read_bytes())}
    assert set(BESIDE.values()) <= measured
