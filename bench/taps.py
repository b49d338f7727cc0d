"""Measure the decision page in process: the page, and taps on the board, from request to response.

Each game has a player in one seat and bots in all others. The player answers at random. The page of each question is
opened, and places on its board are tapped, as the page's script does. Times are processor times, so that other load on
the machine changes them little; they do not include the database server. Previews are computed in this process, so that
their time counts too.
"""

import gzip
import random
import time
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any, NamedTuple
from urllib.parse import urlencode
from uuid import UUID

from django.conf import settings
from django.test import Client
from msgspec import json

from bench.report import Measure, at_most, median, progress, quantile
from bench.stored import host
from games import registry
from games.kernel.hotspots import BoardHotspots
from games.models import Game, OpenRequest, Player
from games.persistence.serialization import read_question
from games.selectors.seats import get_access
from games.selectors.views import get_view, locate_hotspots
from games.services.answers import do_submit_answer
from games.services.bots import do_play_bots
from games.services.creation import SeatAssignment, do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.resolve.advance import do_resolve

GAMES = {
    "pirates": ("two_players", "red"),
    "goeben": ("captains_four", "goeben"),
    "battleships": ("lofoten", "british"),
    "pq17": ("pq17", "allied"),
}
"""The scenario and the seat of the player, by title."""
TAPS_EACH = 5
"""The number of taps on the page of one question; their orders add up."""
REPLACED = ("row.", "choice", "share.")
"""The beginnings of the names of form fields that a response to a tap replaces or removes."""
FETCHED = {"Accept-Encoding": "gzip", "X-Page-Parts": "1"}
"""The headers of a request by the page's script."""


class Response(NamedTuple):
    """The cost of a request to the decision page."""

    kind: str
    """The kind of question."""
    seconds: float
    """The processor time in seconds."""
    size: int
    """The bytes of the response."""


def taps(count: int) -> Iterator[Measure]:
    """Measure `count` taps in games of each title, and the pages of their questions."""
    settings.ALLOWED_HOSTS, settings.PBEM_PREVIEWS_PER_MINUTE = ["testserver"], 0  # no limit
    settings.PBEM_PREVIEW_PROCESSES = False
    for title in GAMES:
        progress(f"{count} taps, {title}")
        pages, tapped = _play(title, count)
        yield at_most(f"tap, {title}, p50", _milliseconds(tapped, 0.5), "ms", 30, f"{len(tapped)} taps")
        yield at_most(f"tap, {title}, p95", _milliseconds(tapped, 0.95), "ms", 60)
        kinds = {kind: _milliseconds([one for one in tapped if one.kind == kind], 0.5) for kind in _kinds(tapped)}
        slowest = max(kinds, key=lambda kind: kinds[kind])
        yield at_most(f"tap, {title}, slowest kind, p50", kinds[slowest], "ms", 30, f"{slowest}; of {len(kinds)} kinds")
        sizes = [one.size / 1000 for one in tapped]
        yield at_most(f"answer to a tap, {title}, most", max(sizes), "kB", 20, f"median {median(sizes):.1f}")
        yield at_most(f"decision page, {title}, p50", _milliseconds(pages, 0.5), "ms", 150, f"{len(pages)} pages")


def _kinds(responses: list[Response]) -> set[str]:
    return {one.kind for one in responses}


def _milliseconds(responses: list[Response], part: float) -> float:
    return 1000 * quantile([one.seconds for one in responses], part)


def _play(title: str, count: int) -> tuple[list[Response], list[Response]]:
    """Play one or more games until `count` taps are measured; return the responses for pages and for taps."""
    pages, tapped, seed = list[Response](), list[Response](), 0
    while len(tapped) < count:
        rng, seed = random.Random(seed), seed + 1
        player, game = _begin(title)
        client = Client()
        client.force_login(player)
        while len(tapped) < count and (asked := _next_question(game, player)) is not None:
            _tap_on(client, player, asked, rng, pages, tapped)
            _answer(player, asked, rng)
    return pages, tapped[:count]


def _begin(title: str) -> tuple[Player, UUID]:
    """Start a game with bots in all seats but one; return the player of that seat and the game's id."""
    scenario, seat = GAMES[title]
    loaded, player = registry.current_title(title), host()
    bot = loaded.usual_bot
    seats = [SeatAssignment(role=role, bot="" if role == seat else bot) for role in loaded.seats(scenario)]
    game = do_create_game(host=player, title=title, scenario=scenario, seats=seats, name="Bench")
    do_join_game(player=player, game_id=game.pk, role=seat)
    do_start_game(player=player, game_id=game.pk)
    return player, game.pk


