"""After the faults: check that all games continue and that all work finishes, then run the server's own checks."""

import time
from collections.abc import Callable

from bench.chaos import operator
from bench.chaos.cast import Cast
from bench.chaos.players import Player
from bench.chaos.site import Site
from bench.chaos.umpire import Umpire
from bench.chaos.verdict import Finding
from bench.report import progress
from games.models import Game
from games.selectors.replay_check import find_replay_faults
from games.selectors.verification import verify_game
from games.services.resolve.dry_run import check_resolve

LONGEST = 240.0
"""The most seconds in which every running game must advance by one step, and in which unfinished work must decrease."""
UNDER_WAY = (Game.Status.RUNNING, Game.Status.PAUSED, Game.Status.HELD)


def settle(
    site: Site, players: list[Player], umpire: Umpire, cast: Cast, end_clients: Callable[[], None]
) -> list[Finding]:
    """Let every game advance by one step, end the clients, and wait for all started work; return findings.

    `end_clients` ends the clients. They are ended first, because an answer that is still being processed would start
    more work.
    """
    umpire.calm.set()
    for player in players:
        player.resting.clear()
    findings = _one_more_step(site)
    end_clients()
    return findings + _finish_work(site, cast)


def _one_more_step(site: Site) -> list[Finding]:
    """Wait until every running game has advanced, as its players answer; return a finding for each that has not."""
    before = None
    while before is None:
        site.look()
        before = operator.stops_of_running()
    progress(f"calm: {len(before)} games go on")
    known = before
    moved = _until(site, operator.stops_of_running, lambda now: not _unmoved(known, now))
    left = {} if moved else _unmoved(known, operator.stops_of_running() or {})
    return [Finding("game stuck", f"game {game} has not moved since the storm") for game in left]


def _unmoved(before: dict[str, tuple[int, int]], now: dict[str, tuple[int, int]]) -> dict[str, tuple[int, int]]:
    return {game: place for game, place in now.items() if before.get(game) == place}


def _finish_work(site: Site, cast: Cast) -> list[Finding]:
    """Wait until no game is due and no e-mail is unsent; return findings if the number stops falling before."""
    progress(f"calm: {operator.count_unsent_emails()} e-mails are still to be sent")
    began, last = time.monotonic(), None
    while time.monotonic() < began + LONGEST:
        operator.retry_delayed_emails(cast.operator)
        left = operator.count_unfinished()
        if left == (0, 0):
            return []
        if last is not None and left is not None and left < last:
            began = time.monotonic()
        last = left
        site.look()
        time.sleep(2)
    due, unsent = last or (0, 0)
    findings = [Finding("game stuck", f"{due} games are due, and nobody plays them on")] if due else []
    return [*findings, Finding("letter lost", f"{unsent} letters are not sent")]


def _until(site: Site, ask: Callable[[], object], good: Callable[..., bool]) -> bool:
    """Wait until `good` is true for the result of `ask`; return False if it is not in time."""
    end = time.monotonic() + LONGEST
    while time.monotonic() < end:
        site.look()
        found = ask()
        if found is not None and good(found):
            return True
        time.sleep(1)
    return False


def proofs() -> dict[str, list[str]]:
    """Run the server's checks of hash chain, dice and replay for every game; return the faults by game id."""
    found: dict[str, list[str]] = {}
    for game in Game.objects.exclude(stop=0).order_by("created_at"):
        examined = verify_game(game.pk)
        going_on = check_resolve(game) if game.status in UNDER_WAY else []
        found[str(game.pk)] = [*examined.faults, *examined.missing, *going_on, *find_replay_faults(game)]
    return found
