"""1.2, 1.3 The lines on blocks that split and combine."""

from typing import Any

from games.titles.pq17.presentation.labels import Words
from games.titles.pq17.presentation.narration.wording import place_name, side_adjective
from games.titles.pq17.state.events import forces as told


def _gone(event: told.BlocksChanged, say: Words) -> str:
    """Return a text on forces that no longer have a block: they combined, or were lost if no block remains."""
    gone, one = say.names(event.gone), len(event.gone) == 1
    if event.now:
        has = "has a block of its own" if one else "have blocks of their own"
        return say(f" ({gone} no longer {has})", f"（{gone}は独立の部隊ではなくなった）")
    return say(f" ({gone} {'is' if one else 'are'} gone)", f"（{gone}は失われた）")


def _blocks_changed(event: told.BlocksChanged, say: Words) -> str:
    side, where = side_adjective(event.side, say), place_name(event.at, event.port, say)
    more = ""
    if event.force and event.left:
        left, force = say.name(event.left), say.name(event.force)
        more = say(f" ({force} parts from {left})", f"（{left}から{force}が分離）")
    elif event.gone:
        more = _gone(event, say)
    elif event.force:
        more = f" ({say.name(event.force)})"
    return say(
        f"{side} blocks {where}: {event.now}, before {event.before}{more}.",
        f"{where}の{side}の積み木：{event.before}→{event.now}{more}。",
    )


TELLERS: dict[type, Any] = {told.BlocksChanged: _blocks_changed}
