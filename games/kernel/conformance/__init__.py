"""Conformance: checks that a title keeps the kernel's contract, on random games.

`check(title, scenario, options, seeds)` plays one game per seed and runs every check on it. A check is a pure function
from a `Play`, which is one complete random game, to findings; a test fails if there are any. To check that a title does
not depend on PYTHONHASHSEED, compare the results of `trace` in two processes.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import blake2b
from itertools import islice
from typing import Any

from games.kernel.codec import encode
from games.kernel.conformance.distribution import check_distribution
from games.kernel.conformance.form_checks import check_forms
from games.kernel.conformance.invariants import (
    check_announcements,
    check_conservation,
    check_ending,
    check_journal_length,
)
from games.kernel.conformance.open_information import NEEDS_HIDDEN, OPEN_SCENARIO_HINT, check_open_information
from games.kernel.conformance.play import GAME_FAILURES, Play, play_out
from games.kernel.conformance.registration import NO_SEED, check_registration, opening_failures
from games.kernel.conformance.replay import check_reload, check_replay
from games.kernel.conformance.report import Finding, NotConformant, Report, failure_text
from games.kernel.conformance.serialization import check_serialization
from games.kernel.conformance.texts import check_texts
from games.kernel.conformance.two_worlds import check_redeal, check_two_worlds, vacuous_checks
from games.kernel.text import LANGUAGES
from games.kernel.title import Title

Check = Callable[[Play], Iterator[Finding]]

CHECKS: Mapping[str, Check] = {
    "parts": check_registration,
    "survive": check_serialization,
    "replay": check_replay,
    "reload": check_reload,
    "forms": check_forms,
    "ends": check_ending,
    "short": check_journal_length,
    "announced": check_announcements,
    "words": check_texts,
    "redeal": check_redeal,
    "distribution": check_distribution,
    "conserved": check_conservation,  # it reuses the states that `redeal` decodes
    "secrets": check_two_worlds,
    "openness": check_open_information,
}
MOST_FINDINGS = 5
"""The largest number of findings that a check reports for a play; further findings mostly have the same cause."""


def check(
    title: Title[Any],
    scenario: str,
    options: Any,
    seeds: Iterable[int],
    checks: Iterable[str] = tuple(CHECKS),
    *,
    most_stops: int = 4000,
    pairs: int = 40,
    distributions: int = 1,
) -> Report:
    """Play a game for each seed, run the named `checks` on it, and return the findings.

    `options` are the title's options. `pairs` is the number of world pairs per game, `distributions` the number of
    states whose redeals are compared. A game that cannot start, fails, or does not end within `most_stops` is a
    finding, whatever the checks.
    """
    report = Report(title.key, scenario, list(opening_failures(title, scenario, options)))
    if not report.is_ok:
        return report
    hidden = title.scenarios[scenario].has_secrets
    names = [name for name in checks if hidden or name not in NEEDS_HIDDEN]
    for seed in seeds:
        play = play_out(title, scenario, options, seed, most_stops=most_stops)
        play.pairs, play.distributions = pairs, distributions
        if play.failure is not None:
            report.findings.append(play.failure)
        for name in names:
            report.findings += islice(_looked(name, play), MOST_FINDINGS)
        _count(report, play)
    for name, what in vacuous_checks(report.counts):
        report.findings.append(Finding(name, title.key, scenario, NO_SEED, "all plays", what + OPEN_SCENARIO_HINT))
    return report


def _looked(name: str, play: Play) -> Iterator[Finding]:
    """Yield the findings of the check `name`; an exception that the check raises is a finding, too."""
    try:
        yield from CHECKS[name](play)
    except GAME_FAILURES as error:
        yield play.finding(name, "the whole play", failure_text(error))


def _count(report: Report, play: Play) -> None:
    longest = max(report.counts["longest journal"], play.counts.pop("longest journal", 0))
    report.counts.update(play.counts)
    report.counts["longest journal"] = longest
    report.counts.update(plays=1, stops=len(play.stops), entries=len(play.entries), events=len(play.events))


def trace(title: Title[Any], scenario: str, options: Any, seed: int) -> str:
    """Return a digest of everything in a play: states, journal, events, questions, views and boards.

    Two processes with different PYTHONHASHSEED must return the same digest.
    """
    play = play_out(title, scenario, options, seed)
    found = blake2b(digest_size=16)
    for stop in play.stops:
        found.update(encode((stop.state, stop.recorded, stop.events, stop.open_questions, list(stop.views.values()))))
        for question in stop.open_questions:
            found.update(
                encode(
                    (question.form.schema(), [title.presentation.explain_question(question, one) for one in LANGUAGES])
                )
            )
    if play.stops:
        for seat in play.observers:
            view = title.secrecy.view(play.stops[-1].live_state, seat)
            for language in LANGUAGES:
                found.update(
                    title.presentation.render_board(view, language).svg().encode()
                    + title.presentation.text_board(view, language).encode()
                )
    found.update(str(play.failure).encode())
    return found.hexdigest()


__all__ = ["CHECKS", "Check", "Finding", "NotConformant", "Play", "Report", "check", "play_out", "trace"]
