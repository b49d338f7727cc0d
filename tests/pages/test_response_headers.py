"""Headers of every response, the address of a caller, and the health check."""

import re
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings

from games.models import Game, Player
from pbem.client_addresses import address_group, parse_networks, use_client_address

pytestmark = pytest.mark.django_db


def everywhere(game: Game) -> list[str]:
    """Addresses of every sort: pages, pictures, calls, files, documentation, refusals."""
    return [
        "/",
        "/login/",
        "/games/",
        "/profile/",
        f"/games/{game.pk}/",
        f"/games/{game.pk}/board.svg",
        f"/games/{game.pk}/messages/",
        "/admin/",
        "/nowhere/",
        "/healthz",
        "/favicon.ico",
        "/static/pages/style.css",
        "/static/pages/seal.svg",
        "/api/v1/titles/",
        "/api/v1/games/",
        f"/api/v1/games/{game.pk}/view/",
        f"/api/v1/games/{game.pk}/board.png",
        "/api/v1/nowhere/",
        "/api/v1/schema/",
        "/api/v1/docs/",
        "/api/v1/docs/?script",
        "/api/v1/redoc/",
    ]


def heard(client: Client, path: str, **headers: str) -> Any:
    """An answer; of files the head alone."""
    return (client.head if path.startswith("/static/") else client.get)(path, headers=headers)


def test_everything_has_a_content_policy_that_begins_with_nothing(as_anna: Client, running: Game) -> None:
    for path in everywhere(running):
        response = heard(as_anna, path)
        policy = response["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'"), path
        assert not {"*", "http:", "https:", "'unsafe-eval'"} & set(policy.replace(";", "").split()), path
        scripts = [part.split() for part in policy.split("; ") if part.startswith("script-src")]
        assert scripts in ([], [["script-src", "'self'"]]), path
        assert response["X-Content-Type-Options"] == "nosniff", path


def test_documentation_keeps_to_its_policy(client: Client) -> None:
    """No script stands in the page itself, and nothing comes from elsewhere."""
    for path in ("/api/v1/docs/", "/api/v1/redoc/"):
        text = client.get(path).content.decode()
        assert "<script>" not in text
        assert set(re.findall(r'(?:src|href)="(.)', text)) == {"/"}
    assert "SwaggerUIBundle(" in client.get("/api/v1/docs/?script").content.decode()


@override_settings(SECURE_PROXY_SSL_HEADER=("HTTP_X_FORWARDED_PROTO", "https"), SECURE_SSL_REDIRECT=True)
def test_over_https_everything_says_that_it_stays_so(as_anna: Client, running: Game) -> None:
    for path in everywhere(running):
        response = heard(as_anna, path, **{"X-Forwarded-Proto": "https"})
        assert response["Strict-Transport-Security"] == f"max-age={365 * 24 * 60 * 60}", path
    assert as_anna.get("/").status_code == 301
    assert as_anna.get("/healthz").status_code == 200, "a watchdog on the machine comes without TLS"


def test_nobody_keeps_what_is_made_for_one_reader(as_anna: Client, running: Game) -> None:
    kept = {path: heard(as_anna, path).get("Cache-Control", "") for path in everywhere(running)}
    public = {path for path, rule in kept.items() if "private" not in rule}
    assert public == {path for path in kept if path.startswith(("/static/", "/api/v1/schema"))}
    stored = {path for path, rule in kept.items() if "no-store" not in rule} - public
    assert stored == {path for path in kept if path.endswith(("/view/", "board.png"))}, "they have ETags for scripts"


def test_the_server_says_whether_it_is_well(client: Client) -> None:
    response = client.get("/healthz")
    assert (response.status_code, response.content) == (200, b"ok\n")
    assert client.post("/healthz").status_code == 405

    def refuse(*_: Any) -> Any:
        raise OperationalError("10.0.0.7 is away")

    with connection.execute_wrapper(refuse):
        response = client.get("/healthz")
    assert (response.status_code, response.content) == (503, b"no database\n")
    assert int(response["Retry-After"]) > 0


def seen_from(peer: str, forwarded: str = "") -> str:
    """The address that the server goes by."""
    request = HttpRequest()
    request.META = {"REMOTE_ADDR": peer, **({"HTTP_X_FORWARDED_FOR": forwarded} if forwarded else {})}
    use_client_address(lambda _: HttpResponse())(request)
    return str(request.META["REMOTE_ADDR"])


@override_settings(PBEM_TRUSTED_PROXIES=["10.0.0.0/8", "2001:db8::1"])
@pytest.mark.parametrize(
    ("peer", "forwarded", "found"),
    [
        ("192.0.2.9", "", "192.0.2.9"),
        ("192.0.2.9", "198.51.100.1", "192.0.2.9"),
        ("10.1.2.3", "198.51.100.1", "198.51.100.1"),
        ("2001:db8::1", "198.51.100.1", "198.51.100.1"),
        ("10.1.2.3", "203.0.113.5, 198.51.100.1", "198.51.100.1"),
        ("10.1.2.3", "198.51.100.1, 10.9.9.9", "198.51.100.1"),
        ("10.1.2.3", "nonsense", "10.1.2.3"),
        ("10.1.2.3", "198.51.100.1, nonsense", "10.1.2.3"),
        ("10.1.2.3", "", "10.1.2.3"),
        ("", "198.51.100.1", ""),
    ],
)
def test_only_a_trusted_proxy_names_the_client(peer: str, forwarded: str, found: str) -> None:
    assert seen_from(peer, forwarded) == found


def test_proxies_are_written_as_addresses() -> None:
    with pytest.raises(ImproperlyConfigured, match="PBEM_TRUSTED_PROXIES"):
        parse_networks(["my-proxy"])


def test_an_ipv6_household_is_one_place() -> None:
    assert (
        address_group("2001:db8:1:2:3::4") == address_group("2001:db8:1:2:ffff::1") != address_group("2001:db8:1:3::")
    )
    assert address_group("192.0.2.1") != address_group("192.0.2.2")


@pytest.mark.parametrize("path", ["/login/", "/admin/login/", "/admin/", "/admin/games/game/"])
def test_pages_and_admin_bear_the_seal(client: Client, staff: Player, path: str) -> None:
    if "login" not in path:
        client.force_login(staff)
    (icon,) = re.findall(r'<link rel="icon" href="([^"]+)"', client.get(path).content.decode())
    assert heard(client, icon)["Content-Type"] == "image/svg+xml"


def test_what_names_no_icon_has_one_too(client: Client) -> None:
    response = client.get("/favicon.ico")
    assert response.status_code == 302
    assert heard(client, response["Location"])["Content-Type"] == "image/svg+xml"
