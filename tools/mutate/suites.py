"""Which tests stand for which part of the code, and what of a part is drawn from when it is named as a whole."""

from dataclasses import dataclass, field

from tools.launch import ROOT


@dataclass(frozen=True, kw_only=True)
class Suite:
    """Tests that could notice a breakage under `part`, and whether they need a database."""

    part: str
    tests: tuple[str, ...]
    #: What is left out of a sample of the whole part: no rule is in it. Named itself, it is broken too.
    apart: tuple[str, ...] = field(default=())


def _title(key: str) -> Suite:
    """A title: its own tests alone. Words, pictures and the bots' weights are no rules; figures are drawn by
    themselves, for the whole box is read anew for each.
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
#: Tests that start processes, need a server or take long are left out.
MARKS = "not slow and not e2e and not postgresql"


def suite_of(path: str) -> Suite | None:
    """The suite of a file, if any."""
    return next((suite for suite in SUITES if path == suite.part or path.startswith(f"{suite.part}/")), None)


def is_apart(path: str, words: list[str]) -> bool:
    """Whether a file is left out of a sample because it was not named itself."""
    suite = suite_of(path)
    aside = [one for one in suite.apart if path == one or path.startswith(f"{one}/")] if suite else []
    return any(not any(word.rstrip("/").startswith(one) for word in words) for one in aside)
