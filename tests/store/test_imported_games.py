"""An imported game: its seats, ids, clocks and e-mails on the new server, and who is told."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import msgspec
import pytest
import time_machine
from django.utils import timezone

from games.errors import Forbidden, Missing, WrongState
from games.kernel.errors import Malformed
from games.models import (
    AuditEntry,
    Branch,
    Game,
    JournalSegment,
    Notice,
    OpenRequest,
    OutgoingMail,
    Player,
    SealedAnswer,
    Seat,
    StandingOrder,
    Tenure,
)
from games.services import export
from games.services.creation import do_create_game
from games.services.export import export_game, export_public_record
from games.services.importing import game_import
from games.services.importing.game_import import import_game
from games.services.importing.store_draft import IMPORTED_REASON
from games.services.lifecycle import do_join_game
from games.services.umpire import do_pause
from tests.store.test_importing import bring
from tests.table import play_out

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
NOW = datetime(2027, 3, 10, 12, tzinfo=timezone.get_default_timezone())
DAY = timedelta(days=1)
Written = Callable[[str], bytes]


def changed(data: bytes, change: Callable[[dict[str, Any]], Any]) -> bytes:
    document = msgspec.json.decode(data)
    change(document)
    return msgspec.json.encode(document)


@pytest.fixture
def others(db: None) -> dict[str, Player]:
    return {role: Player.objects.create_user(f"new-{role}", f"{role}@example.org", "pw") for role in ("red", "black")}


def letters(game: Game) -> list[tuple[str, str, int]]:
    rows = OutgoingMail.objects.filter(game=game, status="queued").select_related("seat").order_by("pk")
    return [(one.seat.role if one.seat else "", one.kind, one.seat_stop) for one in rows]


# --- by its state


@pytest.mark.parametrize("status", ["open", "called off", "running", "paused", "held", "over", "abandoned"])
def test_a_game_without_players_is_told_where_it_goes_on_and_waits(
    written: Written, staff: Player, hints: list[str], status: str
) -> None:
    data = written(status)
    hints.clear()
    game = import_game(by=staff, data=data)
    begun = status in ("running", "paused", "held")
    assert game.status == {"running": "paused", "called off": "abandoned"}.get(status, status)
    assert set(game.seats.values_list("kind", "player", "since")) == {("open", None, None)}
    assert [(one.seats, one.author) for one in game.notices.filter(kind="imported")] == [(["*"], staff)] * begun
    assert hints == ["curve"] * (status == "over") + ["mail"] * begun
    assert letters(game) == []
    assert (game.host, game.has_orders) == (staff, status not in ("open", "called off"))
    entry = AuditEntry.objects.filter(action="import").get()
    assert (entry.actor, entry.game) == (staff.pk, game.pk)
    branches = list(game.branches.order_by("number"))
    assert [bool(bytes(one.secret)) for one in branches] == {
        "open": [True], "called off": [True], "running": [False, True], "paused": [False, True],
    }.get(status, [status == "over"])  # fmt: skip


def test_a_game_that_had_not_begun_gets_dice_of_its_own(written: Written, staff: Player) -> None:
    data = written("open")
    (branch,) = msgspec.json.decode(data)["tables"]["branches"]
    game = import_game(by=staff, data=data)
    assert Branch.objects.get(game=game).commitment != branch["commitment"]


def test_with_players_it_goes_on_at_once(
    written: Written, staff: Player, hints: list[str], others: dict[str, Player]
) -> None:
    data = changed(written("running"), lambda one: one.update(exported_at=(NOW - 2 * DAY).isoformat()))
    due = msgspec.json.decode(data)["requests"][0]["due_at"]
    hints.clear()
    with time_machine.travel(NOW, tick=False):
        game = import_game(by=staff, data=data, players=others)
    assert (game.status, game.paused_at) == ("running", None)
    assert hints == ["mail", "resolve", "bots"]
    for row in OpenRequest.objects.filter(game=game, closed_at=None):
        assert row.due_at == datetime.fromisoformat(due) + 2 * DAY
        assert row.branch == game.branch == 1
    assert letters(game) == [("red", "stop", 1), ("black", "stop", 1)]
    for seat in game.seats.all():
        assert (seat.kind, seat.player, seat.since) == ("player", others[seat.role], NOW)
        assert Tenure.objects.filter(seat=seat, player=seat.player, since=NOW, until=None).count() == 1
    assert Tenure.objects.filter(seat__game=game, player=None, until=None).count() == 0
    segment = JournalSegment.objects.filter(game=game).latest("number")
    assert (segment.cause, segment.branch, segment.number) == ("import", 1, game.stop)
    branch = Branch.objects.get(game=game, number=1)
    assert (branch.author, branch.reason) == (staff, "imported without the secrets of its dice")
    assert game.notices.get(kind="imported").facts == {"commitment": branch.commitment}
    assert play_out(game).status == "over"


def test_with_some_of_its_players_it_waits_for_the_others(
    written: Written, staff: Player, hints: list[str], others: dict[str, Player]
) -> None:
    data = written("running")
    hints.clear()
    game = import_game(by=staff, data=data, players={"red": others["red"]})
    assert (game.status, hints, letters(game)) == ("paused", ["mail"], [("red", "stop", 1)])
    assert game.paused_at is not None


def test_bots_keep_their_seats_and_nobody_stands_in(written: Written, staff: Player, others: dict[str, Player]) -> None:
    def bots(document: dict[str, Any]) -> None:
        red, black = document["seats"]
        red.update(kind="bot", bot="random", since=NOW.isoformat())
        black.update(stand_in="random", stood_in_until=None, reserves_called=True, misses=3)

    data = changed(written("running"), bots)
    with pytest.raises(Malformed) as refusal:
        import_game(by=staff, data=data, players={"red": others["red"]})
    assert [(one.pointer, one.code) for one in refusal.value.problems] == [("/seats/red", "role")]
    game = import_game(by=staff, data=data, players={"black": others["black"]})
    red, black = game.seats.order_by("position")
    assert (red.kind, red.bot, red.player) == ("bot", "random", None)
    assert (black.kind, black.stand_in, black.stood_in_until, black.reserves_called) == ("player", "", None, False)
    assert game.status == "running"


def test_clocks_stood_still_since_it_was_written_and_never_run_backwards(written: Written, staff: Player) -> None:
    for at, paused in (((NOW - DAY), NOW - DAY), (NOW + DAY, NOW), (None, NOW)):
        data = changed(written("running"), lambda one, at=at: one.update(exported_at=at.isoformat() if at else ""))
        with time_machine.travel(NOW, tick=False):
            assert import_game(by=staff, data=data).paused_at == paused
    data = changed(written("running"), lambda one: one.update(exported_at="2027-03-10T12:00:00"))
    with pytest.raises(Malformed) as refusal:
        import_game(by=staff, data=data)
    assert [(one.pointer, one.code) for one in refusal.value.problems] == [("/exported_at", "value")]
    with pytest.raises(Malformed, match="no sound game: ValueError"):
        import_game(by=staff, data=changed(written("running"), lambda one: one.update(exported_at="noon")))


# --- what its rows become


def test_what_was_owed_elsewhere_is_not_sent_from_here(written: Written, staff: Player) -> None:
    def owe(document: dict[str, Any]) -> None:
        first, second, *rest = document["mails"]
        first.update(status="sending")
        second.update(status="sent")
        for mail in rest:
            mail.update(status="queued")

    game = import_game(by=staff, data=changed(written("over"), owe))
    first, second, *rest = OutgoingMail.objects.filter(game=game).order_by("pk")
    assert (first.status, first.error, second.status, second.error) == ("dropped", IMPORTED_REASON, "sent", "")
    assert {(mail.status, mail.error) for mail in rest} == {("dropped", IMPORTED_REASON)}


def test_whatever_names_another_row_names_it_by_its_new_id(written: Written, staff: Player) -> None:
    data = written("running")
    document = msgspec.json.decode(data)
    order_id = document["orders"][0]["id"].replace("-", "")
    notice_id = "0f8fad5bd9cb469fa16570867728950e"

    def name(one: dict[str, Any]) -> None:
        one["tables"]["notices"].append(
            {"id": notice_id, "stop": 1, "kind": "order_off", "seats": ["red"], "facts": {"order": order_id}}
        )
        one["tables"]["notices"].append(
            {"id": "1" * 32, "stop": 1, "kind": "paused", "seats": ["*"], "facts": {"order": 3}}
        )
        one["mails"][0]["reference"] = notice_id + "+1"
        one["mails"][1]["reference"] = "unknown"

    game = import_game(by=staff, data=changed(data, name))
    notice = Notice.objects.get(game=game, kind="order_off")
    orders = {row.pk.hex for row in StandingOrder.objects.filter(game=game)}
    assert notice.facts["order"] in orders
    assert Notice.objects.get(game=game, kind="paused").facts == {"order": 3}
    references = set(OutgoingMail.objects.filter(game=game).values_list("reference", flat=True))
    assert {f"{notice.pk.hex}+1", "unknown"} <= references
    copies = {answer.request.game_id for answer in SealedAnswer.objects.filter(request__game=game)}
    assert copies == {game.pk}


def test_who_sat_there_sat_there_until_the_move(written: Written, staff: Player) -> None:
    ended = (NOW - DAY).isoformat()
    data = changed(written("running"), lambda one: one["tenures"][0].update(until=ended))
    with time_machine.travel(NOW, tick=False):
        game = import_game(by=staff, data=data)
    assert sorted(Tenure.objects.filter(seat__game=game).values_list("until", flat=True)) == [NOW - DAY, NOW]


# --- who may, and what


def test_staff_alone_bring_games_in(written: Written, anna: Player, staff: Player) -> None:
    data = written("running")
    with pytest.raises(Forbidden):
        import_game(by=anna, data=data)
    anna.is_staff = True
    assert import_game(by=anna, data=data).host == anna


@pytest.mark.parametrize(
    ("data", "code", "says"),
    [
        (b"{", "malformed", "not an exported game"),
        (b"\xff", "malformed", "not an exported game"),
        (b"[" * 100_000, "malformed", "not an exported game"),
        (b'{"format": 1}', "malformed", "not an exported game"),
    ],
)
def test_what_is_no_document_is_none(staff: Player, data: bytes, code: str, says: str) -> None:
    with pytest.raises(Malformed, match=says) as refusal:
        import_game(by=staff, data=data)
    assert [(one.pointer, one.code) for one in refusal.value.problems] == [("", code)]


def test_a_document_has_a_length_and_a_format(written: Written, staff: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    data = written("running")
    for number in (0, 3):
        with pytest.raises(Malformed) as refusal:
            import_game(by=staff, data=changed(data, lambda one, number=number: one.update(format=number)))
        assert [(one.pointer, one.code) for one in refusal.value.problems] == [("/format", "format")]
    assert export.MAX_BYTES == 67_108_864
    monkeypatch.setattr(game_import, "MAX_BYTES", len(data) - 1)
    with pytest.raises(Malformed) as refusal:
        import_game(by=staff, data=data)
    assert [one.code for one in refusal.value.problems] == ["too_large"]
    monkeypatch.setattr(game_import, "MAX_BYTES", len(data))
    assert import_game(by=staff, data=data).pk


def test_who_may_not_sit_there_is_named(written: Written, staff: Player, others: dict[str, Player]) -> None:
    red = others["red"]
    for fields in ({"is_active": False}, {"is_active": True}):
        Player.objects.filter(pk=red.pk).update(**fields)
        red.refresh_from_db()
        if fields["is_active"]:
            assert import_game(by=staff, data=written("running"), players={"red": red})
            continue
        with pytest.raises(Malformed) as refusal:
            import_game(by=staff, data=written("running"), players={"red": red})
        assert [(one.pointer, one.code) for one in refusal.value.problems] == [("/seats/red", "player")]


def test_a_game_whose_chain_is_broken_is_not_brought_in(written: Written, staff: Player) -> None:
    data = changed(written("over"), lambda one: one["tables"]["segments"][0].update(salt="AAAA"))
    before = Game.objects.count()
    with pytest.raises(Malformed) as refusal:
        import_game(by=staff, data=data)
    assert {(one.pointer, one.code) for one in refusal.value.problems} == {("/tables", "chain")}
    assert Game.objects.count() == before


# --- taking a game out


def test_secrets_are_told_to_all_who_play_and_noted(running: Game, staff: Player, hints: list[str]) -> None:
    do_pause(by=staff, game_id=running.pk)
    hints.clear()
    before = set(OutgoingMail.objects.values_list("pk", flat=True))
    export_game(by=staff, game_id=running.pk, with_secrets=True)
    notice = Notice.objects.get(kind="exported")
    assert (notice.seats, notice.author, hints) == (["*"], staff, ["mail"])
    told = OutgoingMail.objects.exclude(pk__in=before)
    assert sorted(told.values_list("seat__role", "kind", "reference")) == [
        (role, "notice", notice.pk.hex) for role in ("black", "red")
    ]
    assert AuditEntry.objects.filter(action="export_secrets", actor=staff.pk, game=running.pk).count() == 1


@pytest.mark.parametrize(("status", "told"), [("paused", 1), ("held", 1), ("over", 0), ("abandoned", 0)])
def test_of_games_that_may_go_on_it_is_told(running: Game, staff: Player, status: str, told: int) -> None:
    bring(running, staff, status)
    document = msgspec.json.decode(export_game(by=staff, game_id=running.pk, with_secrets=True))
    assert Notice.objects.filter(kind="exported").count() == told
    assert all(branch["secret"] for branch in document["tables"]["branches"])
    assert document["exported_at"] == ""
    without = msgspec.json.decode(export_game(by=staff, game_id=running.pk))
    assert {bool(branch["secret"]) for branch in without["tables"]["branches"]} == {status == "over"}
    assert AuditEntry.objects.filter(action="export_secrets").count() == 1


def test_a_game_that_is_over_is_laid_open_without_what_never_was_its_own(running: Game, ben: Player) -> None:
    with pytest.raises(WrongState):
        export_public_record(player=ben, game_id=running.pk)
    play_out(running)
    document = msgspec.json.decode(export_public_record(player=ben, game_id=running.pk))
    for name in ("tenures", "orders", "advice", "messages", "mails"):
        assert document.get(name, []) == []
    assert document["tables"]["notices"] == []
    assert document["tables"]["branches"][0]["secret"]
    assert document["seats"][0]["nonce"]
    Game.objects.update(visibility="private")
    emil = Player.objects.create_user("emil", "emil@example.org", "pw")
    with pytest.raises(Missing):
        export_public_record(player=emil, game_id=running.pk)


def test_a_document_names_no_players_and_holds_no_addresses(running: Game, staff: Player, toy: Any) -> None:
    document = msgspec.json.decode(export_game(by=staff, game_id=running.pk))
    assert not {"player", "reserved_for", "id", "game"} & document["seats"][0].keys()
    assert not {"player", "lease", "leased_until", "error", "game"} & document["mails"][0].keys()
    assert (document["mails"][0]["sealed"], document["mails"][0]["seat"]) == ("", "red")
    assert [one["seat"] for one in document["tenures"]] == ["red", "black"]
    assert document["exported_at"]
    assert Seat.objects.filter(game=running).count() == len(document["seats"])


def test_what_is_added_to_dice_that_are_to_come_is_concealed_before_the_start(
    toy: Any, anna: Player, staff: Player
) -> None:
    game = do_create_game(host=anna, title="toy", scenario="standard")
    do_join_game(player=anna, game_id=game.pk, role="red", nonce="word")
    (red, _) = msgspec.json.decode(export_game(by=staff, game_id=game.pk))["seats"]
    assert (red["nonce"], red["nonce_salt"], bool(red["nonce_commitment"])) == ("", "", True)
    (red, _) = msgspec.json.decode(export_game(by=staff, game_id=game.pk, with_secrets=True))["seats"]
    assert red["nonce"]
    assert not Notice.objects.exists()
