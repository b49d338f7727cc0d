"""15.3.3 Two worlds of a campaign of PQ-17 that differ in one thing alone: which of two Soviet air units that waited
for cargo was admitted. Pages, letters and answers to mail are the same for the enemy, to the byte.

`laid_out` compares what these are made of; here they are read where a player reads them, at two stops.
"""

import random
from collections import Counter
from typing import Any

import pytest
from msgspec import structs

from games.kernel.driver import initial_checkpoint
from games.kernel.random_source import RandomSource
from games.kernel.requests import Ask
from games.models import Game, Player
from games.services import lifecycle
from games.titles.pq17.state.state import State
from games.titles.pq17.visibility.replacements import deal_admitted
from tests.gate.worlds import World, compared, pair, started
from tests.titles.pq17.box import BOX
from tests.titles.pq17.hidden import admitted

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    """September of a campaign, before its order of battle is written: the one unit has come, the other waits on."""
    state = admitted().state
    state.roster.unloaded = 0
    state.composed = BOX.campaign.bare(BOX.campaign.fortnights[state.roster.fortnight], {})
    monkeypatch.setattr(
        lifecycle,
        "initial_checkpoint",
        lambda title, _: structs.replace(initial_checkpoint(title, state), step="order_of_battle"),
    )
    return started("pq17", state.scenario)


def the_other_came(state: State, seat: str, pick: RandomSource) -> State:
    """The same with nothing but this otherwise."""
    assert state.roster is not None
    deal_admitted(BOX, state.roster, "allied", lambda _: 1)
    return state


def as_it_is(world: World, question: Ask[Any], whim: random.Random) -> Any:
    """Everybody lets things go their way."""
    return question.form.default()


def worlds_of(game: Game, role: str) -> tuple[World, World]:
    player = Player.objects.get(seats__game=game, seats__role=role)
    found = pair(game, player, role, random.Random(1), as_it_is, stops=2, redeal=the_other_came)
    assert found is not None
    return found


def test_who_was_admitted_shows_on_no_page_and_in_no_letter_of_the_enemy(game: Game) -> None:
    worlds = worlds_of(game, "axis")
    assert list(compared(*worlds)) == [0, 1]
    sorts = Counter(name.partition(":")[0] for seen in worlds[1].seen for name, _ in seen)
    assert sorts["letter"]
    assert sorts["mail"]


def test_its_owner_would_see_who_was_admitted(game: Game) -> None:
    """So that the comparison could tell."""
    here, there = worlds_of(game, "allied")
    assert any(isinstance(one, str) for one in compared(here, there))
