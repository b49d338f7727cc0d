"""25.2 What the captain of one ship writes by e-mail: he need not name his ship, and may name the collier."""

from typing import Any

import pytest

from games.kernel.forms import Form
from games.order_text import ParsedOrders, parse_lines
from games.titles.goeben.rules.battle.bombardment import bombardment
from games.titles.goeben.rules.battle.contact import contact
from games.titles.goeben.rules.day.planning import plan_form
from tests.titles.goeben.fights import battle_board
from tests.titles.goeben.laid_out import at_sea
from tests.titles.loading import load
from tests.wordings.asking import first_of_game, first_of_procedure

DAY = plan_form(at_sea("captains"), "breslau")
BOTH = plan_form(at_sea(), "commander")
CARGO = first_of_game("goeben", "captains", "stow", "goeben")
DOCTRINE = first_of_game("goeben", "captains", "doctrine", "goeben")
BATTLE = first_of_procedure(
    contact(battle_board("gb_lc_1 gb_dd_1", breslau="pola", doctrine="ask-first")), "engage", dice=[(6,)]
)


def read(form: Form[Any], *lines: str) -> ParsedOrders:
    return parse_lines(lines, form, form.labels_in_context(load("goeben").presentation.labels))


@pytest.mark.parametrize(
    "line",
    [
        "Sail to Bone.",
        "We sail to Bone.",
        "Let's sail to Bone.",
        "Then we head for Bone!",
        "Ok, sail to Bone.",
        "Yes - sail to Bone.",
        "sail to Bone please",
        "ボーヌへ移動してください。",
        "ボーヌに向かってください。",
        "ボーヌへ向かいます。",
        "ボーヌまで移動をお願いいたします。",
        "ボーヌへ入港してください。",
        "ブレスラウはボーヌに寄港します。",
    ],
)
def test_a_captain_of_one_ship_need_not_name_her(line: str) -> None:
    assert read(DAY, line).text == "move breslau way=bone"


@pytest.mark.parametrize("line", ["Outfit.", "艤装してください。", "艤装をお願いいたします。"])
def test_a_verb_alone_is_an_order_to_the_only_ship(line: str) -> None:
    assert read(DAY, line).text == "outfit breslau"


@pytest.mark.parametrize("line", ["Fire at the light cruiser!", "Let's fire at the light cruiser"])
def test_nor_in_a_battle(line: str) -> None:
    """Nor the enemy, if only one of the class is in sight."""
    assert read(BATTLE, line).text == "fire goeben at=gb_lc_1"


@pytest.mark.parametrize(
    "line",
    [
        "Goeben fires at the destroyers.",
        "Fire at the DDs",
        "ゲーベンは駆逐艦を砲撃してください。",
        "駆逐艦を砲撃してください。",
        "ゲーベンは駆逐隊を攻撃",
    ],
)
def test_the_only_ship_of_a_class_may_be_called_by_it(line: str) -> None:
    assert read(BATTLE, line).text == "fire goeben at=gb_dd_1"


@pytest.mark.parametrize(
    "line", ["Fire at the fort!", "Goeben fires at the coastal defences", "要塞を砲撃してください。"]
)
def test_so_may_the_only_coastal_defence(line: str) -> None:
    board = battle_board("", at="bone", breslau="pola", doctrine="ask-first", forts={"bone": "fort_10+up"})
    assert read(first_of_procedure(bombardment(board), "engage", dice=[(6,)]), line).text == "fire goeben at=fort_10"


def test_several_of_a_class_are_called_by_their_names() -> None:
    board = battle_board("gb_dd_1 gb_dd_2", breslau="pola", doctrine="ask-first")
    found = read(first_of_procedure(contact(board), "engage", dice=[(6,)]), "Goeben fires at the destroyers.")
    assert found.text is None


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("Aim at battlecruisers, light cruisers, destroyers", "targets bc,cl,dd"),
        ("torpedoes against battlecruisers", "torpedoes bc"),
        ("目標の優先順は巡洋戦艦、軽巡洋艦、駆逐艦", "targets bc,cl,dd"),
        ("魚雷は巡洋戦艦と装甲巡洋艦に使ってください。", "torpedoes bc,ca"),
    ],
)
def test_classes_may_be_written_in_full(line: str, order: str) -> None:
    assert read(DOCTRINE, line).text == order


@pytest.mark.parametrize(
    "line",
    [
        "Ask me at the start of each battle please.",
        "ok - ask me at the start of each battle",
        "Ok. Ask me at the start of each battle.",
        "Yes, ask us at the start of each battle",
    ],
)
def test_whom_the_program_asks_may_be_said(line: str) -> None:
    assert read(DOCTRINE, line).text == "ask-first"


