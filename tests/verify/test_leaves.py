"""Every scalar of a record is changed, one at a time: `verify` finds it, or lists it as not vouched for.

Of each path one place is changed, chosen by chance; `VERIFY_EVERY_LEAF=1 pytest tests/verify/test_leaves.py` changes
all of them, for which the longest game takes half an hour.
"""

import json
import lzma
import os
from collections import defaultdict
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest
from django.test import Client

from games.models import Game, OpenRequest, Player
from games.selectors.dice import get_game_dice
from games.selectors.verification import verify_game
from games.services.export import export_public_record
from games.services.importing.game_import import import_game
from tests.orders import order
from tests.store.test_kept_documents import KEPT
from tests.table import answer, play_out
from tests.verify.changes import Leaf, altered, is_renamed, leaves
from tests.verify.lived_in import GAMES, play
from tools.verify import coverage, follows
from tools.verify.findings import Findings, examine
from tools.verify.keys import Keys, keys_for
from tools.verify.letters import Said, read_all
from tools.verify.record import Record
from tools.verify.report import report

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.slow]

EVERY = bool(os.environ.get("VERIFY_EVERY_LEAF"))


class Case(NamedTuple):
    """A record, with what a player has kept: dice answers at the end of the game, and the server's keys."""

    document: Any
    kept: list[Said]
    keys: Keys

    def examine(self) -> Findings:
        return examine(self.document, self.kept, self.keys)


def record_of(game: Game, reader: Player, folder: Path) -> Case:
    """The record as the players get it, and one dice answer of the end of the game."""
    (folder / "dice.json").write_bytes(msgspec.json.encode(get_game_dice(reader, game.pk)))
    (folder / "keys.txt").write_bytes(Client().get("/.well-known/sealed-orders.json").content)
    kept, _ = read_all(folder / "dice.json")
    document = json.loads(export_public_record(player=reader, game_id=game.pk))
    return Case(document, kept, keys_for(kept, folder / "keys.txt"))


def by_path(document: Any) -> dict[str, list[Leaf]]:
    """All scalars of a document by their paths."""
    found: dict[str, list[Leaf]] = defaultdict(list)
    for leaf in leaves(document):
        found[leaf.path].append(leaf)
    return found


def chosen(places: list[Leaf], chance: Random) -> list[Leaf]:
    """The places of a path that are changed: one by chance, or all."""
    return places if EVERY else [chance.choice(places)]


def values(leaf: Leaf, places: list[Leaf], chance: Random) -> list[Any]:
    """Other values for a place: one that is altered, and one that stands elsewhere in the record."""
    found = {one.value for one in places if one.value not in (None, leaf.value)}
    others = sorted((one for one in found if not is_renamed(leaf, one)), key=repr)
    return [altered(leaf), *([chance.choice(others)] if others else [])]


def unnoticed(case: Case) -> list[str]:
    """The changes of members that are vouched for, as the list says, which leave the record sound."""
    chance, found = Random(7), []
    lost = [path for one in coverage.not_vouched(Record(case.document)) for path in one.paths]
    for path, places in by_path(case.document).items():
        if coverage.covers(lost, path):
            continue
        for leaf in chosen(places, chance):
            for value in values(leaf, places, chance):
                with leaf.set_to(value):
                    verdict = case.examine().verdict
                if verdict != "NOT SOUND":
                    found.append(f"{path}: {leaf.value!r:.60} as {value!r:.60} is {verdict}")
    return found


@pytest.mark.parametrize("title", GAMES)
def test_every_changed_leaf_is_found_or_listed(
    title: str, anna: Player, ben: Player, staff: Player, tmp_path: Path
) -> None:
    game = play(title, anna, ben, staff)
    assert verify_game(game.pk) == ([], [])
    case = record_of(game, ben, tmp_path)
    untouched = case.examine()
    assert untouched.verdict == "sound", list(report(untouched))
    outcomes = set(OpenRequest.objects.filter(game=game).values_list("outcome", flat=True))
    assert {"answered", "withdrawn"} <= outcomes
    assert len(case.document["tables"]["branches"]) == 2
    assert unnoticed(case) == []


def test_standing_orders_defaults_and_drafts_are_bound(
    running: Game, anna: Player, ben: Player, tmp_path: Path
) -> None:
    """The toy title asks what standing orders and own defaults answer."""
    order(ben, running, "react", None)
    order(anna, running, "react", "trump", applies="deadline")
    answer(running, "red", ready=False)
    play_out(running)
    assert verify_game(running.pk) == ([], [])
    case = record_of(running, ben, tmp_path)
    assert case.examine().verdict == "sound"
    assert any(row["followed"] for row in case.document["requests"])
    assert unnoticed(case) == []


def test_the_walk_notices_a_check_that_is_missing(
    running: Game, anna: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_out(running)
    case = record_of(running, anna, tmp_path)
    monkeypatch.setattr(follows, "faults", lambda record: ())
    found = {line.partition(":")[0] for line in unnoticed(case)}
    assert {"game.name", "game.branch", "seats[].bot", "requests[].mark", "tables.lookouts[].events"} <= found
    assert not found & {"game.standings", "game.scenario", "requests[].rule", "tables.segments[].entries"}


def test_every_member_is_in_one_of_the_two_lists(running: Game, anna: Player, tmp_path: Path) -> None:
    play_out(running)
    case = record_of(running, anna, tmp_path)
    record = Record(case.document)
    lists = [[path for one in found for path in one.paths] for found in (coverage.VOUCHED, coverage.NOT_VOUCHED)]
    assert not set(lists[0]) & set(lists[1])
    assert [one.what for one in coverage.not_vouched(record)] == [one.what for one in coverage.NOT_VOUCHED]
    case.document["game"]["winner"] = "red"
    (unknown,) = [one for one in coverage.not_vouched(record) if one not in coverage.NOT_VOUCHED]
    assert unknown.paths == ("game.winner",)


def test_a_row_that_is_left_out_is_found(running: Game, anna: Player, tmp_path: Path) -> None:
    play_out(running)
    case = record_of(running, anna, tmp_path)
    document = case.document
    lists = [document["seats"], document["requests"], *document["tables"].values(), document["requests"][0]["answers"]]
    for rows in filter(None, lists):
        for index in {0, len(rows) - 1}:
            row = rows.pop(index)
            assert case.examine().verdict == "NOT SOUND", row
            rows.insert(index, row)
    assert case.examine().verdict == "sound"


def test_an_imported_game_says_that_its_seats_are_not_vouched_for(
    running: Game, anna: Player, staff: Player, tmp_path: Path
) -> None:
    play_out(running)
    case = record_of(running, anna, tmp_path)
    copy = import_game(by=staff, data=json.dumps(case.document).encode())
    there = Case(json.loads(export_public_record(player=staff, game_id=copy.pk)), case.kept, case.keys)
    found = there.examine()
    assert found.verdict == "sound", list(report(found))
    assert "the game's id here, and the players' seats since it was imported" in "\n".join(report(found))
    assert unnoticed(there) == []


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.name)
def test_a_game_of_the_first_version_says_how_little_its_chain_covers(path: Path, staff: Player) -> None:
    """A document of format 1 is read, and its game goes on with the chain that it has."""
    document = json.loads(lzma.decompress(path.read_bytes()))
    assert document["format"] == 1
    found = examine(document, [], Keys())
    assert found.verdict == "cannot be verified", found.faults
    assert "the game was begun before these were chained" in "\n".join(report(found))
    game = import_game(by=staff, data=json.dumps(document).encode())
    assert game.chain_version == 1
    assert verify_game(game.pk).faults == []
