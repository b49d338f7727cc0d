"""``manage.py listen_for_mail``: takes mail from a mail server by LMTP, until it is ended."""

import asyncio
from argparse import ArgumentParser
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from games.management.unchecked import UncheckedCommand
from worker.inbound.lmtp import listen


class Command(UncheckedCommand):
    """Serve LMTP in the foreground."""

    help = "Take mail by LMTP at PBEM_MAIL_LMTP (host:port). Let nobody but the mail server reach it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--at", default="", help="host:port, instead of PBEM_MAIL_LMTP")

    def handle(self, *args: Any, **options: Any) -> None:
        host, _, port = (options["at"] or settings.PBEM_MAIL_LMTP).rpartition(":")
        if not (host and port.isdecimal()):
            raise CommandError("Set PBEM_MAIL_LMTP to host:port, such as 127.0.0.1:8024.")
        if not settings.PBEM_MAIL_REPLY:
            raise CommandError("Set PBEM_MAIL_REPLY to the address for replies.")
        with suppress(KeyboardInterrupt):
            asyncio.run(listen(host, int(port)))
