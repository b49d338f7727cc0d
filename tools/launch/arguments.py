"""The command line of `./run`."""

import argparse
import tomllib
from pathlib import Path

from tools.launch import ROOT

DEFAULT_PORT = 8000
READ_BEHIND = frozenset({"mutate", "manage", "verify", "docs", "screenshots", "bots"})
"""Commands whose arguments are all read by the program that they run."""
HANDING_ON = READ_BEHIND | {"test", "bench", "soak"}
"""Commands that pass all arguments, or those that `./run` does not know, on to the program that they run."""


def parser() -> argparse.ArgumentParser:
    """Return the parser for the commands of `./run`.

    Commands in `HANDING_ON` accept unknown arguments and pass them on.
    """
    top = argparse.ArgumentParser(prog="./run", description="Sealed Orders: a play-by-email wargame server.")
    top.add_argument("--version", action="version", version=version(), help="print the version of this release")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")

    serve = commands.add_parser("serve", help="host games here: web, worker, scheduler, database and broker in one")
    serve.add_argument("--port", type=_port, default=DEFAULT_PORT, help="default %(default)s; 0 takes a free one")
    serve.add_argument("--host", default="127.0.0.1", help="address to listen on (default: this machine only)")
    serve.add_argument("--data", type=Path, metavar="DIR", help="where everything is kept (default: var)")
    serve.add_argument("--no-demo", action="store_true", help="no demonstration game on the first start")

    test = commands.add_parser("test", help="the tests, on PostgreSQL and Redis; a path runs all tests in it")
    _services(test)
    test.add_argument(
        "--deep", action="store_true", help="the whole suite: slow and repeated tests too, then those for SQLite"
    )
    commands.add_parser("check", help="linters, types, contracts, migrations, schema, locks, translations")
    _services(commands.add_parser("bench", help="measure, and compare with the aims"))
    _services(commands.add_parser("soak", help="the long runs"))
    commands.add_parser("bots", help="matches of two versions of a bot", add_help=False)
    commands.add_parser("mutate", help="break the rules a little: does a test notice?", add_help=False)
    commands.add_parser("manage", help="[--data DIR] and a Django management command", add_help=False)
    commands.add_parser("verify", help="what the letters of a game prove about its record", add_help=False)
    commands.add_parser("docs", help="the documentation as a website, in site/", add_help=False)
    commands.add_parser("screenshots", help="pictures of the pages, in .cache/screenshots/", add_help=False)
    commands.add_parser("setup", help="only make the environment").add_argument(
        "--dev", action="store_true", help="with what tests and checks need"
    )
    return top


def parse(words: list[str]) -> tuple[argparse.Namespace, list[str]]:
    """Return the command's own arguments, and the arguments to pass on to a program that the command runs.

    `words` is the command line. A command that passes no arguments on exits with an error for unknown ones.
    """
    if words[:1] == ["manage"]:
        return _managing(words[1:])
    if words[:1] and words[0] in READ_BEHIND:
        return argparse.Namespace(command=words[0]), words[1:]
    top = parser()
    if not words:
        top.print_help()
        raise SystemExit(2)
    known, rest = top.parse_known_args(words)
    if rest and known.command not in HANDING_ON:
        top.error(f"unknown argument: {' '.join(rest)}")
    return known, rest


def _managing(words: list[str]) -> tuple[argparse.Namespace, list[str]]:
    """Return the arguments of `./run manage`: its option `--data`, and the management command with its own arguments.

    `--data` is recognized only before the management command.
    """
    own = argparse.ArgumentParser(prog="./run manage", add_help=False, allow_abbrev=False)
    own.add_argument("--data", type=Path, metavar="DIR")
    own.add_argument("rest", nargs=argparse.REMAINDER)
    known, options = own.parse_known_args(words)
    return argparse.Namespace(command="manage", data=known.data), [*options, *known.rest]


def version() -> str:
    """Return the version in pyproject.toml."""
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])


def _services(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--own-services", action="store_true", help="bring PostgreSQL and Redis along, even if local ones answer"
    )


def _port(text: str) -> int:
    port = int(text)
    if not 0 <= port <= 65535:
        raise argparse.ArgumentTypeError(f"{port} is no port number")
    return port
