"""What the next letter is written from, read while the mail server thinks about the last one.

Nobody has claimed that letter yet: what is read is used only if it is claimed next, and soon. Nothing is written and no
picture drawn meanwhile, for a letter at which its sender dies must be one that it has claimed.
"""

import logging
import time
from dataclasses import replace

from games.models import OutgoingMail
from games.selectors.letters import Letter, letter_for

logger = logging.getLogger(__name__)

FRESH = 1.0
"""Seconds for which what was read is as good as new: in the meantime a player may leave the seat, or answer."""


class Ahead:
    """Reads for one sender; at most one letter is kept. `mail` is the one that will probably be claimed next."""

    def __init__(self) -> None:
        self.mail: OutgoingMail | None = None
        self._letter: Letter | None = None
        self._until = 0.0

    def read(self) -> None:
        """Read for that letter, if there is one. Nothing that happens here stops the present one."""
        try:
            mail, self.mail = self.mail, None
            self._letter = letter_for(mail) if mail is not None and mail.seat_id is not None else None
        except Exception:
            logger.exception("reading ahead")
            self._letter = None
        self._until = time.monotonic() + FRESH

    def letter_for(self, mail: OutgoingMail) -> Letter | None:
        """`games.selectors.letters.letter_for`, out of what was read ahead if that was for this letter, and lately."""
        letter, self._letter = self._letter, None
        if letter is not None and letter.mail.pk == mail.pk and time.monotonic() < self._until:
            return replace(letter, mail=mail)
        return letter_for(mail)
