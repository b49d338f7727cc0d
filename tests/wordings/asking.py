"""Questions as a game or a procedure of the rules asks them."""

from collections.abc import Coroutine, Mapping, Sequence
from typing import Any

from msgspec import convert, json

from games.kernel.chance import HmacChance, ScriptedChance
from games.kernel.conformance.play import GameProgress
from games.kernel.driver import ViewFactory, initial_checkpoint
from games.kernel.forms import Form
from games.kernel.journal import SeatAnswer
from games.kernel.requests import Ask, Asks
from tests.titles.loading import load

MOST_STOPS = 20
_NO_OPTIONS: Mapping[str, Any] = {}


def first_of_game(key: str, scenario: str, kind: str, seat: str, options: Mapping[str, Any] = _NO_OPTIONS) -> Form[Any]:
    """The form of the first question of a kind for a seat in a new game in which everybody gives default answers.

    Raises AssertionError if it is not asked among the first stops.
    """
    title = load(key)
    start = title.rules.new_game(scenario, convert(dict(options), title.options.type))
    game, chance, answers = (
        GameProgress(title, initial_checkpoint(title, start)),
        HmacChance(bytes(32)),
        dict[Any, SeatAnswer](),
    )

    def supply(ask: Ask[Any], number: int, look: ViewFactory) -> SeatAnswer | None:
        return answers.get((ask.seat, number))

    for _ in range(MOST_STOPS):
        run = game.advance(supply, chance)
        for ask in run.open_questions:
            if (ask.kind, ask.seat) == (kind, seat):
                return ask.form
            default = json.decode(json.encode(ask.form.write(ask.form.default())))
            answers[ask.seat, run.number] = SeatAnswer(ask.seat, default)
    raise AssertionError(f"{key} {scenario}: {seat} is not asked for {kind}")


def first_of_procedure(
    procedure: Coroutine[Any, Any, Any], kind: str, *, dice: Sequence[Sequence[int]] = ()
) -> Form[Any]:
    """The form of the first question of a kind that a procedure of the rules asks; others get the default answer."""
    chance, answer = ScriptedChance(dice), None
    while True:
        request = procedure.send(answer)
        if not isinstance(request, Asks):
            answer = chance.answer(request, 0, 0)
            continue
        found = [ask.form for ask in request.asks if ask.kind == kind]
        if found:
            procedure.close()
            return found[0]
        answer = tuple(ask.form.default() for ask in request.asks)
