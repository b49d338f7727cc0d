"""A limit on the processor time of a computation in this process, such as the decision of a bot."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class TimeIsUp(BaseException):
    """Raised inside a computation that has used up its processor time.

    It does not inherit from `Exception`, so that code that catches every `Exception` does not continue.
    """


@contextmanager
def limit_processor_time(seconds: float) -> Iterator[None]:
    """Raise TimeIsUp in the block once the process has used `seconds` of processor time since the block began.

    Processor time does not depend on how busy the computer is. Only the main thread of a process, in which a worker
    runs its tasks, can be interrupted; in other threads there is no limit.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGVTALRM, _interrupt)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise TimeIsUp
