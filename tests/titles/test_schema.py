"""What the schemas of questions tell: who knows nothing but them gives legal answers, and every legal answer fits.

`-s` prints the figures. Forms are those that bots and random players meet, in all titles and both tempos.
"""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from games.kernel.chance import HmacChance
from games.kernel.conformance.drawing import drawn
from games.kernel.conformance.play import Progress
from games.kernel.conformance.schema import violations
from games.kernel.driver import Look, opening
from games.kernel.errors import GameError
from games.kernel.journal import Given
from games.kernel.requests import Ask
from tests.titles.loading import load

GAMES = [
    ("pirates", "two_players", {}),
    ("pirates", "four_players", {"tempo": "sealed"}),
    ("pirates", "three_players", {}),
    ("pirates", "solitaire", {}),
    ("goeben", "captains_four", {}),
    ("goeben", "austrian", {}),
    ("goeben", "officers", {}),
    ("battleships", "calabria", {}),
    ("battleships", "lofoten", {}),
    ("battleships", "casablanca", {}),
    ("pq17", "pq12", {}),
    ("pq17", "jw51b", {}),
    ("pq17", "campaign_march", {}),
]
STOPS = 25
DRAWS = 4
OF_A_HUNDRED = 95


def met(key: str, scenario: str, options: dict[str, Any]) -> Iterator[tuple[Ask[Any], list[Any]]]:
    """The questions of a game's first stops, each with legal answers: the bot's and some at random."""
    title = load(key)
    game = Progress(title, opening(title, title.new_game(scenario, msgspec.convert(options, title.options_type))))
    chance, answers = HmacChance(bytes(32)), dict[tuple[str, int], Given]()

    def supply(question: Ask[Any], number: int, look: Look) -> Given | None:
        return answers.get((question.seat, number))

    bot = title.bot(next(iter(title.bots), "random"))
    for _ in range(STOPS):
        run = game.forward(supply, chance)
        for ask in run.asked:
            whim = random.Random(f"{ask.key} {ask.seat} {run.number}").randrange
            typed = bot(title.view(run.state, ask.seat), ask, whim)
            if any(ask.form.problems(typed)):
                typed = ask.form.default()
            legal = [typed, ask.form.default(), ask.form.example(), *(ask.form.sample(whim) for _ in range(DRAWS))]
            written = [msgspec.json.decode(msgspec.json.encode(ask.form.write(one))) for one in legal]
            answers[ask.seat, run.number] = Given(ask.seat, written[0])
            yield ask, written
        if run.over:
            return


@pytest.fixture(scope="module", params=dict.fromkeys(key for key, *_ in GAMES))
def questions(request: pytest.FixtureRequest) -> list[tuple[Ask[Any], list[Any]]]:
    return [one for game in GAMES if game[0] == request.param for one in met(*game)]


def test_of_a_hundred_answers_that_fit_the_schema_95_are_legal(questions: list[tuple[Ask[Any], list[Any]]]) -> None:
    whim, tried, legal = random.Random(1914).randrange, Counter[str](), Counter[str]()
    for ask, _ in questions:
        form = str(ask.form.__struct_config__.tag)
        for _ in range(DRAWS):
            answer = drawn(ask.form.schema(), whim)
            tried[form] += 1
            try:
                ask.form.accept(answer)
            except GameError:
                continue
            legal[form] += 1
    share = 100 * legal.total() / tried.total()
    for form, count in sorted(tried.items()):
        print(f"{form}: {100 * legal[form] / count:.0f} of 100 ({count})")
    print(f"all: {share:.1f} of 100 ({tried.total()})")
    assert share >= OF_A_HUNDRED


def test_every_legal_answer_fits_its_schema(questions: list[tuple[Ask[Any], list[Any]]]) -> None:
    for ask, answers in questions:
        schema = ask.form.schema()
        for answer in answers:
            assert not list(violations(schema, answer)), (ask.key, answer)


def test_what_no_schema_says_stands_in_words(questions: list[tuple[Ask[Any], list[Any]]]) -> None:
    notes = [note for ask, _ in questions for note in ask.form.schema().get("x-rules", ())]
    rules = {note["rule"] for note in notes}
    assert rules & {"3.1.3", "8.2", "7.3", "5.1.5"}
    assert all(note["en"] and note["ja"] for note in notes)
