"""The pictures in the docs: small, all shown, and taken by `./run screenshots`."""

import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from games import registry
from tests.docs.pages import DOCS, pages
from tools.launch import ROOT, arguments
from tools.launch.testing import browser
from tools.screenshots import __main__ as screenshots
from tools.screenshots.pages import PICTURES, SHOWN
from tools.screenshots.scene import GAMES

MOST_BYTES = 150_000
MOST_BYTES_IN_ALL = 1_500_000


def test_the_docs_show_every_picture_that_is_kept() -> None:
    kept = {path.stem for path in (DOCS / "images" / "pages").iterdir()}
    assert kept == set(SHOWN)
    texts = "\n".join(page.read_text(encoding="utf-8") for page in pages())
    assert [name for name in sorted(kept) if f"](../images/pages/{name}.png)" not in texts] == []


def test_the_pictures_are_small() -> None:
    sizes = {path.name: path.stat().st_size for path in (DOCS / "images").rglob("*.png")}
    assert [name for name, size in sizes.items() if size > MOST_BYTES] == []
    assert sum(sizes.values()) <= MOST_BYTES_IN_ALL


def test_there_is_a_picture_of_a_question_of_each_title() -> None:
    assert set(GAMES) == set(registry.TITLES)
    names = [picture.name for picture in PICTURES]
    assert len(names) == len(set(names))
    assert {f"decision-{title}" for title in GAMES} | set(SHOWN) <= set(names)


def test_a_kept_picture_has_few_colours_and_its_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture that was not taken this time is left as it is."""
    monkeypatch.setattr(screenshots.pages, "SHOWN", {"desk": 1366, "landing": 390})
    (tmp_path / "taken").mkdir()
    Image.effect_noise((1366, 90), 50).convert("RGB").save(tmp_path / "taken" / "desk-1366.png")
    screenshots.keep(tmp_path / "taken", tmp_path / "docs", {"desk"})
    with Image.open(tmp_path / "docs" / "desk.png") as kept:
        assert (kept.mode, kept.size) == ("P", (1366, 90))
    assert not (tmp_path / "docs" / "landing.png").exists()


def test_the_launcher_hands_its_words_on() -> None:
    known, rest = arguments.parse(["screenshots", "--language", "ja"])
    assert (known.command, rest) == ("screenshots", ["--language", "ja"])


@pytest.mark.e2e
@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux" or browser() is None, reason="starts a server and a Chromium")
def test_pictures_are_taken_of_a_served_instance(tmp_path: Path) -> None:
    """In a process of its own: the browser of other tests keeps an event loop in this one."""
    words = ["--folder", str(tmp_path), "--only", "landing,desk,receipt", "--language", "ja"]
    done = subprocess.run(
        [sys.executable, "-m", "tools.screenshots", *words], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    taken = sorted(path.name for path in (tmp_path / "ja").iterdir())
    assert taken == [f"{name}-{width}.png" for name in ("desk", "landing", "receipt") for width in (1366, 390)]
    for path in (tmp_path / "ja").iterdir():
        with Image.open(path) as picture:
            assert f"{path.stem.rpartition('-')[0]}-{picture.width}" == path.stem
            assert len(picture.getcolors(1 << 20) or ()) > 50, "an empty page"
