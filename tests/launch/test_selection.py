"""Which tests `./run test` runs, and that a deep run includes every test."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from pytest_django import fixtures
from pytest_django import plugin as pytest_django

from tools.launch import ROOT, arguments, pytest_runs, selection, testing

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def suite(tmp_path: Path) -> Run:
    """A suite of its own, and pytest on it."""

    def run(files: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
        (tmp_path / "pytest.ini").write_text(
            "[pytest]\ntestpaths = tests\nmarkers =\n  slow: s\n  thorough: t\n  smoke: k\n  early: e\n"
        )
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "DJANGO_"))}
        kept |= {"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        command = [sys.executable, "-m", "pytest", "-p", "tools.launch.pytest_runs", "-p", "xdist.plugin", *words]
        return subprocess.run(command, cwd=tmp_path, env=kept, capture_output=True, text=True, check=False)

    return run


ONE = "def test_one(): ...\n"
MARKED = "import pytest\n" + "".join(
    f"@pytest.mark.{mark}\ndef test_{mark}(): ...\n" for mark in ("slow", "thorough", "usefixtures", "smoke")
)


def test_deep_folders_and_marked_tests_are_left_out_but_for_smoke_tests(suite: Run) -> None:
    files = {"tests/kernel/test_marks.py": MARKED, "tests/gate/test_a.py": MARKED, "tests/new/wire/test_b.py": ONE}
    done = suite(files, "--without-deep", "-v", "-p", "no:cacheprovider")
    assert done.returncode == 0, done.stdout + done.stderr
    played = {line.partition(" PASSED")[0] for line in done.stdout.splitlines() if " PASSED" in line}
    assert played == {
        "tests/kernel/test_marks.py::test_usefixtures",
        "tests/kernel/test_marks.py::test_smoke",
        "tests/gate/test_a.py::test_smoke",
        "tests/new/wire/test_b.py::test_one",
    }


def test_every_folder_that_is_left_out_somewhere_exists_and_has_a_reason() -> None:
    named = (*selection.DEEP_FOLDERS.items(), *selection.ON_SQLITE.items(), *selection.ON_POSTGRESQL.items())
    for folder, reason in named:
        assert (ROOT / "tests" / folder).is_dir(), folder
        assert reason
    assert all((ROOT / "tests" / folder).is_dir() for folder in selection.NO_DATABASE)


BOTH, SQLITE, POSTGRESQL = {"postgresql", "sqlite"}, {"sqlite"}, {"postgresql"}


@pytest.mark.parametrize(
    ("folder", "marks", "expected"),
    [
        ("store", {"django_db"}, BOTH),
        ("new", {"django_db"}, BOTH),
        ("gate", {"django_db"}, SQLITE),
        ("gate", {"both_databases"}, BOTH),
        ("gate", {"postgresql"}, POSTGRESQL),
        ("api", {"one_database"}, SQLITE),
        ("store", {"postgresql"}, POSTGRESQL),
        ("store", {"postgresql", "one_database"}, POSTGRESQL),
        ("e2e", {"django_db"}, POSTGRESQL),
        ("e2e", {"one_database"}, POSTGRESQL),
    ],
)
def test_what_rests_on_no_database_is_played_on_one(folder: str, marks: set[str], expected: set[str]) -> None:
    chosen = {
        "postgresql": selection.is_for_postgresql(folder, marks),
        "sqlite": selection.is_for_sqlite(folder, marks),
    }
    assert {name for name, played in chosen.items() if played} == expected


CASES = """
import pytest
from django.test import TestCase
class TestOne(TestCase):
    def test_both(self): ...
    @pytest.mark.one_database
    def test_lite(self): ...
    @pytest.mark.postgresql
    def test_server(self): ...
