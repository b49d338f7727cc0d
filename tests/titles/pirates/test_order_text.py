"""Plans as captains write them: who hunts whom with which card, in any order of words."""

import pytest

from games.order_text import ParsedOrders, parse_lines
from games.orders.order_set import Orders
from games.titles.pirates.presentation.labels import Labels
from tests.titles.pirates.laid_out import BOX, Game, lay_out, side

LABELS = Labels(BOX).label
HAND = "reflag searchlight breakout damage_control good_hunting submarines_u lay_mines"


def table() -> Game:
    red = side("mowe meteor kronprinz_wilhelm", merchants="otaki", hand=HAND)
    black = side("cormoran dresden", merchants="clan_mactavish floride william_p_frye", hand="qqq")
    return lay_out(red=red, black=black)


def read(*lines: str) -> ParsedOrders:
    form = table().question("red").form
    assert isinstance(form, Orders)
    return parse_lines(lines, form, form.labels_in_context(LABELS))


HUNT = "intercept reflag_1 ship=mowe targets=floride"
SUPPORTED = "intercept searchlight_1 ship=mowe targets=floride supports=good_hunting_1"


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("Möwe intercepts Floride with Reflag.", HUNT),
        ("The Möwe hunts Floride with Reflag", HUNT),
        ("Möwe attacks the Floride using Reflag", HUNT),
        ("Intercept Floride with Möwe using Reflag.", HUNT),
        ("Möwe shall intercept Floride with Reflag", HUNT),
        ("With Reflag Möwe intercepts Floride", HUNT),
        ("MöweはReflagでFlorideを迎撃する。", HUNT),
        ("Möweが国籍変更でFlorideを迎撃", HUNT),
        ("Möwe intercepts Floride with Searchlight, supported by Good Hunting.", SUPPORTED),
        ("Submarine U-27 at William P. Frye.", "play submarines_u_1 target=william_p_frye"),
        ("Submarine U-27 torpedoes Floride", "play submarines_u_1 target=floride"),
        ("Now U-27 torpedoes Floride.", "play submarines_u_1 target=floride"),
        ("Next, Möwe intercepts Floride with Reflag.", HUNT),
        ("Meteor mines Black with Lay Mines", "mines lay_mines_1 ship=meteor against=black"),
    ],
)
def test_who_does_what_with_which_card(line: str, order: str) -> None:
    found = read(line)
    assert found.refused == ()
    assert found.text == order


def test_a_point_in_a_name_ends_no_sentence() -> None:
    found = read("Möwe intercepts William P. Frye with Reflag. Meteor intercepts Floride with Breakout.")
    assert found.refused == ()
    assert found.text == (
        "intercept reflag_1 ship=mowe targets=william_p_frye\nintercept breakout_1 ship=meteor targets=floride"
    )


def refusal(line: str) -> str:
    found = read(line)
    assert found.text is None
    ((problem,),) = [one.problems for one in found.refused]
    return problem.message.en


def test_which_of_two_cards_lies_on_the_ship_is_never_guessed() -> None:
    said = refusal("Möwe intercepts Floride with Searchlight and Good Hunting")
    assert "which of `card`, `supports`: write `supports` before the one" in said


@pytest.mark.parametrize(
    "line",
    [
        "Möwe does not intercept Floride with Reflag",
        "Möwe intercepts Floride without Reflag",
        "Möwe intercepts everybody but Floride with Reflag",
        "Möwe intercepts Floride with Reflag unless Dresden is near",
        "MöweはReflagでFlorideを迎撃しない",
        "Floride intercepts Möwe with Reflag",
        "Möwe is intercepted by Floride with Reflag",
    ],
)
def test_a_word_that_turns_what_is_said_is_never_passed_over(line: str) -> None:
    assert read(line).text is None


@pytest.mark.parametrize("line", ["Möwe hunts Rome with Reflag", "Möwe intercepts Floride with Qqq"])
def test_who_names_a_verb_is_not_told_of_another(line: str) -> None:
    """Of a ship at sea that could not put to sea now."""
    assert "refuge" not in refusal(line)


@pytest.mark.parametrize(
    "line",
    [
        "As planned, please.",
        "as planned please",
        "Please go on as planned!",
        "We continue as planned.",
        "Carry on as planned",
        "計画どおりお願いします。",
        "計画どおり、お願いいたします",
    ],
)
def test_the_next_card_is_asked_for_with_courtesy(line: str) -> None:
    form = table().says("red", HUNT, "play submarines_u target=floride").question("red").form
    found = parse_lines([line], form, LABELS)
    assert (found.text, found.refused) == (form.render(form.default()), ())


@pytest.mark.parametrize(
    "line", ["Möwe intercepts Floride with Reflag, please.", "MöweはReflagでFlorideを迎撃、お願いします。"]
)
def test_courtesy_behind_an_order_says_nothing(line: str) -> None:
    assert read(line).text == HUNT


@pytest.mark.parametrize("line", ["not as planned", "Do not go on as planned", "please"])
def test_courtesy_alone_is_no_order(line: str) -> None:
    form = table().says("red", HUNT, "play submarines_u target=floride").question("red").form
    assert parse_lines([line], form, LABELS).text is None


def reaction(line: str) -> str | None:
    """What black's answer to an intercept by night comes to."""
    game = lay_out(
        red=side("mowe", hand="searchlight good_hunting"),
        black=side("dresden", merchants="clan_mactavish", hand="amc qqq submarines_u"),
    )
    hunting = "intercept searchlight ship=mowe targets=clan_mactavish"
    game = game.says("red", hunting).says("red", hunting)
    form = game.question("black").form
    return parse_lines([line], form, LABELS).text


@pytest.mark.parametrize(
    "line",
    [
        "AMC HMS Alcantara", "I use the Alcantara.", "React with HMS Alcantara", "We play my Alcantara!",
        "仮装巡洋艦で応戦します。", "仮装巡洋艦を使う", "仮装巡洋艦HMS Alcantaraを出します",
    ],
)  # fmt: skip
def test_a_reaction_is_said_as_one_says_it(line: str) -> None:
    assert reaction(line) == "amc_1"


@pytest.mark.parametrize(
    "line", ["No reaction.", "no card", "I do not react", "応戦しない。", "何も使いません", "pass"]
)
def test_none_is_said_as_one_says_it(line: str) -> None:
    assert reaction(line) == "pass"


@pytest.mark.parametrize(
    "line",
    ["I do not use the Alcantara", "仮装巡洋艦では応戦しません", "仮装巡洋艦を使わない", "all but the Alcantara"],
)
def test_who_says_that_a_card_is_not_used_uses_none(line: str) -> None:
    assert reaction(line) in (None, "pass")
