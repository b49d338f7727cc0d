"""The two-worlds test over the wire: what a seat cannot know shows in no answer, page or letter of the server.

A game is taken up at a checkpoint and played on twice by the same public acts: as it is, and with all that the observer
cannot know dealt anew. Everything that the observer can fetch must be the same, to the byte, in both.
"""

import random
import re
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec
import pytest
from django.db import transaction
from django.test import Client

from games import registry, store
from games.kernel.driver import drive
from games.kernel.requests import Ask
from games.kernel.title import NO_TWIN, same_answer
from games.models import EventSegment, Game, OpenRequest, OutgoingMail, Player, StandingOrder
from games.selectors.letters import letter_for
from games.services import load
from games.services.advance import do_resolve
from games.services.answers import do_submit_answer
from games.services.creation import do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.standing import do_add_order, do_replace_order
from games.titles.pirates.orders import AsPlanned, Mines, Play
from tests.api.conftest import Caller
from worker.mail.message import message_of

pytestmark = pytest.mark.django_db

PAIRS, STOPS = 3, 5
"""So many pairs of worlds are played on, for so many stops each."""
RUNNING = {"planned": 6, "sealed": 6}
"""More pairs where turns run by themselves: then one stop often turns up a card that tells the worlds apart."""

NEVER = {"value": {"at_least": 90}}
"""What is true of no ship."""
AHEAD: dict[str, tuple[dict[str, Any], ...]] = {
    "asked": (),
    "planned": (),
    "ahead": ({"kind": "react", "answer": None}, {"kind": "react", "when": NEVER, "answer": "trap"}),
    "sealed": tuple(
        {"kind": "reactions", "answer": [{"kind": "react", "when": NEVER, "answer": answer}]}
        for answer in ("amc", "trap")
    ),
}
"""The manners of playing. In some red gives an order ahead, and black does not; in the other world red, where it is not
the observer, has given one that says something else and does the same.
"""

_ID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}")
_VOLATILE = re.compile(
    r"\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|\+00:00)?"  # moments, as JSON has them
    r"|<[0-9a-f]{40}@[^>]+>|board\.[0-9a-f]{40}@[^\">]+"  # Message-IDs, which are HMACs
    r"|csrfmiddlewaretoken\" value=\"\w+|={10,}[0-9]+==|boundary=\"[^\"]+\""
    r"|datetime=\"[^\"]+\"|Date: .*|\d\d:\d\d"
)


@dataclass
class World:
    """One of the two: what was asked and answered in it, and all that the observer could read at each stop."""

    game: Game
    observer: Caller
    role: str
    asked: list[dict[str, tuple[Ask[Any], Any]]]
    seen: list[list[tuple[str, str]]]
    told: list[list[Any]]
    planned: bool = False

    def play(self, like: "World | None", seed: int) -> None:
        """Play on: by chance, or as much like the other world as what is public goes."""
        letters = OutgoingMail.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
        for number in range(STOPS):
            self.seen.append(list(self._everything(letters)))
            answers = self._answers(number, like, random.Random(seed * 100 + number))
            if not answers:
                return
            self.asked.append(answers)
            for role, (question, answer) in answers.items():
                _submit(self.game, role, msgspec.json.encode(question.form.write(answer)))
            before = Game.objects.get(pk=self.game.pk).stop
            do_resolve(self.game.pk)
            self.told.append(list(_told_since(self.game, before, self.role)))

    def _answers(
        self, number: int, like: "World | None", whim: random.Random
    ) -> dict[str, tuple[Ask[Any], Any]] | None:
        title, found = registry.game_title(self.game), {}
        for row in OpenRequest.objects.filter(game=self.game, closed_at=None).select_related("seat"):
            question = store.read_question(title, row.question)
            answer = self._whim(question, whim)
            if like is not None:
                if number >= len(like.asked) or row.seat.role not in like.asked[number]:
                    return None
                other, given = like.asked[number][row.seat.role]
                if other.kind != question.kind:
                    return None  # the worlds were told apart before this stop
                twin = same_answer if row.seat.role == self.role else title.mirror
                if (answer := twin(other, given, question)) is NO_TWIN:
                    return None
            found[row.seat.role] = (question, answer)
        return found

    def _whim(self, question: Ask[Any], whim: random.Random) -> Any:
        """Some answer; others plan no reactions, which other cards might make them play."""
        if question.kind == "reactions" and question.seat != self.role:
            return question.form.default()
        answers = [question.form.sample(whim.randrange) for _ in range(4)]
        if question.kind == "plan" and (self.planned or question.form.prospects.sealed):
            answers += [question.form.sample(whim.randrange) for _ in range(20)]
        if question.kind == "plan" and self.planned:
            ticked = [(*(order for order in answer if order != AsPlanned()), AsPlanned()) for answer in answers]
            answers = [answer for answer in ticked if not list(question.form.problems(answer))] or [(AsPlanned(),)]
        return min(answers, key=_length)

    def _everything(self, letters: int) -> Iterator[tuple[str, str]]:
        """All that the observer can fetch, with headers, and the letters owed since the worlds parted."""
        base, player = f"games/{self.game.pk}/", self.observer.player
        assert player is not None
        mine = self.observer.get("decisions/").json()["results"]
        calls = ["games/", "decisions/", base, *(f"decisions/{one['id']}/" for one in mine)]
        calls += [
            base + path for path in ("view/", "events/", "notices/", "dice/", "board.svg", "board.svg?language=ja")
        ]
        calls += [f"{base}view/?seat=public", f"{base}view/?seat={_other(self.role)}", f"{base}admin/stops/"]
        for path in calls:
            yield _named(path), _shown(self.observer.get(path))
        for one in mine:
            for nonsense in ("choose break_contact_1", "nonsense", "pass x=y"):
                found = self.observer.raw("POST", f"decisions/{one['id']}/check/", nonsense, "text/plain")
                yield nonsense, _shown(found)
        browser = Client()
        browser.force_login(player)
        pages = [f"/decisions/{one['id']}/" for one in mine]
        for path in ("/", "/games/", f"/games/{self.game.pk}/", f"/games/{self.game.pk}/?seat=public", *pages):
            yield _named(path), _shown(browser.get(path))
        for mail in OutgoingMail.objects.filter(player=player, pk__gt=letters).order_by("pk"):
            letter = letter_for(mail)
            assert letter is not None
            message = message_of(letter)
            html = "".join(str(part[0]) for part in message.alternatives)
            yield f"letter: {mail.kind}", _steady(f"{message.subject}\n{message.extra_headers}\n{message.body}\n{html}")


