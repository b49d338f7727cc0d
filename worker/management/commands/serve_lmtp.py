"""``manage.py serve_lmtp``: accept e-mail from a mail server by LMTP, until the command is stopped."""

import asyncio
from argparse import ArgumentParser
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from games.management.unchecked_command import UncheckedCommand
from worker.mail.inbound.lmtp import serve


class Command(UncheckedCommand):
    """Serve LMTP in the foreground."""

    help = "Take mail by LMTP at PBEM_LMTP_LISTEN (host:port). Let nobody but the mail server reach it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--at", default="", help="host:port, instead of PBEM_LMTP_LISTEN")

    def handle(self, *args: Any, **options: Any) -> None:
        host, _, port = (options["at"] or settings.PBEM_LMTP_LISTEN).rpartition(":")
        if not (host and port.isdecimal()):
            raise CommandError("Set PBEM_LMTP_LISTEN to host:port, such as 127.0.0.1:8024.")
        if not settings.PBEM_MAIL_REPLY_ADDRESS:
            raise CommandError("Set PBEM_MAIL_REPLY_ADDRESS to the address for replies.")
        with suppress(KeyboardInterrupt):
            asyncio.run(serve(host, int(port)))
