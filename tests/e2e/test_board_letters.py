"""The letters of the boards in a browser that has no Noto fonts: every text keeps to the place measured for it."""

import shutil
import subprocess
from base64 import b64encode
from typing import Any

import pytest

from games.kernel.picture import FALLBACK_FONT
from games.models import OpenRequest
from games.toolkit.text_metrics import text_width
from tests.e2e.conftest import log_in
from tests.titles.goeben.boards import crowded as crowded_board
from tests.titles.goeben.test_board import picture as board_picture
from tests.titles.pirates.table import crowd, first_turn
from tests.titles.pirates.test_board import picture as table_picture

pytestmark = pytest.mark.e2e

SLACK = 0.8
"""Units by which a text may be wider than its place: a hundredth of what stands between two texts."""
MEASURE = """() => [...document.querySelectorAll("text")].filter(one => !one.closest("defs")).map(one => [
    one.textContent, one.getComputedTextLength(), parseFloat(getComputedStyle(one).fontSize),
    getComputedStyle(one).fontWeight >= 600])"""


def _boards(language: str) -> dict[str, str]:
    state, _ = first_turn()
    crowd(state)
    return {
        "goeben": board_picture(crowded_board(), language=language),
        "pirates": table_picture(state, "red", language),
    }


def _too_wide(page: Any, svg: str) -> list[tuple[str, float]]:
    """The texts that leave their places, and by how many units."""
    page.set_content(svg)
    measured = [(text, shown - text_width(text, size, bold=bold)) for text, shown, size, bold in page.evaluate(MEASURE)]
    assert len(measured) > 100
    return [(text, over) for text, over in measured if over > SLACK]


@pytest.fixture(autouse=True)
def _without_noto() -> None:
    listed = shutil.which("fc-list")
    fonts = subprocess.run([listed], capture_output=True, text=True, check=True).stdout if listed else ""
    if "Noto Sans JP" in fonts:
        pytest.skip("here the letters are at home: there is nothing to stand in for")
    assert "DejaVu Sans" in fonts, "install fonts-dejavu-core, which .ci/run does"


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("title", ["goeben", "pirates"])
def test_every_text_of_a_board_keeps_its_place(page: Any, title: str, language: str) -> None:
    board = _boards(language)[title]
    assert not _too_wide(page, board)
    assert _too_wide(page, board.replace(f", {FALLBACK_FONT}", "")), "the machine's own letters would not"


def test_a_board_in_an_image_has_the_same_letters(page: Any) -> None:
    def shot(svg: str) -> bytes:
        source = b64encode(svg.encode()).decode()
        page.set_content(f'<img src="data:image/svg+xml;base64,{source}" width="800">')
        page.wait_for_function("document.images[0].complete")
        picture: bytes = page.screenshot()
        return picture

    board = _boards("en")["goeben"]
    assert shot(board) == shot(board)
    assert shot(board) != shot(board.replace(f", {FALLBACK_FONT}", "")), "the stand-in is not used"


def test_the_servers_policy_lets_the_letters_through(page: Any, plan: OpenRequest) -> None:
    """The window fails the test on any complaint about the policy."""
    log_in(page, "anna")
    page.goto(f"/games/{plan.game_id}/board.svg")
    wide = [(text, shown - text_width(text, size, bold=bold)) for text, shown, size, bold in page.evaluate(MEASURE)]
    assert max(over for _, over in wide) <= SLACK
