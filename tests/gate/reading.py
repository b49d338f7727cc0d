"""All that a player can read of a game: every address of the API and of the pages, and every letter."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from typing import Any
from uuid import uuid4

import msgspec
from django.test import Client

from games.models import Game, OpenRequest, OutgoingMail, Player
from games.selectors.email_context import EmailContext, load_email_context
from tests.api.conftest import Caller
from tests.gate.by_mail import by_mail
from tests.gate.operations import TAPPED, Call, Reader, advising, calls, inspected, without_token_ids
from worker.mail.outbound.mime_message import build_message

Read = list[tuple[str, str]]
"""Where something was read, and what stood there."""
Readable = Iterator[tuple[str, Callable[[], str]]]
"""Where something can be read, and how."""
Forms = dict[Any, Any]
"""The forms of the reader's open questions, by their ids, as the server shows them."""

_ID = re.compile(
    r"([0-9a-f]{8}(?<!\w[0-9a-f]{8})"
    r"(?:-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|[0-9a-f]{4}4[0-9a-f]{3}[89ab][0-9a-f]{15})\b)"
)
"""Random ones alone: an id that counts is no better than a number. That no word goes on before it is asked behind its
first digits, since few places have so many: it is found in a quarter of the time.
"""
_LETTER = re.compile(r"(<[0-9a-f]{40}@[^>]+>|board\.[0-9a-f]{40}@[^\">]+|=_[ar][0-9a-f]{32})")
"""Names of letters, and the marks between their parts, which are made of them."""
WITNESS = re.compile(r"(?:[\w-]{64}|-) \S+ (\S+ [0-9a-f]{16}) [\w-]{86}")
"""The mark of a witness, what it vouches for, and the signature: salted, or of a letter that bears the mark."""
_SIGNED = re.compile(r" [0-9a-f]{16} [\w-]{86}")
"""The end of what a witness says: where it stands nowhere, none of it does. It is found in a twentieth of the time."""
_CHANCE = {
    mark: re.compile(mark + rest)
    for mark, rest in (
        ('"nonce":', '"[0-9a-f]+"'),
        ('"hash":', '"[0-9a-f]+"'),
        ("csrftoken=", r"\w+"),
        ('csrfmiddlewaretoken" value="', r"\w+"),
        ("=" * 10, "=*[0-9]+=="),
        ('boundary="', '[^"]+"'),
        ("Date: ", ".*"),
    )
}
"""What chance writes, by the words with which it begins: where they are not, it is not looked for."""


def everything(player: Player, game: Game, *, letters_after: int = 0, whole: bool = True, only: str = "") -> Read:
    """All that the player can read now, or what changes most; without what chance alone put into it.

    With `only` nothing else is read than what bears a name in which this pattern is found.
    """
    known: dict[str, str] = {}
    asked: Forms = dict.fromkeys(_own(player, game))
    parts = [
        _by_api(player, game, asked, whole=whole),
        by_browser(player, game, asked, whole=whole),
        letters(player, game, letters_after),
        *([by_mail(player, game)] if whole else []),
    ]
    found = [(name, read()) for part in parts for name, read in part if re.search(only, name)]
    return [(steady(name, known), steady(text, known)) for name, text in found]


def steady(text: str, known: dict[str, str]) -> str:
    """The text with random ids told apart by the order in which they come up."""
    parts = list(_parted(text))
    for at in range(1, len(parts), 2):
        parts[at] = known.setdefault(parts[at], f"ID{len(known)}")
    return "".join(parts)


@lru_cache(maxsize=1024)
def _parted(text: str) -> tuple[str, ...]:
    """The text without what chance put in, parted at its random ids, which are every other part.

    Most of what is read stands there word for word at the next stop and in the other world: it is searched once.
    """
    if _SIGNED.search(text):
        text = WITNESS.sub(r"MARK \1 SIGNATURE", text)
    for mark, pattern in _CHANCE.items():
        if mark in text:
            text = pattern.sub("~", text)
    parts: list[str] = []
    for at, part in enumerate(_LETTER.split(text)):
        parts += [part] if at % 2 else _ID.split(part)
    return tuple(parts)


def differences(here: Read, there: Read) -> Iterator[str]:
    """Where two readings differ."""
    if [name for name, _ in here] != [name for name, _ in there]:
        yield f"other things can be read: {[name for name, _ in here]} against {[name for name, _ in there]}"
        return
    for (name, mine), (_, other) in zip(here, there, strict=True):
        if mine != other:
            at = next((n for n, (a, b) in enumerate(zip(mine, other, strict=False)) if a != b), 0)
            here_, there_ = (text[max(0, at - 60) : at + 80] for text in (mine, other))
            yield f"{name}: {here_!r} against {there_!r}"


