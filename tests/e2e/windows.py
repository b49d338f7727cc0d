"""Browsers of several people, and the letters that lead them there."""

from typing import Any

from games.models import OutgoingMail
from games.stored.sealing import unseal
from tests.e2e.conftest import PATIENCE


def letter() -> dict[str, str]:
    """What the newest personal letter holds."""
    facts = unseal(bytes(OutgoingMail.objects.filter(kind="account").latest("id").sealed))
    assert facts is not None
    return facts


class Window:
    """A browser of one person, as wide as a laptop or a telephone. Nothing may stick out, nothing be blocked."""

    def __init__(self, chromium: Any, address: str, width: int, language: str, complaints: list[str]) -> None:
        context = chromium.new_context(base_url=address, viewport={"width": width, "height": 800}, locale=language)
        self.page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("console", lambda one: complaints.append(one.text) if "Security Policy" in one.text else None)

    def open(self, path: str) -> Any:
        """Go there."""
        self.page.goto(path)
        self.fits()
        return self.page

    def press(self, button: str = "main button.primary") -> None:
        """Press a button, and wait for the page that comes."""
        with self.page.expect_navigation():
            self.page.locator(button).first.click()
        self.fits()

    def fits(self) -> None:
        assert self.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), self.page.url
