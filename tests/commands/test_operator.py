"""The operator's commands on a game of the toy title."""

from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from games.kernel.forms import Choose
from games.kernel.requests import Ask, ask
from games.kernel.steps import Step
from games.kernel.text import Text
from games.models import AuditEntry, Branch, Game, JournalSegment, Player, Seat
from games.models.append_only import allow_changes
from tests.kernel.toy import TOY, play_round
from tests.table import answer, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

COMMANDS = (
    "where", "show_view", "replay", "rewind", "export_game", "import_game", "fuzz", "check_replays", "verify_dice",
    "rules",
)  # fmt: skip


def run(name: str, *words: Any) -> str:
    out = StringIO()
    call_command(name, *map(str, words), stdout=out, stderr=StringIO())
    return out.getvalue()


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        call_command(name, "--help")
    assert end.value.code == 0
    assert len(capsys.readouterr().out) > 400


@pytest.mark.both_databases
@pytest.mark.parametrize("name", ["where", "show_view"])
def test_games_are_found_by_name_id_and_its_beginning(running: Game, name: str) -> None:
    for words in (running.name, running.name.upper(), str(running.pk), str(running.pk)[:8]):
        assert running.name in run(name, words)
    with pytest.raises(CommandError, match="no game 'Elsewhere'"):
        run(name, "Elsewhere")


def test_two_games_of_one_name_are_told_apart(running: Game, announced: Game) -> None:
    Game.objects.create(name=running.name, title="toy", scenario="standard", data_pack=running.data_pack)
    with pytest.raises(CommandError, match="Several games fit"):
        run("where", running.name)


@pytest.mark.both_databases
def test_where_tells_step_seats_and_who_is_asked(running: Game) -> None:
    text = run("where", running.name)
    assert "red bid" in text
    assert "black bid" in text
    assert "red anna, black ben" in text
    assert "2 queued" in text
    assert "1 games" in run("where", "--status", "running")
    assert "0 games" in run("where", "--status", "over")


def test_show_view_shows_the_public_view_to_anybody(running: Game) -> None:
    assert "hand c" not in run("show_view", running.name)


@pytest.mark.both_databases
def test_show_view_shows_a_seat_to_its_player_and_to_staff_alone(running: Game, anna: Player, staff: Player) -> None:
    assert "hand c" in run("show_view", running.name, "--seat", "red", "--by", "anna")
    assert "hand c" in run("show_view", running.name, "--seat", "red", "--by", staff.username)
    assert AuditEntry.objects.filter(game=running.pk, actor=staff.pk).exists()
    for words in (["--seat", "red", "--by", "ben"], ["--seat", "red"], ["--seat", "umpire", "--by", "anna"]):
        with pytest.raises(CommandError):
            run("show_view", running.name, *words)


def test_show_view_writes_json_and_pictures(running: Game, tmp_path: Path) -> None:
    assert msgspec.json.decode(run("show_view", running.name, "--json"))["seat"] == "public"
    run("show_view", running.name, "--svg", tmp_path / "board.svg")
    assert (tmp_path / "board.svg").read_text().startswith("<svg")


def test_replay_tells_the_whole_history_with_answers_and_dice(running: Game, staff: Player) -> None:
    play_out(running)
    text = run("replay", running.name, "--by", staff.username)
    assert f"{running.stop} stops" in text
    assert "red answers bid (rest): c" in text
    assert "draw 0/0 deal: 12 from 12" in text
    assert text.count("wins the trick") == 3


@pytest.mark.both_databases
def test_replay_as_a_seat_hides_what_it_did_not_know(running: Game, staff: Player) -> None:
    text = run("replay", running.name, "--by", staff.username, "--seat", "red")
    assert "red is dealt 5 cards c" in text
    assert "black is dealt 5 cards c" not in text


def test_replay_is_not_for_players(running: Game, anna: Player) -> None:
    with pytest.raises(CommandError, match="behind the screen"):
        run("replay", running.name, "--by", "anna")


def test_rewind_opens_a_branch_and_says_its_commitment(running: Game, staff: Player) -> None:
    answer(running, "red")
    text = run("rewind", running.name, 1, "--by", staff.username, "--reason", "A wrong ruling")
    branch = Branch.objects.get(game=running, number=1)
    assert branch.commitment in text
    assert branch.reason == "A wrong ruling"
    for words in ([99, "--by", staff.username], [1, "--by", "anna"]):
        with pytest.raises(CommandError):
            run("rewind", running.name, *words, "--reason", "no")


