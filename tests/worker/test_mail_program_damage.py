"""What mail programs are known to do to a letter, held against the letters of both titles. No program was tried here.

Gmail throws a style sheet of more than 8,192 letters away and cuts a page of more than some 102 kB short (its app on
iOS sooner: so what is only looked up stands last); it knows no SVG, and none of the ways to lay things out but tables.
Outlook for Windows lays out as Word does: it heeds the width that stands at a picture or a table as an attribute, and
no `max-width`. Apple Mail turns colours by the sheet's `prefers-color-scheme`, Gmail and Outlook by themselves. All of
them show a picture that comes inside the letter and is named by its Content-ID.
"""

import re
from email.message import EmailMessage as Parsed

import pytest

from games.models import Player
from tests.table import play_out
from tests.worker.conftest import html_of, parsed
from tests.worker.test_email_layout import messages, opened

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

KNOWN = frozenset(re.split(" ", "a body br div h2 head html img li meta p pre style table tbody td title tr ul"))
"""Elements that all of them show."""
LAYOUT = re.compile(
    r"\b(?:position|float|flex|grid|(?<!text-)transform|object-fit|background-image)\b|var\(|calc\(|url\(|@import|!ie"
)
TITLES = [("goeben", "ottoman_alliance"), ("pirates", "two_players")]


@pytest.fixture(params=TITLES, ids=[title for title, _ in TITLES])
def letters(request: pytest.FixtureRequest, anna: Player) -> list[tuple[str, Parsed]]:
    """The first letters of a game: their pages, and what mail programs get."""
    game = opened(anna, *request.param)
    play_out(game, 3)
    return [(html_of(one), parsed(one)) for one in messages(game)]


def test_pages_are_not_cut_short_and_keep_their_sheet(letters: list[tuple[str, Parsed]]) -> None:
    for page, _ in letters:
        assert len(page.encode()) < 102_000
        (sheet,) = re.findall(r"<style[^>]*>(.*?)</style>", re.sub(r"<!--\[if mso\]>.*?-->", "", page), re.S)
        assert len(sheet) < 8_192


def test_pages_hold_only_what_all_programs_know(letters: list[tuple[str, Parsed]]) -> None:
    for page, _ in letters:
        assert set(re.findall(r"<([a-z][a-z0-9]*)", page)) <= KNOWN
        assert not LAYOUT.search(" ".join(re.findall(r"<style[^>]*>.*?</style>|style=\"[^\"]*\"", page, re.S)))


def test_words_layout_finds_its_widths_as_attributes(letters: list[tuple[str, Parsed]]) -> None:
    for page, _ in letters:
        assert re.search(r'<table[^>]*class="sheet"[^>]*width="640"', page)
        for picture in re.findall(r"<img[^>]*>", page):
            assert 'width="584"' in picture
            assert re.search(r'alt="[^"]{10,}"', picture)


def test_both_ways_of_the_dark_are_served(letters: list[tuple[str, Parsed]]) -> None:
    for page, _ in letters:
        assert '<meta name="color-scheme" content="light dark">' in page
        assert "@media (prefers-color-scheme: dark)" in page
        assert re.search(r'<body[^>]*style="[^"]*background: *#', page), "a ground of its own, for who turns colours"


def test_the_picture_comes_with_the_page_that_names_it(letters: list[tuple[str, Parsed]]) -> None:
    for page, letter in letters:
        named = re.findall(r'src="cid:([^"]+)"', page)
        (related,) = [part for part in letter.walk() if part.get_content_type() == "multipart/related"]
        kinds = [part.get_content_type() for part in related.iter_parts()]
        assert kinds == ["text/html", "image/png"]
        assert related.get_param("type") == "text/html"
        assert [part["Content-ID"].strip("<>") for part in related.walk() if part["Content-ID"]] == named
