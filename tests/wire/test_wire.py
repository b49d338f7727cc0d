"""Clients that know nothing of the game play it to its end over real HTTP; the letters are counted against the rows."""

import hashlib
import os
import time
from collections import Counter
from collections.abc import Callable
from email.message import Message
from typing import Any, NamedTuple

import pytest

from games.models import OpenRequest, OutgoingMail
from games.selectors.verification import find_chain_faults, find_dice_faults
from games.titles.battleships.components.options import NAMES as OPTIONS
from tests.api.know_nothing import KnowNothing
from tests.faults.conftest import Worker, all_sent, told_by_mail, wait_until
from tests.worker.post_office import PostOffice

pytestmark = [pytest.mark.slow, pytest.mark.postgresql]

BATTLES: dict[str, tuple[str, str]] = {
    "lofoten": ("british", "german"),
    "mers_el_kebir": ("british", "french"),
    "calabria": ("italian", "british"),
    "spartivento": ("british", "italian"),
    "denmark_strait": ("british", "german"),
    "last_battle": ("german", "british"),
    "force_z": ("japanese", "british"),
    "tirpitz": ("german", "british"),
    "casablanca": ("american", "french"),
    "third_solomon": ("american", "japanese"),
    "north_cape": ("german", "british"),
    "san_bernardino": ("japanese", "american"),
}
WIDE = bool(os.environ.get("WIRE_EVERY_BATTLE"))
"""All twelve battles, as they are played before a release; one of them, and one with every option, otherwise: the
others are played in process by `tests/api/test_generic_client.py`.
"""
EVERY_OPTION = dict.fromkeys(OPTIONS, True)

Clients = Callable[[int], list[KnowNothing]]

MISSIONS = (
    "atlantic_breakout", "austro_hungarian_pact", "raid_convoys", "italian_alliance", "ottoman_alliance", "suez_canal",
)  # fmt: skip


class Table(NamedTuple):
    """A game to be played: who sits down to it, and how."""

    title: str
    scenario: str
    roles: tuple[str, ...]
    options: dict[str, Any]
    others: tuple[str, ...] = ()
    """Who is in the standings without having a seat."""


def pirates(
    scenario: str, players: int, removed: int, tempo: str = "interactive", others: tuple[str, ...] = ()
) -> Table:
    """The Kaiser's Pirates with few action cards left (2.1.4), for short rounds."""
    roles = ("red", "black", "white", "blue")[:players]
    return Table("pirates", scenario, roles, {"removed": removed, "tempo": tempo}, others)


TABLES = {
    "two": pirates("two_players", 2, 70),
    "three": pirates("three_players", 3, 70),
    "four": pirates("four_players", 4, 68),
    "teams": pirates("teams", 4, 68),
    "solitaire": pirates("solitaire", 1, 64, others=("phantom",)),
    "sealed": pirates("four_players", 4, 68, tempo="sealed"),
    **{mission: Table("goeben", mission, ("commander",), {}) for mission in MISSIONS},
    "campaign": Table("goeben", "campaign", ("commander",), {}),
    "captains": Table("goeben", "captains_four", ("goeben", "moltke", "breslau", "stralsund"), {}),
    **{
        battle: Table("battleships", battle, sides, {})
        for battle, sides in BATTLES.items()
        if WIDE or battle == "denmark_strait"
    },
    "every option": Table("battleships", "third_solomon", ("american", "japanese"), EVERY_OPTION),
    "operation": Table("pq17", "jw51b", ("allied", "axis"), {}),
}


SERVED = {
    title: [name for name, table in TABLES.items() if table.title == title]
    for title in dict.fromkeys(table.title for table in TABLES.values())
}
"""The games that are played side by side on one server: it takes longer to start than to play one of them."""


@pytest.mark.parametrize("title", SERVED)
def test_games_from_the_first_post_to_the_last_mail(
    title: str, clients: Clients, office: PostOffice, worker: Worker
) -> None:
    tables = {name: TABLES[name] for name in SERVED[title]}
    players = clients(max(len(table.roles) for table in tables.values()))
    games = {name: _begun(players, table) for name, table in tables.items()}
    _play(players, list(games.values()), worker)

    wait_until(all_sent, worker, seconds=300)
    assert Counter(office.ids) == Counter(told_by_mail())
    for name, table in tables.items():
        _check(table, games[name], players, office)


def _check(table: Table, game: str, players: list[KnowNothing], office: PostOffice) -> None:
    """All are placed, the letters tell of the dice, and chain and dice are sound."""
    over = players[0].call("games_retrieve", game_id=game).body
    assert sorted(one["seat"] for one in over["standings"]) == sorted((*table.roles, *table.others)), table
    _check_letters(office, players[: len(table.roles)], game)
    assert find_chain_faults(game) == []
    assert find_dice_faults(game) == []
    assert _reactions_planned(game) == (table.options.get("tempo") == "sealed"), table


def _reactions_planned(game: str) -> bool:
    """Whether anybody gave a plan of reactions ahead."""
    return OpenRequest.objects.filter(game_id=game, kind="reactions").exists()


def _begun(players: list[KnowNothing], table: Table) -> str:
    wish = {"title": table.title, "scenario": table.scenario, "name": "North Sea 12", "options": table.options}
    players = players[: len(table.roles)]
    made = players[0].call("games_create", wish)
    assert made.status == 201, made.body
    game: str = made.body["id"]
    for role, player in zip(table.roles, players, strict=True):
        assert player.call("games_join", {"seat": role, "nonce": role}, game_id=game).status == 200
    assert players[0].call("games_start", {}, game_id=game).status == 202
    return game


def _play(players: list[KnowNothing], games: list[str], worker: Worker, seconds: float = 600) -> None:
    """Everybody answers what it is asked, in whichever game; nobody but the worker moves them."""
    until = time.monotonic() + seconds
    while True:
        assert time.monotonic() < until, f"{len(games)} games stand still: {games}\n{worker.log}"
        if sum(player.answer_all() for player in players):
            continue
        games = [one for one in games if players[0].call("games_retrieve", game_id=one).body["status"] != "over"]
        if not games:
            return
        time.sleep(0.05)


def _check_letters(office: PostOffice, players: list[KnowNothing], game: str) -> None:
    """The commitment in everybody's first letters, the secret that it belongs to in the last.

    In the order in which they were written: a letter whose picture takes long may arrive after the next.
    """
    dice = players[0].call("games_dice", game_id=game).body["branches"][0]
    secret, commitment = dice["secret"], dice["commitment"]
    assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == commitment
    letters: dict[str, list[Message]] = {}
    written = list(OutgoingMail.objects.filter(game=game).order_by("pk").values_list("message_id", flat=True))
    own = [letter for letter in office.letters if str(letter["Message-ID"]) in written]
    for letter in sorted(own, key=lambda letter: written.index(str(letter["Message-ID"]))):
        letters.setdefault(str(letter["To"]), []).append(letter)
    assert len(letters) == len(players)
    for mine in letters.values():
        assert any(commitment in _text(letter) for letter in mine[:2])
        assert [letter for letter in mine if secret in _text(letter)], "the secret is never told"
        assert not any(secret in _text(letter) for letter in mine[: len(mine) // 2])
        assert all(len(letter.as_bytes()) < 200_000 for letter in mine)


def _text(letter: Message) -> str:
    """The plain text of a letter, unfolded."""
    for part in letter.walk():
        if part.get_content_type() == "text/plain":
            payload = part.get_payload(decode=True)
            assert isinstance(payload, bytes)
            return payload.decode(part.get_content_charset() or "utf-8").replace("\n", "")
    return ""
