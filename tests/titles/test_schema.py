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
from games.kernel.conformance.json_schema import violations
from games.kernel.conformance.play import GameProgress
from games.kernel.conformance.schema_samples import sample_value
from games.kernel.driver import ViewFactory, initial_checkpoint
from games.kernel.errors import GameError
from games.kernel.journal import SeatAnswer
from games.kernel.requests import Ask
from tests.titles.loading import keys, load

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
GAMES += [(key, next(iter(load(key).scenarios)), {}) for key in keys() if key not in {key for key, _, _ in GAMES}]
"""Titles with games of their own choice, and every other title with its first scenario."""
STOPS = 25
DRAWS = 4
OF_A_HUNDRED = 95
NOTED = {"pirates": "3.1.3", "goeben": "8.2", "battleships": "7.3", "pq17": "5.1.5"}
"""A rule of each title that its schemas can only say in words."""


def met(key: str, scenario: str, options: dict[str, Any]) -> Iterator[tuple[Ask[Any], list[Any]]]:
    """The questions of a game's first stops, each with legal answers: the bot's and some at random."""
    title = load(key)
    game = GameProgress(
        title, initial_checkpoint(title, title.rules.new_game(scenario, msgspec.convert(options, title.options.type)))
    )
    chance, answers = HmacChance(bytes(32)), dict[tuple[str, int], SeatAnswer]()

    def supply(question: Ask[Any], number: int, look: ViewFactory) -> SeatAnswer | None:
        return answers.get((question.seat, number))

    bot = title.bot(title.usual_bot)
    for _ in range(STOPS):
        run = game.advance(supply, chance)
        for ask in run.open_questions:
            whim = random.Random(f"{ask.key} {ask.seat} {run.number}").randrange
            typed = bot(title.secrecy.view(run.state, ask.seat), ask, whim)
            if any(ask.form.problems(typed)):
                typed = ask.form.default()
            legal = [typed, ask.form.default(), ask.form.example(), *(ask.form.sample(whim) for _ in range(DRAWS))]
            written = [msgspec.json.decode(msgspec.json.encode(ask.form.write(one))) for one in legal]
            answers[ask.seat, run.number] = SeatAnswer(ask.seat, written[0])
            yield ask, written
        if run.is_over:
            return


@pytest.fixture(scope="module", params=dict.fromkeys(key for key, *_ in GAMES))
def key(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def questions(key: str) -> list[tuple[Ask[Any], list[Any]]]:
    return [one for game in GAMES if game[0] == key for one in met(*game)]


def test_of_a_hundred_answers_that_fit_the_schema_95_are_legal(questions: list[tuple[Ask[Any], list[Any]]]) -> None:
    whim, tried, legal = random.Random(1914).randrange, Counter[str](), Counter[str]()
    for ask, _ in questions:
        form = str(ask.form.__struct_config__.tag)
        for _ in range(DRAWS):
            answer = sample_value(ask.form.schema(), whim)
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


def test_what_no_schema_says_stands_in_words(key: str, questions: list[tuple[Ask[Any], list[Any]]]) -> None:
    notes = [note for ask, _ in questions for note in ask.form.schema().get("x-rules", ())]
    rules = {note["rule"] for note in notes}
    assert key not in NOTED or NOTED[key] in rules
    assert all(note["en"] and note["ja"] for note in notes)
