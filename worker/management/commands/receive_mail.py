"""``manage.py receive_mail < message``: the input for a mail server that pipes each message to a program."""

import logging
import os
import sys
from argparse import ArgumentParser
from typing import Any, BinaryIO

from django.conf import settings

from games.management.unchecked_command import UncheckedCommand
from worker.mail.inbound.ingest import ingest
from worker.mail.inbound.mail_parser import MAX_BYTES

logger = logging.getLogger(__name__)

_BLOCK = 65_536


class Command(UncheckedCommand):
    """Store one message from standard input, for the worker to process."""

    help = (
        "Take in one message from standard input. Name the address that it was delivered to, if the mail server knows "
        "it. Ends with 0 when the message need not be brought again, with 75 when it must, and with 65 when the "
        "database will never take this player's message."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("recipients", nargs="*", help="the addresses that it was delivered to (${recipient})")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.PBEM_MAIL_REPLY_ADDRESS:
            self.stderr.write("PBEM_MAIL_REPLY_ADDRESS is not set: no message can be taken in")
            sys.exit(os.EX_TEMPFAIL)
        try:
            raw = _beginning(sys.stdin.buffer)
            taken = ingest(raw, channel="pipe", recipients=options["recipients"])
        except Exception:  # details are for the log alone: mail servers show our output to the sender
            logger.exception("a message could not be stored")
            self.stderr.write("try again")
            sys.exit(os.EX_TEMPFAIL)
        self.stderr.write(taken)
        if taken == "unfit":
            sys.exit(os.EX_DATAERR)


def _beginning(source: BinaryIO) -> bytes:
    """Read a whole message; return at most as many bytes as are needed to store it or to see that it is too large."""
    raw = source.read(MAX_BYTES + 1)
    while source.read(_BLOCK):
        pass
    return raw
