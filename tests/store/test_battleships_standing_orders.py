"""Battleships on the server: doctrines as standing orders and courses for several turns save their owner e-mails."""

from typing import Any

import pytest
from django.test import Client

from games.models import Game, OpenRequest, Player, StandingOrder
from games.persistence import position
from games.persistence.standing_orders import load_order
from games.services.creation import do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.resolve.advance import do_resolve
from games.services.standing_orders import do_add_order
from tests.api.conftest import Caller
from tests.table import answer

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

GUNS = {"kind": "targets", "answer": [{"order": "engage", "at": ["hood", "prince_of_wales", "nearest"]}]}
FISH = {"kind": "torpedoes", "answer": [{"order": "strike", "at": ["capital"], "within": "3"}]}


@pytest.fixture
def battle(anna: Player, ben: Player) -> Game:
    game = do_create_game(host=anna, title="battleships", scenario="denmark_strait", name="Holland")
    for player, side in ((anna, "british"), (ben, "german")):
        do_join_game(player=player, game_id=game.pk, role=side)
    do_start_game(player=anna, game_id=game.pk)
    do_resolve(game.pk)
    return game


def open_to(game: Game) -> list[tuple[str, str]]:
    rows = OpenRequest.objects.filter(game=game, closed_at=None).order_by("seat__position")
    return list(rows.values_list("seat__role", "kind"))


def asked(game: Game, side: str) -> list[str]:
    """What was put to a side and was not answered ahead."""
    rows = OpenRequest.objects.filter(game=game, seat__role=side, followed=b"")
    return list(rows.order_by("opened_at").values_list("kind", flat=True))


def played_on(game: Game, **says: Any) -> None:
    """Everybody answers, what he is given or the example, and the game goes on."""
    for side, _ in open_to(game):
        answer(game, side, says.get(side))
    while do_resolve(game.pk).more:
        pass
    game.refresh_from_db()


def test_a_doctrine_fires_for_its_owner_for_the_whole_battle(battle: Game, ben: Player) -> None:
    for order in (GUNS, FISH):
        do_add_order(player=ben, game_id=battle.pk, raw=order)
    for _ in range(8):
        played_on(battle)
    assert set(asked(battle, "german")) == {"courses"}
    state = position.rebuild_present_state(battle)
    assert state.turn > 2
    fired = [shot for shot in state.record.shots if shot.firer in ("bismarck", "prinz_eugen")]
    assert all(shot.target in ("hood", "prince_of_wales", "norfolk", "suffolk") for shot in fired)
    answered = OpenRequest.objects.filter(game=battle, seat__role="german", kind="targets").exclude(followed=b"")
    assert answered.count() >= 2


def test_a_course_for_several_turns_is_not_asked_about(battle: Game) -> None:
    on = [{"order": "steer", "ships": [name], "by": "on 4"} for name in ("prinz_eugen", "bismarck")]
    while ("german", "courses") not in open_to(battle):
        played_on(battle)
    first = position.rebuild_present_state(battle).turn
    played_on(battle, german=on)
    while ("german", "courses") not in open_to(battle):
        played_on(battle)
    assert position.rebuild_present_state(battle).turn == first + 4


def test_the_interface_says_how_a_doctrine_is_written_and_tries_it(battle: Game, ben: Player) -> None:
    caller = Caller(ben)
    kinds = caller.get(f"games/{battle.pk}/standing-orders/kinds/").json()["results"]
    assert {one["kind"] for one in kinds} == {"targets", "torpedoes"}
    while ("german", "targets") not in open_to(battle):
        played_on(battle)
    tried = caller.post(f"games/{battle.pk}/standing-orders/preview/", {"orders": [GUNS]})
    assert tried.status_code == 200, tried.content


def test_a_doctrine_is_written_on_the_page(battle: Game, ben: Player) -> None:
    page, client = f"/games/{battle.pk}/standing-orders/", Client()
    client.force_login(ben)
    shown = client.get(f"{page}?add=targets").content.decode()
    assert "交戦" in shown
    row = {
        "row.0.order": "0",
        "row.0.at": ["capital", "nearest"],
        "row.0.within": "18",
        "kind": "targets",
        "do": "save",
    }
    client.post(page, row)
    order = StandingOrder.objects.get(game=battle)
    assert load_order(order).answer == [{"order": "engage", "at": ["capital", "nearest"], "within": "18"}]
