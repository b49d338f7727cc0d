"""Kernel measurements without a database: decisions, reloading, rebuilding, pictures and bots."""

import time
from collections.abc import Iterator
from functools import partial
from typing import Any

from bench.random_play import Game, duel, entries_since, play, rebuild, title_of
from bench.report import Measure, at_least, at_most, clocked, median, progress, quantile
from games.kernel.driver import drive
from games.kernel.journal import Entry, SeatAnswer
from games.kernel.requests import Ask

TITLE = "pirates"


def kernel(games: int) -> Iterator[Measure]:
    """Measure decisions per second in random games: each builds a form, checks the answer and writes the journal."""
    title = title_of(TITLE)
    play(title, "two_players", 0)
    for scenario, aim in (("two_players", 6000), ("three_players", 0), ("four_players", 0)):
        progress(f"{games} random games, {scenario}")
        began, done = time.process_time(), 0
        for seed in range(games):
            done += play(title, scenario, seed).decisions
        rate = done / (time.process_time() - began)
        name = f"kernel decisions, {scenario.replace('_', ' ')}"
        yield at_least(name, rate, "1/s", aim) if aim else Measure(name, rate, "1/s")


def reloading(games: int) -> Iterator[Measure]:
    """Measure what each answer costs: decoding the newest checkpoint, replaying its journal, taking the answer."""
    title = title_of(TITLE)
    times: list[float] = []
    progress("reloading at every answer")
    for seed in range(max(1, games // 10)):
        _reload_at_every_answer(play(title, "two_players", seed), times)
    yield at_most("reload and replay per answer, p50", 1000 * median(times), "ms", 3)
    yield Measure("reload and replay per answer, p99", 1000 * quantile(times, 0.99), "ms")


def _reload_at_every_answer(game: Game, times: list[float]) -> None:
    journal = game.run.entries
    checkpoints = [game.opening, *game.run.checkpoints]
    for index, entry in enumerate(journal):
        if entry.kind != "ask":
            continue
        newest = next(c for c in reversed(checkpoints) if c.first_entry <= entry.number and c.step is not None)
        recorded = entries_since(journal[:index], newest)
        with clocked(times):
            drive(game.title, newest, recorded, partial(_given, entry), chance=game.chance)


def _given(due: Entry, question: Ask[Any], number: int, look: object) -> SeatAnswer | None:
    """Return the answer of a question's seat in the journal entry `due`; None for the questions of other entries."""
    if number != due.number:
        return None
    return next((given for given in due.given if given.seat == question.seat), None)


def rebuilding(games: int) -> Iterator[Measure]:
    """Measure the reconstruction of a finished game from its journal."""
    title = title_of(TITLE)
    progress("rebuilding finished games")
    finished = [play(title, "two_players", seed) for seed in range(games)]
    began = time.process_time()
    for game in finished:
        rebuild(game)
    done = sum(game.decisions for game in finished)
    yield at_least("rebuilding a finished game", done / (time.process_time() - began), "decisions/s", 6000)


def bots(games: int) -> Iterator[Measure]:
    """Measure how often the captain bot beats random play: in each tempo, with alternating seats."""
    title = title_of(TITLE)
    for tempo, name in (("interactive", "captain against random"), ("sealed", "captain against random, sealed")):
        progress(f"{games} games of the captain against the random bot, {tempo}")
        won = 0
        for seed in range(games):
            mine, other = ("red", "black") if seed % 2 else ("black", "red")
            won += mine in duel(title, "two_players", seed, {mine: "captain", other: "random"}, {"tempo": tempo})
        yield at_least(name, 100 * won / games, "won of 100", 80)


def pictures(count: int) -> Iterator[Measure]:
    """Measure drawing a board and converting it to PNG."""
    from pbem.rendering.layers import layout_picture
    from pbem.rendering.renderer import render_png

    title = title_of(TITLE)
    game = play(title, "four_players", 1)
    steps = game.run.checkpoints[:: max(1, len(game.run.checkpoints) // count)]
    drawn: list[float] = []
    rendered: list[float] = []
    svg, png = "", b""
    progress("pictures")
    for step in steps:
        view = title.secrecy.view(title.read_state(step.state), "red")
        with clocked(drawn):
            drawing = title.presentation.render_board(view, "ja")
            svg = drawing.svg()
        with clocked(rendered):
            png = render_png(layout_picture(drawing.picture, 600))
    yield Measure("board drawn (SVG)", 1000 * median(drawn), "ms", note=f"{len(svg.encode()) / 1000:.0f} kB")
    yield Measure("board rendered (PNG)", 1000 * median(rendered), "ms", note=f"{len(png) / 1000:.0f} kB")