def _length(answer: Any) -> int:
    """Of a plan the number of orders, but rather any than none: short ones are followed more easily with other cards,
    and easiest are those for which any card will do.
    """
    if not isinstance(answer, tuple):
        return 0
    return sum(3 if isinstance(order, Play | Mines) else 1 for order in answer if order != AsPlanned()) or 10


def _other(role: str) -> str:
    return "black" if role == "red" else "red"


def _submit(game: Game, role: str, answer: bytes) -> None:
    row = OpenRequest.objects.select_related("seat__player").get(game=game, seat__role=role, closed_at=None)
    do_submit_answer(player=row.seat.player, request_id=row.pk, answer=answer)


def _shown(response: Any) -> str:
    headers = {name: value for name, value in response.headers.items() if name != "Content-Length"}
    return _steady(f"{response.status_code}\n{headers}\n{response.content.decode()}")


def _named(path: str) -> str:
    return _ID.sub("ID", path)


def _steady(text: str) -> str:
    """The text without what chance and the clock put into it: ids by the order in which they come up."""
    known: dict[str, str] = {}
    text = _ID.sub(lambda found: known.setdefault(found[0], f"ID{len(known)}"), text)
    return _VOLATILE.sub("~", text)


def _told_since(game: Game, stop: int, role: str) -> Iterator[Any]:
    title = registry.game_title(game)
    for segment in EventSegment.objects.filter(game=game, number__gt=stop).order_by("number"):
        for event in store.read_events(segment.told):
            if (seen := event.told.for_seat(role)) is not None:
                yield store.typed_event(title, seen)


def _disclosed(role: str, here: list[Any], there: list[Any]) -> bool:
    """Whether the two worlds were told apart openly, by an event that is meant to disclose something."""
    for one, other in zip(here, there, strict=False):
        if one != other:
            meant = set(one.discloses(role)) & set(other.discloses(role))
            return all(name in meant for name in one.__struct_fields__ if getattr(one, name) != getattr(other, name))
    return False


def _advance(game: Game, whim: random.Random, stops: int) -> None:
    """Play on by chance, then to the next place at which nothing was recorded since the checkpoint."""
    title = registry.game_title(game)
    for number in range(stops + 40):
        game.refresh_from_db()
        if number >= stops and not load.position(game).recorded:
            return
        for row in OpenRequest.objects.filter(game=game, closed_at=None).select_related("seat"):
            form = store.read_question(title, row.question).form
            answer = form.default() if row.kind == "reactions" else form.sample(whim.randrange)
            _submit(game, row.seat.role, msgspec.json.encode(form.write(answer)))
        do_resolve(game.pk)
    pytest.fail("the game never came to a checkpoint")


def _deal_anew(game: Game, role: str, whim: random.Random) -> None:
    """Put another true state under the game, which the observer cannot tell from this one."""
    title, here = registry.game_title(game), load.position(game)
    dealt = title.redeal(title.read_state(here.checkpoint.state), role, _seldom(whim))
    state = title.write_state(dealt)
    checkpoint = msgspec.structs.replace(here.checkpoint, state=state)
    run = drive(title, checkpoint, chance=load.chance_of(game, load.seats_in_order(game)), branch=game.branch)
    for question in run.asked:
        OpenRequest.objects.filter(game=game, seat__role=question.seat, closed_at=None).update(
            question=store.pack(question)
        )
    load.keep(game, here._replace(checkpoint=checkpoint, keyframe=(checkpoint.number, state)), load.glimpses(game))
    assert state != here.checkpoint.state


