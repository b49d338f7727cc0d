"""``manage.py poll_imap``: poll a provider's mailbox (IMAP), repeatedly or once."""

import logging
import time
from argparse import ArgumentParser
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import DatabaseError, close_old_connections

from games.management.unchecked_command import UncheckedCommand
from worker.mail.inbound.imap_mailbox import Mailbox, MailboxUnavailable, poll

logger = logging.getLogger(__name__)


class Command(UncheckedCommand):
    """Poll the mailbox in the foreground."""

    help = "Take in unseen mail from PBEM_IMAP_URL (imaps://user:password@host/folder) and mark it as seen."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--once", action="store_true", help="look once, and end; 1 if the mailbox is away")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.PBEM_MAIL_REPLY_ADDRESS:
            raise CommandError("Set PBEM_MAIL_REPLY_ADDRESS to the address for replies.")
        try:
            mailbox = Mailbox.from_url(settings.PBEM_IMAP_URL)
        except ValueError as error:
            raise CommandError(f"PBEM_IMAP_URL: {error}") from None
        if options["once"]:
            self._look(mailbox, patient=False)
            return
        with suppress(KeyboardInterrupt):
            while True:
                close_old_connections()
                self._look(mailbox, patient=True)
                (settings.DATA_DIR / "imap-polled").touch()  # for the health check of the container
                time.sleep(settings.PBEM_IMAP_POLL_SECONDS)

    def _look(self, mailbox: Mailbox, *, patient: bool) -> None:
        try:
            found = poll(mailbox)
        except (MailboxUnavailable, DatabaseError) as error:
            if not patient:
                raise CommandError(str(error)) from error
            logger.warning("the mailbox is looked through again later: %s", error)
            return
        if found:
            self.stderr.write(", ".join(f"{count} {what}" for what, count in sorted(found.items())))
