"""A server below a path of its host: every link, form, file, redirect, cookie and e-mail begins with that path."""

import http.cookiejar
import json
import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urljoin, urlsplit

import pytest

from tests.launch.test_serve import PATIENCE, Server
from tests.worker.post_office import free_port
from tools.launch.children import wait_until

pytestmark = [pytest.mark.slow, pytest.mark.one_database]

PREFIX = "/orders"
LINKS = {"href", "src", "action", "formaction", "data-save", "poster"}
TEXT_LINK = re.compile(r"https?://[^\s<>\"')]+")
CSS_LINK = re.compile(r"url\(\s*['\"]?([^'\")]+)")
MOST_PAGES = 400


class _Found(HTMLParser):
    """The addresses in a page: those that are opened, and those that forms are sent to."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []
        self.sent_to: list[str] = []
        self.fields: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        posts = tag == "form" and named.get("method", "").lower() == "post"
        for name in LINKS & named.keys():
            to = self.sent_to if posts or name in {"formaction", "data-save"} else self.opened
            to.append(named[name])
        if tag == "input" and named.get("type") == "hidden":
            self.fields[named.get("name", "")] = named.get("value", "")


class _Stay(urllib.request.HTTPRedirectHandler):
    """Redirects are answers to be looked at."""

    def redirect_request(self, *_: Any) -> None:
        return None


def _kind(path: str) -> str:
    """Return a path with a star for each id, number and rule."""
    return re.sub(r"[0-9a-f-]{36}|(?<=/rules/)[^/]+|\d+", "*", path)


@dataclass
class Visitor:
    """A browser that follows every address that it is shown."""

    origin: str
    cookies: http.cookiejar.CookieJar = field(default_factory=http.cookiejar.CookieJar)
    seen: dict[str, int] = field(default_factory=dict)
    outside: set[tuple[str, str]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._browser = urllib.request.build_opener(_Stay(), urllib.request.HTTPCookieProcessor(self.cookies))

    def send(self, url: str, form: dict[str, str] | None = None) -> tuple[int, Any, bytes]:
        data = urlencode(form).encode() if form is not None else None
        request = urllib.request.Request(url, data, {"Referer": url, "Origin": self.origin} if form else {})
        try:
            with self._browser.open(request, timeout=60) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as answer:
            with answer:
                return answer.code, answer.headers, answer.read()

    def look(self, url: str) -> _Found:
        found = _Found()
        found.feed(self.send(url)[2].decode())
        return found

    def log_in(self, name: str, password: str) -> None:
        url = f"{self.origin}{PREFIX}/login/"
        form = self.look(url).fields | {"username": name, "password": password}
        status, headers, _body = self.send(url, form)
        assert (status, headers["Location"]) == (302, f"{PREFIX}/")

    def crawl(self, start: str) -> None:
        """Open every page that can be reached; an address outside the prefix is noted."""
        waiting = [(start, "")]
        while waiting and len(self.seen) < MOST_PAGES:
            url, shown_at = waiting.pop()
            whole = urljoin(f"{self.origin}{shown_at}", url)
            parts = urlsplit(whole)
            if parts.scheme not in {"http", "https"}:
                continue
            if f"{parts.scheme}://{parts.netloc}" != self.origin or not f"{parts.path}/".startswith(f"{PREFIX}/"):
                self.outside.add((shown_at, url))
                continue
            key = f"{parts.path}?{parts.query}" if parts.query else parts.path
            if key not in self.seen and not self._is_enough(parts.path):
                waiting += [(one, key) for one in self._open(key)]

    def _is_enough(self, path: str) -> bool:
        """True for the fourth page of a kind: ids, numbers and rules do not make a kind."""
        return sum(_kind(one.partition("?")[0]) == _kind(path) for one in self.seen) > 3

    def _open(self, key: str) -> list[str]:
        status, headers, body = self.send(self.origin + key)
        self.seen[key] = status
        media = headers.get_content_type()
        if status in {301, 302, 303, 307, 308}:
            return [headers["Location"]]
        if media == "text/css":
            return CSS_LINK.findall(body.decode())
        if media != "text/html":
            return []
        found = _Found()
        found.feed(body.decode())
        for address in found.sent_to:
            path = urlsplit(urljoin(f"{self.origin}{key}", address)).path
            if not path.startswith(f"{PREFIX}/"):
                self.outside.add((key, address))
        return found.opened


@dataclass
class Site:
    """The served game, and its administrator's password."""

    origin: str
    data: Path
    password: str

    def letters(self) -> list[EmailMessage]:
        return [message_from_bytes(one.read_bytes(), policy=policy.default) for one in self.data.glob("mail/*.eml")]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    data, port = tmp_path_factory.mktemp("prefix") / "data", free_port()
    origin = f"http://127.0.0.1:{port}"
    own = {"PBEM_BASE_URL": f"{origin}{PREFIX}/", "PBEM_OPEN_SIGN_UP": "true"}
    server = Server(data, "--port", str(port), own=own)
    try:
        server.wait_for("Ctrl-C stops everything.")
        assert server.address == f"{origin}{PREFIX}/"
        password = re.search(r"Password\s+(\S{16})", server.text)
        assert password
        yield Site(origin, data, password[1])
    finally:
        server.end()


@pytest.fixture(scope="module")
def visitor(site: Site) -> Visitor:
    """A member of staff who has opened everything."""
    visitor = Visitor(site.origin)
    visitor.log_in("admin", site.password)
    visitor.crawl(f"{PREFIX}/")
    return visitor


