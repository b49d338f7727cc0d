"""A whole run over a project of one rule: what is noticed, what survives, what never ends, and what nobody tests."""

import gc
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tools.launch import ROOT
from tools.mutate.exchange import living_functions
from tools.mutate.explained import Explained, explained, outdated
from tools.mutate.since import changed_lines

RULES = '''"""One rule."""

MOST = 4


def allowed(steps):
    return steps <= MOST


def unused(steps):
    return steps > 9


def counted(steps):
    count = 0
    while count < steps:
        count += 1
    return count


def idle(steps):
    return max(steps, 0)
'''
TESTS = """
from part import rules
from part.rules import counted  # another name for the same function


def test_the_edge():
    assert rules.allowed(4)
    assert not rules.allowed(5)


def test_counting():
    assert counted(3) == 3


def test_idle():
    assert rules.idle(2) == 2


def test_red_already():
    assert not rules.unused(10)
"""
RUN = """
import json, sys
from pathlib import Path
from tools.mutate import trial
from tools.mutate.mutations import mutants_of
from tools.mutate.reach import measure_coverage
from tools.mutate.suites import Suite

root = Path.cwd()
suite = Suite(part="part", tests=("checks",))
path = "part/rules.py"
reach = measure_coverage(root, suite, root / "kept", at_once=2, say=print)
again = measure_coverage(root, suite, root / "kept", at_once=2, say=print)
assert again.tests.keys() == reach.tests.keys()
mutants = mutants_of(path, (root / path).read_text())
verdicts = {f"{one.mutant.place}: {one.mutant.mutation}": one.outcome
            for one in trial.tried(root, mutants, reach, at_once=2)}
print(json.dumps([reach.failing, verdicts]))
"""


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[str], dict[str, str]]:
    """Tests that were not used, and the verdict on each mutant."""
    root = tmp_path_factory.mktemp("project")
    for name, text in (("part/rules.py", RULES), ("part/__init__.py", ""), ("checks/test_rules.py", TESTS)):
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(text)
    (root / "pytest.ini").write_text("[pytest]\npythonpath = .\nmarkers =\n  slow\n  e2e\n  postgresql\n")
    ran = subprocess.run(
        [sys.executable, "-c", RUN],
        cwd=root,
        env={"PYTHONPATH": str(ROOT), "PATH": "", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    failing, verdicts = json.loads(ran.stdout.splitlines()[-1])
    return failing, verdicts


def test_what_a_test_notices_is_killed(outcome: tuple[list[str], dict[str, str]]) -> None:
    _, verdicts = outcome
    assert verdicts["allowed: steps <= MOST → steps < MOST"] == "killed"
    assert verdicts["counted: 0 → 1"] == "survived", "three steps from one are three steps"
    assert verdicts["idle: max(steps, 0) → min(steps, 0)"] == "killed"


def test_what_runs_when_a_module_is_imported_is_broken_too(outcome: tuple[list[str], dict[str, str]]) -> None:
    _, verdicts = outcome
    assert verdicts["module: 4 → 5"] == verdicts["module: 4 → 3"] == "killed"


def test_what_no_test_notices_survives(outcome: tuple[list[str], dict[str, str]]) -> None:
    _, verdicts = outcome
    assert verdicts["idle: 0 → 1"] == "survived"


def test_what_never_ends_is_ended(outcome: tuple[list[str], dict[str, str]]) -> None:
    _, verdicts = outcome
    assert verdicts["counted: count += 1 → pass"] == "timeout"


def test_a_test_that_fails_unbroken_notices_nothing(outcome: tuple[list[str], dict[str, str]]) -> None:
    failing, verdicts = outcome
    assert failing == ["checks/test_rules.py::test_red_already"]
    assert verdicts["unused: 9 → 10"] == "unreached"


def test_the_list_of_explained_survivors_names_mutants_of_today() -> None:
    entries = explained(ROOT)
    assert outdated(ROOT, entries.values()) == []
    assert all(entry.why for entry in entries.values())


def test_an_outdated_explanation_is_seen() -> None:
    gone = Explained(place="games/kernel/chance.py::nothing", mutation="1 → 2", why="it was")
    assert outdated(ROOT, [gone]) == ["games/kernel/chance.py::nothing: 1 → 2"]


def test_only_lines_that_changed_since_a_revision(tmp_path: Path) -> None:
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org"]
    path = tmp_path / "rules.py"
    path.write_text("a = 1\nb = 2\nc = 3\n")
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "one"]):
        subprocess.run([*git, *words], cwd=tmp_path, check=True)
    path.write_text("a = 1\nb = 4\nc = 3\nd = 5\n")
    assert changed_lines(tmp_path, "HEAD") == {"rules.py": {2, 4}}


def test_functions_that_were_frozen_live() -> None:
    """The server freezes what it imports; a mutant would else be put into nothing, or into half of what there is."""
    gc.freeze()
    try:
        found = living_functions(ROOT / "tools" / "mutate")
    finally:
        gc.freeze()
    assert [living_functions] in found.values()
