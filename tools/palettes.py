"""Compute the colour palette of a title's PNGs: ``python -m tools.palettes TITLE``, after its pictures have changed.

It draws pictures of random games in both languages in full colour. The palette has the colours that the title names;
the rest are intermediate colours, chosen by frequency and distance.
"""

import os
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import django
from PIL import Image

from games.kernel.events import UMPIRE
from games.kernel.picture import Picture
from games.kernel.text import LANGUAGES
from pbem.rendering.layers import layout_picture
from pbem.rendering.renderer import compose_drawing

ROOT = Path(__file__).resolve().parent.parent
COLOURS = 94
WIDTH = 600
GAMES, EACH = 3, 4
"""The number of games, of different scenarios in turn, and the number of pictures of each game."""
_NAMED = re.compile(r'"(#(?:[0-9a-f]{6}|[0-9a-f]{3}))"')


def samples(key: str) -> Iterator[Picture]:
    """Yield pictures from the beginning to the end of games, from the umpire's view, which shows the most."""
    from bench.random_play import play, title_of

    title = title_of(key)
    scenarios = list(title.scenarios)
    for seed, scenario in enumerate(scenarios[:: max(1, len(scenarios) // GAMES)][:GAMES]):
        stops = play(title, scenario, seed).run.checkpoints
        for number, stop in enumerate((*stops[:: max(1, len(stops) // EACH)], stops[-1])):
            view = title.secrecy.view(title.read_state(stop.state), UMPIRE)
            yield title.presentation.render_board(view, LANGUAGES[number % len(LANGUAGES)]).picture


def palette(pictures: Iterator[Picture]) -> tuple[str, ...]:
    """Return the colours of the palette: the colours that the pictures name, and intermediate colours."""
    named: Counter[str] = Counter()
    drawn: list[Image.Image] = []
    for picture in pictures:
        named.update(map(_long, [picture.ground, *_NAMED.findall("".join(layer.marks for layer in picture.layers))]))
        named.update(map(_long, _NAMED.findall("".join({layer.defs for layer in picture.layers}))))
        drawn.append(compose_drawing(layout_picture(picture, WIDTH)))
    pile = Image.new("RGB", (WIDTH, sum(one.height for one in drawn)))
    top = 0
    for one in drawn:
        pile.paste(one, (0, top))
        top += one.height
    found = [colour for colour, _ in sorted(named.items(), key=lambda item: (-item[1], item[0]))][: COLOURS // 2]
    between = pile.quantize(COLOURS - len(found), method=Image.Quantize.MAXCOVERAGE, kmeans=1)
    levels = bytes(between.getpalette() or ())
    return tuple(dict.fromkeys([*found, *(f"#{levels[at : at + 3].hex()}" for at in range(0, len(levels), 3))]))


def _long(colour: str) -> str:
    """Return a colour with six digits: ``#ffffff`` for ``#fff``."""
    return colour if len(colour) == 7 else "#" + "".join(2 * digit for digit in colour[1:])


def main(key: str) -> None:
    """Write the module with the palette of the title `key`."""
    path = ROOT / "games" / "titles" / key / "presentation" / "board" / "colours.py"
    head = path.read_text().partition("\n")[0]
    colours = palette(samples(key))
    rows = (
        "    " + ", ".join(f'"{one}"' for one in colours[at : at + 10]) + ",\n" for at in range(0, len(colours), 10)
    )
    path.write_text(f"{head}\n\n# fmt: off\nCOLOURS: tuple[str, ...] = (\n{''.join(rows)})\n# fmt: on\n")
    print(f"{len(colours)} colours in {path.relative_to(ROOT)}")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbem.settings")
    django.setup()
    main(sys.argv[1])
