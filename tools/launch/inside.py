"""The second half of `./run`, executed by the environment's Python in the checkout's folder."""

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from tools.launch import ROOT, LaunchError, arguments


def main(words: list[str]) -> int:
    """Run the command of `./run` that `words` name, and return its exit code."""
    known, rest = arguments.parse(words)
    commands: dict[str, Callable[[], int]] = {
        "serve": lambda: _serve(known.host, known.port, _from_caller(known.data), demo=not known.no_demo),
        "test": lambda: _test(rest, own=known.own_services, deep=known.deep),
        "check": _check,
        "mutate": lambda: _mutate(rest),
        "bench": lambda: _measure("bench", rest, own=known.own_services),
        "bots": lambda: _bots(rest),
        "soak": lambda: _measure("bench.soak", rest, own=known.own_services),
        "manage": lambda: _manage(known.data, rest),
        "verify": lambda: _verify(rest),
        "docs": lambda: _docs(rest),
        "screenshots": lambda: _screenshots(rest),
    }
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # so that `finally` is heard
    try:
        return commands[known.command]()
    except LaunchError as error:
        print(f"./run {known.command}: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def _from_caller(path: Path | None) -> Path:
    """Return the data folder with this absolute or relative path; for None, the default folder.

    A relative path begins in the folder in which `./run` was called.
    """
    if path is None:
        return Path(os.environ.get("PBEM_DATA_DIR") or ROOT / "var").resolve()
    return (Path(os.environ.get("SEALED_ORDERS_FROM", ".")) / path.expanduser()).resolve()


def _serve(host: str, port: int, data: Path, *, demo: bool) -> int:
    from tools.launch import serve

    return serve.serve(host=host, port=port, data=data, demo=demo)


def _test(rest: list[str], *, own: bool, deep: bool) -> int:
    from tools.launch import testing

    return testing.run_deep(rest, own=own) if deep else testing.run(rest, own=own)


def _check() -> int:
    from tools.launch import checks

    return checks.run()


def _mutate(rest: list[str]) -> int:
    from tools.mutate.__main__ import main as mutate

    return mutate(rest)


def _bots(rest: list[str]) -> int:
    from bench.workbench.__main__ import main as bots

    return bots(rest)


def _measure(module: str, rest: list[str], *, own: bool) -> int:
    from tools.launch import testing

    return testing.run_module(module, rest, own=own)


def _verify(rest: list[str]) -> int:
    from tools.verify.__main__ import main as verify

    os.chdir(os.environ.get("SEALED_ORDERS_FROM", "."))  # names of files mean the caller's folder
    return verify(rest)


def _docs(rest: list[str]) -> int:
    from tools.docs_site.__main__ import main as docs

    return docs(rest)


def _screenshots(rest: list[str]) -> int:
    from tools.screenshots.__main__ import main as screenshots

    return screenshots(rest)


def _manage(data: Path | None, rest: list[str]) -> int:
    from tools.launch import serve

    place = _from_caller(data)
    if data is not None and not place.is_dir():
        raise LaunchError(f"there is no folder {place}; ./run serve --data makes one")
    return serve.manage(place, rest)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
