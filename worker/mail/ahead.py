"""The next letter, read for while the mail server thinks about the last one, and written while the database notes that.

Its papers are asked for before the mail server is told of the last one, and fetched when it has that one's text: in
between, nothing else is asked. Nobody has claimed a letter yet that is read for: what was read is used only if it is
claimed next, and soon. It is written, its picture too, when the statement that claims it has gone out: a letter at
which its sender dies must be one that it has claimed. Whatever goes wrong here is done again with the letter in hand.
"""

import logging
import time
from collections.abc import Callable
from dataclasses import replace
from typing import ParamSpec, TypeVar

from django.core.mail import EmailMultiAlternatives

from games.models import OutgoingMail
from games.selectors.letters import Letter, Papers, letter_for, letter_from, papers_for
from worker.mail.gathering import leaves_as_it_is
from worker.mail.message import message_of
from worker.mail.wishes import is_wanted

P = ParamSpec("P")
T = TypeVar("T")

logger = logging.getLogger(__name__)

FRESH = 1.0
"""Seconds for which what was read is as good as new: in the meantime a player may leave the seat, or answer."""


class Ahead:
    """Reads and writes for one sender; at most one letter is kept. `mail` is the one that will probably come next."""

    def __init__(self) -> None:
        self.mail: OutgoingMail | None = None
        self._papers: Callable[[], Papers] | None = None
        self._asked_for: OutgoingMail | None = None
        self._letter: Letter | None = None
        self._message: EmailMultiAlternatives | None = None
        self._until = 0.0

    def ask(self) -> None:
        """Ask for that letter's papers, if there is one; `read` must follow before anything else is asked."""
        self._letter = self._message = None
        self._asked_for, self.mail = self.mail, None
        if self._asked_for is not None and self._asked_for.seat_id is not None:
            self._until = time.monotonic() + FRESH
            self._papers = self._tried(papers_for, self._asked_for)

    def read(self) -> None:
        """Fetch what was asked for, if that is not done. Nothing that happens here stops the present letter."""
        papers, self._papers = self._papers, None
        if papers is not None and self._asked_for is not None:
            self._letter = self._tried(_read, self._asked_for, papers)

    def write(self) -> None:
        """Write the letter that was read for, if all that it needs is there. The database is not to be asked."""
        letter = self._letter
        self._message = self._tried(message_of, letter) if letter is not None and _can_be_written(letter) else None

    def take(self, mail: OutgoingMail) -> tuple[Letter | None, EmailMultiAlternatives | None]:
        """`games.selectors.letters.letter_for`, out of what was read ahead if that was for this letter, and lately.

        Then also the letter as it was written, if it was.
        """
        (letter, self._letter), (message, self._message) = (self._letter, None), (self._message, None)
        if letter is not None and letter.mail.pk == mail.pk and time.monotonic() < self._until:
            return replace(letter, mail=mail), message
        return letter_for(mail), None

    @staticmethod
    def _tried(work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T | None:
        try:
            return work(*given, **named)
        except Exception:
            logger.exception("a letter ahead of time")
            return None


def _read(mail: OutgoingMail, papers: Callable[[], Papers]) -> Letter | None:
    return letter_from(mail, papers())


def _can_be_written(letter: Letter) -> bool:
    """Whether it leaves at once, and all that it tells was read: the dice of a first letter and of a last were not."""
    is_news = letter.mail.kind == OutgoingMail.Kind.STOP and not letter.first
    leaves = leaves_as_it_is(letter) and not letter.player.is_unreachable
    return is_news and leaves and is_wanted(letter)
