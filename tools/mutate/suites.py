"""The tests that belong to each part of the code, and the files sampled when a part is named as a whole."""

from dataclasses import dataclass, field

from tools.launch import ROOT


@dataclass(frozen=True, kw_only=True)
class Suite:
    """The tests that can kill a mutant of the code in a folder."""

    part: str
    """The folder."""
    tests: tuple[str, ...]
    """The folders with the tests."""
    apart: tuple[str, ...] = field(default=())
    """Files and folders that are left out when the part is named as a whole, because no rule is in them."""


def _title(key: str) -> Suite:
    """Return the suite of a title: its own tests.

    Texts, pictures and bot weights are no rules, so they are not sampled with the title. Neither are data files,
    because each mutant of them reloads all components.
    """
    part = f"games/titles/{key}"
    return Suite(
        part=part,
        tests=(f"tests/titles/{key}",),
        apart=(f"{part}/presentation", f"{part}/bot", f"{part}/data", f"{part}/rules.tsv"),
    )


TITLES = sorted(path.parent.name for path in (ROOT / "games" / "titles").glob("*/title.py"))
PURE = ("kernel", "order_editor", "orders", "order_text", "toolkit")
OVER_THE_DATABASE = ("tests/store", "tests/api", "tests/worker", "tests/commands")
SUITES = (
    *map(_title, TITLES),
    *(Suite(part=f"games/{name}", tests=("tests/kernel",)) for name in PURE),
    Suite(part="games/services", tests=OVER_THE_DATABASE),
    Suite(part="games/selectors", tests=OVER_THE_DATABASE),
    Suite(part="games/persistence", tests=OVER_THE_DATABASE),
    Suite(part="worker", tests=("tests/worker",)),
    Suite(part="api", tests=("tests/api", "tests/gate")),
)
MARKS = "not slow and not e2e and not postgresql"
"""Tests that start processes, need a server or take long are left out."""


def suite_of(path: str) -> Suite | None:
    """Return the suite of a file, or None."""
    return next((suite for suite in SUITES if path == suite.part or path.startswith(f"{suite.part}/")), None)


def is_apart(path: str, words: list[str]) -> bool:
    """Return True if a file is left out when a part of the code is sampled.

    The suite of the part lists such files and folders (`Suite.apart`). They are included if they are named in `words`,
    the paths that the user gave.
    """
    suite = suite_of(path)
    aside = [one for one in suite.apart if path == one or path.startswith(f"{one}/")] if suite else []
    return any(not any(word.rstrip("/").startswith(one) for word in words) for one in aside)
