"""Static files: under hashed names, kept for good and compressed once collected; as they are before that."""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client, override_settings

from tools.launch import ROOT
from tools.launch.embedded import Place
from tools.launch.prepare import collect_static_files

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

PAGES = ("/login/", "/admin/login/", "/api/v1/docs/", "/api/v1/redoc/")
LINK = re.compile(r'(?:href|src)="(/static/[^"?]+)"')
HASHED = re.compile(r"\.[0-9a-f]{12}\.\w+$")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All files, collected as for production."""
    folder = tmp_path_factory.mktemp("static")
    with override_settings(STATIC_ROOT=folder):
        call_command("collectstatic", interactive=False, verbosity=0)
    return folder


@pytest.fixture
def collected(folder: Path) -> Iterator[Client]:
    """A client of a server that has them."""
    with override_settings(STATIC_ROOT=folder, WHITENOISE_USE_FINDERS=False):
        yield Client()


def _links(client: Client) -> set[str]:
    return {link for page in PAGES for link in LINK.findall(client.get(page).content.decode())}


def _get(client: Client, path: str, **headers: str) -> Any:
    response = client.get(path, headers=headers)
    return response, b"".join(response.streaming_content)


def test_collected_files_are_kept_for_good(collected: Client) -> None:
    links = _links(collected)
    assert len(links) > 8
    for link in links:
        assert HASHED.search(link), link
        response, content = _get(collected, link)
        assert response.status_code == 200, link
        assert content
        assert response["Cache-Control"] == "max-age=315360000, public, immutable", link


def test_collected_files_are_compressed_ahead(collected: Client, folder: Path) -> None:
    (style,) = (link for link in _links(collected) if "/pages/style." in link)
    plain, content = _get(collected, style)
    packed, small = _get(collected, style, **{"Accept-Encoding": "gzip"})
    assert packed["Content-Encoding"] == "gzip"
    assert packed["Vary"] == "Accept-Encoding"
    assert gzip.decompress(small) == content
    assert (folder / (style.removeprefix("/static/") + ".gz")).read_bytes() == small
    assert "Content-Encoding" not in plain.headers


def test_a_plain_name_still_works_and_is_looked_at_again(collected: Client) -> None:
    response, _ = _get(collected, "/static/pages/style.css")
    assert response["Cache-Control"] == "max-age=60, public"
    icon = collected.get("/favicon.ico")["Location"]
    assert HASHED.search(icon)


@override_settings(STATIC_ROOT=ROOT / "there is none", WHITENOISE_USE_FINDERS=True)
def test_without_collecting_they_are_served_as_they_are() -> None:
    client = Client()
    links = _links(client)
    assert "/static/pages/style.css" in links
    for link in links:
        assert not HASHED.search(link)
        assert client.head(link).status_code == 200, link


def test_a_start_collects_only_what_has_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[Any] = []
    monkeypatch.setattr("django.core.management.call_command", lambda *words, **_: calls.append(words))
    with override_settings(STATIC_ROOT=tmp_path):
        assert collect_static_files()
        assert not collect_static_files()
        (tmp_path / ".sources").write_text("of an earlier version")
        assert collect_static_files()
    assert calls == [("collectstatic",)] * 2


def test_a_server_of_one_command_keeps_them_with_its_data(tmp_path: Path) -> None:
    place = Place(data=tmp_path)
    assert place.variables({}, None)["PBEM_STATIC_DIR"] == str(tmp_path / "static")
    assert place.variables({"PBEM_STATIC_DIR": "/srv/static"}, None)["PBEM_STATIC_DIR"] == "/srv/static"
