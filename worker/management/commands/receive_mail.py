"""``manage.py receive_mail < message``: the way in for a mail server that hands each message to a program."""

import logging
import sys
from argparse import ArgumentParser
from typing import Any

from games.management.unchecked import UncheckedCommand
from worker.inbound.reading import MOST_BYTES
from worker.inbound.taking import take_in

logger = logging.getLogger(__name__)

TRY_AGAIN = 75
"""What mail servers take for "not now" (EX_TEMPFAIL): they keep the message, and bring it again."""


class Command(UncheckedCommand):
    """Store one message from standard input; the worker handles it."""

    help = (
        "Take in one message from standard input. Name the address that it was delivered to, if the mail server knows "
        "it. Ends with 0 when the message need not be brought again, whatever it was, and with 75 when it must."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("recipients", nargs="*", help="the addresses that it was delivered to (${recipient})")

    def handle(self, *args: Any, **options: Any) -> None:
        raw = sys.stdin.buffer.read(MOST_BYTES + 1)
        try:
            taken = take_in(raw, way="pipe", recipients=options["recipients"])
        except Exception:  # what went wrong is for the log alone: mail servers show our words to whoever wrote
            logger.exception("a message could not be stored")
            self.stderr.write("try again")
            sys.exit(TRY_AGAIN)
        self.stderr.write(taken)