def test_none(): ...
"""


@pytest.mark.parametrize(
    ("word", "played"),
    [("--on-postgresql", {"test_both", "test_server", "test_none"}), ("--on-sqlite", {"test_both", "test_lite"})],
)
def test_each_test_is_played_in_one_pass_at_least(suite: Run, word: str, played: set[str]) -> None:
    """In a folder of tests for SQLite alone what opens no database is played in the other pass."""
    files = {"tests/store/test_a.py": CASES, "tests/gate/test_b.py": ONE}
    done = suite(files, word, "--collect-only", "-q", "-o", "markers=one_database\npostgresql")
    names = {line.rpartition("::")[2] for line in done.stdout.splitlines() if "::" in line}
    assert names == (played | {"test_one"} if word == "--on-postgresql" else played)


def test_no_folder_that_is_not_looked_into_for_sqlite_holds_a_test_for_it(request: pytest.FixtureRequest) -> None:
    """Of all tests that this run holds."""
    left = [item for item in request.session.items if pytest_runs._folder(item.nodeid) in selection.NO_DATABASE]
    assert left
    assert [item.nodeid for item in left if pytest_runs._belongs_on_sqlite(item)] == []


def test_no_test_of_a_rule_is_deep(request: pytest.FixtureRequest) -> None:
    """Of all tests that this run holds; ``./run test`` runs the tests of all rules."""
    deep = [item for item in request.session.items if selection.is_deep(pytest_runs._folder(item.nodeid), _marks(item))]
    assert deep
    assert [item.nodeid for item in deep if item.get_closest_marker("rule")] == []


def _marks(item: pytest.Item) -> set[str]:
    return {mark.name for mark in item.iter_markers()}


def test_folders_without_a_test_for_sqlite_are_not_imported(suite: Run) -> None:
    seen = 'from pathlib import Path\nPath(__file__).with_suffix(".seen").touch()\n'
    case = "from django.test import TestCase\nclass TestOne(TestCase):\n    def test_one(self): ...\n"
    folders = ("store", "kernel", "gate", "e2e")
    done = suite(
        {f"tests/{folder}/test_{folder}.py": seen + case for folder in folders}, "--on-sqlite", "--collect-only"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert {path.parent.name for path in _root_of(done).rglob("*.seen")} == {"store", "gate"}


def _root_of(done: subprocess.CompletedProcess[str]) -> Path:
    """The folder of a suite, as pytest names it."""
    return Path(next(line for line in done.stdout.splitlines() if line.startswith("rootdir: ")).split()[1])


def test_every_mark_that_waits_is_declared(pytestconfig: pytest.Config) -> None:
    declared = {line.partition(":")[0] for line in pytestconfig.getini("markers")}
    assert {*selection.DEEP_MARKS, selection.SMOKE, *pytest_runs.FIRST} <= declared
    assert "early" not in selection.DEEP_MARKS


@pytest.mark.parametrize("folder", ["build", "dist", "node_modules", ".hidden", "new"])
def test_a_folder_that_the_collection_passes_over_fails_the_whole_run(suite: Run, folder: str) -> None:
    """Pytest goes past folders of some names without a word, and a setting can make it go past any."""
    files = {"tests/kernel/test_a.py": ONE, f"tests/{folder}/test_b.py": ONE}
    ignoring = {"tests/conftest.py": 'collect_ignore = ["new"]\n'} if folder == "new" else {}
    done = suite(files | ignoring, "--whole")
    assert done.returncode == 1, done.stdout + done.stderr
    assert f"LEFT OUT tests/{folder}/test_b.py" in done.stdout


def test_what_another_pass_has_played_is_not_left_out(suite: Run, tmp_path: Path) -> None:
    files = {"tests/kernel/test_a.py": ONE, "tests/kernel/test_b.py": ONE}
    heard = f"--heard={tmp_path / 'heard'}"
    assert suite(files, "tests/kernel/test_a.py", heard).returncode == 0
    done = suite(files, "tests/kernel/test_b.py", heard, "--whole")
    assert done.returncode == 0, done.stdout + done.stderr
    done = suite(files, "tests/kernel/test_b.py", "--whole")
    assert "LEFT OUT tests/kernel/test_a.py" in done.stdout


def test_a_whole_run_by_several_processes_passes(suite: Run) -> None:
    files = {f"tests/kernel/test_{name}.py": ONE for name in "ab"}
    done = suite(files, "--whole", "-n", "2", "--processor-time", "1")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "LEFT OUT" not in done.stdout
    assert any(line.endswith("  kernel") for line in done.stdout.splitlines()), "what a folder cost is said"


@pytest.fixture
def passes(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[str], dict[str, str]]]:
    """What would be started: pytest's words, and the variables."""
    started: list[tuple[list[str], dict[str, str]]] = []

    def call(command: list[str], variables: dict[str, str]) -> int:
        started.append((command, dict(variables)))
        return 0

    monkeypatch.setattr(testing, "_call", call)
    return started


