"""A Django mail backend for installations without a mail server: each e-mail becomes a file for any mail program."""

import os
import re
import time
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

_UNFIT = re.compile(r"[^a-zA-Z0-9@.+-]+")


class EmlFolderBackend(BaseEmailBackend):
    """A backend that writes each e-mail atomically as an ``.eml`` file into a folder; only the owner can read it.

    A file's name begins with the time of writing in UTC, for sorting, followed by the recipient's address.
    """

    def __init__(self, *, file_path: str | Path | None = None, fail_silently: bool = False, **options: Any) -> None:
        super().__init__(fail_silently=fail_silently)
        configured: str | Path = getattr(settings, "EMAIL_FILE_PATH", "mail")
        self._folder = Path(file_path or configured)

    def send_messages(self, email_messages: Iterable[EmailMessage]) -> int:
        """Write all e-mails and return their number."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return sum(self._write(message) for message in email_messages if message.recipients())

    def _write(self, message: EmailMessage) -> bool:
        raw = message.message().as_bytes()
        path = self._folder / _name(message)
        draft = path.with_suffix(f".{os.getpid()}.part")
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(raw)
        draft.replace(path)
        return True


def _name(message: EmailMessage) -> str:
    now = time.time_ns()
    moment = datetime.fromtimestamp(now // 10**9, UTC)
    reader = _UNFIT.sub("-", message.recipients()[0])[:60]
    return f"{moment:%Y%m%d-%H%M%S}-{now % 10**9:09d}-{reader}.eml"
