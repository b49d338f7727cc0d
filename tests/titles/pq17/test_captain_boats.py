"""The captain's boats leave a well escorted convoy alone, and follow it."""

import pytest

from games.titles.pq17.bot.judgement import Judgement
from games.titles.pq17.bot.striking import choose_strikes, escort_dice
from games.titles.pq17.orders.attacks import Attack, Follow, StrikesForm, StrikesOrder, Target
from games.titles.pq17.orders.draft_odds import Dive
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import Report, Strength
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX

rule = pytest.mark.rule
BLOCK = "block_1"
WEAK = ((0, 100), (2, 60), (4, 60), (6, 60))
"""Two boats attack at -5, and less than one of them fires on average."""
STRONG = ((0, 300), (2, 260), (4, 200), (6, 140))


def answered(means: tuple[tuple[int, int], ...], *, shadowers: tuple[str, ...] = ("pack",)) -> tuple[StrikesOrder, ...]:
    target = Target(BLOCK, shadowers=shadowers, forces=("pack", "tf1"), packs=("pack",))
    form = StrikesForm(targets=(target,), dives={BLOCK: {"pack": Dive(3, ("convoy",), {}, means)}})
    return choose_strikes(Judgement(BOX, view(board(), "axis")), form)


def board(**fields: object) -> Board:
    return arctic(force("pq17", "allied", "convoy", "0412", "mv 31", "dd_a_i 6", "es_british 4"), **fields)


@rule("pq17", "7.4")
def test_a_pack_that_would_be_kept_down_follows_instead() -> None:
    """Ships attack all the same."""
    assert answered(WEAK) == (Follow("pack", BLOCK), Attack("tf1", BLOCK))
    assert answered(WEAK, shadowers=()) == (Attack("tf1", BLOCK),)


@rule("pq17", "7.4", "7.7.2")
@pytest.mark.parametrize("means", [STRONG, ()], ids=["weak escort", "scattered"])
def test_a_pack_that_can_fire_attacks(means: tuple[tuple[int, int], ...]) -> None:
    assert answered(means) == (Attack("pack", BLOCK), Attack("tf1", BLOCK))


def test_escorts_are_judged_by_the_report_or_by_the_order_of_battle() -> None:
    """PQ-17 sails with three destroyers, three torpedo boats and four escorts: two dice and four."""
    target = Target(BLOCK)
    assert escort_dice(Judgement(BOX, view(board(), "axis")), target) == 6
    told = Report(to="axis", turn=9, source="search", at="0412", block=1, strengths=(Strength("light", 2, 5),))
    assert escort_dice(Judgement(BOX, view(board(reports=[told]), "axis")), target) == 2
