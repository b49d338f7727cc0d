"""Component data of older games: what was ever released is still played, and what cannot be read holds its games."""

from pathlib import Path
from uuid import UUID
from zlib import compress

import msgspec
import pytest
from django.test import Client

from games import registry
from games.errors import Unreadable
from games.models import DataPack, Game, OutgoingMail, Player, Seat
from games.selectors.due_work import find_overlooked_games
from games.selectors.email_context import load_email_context
from games.selectors.games import get_game_state, list_games
from games.selectors.replay_check import find_replay_faults
from games.services.bots import do_play_bots
from games.services.creation import SeatAssignment, do_create_game
from games.services.hold import do_release
from games.services.lifecycle import do_join_game, do_start_game
from games.services.resolve.advance import do_resolve
from games.services.resolve.dry_run import check_resolve
from tools.keep_packs import PACKS, release
from worker.mail.outbound.mime_message import build_message

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

KEPT = sorted(PACKS.glob("*/*.pack"))
STOPS = 6


def test_the_packs_of_this_release_are_kept() -> None:
    kept = {path.stem for path in KEPT if path.parent.name == release()}
    missing = sorted(set(registry.title_keys()) - kept)
    assert not missing, f"`python -m tools.keep_packs` keeps the component data of {', '.join(missing)}"


@pytest.mark.parametrize("path", KEPT, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_game_of_an_older_release_is_played_on(path: Path, staff: Player) -> None:
    content, key = path.read_bytes(), path.stem
    pack = registry.store_pack(registry.Pack(key, registry.pack_digest(content), content))
    for scenario in registry.pinned_title(key, pack.digest).scenarios:
        game = _between_bots(staff, key, scenario, pack)
        for _ in range(STOPS):
            assert not do_resolve(game.pk).held
            do_play_bots(game.pk)
        game.refresh_from_db()
        assert game.stop
        assert check_resolve(game) == []
        assert find_replay_faults(game) == []


def _between_bots(host: Player, key: str, scenario: str, pack: DataPack) -> Game:
    wishes = [SeatAssignment(role=role, bot="random") for role in registry.current_title(key).seats(scenario)]
    game = do_create_game(host=host, title=key, scenario=scenario, seats=wishes)
    Game.objects.filter(pk=game.pk).update(data_pack=pack)
    return do_start_game(player=host, game_id=game.pk)


@pytest.fixture
def unreadable(anna: Player, ben: Player) -> Game:
    """A running game whose component data the installed rules do not know how to read."""
    game = do_create_game(host=anna, title="pirates", scenario="two_players", name="North Sea 12", deadline_hours=48)
    for player, seat in zip((anna, ben), Seat.objects.filter(game=game).order_by("position"), strict=True):
        do_join_game(player=player, game_id=game.pk, role=seat.role)
    do_start_game(player=anna, game_id=game.pk)
    do_resolve(game.pk)
    content = compress(msgspec.msgpack.encode({"of_another_age.toml": b"ships = 3"}))
    pack = registry.store_pack(registry.Pack("pirates", registry.pack_digest(content), content))
    OutgoingMail.objects.all().delete()
    Game.objects.filter(pk=game.pk).update(data_pack=pack)
    game.refresh_from_db()
    return game


def test_it_is_told_before_a_deploy(unreadable: Game) -> None:
    (fault,) = check_resolve(unreadable)
    assert unreadable.data_pack_id[:12] in fault
    assert find_replay_faults(unreadable) == [fault]


@pytest.mark.both_databases
def test_its_game_is_held_and_all_are_told(unreadable: Game) -> None:
    assert do_resolve(unreadable.pk).held
    unreadable.refresh_from_db()
    assert unreadable.status == Game.Status.HELD
    assert unreadable.data_pack_id[:12] in unreadable.hold_reason
    letters = [load_email_context(mail) for mail in OutgoingMail.objects.filter(game=unreadable)]
    assert len(letters) == 2
    for letter in letters:
        assert letter is not None
        assert "North Sea 12" in build_message(letter).subject


def test_the_sweep_finds_it_though_nobody_answers(unreadable: Game) -> None:
    assert find_overlooked_games(start=UUID(int=0)) == [unreadable.pk]
    do_resolve(unreadable.pk)
    assert find_overlooked_games(start=UUID(int=0)) == []


def test_the_lists_go_on_without_it(unreadable: Game, anna: Player, client: Client) -> None:
    """Held or not yet, it is in the lists; its own page says why there is no more."""
    client.force_login(anna)
    for _ in range(2):
        assert unreadable in list_games(anna)
        assert get_game_state(anna, unreadable.pk).seats[0].name.en
        for page in ("/", "/games/"):
            assert "North Sea 12" in client.get(page, follow=True).content.decode()
        own = client.get(f"/games/{unreadable.pk}/")
        assert own.status_code == 409
        assert "cannot read this game" in own.content.decode()
        do_resolve(unreadable.pk)


def test_a_release_waits_until_it_can_be_read(unreadable: Game, staff: Player) -> None:
    do_resolve(unreadable.pk)
    with pytest.raises(Unreadable):
        do_release(by=staff, game_id=unreadable.pk)
    pack = registry.store_pack(registry.current_pack("pirates"))
    Game.objects.filter(pk=unreadable.pk).update(data_pack=pack)
    do_release(by=staff, game_id=unreadable.pk)
    unreadable.refresh_from_db()
    assert unreadable.status == Game.Status.RUNNING
    assert check_resolve(unreadable) == []


@pytest.mark.both_databases
def test_a_pack_that_is_not_what_its_digest_says(unreadable: Game) -> None:
    DataPack.objects.filter(pk=unreadable.data_pack_id).update(content=compress(b"x"))
    (fault,) = check_resolve(unreadable)
    assert "not what its digest says" in fault
