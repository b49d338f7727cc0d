"""The HTML of e-mails uses what mail programs support; its size, its dark colours and its alternative text."""

import re
from itertools import islice
from statistics import median
from typing import Any

import pytest

from games.models import Player
from tests.titles.loading import keys
from tests.worker.conftest import html_of
from tests.worker.email_lint import CLIENTS, FEATURES, Unsupported, unsupported, used
from tests.worker.question_emails import question_emails
from worker.mail.outbound.blocks import (
    BulletList,
    DefinitionTable,
    EmailContent,
    Link,
    Links,
    NumberedList,
    Paragraph,
    Picture,
    Section,
    Verbatim,
)
from worker.mail.outbound.html_part import load_pieces, render_html
from worker.mail.outbound.mime_message import build_message

ALL_BLOCKS = (
    *(Paragraph("a\nb"), Paragraph("a", strong=True), BulletList(["a"]), NumberedList(["a"])),
    *(DefinitionTable([("a", "b")]), Verbatim("a"), Link("a", "https://a.example"), Picture("a")),
    Links("a", [("b", "https://b.example"), ("c", "https://c.example")]),
)


def every_block() -> str:
    """A page with everything that an e-mail can have."""
    sections = [Section("h", ALL_BLOCKS), Section("h", [Paragraph("a")], urgent=True, language="ja")]
    footer = [Link("a", "https://a.example")]
    return render_html(EmailContent("s", "h", "r", "p", sections, footer, reply_separator="#"), "x@y", ("line",))


def test_all_mail_programs_support_what_an_e_mail_needs() -> None:
    assert {"Gmail", "Outlook desktop", "Outlook web", "Apple Mail", "Yahoo", "Thunderbird"} == set(CLIENTS)
    assert unsupported(every_block()) == set()
    assert len({feature for feature, _ in used(every_block())}) > 20


def test_every_piece_is_on_that_page() -> None:
    page, pieces = every_block(), load_pieces()
    for name in pieces.names:
        assert max(pieces.texts(name), key=len) in page, name


@pytest.mark.parametrize(
    ("markup", "feature", "client"),
    [
        ('<div style="display: flex">', "css-display-flex", "Outlook desktop"),
        ('<div style="border-radius: 4px">', "css-border-radius", "Outlook desktop"),
        ("<svg></svg>", "html-svg", "Gmail"),
        ('<p style="width: calc(1px)">', "css-unit-calc", ""),
    ],
)
def test_the_linter_finds_what_is_not_supported(markup: str, feature: str, client: str) -> None:
    found = {(one.feature, one.client) for one in unsupported(markup)}
    assert not client or (feature, client) in found
    assert feature in FEATURES


def test_a_finding_says_where() -> None:
    finding = Unsupported("css-border-radius", "Outlook desktop", "<a> border-radius:1px")
    assert finding in unsupported('<a style="border-radius: 1px">')


def test_each_light_colour_has_a_dark_one() -> None:
    page = every_block()
    sheet = page[page.index("<style") : page.index("</style>")]
    light, _, dark = sheet.partition("prefers-color-scheme: dark")
    for selector in re.findall(r"^(\.?[\w .]+?) \{[^}]*\b(?:background|color): #", light, re.MULTILINE):
        last = selector.split()[-1]
        assert last in dark or last in (".line", ".name", ".who", ".mark"), selector
    assert 'name="color-scheme" content="light dark"' in page


@pytest.mark.django_db
@pytest.mark.one_database
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("key", list(keys()))
def test_the_alternative_text_tells_the_position_in_a_sentence(anna: Player, key: str, language: str) -> None:
    for one in question_emails(anna, key, language):
        (alt,) = [b.alt for s in one.content.sections for b in s.blocks if isinstance(b, Picture)]
        headline = one.content.heading.partition(" · ")[2]
        assert headline in alt, one.name
        assert alt.rstrip()[-1] in ".。", one.name
        assert len(alt) <= 250, one.name


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.one_database
def test_half_of_the_e_mails_with_a_picture_have_at_most_100_kb(anna: Player, settings: Any) -> None:
    settings.PBEM_MAIL_REPLY_ADDRESS = "orders@example.org"
    sizes = []
    for key in keys():
        for one in islice(question_emails(anna, key, "en"), 4):
            message = build_message(one.context)
            assert "cid:" in html_of(message), one.name
            sizes.append(len(message.message().as_bytes()))
    assert median(sizes) <= 100_000, sizes


def test_a_cell_of_a_table_inherits_its_font() -> None:
    """Fonts in each cell made a list of 50 words 20 kB long. Outlook on the desktop takes them from the style sheet."""
    pieces = load_pieces()
    row = pieces.fill("pairs_item", term="", meaning="")
    assert "Helvetica" not in row
    assert len(row) <= 300
    assert "Helvetica" in pieces.fill("pairs")
    page = every_block()
    assert "<!--[if mso]><style>td { font-family: Arial" in page[: page.index("</head>")]
