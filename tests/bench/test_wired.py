"""The reading of letters in `./run soak --wire`: silent where all is well, and nothing wrong goes by."""

import os
import signal
import subprocess
import sys
import threading
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from bench.by_mail import answer_open, game_of_people
from bench.wired import main
from bench.wired.reading import Owed, Read, merged_without_later, miscounted, read, undisclosed
from bench.wired.tables import Result, Wish, shown, wishes
from games.services.resolve.advance import do_resolve
from worker.mail.outbound.delivery import send_due_mail

GOOD = {"subject": "Day 5 AM", "plain": "It is day 5 AM. Your orders, please.", "html": "<p>It is day 5 AM.</p>"}
OWED = Owed("<a@so>", "G", "allied", "en")


def came(tmp_path: Path, language: str = "en", **parts: str) -> Read:
    """A letter as it lies in the mail server's folder."""
    written = GOOD | parts
    letter = EmailMessage()
    letter["Subject"] = written["subject"]
    letter.set_content(written["plain"])
    letter.add_alternative(written["html"], subtype="html")
    path = tmp_path / "1.eml"
    path.write_bytes(letter.as_bytes())
    return read(Owed("<a@so>", "G", "allied", language), path)


def test_a_letter_as_it_should_be(tmp_path: Path) -> None:
    found = came(tmp_path)
    assert found.wrong == ()
    assert found.text.startswith("It is day 5 AM.")
    assert came(tmp_path, "ja", plain="5日目 AM です。").wrong == ()
    assert came(tmp_path, plain="None of your forces can follow, none\nof them saw it. None\nof all.").wrong == ()


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"subject": ""}, "no subject"),
        ({"plain": "\n"}, "no plain text"),
        ({"html": " "}, "no html text"),
        ({"plain": "Losses: %(count)d"}, "unfinished"),
        ({"plain": "Day {day}"}, "unfinished"),
        ({"plain": "It sails to None."}, "unfinished"),
        ({"plain": "It sails to None often."}, "unfinished"),
        ({"plain": "You saw Report(to='axis')"}, "unfinished"),
        ({"plain": "<Sea object at 0x7f>"}, "unfinished"),
        ({"plain": "5日目 AM です。"}, "not in its reader's language"),
        ({"html": "x" * 1_100_000}, "bytes"),
    ],
)
def test_what_is_wrong_with_a_letter_is_said(parts: dict[str, str], said: str, tmp_path: Path) -> None:
    (found,) = came(tmp_path, **parts).wrong
    assert said in found


def test_letters_are_counted() -> None:
    assert miscounted(["a", "b"], {"a": 1, "b": 1}) == []
    said = ["letter b never came", "letter a came 2 times", "letter c came 1 times"]
    assert miscounted(["a", "b"], {"a": 2, "c": 1}) == said


def news(name: str, stop: int, seat: str = "axis", **more: Any) -> Owed:
    return Owed(name, "G", seat, "en", stop, **more)


def test_news_that_was_joined_to_a_later_letter_is_told_there() -> None:
    assert merged_without_later([news("a", 1, joined=True), news("b", 2, joined=True), news("c", 3)]) == []
    assert merged_without_later([news("a", 1, joined=True), news("b", 2, kind="over")]) == []


@pytest.mark.parametrize(
    "later",
    [
        [],
        [news("b", 2, joined=True)],
        [news("b", 2, seat="allied")],
        [news("b", 2, kind="reminder")],
        [news("b", 1, kind="stop")],
    ],
)
def test_news_that_was_joined_to_nothing_is_lost(later: list[Owed]) -> None:
    assert "letter a is told in no later letter" in merged_without_later([news("a", 1, joined=True), *later])


@pytest.mark.django_db
@pytest.mark.one_database
def test_letters_that_were_joined_are_known_as_such(mailoutbox: list[Any]) -> None:
    game = game_of_people("two_players")
    for _ in range(6):
        do_resolve(game)
        send_due_mail()
        answer_open(game)
    owed = main.outbox_emails(game=game)
    joined = [one for one in owed if one.joined]
    assert joined
    assert merged_without_later(owed) == []
    sent = {letter.extra_headers["Message-ID"]: 1 for letter in mailoutbox}
    assert not {one.name for one in joined} & set(sent)
    assert {(one.game, one.kind) for one in owed} == {(str(game), "stop")}


