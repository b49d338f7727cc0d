"""`./run soak --wire`: start a server, and let clients that know no rules play whole games on it over HTTP."""

import shutil
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from bench.chaos.main import awaited, own_server
from bench.report import progress

if TYPE_CHECKING:
    from bench.chaos.storms import Land
    from bench.wired.reading import Owed
    from bench.wired.tables import Result, Wish

AT_ONCE = 3
"""The number of games that are played at the same time."""
STILL = 180.0
"""The seconds without a new question after which a game counts as stuck."""
SENDING = 600.0
"""The most seconds for sending the last e-mails."""
REPORT_SECONDS = 30.0
"""The seconds between two lines of progress."""


def run(title: str, scenarios: tuple[str, ...], *, seed: int, pictures: bool = False) -> int:
    """Play all games and print the table; return 0 if every e-mail is correct and every game is sound, else 1.

    `title` and `scenarios` limit the games as in `wishes`. If the run is terminated, print the progress of each game,
    and remove the temporary files.
    """
    folder, results = Path(tempfile.mkdtemp(prefix="so-wire-")), list["Result"]()
    with leaving_nothing(folder, results), ExitStack() as stack:
        progress("starting a database, a broker and a mail server")
        land = stack.enter_context(own_server(folder, seed))
        stack.push(lambda kind, *_: land.site.kill() if kind is not None else None)
        from bench.wired import tables

        results += map(tables.Result, tables.wishes(title, scenarios))
        progress("starting the server")
        land.site.start()
        awaited(land.site.address)
        _play(land, results, seed, pictures)
        wrong = [*_judged(land, results), *(f"{one.wish.scenario}: {text}" for one in results for text in one.wrong)]
    print(tables.shown(results))
    print("\n".join(wrong) if wrong else "Every letter came once and can be read; chains and dice are sound.")
    if not wrong:
        shutil.rmtree(folder, ignore_errors=True)
    return 1 if wrong else 0


@contextmanager
def leaving_nothing(folder: Path, results: Sequence["Result"]) -> Iterator[None]:
    """Wrap a block: on TERM and Ctrl-C, print the games so far and remove the folder, then end as usual."""
    began = time.monotonic()
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        yield
    except (SystemExit, KeyboardInterrupt):
        print(f"Cut off after {time.monotonic() - began:.0f} s; letters are not counted, nothing is judged.")
        if results:  # else Django may not be set up yet, which the table needs
            from bench.wired import tables

            print(tables.shown(results))
        sys.stdout.flush()
        shutil.rmtree(folder, ignore_errors=True)
        raise
    finally:
        signal.signal(signal.SIGTERM, before)


def _play(land: "Land", results: list["Result"], seed: int, pictures: bool) -> None:
    """Play all games, AT_ONCE at a time. After an interruption, kill the server and stop every client."""
    closing = threading.Event()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        played = [
            pool.submit(_played, land, result, seed + number, pictures, closing)
            for number, result in enumerate(results)
        ]
        try:
            _watched(land, results, played)
        except BaseException:
            closing.set()
            pool.shutdown(wait=False, cancel_futures=True)
            land.site.kill()
            raise


def _watched(land: "Land", results: Sequence["Result"], played: Sequence["Future[None]"]) -> None:
    """Wait until all games are played; restart processes of the server that have ended, and print progress."""
    told, going = time.monotonic(), set(played)
    while going:
        _, going = wait(going, timeout=1)
        for name in land.site.look():
            progress(f"the part {name} of the server had ended and was started again")
        if time.monotonic() > told + REPORT_SECONDS:
            told = time.monotonic()
            answers, letters = sum(one.answers for one in results), sum(land.office.taken.values())
            progress(f"{len(played) - len(going)} of {len(played)} games, {answers} answers, {letters} letters taken")
    for one in played:
        one.result()


def _played(land: "Land", result: "Result", seed: int, pictures: bool, closing: threading.Event) -> None:
    """Play one game from its creation to its end; errors are recorded in the result."""
    from django.db import connections

    from tests.api.know_nothing import Puzzled

    wish, began = result.wish, time.monotonic()
    try:
        clients = [_client(land.site.address, wish, seed, place, pictures) for place in range(len(wish.seats))]
        result.game = _begun(clients, wish)
        _to_the_end(clients, result, closing)
        over = clients[0].call("games_retrieve", game_id=result.game).body
        result.points = ", ".join(f"{one['seat']} {one['points']}" for one in over["standings"])
    except (Puzzled, RuntimeError, OSError, LookupError, ValueError) as error:  # the others are played to their end
        result.wrong.append(f"{type(error).__name__}: {error}")
    finally:
        connections.close_all()
    result.seconds = time.monotonic() - began
    progress(f"{wish.title} {wish.scenario}: {result.answers} answers, {result.seconds:.0f} s {result.wrong or ''}")


