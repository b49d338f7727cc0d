"""The command ``verify LETTERS EXPORT [--key FILE]``: compare the e-mails of a game with its export."""

import argparse
import json
import sys
from pathlib import Path

from .facts import Row
from .findings import Findings, examine
from .keys import keys_for
from .letters import read_all
from .report import MOST, report

EXITS = {"sound": 0, "NOT SOUND": 1, "cannot be verified": 2}
FORMATS = (1, 2)
"""The formats of records that are read here."""


def main(words: list[str]) -> int:
    """Print the findings; return 0: sound, 1: NOT SOUND, 2: cannot be verified, 3: nothing to read."""
    known = _parser().parse_args(words)
    try:
        letters, without = read_all(known.letters)
        document = _document(known.export)
        keys = keys_for(letters, known.key)
    except (OSError, ValueError, LookupError, TypeError) as error:
        print(f"verify: cannot read: {type(error).__name__}: {error}", file=sys.stderr)
        return 3
    found = examine(document, letters, keys)
    print(_heading(document, found, len(letters)))
    for line in report(found):
        print(line)
    if without:
        print(f"          nothing signed in: {', '.join(without[:MOST])}")
    print(found.verdict)
    return EXITS[found.verdict]


def _document(path: Path) -> Row:
    """Return the record in a file. Raises OSError, ValueError."""
    document = json.loads(path.read_bytes())
    if not isinstance(document, dict) or not isinstance(document.get("game"), dict):
        raise ValueError("this is not a record of a game")
    if document.get("format") not in FORMATS:
        raise ValueError(f"format {document.get('format')!r} is not known here")
    return document


def _heading(document: Row, found: Findings, letters: int) -> str:
    last = found.record.last if found.record else 0
    return f"{document['game'].get('name', '')}: {last} segments, {letters} signed letters and answers"


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
