"""`PBEM_BASE_URL` in every form that a host may write: it works as browsers send it, or the start is refused."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from pbem.base_url import read_base_url
from tools.launch import ROOT, embedded


@pytest.mark.parametrize(
    ("written", "origin", "host", "prefix"),
    [
        ("http://127.0.0.1:8000", "http://127.0.0.1:8000", "127.0.0.1", ""),
        ("https://Host.Example.ORG/", "https://host.example.org", "host.example.org", ""),
        ("https://host.example.org:443/orders/", "https://host.example.org", "host.example.org", "/orders"),
        ("https://host.example.org/a/sealed", "https://host.example.org", "host.example.org", "/a/sealed"),
        ("http://[2001:DB8:0::1]:8000", "http://[2001:db8::1]:8000", "[2001:db8::1]", ""),
        ("https://bücher.example/x", "https://xn--bcher-kva.example", "xn--bcher-kva.example", "/x"),
        ("https://命令.example", "https://xn--nnq49k.example", "xn--nnq49k.example", ""),
    ],
)  # fmt: skip
def test_what_browsers_send_is_read_from_it(written: str, origin: str, host: str, prefix: str) -> None:
    base = read_base_url(written)
    assert (base.origin, base.host, base.prefix, base.url) == (origin, host, prefix, origin + prefix)


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("host.example.org", "must begin with http"),
        ("ftp://host.example.org", "must begin with http"),
        ("https://", "names no host"),
        ("https://under_score.example.org", "names no host"),
        ("https://host.example.org:port", "Port"),
        ("https://user@host.example.org", "a user"),
        ("https://host.example.org/?a=1", "a query"),
        ("https://host.example.org/#top", "a fragment"),
        ("https://host.example.org/a//b", "single slashes"),
        ("https://host.example.org/../b", "single slashes"),
        ("https://host.example.org/命令", "single slashes"),
        ("https://host.example.org/a%20b", "single slashes"),
        ("http://[fe80::1%25eth0]", "zone"),
        ("http://[::1", "Invalid IPv6"),
        ("https://straße.example", "xn--"),
        ("https://a..example", "host name"),
    ],
)
def test_what_no_browser_could_use_is_refused_with_the_reason(written: str, why: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="PBEM_BASE_URL") as refused:
        read_base_url(written)
    assert why in str(refused.value)


def _settings(folder: Path, base_url: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PBEM_", "DATABASE_", "REDIS_"))}
    names = ("ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "STATIC_URL", "SECURE_REDIRECT_EXEMPT")
    words = f"from django.conf import settings; print({', '.join(f'settings.{name}' for name in names)})"
    return subprocess.run(
        [sys.executable, "manage.py", "shell", "--no-imports", "-v", "0", "-c", words],
        cwd=ROOT,
        env={**kept, "PBEM_DATA_DIR": str(folder), "PBEM_BASE_URL": base_url},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_settings_follow_it(tmp_path: Path) -> None:
    said = _settings(tmp_path, "https://[2001:DB8::1]/orders").stdout
    assert "'[2001:db8::1]'" in said
    assert "['https://[2001:db8::1]'] /orders/static/ ['^orders/healthz$']" in said


def test_the_start_is_refused_in_one_line(tmp_path: Path) -> None:
    done = _settings(tmp_path, "https://host.example.org/a b")
    assert done.returncode == 1
    assert (
        done.stderr.strip()
        .splitlines()[-1]
        .startswith(
            "django.core.exceptions.ImproperlyConfigured: PBEM_BASE_URL cannot be 'https://host.example.org/a b': "
        )
    )


@pytest.mark.parametrize(("machine", "url"), [("ship", "http://ship:8000"), ("my_box", "http://192.0.2.7:8000")])
def test_a_machine_whose_name_no_browser_could_send_is_named_by_its_address(
    machine: str, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: machine)
    monkeypatch.setattr(embedded, "_own_address", lambda: "192.0.2.7")
    place = embedded.Place(data=Path("somewhere"), host="0.0.0.0")
    assert read_base_url(place.address).url == url


@pytest.mark.postgresql
@pytest.mark.django_db
@pytest.mark.parametrize("written", ["http://[2001:DB8::1]:8000", "https://命令.example"])
def test_forms_are_accepted_from_such_a_host(written: str, settings: pytest.FixtureRequest, anna: object) -> None:
    base = read_base_url(written)
    settings.ALLOWED_HOSTS = [base.host]  # type: ignore[attr-defined]
    settings.CSRF_TRUSTED_ORIGINS = [base.origin]  # type: ignore[attr-defined]
    browser = Client(enforce_csrf_checks=True, headers={"host": base.origin.partition("//")[2]})
    browser.get("/login/")
    token = browser.cookies["csrftoken"].value
    form = {"username": "anna", "password": "pw", "csrfmiddlewaretoken": token}
    assert browser.post("/login/", form, headers={"origin": base.origin}).status_code == 302
