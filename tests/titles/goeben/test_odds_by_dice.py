"""11.1, 14.3, 14.5, 14.6, 16.0, 21.2 The chances that players are shown are the frequencies of the rules."""

from collections import Counter
from fractions import Fraction

import pytest

from games.titles.goeben.orders.battleplan import BattlePlan
from games.titles.goeben.orders.orders import Intelligence, Launch
from games.titles.goeben.rules.battle import contact, gunnery, hits, torpedoes
from games.titles.goeben.rules.battle.odds import volley
from games.titles.goeben.rules.search import intelligence
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events.battle import ContactRolled
from games.titles.goeben.state.events.day import IntelligenceTried
from games.titles.goeben.state.state import Battle, Foe
from games.titles.goeben.visibility.notes import notes_of
from tests.titles.every_throw import every_end, some_ends
from tests.titles.goeben.boards import crowded

TIMES, NEAR = 2000, 35
"""The number of random runs, and the difference in thousandths that their frequencies may have."""
rule = pytest.mark.rule


def at_war(*, full: bool = False, shore: bool = False) -> Board:
    """Goeben, undamaged ships against her, by day; or the defences of a port."""
    board = crowded()
    space, foes = ("bone", ["fort_9"]) if shore else ("malta_pz", ["gb_bc_2", "gb_dd_1"])
    board.state.battle = Battle(space, ships=["goeben"], foes=[Foe(name) for name in foes], first="german", shore=shore)
    if full:
        board.state.battle.full.append("goeben")
    return board


def fates(board: Board, target: str) -> tuple[bool, bool, bool]:
    """Whether a target was sunk, is to withdraw, or is damaged."""
    fight = board.state.battle
    assert fight is not None
    (foe,) = [one for one in fight.foes if one.id == target]
    leaves = target in fight.leaving and not foe.gone
    return foe.gone == "sunk", leaves, bool(foe.damage.total) and not foe.gone and not leaves


@rule("goeben", "14.5")
@rule("goeben", "14.13")
@rule("goeben", "14.9")
@pytest.mark.parametrize("target", ["gb_bc_2", "gb_dd_1"])
@pytest.mark.parametrize("full", [False, True])
def test_the_chances_of_a_battery_are_those_of_many_salvoes(target: str, full: bool) -> None:
    found = volley(at_war(), "goeben", "primary", target)
    assert found is not None
    shown = [one.chance for one in found.odds(full=full).outcomes[:3]]

    async def fire(board: Board) -> None:
        struck = await gunnery._fire(board, "goeben", "primary", target)
        await hits.on_counter(board, target, board.box.charts.gunnery.allied, struck)

    counts: Counter[int] = Counter()
    for board in some_ends(lambda: at_war(full=full), fire, TIMES):
        counts.update(place for place, one in enumerate(fates(board, target)) if one)
    assert all(abs(shown[place] - 1000 * counts[place] / TIMES) < NEAR for place in range(3)), (shown, counts)
    dice = found.most_dice if full else found.dice
    assert abs(found.odds(full=full).expected[0].hundredths - 100 * dice / 6) <= 2
    assert ("14.9" in {one.rule for one in found.odds(full=full).modifiers}) == full


@rule("goeben", "14.6")
def test_the_chances_of_a_torpedo_are_those_of_many_runs() -> None:
    found = volley(at_war(), "goeben", "torpedo", "gb_dd_1")
    assert found is not None
    shown = [one.chance for one in found.odds().outcomes[:3]]

    async def launch(board: Board) -> None:
        await torpedoes._launch(board, "goeben", "gb_dd_1", "1")

    counts: Counter[int] = Counter()
    for board in some_ends(at_war, launch, TIMES):
        counts.update(place for place, one in enumerate(fates(board, "gb_dd_1")) if one)
    assert all(abs(shown[place] - 1000 * counts[place] / TIMES) < NEAR for place in range(3)), (shown, counts)


