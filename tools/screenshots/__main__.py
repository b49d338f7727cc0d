"""Take a picture of each kind of page on a server with demonstration games, in the widths of a laptop and a phone."""

import argparse
import os
import sys
import tempfile
from collections.abc import Container, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tools.launch import ROOT, LaunchError
from tools.launch.testing import browser
from tools.screenshots import pages, scene

FOLDER = ROOT / ".cache" / "screenshots"
SIZES = {1366: 900, 390: 844}
"""The height of the browser's window for each of its widths, in pixels."""
DOCS = ROOT / "docs" / "images" / "pages"
COLOURS = 256
FONTS = ROOT / "pbem" / "assets" / "fonts"
_FONT_SETTINGS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><include ignore_missing="yes">/etc/fonts/fonts.conf</include><dir>{fonts}</dir></fontconfig>
"""


def main(words: list[str]) -> int:
    """Take the pictures; return 0 if every page answered with status 200, else 1."""
    parser = argparse.ArgumentParser(prog="./run screenshots", description=__doc__)
    parser.add_argument("--language", default="en", choices=("en", "ja", "de"), help="default %(default)s")
    parser.add_argument("--whole", action="store_true", help="whole pages, not only what the window shows")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="default .cache/screenshots")
    parser.add_argument("--only", default="", metavar="NAMES", help="names of pictures, separated by commas")
    parser.add_argument("--keep", action="store_true", help="write the pictures that docs show into docs/images/pages/")
    asked = parser.parse_args(words)
    wanted = [one for one in pages.PICTURES if not asked.only or one.name in asked.only.split(",")]
    pictures = asked.folder / asked.language
    with (
        tempfile.TemporaryDirectory(prefix="so-pictures-") as folder,
        scene.set_up(Path(folder) / "data", asked.language) as ready,
    ):
        wrong = take(ready, wanted, pictures, asked.language, whole=asked.whole)
    if asked.keep:
        keep(pictures, DOCS, {one.name for one in wanted})
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


def take(ready: scene.Scene, wanted: list[pages.Picture], folder: Path, language: str, *, whole: bool) -> list[str]:
    """Write the pictures `wanted` into a folder; return the pages that did not answer with status 200.

    With `whole`, a picture shows the whole page, not only the window.
    """
    folder.mkdir(parents=True, exist_ok=True)
    readers = sorted({one.reader for one in wanted})
    wrong = []
    with _browser() as chromium:
        windows = {
            (reader, width): _signed_in(chromium, ready, reader, _shape(width, language))
            for reader in readers
            for width in SIZES
        }
        for one in wanted:
            for width in SIZES:
                path = folder / f"{one.name}-{width}.png"
                status = _take_one(windows[one.reader, width], ready, one, path, whole=whole)
                if status != 200:
                    wrong.append(f"{one.name}: {status}")
    return wrong


def _shape(width: int, language: str) -> dict[str, Any]:
    return {
        "viewport": {"width": width, "height": SIZES[width]},
        "locale": language,
        "timezone_id": "Europe/Berlin",
    }


def keep(taken: Path, docs: Path, names: Container[str]) -> None:
    """Write the pictures that the docs show (`names`) into the folder of the docs, with few colours, to be small."""
    from PIL import Image

    docs.mkdir(parents=True, exist_ok=True)
    for name, width in pages.SHOWN.items():
        if name not in names:
            continue
        with Image.open(taken / f"{name}-{width}.png") as picture:
            small = picture.convert("RGB").quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
            small.save(docs / f"{name}.png", optimize=True)


def _take_one(window: Any, ready: scene.Scene, one: pages.Picture, path: Path, *, whole: bool) -> int:
    one.open(ready, window)
    window.wait_for_load_state("networkidle")
    window.screenshot(path=path, full_page=whole, animations="disabled", caret="hide")
    print(path, flush=True)
    return int(window.evaluate("performance.getEntriesByType('navigation')[0].responseStatus"))


def _signed_in(chromium: Any, ready: scene.Scene, reader: str, shape: dict[str, Any]) -> Any:
    """Return a browser page in which the reader is logged in; a visitor is not. `shape` has the window's options."""
    window = chromium.new_context(base_url=ready.server.address, **shape).new_page()
    if reader:
        password = ready.server.admin_password if reader == pages.ADMIN else scene.PASSWORD
        window.goto("/login/")
        window.fill("#id_username", reader)
        window.fill("#id_password", password)
        with window.expect_navigation():
            window.locator("main button.primary").first.click()
    return window


@contextmanager
def _browser() -> Iterator[Any]:
    """Yield a Chromium that uses the server's fonts, so that a machine without Japanese fonts shows Japanese."""
    from playwright.sync_api import sync_playwright

    path = browser()
    if path is None:
        raise LaunchError("there is no Chromium; name it in PBEM_CHROMIUM")
    with tempfile.TemporaryDirectory(prefix="so-fonts-") as folder, sync_playwright() as driver:
        settings = Path(folder) / "fonts.conf"
        settings.write_text(_FONT_SETTINGS.format(fonts=FONTS))
        variables: dict[str, str | float | bool] = {**os.environ, "FONTCONFIG_FILE": str(settings)}
        chromium = driver.chromium.launch(executable_path=path, args=["--no-sandbox"], env=variables)
        yield chromium
        chromium.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
