from typing import Any

from games.kernel.title import random_bot


def captain(c: Any) -> Any:
    return random_bot
