"""Lines beside orders: those that look like no order are ignored; those that look like one must be understood."""

import pytest

from games.order_text import parse_lines
from games.order_text.line_parser import MOST_UNUSED
from tests.kernel.written import PLACES, SEA, labels

ORDER = "sail goeben to=malta"


def _read(*lines: str) -> tuple[str | None, list[str], list[str]]:
    found = parse_lines(lines, SEA, labels)
    return found.text, [one.written for one in found.refused], [one.written for one in found.ignored]


@pytest.mark.parametrize(
    "line",
    [
        "Ben",
        "Sent from Fastmail",
        "CAUTION: external",
        "審判様",
        "花子です",
        "see you on Monday",
        "https://example.org/?a=b",
        "Max",
    ],
)
def test_what_looks_like_no_order_is_unused(line: str) -> None:
    assert _read(ORDER, "", line) == (ORDER, [], [line])
    assert _read(line, ORDER) == (ORDER, [], [line])


@pytest.mark.parametrize(
    "line",
    [
        "Breslau sails to Atlantis",
        "Bresl sials to Malta",
        "Hood sails for Mlta",
        "Don't sail with Breslau",
        "Do not sail Breslau",
        "Breslau, if possible",
        "but not to Malta",
        "unless it rains",
        "Gloucester",
        "ブレスラウは動くな",
        "ブレスラウ航行しないで",
    ],
)
def test_what_looks_like_an_order_is_refused(line: str) -> None:
    assert _read(ORDER, "", line) == (ORDER, [line], [])


def test_an_empty_line_ends_an_order_however_wide_it_is() -> None:
    wide = "sail goeben, breslau, gloucester, Ottoman cruiser Hamidieh to=malta"
    order = "sail goeben,breslau,gloucester,hamidieh to=malta"
    assert _read(wide, "", "Automatically-scanned-by-the-mail-server") == (
        order,
        [],
        ["Automatically-scanned-by-the-mail-server"],
    )
    assert _read(wide, "Automatically-scanned-by-the-mail-server, Ben") == (
        order,
        [],
        ["Automatically-scanned-by-the-mail-server, Ben"],
    )
    assert _read(wide.removesuffix(" to=malta"), "", "to=malta")[0] == order, "the notation says that it goes on"
    assert _read("sail goeben,", "", "breslau to=malta")[0] == "sail goeben,breslau to=malta"


def test_of_a_reply_without_any_order_each_line_is_refused() -> None:
    assert _read("Nice weather today", "", "Ben") == (None, ["Nice weather today", "Ben"], [])


def test_of_very_many_lines_no_order_is_lost_in_silence() -> None:
    text, refused, unused = _read(ORDER, *["Ben"] * (MOST_UNUSED + 3), "sail breslau to=malta")
    assert (text, refused, len(unused)) == (ORDER, ["sail breslau to=malta"], MOST_UNUSED + 3)


def test_beside_a_choice_only_another_choice_counts() -> None:
    found = parse_lines(("malta", "", "Ben"), PLACES, labels)
    assert (found.text, [one.written for one in found.ignored]) == ("malta", ["Ben"])
    for other in ("hex_12", "Malta Patrol Zone", "Mlta", "no, wait", "scratch that"):
        assert parse_lines(("malta", "", other), PLACES, labels).text is None
