"""Wording about battle, speed and outfit agrees with the rules."""

from typing import Any

import pytest

from games.kernel.forms import Choose
from games.kernel.requests import Ask
from games.titles.goeben.orders.battleplan import BattlePlan
from games.titles.goeben.orders.doctrine import DoctrineForm
from games.titles.goeben.orders.orders import Maximum, Withdraw
from games.titles.goeben.orders.stowage import Stowage
from games.titles.goeben.rules.battle.contact import CRUISE, MAXIMUM, meet_ashore, show_forts
from games.titles.goeben.state.events.battle import BattleEnded, Fired, ShipGone
from games.titles.goeben.state.events.day import CountersShown
from games.titles.goeben.visibility.view import view
from tests.titles.goeben.boards import WORDS
from tests.titles.goeben.box import BOX
from tests.titles.goeben.fights import PORT, off
from tests.titles.pictures import LANGUAGES
from tests.titles.test_schema import met

FORT = "fort_7"
STRENGTH = BOX.forts[FORT]
NAMES = {"en": "Coastal defence 7", "ja": "沿岸防衛隊7"}
STRONG = {"en": f"Coastal defence 7 (strength {STRENGTH})", "ja": f"沿岸防衛隊7（戦力{STRENGTH}）"}
SPEEDS = {"en": ["cruise speed", "maximum speed"], "ja": ["巡航速度", "最大速度"]}
FIRE = {"en": "Maximum fire", "ja": "全力射撃"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_choice_of_speed_names_speeds(language: str) -> None:
    form = Choose(options=(CRUISE, MAXIMUM))
    labels = form.labels_in_context(WORDS.label)
    assert [form.describe(one, language, labels) for one in form.options] == SPEEDS[language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_doctrine_still_orders_maximum_fire(language: str) -> None:
    form = DoctrineForm()
    assert form.describe((Maximum(("bc",)),), language, form.labels_in_context(WORDS.label)).startswith(FIRE[language])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_coastal_defence_has_one_number_wherever_it_is_named(language: str) -> None:
    assert WORDS.label(FORT).get(language) == STRONG[language]
    assert NAMES[language] in WORDS.describe_event(Fired("goeben", "primary", FORT, (6,), 1), language)
    assert STRONG[language] in WORDS.describe_event(CountersShown(PORT, (), (FORT,), "revealed"), language)


@pytest.mark.parametrize(("language", "end", "never"), [("en", "destroyed", "sunk"), ("ja", "破壊", "撃沈")])
def test_coastal_defences_are_destroyed_and_not_sunk(language: str, end: str, never: str) -> None:
    for event in (BattleEnded(PORT, 3, shore=True, sunk=(FORT,)), ShipGone(FORT, "destroyed")):
        line = WORDS.describe_event(event, language)
        assert end in line
        assert never not in line
    assert never in WORDS.describe_event(BattleEnded(PORT, 3, sunk=("indomitable",)), language)


@pytest.mark.parametrize(("language", "end"), [("en", "destroyed"), ("ja", "破壊")])
def test_the_board_of_a_bombardment_shows_what_is_destroyed(language: str, end: str) -> None:
    board = off(f"{FORT} fort_1")
    meet_ashore(board, PORT)
    show_forts(board)
    assert board.state.battle is not None
    board.state.battle.first = "german"
    board.state.battle.foes[0].gone = "sunk"
    text = WORDS.text_board(view(board, "commander"), language)
    assert f"{STRONG[language]}: {end}" in text, text


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "All withdraw or none: breslau, moltke."), ("ja", "全艦で離脱してください：breslau、moltke")],
)
def test_who_would_stay_behind_is_listed_as_each_language_lists(language: str, words: str) -> None:
    exits: dict[str, tuple[str, ...]] = dict.fromkeys(("goeben", "breslau", "moltke"), ("malta_pz",))
    (problem,) = BattlePlan(exits=exits, leader=True).conflicts((Withdraw(("goeben",), "malta_pz"),))
    assert (problem.code, problem.rule, problem.message.get(language)) == ("missing", "14.4", words)


def _stowing() -> dict[str, tuple[Ask[Any], Stowage]]:
    asked = (ask for ask, _ in met("goeben", "captains_four", {}) if ask.kind == "stow")
    return {ask.seat: (ask, ask.form) for ask in asked if isinstance(ask.form, Stowage)}


@pytest.mark.parametrize(("language", "word"), [("en", "collier"), ("ja", "給炭艦")])
def test_only_the_captain_who_places_the_collier_is_asked_where_she_waits(language: str, word: str) -> None:
    """3.0(9) says that the player places her; of several captains the first decides (25.0)."""
    asked = _stowing()
    assert len(asked) > 1
    for seat, (ask, form) in asked.items():
        told = WORDS.explain_question(ask, language)
        assert (word in told) is (seat == "goeben"), told
        assert bool(form.colliers) is (seat == "goeben")