def test_a_game_is_exported_and_imported(running: Game, staff: Player, tmp_path: Path) -> None:
    play_out(running)
    run("export_game", running.name, "--by", staff.username, "--output", tmp_path / "game.json")
    document = msgspec.json.decode((tmp_path / "game.json").read_bytes())
    assert msgspec.json.decode(run("export_game", running.pk, "--by", staff.username)) == document
    assert "anna" not in (tmp_path / "game.json").read_text()
    text = run("import_game", tmp_path / "game.json", "--by", staff.username)
    copy = Game.objects.exclude(pk=running.pk).get()
    assert str(copy.pk) in text
    assert copy.standings == running.standings


def test_what_cannot_be_exported_or_imported_is_told(
    running: Game, anna: Player, staff: Player, tmp_path: Path
) -> None:
    (tmp_path / "broken.json").write_text("{")
    for name, *words in (
        ("export_game", running.name, "--by", "anna"),
        ("import_game", tmp_path / "none.json", "--by", staff.username),
        ("import_game", tmp_path / "broken.json", "--by", staff.username),
        ("import_game", tmp_path / "broken.json", "--by", "anna"),
        ("import_game", tmp_path / "broken.json", "--by", "nobody"),
    ):
        with pytest.raises(CommandError):
            run(name, *words)


def test_verify_dice_finds_games_sound_and_exits_on_fault(running: Game) -> None:
    play_out(running)
    assert f"{running.stop} stops: sound" in run("verify_dice")
    Seat.objects.filter(game=running, role="red").update(nonce=b"another")
    with pytest.raises(CommandError, match="1 of 1 games are not sound"):
        run("verify_dice", running.name)


@pytest.mark.both_databases
def test_verify_dice_finds_a_changed_journal(running: Game) -> None:
    with allow_changes():
        JournalSegment.objects.filter(game=running).update(cause="hold")
    with pytest.raises(CommandError):
        run("verify_dice")


def test_check_replays_accepts_the_rules_that_were_played_by(running: Game) -> None:
    answer(running, "red")
    assert "replays" in run("check_replays")
    play_out(running)
    assert "replays" in run("check_replays", "--whole")


def other_question(role: str) -> Any:
    """Rules that ask something else in a round."""

    async def round_of_others(table: Any) -> str | None:
        form = Choose(options=("x", "y"))
        await ask(Ask(key="other", kind="other", seat=role, rule="9.9", prompt=Text("?", "?"), form=form))
        return await play_round(table)

    return round_of_others


def test_check_replays_finds_rules_that_ask_something_else(running: Game, new_rules: Any) -> None:
    changed = {**TOY.rules.steps, "round": Step("round", "2.0", other_question("red"))}
    new_rules(TOY.evolve(steps=changed))
    with pytest.raises(CommandError, match="1 games do not replay"):
        run("check_replays")
    running.refresh_from_db()
    assert running.status == Game.Status.RUNNING, "nothing is changed"


def test_check_replays_rebuilds_finished_games(running: Game, new_rules: Any) -> None:
    play_out(running)
    changed = {**TOY.rules.steps, "round": Step("round", "2.0", other_question("red"))}
    new_rules(TOY.evolve(steps=changed))
    assert "replays" not in run("check_replays"), "a finished game need not go on"
    with pytest.raises(CommandError):
        run("check_replays", "--whole")


def test_fuzz_plays_and_counts(toy: Any) -> None:
    assert "toy/standard: 0 findings" in run("fuzz", "toy", "--games", 2)


@pytest.mark.parametrize(
    "words", [["nothing"], ["toy", "--scenario", "x"], ["toy", "--checks", "x"], ["toy", "--options", '{"x": 1}']]
)
def test_fuzz_refuses_what_does_not_exist(toy: Any, words: list[str]) -> None:
    with pytest.raises(CommandError):
        run("fuzz", *words)


def test_a_player_is_not_created_with_an_address_for_a_name(db: None) -> None:
    with pytest.raises(CommandError, match="name: A name has no @ in it"):
        run("create_player", "anna@example.org", "anna@example.org")
    assert not Player.objects.exists()
