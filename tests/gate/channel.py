"""Everything that an open page receives by polling the update endpoint.

That is the bytes, headers and ETags of the responses, the work of a poll, and the polling state within the pages.
"""

import re
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from html import unescape

import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import Game, OpenRequest, Player
from tests.gate.callers import exact, undone
from tests.gate.reading import Read
from tests.gate.secret_actions import Action, answers, in_turn, reminders, secret_actions_of
from tests.gate.work import work_of

Watchers = dict[str, tuple[Player, str]]
"""The readers of the channel, each with the seat that its pages name."""
_LATER = (timedelta(seconds=15), timedelta(minutes=30))
"""When an open page polls again."""
_LIVE = {
    "address": re.compile(r'data-updates="([^"]*)"'),
    "state": re.compile(r'data-state="([^"]*)"'),
    "title": re.compile(r"<title>([^<]*)</title>"),
    "unread": re.compile(r'id="unread-mark"([^>]*>.*?</b>)', re.DOTALL),
}
"""The parts of a page that polling updates: the address to poll, the state of the page, its title and its counts."""


def read_channel(watchers: Watchers, game: Game, role: str) -> Read:
    """Return all that each watcher receives now, later, and after an answer of the seat, which is then undone."""
    found: Read = []
    for kind, (player, seat) in watchers.items():
        browser = _browser(player)
        addresses = _addresses(game, seat)
        for page in _pages(player, game, seat):
            shown = _shown(browser, page)
            polls = unescape(shown.get("address", addresses[0]))
            assert polls in addresses, "every page polls an address that is read"
            found.append((f"{kind}: {_steady(page)}", str(shown)))
        for address in addresses:
            found.append((f"{kind}: polls of {address}", "\n".join(_polls(browser, address))))
    if OpenRequest.objects.filter(game=game, seat__role=role, closed_at=None).exists():
        with undone():
            before = _tags(watchers, game)
            answers(role)(game)
            found += [(f"after an answer: {name}", text) for name, text in _polls_of_all(watchers, game)]
            found += [(f"an old tag after an answer: {name}", text) for name, text in _conditional(watchers, before)]
    return found


def noticed_actions(watchers: Watchers, game: Game, role: str) -> list[str]:
    """Return the secret actions of other seats, and "reminders", that a watcher notices before the game continues.

    A watcher notices an action if any byte, header or status of a poll differs from a poll without the action.
    """
    found: list[str] = []
    others = game.seats.exclude(role=role).order_by("position").values_list("role", flat=True)
    without = _polls_of_all(watchers, game)

    def is_noticed(*actions: Action) -> bool:
        with undone():
            in_turn(*actions)(game)
            return _polls_of_all(watchers, game) != without

    for other in others:
        with undone():
            actions = [action for action in secret_actions_of(game, other) if role not in action.known_to]
            worlds = [[action] for action in actions if action.own_world] + [
                [action for action in actions if not action.own_world]
            ]
            found += [str([*map(str, world)]) for world in worlds if is_noticed(*(action.do for action in world))]
    return [*found, *["reminders"] * is_noticed(reminders)]


def _browser(player: Player) -> Client:
    browser = Client()
    browser.force_login(player)
    return browser


def _pages(player: Player, game: Game, seat: str) -> Iterator[str]:
    """Yield the pages that update themselves: the desk, the game, its messages, and the own questions and receipts."""
    base = reverse("game", args=[game.pk])
    yield from (reverse("home"), base, f"{base}?seat={seat}", f"{base}?seat=public")
    if player.seats.filter(game=game).exists():
        yield reverse("messages", args=[game.pk])
    for one in OpenRequest.objects.filter(game=game, seat__player=player, closed_at=None).order_by("seat__position"):
        yield reverse("decision", args=[one.pk])
        yield reverse("receipt", args=[one.pk])


_RANDOM_PATH = re.compile(r"/decisions/[^/]+/")


def _steady(page: str) -> str:
    """Return a page's address with the random id of a question left out."""
    return _RANDOM_PATH.sub("/decisions/…/", page)


def _shown(browser: Client, page: str) -> dict[str, str]:
    """Return the parts of a page that polling updates."""
    text = browser.get(page).content.decode()
    return {name: match[1] for name, pattern in _LIVE.items() if (match := pattern.search(text)) is not None}


def _polls(browser: Client, address: str) -> Iterator[str]:
    """Yield the responses to polls of one page: now, with its tag, with another tag, by HEAD, and later; and the work
    of one poll.
    """
    first = browser.get(address)
    tag = first.headers["ETag"]
    yield exact(first)
    for given in (tag, f"W/{tag}", '"another"'):
        yield exact(browser.get(address, headers={"If-None-Match": given}))
    yield exact(browser.head(address))
    now = timezone.now()
    for wait in _LATER:
        with time_machine.travel(now + wait, tick=False):
            yield exact(browser.get(address, headers={"If-None-Match": tag}))
    yield str(work_of(partial(browser.get, address)))


def _addresses(game: Game, seat: str) -> list[str]:
    base = reverse("updates")
    return [base, f"{base}?game={game.pk}", f"{base}?game={game.pk}&seat={seat}", f"{base}?game={game.pk}&seat=public"]


def _polls_of_all(watchers: Watchers, game: Game) -> Read:
    """Return one poll of each address of each watcher."""
    return [
        (f"{kind}: {address}", exact(browser.get(address)))
        for kind, (player, seat) in watchers.items()
        for browser in [_browser(player)]
        for address in _addresses(game, seat)
    ]


def _tags(watchers: Watchers, game: Game) -> dict[tuple[str, str], str]:
    """Return the tag of each address of each watcher."""
    return {
        (kind, address): browser.get(address).headers["ETag"]
        for kind, (player, seat) in watchers.items()
        for browser in [_browser(player)]
        for address in _addresses(game, seat)
    }


def _conditional(watchers: Watchers, tags: dict[tuple[str, str], str]) -> Read:
    """Return the responses to polls with tags that were read before."""
    return [
        (f"{kind}: {address}", exact(_browser(watchers[kind][0]).get(address, headers={"If-None-Match": tag})))
        for (kind, address), tag in tags.items()
    ]
