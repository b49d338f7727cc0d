"""Working drafts: kept for the player alone, undone and redone, never an answer, deleted in time."""

import pytest
from django.utils import timezone

from games.errors import Missing
from games.kernel.errors import Malformed, NotYours, Stale
from games.models import Game, OpenRequest, Player, SealedAnswer, WorkingDraft
from games.persistence.working_drafts import (
    MAX_BYTES,
    MAX_UNDOS,
    DraftEntries,
    DraftHistory,
    pack_history,
    read_history,
)
from games.services.export import export_game
from games.services.lifecycle import do_leave_game
from games.services.resolve.advance import do_resolve
from games.services.umpire import do_substitute
from games.services.working_drafts import (
    SavedDraft,
    do_delete_obsolete_drafts,
    do_discard_draft,
    do_redo,
    do_save_draft,
    do_undo,
)
from tests.table import answer, asked
from worker.due_work import find_due_work

pytestmark = pytest.mark.django_db

FIRST = DraftEntries()
SECRET = DraftEntries(chosen=("c07",), text="a secret plan")


def save(player: Player, request: OpenRequest, entries: DraftEntries, built_on: int | None = None) -> SavedDraft:
    saved = do_save_draft(player=player, request_id=request.pk, entries=entries, first=FIRST, built_on=built_on)
    assert saved is not None
    return saved


def chosen(saved: SavedDraft | None) -> tuple[str, ...]:
    assert saved is not None
    return saved.history.current.chosen


def test_the_first_change_makes_the_draft_and_no_change_makes_none(running: Game, anna: Player) -> None:
    request = asked(running, "red")
    assert do_save_draft(player=anna, request_id=request.pk, entries=FIRST, first=FIRST) is None
    assert not WorkingDraft.objects.exists()
    assert save(anna, request, DraftEntries(chosen=("c01",))).revision == 1
    assert save(anna, request, DraftEntries(chosen=("c01",))).revision == 1, "nothing was changed"


def test_changes_are_undone_and_redone(running: Game, anna: Player) -> None:
    request = asked(running, "red")
    assert do_undo(player=anna, request_id=request.pk) is None
    for one in ("c01", "c02"):
        save(anna, request, DraftEntries(chosen=(one,)))
    assert chosen(do_undo(player=anna, request_id=request.pk)) == ("c01",)
    assert chosen(do_undo(player=anna, request_id=request.pk)) == ()
    assert chosen(do_undo(player=anna, request_id=request.pk)) == (), "there is nothing before that"
    assert chosen(do_redo(player=anna, request_id=request.pk)) == ("c01",)
    saved = save(anna, request, DraftEntries(chosen=("c03",)))
    assert not saved.history.can_redo, "a new change ends what was undone"
    assert chosen(do_undo(player=anna, request_id=request.pk)) == ("c01",)


def test_fifty_changes_can_be_undone(running: Game, anna: Player) -> None:
    request = asked(running, "red")
    for number in range(MAX_UNDOS + 5):
        save(anna, request, DraftEntries(numbers={"coal": str(number)}))
    history = read_history(WorkingDraft.objects.get().steps)
    assert len(history.steps) == MAX_UNDOS + 1
    assert history.current.numbers == {"coal": str(MAX_UNDOS + 4)}


def test_typing_is_one_change() -> None:
    history = DraftHistory((FIRST,)).with_step(DraftEntries(text="cho")).with_step(DraftEntries(text="choose c01"))
    assert history.with_undo().current == FIRST
    beside = history.with_step(DraftEntries(chosen=("c02",), text="choose c01"))
    assert beside.with_undo().current.text == "choose c01"


def test_long_histories_lose_their_oldest_steps() -> None:
    steps = tuple(DraftEntries(text=f"{number} " + "x" * 60_000) for number in range(20))
    kept = read_history(pack_history(DraftHistory(steps, 19)))
    assert kept.current == steps[-1]
    assert sum(len(one.text) for one in kept.steps) <= MAX_BYTES


