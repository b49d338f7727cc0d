"""Every bot says why, in both languages, and from nothing but what its seat may know."""

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from msgspec import json

from bench.workbench.bare_play import Play
from games.kernel.advice import FORCED, USUAL, reason_text
from games.kernel.random_source import random_source
from games.kernel.requests import Ask
from games.kernel.title import Title
from tests.titles.loading import TITLES, keys, load

ROOT = Path(__file__).parents[2]
SHORT = {"pq17": "pq6", "battleships": "last_battle", "goeben": "atlantic_breakout", "pirates": "two_players"}
"""A scenario of each title that bots play to its end within seconds."""
EVERY = 5
"""One of so many questions is asked again in other worlds."""


def short(title: Title[Any]) -> str:
    """A scenario that bots play to its end within seconds; of a new title the first one."""
    return SHORT.get(title.key) or next(iter(title.scenarios))


def kept(key: str) -> Any:
    """The kept games of a title, or its kept turns."""
    folder = ROOT / "tests" / "titles" / key
    name = next(name for name in ("test_whole_games", "test_kept_turns") if (folder / f"{name}.py").exists())
    return import_module(f"tests.titles.{key}.{name}").KEPT


def games() -> list[Any]:
    """Every kept game; before a commit the first of each title."""
    return [
        pytest.param(key, one.values[0], id=f"{key}-{one.values[0]}", marks=[pytest.mark.thorough] * bool(number))
        for key in keys()
        for number, one in enumerate(kept(key).names)
    ]


def advice(title: Title[Any], view: Any, question: Ask[Any], seed: str) -> tuple[bytes, bytes]:
    """The answer of the title's bot and its reason, to the byte."""
    bot = title.bots[title.usual_bot]
    found = bot.advise(view, question, random_source(seed))
    text = reason_text(found.reasons, title.presentation.labels)
    assert not list(question.form.problems(found.answer))
    assert question.form.write(found.answer) == question.form.write(bot(view, question, random_source(seed)))
    for language in ("en", "ja"):
        assert text.get(language).strip(), question.kind
        assert "{" not in text.get(language)
    return json.encode(question.form.write(found.answer)), json.encode(text)


@pytest.mark.parametrize(("key", "name"), games())
def test_a_bot_has_a_reason_for_every_question_of_a_kept_game(key: str, name: str) -> None:
    """In another world that the seat cannot tell from the true one, answer and reason are the same."""
    title, number = load(key), 0
    for run in kept(key).runs(name):
        for question in run.open_questions:
            view = title.secrecy.view(run.state, question.seat)
            seed = f"{run.number} {question.seat}"
            found = advice(title, view, question, seed)
            number += 1
            if number % EVERY == 0:
                other = title.secrecy.redeal(run.state, question.seat, random_source(name, number))
                assert advice(title, title.secrecy.view(other, question.seat), question, seed) == found


@pytest.mark.parametrize("key", keys())
def test_reasons_tell_an_intention_and_no_order(key: str) -> None:
    """A whole game of bots: each kind of question that leaves a choice has reasons of its own."""
    title, kinds, own = load(key), set[str](), set[str]()
    bot = title.bots[title.usual_bot]

    def watch(view: Any, question: Ask[Any], answer: Any) -> None:
        reasons = bot.advise(view, question, random_source(1)).reasons
        if reasons != (FORCED,):
            kinds.add(question.kind)
        if not any(one in (FORCED, USUAL) for one in reasons):
            own.add(question.kind)

    Play(title, short(title), 1, dict.fromkeys(title.seats(short(title)), bot), watch).to_the_end()
    assert own == kinds


def played(key: str) -> str:
    """All answers and reasons of a game of bots."""
    title, found = load(key), list[bytes]()
    bots = dict.fromkeys(title.seats(short(title)), title.bots[title.usual_bot])

    def watch(view: Any, question: Ask[Any], answer: Any) -> None:
        found.extend(advice(title, view, question, str(len(found))))

    Play(title, short(title), 1, bots, watch).to_the_end()
    return b"\n".join(found).decode()


@pytest.mark.thorough
@pytest.mark.parametrize("key", keys())
def test_reasons_do_not_depend_on_the_process(key: str) -> None:
    program = f"from tests.titles.test_advice import played; print(played({key!r}))"
    told = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
            cwd=ROOT,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1


def test_every_title_has_a_short_scenario_here() -> None:
    assert set(SHORT) == set(keys()) == {path.parent.name for path in TITLES.glob("*/title.py")}