def test_whose_fire_is_held_may_be_said() -> None:
    assert read(BATTLE, "Hold your fire.").text == "hold goeben"


@pytest.mark.parametrize(
    ("line", "way"),
    [
        ("Breslau sails west to Bone", "bone"),
        ("Breslau steams south west to Galita and then on to Bone.", "galita,bone"),
        ("Sail north-west to Galita", "galita"),
        ("Sail back to Bone", "bone"),
        ("Breslau sails to Bone (via Galita).", "galita,bone"),
    ],
)
def test_a_point_of_the_compass_says_nothing_beside_a_place(line: str, way: str) -> None:
    assert read(DAY, line).text == f"move breslau way={way}"


@pytest.mark.parametrize(
    "line", ["Breslau steams north", "Breslau sails east of Corsica", "Breslau sails west to nowhere"]
)
def test_it_is_no_place_itself(line: str) -> None:
    assert read(DAY, line).text is None


@pytest.mark.parametrize(
    "line",
    [
        "ゲーベンには、無線、射撃計算機を積んでください。",
        "ゲーベンは、無線、射撃計算機を積み込みます。",
        "ゲーベンに、無線と射撃計算機を積んでください。",
        "無線、射撃計算機をゲーベンに積んでください。",
        "無線と射撃計算機を積んでください。",
    ],
)
def test_in_japanese_a_pause_behind_a_particle_begins_no_list(line: str) -> None:
    assert read(CARGO, line).text == "take goeben cargo=wireless,calculator"


@pytest.mark.parametrize("line", ["Goeben sails to Bone at cruise speed", "The Collier waits"])
def test_an_ordinary_word_is_a_slip_of_the_pen_for_no_name(line: str) -> None:
    assert [name.en for one in read(DAY, line).refused for name in one.suggestions] == []


@pytest.mark.parametrize("line", ["Sail to Bone.", "Outfit.", "ボーヌへ移動してください。", "Sail", "Sail home"])
def test_who_has_two_ships_names_one(line: str) -> None:
    assert read(BOTH, line).text is None


@pytest.mark.parametrize("line", ["Sail", "Sail west", "Sail home safely", "Fire away!", "西へ進んでください。"])
def test_words_that_are_no_place_give_no_order(line: str) -> None:
    assert read(DAY, line).text is None


@pytest.mark.parametrize(
    "line",
    [
        "The collier waits at Cape Matapan.",
        "Our collier shall wait off Cape Matapan.",
        "The collier goes to Cape Matapan",
        "Collier: Cape Matapan",
        "collier at matapan",
        "Send the collier to Cape Matapan",
        "I want the collier to wait at Cape Matapan",
        "Please have the collier wait in the Cape Matapan",
    ],
)
def test_what_an_order_is_always_done_with_may_be_named_first(line: str) -> None:
    assert read(CARGO, line).text == "station matapan"


@pytest.mark.parametrize("line", ["The collier does not wait at Cape Matapan", "Collier: nowhere", "The collier"])
def test_a_collier_that_is_sent_nowhere_waits_nowhere(line: str) -> None:
    found = read(CARGO, "Goeben takes wireless.", line)
    assert "station" not in (found.text or "")
    assert [one.written for one in found.refused] == [line]


@pytest.mark.parametrize(
    "lines",
    [
        ["That was a mess, sorry.", "Sail to Malta."],
        ["What a pity, oh well. Sail to Malta."],
        ["すみません、遅くなりました。", "マルタへ移動してください。"],
    ],
)
def test_an_apology_before_all_orders_takes_nothing_back(lines: list[str]) -> None:
    assert read(DAY, *lines).text == "move breslau way=malta"


def test_an_apology_behind_an_order_does() -> None:
    """A name alone behind it replaces the one argument that it can be."""
    found = read(DAY, "Breslau sails to Malta, sorry, Bizerte")
    assert (found.text, found.refused) == ("move breslau way=bizerte", ())


@pytest.mark.parametrize(
    "line",
    [
        "Breslau sails to Bone via the Galita.",
        "Breslau sails to Bone by way of the Galita",
        "Breslau goes to the Bone through the Galita",
        "Sail to Bone via the Galita",
        "Sail via the Galita to Bone",
    ],
)
def test_an_article_does_not_change_the_order_of_places(line: str) -> None:
    assert read(DAY, line).text == "move breslau way=galita,bone"


def test_a_way_through_what_is_no_place_gives_no_order() -> None:
    assert read(DAY, "Breslau sails to Bone via the east").text is None
