"""Where a scenario says that nothing is hidden, nothing is; where it does not, something is.

The two-worlds test proves nothing where both worlds are one. A scenario without hidden things says so
(`Scenario.hidden`), and instead of the test it must show that everybody sees and hears what the umpire does.
"""

from collections.abc import Iterator
from typing import Any

from games.kernel.codec import decode, encode
from games.kernel.conformance.play import Play, Stop
from games.kernel.conformance.report import Finding
from games.kernel.conformance.survive import difference
from games.kernel.events import PUBLIC, UMPIRE
from games.kernel.pick import whims

NEEDS_HIDDEN = frozenset(("redeal", "secrets"))
"""Checks that would compare a world with itself."""
SAY_SO = "; if nothing is hidden in this scenario, write hidden=False in Scenario"


def openness(play: Play) -> Iterator[Finding]:
    """Of a scenario that says that nothing is hidden: no redeal changes anything, and the public sees and hears all."""
    if play.title.scenarios[play.scenario].hidden:
        return
    for checkpoint in play.checkpoints:
        for what in _dealt_anew(play, checkpoint.state):
            yield play.finding("openness", f"checkpoint {checkpoint.number}", what)
    for stop in play.stops:
        for what in (*_unheard(play, stop), *_unseen(stop)):
            yield play.finding("openness", stop.where, f"nothing is hidden, says the scenario, but {what}")


def _dealt_anew(play: Play, state: bytes) -> Iterator[str]:
    title = play.title
    read, write = title.read_state, title.write_state
    pick = whims(play.seed)
    for observer in play.observers:
        other = write(title.redeal(read(state), observer, pick))
        if other != state:
            yield f"nothing is hidden, says the scenario, but {observer}'s redeal changes {difference(state, other)}"
    other = write(title.reshuffle(read(state), pick))
    if other != state:
        yield f"nothing is hidden, says the scenario, but reshuffle changes {difference(state, other)}"


def _unheard(play: Play, stop: Stop) -> Iterator[str]:
    for event in stop.events:
        whole = event.told.for_seat(UMPIRE)
        deaf = [seat for seat in play.observers if encode(event.told.for_seat(seat)) != encode(whole)]
        if deaf:
            yield f"{', '.join(deaf)} did not hear {whole!r}"


def _unseen(stop: Stop) -> Iterator[str]:
    ours, theirs = (_but_whose(stop.views[who], who) for who in (UMPIRE, PUBLIC))
    if ours != theirs:
        yield f"the umpire sees more than the public: {difference(encode(ours), encode(theirs))}"


def _but_whose(view: bytes, whose: str) -> dict[str, Any]:
    """A view without the field that says whose it is."""
    return {name: value for name, value in decode(view, dict[str, Any]).items() if value != whose}
