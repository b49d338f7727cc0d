"""The players' documentation as pages: every page, links between them, in the language of the reader."""

import re
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin

import pytest
from django.test import Client

from games.models import Player
from pbem.web.pages import help_pages
from tests.docs.pages import DOCS, anchors
from tools.launch import ROOT

pytestmark = pytest.mark.django_db

NAMES = sorted(path.stem for path in (DOCS / "players").glob("*.md"))


class Found(HTMLParser):
    """The links, anchors and attributes of a page's article."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.attributes: set[str] = set()
        self.tags: list[str] = []
        self.feed(html[html.index("<article") : html.index("</article>")])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            self.attributes.add(name)
            if name == "href":
                self.links.append(value or "")
            if name == "id":
                self.anchors.add(value or "")


def page(client: Client, path: str, language: str = "en") -> str:
    response = client.get(path, headers={"Accept-Language": language})
    assert response.status_code == 200
    return response.content.decode()


def test_every_page_for_players_is_on_the_map(client: Client) -> None:
    assert sorted(help_pages.TITLES) == NAMES
    html = page(client, "/help/")
    assert re.findall(r'<li><a href="/help/([\w-]+)/">', html) == list(help_pages.TITLES)


@pytest.mark.parametrize("name", NAMES)
def test_a_page_is_shown_to_everybody_and_its_links_lead_somewhere(name: str, client: Client) -> None:
    html = page(client, f"/help/{name}/")
    found = Found(html)
    text = (DOCS / "players" / f"{name}.md").read_text(encoding="utf-8")
    assert found.anchors == anchors(text)
    assert found.tags.count("h1") == 1
    assert found.tags.count("table") == len(re.findall(r"^\|---", text, re.MULTILINE))
    for link in found.links:
        there, _, anchor = urljoin(f"/help/{name}/", link).partition("#")
        assert re.fullmatch(r"/help/[\w-]+/", there), link
        assert not anchor or f'id="{anchor}"' in page(client, there)


@pytest.mark.parametrize("name", NAMES)
def test_a_page_fits_the_content_policy(name: str, client: Client) -> None:
    found = Found(page(client, f"/help/{name}/"))
    assert found.attributes <= {"id", "href", "class", "lang", "aria-labelledby", "tabindex", "start"}
    assert not {"script", "style", "img", "iframe"} & set(found.tags)


def test_a_title_is_the_heading_of_its_page_and_the_words_of_links_to_it(client: Client) -> None:
    for name, title in help_pages.TITLES.items():
        assert (DOCS / "players" / f"{name}.md").read_text(encoding="utf-8").startswith(f"# {title}\n")
        assert ".md<" not in page(client, f"/help/{name}/")
    assert '<a href="../organising/">Organising a game</a>' in page(client, "/help/web/")


def test_links_to_the_other_docs_are_plain_text(client: Client) -> None:
    html = page(client, "/help/dice/")
    assert "adr/" not in html
    assert "../" not in html


def test_pictures_are_left_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    """They show the site on which the reader is."""
    (tmp_path / "web.md").write_text("# A\n\nBefore.\n\n![one](x.png)\n![two](y.png)\n\nAfter.\n")
    monkeypatch.setattr(help_pages, "FOLDER", tmp_path)
    assert help_pages.render_page.__wrapped__("web") == '<h1 id="a">A</h1>\n<p>Before.</p>\n<p>After.</p>\n'


def test_titles_speak_the_language_of_the_reader_and_the_text_says_that_it_is_english(client: Client) -> None:
    english, japanese, german = (page(client, "/help/web/", one) for one in ("en", "ja", "de"))
    assert "<title>Playing in the browser · Sealed Orders</title>" in english
    assert "<title>ブラウザで遊ぶ · Sealed Orders</title>" in japanese
    assert "<title>Im Browser spielen · Sealed Orders</title>" in german
    assert "このヘルプの本文は英語です。" in japanese
    assert "このヘルプの本文は英語です。" in page(client, "/help/", "ja")
    assert "Der Text dieser Hilfe ist englisch." in german
    assert "The text of this help is in English." not in english
    assert '<article class="prose" lang="en">' in japanese


def test_every_page_leads_to_it(client: Client, anna: Player) -> None:
    assert '<a href="/help/">Help</a>' in page(client, "/login/")
    client.force_login(anna)
    assert '<a href="/help/">Help</a>' in page(client, "/games/")
    assert '<a href="/help/">ヘルプ</a>' in page(Client(), "/login/", "ja")


@pytest.mark.parametrize("name", ["nothing", "../hosts/install", "index"])
def test_an_unknown_page_is_missing(name: str, client: Client) -> None:
    assert client.get(f"/help/{name}/").status_code == 404


def test_html_in_a_page_is_text(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    (tmp_path / "web.md").write_text("# A\n\n<script>x</script> [a](javascript:x) [b](https://example.org/)\n\n# A\n")
    monkeypatch.setattr(help_pages, "FOLDER", tmp_path)
    html = help_pages.render_page.__wrapped__("web")
    assert "<script" not in html
    assert "javascript" not in html.replace("[a](javascript:x)", "")
    assert '<a href="https://example.org/">b</a>' in html


def test_the_image_holds_them() -> None:
    dockerfile = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert re.search(r"^COPY docs/players docs/players$", dockerfile, re.MULTILINE)
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert "docs" not in ignored
    assert ignored.index("docs/*") < ignored.index("!docs/players")
