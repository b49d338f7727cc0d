"""One side of a comparison: `python probe.py` in a checkout reads what to measure from its standard input.

The program runs in the checkout of this commit or of an earlier commit, so it calls only functions that exist in both.
Each order is one word; each answer is a line of JSON with the seconds of each run.

The orders:
- `chart`, `board`: PNGs of 600 pixels, with the time for drawing the SVG apart;
- `svg`: drawing the chart's SVG;
- `plain`, `ready`: e-mails without a picture, and with a prepared one of 92 kB; clock and processor seconds for each;
- `turn`: a few whole turns by this commit's `turns.py`, with a worker that ends with the order.
"""

import importlib.util
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

READY = 92_000
LETTERS = 40
STOPS = 6
TURNS, ANSWERS = 4, 3
"""How many turns an order `turn` plays without and with pictures, and the number of answers of the compared turns."""


class Side:
    """The measurements of one checkout; the names of its methods are the orders."""

    def __init__(self) -> None:
        self._views: dict[str, tuple[Any, list[Any]]] = {}
        self._picture = os.urandom(READY)

    def _seen(self, title: str, scenario: str, seat: str) -> tuple[Any, list[Any]]:
        from bench.random_play import play, title_of

        if title not in self._views:
            played, stops = title_of(title), play(title_of(title), scenario, 1).run.checkpoints
            some = stops[:: max(1, len(stops) // STOPS)]
            self._views[title] = played, [played.secrecy.view(played.read_state(stop.state), seat) for stop in some]
        return self._views[title]

    def _pictures(self, title: str, scenario: str, seat: str) -> dict[str, list[float]]:
        played, views = self._seen(title, scenario, seat)
        seconds, sizes = [], []
        for view in views:
            draw = _drawing(played, view)
            began = time.process_time()
            sizes.append(float(len(draw())))
            seconds.append(time.process_time() - began)
        return {"seconds": seconds, "bytes": sizes}

    def chart(self) -> dict[str, list[float]]:
        return self._pictures("goeben", "campaign", "commander")

    def board(self) -> dict[str, list[float]]:
        return self._pictures("pirates", "four_players", "red")

    def svg(self) -> dict[str, list[float]]:
        played, views = self._seen("goeben", "campaign", "commander")
        seconds = []
        for view in views:
            began = time.process_time()
            _svg(played, view)
            seconds.append(time.process_time() - began)
        return {"seconds": seconds}

    def plain(self) -> dict[str, list[float]]:
        return self._letters(pictures=False)

    def ready(self) -> dict[str, list[float]]:
        return self._letters(pictures=True)

    def turn(self) -> dict[str, list[float]]:
        from bench.stored import BareRow

        turns = _turns()
        with BareRow() as row:
            _, played = turns.played_turns(TURNS, row)
        found: dict[str, list[float]] = {}
        for name, some in (("plain", played[False]), ("drawn", played[True])):
            found[f"{name} end"] = [turn.answers[-1].seconds for turn in some]
            found[f"{name} within"] = [one.seconds for turn in some for one in turn.answers[:-1]]
            found[f"{name} whole"] = [turn.seconds for turn in some if len(turn.answers) == ANSWERS]
        every = [turn for some in played.values() for turn in some]
        found["letters at the end"] = [turn.answers[-1].letters for turn in every]
        found["letters within"] = [one.letters for turn in every for one in turn.answers[:-1]]
        return found

    def _letters(self, *, pictures: bool) -> dict[str, list[float]]:
        from django.conf import settings

        from bench import by_mail
        from games.models import Player
        from worker.mail.outbound import mime_message
        from worker.mail.outbound.delivery import send_due_mail

        count = by_mail._write_up(LETTERS)
        Player.objects.update(mail_preferences={"pictures": pictures, "watch": True})
        with patch.object(mime_message, "draw_png", lambda *_, **__: self._picture), by_mail.outside_sink() as port:
            by_mail._mail_to(port)
            settings.EMAIL_BACKEND, settings.EMAIL_TIMEOUT = (
                "worker.mail.outbound.smtp_backend.BoundedSmtpBackend",
                30,
            )  # that of the server itself
            wall, busy = time.perf_counter(), time.process_time()
            assert send_due_mail(budget=600).sent == count
            wall, busy = time.perf_counter() - wall, time.process_time() - busy
        return {"seconds": [wall / count], "busy": [busy / count]}


def _turns() -> Any:
    """Return the module `turns` of this commit. Earlier checkouts have no such module, or a different one."""
    place = importlib.util.spec_from_file_location("bench.turns", Path(__file__).with_name("turns.py"))
    assert place is not None
    assert place.loader is not None
    module = importlib.util.module_from_spec(place)
    sys.modules["bench.turns"] = module
    place.loader.exec_module(module)
    return module


def _drawing(title: Any, view: Any) -> Callable[[], bytes]:
    """Return a function that draws a view as PNG: from layers or, in older checkouts, from one SVG."""
    from pbem.rendering import renderer

    render_png: Any = renderer.render_png  # the earlier one took a width
    draw = _drawer(title)
    if draw is None:
        return partial(render_png, _svg(title, view), width=600)
    from pbem.rendering.layers import layout_picture

    picture = draw(view, "ja").picture
    return lambda: render_png(layout_picture(picture, 600))


def _svg(title: Any, view: Any) -> str:
    """Return the picture of a view as one SVG. Earlier checkouts have only this."""
    draw = _drawer(title)
    return str(draw(view, "ja").svg() if draw else title.board(view, "ja"))


def _drawer(title: Any) -> Any:
    """Return the title's function that draws a board in layers, by its present or earlier name, or None.

    Older checkouts have no such function.
    """
    owner = getattr(title, "presentation", title)
    return getattr(owner, "render_board", None) or getattr(owner, "drawn", None)


def _orders() -> Iterator[str]:
    with suppress(KeyboardInterrupt):
        for line in sys.stdin:
            yield line.strip()


def main() -> None:
    """Migrate the database, then carry out the orders on standard input."""
    sys.path.insert(0, os.getcwd())
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbem.settings")
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    side = Side()
    answers, sys.stdout = sys.stdout, sys.stderr
    for order in _orders():
        print(json.dumps(getattr(side, order)()), file=answers, flush=True)


main()
