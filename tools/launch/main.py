"""The first half of `./run`, executed by any Python: it creates the environment, and continues with its Python."""

import os
import sys
from pathlib import Path

from tools.launch import ROOT, LaunchError, arguments, environment, ports

DEVELOPING = frozenset({"test", "check", "mutate", "bench", "bots", "soak", "docs", "screenshots"})
"""Commands that need the packages for development."""


def main(words: list[str]) -> int:
    """Run the command of `./run` that `words` name, and return its exit code.

    For a command that needs the environment, this process is replaced, and the function does not return.
    """
    known, _ = arguments.parse(words)
    try:
        if known.command == "serve":
            ports.must_be_free(known.host, known.port)  # before minutes of installing
        dev = known.command in DEVELOPING or getattr(known, "dev", False)
        python = environment.ensure(dev=dev)
    except LaunchError as error:
        print(f"./run {known.command}: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    if known.command == "setup":
        print(f"Ready: {python}")
        return 0
    _go_inside(python, words)
    return 0


def _go_inside(python: Path, words: list[str]) -> None:
    """Replace this process by the environment's Python, so that signals and exit codes need not be passed on."""
    variables = environment.clean(os.environ)
    variables["SEALED_ORDERS_FROM"] = os.getcwd()  # relative paths mean the caller's folder
    os.chdir(ROOT)
    sys.stdout.flush()
    os.execve(python, [str(python), "-m", "tools.launch.inside", *words], variables)
