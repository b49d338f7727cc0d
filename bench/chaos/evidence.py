"""Compare all delivered e-mails and receipts with the records of their games, as a player would with `verify`."""

import json
from collections import defaultdict
from pathlib import Path

from bench.chaos.book import Book
from bench.chaos.office import Office
from bench.chaos.stored import Stored
from games.models import Player
from games.selectors.signing_keys import list_public_keys
from games.services.export import export_game
from tools.verify.findings import examine
from tools.verify.keys import keys_for
from tools.verify.letters import Said, read_all

LATER = "dice: "
"""How it begins when dice cannot be judged yet: their secrets come out when the game is over."""
NEWER = "no letter vouches for "
"""The last letters of a game may have been refused by the mail server."""
UNFINISHED = "the game is not over: "
"""How it begins when nothing vouches yet for open questions."""


def contradictions(folder: Path, book: Book, stored: Stored, office: Office, staff: Player) -> dict[str, list[str]]:
    """Return, by game, the contradictions between its record and its signed e-mails.

    The e-mails are moved into `folder`, one folder for each game.
    """
    receipts = defaultdict(list)
    for receipt in book.receipts:
        receipts[receipt["game"]].append(receipt)
    for one in stored.owed:
        if one.game and one.message_id in office.kept:
            letter = office.kept[one.message_id]
            (folder / one.game).mkdir(parents=True, exist_ok=True)
            letter.rename(folder / one.game / letter.name)
    keys = folder.with_name("keys")
    keys.write_text("\n".join(key.line for key in list_public_keys()))
    found: dict[str, list[str]] = {}
    for place in sorted(folder.iterdir() if folder.exists() else ()):
        (place / "receipts.json").write_text(json.dumps(receipts[place.name]))
        said, _ = read_all(place)
        book.count["letters and receipts verified"] += len(said)
        found[place.name] = _contradictions(said, export_game(by=staff, game_id=place.name), keys)
    return found


def _contradictions(said: list[Said], export: bytes, keys: Path) -> list[str]:
    judged = examine(json.loads(export), said, keys_for(said, keys))
    return [*judged.faults, *(line for line in judged.unsure if not line.startswith((LATER, NEWER, UNFINISHED)))]
