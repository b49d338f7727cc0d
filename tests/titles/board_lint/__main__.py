"""Report the findings of the boards of all titles, and draw the worst boards with what was found on them."""

import argparse
import os
import sys
from collections import Counter
from pathlib import Path

import django

from tests.titles.board_lint.linting import Linted, lint
from tests.titles.board_lint.positions import SAMPLED, boards
from tests.titles.board_lint.raster import dark, drawn, light
from tests.titles.loading import keys

WORST = 3
EXAMPLES = 4


def main(words: list[str]) -> int:
    """Print the number of findings by title and kind; 1 if there are any."""
    parser = argparse.ArgumentParser(prog="python -m tests.titles.board_lint", description=__doc__)
    parser.add_argument("titles", nargs="*", default=keys())
    parser.add_argument("--all", action="store_true", help="every stop of every game, every seat, both languages")
    parser.add_argument("--boards", type=int, default=SAMPLED, help="boards of each title, default %(default)s")
    parser.add_argument("--pictures", type=Path, help="a folder for pictures of the worst boards")
    asked = parser.parse_args(words)
    prepare_django()
    total = 0
    for key in asked.titles:
        read = [lint(key, board) for board in boards(key, every=asked.all, count=asked.boards)]
        total += report(key, read)
        if asked.pictures is not None:
            for one in sorted(read, key=lambda one: -len(one.found))[:WORST]:
                picture(key, one, asked.pictures)
    return 1 if total else 0


def prepare_django() -> None:
    """Load Django, because the page draws the order arrows."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbem.settings")
    django.setup()


def report(key: str, read: list[Linted]) -> int:
    """Print what was found on the boards of a title; return the number of findings."""
    kinds = Counter(found.kind for one in read for found in one.found)
    print(f"{key}: {kinds.total()} findings on {len(read)} boards")
    for kind, count in kinds.most_common():
        print(f"  {kind}: {count}")
        texts = Counter(found.text for one in read for found in one.found if found.kind == kind)
        print("".join(f"    {number} × {text}\n" for text, number in texts.most_common(EXAMPLES)), end="")
    return kinds.total()


def picture(key: str, one: Linted, folder: Path) -> None:
    """Draw a board in light and dark colours with a red frame around each finding."""
    folder.mkdir(parents=True, exist_ok=True)
    frames = "".join(
        f'<rect x="{box.left - 1}" y="{box.top - 1}" width="{box.right - box.left + 2}"'
        f' height="{box.bottom - box.top + 2}" fill="none" stroke="#ff00ff" stroke-width="1"/>'
        for _, _, box in one.found
    )
    svg = one.svg.removesuffix("</svg>") + frames + "</svg>"
    for look, version in (("light", light(svg)), ("dark", dark(svg))):
        drawn(version).save(folder / f"{key} {one.board.name} {look}.png".replace(" ", "-"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
