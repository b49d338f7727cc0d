"""Text in brackets beside an order is read with it, refused with a reason, or decoration; it is never left out."""

import pytest

from games.order_text import parse_lines
from games.order_text.brackets import IN_BRACKETS, is_decoration, says_something
from games.order_text.vocabulary import Vocabulary
from tests.kernel.written import SEA, labels

ORDER = "sail goeben to=malta"
WORDS = Vocabulary(SEA, labels)
TELLING = (
    *(
        "via Malta",
        "with Breslau",
        "not Goeben",
        "speed 2",
        "slowly",
        "only at night",
        "and the other one",
        "Breslau too",
    ),
    *(
        "if possible",
        "to=malta",
        "maybe",
        "unless she is damaged",
        "Gobeen",
        "マルタ経由",
        "ゲーベン以外",
        "低速",
        "ブレスも",
    ),
)
DECORATION = (
    *("I hope", "thanks", "thanks!", "sorry for the delay", "fingers crossed", "I think", "haha", "", "image: logo"),
    *("笑", "汗", "よろしくお願いします", "うまくいくといいな", "以上"),
)


@pytest.mark.parametrize("said", TELLING)
@pytest.mark.parametrize("signs", ["()", "[]", "（）", "［］", "【】", "{}"])
def test_what_may_belong_to_an_order_is_never_left_out(said: str, signs: str) -> None:
    text = f"{signs[0]}{said}{signs[1]}"
    behind = [[f"{ORDER} {text}"], [f"{ORDER}. {text}"], [f"{ORDER}。{text}"]]
    below = (
        [[ORDER, text], [ORDER, "", text]] if signs != "【】" else []
    )  # around a whole line they are quotation marks
    for lines in (*behind, *below):
        found = parse_lines(lines, SEA, labels)
        assert found.refused or found.text != ORDER, lines


@pytest.mark.parametrize("said", DECORATION)
def test_decoration_stops_no_order(said: str) -> None:
    assert is_decoration(said, WORDS)
    for lines in ([f"{ORDER} ({said})"], [ORDER, f"（{said}）"], [f"{ORDER}. [{said}]"]):
        found = parse_lines(lines, SEA, labels)
        assert (found.text, found.refused) == (ORDER, ()), lines


def test_the_reason_is_given_with_the_line() -> None:
    (refused,) = parse_lines([ORDER, "(not Goeben)"], SEA, labels).refused
    assert (refused.written, refused.problems) == ("(not Goeben)", (IN_BRACKETS,))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("(via Malta)", True),
        ("(via", True),
        ("Malta)", True),
        ("Thanks (via Malta).", True),
        ("See you on Monday (I am away until then).", False),
        ("Thanks :)", False),
        ("Thanks (^_^)", False),
        ("(I hope)", False),
        ('signal text="(via Malta)"', False),
    ],
)
def test_lines_in_brackets_are_told_from_others(line: str, says: bool) -> None:
    assert says_something(line, WORDS) is says
