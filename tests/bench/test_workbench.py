"""Two versions of a bot meet the same luck in matches that can be repeated."""

import json
import shutil
import subprocess
from collections import deque
from pathlib import Path
from typing import Any

import pytest

from bench.workbench.__main__ import main
from bench.workbench.bare_play import Play
from bench.workbench.intervals import mean_interval, share_interval
from bench.workbench.matches import Contest, Match, Outcome, Summary
from bench.workbench.versions import UnknownVersion, bot_of, bots_in, shipped_title, unpacked
from games.kernel.driver import ViewFactory, drive, initial_checkpoint
from games.kernel.journal import SeatAnswer
from games.kernel.keyed_dice import KeyedDice
from games.kernel.requests import Ask, Draw, Roll
from games.kernel.title import Bot, random_bot
from tests.sampling import rest_thorough
from tests.titles.loading import TITLES, load

SHORT = {"pq17": "pq6", "battleships": "last_battle", "goeben": "atlantic_breakout", "pirates": "two_players"}
AT = (3, "gunnery")


class Recorded:
    """Dice of a bare game that are written down, to be rolled again by the driver."""

    def __init__(self, seed: int) -> None:
        self._dice, self._rolled = KeyedDice(seed), deque[tuple[int, ...]]()

    def answer(self, request: Roll | Draw, place: Any, number: int | None = None) -> tuple[int, ...]:
        if number is not None:
            return self._rolled.popleft()
        self._rolled.append(self._dice.answer(request, place))
        return self._rolled[-1]