NAMED = {"DATABASE_URL": "postgres://there/db", "REDIS_URL": "redis://there"}


@pytest.fixture
def _services(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in NAMED.items():
        monkeypatch.setenv(name, value)


@pytest.mark.usefixtures("_services")
def test_a_deep_run_without_words_must_be_whole(passes: list[tuple[list[str], dict[str, str]]]) -> None:
    testing.run_deep([], own=False)
    testing.run_deep(["tests/kernel"], own=False)
    assert ["--whole" in command for command, _ in passes] == [False, True, False, False]
    heard = [[word for word in command if word.startswith("--heard=")] for command, _ in passes]
    assert heard[0] == heard[1] != heard[2] == heard[3], "the passes of a run share their notes"
    assert not any("--without-deep" in command for command, _ in passes)
    assert ["--on-sqlite" in command for command, _ in passes] == [False, True, False, True]
    assert ["--on-postgresql" in command for command, _ in passes] == [True, False, True, False]


@pytest.mark.usefixtures("_services")
@pytest.mark.parametrize("words", [[], ["-k", "dice"]], ids=["all", "by name"])
def test_a_run_has_a_pass_for_each_database(words: list[str], passes: list[tuple[list[str], dict[str, str]]]) -> None:
    known, rest = arguments.parse(["test", *words])
    assert not known.deep
    assert testing.run(rest, own=False) == 0
    assert [command[-2:] for command, _ in passes] == [
        ["--without-deep", "--on-postgresql"],
        ["--without-deep", "--on-sqlite"],
    ]
    assert all(set(words) <= set(command) for command, _ in passes)
    assert [variables["DATABASE_URL"].partition(":")[0] for _, variables in passes] == ["postgres", "sqlite"]
    assert all(variables["REDIS_URL"].startswith(NAMED["REDIS_URL"]) for _, variables in passes)


@pytest.mark.usefixtures("_services")
@pytest.mark.parametrize("path", ["tests/launch", "tests/launch/test_selection.py::test_dots"])
def test_a_path_runs_all_tests_in_it_in_one_pass(path: str, passes: list[tuple[list[str], dict[str, str]]]) -> None:
    assert testing.run([path, "-x"], own=False) == 0
    ((command, variables),) = passes
    assert command[-2:] == [path, "-x"]
    assert variables["DATABASE_URL"].startswith("postgres:")


@pytest.mark.parametrize(
    ("folder", "marks", "expected"),
    [
        ("store", {"django_db"}, True),
        ("store", {"one_database"}, False),
        ("api", {"django_db"}, False),
        ("api", {"both_databases"}, True),
        ("gate", {"postgresql"}, True),
        ("e2e", {"one_database"}, True),
    ],
)
def test_a_short_run_uses_one_database_for_a_test(folder: str, marks: set[str], expected: bool) -> None:
    assert selection.is_once_on_postgresql(folder, marks) is expected


def test_each_test_is_in_one_pass_of_a_short_run(suite: Run) -> None:
    files = {"tests/store/test_a.py": CASES, "tests/api/test_b.py": CASES}
    played = []
    for word in ("--on-postgresql", "--on-sqlite"):
        options = ("--collect-only", "-q", "-o", "markers=one_database\npostgresql")
        done = suite(files, "--without-deep", word, *options)
        played.append({line for line in done.stdout.splitlines() if "::" in line})
    assert not played[0] & played[1]
    assert len(played[0] | played[1]) == 8


MANY = "import pytest\n@pytest.mark.thorough\n@pytest.mark.parametrize('n', range(30))\ndef test_deep(n): ...\n"


def test_each_deep_test_is_in_one_share_and_all_others_are_in_every_share(suite: Run) -> None:
    files = {"tests/kernel/test_a.py": MANY, "tests/kernel/test_b.py": ONE}
    played = []
    for number in (1, 2, 3):
        done = suite(files, "--share", f"{number}/3", "--collect-only", "-q")
        played.append({line for line in done.stdout.splitlines() if "::" in line})
    assert set.intersection(*played) == {"tests/kernel/test_b.py::test_one"}
    assert sum(len(found) - 1 for found in played) == len(set.union(*played)) - 1 == 30
    assert all(len(found) > 5 for found in played)


@pytest.mark.parametrize("written", ["0/3", "4/3", "2", "a/b", "1/0"])
def test_a_share_that_does_not_exist_is_refused(suite: Run, written: str) -> None:
    done = suite({"tests/kernel/test_a.py": ONE}, "--share", written)
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "--share" in done.stderr


def test_the_dearest_tests_and_the_longest_come_first(suite: Run) -> None:
    long = "import pytest\n@pytest.mark.slow\ndef test_long(): ...\n"
    many = "import pytest\n@pytest.mark.early\ndef test_dear(): ...\n@pytest.mark.thorough\ndef test_many(): ...\n"
    files = {"tests/kernel/test_a.py": ONE, "tests/kernel/test_b.py": many, "tests/kernel/test_c.py": long}
    turns = "import pytest\n@pytest.fixture\ndef one_at_a_time(): ...\ndef test_in_turn(one_at_a_time): ...\n"
    done = suite({**files, "tests/kernel/test_d.py": turns}, "-v")
    lines = [line for line in done.stdout.splitlines() if " PASSED" in line]
    played = [line.partition(" ")[0].rpartition("::")[2] for line in lines]
    assert played == ["test_in_turn", "test_long", "test_many", "test_dear", "test_one"]


FROZEN = "import gc\ndef test_one(): assert gc.get_freeze_count() > 10_000 and gc.get_threshold() == (10_000, 20, 20)\n"


def test_no_search_for_garbage_goes_through_what_was_collected(suite: Run) -> None:
    for words in ((), ("-n", "1")):
        done = suite({"tests/kernel/test_a.py": FROZEN}, *words)
        assert done.returncode == 0, done.stdout + done.stderr


def test_the_folder_of_a_test_is_the_one_below_tests() -> None:
    names = ("tests/titles/goeben/test_a.py::test_b[c/d]", "tests/test_a.py::test_b", "elsewhere/test_a.py::test_b")
    assert [pytest_runs._folder(name) for name in names] == ["titles", "", ""]


TROUBLE = """
import pytest
@pytest.fixture
def broken(): raise ValueError
@pytest.fixture
def left_broken():
    yield
    raise ValueError
def test_passes(): ...
def test_fails(): assert False
def test_fails_before(broken): ...
def test_fails_after(left_broken): ...
@pytest.mark.skip
def test_is_skipped(): ...
@pytest.mark.xfail
def test_fails_as_expected(): assert False
"""


@pytest.mark.parametrize("words", [(), ("-n", "1")], ids=["here", "elsewhere"])
def test_whatever_happens_to_a_test_is_told(suite: Run, words: tuple[str, ...]) -> None:
    done = suite({"tests/kernel/test_a.py": TROUBLE}, "--processor-time", "9", *words)
    assert done.returncode == 1
    (closing,) = [line for line in done.stdout.splitlines() if " in " in line and "failed" in line]
    assert "1 failed, 2 passed, 1 skipped, 1 xfailed, 2 errors" in closing
    for name in ("passes", "fails", "fails_before", "fails_after", "is_skipped", "fails_as_expected"):
        assert f"test_a.py::test_{name}\n" in done.stdout, f"what test_{name} cost is said"


SPARED = """
import pytest
@pytest.fixture(autouse=True)
def _django_db_marker(): print("opens")
@pytest.fixture(autouse=True)
def _django_set_urlconf(): print("sets")
@pytest.fixture(autouse=True)
def _ours(): print("ours")
@pytest.mark.django_db
def test_with(): print("with")
def test_without(): print("without")
"""


def test_what_nobody_called_for_is_not_set_up(suite: Run) -> None:
    done = suite({"tests/kernel/test_a.py": SPARED}, "-s", "-q", "-o", "markers=django_db: d")
    words = done.stdout.replace(".", " ").split()
    assert words[:5] == ["opens", "ours", "with", "ours", "without"], done.stdout


def test_every_fixture_that_is_spared_is_one_that_all_tests_have() -> None:
    known = {**vars(pytest_django), **vars(fixtures)}
    assert [name for name in pytest_runs.CALLED_FOR if name not in known] == []


def test_the_browser_that_is_named_is_taken_else_the_shell_without_windows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(pytest_runs.BROWSER, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert testing.browser() is None
    for name in ("google-chrome", "chromium", "chromium-headless-shell"):
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)
        assert testing.browser() == str(tmp_path / name)
    monkeypatch.setenv(pytest_runs.BROWSER, "/opt/another")
    assert testing.browser() == "/opt/another"