def test_a_step_that_is_too_long_is_refused(running: Game, anna: Player) -> None:
    with pytest.raises(Malformed):
        save(anna, asked(running, "red"), DraftEntries(text="x" * 250_000))


def test_the_later_of_two_windows_wins_and_is_given_the_earlier(running: Game, anna: Player) -> None:
    request = asked(running, "red")
    here = save(anna, request, DraftEntries(chosen=("c01",)), built_on=0)
    assert here.other is None
    there = save(anna, request, DraftEntries(chosen=("c02",)), built_on=0)
    assert chosen(there) == ("c02",)
    assert there.other == DraftEntries(chosen=("c01",))
    assert chosen(do_undo(player=anna, request_id=request.pk)) == ("c01",), "the earlier one is a step back"


def test_only_who_is_asked_has_one(running: Game, ben: Player, carl: Player, staff: Player) -> None:
    request = asked(running, "red")
    for stranger in (ben, carl, staff):
        with pytest.raises(NotYours):
            save(stranger, request, SECRET)
        for move in (do_undo, do_redo):
            with pytest.raises(NotYours):
                move(player=stranger, request_id=request.pk)


def test_a_closed_question_takes_none(running: Game, anna: Player) -> None:
    request = asked(running, "red")
    answer(running, "red")
    answer(running, "black")
    do_resolve(running.pk)
    with pytest.raises(Stale):
        save(anna, request, SECRET)


def test_it_is_no_answer(running: Game, anna: Player) -> None:
    """Neither the question nor anything else that others can see changes."""
    request = asked(running, "red")
    before = OpenRequest.objects.filter(game=running).order_by("pk").values_list(), Game.objects.values_list()
    told = [list(rows) for rows in before]
    save(anna, request, SECRET)
    assert [list(rows.all()) for rows in before] == told
    assert not SealedAnswer.objects.exists()


def test_the_deadline_plays_the_default_and_not_the_draft(running: Game, anna: Player) -> None:
    request = asked(running, "red")
    save(anna, request, SECRET)
    OpenRequest.objects.filter(game=running).update(due_at=timezone.now())
    do_resolve(running.pk)
    request.refresh_from_db()
    assert request.outcome == OpenRequest.Outcome.DEFAULT


def test_the_sweep_deletes_drafts_of_closed_questions(running: Game, anna: Player) -> None:
    save(anna, asked(running, "red"), SECRET)
    find_due_work()
    assert WorkingDraft.objects.exists()
    answer(running, "red")
    answer(running, "black")
    do_resolve(running.pk)
    find_due_work()
    assert not WorkingDraft.objects.exists()


def test_a_substitute_starts_without_it(running: Game, anna: Player, carl: Player, staff: Player) -> None:
    request = asked(running, "red")
    save(anna, request, SECRET)
    do_leave_game(player=anna, game_id=running.pk)
    do_substitute(by=staff, game_id=running.pk, role="red", player=carl)
    assert do_undo(player=carl, request_id=request.pk) is None
    assert do_delete_obsolete_drafts() == 1


def test_a_draft_is_discarded_by_its_player_alone(running: Game, anna: Player, ben: Player) -> None:
    request = asked(running, "red")
    save(anna, request, SECRET)
    do_discard_draft(player=ben, request_id=request.pk)
    assert WorkingDraft.objects.exists()
    do_discard_draft(player=anna, request_id=request.pk)
    assert not WorkingDraft.objects.exists()


def test_no_export_of_the_game_holds_it(running: Game, anna: Player, staff: Player) -> None:
    before = export_game(by=staff, game_id=running.pk)
    save(anna, asked(running, "red"), SECRET)
    after = export_game(by=staff, game_id=running.pk).decode()
    assert "secret plan" not in after
    assert len(after) == len(before.decode())


def test_a_question_that_does_not_exist(anna: Player, running: Game) -> None:
    with pytest.raises(Missing):
        do_undo(player=anna, request_id=running.pk)
