"""Prefetch the next e-mail while the current one is sent.

The query for the next e-mail's rows is sent before the current e-mail's text goes to the mail server, and its result is
fetched when the server has the text; no other query may run in between. Since no sender has claimed the next e-mail
yet, the rows are used only if this sender claims it within `MAX_PREFETCH_AGE`. The e-mail is written, with its picture,
only after the statement that claims it was sent, so that an e-mail that kills its sender is always a claimed one.
Whatever fails here is repeated when the e-mail is claimed.
"""

import logging
import time
from collections.abc import Callable
from dataclasses import replace
from typing import ParamSpec, TypeVar

from django.core.mail import EmailMultiAlternatives

from games.models import OutgoingMail
from games.selectors.email_context import (
    EmailContext,
    EmailRows,
    build_email_context,
    fetch_email_rows,
    load_email_context,
)
from worker.mail.outbound.digest import is_sent_unchanged
from worker.mail.outbound.mime_message import build_message
from worker.mail.outbound.preferences import is_wanted

P = ParamSpec("P")
T = TypeVar("T")

logger = logging.getLogger(__name__)

MAX_PREFETCH_AGE = 1.0
"""Seconds for which prefetched rows are valid, because a player may leave the seat or answer meanwhile."""


class Prefetcher:
    """Prefetches the data of one e-mail for one sender.

    The attribute `mail` is the e-mail that will probably be claimed next.
    """

    def __init__(self) -> None:
        self.mail: OutgoingMail | None = None
        self._fetch: Callable[[], EmailRows] | None = None
        self._asked_for: OutgoingMail | None = None
        self._context: EmailContext | None = None
        self._message: EmailMultiAlternatives | None = None
        self._until = 0.0

    def send_queries(self) -> None:
        """Send the query for the rows of `mail`, if it is set; call `fetch_rows` before any other query."""
        self._context = self._message = None
        self._asked_for, self.mail = self.mail, None
        if self._asked_for is not None and self._asked_for.seat_id is not None:
            self._until = time.monotonic() + MAX_PREFETCH_AGE
            self._fetch = self._tried(fetch_email_rows, self._asked_for)

    def fetch_rows(self) -> None:
        """Fetch the rows that `send_queries` has requested, if they are not fetched yet.

        An error is ignored, so that it does not stop the current e-mail.
        """
        fetch, self._fetch = self._fetch, None
        if fetch is not None and self._asked_for is not None:
            self._context = self._tried(_read, self._asked_for, fetch)

    def render(self) -> None:
        """Write the prefetched e-mail, without any query, if all its data was fetched."""
        context = self._context
        self._message = (
            self._tried(build_message, context) if context is not None and _can_be_written(context) else None
        )

    def load(self, mail: OutgoingMail) -> tuple[EmailContext | None, EmailMultiAlternatives | None]:
        """Return the context of an e-mail, and the message if it was written ahead.

        The context is that of `games.selectors.email_context.load_email_context`, from the prefetched rows if they are
        recent and belong to this e-mail.
        """
        (context, self._context), (message, self._message) = (self._context, None), (self._message, None)
        if context is not None and context.mail.pk == mail.pk and time.monotonic() < self._until:
            return replace(context, mail=mail), message
        return load_email_context(mail), None

    @staticmethod
    def _tried(work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T | None:
        try:
            return work(*given, **named)
        except Exception:
            logger.exception("a letter ahead of time")
            return None


def _read(mail: OutgoingMail, fetch: Callable[[], EmailRows]) -> EmailContext | None:
    return build_email_context(mail, fetch())


def _can_be_written(context: EmailContext) -> bool:
    """Return True if the e-mail will be sent at once, and no further data is needed to write it.

    The dice of a game's first and last e-mail are not prefetched.
    """
    is_news = context.mail.kind == OutgoingMail.Kind.STOP and not context.is_first
    leaves = is_sent_unchanged(context) and not context.player.is_unreachable
    return is_news and leaves and is_wanted(context)
