"""Goeben's missions played to their ends by taps alone, and what was said beforehand held against what came of it."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from games.kernel.codec import encode
from games.kernel.driver import DriveResult
from games.kernel.random_source import random_source
from games.kernel.requests import Ask
from games.titles.goeben.orders.dayplan import DayPlan
from games.titles.goeben.orders.orders import Move
from games.titles.goeben.rules.day.planning import plan_form
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import day as told
from games.titles.goeben.visibility.redeal import redeal
from tests.titles.goeben.boards import FORTS, LYING
from tests.titles.goeben.box import BOX
from tests.titles.goeben.laid_out import at_sea, plain
from tests.titles.loading import load
from tests.titles.tapper import play

ROOT = Path(__file__).parents[3]
GOEBEN = load("goeben")
MISSIONS = tuple(BOX.missions)
OPTIONS: dict[str, dict[str, Any]] = {
    "ottoman_alliance": {"fleet": "all_four", "mines": True, "seaplane": True, "austro_hungarian": True},
}
"""Not every mission is sailed by two ships alone."""


class Honesty:
    """Remembers what each plan was said to cost, and counts the ships that sailed as they had planned."""

    def __init__(self) -> None:
        self.moves: dict[str, tuple[tuple[str, ...], int]] = {}
        self.sailed = 0

    def watch(self, run: DriveResult, answered: dict[str, tuple[Ask[Any], Any]]) -> None:
        """Undisturbed, a ship spends the coal that was said."""
        for ask, answer in answered.values():
            if isinstance(ask.form, DayPlan):
                self._note(ask.form, answer)
        for event in run.events:
            news = plain(event.event.variants[0].event)
            if isinstance(news, told.Sailed) and news.speed and self.moves.get(news.ship, ((), 0))[0] == news.route:
                assert news.coal == self.moves[news.ship][1], news
                self.sailed += 1

    def _note(self, form: DayPlan, answer: Any) -> None:
        lines = [line.text.en for line in form.preview(answer).lines]
        for order in form.accept(answer):
            if not isinstance(order, Move):
                continue
            for ship in order.ships:
                said = next((line for line in lines if line.startswith(f"{ship}: coal ")), "")
                before, _, after = said.partition(" coal ")[2].partition(", then ")
                self.moves[ship] = order.way, int(before) - int(after) if said else 0


@pytest.mark.parametrize("mission", MISSIONS)
def test_who_knows_nothing_but_spots_and_offers_plays_a_mission_to_its_end(mission: str) -> None:
    honesty = Honesty()
    tapper = play(GOEBEN, mission, "a", OPTIONS.get(mission), honesty.watch)
    assert tapper.taken["new"] > 10
    assert tapper.helpless.total() <= 1, tapper.helpless
    assert honesty.sailed > 2


@pytest.mark.thorough
@pytest.mark.parametrize("scenario", sorted({*GOEBEN.scenarios} - {*MISSIONS}))
def test_so_do_several_of_them_together(scenario: str) -> None:
    tapper = play(GOEBEN, scenario, "b")
    assert tapper.taken.total() > 30
    assert tapper.helpless.total() <= 2, tapper.helpless


def test_all_that_is_offered_is_the_same_under_any_hash_seed() -> None:
    digests = set()
    for seed in ("1", "4242"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-m", "tests.titles.tapper", "goeben", "suez_canal", "1"]
        digests.add(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)
    assert len(digests) == 1


@pytest.mark.rule("goeben", "25.2")
@pytest.mark.parametrize(("scenario", "seat"), [("ottoman_alliance", "commander"), ("captains", "goeben")])
def test_in_two_worlds_rings_offers_outlook_and_marks_are_equal_bytes(scenario: str, seat: str) -> None:
    lying = {zone: names.replace("+up", "") for zone, names in LYING.items()}
    board = at_sea(scenario, lying=lying, forts=FORTS, turn=2, goeben="messina", breslau="algiers_sea+cargo=optics")
    draft = [{"order": "move", "ships": ["goeben"], "way": ["sicily_e"]}]

    def shown(world: Board) -> bytes:
        form = plan_form(world, seat)
        parts = [
            form,
            form.completions(draft, "/0/way"),
            form.preview(draft),
            form.annotations(draft),
            form.proposals(),
        ]
        taps = [
            form.suggested_edits(draft, value, ("goeben",)) for value in ("malta_pz", "zante", "goeben", "adriatic_pz")
        ]
        return b"".join(map(encode, [*parts, *taps]))

    worlds = [Board(redeal(BOX, board.state, seat, random_source(n)), BOX) for n in range(12)]
    assert any(encode(world.state) != encode(board.state) for world in worlds)
    assert {shown(world) for world in worlds} == {shown(board)}