def letters(*texts: str) -> list[Read]:
    return [Read(OWED, text, 10, ()) for text in texts]


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (("hash", "", "", "dice"), ""),
        (("", "", "hash", "dice"), "do not commit"),
        (("hash", "", "", ""), "no letter tells"),
        (("hash", "dice", "", "dice"), "before the end"),
    ],
)
def test_the_dice_are_committed_to_and_told_at_the_end(texts: tuple[str, ...], said: str) -> None:
    found = undisclosed(letters(*texts), "dice", "hash")
    assert [said in one for one in found] == ([True] if said else [])


def test_what_is_played() -> None:
    operations = [one.scenario for one in wishes("pq17", ())]
    assert len(operations) == 14
    assert "campaign_march" in operations
    assert wishes("pq17", ("campaign",)) == [Wish("pq17", "campaign", ("allied", "axis"))]
    with pytest.raises(LookupError):
        wishes("pq17", ("pq99",))


def test_the_table_names_every_game_and_its_faults() -> None:
    fields: dict[str, Any] = {"answers": 60, "stops": 31, "letters": {"allied": 33, "axis": 32}, "heaviest": 61_234}
    text = shown([Result(Wish("pq17", "qp14", ("allied", "axis")), wrong=["a letter"], **fields)])
    assert "| 33 + 32 (2 joined) |" in shown([Result(Wish("pq17", "qp14", ("allied", "axis")), joined=2, **fields)])
    assert "| pq17 qp14 | 60 (0) | 31 | 33 + 32 | 61 | 0 |  | 1 |" in text
    assert text.endswith("| 1 games | 60 | 31 | 65 | | | | 1 |")


CUT_OFF = """
import sys, time
from pathlib import Path
from bench.wired.main import leaving_nothing
results = []
with leaving_nothing(Path(sys.argv[1]), results):
    if sys.argv[2:]:
        import django
        django.setup()
        from bench.wired.tables import Result, Wish
        results.append(Result(Wish("pq17", "campaign", ("axis", "allied")), answers=7))
    print("begun", flush=True)
    time.sleep(60)
"""


def hears_ctrl_c() -> None:
    """Who starts the tests in the background of a shell has SIGINT ignored, and whatever he starts inherits that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize("playing", [True, False])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_run_that_is_cut_off_says_what_was_played_and_leaves_nothing(
    tmp_path: Path, number: signal.Signals, playing: bool
) -> None:
    """Also where it has not come to play yet."""
    folder = tmp_path / "so-wire-1"
    (folder / "data").mkdir(parents=True)
    with subprocess.Popen(
        [sys.executable, "-c", CUT_OFF, str(folder), *["playing"] * playing],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "pbem.settings"},
        preexec_fn=hears_ctrl_c,
    ) as run:
        assert run.stdout is not None
        assert run.stdout.readline() == "begun\n"
        run.send_signal(number)
        said, _ = run.communicate(timeout=30)
    assert run.returncode == (143 if number == signal.SIGTERM else -signal.SIGINT)
    assert "letters are not counted" in said
    assert ("| pq17 campaign | 7 (0) |" in said) == playing
    assert not folder.exists()


class Server:
    """A server of which the second look ends the run, as a signal does; it knows whether it was killed."""

    def __init__(self) -> None:
        self.site, self.killed, self.looks = self, False, 0

    def look(self) -> list[str]:
        self.looks += 1
        if self.looks > 1:
            raise SystemExit(143)
        return ["mail"]

    def kill(self) -> None:
        self.killed = True


def test_cut_off_no_client_plays_on_and_the_server_is_killed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ended: list[str] = []

    def played(land: object, result: Result, seed: int, pictures: bool, closing: threading.Event) -> None:
        assert closing.wait(30)
        ended.append(result.wish.scenario)

    monkeypatch.setattr(main, "_played", played)
    server: Any = Server()
    results = [Result(Wish("toy", name, ())) for name in "abcd"]
    with pytest.raises(SystemExit):
        main._play(server, results, 1, pictures=False)
    assert sorted(ended) == ["a", "b", "c"], "those that were being played; the fourth is never begun"
    assert server.killed
    assert "the part mail of the server had ended and was started again" in capsys.readouterr().err
