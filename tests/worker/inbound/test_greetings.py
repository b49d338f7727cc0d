"""A greeting is no order; a unit that is named at the start of an order belongs to it."""

import pytest

from worker.mail.inbound.quote_stripping import extract_own_lines


@pytest.mark.parametrize(
    "line", ["Sir,", "Sirs,", "Madam:", "Gentlemen!", "拝啓", "Dear Ben,", "Morning all,", "こんにちは。"]
)
def test_a_greeting_is_no_order(line: str) -> None:
    assert extract_own_lines([line, "", "Hood fires at Bismarck"]) == ["Hood fires at Bismarck"]


@pytest.mark.parametrize("line", ["Sir John Moore fires at Bismarck", "Sirius stays", "Admiral Hipper", "拝啓 パス"])
def test_whatever_else_stands_there_is_read(line: str) -> None:
    assert extract_own_lines([line]) == [line]
