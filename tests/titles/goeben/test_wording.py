"""Wording about battle, speed and outfit agrees with the rules."""

from typing import Any

import pytest

from games.kernel.events import Event
from games.kernel.forms import Choose
from games.kernel.requests import Ask
from games.kernel.text import Text
from games.titles.goeben.orders.battleplan import BattlePlan
from games.titles.goeben.orders.doctrine import DoctrineForm
from games.titles.goeben.orders.orders import Maximum, Withdraw
from games.titles.goeben.orders.stowage import Stowage
from games.titles.goeben.rules.battle.contact import CRUISE, MAXIMUM, meet_ashore, show_forts
from games.titles.goeben.state.events.battle import BattleEnded, ContactRolled, Fired, HitsRolled, ShipGone
from games.titles.goeben.state.events.day import CountersShown, RepairRolled, Scored
from games.titles.goeben.state.events.incidents import Hazard
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


@pytest.mark.parametrize(
    ("event", "en", "ja"),
    [
        (Scored(1, 9, "morale", "bizerte"), "+1 point (", "+1ポイント"),
        (Scored(-5, 4, "outcry", "bizerte"), "\u22125 points (", "\u22125ポイント"),
        (
            HitsRolled(FORT, (2, 6, 5), ("none", "fort", "fort")),
            "no effect, coastal defence destroyed ×2.",
            "効果なし・沿岸防衛隊破壊 ×2。",
        ),
        (RepairRolled("goeben", "engines", (2, 6), 1, 5), "dice 2, 6; 1 repaired, now 5.", "1回復、現在5。"),
        (
            ContactRolled(PORT, ("warrior",), 11, 7, 2, "gc2", "german"),
            "contact value 11 against 7, die 2; the Germans fire first (level 2).",
            "接敵値11対7、ダイス2。ドイツ側が先に射撃（段階2）。",
        ),
        (Hazard(PORT, "minefield", ("goeben",), (6,), ("goeben",)), "dice: Goeben 6; harm to Goeben.", "被害："),
    ],
)
def test_lines_of_the_log_need_no_rulebook(event: Event, en: str, ja: str) -> None:
    assert en in WORDS.describe_event(event, "en")
    assert ja in WORDS.describe_event(event, "ja")


@pytest.mark.parametrize(
    ("language", "order", "classes"),
    [
        ("en", "Maximum fire: twice the ammunition, for twice the dice, against these", "CP protected cruiser"),
        ("ja", "全力射撃：弾薬2でダイス2倍の射撃をする相手", "防巡 防護巡洋艦"),
    ],
)
def test_the_question_for_a_doctrine_explains_its_orders_and_classes(language: str, order: str, classes: str) -> None:
    ask = Ask(
        key="a", kind="doctrine", seat="commander", rule="14.0", prompt=Text("How?", "どう？"), form=DoctrineForm()
    )
    told = WORDS.explain_question(ask, language).splitlines()
    assert f"- {order}" in told
    assert classes in told[-1]
