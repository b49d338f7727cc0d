"""Preview processes beside each process of the web server, so that previews of drafts slow no other request.

    page = run_preview(player.pk, function, *arguments)

The interpreter runs one thread at a time: a preview in the web server would slow every short request of that process.
So all but the light previews are computed in a separate process. Each player computes one preview at a time. Players
who have used more than their budget of processor time share a second process with a low priority; a player who has used
several budgets is refused until part of the used time has recovered.
The process starts with the first request; until it is ready, previews are computed in the web server.
"""

import atexit
import pickle
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from threading import Lock
from typing import TypeVar

from django.conf import settings

from games.errors import preview_too_expensive
from pbem.previews import helper
from pbem.previews.helper import IDLE, Reply
from pbem.previews.slots import (
    BUDGET_PER_SECOND,
    BUDGET_SECONDS,
    MAX_CONCURRENT,
    MAX_PER_PLAYER,
    TURN_SECONDS,
    PreviewsBusy,
    PreviewSlots,
    ProcessorBudget,
)

MAX_SECONDS = 10
"""The maximum processor time of a preview, in seconds."""
WALL = 3
"""The limit on elapsed time as a multiple of the limit on processor time, because the machine has other work, too."""
RESTART_SECONDS = 10.0
"""Minimum seconds between two starts of a preview process that keeps ending."""
PRIORITIES = 5, IDLE
"""The niceness of the process for most players, and of the process for players who have used up their budget.

Both processes have a lower priority than the web server, so that a short request gets the processor first.
"""

Result = TypeVar("Result")


class PreviewProcess:
    """A process that computes previews: started on demand, ended when a preview takes too long. Thread-safe."""

    def __init__(self, niceness: int, seconds: int = MAX_SECONDS) -> None:
        self._niceness, self._seconds = niceness, seconds
        self._turn, self._started_at = Lock(), 0.0
        self._child: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None
        self._ready = False

    @property
    def pid(self) -> int:
        """Return the process id; 0 while it is not running."""
        return self._child.pid if self._child else 0

    def run(self, function: Callable[..., object], arguments: tuple[object, ...]) -> Reply:
        """Call `function` with the arguments: in the preview process if it is ready, else in this process.

        Raises PreviewsBusy if the preview before this one takes too long. If this preview takes too long, the reply has
        the exception PreviewTooExpensive.
        """
        if not self._turn.acquire(timeout=TURN_SECONDS):
            raise PreviewsBusy
        try:
            line = self._ready_line()
            return helper.compute(function, arguments) if line is None else self._exchange(line, function, arguments)
        finally:
            self._turn.release()

    def is_ready(self) -> bool:
        """Return True if the process has loaded the server's code, also while it computes a call.

        A process that does not run is started, and is not ready yet.
        """
        if not self._turn.acquire(blocking=False):
            return self._ready
        try:
            return self._ready_line() is not None
        finally:
            self._turn.release()

    def end(self) -> None:
        """Kill the process if there is one, whatever it is doing."""
        child, line, self._child, self._line, self._ready = self._child, self._line, None, None, False
        if line is not None:
            line.close()
        if child is not None:
            child.kill()
            child.wait()

    def _ready_line(self) -> socket.socket | None:
        if self._child is not None and self._child.poll() is not None:
            self.end()
        if self._line is None and time.monotonic() >= self._started_at:
            self._start()
        if self._line is not None and not self._ready:
            self._line.setblocking(False)
            try:
                self._ready = helper.receive(self._line) == b""
            except BlockingIOError:
                return None
            except OSError:
                self.end()
        return self._line if self._ready else None

    def _start(self) -> None:
        """Start the process, with the server's environment, because it runs only the server's own code."""
        self._started_at = time.monotonic() + RESTART_SECONDS
        ours, theirs = socket.socketpair()
        command = [sys.executable, "-m", "pbem.previews.helper", str(self._niceness), str(self._seconds)]
        try:
            self._child = subprocess.Popen(  # noqa: S603  # our own program
                command, stdin=theirs.fileno(), stdout=subprocess.DEVNULL
            )
        except OSError:
            ours.close()
        else:
            self._line = ours
        finally:
            theirs.close()

    def _exchange(self, line: socket.socket, function: Callable[..., object], arguments: tuple[object, ...]) -> Reply:
        message = pickle.dumps((function, arguments))
        try:
            line.settimeout(WALL * self._seconds)
            helper.send(line, message)
            return helper.unpack_reply(helper.receive(line))
        except OSError:
            self.end()
            self._started_at = 0.0
            return Reply(self._seconds, error=preview_too_expensive())
        except BaseException:
            self.end()  # interrupted: its next reply would belong to this preview
            raise


preview_slots = PreviewSlots(MAX_PER_PLAYER, MAX_CONCURRENT)
"""The preview slots of this web server process; pages and REST share them."""
_budget = ProcessorBudget(BUDGET_SECONDS, BUDGET_PER_SECOND)
_prompt, _patient = map(PreviewProcess, PRIORITIES)


def run_preview(player: object, function: Callable[..., Result], *arguments: object, is_light: bool = False) -> Result:
    """Call a function of a module for a player, in a preview process if `PBEM_PREVIEW_PROCESSES` is set.

    A light preview takes only milliseconds; it is computed in this process until the player's budget is used up.
    Arguments and result must be picklable. Raises what the function raises; PreviewsBusy if the player or this process
    has no free slot, or the player has used too much processor time recently; PreviewTooExpensive if this call takes
    too long.
    """
    with preview_slots.compute(player):
        if not settings.PBEM_PREVIEW_PROCESSES:
            return function(*arguments)
        if _budget.is_overdrawn(player):
            raise PreviewsBusy
        is_over = _budget.is_used_up(player)
        if is_light and not is_over:
            reply = helper.compute(function, arguments)
        else:
            reply = (_patient if is_over and _patient.is_ready() else _prompt).run(function, arguments)
        _budget.charge(player, reply.seconds)
    if reply.error is not None:
        raise reply.error
    result: Result = reply.result
    return result


def charge_budget(player: object, seconds: float) -> None:
    """Charge a player's budget of processor time with the seconds that another process used for the player.

    Such a process is a renderer of PNG pictures.
    """
    if settings.PBEM_PREVIEW_PROCESSES:
        _budget.charge(player, seconds)


def is_over_budget(player: object) -> bool:
    """Return True if the player's previews have recently used up the player's budget of processor time."""
    return _budget.is_used_up(player)


def start_processes(**_: object) -> None:
    """Start the preview process for most players if it does not run; Django calls this when a request begins."""
    if settings.PBEM_PREVIEW_PROCESSES:
        _prompt.is_ready()


def end_processes() -> None:
    """End the preview processes of this web server process; the next preview starts them again."""
    for one in (_prompt, _patient):
        one.end()


atexit.register(end_processes)
