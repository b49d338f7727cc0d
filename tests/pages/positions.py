"""Questions of all four titles as the page shows them: the form, the picture of the seat, some answers."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec

from games.kernel.chance import HmacChance
from games.kernel.conformance.play import GameProgress
from games.kernel.driver import ViewFactory, initial_checkpoint
from games.kernel.forms import Form
from games.kernel.journal import SeatAnswer
from games.kernel.requests import Ask
from games.orders.order_set import Orders
from pbem.web.pages.order_form.board_panel import BoardContext
from pbem.web.pages.order_form.tap_editor import EditorState, apply_tap, list_actors
from tests.titles.loading import load

GAMES = [
    ("pirates", "two_players", {}, 10),
    ("pirates", "four_players", {"tempo": "sealed"}, 3),
    ("pirates", "solitaire", {}, 4),
    ("goeben", "captains_four", {}, 4),
    ("goeben", "austrian", {}, 6),
    ("battleships", "calabria", {}, 5),
    ("battleships", "lofoten", {}, 7),
    ("pq17", "pq12", {}, 6),
    ("pq17", "jw51b", {}, 8),
    ("pq17", "campaign_march", {}, 4),
]
"""Games, and how many of their first stops are looked at."""


@dataclass(frozen=True)
class Position:
    """A question with the page's table of it, and answers as raw JSON: empty, the bot's, the default, one at random."""

    name: str
    title: str
    table: BoardContext
    answers: tuple[Any, ...]
    form: Form[Any]

    def drawn(self) -> list[str]:
        """The things on the picture."""
        return list(dict.fromkeys(spot.id for spot in self.table.hotspots.hotspots))

    def acting(self, most: int) -> list[str]:
        """Some of those who can act."""
        found = list(list_actors(self.form)) if isinstance(self.form, Orders) else []
        return some(self.name, found, most)

    def selected(self, most: int) -> list[EditorState]:
        """What the page holds: nobody selected, then some of those who can act."""
        held = [apply_tap(self.form, EditorState(), who) for who in self.acting(most)]
        return [EditorState(), *(closed(one) for one in held)]


def closed(state: EditorState) -> EditorState:
    """The same with the card closed."""
    return EditorState(acting=state.acting, focus=state.focus)


def some(seed: str, values: list[Any], most: int) -> list[Any]:
    """At most so many of the values, by the seed."""
    return random.Random(seed).sample(values, min(most, len(values)))


@cache
def positions() -> tuple[Position, ...]:
    """Positions of all titles, one of each form and title at least."""
    return tuple(one for game in GAMES for one in _of(*game))


def _of(key: str, scenario: str, options: dict[str, Any], stops: int) -> Iterator[Position]:
    title = load(key)
    game = GameProgress(
        title, initial_checkpoint(title, title.rules.new_game(scenario, msgspec.convert(options, title.options.type)))
    )
    chance, given = HmacChance(bytes(32)), dict[tuple[str, int], SeatAnswer]()

    def supply(question: Ask[Any], number: int, look: ViewFactory) -> SeatAnswer | None:
        return given.get((question.seat, number))

    bot = title.bot(title.usual_bot)
    for _ in range(stops):
        run = game.advance(supply, chance)
        for ask in run.open_questions:
            form, whim = ask.form, random.Random(f"{ask.key} {ask.seat} {run.number}").randrange
            view = title.secrecy.view(run.state, ask.seat)
            typed = bot(view, ask, whim)
            typed = form.default() if any(form.problems(typed)) else typed
            written = [msgspec.json.decode(msgspec.json.encode(form.write(one))) for one in
                       (typed, form.default(), form.sample(whim))]  # fmt: skip
            given[ask.seat, run.number] = SeatAnswer(ask.seat, written[0])
            table = BoardContext(
                form,
                form.labels_in_context(title.presentation.labels),
                "en",
                title.presentation.render_board(view, "en").hotspots,
            )
            empty: Any = [] if isinstance(form, Orders) else None
            name = f"{key} {scenario} {run.number} {ask.kind} {ask.seat}"
            yield Position(name, key, table, (empty, *written), form)
        if run.is_over:
            return
