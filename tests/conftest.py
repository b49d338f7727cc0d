"""What all tests share: the flush that carries its permit, the toy title, players, and a game at every stage."""

import secrets
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import TransactionTestCase
from django.utils import translation
from hypothesis import settings as hypothesis_settings
from whitenoise.middleware import WhiteNoiseMiddleware

from games import registry
from games.kernel.title import Title
from games.models import Game, Player
from games.models.append_only import allow_changes
from games.services import bots, triggers
from games.services.creation import do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.resolve.advance import do_resolve
from pbem import cache_backends, rate_limits
from tests.kernel.toy import ADVISED, TOY
from tests.sweeping import is_swept
from tests.table import offer

settings.PBEM_PREVIEW_PROCESSES = False  # another process does not see what a test has not committed
settings.PBEM_PUSH_KEY = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"  # that of RFC 8291, section 5

hypothesis_settings.register_profile("untimed", deadline=None)
hypothesis_settings.load_profile("untimed")


@pytest.fixture(scope="session", autouse=True)
def _flush_with_permit() -> Iterator[None]:
    """Let what empties the database after a transactional test empty the append-only tables too."""
    teardown = TransactionTestCase._fixture_teardown

    def with_permit(self: TransactionTestCase) -> None:
        with allow_changes():
            if not is_swept():
                teardown(self)

    patch = pytest.MonkeyPatch()
    patch.setattr(TransactionTestCase, "_fixture_teardown", with_permit)
    yield
    patch.undo()


@pytest.fixture
def own_cache(settings: Any) -> None:
    """An empty cache that no test beside this one counts in or empties."""
    settings.CACHES = {name: {**cache, "KEY_PREFIX": uuid4().hex} for name, cache in settings.CACHES.items()}


@pytest.fixture(autouse=True)
def _each_by_itself(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No test notices what was played before it: one fixture for all of that, since every fixture costs each of twenty
    thousand tests its time.
    """
    _in_one_minute(monkeypatch)
    _nothing_was_away()
    _the_same_dice_every_time(request, monkeypatch)
    titles = registry.TITLES
    yield
    if registry.TITLES is not titles:  # what a test has offered in place of a title is forgotten with it
        registry.clear_title_cache()
    translation.deactivate()  # who is called last may read Japanese; the next test speaks the language of the settings


def _in_one_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test counts falls into one minute, whatever the clock says when it begins."""
    monkeypatch.setattr(rate_limits, "FIRST_SECOND", time.time() % rate_limits.MINUTE)


def _nothing_was_away() -> None:
    """No test waits for what another one took away."""
    cache_backends.forget_outage()
    triggers.resume()


def _the_same_dice_every_time(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of a test throw the same dice, and bots toss up alike, whenever it is run: what fails can be looked into.
    The soak and the bench, which play on servers of their own, throw new ones each time.
    """
    chance = Random(request.node.nodeid)
    monkeypatch.setattr(secrets, "token_bytes", chance.randbytes)
    monkeypatch.setattr(bots, "new_random_source", lambda: chance.randrange)


@pytest.fixture(scope="session", autouse=True)
def _quick_passwords() -> None:
    """Passwords of tests are hashed quickly."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(scope="session", autouse=True)
def _static_files_are_found_once() -> Iterator[None]:
    """Every client of a test has middleware of its own; what it serves of static files is looked up for the first."""
    find = WhiteNoiseMiddleware.add_files_from_finders
    known: dict[str, dict[str, Any]] = {}

    def found(self: Any) -> None:
        if self.static_prefix not in known:
            find(self)
            known[self.static_prefix] = dict(self.files)
        self.files.update(known[self.static_prefix])

    patch = pytest.MonkeyPatch()
    patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", found)
    yield
    patch.undo()


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[Title[Any]]:
    offer(monkeypatch, TOY)
    yield TOY
    registry.clear_title_cache()


@pytest.fixture
def new_rules(monkeypatch: pytest.MonkeyPatch, toy: Title[Any]) -> Callable[[Title[Any]], None]:
    """Put other rules under the games that are being played."""
    return lambda title: offer(monkeypatch, title)


@pytest.fixture
def anna(db: None) -> Player:
    return Player.objects.create_user("anna", "anna@example.org", "pw")


@pytest.fixture
def ben(db: None) -> Player:
    return Player.objects.create_user("ben", "ben@example.org", "pw", language="ja")


@pytest.fixture
def staff(db: None) -> Player:
    return Player.objects.create_superuser("ulla", "ulla@example.org", "pw")


@pytest.fixture
def council(monkeypatch: pytest.MonkeyPatch, toy: Title[Any], anna: Player, ben: Player) -> Game:
    """A running game in which carl (green) advises anna (red) on her bids; ben is black, and dora (blue) looks on."""
    offer(monkeypatch, ADVISED)
    game = do_create_game(host=anna, title="toy", scenario="council", name="North Sea 12", deadline_hours=48)
    carl, dora = (Player.objects.create_user(name, f"{name}@example.org", "pw") for name in ("carl", "dora"))
    for player, role in ((anna, "red"), (ben, "black"), (carl, "green"), (dora, "blue")):
        do_join_game(player=player, game_id=game.pk, role=role)
    do_start_game(player=anna, game_id=game.pk)
    do_resolve(game.pk)
    game.refresh_from_db()
    return game


@pytest.fixture
def carl(council: Game) -> Player:
    return Player.objects.get(username="carl")


@pytest.fixture
def dora(council: Game) -> Player:
    return Player.objects.get(username="dora")


@pytest.fixture
def announced(toy: Title[Any], anna: Player) -> Game:
    return do_create_game(host=anna, title="toy", scenario="standard", name="North Sea 12", deadline_hours=48)


@pytest.fixture
def seated(announced: Game, anna: Player, ben: Player) -> Game:
    do_join_game(player=anna, game_id=announced.pk, role="red", nonce="anna's")
    do_join_game(player=ben, game_id=announced.pk, role="black")
    return announced


@pytest.fixture
def running(seated: Game, anna: Player) -> Game:
    """A game whose seats have their cards and are asked for their first bids."""
    do_start_game(player=anna, game_id=seated.pk)
    do_resolve(seated.pk)
    seated.refresh_from_db()
    return seated
