"""A player's own notes: kept for the player alone."""

import pytest

from games.errors import Missing, RevisionReplaced
from games.kernel.errors import Malformed
from games.models import Game, Notebook, OutgoingMail, Player
from games.selectors.email_context import load_email_context
from games.selectors.notebook import get_notes, list_notes
from games.services.export import export_game, export_public_record
from games.services.importing.game_import import import_game
from games.services.invitations import do_become_observer, do_renew_observer_link
from games.services.lifecycle import do_leave_game
from games.services.notebook import MAX_NOTES_LENGTH, do_write_notes
from games.services.umpire import do_substitute
from tests.table import play_out
from worker.mail.outbound.mime_message import build_message

pytestmark = pytest.mark.django_db

SECRET = "Their trump is the seven."


def test_notes_are_the_players_and_nobody_elses(running: Game, anna: Player, ben: Player, staff: Player) -> None:
    do_write_notes(player=anna, game_id=running.pk, text=SECRET)
    assert get_notes(anna, running.pk).text == SECRET
    assert get_notes(ben, running.pk).text == ""
    assert [one.text for one in list_notes(anna)] == [SECRET]
    assert list_notes(staff) == []


def test_who_does_not_belong_to_the_game_keeps_none(running: Game, carl: Player, staff: Player) -> None:
    for stranger in (carl, staff):
        with pytest.raises(Missing):
            do_write_notes(player=stranger, game_id=running.pk, text="Hm.")
        with pytest.raises(Missing):
            get_notes(stranger, running.pk)


def test_an_observer_may_keep_notes(running: Game, carl: Player, staff: Player) -> None:
    link = do_renew_observer_link(by=staff, game_id=running.pk)
    do_become_observer(player=carl, token=link.rstrip("/").rpartition("/")[2])
    assert do_write_notes(player=carl, game_id=running.pk, text="Hm.").text == "Hm."


def test_who_takes_the_seat_over_begins_an_empty_notebook(
    running: Game, anna: Player, carl: Player, staff: Player
) -> None:
    do_write_notes(player=anna, game_id=running.pk, text=SECRET)
    do_leave_game(player=anna, game_id=running.pk)
    do_substitute(by=staff, game_id=running.pk, role="red", player=carl)
    assert get_notes(carl, running.pk).text == ""
    assert get_notes(anna, running.pk).text == SECRET, "they were there, and the notes are theirs"


def test_no_export_record_or_letter_of_the_game_holds_them(running: Game, anna: Player, staff: Player) -> None:
    do_write_notes(player=anna, game_id=running.pk, text=SECRET)
    assert SECRET not in export_game(by=staff, game_id=running.pk).decode()
    copy = import_game(by=staff, data=export_game(by=staff, game_id=running.pk), players={"red": anna})
    assert get_notes(anna, copy.pk).text == ""
    play_out(running)
    assert SECRET not in export_public_record(player=anna, game_id=running.pk).decode()
    for mail in OutgoingMail.objects.filter(game=running):
        letter = load_email_context(mail)
        assert letter is None or SECRET not in str(build_message(letter).message())


@pytest.mark.parametrize("text", ["bell \a", "turned \u202e", "x" * (MAX_NOTES_LENGTH + 1)])
def test_what_is_too_long_or_hides_something_is_refused(running: Game, anna: Player, text: str) -> None:
    with pytest.raises(Malformed) as refused:
        do_write_notes(player=anna, game_id=running.pk, text=text)
    assert [problem.pointer for problem in refused.value.problems] == ["/text"]
    assert not Notebook.objects.exclude(text="").exists()


def test_twenty_thousand_signs_are_enough(running: Game, anna: Player) -> None:
    text = "Wind, " * 3333 + "x\n"
    assert len(text) == 20_000 == MAX_NOTES_LENGTH
    assert do_write_notes(player=anna, game_id=running.pk, text=text.replace("\n", "\r\n")).text == text
    with pytest.raises(Malformed) as refused:
        do_write_notes(player=anna, game_id=running.pk, text=f"{text}x")
    assert [(one.pointer, one.code) for one in refused.value.problems] == [("/text", "too_large")]


def test_two_windows_do_not_write_over_each_other(running: Game, anna: Player) -> None:
    first = do_write_notes(player=anna, game_id=running.pk, text="one", revision=0)
    with pytest.raises(RevisionReplaced):
        do_write_notes(player=anna, game_id=running.pk, text="two", revision=0)
    assert get_notes(anna, running.pk).text == "one"
    assert do_write_notes(player=anna, game_id=running.pk, text="three", revision=first.revision).revision == 2
    assert do_write_notes(player=anna, game_id=running.pk, text="four").text == "four", "without a word, always"
