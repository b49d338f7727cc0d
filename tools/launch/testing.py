"""`./run test`: the tests without deep ones; on PostgreSQL and Redis, those that depend on no database on SQLite.

`./run test --deep`: the whole suite on PostgreSQL and Redis, then the tests for SQLite.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tools.launch import ROOT, pytest_runs, services

NO_TESTS = 5
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The shell without windows of its own comes first: the same engine, for a third less work."""
MOST_WORKERS = 8
BYTECODE = ROOT / ".cache" / "bytecode"


@dataclass(frozen=True, kw_only=True)
class _Result:
    title: str
    code: int
    line: str


def run(words: list[str], *, own: bool) -> int:
    """Run the tests with pytest's arguments; return 0 only if at least one test ran and none failed.

    An argument that names a path runs all tests in it, in one pass on PostgreSQL. Otherwise deep tests are left out,
    and tests that depend on no database run in a second pass, on SQLite.
    """
    with tempfile.TemporaryDirectory(prefix="so-test-") as folder, services.found(os.environ, own=own) as found:
        place = Path(folder)
        on_server = _for_postgres(found, place / "postgres")
        if any(_is_path(word) for word in words):
            return conclude([_pass(f"on {found.names}", words, on_server, waiting=1)])
        first = _pass(f"on {found.names}", [*words, "--without-deep", "--on-postgresql"], on_server, waiting=1)
        on_file = _for_sqlite(found, place / "sqlite")
        lite = _pass("on SQLite", [*words, "--without-deep", "--on-sqlite"], on_file)
    return conclude([first, lite], may_be_empty=bool(words))


def run_deep(words: list[str], *, own: bool) -> int:
    """Run the whole suite in two passes, one for each database; return 0 only if both pass and at least one test ran.

    Without arguments the two passes together must include every test file.
    """
    with tempfile.TemporaryDirectory(prefix="so-test-") as folder, services.found(os.environ, own=own) as found:
        place = Path(folder)
        heard, whole = [f"--heard={place / 'heard'}"], [] if words else ["--whole"]
        on_server, on_file = _for_postgres(found, place / "postgres"), _for_sqlite(found, place / "sqlite")
        first = _pass(f"on {found.names}", [*words, "--on-postgresql", *heard], on_server, waiting=1)
        lite = _pass("on SQLite", [*words, "--on-sqlite", *heard, *whole], on_file)
    return conclude([first, lite], may_be_empty=bool(words))


def _is_path(word: str) -> bool:
    """Return True if an argument of pytest names a file or folder, or a test in one."""
    return not word.startswith("-") and (ROOT / word.partition("::")[0]).exists()


def conclude(results: list[_Result], *, may_be_empty: bool = False) -> int:
    """Print the closing lines again, and combine the exit codes.

    A run without tests is a failure. With `may_be_empty`, all passes but one may be without tests.
    """
    codes = [result.code for result in results]
    if may_be_empty and set(codes) != {NO_TESTS}:
        codes = [0 if code == NO_TESTS else code for code in codes]
    for result in results:
        print(f"=== {result.line} ({result.title}) ===", flush=True)
    return next((code for code in codes if code), 0)


def run_module(module: str, words: list[str], *, own: bool) -> int:
    """Run a module (bench, soak) on an empty database that is dropped afterwards.

    Services are found as for the tests, but our own PostgreSQL runs with fsync.
    """
    with (
        tempfile.TemporaryDirectory(prefix="so-run-") as folder,
        services.found(os.environ, own=own, durable=True) as found,
        services.empty_database(found.database_url) as url,
    ):
        print(f"On {found.names}.", flush=True)
        variables = _for_postgres(found, Path(folder)) | {"DATABASE_URL": url}
        return _call([sys.executable, "-m", module, *words], variables)


def browser() -> str | None:
    """Return the path of a Chromium on this machine, or None."""
    named = os.environ.get(pytest_runs.BROWSER)
    return named or next((path for name in BROWSERS if (path := shutil.which(name))), None)


def _pass(title: str, words: list[str], variables: Mapping[str, str], *, waiting: int = 0) -> _Result:
    """One run of pytest. So many of its processes are likely to wait for a server that they have started."""
    print(f"\n=== The suite {title} ===", flush=True)
    began, spent = time.monotonic(), _spent()
    with tempfile.TemporaryDirectory(prefix="so-line-") as folder:
        target = Path(folder) / "line"
        command = [sys.executable, "-m", "pytest", "-p", "tools.launch.pytest_runs", *_workers(words, waiting), *words]
        code = _call(command, {**variables, pytest_runs.CLOSING_LINE: str(target)})
        line = target.read_text() if target.exists() else f"no closing line, exit code {code}"
    in_all = f"{time.monotonic() - began:.0f}s in all, {_spent() - spent:.0f}s of a processor"
    return _Result(title=title, code=code, line=f"{line}; {in_all}")


def _spent() -> float:
    """Seconds of a processor that the programs that were started here and have ended took: no database server."""
    times = os.times()
    return times.children_user + times.children_system


def _workers(words: list[str], waiting: int) -> list[str]:
    """One pytest process for each core, and for each that waits, unless the caller says how many or debugs."""
    if any(word.startswith(("-n", "--numprocesses", "--pdb", "--trace")) for word in words):
        return []
    return ["-n", str(min((os.cpu_count() or 2) + waiting, MOST_WORKERS)), "--dist", "worksteal"]


def _for_postgres(found: services.Services, folder: Path) -> dict[str, str]:
    return _common(folder) | {**found.variables, "DATABASE_URL": services.own_database(found.database_url)}


def _for_sqlite(found: services.Services, folder: Path) -> dict[str, str]:
    return _common(folder) | {"DATABASE_URL": f"sqlite:///{folder / 'db.sqlite3'}", "REDIS_URL": found.redis_url}


def _common(folder: Path) -> dict[str, str]:
    """Variables of both passes: nothing of the operator's own data may be touched."""
    folder.mkdir(parents=True, exist_ok=True)
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PBEM_")}
    path = browser()
    return kept | _bytecode() | {"PBEM_DATA_DIR": str(folder)} | ({pytest_runs.BROWSER: path} if path else {})


def _bytecode() -> dict[str, str]:
    """Return the variables for a shared bytecode cache, if bytecode beside the sources is switched off.

    Otherwise dozens of processes would compile all modules. Bytecode of temporary folders is not kept.
    """
    if not os.environ.get("PYTHONDONTWRITEBYTECODE"):
        return {}
    shutil.rmtree(BYTECODE / tempfile.gettempdir().lstrip(os.sep), ignore_errors=True)
    return {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(BYTECODE)}


def _call(command: list[str], variables: Mapping[str, str]) -> int:
    """Run in the foreground, in our process group, so that Ctrl-C reaches it; wait for its own end of it."""
    child = subprocess.Popen(command, env=dict(variables), cwd=ROOT)
    try:
        return child.wait()
    except KeyboardInterrupt:
        return child.wait()
    finally:
        if child.poll() is None:
            child.terminate()
            child.wait()