@pytest.mark.parametrize("key", rest_thorough(SHORT, keep=2))
def test_a_bare_game_ends_like_one_of_the_driver(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same answers and the same dice give the same last state, to the byte."""
    title, scenario = load(key), SHORT[key]
    given: list[Any] = []
    bare = Play(title, scenario, 5, dict.fromkeys(title.seats(scenario), title.bot(title.usual_bot)),
                lambda view, question, answer: given.append(question.form.write(answer)))  # fmt: skip
    dice = Recorded(5)
    monkeypatch.setattr(bare, "_dice", dice)
    ended = bare.to_the_end()
    left = iter(given)

    def supply(question: Ask[Any], number: int, look: ViewFactory) -> SeatAnswer:
        return SeatAnswer(question.seat, next(left))

    first = initial_checkpoint(title, title.rules.new_game(scenario, title.options.type()))
    run = drive(title, first, (), supply, chance=dice, budget=1_000_000)
    assert title.write_state(ended) == title.write_state(run.state)
    assert next(left, None) is None


def test_dice_do_not_depend_on_the_dice_before_them() -> None:
    """One game rolls for a search first, the other does not: the shots of both are the same."""
    search, shot = Roll((6, 6), "search", "6.1"), Roll((6,) * 20, "fire", "8.1")
    one, other = KeyedDice(4), KeyedDice(4)
    one.answer(search, AT)
    first, second = one.answer(shot, AT), one.answer(shot, AT)
    assert (other.answer(shot, AT), other.answer(shot, AT)) == (first, second)
    assert first != second
    assert first != KeyedDice(5).answer(shot, AT)
    assert first != KeyedDice(4).answer(shot, (4, "gunnery"))


def test_a_version_draws_every_match_with_itself() -> None:
    title = load("pq17")
    contest = Contest(title, "pq6", title.bots["captain"], title.bots["captain"])
    assert [(one.seed, one.margin, one.result) for one in contest.matches((1, 2))] == [(1, 0, 0), (2, 0, 0)]


def test_sides_are_swapped_in_a_match(monkeypatch: pytest.MonkeyPatch) -> None:
    title, led = load("pq17"), []

    def to_the_end(play: Play) -> None:
        led.append({seat: bot is random_bot for seat, bot in play._bots.items()})

    monkeypatch.setattr(Play, "to_the_end", to_the_end)
    monkeypatch.setattr(Contest, "outcome", lambda contest, state: Outcome(1, 5))
    list(Contest(title, "pq6", random_bot, title.bots["captain"]).matches((1,)))
    list(Contest(title, "pq6", random_bot, title.bots["captain"], side="axis").matches((1,)))
    assert led == [
        {"allied": True, "axis": False}, {"allied": False, "axis": True},
        {"allied": False, "axis": True}, {"allied": False, "axis": False},
    ]  # fmt: skip


def test_won_games_decide_a_match_and_then_points() -> None:
    won, lost = Outcome(1, 2), Outcome(-1, -30)
    found = [Match(1, won, lost), Match(2, lost, won), Match(3, won, Outcome(1, 5)), Match(4, won, won)]
    assert [one.result for one in found] == [1, -1, -1, 0]
    assert Summary(found).tally == (1, 2, 1)
    assert Summary(found).games == (3, 3)
    assert Summary(found).margin.value == pytest.approx((32 - 32 - 3 + 0) / 4)


def test_intervals() -> None:
    """Wilson: 7 of 10 is 40 to 89 %. The mean of 1, 2, 3 has a standard error of one by the root of three."""
    assert share_interval(7, 10) == pytest.approx((70.0, 39.7, 89.2), abs=0.05)
    assert mean_interval([1, 2, 3]) == pytest.approx((2.0, 2 - 1.1316, 2 + 1.1316), abs=0.001)


# --- versions


def _with_an_idle_admiral(folder: Path) -> None:
    """A copy of the bot whose admiral never gives an order of its own."""
    shutil.copytree(TITLES / "pq17" / "bot", folder)
    (folder / "phase.py").write_text("def phase_orders(judge, form, usual):\n    return usual\n")


def test_another_version_of_the_bot_plays_beside_this_one(tmp_path: Path) -> None:
    title = load("pq17")
    _with_an_idle_admiral(tmp_path / "bot")
    idle = bots_in("pq17", tmp_path / "bot")["captain"]
    (found,) = Contest(title, "pq17", title.bots["captain"], idle, side="axis").matches((1,))
    assert found.margin > 0
    assert bots_in("pq17", TITLES / "pq17" / "bot")["captain"] is not title.bots["captain"]


def test_a_version_that_does_not_fit_the_rules_is_refused(tmp_path: Path) -> None:
    _with_an_idle_admiral(tmp_path / "bot")
    (tmp_path / "bot" / "phase.py").write_text("from games.titles.pq17.orders.moves import NoSuchOrder\n")
    with pytest.raises(UnknownVersion, match="NoSuchOrder"):
        bots_in("pq17", tmp_path / "bot")


def test_the_bot_of_a_commit_is_unpacked(tmp_path: Path) -> None:
    root = tmp_path / "checkout"
    _with_an_idle_admiral(root / "games" / "titles" / "pq17" / "bot")
    git = ("git", "-C", str(root), "-c", "user.name=n", "-c", "user.email=n@example.org")
    for words in (("init", "-q"), ("add", "."), ("commit", "-q", "-m", "idle")):
        subprocess.run((*git, *words), check=True)
    folder = unpacked(root, "HEAD", "pq17", tmp_path / "kept")
    assert "return usual" in (folder / "phase.py").read_text()
    with pytest.raises(UnknownVersion, match="no commit"):
        unpacked(root, "nowhere", "pq17", tmp_path / "kept")


def test_a_bot_is_named_by_level_and_version(tmp_path: Path) -> None:
    title = shipped_title("pq17")
    names = {"here": "captain", "captain": "captain", "cadet": "cadet", "cadet@here": "cadet"}
    for words, level in names.items():
        assert _made_by(bot_of("pq17", words, tmp_path)) == _made_by(title.bots[level])
    assert bot_of("pq17", "random", tmp_path) is random_bot
    with pytest.raises(UnknownVersion, match="no bot commodore; there are cadet, captain"):
        bot_of("pq17", "commodore@here", tmp_path)


def test_the_only_bot_of_a_commit_without_levels_is_its_captain(tmp_path: Path) -> None:
    shutil.copytree(TITLES / "pq17" / "bot", tmp_path / "bot")
    (tmp_path / "bot" / "levels.py").unlink()
    text = (tmp_path / "bot" / "captain.py").read_text().replace("def captain(", "def admiral(")
    (tmp_path / "bot" / "admiral.py").write_text(text)
    assert [*bots_in("pq17", tmp_path / "bot")] == ["captain"]


def _made_by(bot: Bot) -> tuple[str, list[Any]]:
    """A bot's function, and the values that it was made with, but the components."""
    cells = [cell.cell_contents for cell in bot.choose.__closure__ or ()]
    return bot.choose.__qualname__, [value for value in cells if isinstance(value, bool)]


# --- the command


def test_the_command_prints_and_stores_the_matches(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pq17", "--against", "random", "--scenario", "pq6", "--matches", "2"], tmp_path) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith("pq6: won ")
    assert "pq6: 2 of 2" in shown.err
    (path,) = tmp_path.glob("*.jsonl")
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    assert [(row["scenario"], row["seed"]) for row in rows] == [("pq6", 1), ("pq6", 2)]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["pq17", "--scenario", "pq99"], "no scenario pq99"),
        (["pq17", "--bot", "no-such-commit"], "no commit"),
        (["pq17", "--side", "neutral"], "no seat neutral"),
    ],
)
def test_the_command_refuses_what_there_is_not(
    words: list[str], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, "--against", "random", "--matches", "1"], tmp_path) == 2
    assert why in capsys.readouterr().err
