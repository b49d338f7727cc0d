"""Browsers of several people, and the letters that lead them there."""

from typing import Any

from games.models import OutgoingMail
from games.persistence.encryption import decrypt
from tests.e2e.conftest import Lend, fits


def letter() -> dict[str, str]:
    """What the newest personal letter holds."""
    facts = decrypt(bytes(OutgoingMail.objects.filter(kind="account").latest("id").sealed))
    assert facts is not None
    return facts


class Window:
    """A browser of one person, as wide as a laptop or a telephone. Nothing may stick out."""

    def __init__(self, lend: Lend, width: int, language: str) -> None:
        self.page = lend(viewport={"width": width, "height": 800}, locale=language)

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
        assert fits(self.page), self.page.url
