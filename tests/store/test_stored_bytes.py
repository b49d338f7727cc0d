"""Deflated bytes, chains that notice every change, packs, and games that travel as documents."""

import re
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from games import registry
from games.errors import Forbidden
from games.kernel.errors import Malformed
from games.models import DataPack, EventSegment, Game, JournalSegment, OutgoingMail, Player, Seat, SeatView
from games.models.append_only import allow_changes
from games.models.compression import deflate, inflate, inflate_chain, is_self_contained
from games.persistence import serialization
from games.selectors.events import list_audience_events
from games.selectors.seats import get_access
from games.selectors.verification import find_chain_faults, find_dice_faults
from games.selectors.views import get_view_at
from games.services.export import export_game
from games.services.importing.game_import import import_game
from games.services.lifecycle import do_join_game
from games.services.resolve.advance import do_resolve
from games.services.umpire import do_resume, do_substitute
from tests.table import answer, play_out

TEXT = b'{"hand":["c01","c02","c03"],"round":1,"fleet":"' + b"abcdefgh" * 40 + b'"}'


def test_what_was_deflated_comes_back() -> None:
    assert inflate(deflate(TEXT)) == TEXT
    assert inflate(deflate(TEXT + b"!", TEXT), TEXT) == TEXT + b"!"


def test_what_is_like_the_last_one_is_tiny() -> None:
    assert len(deflate(TEXT.replace(b":1", b":2"), TEXT)) < 40


def test_another_dictionary_is_noticed() -> None:
    with pytest.raises(ValueError, match="damaged"):
        inflate(deflate(TEXT, TEXT), TEXT + b"?")
    with pytest.raises(ValueError, match="not given"):
        inflate(deflate(TEXT, TEXT))
    with pytest.raises(ValueError, match="not given"):
        inflate(b"z")


def test_a_chain_is_read_from_its_keyframe() -> None:
    views = [TEXT + bytes([48 + n]) for n in range(5)]
    blobs = [deflate(views[0]), *(deflate(new, old) for old, new in pairwise(views))]
    assert inflate_chain(blobs) == views
    assert [is_self_contained(blob) for blob in blobs] == [True, False, False, False, False]


