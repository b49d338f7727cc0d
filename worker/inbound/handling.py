"""Handling what has come in, message by message, for a short while."""

import time

from games.services import hooks
from games.services.inbound import do_handle_next
from worker.inbound.acting import handle

SLICE_SECONDS = 10.0
"""After this no further message is begun: games want to be played on, too."""


def handle_inbound(*, budget: float = SLICE_SECONDS) -> bool:
    """Handle messages until none is due; True where time ran out before that."""
    until = time.monotonic() + budget
    with hooks.collected():
        while do_handle_next(handle):
            if time.monotonic() > until:
                return True
    return False
