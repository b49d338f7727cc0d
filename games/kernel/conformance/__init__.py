"""Does a title keep the kernel's contract? Random games, looked at from all sides. Pure: `check` finds, tests judge.

`check(title, scenario, options, seeds)` plays one game per seed and runs every check on it. A check is a function from
a play to findings. That two hash seeds agree can only be seen from outside: compare `trace` in two processes.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import blake2b
from itertools import islice
from typing import Any

from games.kernel.codec import encode
from games.kernel.conformance.conduct import announced, conserved, ends, short
from games.kernel.conformance.forms import forms
from games.kernel.conformance.openness import NEEDS_HIDDEN, SAY_SO, openness
from games.kernel.conformance.parts import NOWHERE, parts, unplayable
from games.kernel.conformance.play import BROKEN, Play, play_out
from games.kernel.conformance.replay import reload, replay
from games.kernel.conformance.report import Finding, NotConformant, Report, mishap
from games.kernel.conformance.survive import survive
from games.kernel.conformance.words import words
from games.kernel.conformance.worlds import redeal, secrets, vacuous
from games.kernel.text import LANGUAGES
from games.kernel.title import Title

Check = Callable[[Play], Iterator[Finding]]

ALL: Mapping[str, Check] = {
    "parts": parts,
    "survive": survive,
    "replay": replay,
    "reload": reload,
    "forms": forms,
    "ends": ends,
    "short": short,
    "announced": announced,
    "words": words,
    "redeal": redeal,
    "conserved": conserved,  # counted in the states that were read to be dealt anew
    "secrets": secrets,
    "openness": openness,
}
MOST_FINDINGS = 5
"""Of one check in one play; the others are likely to be the same."""


def check(
    title: Title[Any],
    scenario: str,
    options: Any,
    seeds: Iterable[int],
    checks: Iterable[str] = tuple(ALL),
    *,
    most_stops: int = 4000,
    pairs: int = 40,
) -> Report:
    """Play a game for each seed and run the named checks on it; `pairs` of worlds are tried per game.

    A game that cannot be begun, breaks off or does not end within `most_stops` is a finding whatever the checks.
    """
    report = Report(title.key, scenario, list(unplayable(title, scenario, options)))
    if not report.ok:
        return report
    hidden = title.scenarios[scenario].hidden
    names = [name for name in checks if hidden or name not in NEEDS_HIDDEN]
    for seed in seeds:
        play = play_out(title, scenario, options, seed, most_stops=most_stops)
        play.pairs = pairs
        if play.fault is not None:
            report.findings.append(play.fault)
        for name in names:
            report.findings += islice(_looked(name, play), MOST_FINDINGS)
        _count(report, play)
    for name, what in vacuous(report.counts):
        report.findings.append(Finding(name, title.key, scenario, NOWHERE, "all plays", what + SAY_SO))
    return report


def _looked(name: str, play: Play) -> Iterator[Finding]:
    """The findings of one check; that it breaks off is one, too."""
    try:
        yield from ALL[name](play)
    except BROKEN as error:
        yield play.finding(name, "the whole play", mishap(error))


def _count(report: Report, play: Play) -> None:
    longest = max(report.counts["longest journal"], play.counts.pop("longest journal", 0))
    report.counts.update(play.counts)
    report.counts["longest journal"] = longest
    report.counts.update(plays=1, stops=len(play.stops), entries=len(play.entries), events=len(play.events))


def trace(title: Title[Any], scenario: str, options: Any, seed: int) -> str:
    """A digest of everything in a play: states, journal, events, questions, views and boards.

    Two processes with different PYTHONHASHSEED must find the same.
    """
    play = play_out(title, scenario, options, seed)
    found = blake2b(digest_size=16)
    for stop in play.stops:
        found.update(encode((stop.state, stop.recorded, stop.events, stop.asked, list(stop.views.values()))))
        for question in stop.asked:
            found.update(encode((question.form.schema(), [title.explain(question, one) for one in LANGUAGES])))
    if play.stops:
        for seat in play.observers:
            view = title.view(play.stops[-1].live_state, seat)
            for language in LANGUAGES:
                found.update(title.drawn(view, language).svg().encode() + title.text_board(view, language).encode())
    found.update(str(play.fault).encode())
    return found.hexdigest()


__all__ = ["ALL", "Check", "Finding", "NotConformant", "Play", "Report", "check", "play_out", "trace"]
