"""`./run check`: run all checks except the tests, then report the failed ones."""

import os
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from tools.launch import ROOT

AT_ONCE = 2
SKIPPED = "skipped: "
"""The beginning of a line that reports a skipped part of a check, because a program is missing; it is always shown."""


@dataclass(frozen=True, kw_only=True)
class Check:
    """A command that must exit with code 0."""

    name: str
    command: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """The result of a check."""

    check: Check
    good: bool
    seconds: float
    output: str


def checks() -> list[Check]:
    """Return all checks, the longest first."""
    return [
        _module("types (mypy)", "mypy"),
        _manage("API schema valid", "spectacular", "--validate", "--fail-on-warn", "--file", os.devnull),
        _module("API schema importable", "tools.openapi_check"),
        _manage("migrations up to date", "makemigrations", "--check", "--dry-run"),
        _manage("settings safe to deploy", "check", "--fail-level", "ERROR"),
        _script("import contracts", "lint-imports", "--no-cache", "--no-logo"),
        _module("dependencies declared", "deptry", "."),
        _module("public API of libraries", "tools.public_api"),
        _module("documentation site", "tools.docs_site", "--check"),
        _module("translations complete", "tools.translations"),
        *(_manage(f"rules of {title}", "rules", title, *words) for title, words in complete_titles().items()),
        _module("lint (ruff)", "ruff", "check", "."),
        _module("format (ruff)", "ruff", "format", "--check", "."),
        _module("functions of 35 lines at most", "tools.lengths"),
        _module("standard vocabulary", "tools.vocabulary"),
        _module("names in docstrings", "tools.docstring_names"),
        _module("page of settings up to date", "tools.settings_page", "--check"),
        _module("locks without addresses", "tools.locks"),
        _module("nothing ignored is committed", "tools.tracked"),
    ]


def run() -> int:
    """Run every check, two at a time; return 0 if all succeed."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="so-check-") as folder, ThreadPoolExecutor(AT_ONCE) as pool:
        variables = _variables(Path(folder))
        waiting = [pool.submit(perform, check, variables) for check in checks()]
        outcomes = [show(done.result()) for done in as_completed(waiting)]
    failed = [outcome.check.name for outcome in outcomes if not outcome.good]
    summary = f"{len(outcomes) - len(failed)} of {len(outcomes)} checks passed in {time.monotonic() - began:.0f}s"
    print(f"{summary}; failed: {', '.join(failed)}" if failed else summary)
    return 1 if failed else 0


def perform(check: Check, variables: Mapping[str, str]) -> Outcome:
    """Run one check with these environment variables; return its outcome."""
    began = time.monotonic()
    done = subprocess.run(
        check.command, cwd=ROOT, env=dict(variables), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    output = done.stdout.decode(errors="replace")
    return Outcome(check=check, good=done.returncode == 0, seconds=time.monotonic() - began, output=output)


def complete_titles(root: Path = ROOT) -> dict[str, list[str]]:
    """Return the arguments for ``manage.py rules`` by title, for the titles that pyproject.toml declares complete."""
    with (root / "pyproject.toml").open("rb") as file:
        declared = tomllib.load(file).get("tool", {}).get("sealed-orders", {}).get("complete-titles", {})
    return {title: list(words) for title, words in declared.items()}


def show(outcome: Outcome) -> Outcome:
    """Print and return an outcome; of a failed check with its whole output, else only the lines about skipped parts."""
    print(f"{'ok    ' if outcome.good else 'FAILED'} {outcome.seconds:6.1f}s  {outcome.check.name}", flush=True)
    shown = outcome.output.rstrip().splitlines()
    if outcome.good:
        shown = [line for line in shown if line.startswith(SKIPPED)]
    if shown:
        print("\n".join(f"    {line}" for line in shown), flush=True)
    return outcome


def _variables(folder: Path) -> dict[str, str]:
    """Return environment variables for the checks: settings for an SQLite file in a temporary folder."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PBEM_")}
    for name in ("DATABASE_URL", "REDIS_URL"):
        kept.pop(name, None)
    return kept | {"PBEM_DATA_DIR": str(folder), "PYTHONPATH": str(ROOT), "NO_COLOR": "1"}


def _module(name: str, module: str, *words: str) -> Check:
    return Check(name=name, command=(sys.executable, "-m", module, *words))


def _script(name: str, script: str, *words: str) -> Check:
    return Check(name=name, command=(str(Path(sys.executable).with_name(script)), *words))


def _manage(name: str, *words: str) -> Check:
    return Check(name=name, command=(sys.executable, "manage.py", *words))
