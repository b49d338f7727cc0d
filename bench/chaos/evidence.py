"""Compare all delivered e-mails and receipts with the exported records of their games, as players can with `verify`."""

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
"""The beginning of the remark that dice cannot be verified yet, because the secret is published after the game."""
NEWER = "no letter vouches for "
"""The beginning of the remark that no e-mail covers the last steps; the mail server may have rejected these e-mails."""
UNFINISHED = "the game is not over: "
"""The beginning of the remark that nothing confirms the open questions of a game yet."""


def contradictions(folder: Path, book: Book, stored: Stored, office: Office, staff: Player) -> dict[str, list[str]]:
    """Return, by game id, the contradictions between a game's exported record and its signed e-mails and receipts.

    The e-mails are those that the mail server (`office`) accepted, the receipts those in `book`; `staff` exports the
    records. The e-mails are moved into `folder`, into a folder for each game.
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
