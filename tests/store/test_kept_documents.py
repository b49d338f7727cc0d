"""Whole documents of campaigns, exported under the rules of an earlier release: they stay readable for ever, and play
on.

The files are never written anew. What a later release writes otherwise it reads as it was; where its rules ask
something else the game that came of a document is held, and goes on once it is released.
"""

import lzma
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.kernel.codec import decode
from games.kernel.text import LANGUAGES
from games.models import Game, OpenRequest, Player
from games.persistence.position import load_position
from games.selectors.events import list_audience_events
from games.selectors.seats import get_access
from games.selectors.verification import find_chain_faults, find_dice_faults
from games.selectors.views import get_view
from games.services.hold import do_release
from games.services.importing.game_import import import_game
from games.services.resolve.advance import do_resolve
from games.titles.pq17.state.roster import Roster
from games.titles.pq17.state.state import State
from tests.table import answer
from tests.titles.loading import load

pytestmark = pytest.mark.django_db
KEPT = sorted(Path(__file__).with_name("kept").glob("*.json.xz"))
EACH = pytest.mark.parametrize("path", KEPT, ids=lambda path: path.name.partition(".")[0])
MOST_BYTES = 150_000
LINES = 20
LONGEST = 240
PQ17 = load("pq17")


def brought(path: Path, staff: Player, players: dict[str, Player]) -> Game:
    return import_game(by=staff, data=lzma.decompress(path.read_bytes()), players=players)


def state_of(game: Game) -> State:
    game.refresh_from_db()
    return decode(load_position(game).checkpoint.state, State)


def roster_of(game: Game) -> Roster:
    roster = state_of(game).roster
    assert roster is not None
    return roster


def test_a_campaign_is_kept_in_the_middle_of_an_operation() -> None:
    assert KEPT
    assert sum(path.stat().st_size for path in KEPT) <= MOST_BYTES


@EACH
def test_a_kept_campaign_is_shown_to_both_sides(path: Path, staff: Player, anna: Player, ben: Player) -> None:
    game = brought(path, staff, {"allied": anna, "axis": ben})
    assert find_chain_faults(game.pk) == find_dice_faults(game.pk) == []
    state, roster = state_of(game), roster_of(game)
    assert ([one.operation for one in roster.ledger], roster.played) == ([False], True)
    assert {force.side for force in state.forces if force.at_sea} == {"allied", "axis"}
    for role, player in (("allied", anna), ("axis", ben), ("umpire", staff)):
        access = get_access(player, game.pk, role)
        view: Any = decode(get_view(access).view, PQ17.secrecy.view_type)
        told = [msgspec.convert(one.event, PQ17.rules.event_type) for one in list_audience_events(access)]
        assert (view.fortnight, bool(view.forces), bool(view.reports)) == ("mar_2", True, True)
        for language in LANGUAGES:
            assert PQ17.presentation.text_board(view, language)
            assert PQ17.presentation.render_board(view, language).svg()
            assert len([line for event in told if (line := PQ17.presentation.describe_event(event, language))]) > LINES


@EACH
def test_a_kept_campaign_plays_on_under_the_rules_of_today(
    path: Path, staff: Player, anna: Player, ben: Player
) -> None:
    game = brought(path, staff, {"allied": anna, "axis": ben})
    before = roster_of(game).fortnight
    for _ in range(LONGEST):
        if do_resolve(game.pk).held:
            do_release(by=staff, game_id=game.pk)
        if roster_of(game).fortnight > before:
            break
        for role in OpenRequest.objects.filter(game=game, closed_at=None).values_list("seat__role", flat=True):
            answer(game, role)
    assert [one.operation for one in roster_of(game).ledger] == [False, True]
    assert (game.status, game.rules_version) == (Game.Status.RUNNING, PQ17.rules.version)
    assert find_chain_faults(game.pk) == find_dice_faults(game.pk) == []