def _next_question(game: UUID, player: Player) -> OpenRequest | None:
    """Play until the player's next question; None if the game ends before."""
    while not do_resolve(game).over:
        found = OpenRequest.objects.select_related("seat", "game").filter(game=game, closed_at=None, ready=False)
        if (asked := found.filter(seat__player=player).first()) is not None:
            return asked
        do_play_bots(game, limit=8)
    return None


def _answer(player: Player, asked: OpenRequest, rng: random.Random) -> None:
    """Give a random answer to a question."""
    form = read_question(registry.game_title(asked.game), asked.question).form
    raw = form.write(form.sample(rng.randrange))
    do_submit_answer(player=player, request_id=asked.pk, answer=json.encode(raw))


def _tap_on(
    client: Client,
    player: Player,
    asked: OpenRequest,
    rng: random.Random,
    pages: list[Response],
    tapped: list[Response],
) -> None:
    """Open the page of a question and tap some places of the board; append the responses to `pages` and `tapped`."""
    path = f"/decisions/{asked.pk}/"
    opened, entries = _timed(client, path, None)
    pages.append(opened._replace(kind=asked.kind))
    spots = _hotspots(player, asked)
    for spot in rng.sample(spots.hotspots, min(TAPS_EACH, len(spots.hotspots))):
        scale = 1.0 if not entries.width else entries.width / spots.size[0]
        body = [*entries.values(), ("at.x", f"{spot.x * scale:.1f}"), ("at.y", f"{spot.y * scale:.1f}")]
        one, entries = _timed(client, path, body, entries)
        tapped.append(one._replace(kind=asked.kind))


def _hotspots(player: Player, asked: OpenRequest) -> BoardHotspots:
    game = Game.objects.get(pk=asked.game_id)
    return locate_hotspots(game, get_view(get_access(player, game.pk, asked.seat.role), None), "en")


class Entries(HTMLParser):
    """Reads from a page the fields that a browser sends for its form, and the width of its board in pixels."""

    def __init__(self) -> None:
        super().__init__()
        self.fields: dict[str, list[str]] = {}
        self.width = 0
        self._select = ""
        self._text = ""

    def values(self) -> list[tuple[str, str]]:
        """Return pairs of field name and value, as a browser sends them."""
        return [(name, value) for name, values in self.fields.items() for value in values]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect the values of form fields."""
        given = {name: value or "" for name, value in attrs}
        name = given.get("name", "")
        if tag == "input" and given.get("type") == "image":
            self.width = int(given.get("width", "0"))
        elif tag == "input" and name and (given.get("type") not in ("checkbox", "radio") or "checked" in given):
            self.fields.setdefault(name, []).append(given.get("value", ""))
        elif tag == "select":
            self._select = name
        elif tag == "option" and self._select and "selected" in given:
            self.fields.setdefault(self._select, []).append(given.get("value", ""))
        elif tag == "textarea":
            self._text = name

    def handle_endtag(self, tag: str) -> None:
        """Note the end of a selection or text field."""
        if tag == "select":
            self._select = ""
        elif tag == "textarea":
            self._text = ""

    def handle_data(self, data: str) -> None:
        """Collect the text of a text field."""
        if self._text:
            self.fields.setdefault(self._text, []).append(data)


def _timed(
    client: Client, path: str, body: list[tuple[str, str]] | None, before: Entries | None = None
) -> tuple[Response, Entries]:
    """Send a request; return its cost and the form of the response.

    `before`: the form of the page; fields that the response does not contain keep their values.
    """
    began = time.process_time()
    if body is None:
        response = client.get(path, headers={"Accept-Encoding": "gzip"})
    else:
        form = "application/x-www-form-urlencoded"
        response = client.post(path, urlencode(body), content_type=form, headers=FETCHED)
    seconds = time.process_time() - began
    if response.status_code != 200:
        raise RuntimeError(f"status {response.status_code}")
    entries = Entries()
    entries.feed(_text(response))
    if before is not None:
        kept = {name: values for name, values in before.fields.items() if not name.startswith(REPLACED)}
        entries.fields, entries.width = {**kept, **entries.fields}, before.width
    return Response("", seconds, len(response.content)), entries


def _text(response: Any) -> str:
    content = response.content
    return str((gzip.decompress(content) if response.get("Content-Encoding") == "gzip" else content).decode())