def _order_anew(game: Game, role: str, manner: str) -> None:
    """Let red, if that is another seat, have said something else."""
    for order in StandingOrder.objects.filter(game=game, seat__role="red").exclude(seat__role=role):
        assert order.seat.player is not None
        do_replace_order(player=order.seat.player, order_id=order.pk, raw=AHEAD[manner][1])


def _seldom(whim: random.Random) -> Callable[[int], int]:
    """Moves every other card: a hand that keeps some can be played in both worlds alike."""
    return lambda limit: whim.randrange(limit) if whim.random() < 0.5 else 0


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch, anna: Player, ben: Player, role: str, manner: str) -> Game:
    """A game between Anna (red) and Ben (black), with the same dice in every run of the test."""
    monkeypatch.setattr(secrets, "token_bytes", random.Random(role).randbytes)
    options = {"tempo": "sealed"} if manner == "sealed" else {}
    game = do_create_game(host=anna, title="pirates", scenario="two_players", options=options, name="Emden")
    for player, seat in ((anna, "red"), (ben, "black")):
        do_join_game(player=player, game_id=game.pk, role=seat)
    do_start_game(player=anna, game_id=game.pk)
    do_resolve(game.pk)
    for order in AHEAD[manner][:1]:
        do_add_order(player=anna, game_id=game.pk, raw=order)
    return game


@pytest.mark.parametrize("manner", AHEAD)
@pytest.mark.parametrize("role", ["red", "black"])
def test_nothing_tells_two_worlds_apart(game: Game, anna: Player, ben: Player, role: str, manner: str) -> None:
    whim = random.Random(role)
    Player.objects.update(mail_preferences={"stops": True, "pictures": False, "reminders": True}, language="en")
    player = Player.objects.get(pk={"red": anna, "black": ben}[role].pk)
    compared = 0
    pairs = RUNNING.get(manner, PAIRS)
    for _ in range(pairs):
        _advance(game, whim, 3)
        compared += _compare(*_pair(game, player, role, whim, manner))
    assert compared > pairs, "the worlds were not played on"


@pytest.mark.parametrize(
    ("role", "scenario", "options"),
    [
        ("white", "teams", {}),
        ("blue", "teams", {"tempo": "sealed"}),
        ("red", "solitaire", {"phantom_targets": "player"}),
    ],
    ids=["teams", "teams-sealed", "solitaire"],
)
def test_nor_do_they_at_other_tables(
    monkeypatch: pytest.MonkeyPatch, anna: Player, role: str, scenario: str, options: dict[str, Any]
) -> None:
    """4.0 A partner's hand is as secret as any; 5.2.2 so is the phantom's."""
    whim = random.Random(f"{role} {scenario} {options}")
    monkeypatch.setattr(secrets, "token_bytes", random.Random(role).randbytes)
    game = do_create_game(host=anna, title="pirates", scenario=scenario, options=options, name="Emden")
    for seat in game.seats.order_by("position"):
        player = Player.objects.create_user(f"p_{seat.role}", f"{seat.role}@example.org", "pw")
        do_join_game(player=player, game_id=game.pk, role=seat.role)
    do_start_game(player=anna, game_id=game.pk)
    do_resolve(game.pk)
    Player.objects.update(mail_preferences={"stops": True, "pictures": False, "reminders": True}, language="en")
    player = Player.objects.get(seats__game=game, seats__role=role)
    compared = 0
    for number in range(2 * PAIRS):
        if number < PAIRS or compared <= PAIRS:
            _advance(game, whim, 3)
            compared += _compare(*_pair(game, player, role, whim, "asked"))
    assert compared > PAIRS, "the worlds were not played on"


def _pair(game: Game, player: Player, role: str, whim: random.Random, manner: str) -> list[World]:
    """The game played on as it is, and as it might be; afterwards it stands where it stood."""
    worlds: list[World] = []
    seed = whim.randrange(1000)
    for number in range(2):
        with transaction.atomic():
            if number:
                _deal_anew(game, role, whim)
                if AHEAD[manner]:
                    _order_anew(game, role, manner)
            worlds.append(World(game, Caller(player), role, [], [], [], planned=manner == "planned"))
            worlds[-1].play(worlds[0] if number else None, seed)
            transaction.set_rollback(True)
        load._kept.clear()
    return worlds


def _compare(here: World, there: World) -> int:
    """How many stops were the same, up to where the worlds were told apart openly."""
    for number, (ours, theirs) in enumerate(zip(here.seen, there.seen, strict=False)):
        if number and _disclosed(here.role, here.told[number - 1], there.told[number - 1]):
            return number
        assert [name for name, _ in ours] == [name for name, _ in theirs]
        for (name, mine), (_, other) in zip(ours, theirs, strict=True):
            assert mine == other, f"stop {number}: {name} tells the worlds apart"
    return len(there.seen)
