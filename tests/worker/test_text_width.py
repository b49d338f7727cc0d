"""The text part of an e-mail fits the screen of a text mail program, for each kind of question of each title."""

from collections.abc import Iterator

import pytest

from games.kernel.text_columns import column_width
from games.models import Player
from tests.titles.loading import keys
from tests.worker.question_emails import question_emails
from worker.mail.outbound.blocks import EmailContent, Section, Verbatim
from worker.mail.outbound.plain_text import WIDTH, render_text

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture(autouse=True)
def replies(settings: object) -> None:
    settings.PBEM_MAIL_REPLY_ADDRESS = "orders@example.org"  # type: ignore[attr-defined]


def _notation(content: EmailContent) -> Iterator[str]:
    """The lines that can be sent back: an order stays on its line, however long."""
    for block in (block for section in content.sections for block in section.blocks):
        if isinstance(block, Verbatim) and block.is_notation:
            yield from block.text.splitlines()


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("key", list(keys()))
def test_no_line_is_wider_than_76_columns(anna: Player, key: str, language: str) -> None:
    wide = {}
    for one in question_emails(anna, key, language):
        orders = {line for line in _notation(one.content) if not line.startswith("#")}
        for line in render_text(one.content).splitlines():
            if "://" not in line and line not in orders and column_width(line) > WIDTH:
                wide[one.asked.question.kind, line[:30]] = f"{column_width(line)} {line}"
    assert not wide, "\n".join(wide.values())


def test_an_order_is_never_wrapped_and_its_comments_are() -> None:
    long = "move " + ",".join(["somewhere"] * 12)
    comment = "#   " + "word " * 30
    lines = render_text(
        EmailContent("s", "h", "r", "p", [Section("", [Verbatim(f"{long} now\n{comment}", is_notation=True)])])
    ).splitlines()
    assert f"{long} now" in lines
    assert [line[:6] for line in lines if line.startswith("#")] == ["#   wo", "#     ", "#     "]