def failures(visitor: Visitor) -> dict[str, int]:
    """The pages that do not answer: but the admin shows nobody the replay of a game that they play."""
    expected = {"/replay/": 403}
    bad = {path: status for path, status in visitor.seen.items() if status not in {200, 302} and path != PREFIX}
    return {path: status for path, status in bad.items() if expected.get(path[-8:]) != status}


def test_every_address_of_every_page_begins_with_the_prefix_and_answers(visitor: Visitor) -> None:
    assert not visitor.outside
    assert not failures(visitor)
    for kind in (r"/games/[^/]+/$", r"/decisions/[^/]+/$", r"/games/new/.+", r"/static/.+css$", r"/static/.+js$",
                 r"/board\.svg", r"/mail/", r"/admin/", r"/profile/$", r"/umpire/$", r"/static/.+svg$"):  # fmt: skip
        assert any(re.search(kind, path.partition("?")[0]) for path in visitor.seen), kind


def test_a_stranger_s_pages_too(site: Site) -> None:
    visitor = Visitor(site.origin)
    visitor.crawl(f"{PREFIX}/")
    assert not visitor.outside
    assert not failures(visitor)
    assert any(path.startswith(f"{PREFIX}/sign-up/") for path in visitor.seen)


def test_cookies_stay_below_the_prefix(visitor: Visitor) -> None:
    assert {one.name for one in visitor.cookies} >= {"sessionid", "csrftoken", "device"}
    assert {one.path for one in visitor.cookies} == {f"{PREFIX}/"}


def test_every_address_of_every_letter_begins_with_the_prefix_and_answers(site: Site, visitor: Visitor) -> None:
    stranger = Visitor(site.origin)
    url = f"{site.origin}{PREFIX}/password/forgotten/"
    stranger.send(url, stranger.look(url).fields | {"email": "admin@localhost"})
    assert wait_until(lambda: len(site.letters()) >= 2, seconds=PATIENCE)
    links = {link for letter in site.letters() for link in _links(letter)}
    assert any("/password/new/" in link for link in links)
    assert any("/decisions/" in link for link in links)
    for link in links:
        assert link.startswith(f"{site.origin}{PREFIX}/"), link
        assert visitor.send(link)[0] in {200, 302}, link


def _links(letter: EmailMessage) -> set[str]:
    parts = [part.get_content() for part in letter.walk() if part.get_content_maintype() == "text"]
    parts.append(letter["List-Unsubscribe"] or "")
    return {link.rstrip(".,") for text in parts for link in TEXT_LINK.findall(text)}


def test_the_interface_names_the_prefix(site: Site, visitor: Visitor) -> None:
    status, _headers, body = visitor.send(f"{site.origin}{PREFIX}/api/v1/schema/")
    schema = json.loads(body)
    assert (status, [one["url"] for one in schema["servers"]]) == (200, [PREFIX])
    (server,), path = schema["servers"], "/api/v1/titles/"
    assert path in schema["paths"]
    assert visitor.send(site.origin + server["url"] + path)[0] == 200
    status, headers, body = visitor.send(f"{site.origin}{PREFIX}/api/v1/nothing/")
    problem = json.loads(body)
    assert (status, headers.get_content_type()) == (404, "application/problem+json")
    assert problem["instance"] == f"{PREFIX}/api/v1/nothing/"
    assert problem["type"].startswith(f"{site.origin}{PREFIX}/api/v1/problems/")


def test_orders_posted_after_the_log_out_are_kept(site: Site, visitor: Visitor) -> None:
    """The log-in page carries them, and leads back to the decision."""
    (page,) = [path for path in visitor.seen if re.fullmatch(rf"{PREFIX}/decisions/[^/]+/", path)][:1]
    stranger = Visitor(site.origin)
    stranger.look(f"{site.origin}{PREFIX}/login/")
    token = next(one.value for one in stranger.cookies if one.name == "csrftoken") or ""
    status, _headers, body = stranger.send(site.origin + page, {"csrfmiddlewaretoken": token, "text": "pass"})
    found = _Found()
    found.feed(body.decode())
    assert (status, found.fields["next"]) == (401, page)
    form = found.fields | {"username": "admin", "password": site.password}
    status, headers, _body = stranger.send(f"{site.origin}{PREFIX}/login/", form)
    assert (status, headers["Location"]) == (302, page)
    assert "saved as a draft" in stranger.send(site.origin + page)[2].decode()


def test_nothing_is_served_outside_the_prefix(site: Site) -> None:
    visitor = Visitor(site.origin)
    for path in ("/", "/login/", "/ordersx/login/", f"{PREFIX}{PREFIX}/login/"):
        assert visitor.send(site.origin + path)[0] == 404
    assert b"begins with /orders/" in visitor.send(f"{site.origin}/login/")[2]
    assert [visitor.send(site.origin + path)[0] for path in ("/healthz", f"{PREFIX}/healthz")] == [200, 200]
    status, headers, _body = visitor.send(f"{site.origin}{PREFIX}?next=1")
    assert (status, headers["Location"]) == (308, f"{PREFIX}/?next=1")
    status, headers, _body = visitor.send(f"{site.origin}{PREFIX}/games/")
    assert (status, urlsplit(headers["Location"]).path) == (302, f"{PREFIX}/login/")
    assert parse_qs(urlsplit(headers["Location"]).query) == {"next": [f"{PREFIX}/games/"]}