def _client(address: str, wish: "Wish", seed: int, place: int, pictures: bool) -> Any:
    """Create a player on the server; return its client, which knows no rules.

    Every second player reads Japanese. Pictures take long, so e-mails have them only on request.
    """
    from games.services.players import do_create_player, do_create_unlimited_token
    from games.services.profile import do_update_player
    from tests.api.know_nothing import KnowNothing, over_http

    name = f"{wish.title}-{wish.scenario}-{wish.seats[place]}".replace("_", "-")
    player = do_create_player(name=name, email=f"{name}@example.org", language="ja" if place % 2 else "en")
    wanted = {"watch": True, "pictures": pictures}  # news of the day would wait for a day
    do_update_player(player=player, mail_preferences=wanted)
    return KnowNothing(over_http(address, do_create_unlimited_token(player=player)), Random(1000 * seed + place))


def _begun(clients: list[Any], wish: "Wish") -> str:
    """Create, join and start a game; return its id. Raises RuntimeError if the server refuses."""
    asked = {"title": wish.title, "scenario": wish.scenario, "name": f"Wire {wish.scenario}", "deadline_hours": 48}
    made = _said(clients[0].call("games_create", asked), 201)
    game: str = made["id"]
    for seat, client in zip(wish.seats, clients, strict=True):
        _said(client.call("games_join", {"seat": seat, "nonce": seat}, game_id=game), 200)
    _said(clients[0].call("games_start", {}, game_id=game), 202)
    return game


def _said(reply: Any, status: int) -> Any:
    if reply.status != status:
        raise RuntimeError(f"{reply.status} instead of {status}: {reply.body}")
    return reply.body


def _to_the_end(clients: list[Any], result: "Result", closing: threading.Event) -> None:
    """Let all clients answer their questions until the game is over.

    Raises RuntimeError if the game is stuck or interrupted.
    """
    moved = time.monotonic()
    while not closing.is_set():
        given = sum(client.answer_all() for client in clients)
        result.answers = sum(one.given for one in clients)
        result.refused = sum(one.refused for one in clients)
        if given:
            moved = time.monotonic()
            continue
        status = clients[0].call("games_retrieve", game_id=result.game).body["status"]
        if status == "over":
            return
        if status not in ("running", "open") or time.monotonic() > moved + STILL:
            raise RuntimeError(f"the game stands still, {status}")
        time.sleep(0.1)
    raise RuntimeError("cut off")


def _judged(land: "Land", results: list["Result"]) -> list[str]:
    """Wait for the last e-mails, and check those of each game; return what is wrong with e-mails as a whole."""
    from bench.chaos import operator
    from bench.wired import reading

    until = time.monotonic() + SENDING
    while operator.count_unsent_emails() and time.monotonic() < until:
        land.site.look()
        time.sleep(1)
    for result in results:
        _judge(land, result)
    owed = outbox_emails()
    letters = [one.name for one in owed if not one.joined]
    return [*reading.miscounted(letters, land.office.taken), *reading.merged_without_later(owed)]


def outbox_emails(**which: Any) -> "list[Owed]":
    """Return the e-mails in the outbox, in order. `which`: filters of the query."""
    from bench.wired.reading import Owed
    from games.models import OutgoingMail

    fields = ("message_id", "game", "seat__role", "seat__player__language", "stop", "kind", "status")
    rows = OutgoingMail.objects.filter(**which).order_by("pk").values_list(*fields)
    return [
        Owed(name, str(game), role or "", language or "en", stop, kind, status == OutgoingMail.Status.MERGED)
        for name, game, role, language, stop, kind, status in rows
    ]


def _judge(land: "Land", result: "Result") -> None:
    """Check the e-mails of a game, its hash chain and its dice; errors are added to the result."""
    from bench.wired import reading
    from games.models import Branch, Game, SeatView
    from games.selectors.verification import find_chain_faults, find_dice_faults

    if not result.game:
        return
    game = Game.objects.get(pk=result.game)
    result.stops = game.stop
    owed = outbox_emails(game=game)
    letters = [reading.read(one, land.office.kept[one.name]) for one in owed if one.name in land.office.kept]
    result.heaviest = max((one.size for one in letters), default=0)
    result.wrong += [f"letter {place} to {one.owed.seat}: {text}"
                     for place, one in enumerate(letters) for text in one.wrong]  # fmt: skip
    branch = Branch.objects.filter(game=game).earliest("number")
    secret = bytes(branch.secret).hex()
    for seat in result.wish.seats:
        mine = [one for one in letters if one.owed.seat == seat]
        result.letters[seat] = len(mine)
        result.wrong += [f"{seat}: {text}" for text in reading.undisclosed(mine, secret, branch.commitment)]
        joined = sum(one.joined for one in owed if one.seat == seat)
        result.joined += joined
        seen, told = SeatView.objects.filter(game=game, audience=seat).count(), len(mine) + joined
        result.wrong += [f"{seat}: {told} letters, {joined} joined, for {seen} views"] if told < seen else []
    result.wrong += [*find_chain_faults(result.game), *find_dice_faults(result.game)]
