"""Puts the toy title on the shelf of a worker in a process of its own."""

import os
import signal
import sys
from types import ModuleType
from typing import Any

from django.apps import AppConfig
from django.db import connection


class ToyShelf(AppConfig):
    """Lets the registry offer the toy title."""

    name = "tests.faults"
    label = "faults"

    def ready(self) -> None:
        from celery.signals import worker_process_init

        from games import registry
        from tests.kernel.toy import TOY

        package, module = ModuleType("games.titles.toy"), ModuleType("games.titles.toy.title")
        module.load_title = lambda files: TOY  # type: ignore[attr-defined]
        sys.modules |= {"games.titles.toy": package, "games.titles.toy.title": module}
        registry.TITLES = (*registry.TITLES, "toy")
        worker_process_init.connect(_sign_connections, weak=False)
        if os.environ.get("FAULTS_POISON"):
            _poison(os.environ["FAULTS_POISON"])


def _sign_connections(**facts: object) -> None:
    """Let the database know which process of the pool a connection belongs to."""
    connection.settings_dict["OPTIONS"]["application_name"] = str(os.getpid())


def _poison(address: str) -> None:
    """Let every letter to one address kill whoever writes it."""
    from worker.mail.outbound import sender

    write = sender.build_message

    def dying(letter: Any) -> Any:
        if letter.player.email == address:
            os.kill(os.getpid(), signal.SIGKILL)
        return write(letter)

    sender.build_message = dying
