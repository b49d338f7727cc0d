"""Open information: a scenario declared without secrets must have none, and any other scenario some.

The two-worlds test proves nothing if both worlds are equal. A scenario without secrets therefore declares this
(`Scenario.has_secrets`). Instead of the test, every audience must then receive everything that the umpire receives.
"""

from collections.abc import Iterator
from typing import Any

from games.kernel.codec import decode, encode
from games.kernel.conformance.play import Play, Stop
from games.kernel.conformance.report import Finding
from games.kernel.conformance.serialization import difference
from games.kernel.events import PUBLIC, UMPIRE
from games.kernel.random_source import random_source

NEEDS_HIDDEN = frozenset(("redeal", "distribution", "secrets"))
"""The checks that a scenario without secrets skips, because they would compare a world with itself."""
OPEN_SCENARIO_HINT = "; if nothing is hidden in this scenario, write has_secrets=False in Scenario"


def check_open_information(play: Play) -> Iterator[Finding]:
    """Check for a scenario without secrets that no redeal changes anything and the public receives everything."""
    if play.title.scenarios[play.scenario].has_secrets:
        return
    for checkpoint in play.checkpoints:
        for what in _dealt_anew(play, checkpoint.state):
            yield play.finding("openness", play.place(checkpoint), what)
    for stop in play.stops:
        for what in (*_unheard(play, stop), *_unseen(stop)):
            yield play.finding("openness", stop.where, f"nothing is hidden, says the scenario, but {what}")


def _dealt_anew(play: Play, state: bytes) -> Iterator[str]:
    title = play.title
    read, write = title.read_state, title.write_state
    pick = random_source(play.seed)
    for observer in play.observers:
        other = write(title.secrecy.redeal(read(state), observer, pick))
        if other != state:
            yield f"nothing is hidden, says the scenario, but {observer}'s redeal changes {difference(state, other)}"
    other = write(title.secrecy.reshuffle(read(state), pick))
    if other != state:
        yield f"nothing is hidden, says the scenario, but reshuffle changes {difference(state, other)}"


def _unheard(play: Play, stop: Stop) -> Iterator[str]:
    for event in stop.events:
        whole = event.event.for_seat(UMPIRE)
        deaf = [seat for seat in play.observers if encode(event.event.for_seat(seat)) != encode(whole)]
        if deaf:
            yield f"{', '.join(deaf)} did not hear {whole!r}"


def _unseen(stop: Stop) -> Iterator[str]:
    ours, theirs = (_but_whose(stop.views[who], who) for who in (UMPIRE, PUBLIC))
    if ours != theirs:
        yield f"the umpire sees more than the public: {difference(encode(ours), encode(theirs))}"


def _but_whose(view: bytes, whose: str) -> dict[str, Any]:
    """Return a decoded view without the field `whose`, which names the seat that the view belongs to."""
    return {name: value for name, value in decode(view, dict[str, Any]).items() if value != whose}
