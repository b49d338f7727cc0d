"""`./run test`: run the tests without deep ones; on PostgreSQL and Redis, or on SQLite if they depend on no database.

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
"""Names of Chromium programs. The one without windows comes first: it has the same engine and takes less time."""
MOST_WORKERS = 8
BYTECODE = ROOT / ".cache" / "bytecode"


@dataclass(frozen=True, kw_only=True)
class _Result:
    title: str
    code: int
    line: str


def run(words: list[str], *, own: bool) -> int:
    """Run the tests with pytest's arguments; return 0 only if at least one test ran and none failed.

    An argument that names a path runs all tests in it, in one pass on PostgreSQL. Otherwise deep tests (slow or
    repeated) are left out, and tests that depend on no database run in a second pass, on SQLite. `own`: start a new
    PostgreSQL and a new Redis, even if others are configured or answer locally.
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
    """Run all tests, also the deep ones (slow or repeated): one pass on PostgreSQL, one on SQLite.

    Return 0 only if both passes succeed and at least one test ran. Without arguments the two passes together must
    include every test file. `own`: as for `run`.
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
    """Print the last lines of all passes again, and return the first exit code that is not 0.

    A pass without tests counts as a failure. With `may_be_empty`, such a pass is no failure if another pass had tests.
    """
    codes = [result.code for result in results]
    if may_be_empty and set(codes) != {NO_TESTS}:
        codes = [0 if code == NO_TESTS else code for code in codes]
    for result in results:
        print(f"=== {result.line} ({result.title}) ===", flush=True)
    return next((code for code in codes if code), 0)


def run_module(module: str, words: list[str], *, own: bool) -> int:
    """Run a module (bench, soak) with the arguments `words` on an empty database, which is dropped afterwards.

    PostgreSQL and Redis are chosen as for the tests (`own`: as for `run`), but a PostgreSQL that is started here uses
    fsync. Returns the module's exit code.
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
    """Run pytest once and return the result.

    `waiting` is the number of additional processes, because about so many wait for a server that a test has started.
    """
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
    """Return the seconds of processor time of all ended child processes, which excludes running database servers."""
    times = os.times()
    return times.children_user + times.children_system


def _workers(words: list[str], waiting: int) -> list[str]:
    """Return pytest's options for one process for each core and `waiting` more; [] if `words` set them, or debug."""
    if any(word.startswith(("-n", "--numprocesses", "--pdb", "--trace")) for word in words):
        return []
    return ["-n", str(min((os.cpu_count() or 2) + waiting, MOST_WORKERS)), "--dist", "worksteal"]


def _for_postgres(found: services.Services, folder: Path) -> dict[str, str]:
    return _common(folder) | {**found.variables, "DATABASE_URL": services.own_database(found.database_url)}


def _for_sqlite(found: services.Services, folder: Path) -> dict[str, str]:
    return _common(folder) | {"DATABASE_URL": f"sqlite:///{folder / 'db.sqlite3'}", "REDIS_URL": found.redis_url}


def _common(folder: Path) -> dict[str, str]:
    """Return the environment variables of both passes, which must not use the operator's own data."""
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
    """Run a command in this process group, so that Ctrl-C reaches it; wait until it ends, and return its exit code."""
    child = subprocess.Popen(command, env=dict(variables), cwd=ROOT)
    try:
        return child.wait()
    except KeyboardInterrupt:
        return child.wait()
    finally:
        if child.poll() is None:
            child.terminate()
            child.wait()
