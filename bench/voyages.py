"""Goeben, 1914: decisions per second, results of the bot, and e-mails per day."""

import time
from collections.abc import Iterator
from typing import Any

from bench.exchanges import Count, count
from bench.random_play import play, title_of
from bench.report import Measure, at_least, clocked, median, progress
from games.kernel.title import Title

TITLE, BOT = "goeben", "captain"
MISSIONS = (
    "atlantic_breakout", "austro_hungarian_pact", "raid_convoys", "italian_alliance", "ottoman_alliance", "suez_canal",
)  # fmt: skip


def voyages(games: int) -> Iterator[Measure]:
    """Measure random missions and campaigns on one core, then `games` games of the captain bot for every mission."""
    title = title_of(TITLE)
    for scenario in ("random", "campaign"):
        progress(f"{games} random games, {scenario}")
        began, done = time.process_time(), 0
        for seed in range(games):
            done += play(title, scenario, seed).decisions
        yield Measure(f"kernel decisions, Goeben, {scenario}", done / (time.process_time() - began), "1/s")
    sailed: list[Count] = []
    for mission in MISSIONS:
        progress(f"{games} games of the captain, {mission}")
        found = [count(title, mission, BOT, seed) for seed in range(games)]
        won = sum(one.state.verdict == "won" for one in found)
        yield at_least(f"captain, {mission.replace('_', ' ')}", 100 * won / games, "won of 100", 25, f"{games} games")
        sailed += found
    days = sum(one.turns for one in sailed)
    yield Measure(
        "exchanges per day, Goeben", sum(one.exchanges for one in sailed) / days, "mails", note=f"{days} days"
    )


def charts(count_: int) -> Iterator[Measure]:
    """Measure drawing Goeben's chart and converting it to PNG."""
    from pbem.rendering.layers import layout_picture
    from pbem.rendering.renderer import render_png

    title: Title[Any] = title_of(TITLE)
    run = play(title, "campaign", 1).run
    drawn: list[float] = []
    rendered: list[float] = []
    svg, png = "", b""
    progress("charts")
    for step in run.checkpoints[:: max(1, len(run.checkpoints) // count_)]:
        view = title.secrecy.view(title.read_state(step.state), "commander")
        with clocked(drawn):
            drawing = title.presentation.render_board(view, "ja")
            svg = drawing.svg()
        with clocked(rendered):
            png = render_png(layout_picture(drawing.picture, 600))
    yield Measure("chart drawn (SVG)", 1000 * median(drawn), "ms", note=f"{len(svg.encode()) / 1000:.0f} kB")
    yield Measure("chart rendered (PNG)", 1000 * median(rendered), "ms", note=f"{len(png) / 1000:.0f} kB")