@rule("goeben", "16.0")
def test_the_chances_at_coastal_defences_are_those_of_many_salvoes() -> None:
    found = volley(at_war(shore=True), "goeben", "primary", "fort_9")
    assert found is not None
    shown = found.odds().outcomes[0].chance

    async def fire(board: Board) -> None:
        struck = await gunnery._fire(board, "goeben", "primary", "fort_9")
        await hits.ashore(board, struck, "fort_9")

    gone = sum(fates(board, "fort_9")[0] for board in some_ends(lambda: at_war(shore=True), fire, TIMES))
    assert abs(shown - 1000 * gone / TIMES) < NEAR


@rule("goeben", "14.3")
@pytest.mark.parametrize("night", [False, True])
def test_the_chances_of_contact_are_those_of_all_dice(night: bool) -> None:
    def make() -> Board:
        board = at_war()
        assert board.state.battle is not None
        board.state.battle.night = night
        board.ship("goeben").coal = 0
        board.day.weather = {}
        return board

    odds = contact._speeds(notes_of(make(), "commander")).odds[contact.CRUISE][0]
    firsts: dict[str, Fraction] = {}
    for weight, board in every_end(make, contact._first_side):
        (rolled,) = [told.variants[0].event for told in board.told if isinstance(told.variants[0].event, ContactRolled)]
        firsts[rolled.first] = firsts.get(rolled.first, Fraction(0)) + weight
    shown = {one.name.en: one.chance for one in odds.outcomes}
    names = {"german": "you fire first", "allied": "the Allies fire first", "": "no contact"}
    assert all(abs(Fraction(shown[names[key]]) - 1000 * firsts.get(key, Fraction(0))) <= 2 for key in names)
    assert {one.rule for one in odds.modifiers} == {"14.3"}


@rule("goeben", "11.1")
def test_the_chances_of_intelligence_are_those_of_all_dice() -> None:
    (attempt,) = [
        one for one in intelligence.attempts_of(crowded(), [crowded().ship("goeben")]) if one.order != "scout"
    ]
    order = Intelligence("goeben", ("malta_pz",), "jam")

    async def attempt_it(board: Board) -> None:
        await intelligence._try(board, board.ship("goeben"), order)

    found: dict[str, Fraction] = {}
    for weight, board in every_end(crowded, attempt_it):
        events = [told.variants[0].event for told in board.told]
        (tried,) = [one for one in events if isinstance(one, IntelligenceTried)]
        found[tried.finding] = found.get(tried.finding, Fraction(0)) + weight
    shown = {one.name.en: one.chance for one in attempt.odds.outcomes}
    looks = sum((found.get(key, Fraction(0)) for key in ("ir", "ib", "je_ib")), Fraction(0))
    assert abs(Fraction(shown["counters are revealed"]) - 1000 * looks) <= 2
    assert abs(Fraction(shown["alert rises"]) - 1000 * found.get("si", Fraction(0))) <= 2


@rule("goeben", "14.5")
def test_a_battle_plan_shows_the_chances_of_each_order() -> None:
    board = at_war()
    volleys = tuple(
        one
        for battery in ("primary", "secondary", "torpedo")
        if (one := volley(board, "goeben", battery, "gb_dd_1")) is not None
    )
    form = BattlePlan(
        batteries={"goeben": ("primary", "secondary")}, foes=("gb_dd_1",), tubes={"goeben": 2},
        in_reach={"goeben": ("gb_dd_1",)}, full=("goeben",), volleys=volleys,
    )  # fmt: skip
    fire = form.parse("fire goeben at=gb_dd_1 battery=primary")
    (line,) = [one for one in form.preview(fire).lines if one.odds is not None]
    assert line.odds == volleys[0].odds()
    assert "sunk" in line.text.en
    full = form.parse("fire goeben at=gb_dd_1 battery=primary\nfull_fire goeben")
    (line,) = [one for one in form.preview(full).lines if one.odds is not None]
    assert line.odds == volleys[0].odds(full=True)
    launch = form.write((Launch("goeben", ("gb_dd_1",), "1"),))
    (line,) = [one for one in form.preview(launch).lines if one.odds is not None]
    assert line.odds is not None
    assert line.odds.rule == "14.6"
    assert {(one.attacker, one.target) for one in form.list_odds()} == {("goeben", "gb_dd_1")}