@pytest.mark.django_db
def test_old_views_are_read_across_keyframes(running: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("games.services.resolve.view_writer", "games.selectors.views"):
        monkeypatch.setattr(f"{module}.KEYFRAME_EVERY", 4)
    SeatView.objects.filter(game=running).count()
    play_out(running)
    rows = SeatView.objects.filter(game=running, audience="umpire").order_by("stop")
    assert len(rows) > 4
    for row in rows:
        assert is_self_contained(bytes(row.view)) == (row.stop % 4 == 1)
        found = get_view_at(running, "umpire", row.number)
        assert found is not None
        assert found.stop == row.stop


@pytest.mark.django_db
def test_a_played_game_is_sound(running: Game) -> None:
    play_out(running)
    assert find_chain_faults(running.pk) == []
    assert find_dice_faults(running.pk) == []


@pytest.mark.django_db
@pytest.mark.parametrize("what", ["answer", "event", "order", "gap", "tail"])
def test_every_tampering_is_noticed(running: Game, what: str) -> None:
    play_out(running)
    segments = JournalSegment.objects.filter(game=running)
    with allow_changes():
        if what == "answer":
            entries = serialization.read_entries(segments.get(number=2).entries)
            other = [msgspec.structs.replace(entry, given=entry.given[::-1]) for entry in entries]
            segments.filter(number=2).update(entries=serialization.pack(other))
        elif what == "event":
            EventSegment.objects.filter(game=running, number=2).update(told=serialization.pack([]))
        elif what == "order":
            segments.filter(number=2).update(order=segments.get(number=1).order)
        else:
            segments.filter(number=2 if what == "gap" else segments.count()).delete()
    assert find_chain_faults(running.pk) != []


@pytest.mark.django_db
def test_loaded_dice_are_noticed(running: Game) -> None:
    play_out(running)
    first = JournalSegment.objects.get(game=running, number=1)
    entries = serialization.read_entries(first.entries)
    loaded = [msgspec.structs.replace(entry, drawn=tuple(sorted(entry.drawn))) for entry in entries]
    with allow_changes():
        JournalSegment.objects.filter(pk=first.pk).update(entries=serialization.pack(loaded))
    assert any("deal" in fault for fault in find_dice_faults(running.pk))


@pytest.mark.django_db
def test_a_game_keeps_the_data_it_was_created_with(announced: Game) -> None:
    pack = DataPack.objects.get(pk=announced.data_pack_id)
    assert registry.pack_digest(bytes(pack.content)) == pack.digest
    assert pack.title == "toy"


def test_an_operators_file_stands_in_for_the_shipped_one(tmp_path: Path, settings: object) -> None:
    shipped = registry.current_pack("pirates")
    (tmp_path / "pirates").mkdir()
    (tmp_path / "pirates" / "ships.tsv").write_bytes(b"other ships")
    settings.SEALED_DATA_DIR = tmp_path  # type: ignore[attr-defined]
    own = registry.current_pack("pirates")
    assert own.digest != shipped.digest
    assert registry.unpack_files(own.content) == {**registry.unpack_files(shipped.content), "ships.tsv": b"other ships"}


@pytest.mark.django_db
def test_a_finished_game_travels(running: Game, staff: Player) -> None:
    play_out(running)
    data = export_game(by=staff, game_id=running.pk)
    for name in ("anna", "ben", "example.org"):
        # Whole words: packed bytes are letters in which any short name may come up.
        assert not re.search(rf"(?<![\w+/=]){name}(?![\w+/=])", data.decode()), name
    copy = import_game(by=staff, data=data)
    assert (copy.status, copy.standings) == ("over", running.standings)
    assert find_chain_faults(copy.pk) == []
    assert find_dice_faults(copy.pk) == []
    assert [seen.event for seen in list_audience_events(get_access(staff, copy.pk, "red"))] == [
        seen.event for seen in list_audience_events(get_access(staff, running.pk, "red"))
    ]


@pytest.mark.django_db
def test_a_running_game_travels_without_its_secret(running: Game, staff: Player, anna: Player, ben: Player) -> None:
    answer(running, "red")
    data = export_game(by=staff, game_id=running.pk)
    assert [branch["secret"] for branch in msgspec.json.decode(data)["tables"]["branches"]] == [""]
    copy = import_game(by=staff, data=data)
    assert copy.status == "paused"
    assert set(Seat.objects.filter(game=copy).values_list("kind", flat=True)) == {"open"}
    do_substitute(by=staff, game_id=copy.pk, role="red", player=anna)
    do_substitute(by=staff, game_id=copy.pk, role="black", player=ben)
    do_resume(by=staff, game_id=copy.pk)
    do_resolve(copy.pk)
    play_out(copy)
    assert copy.status == "over"
    assert find_chain_faults(copy.pk) == []
    assert find_dice_faults(copy.pk) == []


@pytest.mark.django_db
def test_documents_are_for_staff(running: Game, staff: Player, anna: Player) -> None:
    with pytest.raises(Forbidden):
        export_game(by=anna, game_id=running.pk)
    with pytest.raises(Forbidden):
        import_game(by=anna, data=b"{}")
    with pytest.raises(Malformed):
        import_game(by=staff, data=b"{}")
    data = msgspec.json.decode(export_game(by=staff, game_id=running.pk))
    data["pack"]["digest"] = "0" * 64
    with pytest.raises(Malformed):
        import_game(by=staff, data=msgspec.json.encode(data))
    assert Game.objects.count() == 1


@pytest.mark.django_db
def test_an_announced_game_travels_with_new_dice(announced: Game, staff: Player, anna: Player, ben: Player) -> None:
    copy = import_game(by=staff, data=export_game(by=staff, game_id=announced.pk))
    do_join_game(player=anna, game_id=copy.pk)
    do_join_game(player=ben, game_id=copy.pk)
    from games.services.lifecycle import do_start_game

    do_start_game(player=staff, game_id=copy.pk)
    do_resolve(copy.pk)
    play_out(copy)
    assert find_chain_faults(copy.pk) == []
    assert find_dice_faults(copy.pk) == []
    assert OutgoingMail.objects.filter(game=copy, kind="over").count() == 2