def _by_api(player: Player, game: Game, asked: Forms, *, whole: bool) -> Readable:
    """By REST: every operation of the API's document that reads; `asked` gets the forms that are read there."""
    caller = Caller(player)
    for one in asked:
        asked[one] = caller.get(f"decisions/{one}/").json()["form"]
    reader = Reader(caller, game, asked)
    yield from ((call.name, partial(sent, caller, call)) for call in calls(reader, whole=whole))
    for one in _foreign(player, game) if whole else ():
        yield "an answer to a foreign decision", _answer(caller, f"decisions/{one}/answer/", {"answer": 5})
    for one in asked if whole else ():
        yield "a wrong answer", _answer(caller, f"decisions/{one}/answer/", {"answer": {"x": 5}})
    if whole:
        yield "schema/", lambda: shown(caller.get("schema/"))


def sent(caller: Caller, call: Call) -> str:
    """The answer to a call."""
    if isinstance(call.body, str):
        found = caller.raw(call.method, call.path, call.body, "text/plain")
    elif call.method == "GET":
        found = caller.get(call.path)
    else:
        found = caller.raw(call.method, call.path, msgspec.json.encode(call.body))
    return without_token_ids(shown(found))


def _answer(caller: Caller, path: str, body: Any) -> Callable[[], str]:
    return lambda: shown(caller.put(path, body))


def by_browser(player: Player | None, game: Game, asked: Forms, *, whole: bool) -> Readable:
    """The pages; without a player, as they are for somebody who has not logged in."""
    browser = Client()
    if player is not None:
        browser.force_login(player)
    base = f"/games/{game.pk}/"
    paths = [
        "/",
        base,
        "/updates/",
        f"/updates/?game={game.pk}",
        f"{base}board.svg",
        *(f"/decisions/{one}/" for one in asked),
    ]
    paths += _further_pages(base, player, game, asked) if whole else ()
    for path in paths:
        yield path, partial(_seen_in, browser.get, path)
    for one, form in asked.items() if whole else ():
        for value in [option["value"] for option in form["options"]][:TAPPED]:
            tap = {"do": "place", "place": value}
            yield f"a tap on {value}", partial(_seen_in, browser.post, f"/decisions/{one}/", tap)
        tried = {"answer": msgspec.json.encode(form["example"]).decode(), "worlds": "2", "do": "try"}
        yield f"a trial of {one}", partial(_seen_in, browser.post, f"/decisions/{one}/trial/", tried)


def _further_pages(base: str, player: Player | None, game: Game, asked: Forms) -> Iterator[str]:
    """Yield the pages that are read in a whole reading only."""
    yield "/games/"
    for path in ("?seat=public", "?stop=1&event=0", "replay/", "replay/1/", "replay/1/board.svg"):
        yield base + path
    for path in ("standing-orders/", "messages/", "inspect/"):
        yield base + path
    yield from (f"{base}inspect/?thing={one}" for one in inspected(game)[::2])
    yield from ("/profile/", "/.well-known/sealed-orders.json")
    yield from (f"/decisions/{one}/receipt/" for one in asked)
    yield from (f"/decisions/{one}/trial/" for one in asked)
    yield from (f"/decisions/{one}/advice/" for one in advising(player, game))
    yield "/mail/"
    if player is not None and player.is_staff:
        yield from _of_staff(game)


def _seen_in(call: Callable[..., Any], *given: Any) -> str:
    return shown(call(*given))


def _of_staff(game: Game) -> Iterator[str]:
    """Pages of the operator; whoever sits in the game sees no more there than its other players."""
    own = f"/admin/games/game/{game.pk}/"
    yield from (
        "/admin/",
        "/admin/games/game/",
        f"{own}change/",
        f"{own}replay/",
        f"{own}replay/board.svg?stop=1&seat=umpire",
    )
    yield from (f"/admin/games/{model}/" for model in ("notice", "outgoingmail", "journalsegment", "player"))


def letters(player: Player, game: Game, after: int = 0) -> Readable:
    """The letters to the player, as they would go out now."""
    for mail in OutgoingMail.objects.filter(player=player, game=game, pk__gt=after).order_by("pk"):
        letter = load_email_context(mail)
        if letter is not None:
            yield f"letter: {mail.kind}", partial(_written, letter)


def _written(letter: EmailContext) -> str:
    return build_message(letter).message().as_string()


def newest_letter() -> int:
    """Letters after this one are new."""
    return OutgoingMail.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


def _own(player: Player, game: Game) -> list[Any]:
    rows = OpenRequest.objects.filter(game=game, seat__player=player, closed_at=None)
    return list(rows.order_by("seat__position").values_list("pk", flat=True))


def _foreign(player: Player, game: Game) -> Iterable[Any]:
    """Open questions of others, and one that is none."""
    rows = OpenRequest.objects.filter(game=game, closed_at=None).exclude(seat__player=player)
    return [uuid4(), *rows.order_by("seat__position").values_list("pk", flat=True)]


def headers_of(response: Any) -> dict[str, str]:
    """The headers of an answer, without its length and what rests on the clock and the caller's own calls."""
    return {name: value for name, value in response.headers.items() if name not in ("Content-Length", "RateLimit")}


def shown(response: Any) -> str:
    """An answer by HTTP: its status, its headers and what stands in it."""
    headers = headers_of(response)
    body = b"".join(response.streaming_content) if response.streaming else response.content
    return f"{response.status_code}\n{headers}\n{body.decode()}"
