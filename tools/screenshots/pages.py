"""The pages that get a picture, and how to open each of them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tools.screenshots.scene import GAMES, PLAYER, Scene

VISITOR, ADMIN = "", "admin"
Open = Callable[[Scene, Any], object]


@dataclass(frozen=True)
class Picture:
    """A page that gets a picture."""

    name: str
    """The name of the file, without suffix."""
    reader: str
    """The player who is logged in; empty: nobody."""
    open: Open
    """Opens the page in a browser, from (scene, the browser's page)."""


def _at(name: str, reader: str, path: str) -> Picture:
    """Return the picture of a page with a fixed path."""
    return Picture(name, reader, lambda scene, page: page.goto(path))


def _game(title: str) -> Picture:
    return Picture(f"game-{title}", PLAYER, lambda scene, page: page.goto(f"/games/{scene.games[title]}/"))


def _decision(title: str) -> Picture:
    return Picture(f"decision-{title}", PLAYER, lambda scene, page: page.goto(f"/decisions/{scene.decisions[title]}/"))


def _open_tapped(scene: Scene, page: Any) -> None:
    """Open a decision page and tap the first thing on the board that the arrow keys reach."""
    page.goto(f"/decisions/{scene.decisions['battleships']}/")
    page.locator("html.js").wait_for()
    page.locator("#sea input[type=image]").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.locator("#card .offers").wait_for()


def _open_with_orders(scene: Scene, page: Any) -> None:
    """Open a decision page and accept the first proposal."""
    page.goto(f"/decisions/{scene.decisions['battleships']}/")
    page.locator("html.js").wait_for()
    page.locator(".proposals button").first.click()
    page.locator("#row-0").wait_for()


def _open_email(scene: Scene, page: Any) -> None:
    """Open the newest turn e-mail of a game as a mail program shows it."""
    page.goto("/mail/")
    subject = page.locator("main td a", has_text=GAMES["battleships"][1]).first
    page.goto(subject.get_attribute("href") + "html/")


SHOWN = {
    "landing": 1366,
    "desk": 1366,
    "tap": 1366,
    "orders": 390,
    "receipt": 390,
    "standing-orders": 1366,
    "new-game": 1366,
    "e-mail": 390,
    "operator": 1366,
}
"""The pictures that the docs show, with their width in pixels."""

PICTURES = [
    _at("landing", VISITOR, "/"),
    _at("login", VISITOR, "/login/"),
    _at("help", VISITOR, "/help/"),
    _at("desk", PLAYER, "/"),
    _at("games", PLAYER, "/games/"),
    _at("catalogue", PLAYER, "/games/new/"),
    _at("new-game", PLAYER, "/games/new/pq17/jw51b/"),
    *(_game(title) for title in ("pirates", "goeben", "battleships", "pq17")),
    *(_decision(title) for title in ("pirates", "goeben", "battleships", "pq17")),
    Picture("tap", PLAYER, _open_tapped),
    Picture("orders", PLAYER, _open_with_orders),
    Picture("receipt", PLAYER, lambda scene, page: page.goto(f"/decisions/{scene.answered}/receipt/")),
    Picture("replay", PLAYER, lambda scene, page: page.goto(f"/games/{scene.games['pirates']}/?stop=1")),
    Picture(
        "standing-orders", PLAYER, lambda scene, page: page.goto(f"/games/{scene.games['pirates']}/standing-orders/")
    ),
    _at("reference", PLAYER, "/titles/pirates/reference/"),
    _at("settings", PLAYER, "/profile/"),
    Picture("umpire", PLAYER, lambda scene, page: page.goto(f"/games/{scene.games['pirates']}/umpire/")),
    _at("mail", ADMIN, "/mail/"),
    Picture("e-mail", ADMIN, _open_email),
    _at("operator", ADMIN, "/operator/"),
    _at("api", PLAYER, "/api/v1/docs/"),
]
