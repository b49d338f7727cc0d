"""``verify LETTERS EXPORT [--key FILE]``: what the letters of a game prove about its export."""

import argparse
import json
import sys
import zlib
from pathlib import Path

from .findings import MOST, examine
from .keys import keys_for
from .letters import read_all
from .record import Record

EXITS = {"sound": 0, "NOT SOUND": 1, "cannot be verified": 2}


def main(words: list[str]) -> int:
    """Print what was found; 0: sound, 1: NOT SOUND, 2: cannot be verified, 3: nothing to read."""
    known = _parser().parse_args(words)
    try:
        letters, without = read_all(known.letters)
        record = Record(json.loads(known.export.read_bytes()))
        keys = keys_for(letters, known.key)
    except (OSError, ValueError, LookupError, TypeError, zlib.error) as error:
        print(f"verify: cannot read: {type(error).__name__}: {error}", file=sys.stderr)
        return 3
    found = examine(record, letters, keys)
    print(f"{record.game.get('name', '')}: {record.last} segments, {len(letters)} signed letters and answers")
    for mark, lines in (("NOT SOUND ", found.faults), ("unsure    ", found.unsure), ("          ", found.notes)):
        for line in lines[:MOST]:
            print(f"{mark}{line}")
        if len(lines) > MOST:
            print(f"{mark}… and {len(lines) - MOST} more")
    if without:
        print(f"          nothing signed in: {', '.join(without[:MOST])}")
    print(found.verdict)
    return EXITS[found.verdict]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="verify", description="What the letters of a game prove about its export.")
    parser.add_argument(
        "letters", type=Path, metavar="LETTERS", help="a folder, .eml or mbox file, or saved JSON answers"
    )
    parser.add_argument("export", type=Path, metavar="EXPORT", help="the game's export")
    parser.add_argument(
        "--key", type=Path, metavar="FILE", help="trusted keys: the server's /.well-known/sealed-orders.json, as kept"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
