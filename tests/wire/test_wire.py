"""Clients that know nothing of the game play it to its end over real HTTP; the letters are counted against the rows."""

import hashlib
import time
from collections import Counter
from collections.abc import Callable
from email.message import Message
from typing import Any, NamedTuple

import pytest

from games.models import OpenRequest, OutgoingMail
from games.selectors.chain import check_chain, check_dice
from tests.api.know_nothing import KnowNothing
from tests.faults.conftest import Worker, all_sent, wait_until
from tests.worker.post_office import PostOffice

pytestmark = [pytest.mark.slow, pytest.mark.postgresql]

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
}


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_a_game_from_the_first_post_to_the_last_mail(
    table: Table, clients: Clients, office: PostOffice, worker: Worker
) -> None:
    players = clients(len(table.roles))
    game = _begun(players, table)
    _play(players, game, worker)

    over = players[0].call("games_retrieve", game_id=game).body
    assert sorted(one["seat"] for one in over["standings"]) == sorted((*table.roles, *table.others))
    wait_until(all_sent, worker, seconds=300)
    rows = list(OutgoingMail.objects.values_list("message_id", flat=True))
    assert Counter(office.ids) == Counter(rows)
    _check_letters(office, players, game)
    assert check_chain(game) == []
    assert check_dice(game) == []
    assert _reactions_planned(game) == (table.options.get("tempo") == "sealed")


def _reactions_planned(game: str) -> bool:
    """Whether anybody gave a plan of reactions ahead."""
    return OpenRequest.objects.filter(game_id=game, kind="reactions").exists()


def _begun(players: list[KnowNothing], table: Table) -> str:
    wish = {"title": table.title, "scenario": table.scenario, "name": "North Sea 12", "options": table.options}
    made = players[0].call("games_create", wish)
    assert made.status == 201, made.body
    game: str = made.body["id"]
    for role, player in zip(table.roles, players, strict=True):
        assert player.call("games_join", {"seat": role, "nonce": role}, game_id=game).status == 200
    assert players[0].call("games_start", {}, game_id=game).status == 202
    return game


def _play(players: list[KnowNothing], game: str, worker: Worker, seconds: float = 600) -> None:
    """Everybody answers what it is asked; nobody but the worker moves the game."""
    until = time.monotonic() + seconds
    while players[0].call("games_retrieve", game_id=game).body["status"] != "over":
        assert time.monotonic() < until, f"the game stands still\n{worker.log}"
        if not sum(player.answer_all() for player in players):
            time.sleep(0.02)


def _check_letters(office: PostOffice, players: list[KnowNothing], game: str) -> None:
    """The commitment in everybody's first letters, the secret that it belongs to in the last.

    In the order in which they were written: a letter whose picture takes long may arrive after the next.
    """
    dice = players[0].call("games_dice", game_id=game).body["branches"][0]
    secret, commitment = dice["secret"], dice["commitment"]
    assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == commitment
    letters: dict[str, list[Message]] = {}
    written = list(OutgoingMail.objects.order_by("pk").values_list("message_id", flat=True))
    for letter in sorted(office.letters, key=lambda letter: written.index(str(letter["Message-ID"]))):
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
