"""Documents of whole games: what goes in comes out, plays on, and nothing unsound gets in."""

import random
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec
import pytest
import time_machine
from django.apps import apps
from django.db.models import F
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import registry
from games.errors import Forbidden, Missing, WrongState
from games.kernel.errors import GameError, Malformed
from games.models import (
    Advice,
    CurrentView,
    Game,
    Message,
    MessageCopy,
    OpenRequest,
    OutgoingMail,
    Player,
    SealedAnswer,
    Seat,
    SeatView,
    StandingOrder,
    Tenure,
)
from games.models.compression import MAX_BYTES, deflate, inflate_chain
from games.persistence import serialization
from games.persistence.position import seats_in_order
from games.persistence.standing_orders import read_followed
from games.selectors.events import list_audience_events
from games.selectors.games import get_game_state
from games.selectors.seats import get_access
from games.selectors.verification import find_chain_faults, find_dice_faults, verify_game
from games.services.advice import do_advise
from games.services.answers import do_submit_answer
from games.services.creation import do_create_game
from games.services.export import export_game
from games.services.hold import do_release
from games.services.importing.game_import import import_game
from games.services.lifecycle import do_abandon_game, do_join_game, do_start_game
from games.services.messages import do_send_message
from games.services.resolve.advance import do_resolve, hold_locked_game
from games.services.umpire import do_pause, do_resume, do_substitute
from tests.orders import order
from tests.table import answer, asked, play_out

pytestmark = pytest.mark.django_db


def bring(game: Game, staff: Player, status: str) -> None:
    """The game in the state of that name."""
    if status == "paused":
        do_pause(by=staff, game_id=game.pk)
    elif status == "held":
        game.refresh_from_db()
        hold_locked_game(game, "By hand.", seats_in_order(game))
    elif status == "over":
        play_out(game)
    elif status == "abandoned":
        do_abandon_game(player=staff, game_id=game.pk)
    game.refresh_from_db()


def rows(model: Any, game: Game, *names: str, where: str = "game") -> list[tuple[Any, ...]]:
    """What is stored of a game, without what belongs to one database alone."""
    found = model.objects.filter(**{where: game}).values_list(*names)
    return sorted((tuple(bytes(v) if isinstance(v, memoryview) else v for v in row) for row in found), key=repr)


def contents(game: Game) -> dict[str, Any]:
    """All that players and umpire could ask of a game."""
    views: dict[str, list[bytes]] = {}
    for audience, view in SeatView.objects.filter(game=game).order_by("stop").values_list("audience", "view"):
        views.setdefault(audience, []).append(bytes(view))
    return {
        "views": {audience: inflate_chain(blobs) for audience, blobs in views.items()},
        "decisions": rows(
            OpenRequest, game, "seat__role", "seat_stop", "entry", "key", "kind", "rule", "question",
            "opened_at", "closed_at", "outcome", "revision", "ready",
        ),
        "answers": rows(
            SealedAnswer, game, "request__key", "revision", "answer", "ready", "channel", "receipt", "at",
            where="request__game",
        ),
        "orders": rows(
            StandingOrder, game, "seat__role", "position", "kind", "content", "applies", "lasts", "revision",
            "changed_at", "off_at", "off_reason",
        ),
        "advice": rows(Advice, game, "seat__role", "request__key", "answer", "revision", "at", where="request__game"),
        "press": rows(Message, game, "sender", "receivers", "text", "at"),
        "read": rows(MessageCopy, game, "seat__role", "number", "read_at", "message__text"),
        "letters": rows(OutgoingMail, game, "seat__role", "kind", "stop", "seat_stop", "sent_at"),
    }  # fmt: skip


def deadlines(game: Game) -> list[Any]:
    return rows(OpenRequest, game, "seat__role", "due_at")


def table(game: Game) -> dict[str, Player]:
    return {seat.role: seat.player for seat in game.seats.select_related("player") if seat.player}


def lived_in(new_game: Callable[..., Game], anna: Player, ben: Player) -> Game:
    """A game with press, standing orders, a draft and notices."""
    game = new_game()
    do_send_message(player=anna, game_id=game.pk, text="Ahoy.", to=["black"])
    order(ben, game, "react", None)
    order(anna, game, "react", "trump", applies="deadline")
    answer(game, "red", ready=False)
    return game


# --- what goes in comes out


@pytest.mark.parametrize("status", ["running", "paused", "held", "over", "abandoned"])
def test_the_whole_game_travels(
    new_game: Callable[..., Game], anna: Player, ben: Player, staff: Player, status: str
) -> None:
    game = lived_in(new_game, anna, ben)
    bring(game, staff, status)
    before, names = contents(game), (anna.username, ben.username, "example.org")
    data = export_game(by=staff, game_id=game.pk)
    assert not [name for name in names if f'"{name}' in data.decode() or f"{name}@" in data.decode()]
    copy = import_game(by=staff, data=data)
    assert copy.status == ("paused" if status == "running" else status)
    after = contents(copy)
    told = [row for row in after["letters"] if row not in before["letters"]]
    assert not told, "nobody sits there yet, so nobody is written to"
    assert {**after, "letters": before["letters"]} == before
    assert find_chain_faults(copy.pk) == find_dice_faults(copy.pk) == []
    assert not OutgoingMail.objects.filter(game=copy, status__in=("queued", "sending")).exists()
    assert Tenure.objects.filter(seat__game=copy, player=None).count() == 2
    if status == "held":
        assert copy.hold_reason == game.hold_reason


def test_a_document_is_the_same_the_second_time(running: Game, staff: Player) -> None:
    """What travels on from the other server is what came to it, ids and the move itself apart."""
    play_out(running)
    first = export_game(by=staff, game_id=running.pk)
    second = msgspec.json.decode(export_game(by=staff, game_id=import_game(by=staff, data=first).pk))
    one = msgspec.json.decode(first)
    assert second["tables"]["segments"] == one["tables"]["segments"]
    assert second["tables"]["views"] == one["tables"]["views"]
    assert second["game"]["origin"] == str(running.pk)


def test_orders_that_answered_are_named_by_their_new_ids(
    new_game: Callable[..., Game], anna: Player, ben: Player, staff: Player
) -> None:
    game = lived_in(new_game, anna, ben)
    order(anna, game, "bid", "c05", lasts="once")
    play_out(game)
    copy = import_game(by=staff, data=export_game(by=staff, game_id=game.pk))
    own = {row.pk.hex for row in StandingOrder.objects.filter(game=copy)}
    followed = [read_followed(row.followed).order for row in OpenRequest.objects.filter(game=copy) if row.followed]
    assert any(followed)
    assert {name for name in followed if name} <= own
    notices = [row.facts["order"] for row in copy.notices.all() if "order" in row.facts]
    assert set(notices) <= own


def test_drafts_of_advice_travel(council: Game, carl: Player, staff: Player) -> None:
    first = asked(council, "red")
    form = serialization.read_question(registry.game_title(council), first.question).form
    do_advise(player=carl, request_id=first.pk, answer=msgspec.json.encode(form.write(form.example())))
    copy = import_game(by=staff, data=export_game(by=staff, game_id=council.pk))
    assert contents(copy)["advice"] == contents(council)["advice"]
    assert any(row[2] for row in contents(copy)["advice"])


# --- it plays on


def test_a_running_game_with_players_goes_on_at_once_on_its_old_clock(
    running: Game, staff: Player, anna: Player, ben: Player
) -> None:
    answer(running, "red", ready=False)
    data = export_game(by=staff, game_id=running.pk)
    before = deadlines(running)
    with time_machine.travel(timezone.now() + timedelta(days=5), tick=True):
        copy = import_game(by=staff, data=data, players=table(running))
        moved = [after - old for (_, old), (_, after) in zip(before, deadlines(copy), strict=True)]
        assert all(timedelta(days=5) <= by < timedelta(days=5, minutes=10) for by in moved)
        assert copy.status == "running"
        assert set(OutgoingMail.objects.filter(game=copy, status="queued").values_list("seat__role", flat=True)) == {
            "red", "black",
        }  # fmt: skip
        play_out(copy)
    assert copy.status == "over"
    assert verify_game(copy.pk).faults == []


def test_dice_to_come_are_of_a_branch_of_its_own(running: Game, staff: Player, anna: Player) -> None:
    copy = import_game(by=staff, data=export_game(by=staff, game_id=running.pk), players=table(running))
    old, new = copy.branches.order_by("number")
    assert (bytes(old.secret), bool(new.secret), copy.branch) == (b"", True, 1)
    notice = copy.notices.get(kind="imported")
    assert notice.facts["commitment"] == new.commitment
    assert get_game_state(anna, copy.pk).commitment == new.commitment
    do_resolve(copy.pk)
    assert not copy.segments.filter(number__gt=copy.stop).exists()


def test_who_may_find_a_game_moves_with_it(running: Game, staff: Player, anna: Player, carl: Player) -> None:
    """A private game that was imported is no more to be seen by others than it was at home."""
    Game.objects.filter(pk=running.pk).update(visibility="private", several_seats=True)
    copy = import_game(by=staff, data=export_game(by=staff, game_id=running.pk), players=table(running))
    assert (copy.visibility, copy.several_seats) == ("private", True)
    assert get_game_state(anna, copy.pk).id == copy.pk
    with pytest.raises(Missing):
        get_game_state(carl, copy.pk)


def test_a_document_with_an_unknown_visibility_is_refused(running: Game, staff: Player) -> None:
    document = msgspec.json.decode(export_game(by=staff, game_id=running.pk))
    document["game"]["visibility"] = "friends"
    with pytest.raises(Malformed) as refused:
        import_game(by=staff, data=msgspec.json.encode(document))
    assert [problem.pointer for problem in refused.value.problems] == ["/game/visibility"]


def test_what_it_waits_for_is_said_in_words(running: Game, staff: Player, anna: Player, ben: Player) -> None:
    copy = import_game(by=staff, data=export_game(by=staff, game_id=running.pk))
    free, resume = get_game_state(staff, copy.pk).waits_for
    assert "red, black" in free.en
    assert "red、black" in free.ja
    assert "resumes" in resume.en
    assert get_game_state(anna, copy.pk).waits_for == ()
    for role, player in (("red", anna), ("black", ben)):
        do_substitute(by=staff, game_id=copy.pk, role=role, player=player)
    assert len(get_game_state(staff, copy.pk).waits_for) == 1
    do_resume(by=staff, game_id=copy.pk)
    assert get_game_state(staff, copy.pk).waits_for == ()
    assert play_out(copy).status == "over"


def test_a_held_game_is_released_where_it_arrives(running: Game, staff: Player) -> None:
    bring(running, staff, "held")
    copy = import_game(by=staff, data=export_game(by=staff, game_id=running.pk), players=table(running))
    assert "releases" in get_game_state(staff, copy.pk).waits_for[-1].en
    do_release(by=staff, game_id=copy.pk)
    assert play_out(copy).status == "over"
    assert find_chain_faults(copy.pk) == find_dice_faults(copy.pk) == []


CASES = [
    ("pirates", "two_players", {"tempo": "interactive"}, ()),
    ("pirates", "two_players", {"tempo": "sealed"}, ("06:00",)),
    ("goeben", "captains", {}, ()),
    ("goeben", "officers", {}, ("06:00",)),
]


@pytest.mark.parametrize(("title", "scenario", "options", "release_at"), CASES)
def test_moved_with_its_secrets_a_game_ends_the_same(
    staff: Player, title: str, scenario: str, options: dict[str, Any], release_at: tuple[str, ...]
) -> None:
    """Both titles, both tempos: the same answers lead to the same views, events and standings on both servers."""
    start = timezone.now()
    with time_machine.travel(start, tick=False) as clock:
        game = midway(staff, clock, title=title, scenario=scenario, options=options, release_at=release_at)
        do_pause(by=staff, game_id=game.pk)
        data = export_game(by=staff, game_id=game.pk, with_secrets=True)
        copy = import_game(by=staff, data=data, players=table(game))
        before = contents(game)
        assert {**contents(copy), "letters": before["letters"]} == before
        for one in (game, copy):
            do_resume(by=staff, game_id=one.pk)
            play(one, clock, stops=60)
        views = [contents(one)["views"] for one in (game, copy)]
        assert views[0] == views[1]
        game.refresh_from_db()
        copy.refresh_from_db()
        assert (game.status, game.standings, game.stop) == (copy.status, copy.standings, copy.stop)
        told = [
            [seen.event for seen in list_audience_events(get_access(staff, one.pk, "umpire"))] for one in (game, copy)
        ]
        assert told[0] == told[1]
        assert verify_game(copy.pk).faults == []


def test_a_document_does_not_rest_on_where_its_rows_lie(running: Game, staff: Player) -> None:
    """PostgreSQL lays a row that was written again behind the others."""
    play_out(running)
    before = msgspec.json.decode(export_game(by=staff, game_id=running.pk))
    SeatView.objects.filter(game=running, stop=1).update(at=F("at"))
    first = OpenRequest.objects.filter(game=running).earliest("opened_at")
    OpenRequest.objects.filter(pk=first.pk).update(kind=F("kind"))
    assert msgspec.json.decode(export_game(by=staff, game_id=running.pk)) == before


def midway(staff: Player, clock: Any, **wanted: Any) -> Game:
    """A game with everybody seated that still runs after twelve rounds of answers: some luck ends one before."""
    for number in range(10):
        game = do_create_game(host=staff, deadline_hours=48, **wanted)
        for role in game.seats.order_by("position").values_list("role", flat=True):
            name = f"p-{role}-{number}"
            player = Player.objects.create_user(name, f"{name}@example.org", "pw")
            do_join_game(player=player, game_id=game.pk, role=role, nonce=role)
        do_start_game(player=staff, game_id=game.pk)
        play(game, clock, stops=12)
        game.refresh_from_db()
        if game.status == Game.Status.RUNNING:
            return game
    raise AssertionError("every game was over early")


def play(game: Game, clock: Any, stops: int) -> None:
    """Answer by whims that only the question decides, each as often as the game goes on; hours pass between."""
    for _ in range(stops):
        do_resolve(game.pk)
        for request in OpenRequest.objects.filter(game=game, closed_at=None).select_related("seat__player", "game"):
            form = serialization.read_question(registry.game_title(request.game), request.question).form
            whim = random.Random(f"{request.key}|{request.entry}|{request.seat.role}").randrange
            given_ = msgspec.json.encode(form.write(form.sample(whim)))
            do_submit_answer(player=request.seat.player, request_id=request.pk, answer=given_)
        clock.shift(timedelta(hours=24) if game.release_at else timedelta(seconds=1))


# --- secrets


def test_secrets_are_for_staff_and_of_games_that_stand_still(running: Game, staff: Player, ben: Player) -> None:
    with pytest.raises(WrongState):
        export_game(by=staff, game_id=running.pk, with_secrets=True)
    do_pause(by=staff, game_id=running.pk)
    carl = Player.objects.create_user("carl", "carl@example.org", "pw")
    Game.objects.filter(pk=running.pk).update(umpire=carl)
    with pytest.raises(Forbidden):
        export_game(by=carl, game_id=running.pk, with_secrets=True)
    assert not running.notices.filter(kind="exported").exists()
    data = msgspec.json.decode(export_game(by=staff, game_id=running.pk, with_secrets=True))
    assert all(branch["secret"] for branch in data["tables"]["branches"])
    assert running.notices.filter(kind="exported", seats=["*"]).exists()


def test_what_is_added_to_dice_to_come_is_no_export_matter(seated: Game, staff: Player) -> None:
    data = msgspec.json.decode(export_game(by=staff, game_id=seated.pk))
    assert {(seat["nonce"], seat["nonce_salt"]) for seat in data["seats"]} == {("", "")}
    copy = import_game(by=staff, data=msgspec.json.encode(data))
    assert set(copy.seats.values_list("kind", "nonce_state")) == {("open", "none")}


def test_who_knows_too_much_may_not_sit_down(running: Game, staff: Player, anna: Player) -> None:
    data = export_game(by=staff, game_id=running.pk)
    for players in ({"red": staff}, {"white": anna}):
        with pytest.raises(Malformed) as refusal:
            import_game(by=staff, data=data, players=players)
        assert refusal.value.problems[0].pointer.startswith("/seats/")


@pytest.mark.parametrize(("role", "sits"), [("red", True), ("black", False)])
def test_who_sat_in_another_seat_of_the_game_may_not_sit_in_this_one(
    running: Game, staff: Player, anna: Player, role: str, sits: bool
) -> None:
    """Where it was played before, or in another copy of it."""
    data = export_game(by=staff, game_id=running.pk)
    if sits:
        copy = import_game(by=staff, data=data, players={role: anna})
        again = export_game(by=staff, game_id=copy.pk)
        assert import_game(by=staff, data=again, players={role: anna}).seats.get(role=role).player == anna
    else:
        with pytest.raises(Malformed) as refusal:
            import_game(by=staff, data=data, players={role: anna})
        assert refusal.value.problems[0].pointer == f"/seats/{role}"


def test_who_looked_behind_the_game_may_not_sit_in_its_copy(running: Game, staff: Player) -> None:
    other = Player.objects.create_superuser("otto", "otto@example.org", "pw")
    data = export_game(by=staff, game_id=running.pk)
    get_access(other, running.pk, "red")
    with pytest.raises(Malformed) as refusal:
        import_game(by=staff, data=data, players={"black": other})
    assert refusal.value.problems[0].pointer == "/seats/black"
    assert import_game(by=staff, data=data, players={"red": other}).seats.get(role="red").player == other


def test_a_game_that_is_over_hides_nothing(running: Game, staff: Player, anna: Player) -> None:
    play_out(running)
    copy = import_game(by=staff, data=export_game(by=staff, game_id=running.pk), players={"black": anna})
    assert copy.seats.get(role="black").player == anna


def test_letters_of_a_game_that_arrives_tell_where_each_seat_stands(running: Game, staff: Player, anna: Player) -> None:
    copy = import_game(by=staff, data=export_game(by=staff, game_id=running.pk), players=table(running))
    stands = dict(CurrentView.objects.filter(game=copy).values_list("audience", "stop"))
    owed = OutgoingMail.objects.filter(game=copy, status="queued").values_list("seat__role", "seat_stop")
    assert sorted(owed) == [(role, stands[role]) for role in ("black", "red")]
    assert min(stands[role] for role in ("black", "red")) > 0


def test_what_no_order_answered_names_none(running: Game, staff: Player) -> None:
    play_out(running)
    copy = import_game(by=staff, data=export_game(by=staff, game_id=running.pk))
    for game in (running, copy):
        assert not OpenRequest.objects.filter(game=game).exclude(followed=b"").exists()


# --- nothing unsound gets in


def put(*path: Any, value: Any) -> Callable[[Any], None]:
    def change(document: Any) -> None:
        for part in path[:-1]:
            document = document[part]
        document[path[-1]] = value(document[path[-1]]) if callable(value) else value

    return change


def bomb(_: str) -> str:
    from base64 import b64encode

    return b64encode(deflate(bytes(MAX_BYTES + 1))).decode()


def other_answer(document: Any) -> None:
    """An answer is another one, and all hashes are made anew: only playing it again can tell."""
    from base64 import b64decode, b64encode

    row = document["tables"]["lookouts"][0]
    from games.models.compression import inflate

    view = inflate(b64decode(row["view"])).replace(b"c0", b"c1", 1)
    row["view"] = b64encode(deflate(view)).decode()


UNSOUND = {
    "no format": (put("format", value=7), "/format"),
    "another name": (put("game", "name", value="North\u202eSea"), "/game/name"),
    "no name": (put("game", "name", value="x" * 121), "/game/name"),
    "no scenario": (put("game", "scenario", value="armada"), "/game/scenario"),
    "no options": (put("game", "options", value={"wind": 3}), "/game/options"),
    "hours": (put("game", "deadline_hours", value=0), "/game/deadline_hours"),
    "hour": (put("game", "release_at", value="25:00"), "/game/release_at/0"),
    "zone": (put("game", "time_zone", value="Sea/North"), "/game/time_zone"),
    "status": (put("game", "status", value="open"), "/game/started_at"),
    "no status": (put("game", "status", value="lost"), "/game/status"),
    "over": (put("game", "ended_at", value="2026-01-01T00:00:00+00:00"), "/game/ended_at"),
    "stop": (put("game", "stop", value=lambda stop: stop + 1), "/game/stop"),
    "negative": (put("game", "stop", value=-1), "/game/stop"),
    "checkpoint": (put("game", "checkpoint", value=99), "/game/checkpoint"),
    "field": (put("seats", 0, "hat", value="red"), "/seats/0/hat"),
    "seat": (put("seats", 0, "role", value="green"), "/requests/0/seat"),
    "bot": (put("seats", 0, "bot", value="skynet"), "/seats/0/bot"),
    "pack": (put("pack", "digest", value="0" * 64), "/pack"),
    "pack title": (put("pack", "title", value="chess"), "/pack"),
    "base64": (put("tables", "segments", 0, "entries", value="*"), "/tables/segments/0/entries"),
    "bomb": (put("tables", "segments", 0, "entries", value=bomb), "/tables/segments/0/entries"),
    "bomb of seats": (put("tables", "segments", 0, "setup", value=bomb), "/tables/segments/0/setup"),
    "chain of a later version": (put("game", "chain_version", value=3), "/game/chain_version"),
    "chain of the version before": (put("game", "chain_version", value=1), "/tables"),
    "view bomb": (put("tables", "views", 0, "view", value=bomb), "/tables/views/0/view"),
    "time": (put("tables", "segments", 0, "at", value="yesterday"), "/tables/segments/0/at"),
    "no table": (lambda document: document["tables"].pop("views"), "/tables/views"),
    "strange table": (put("tables", "wrecks", value=[]), "/tables/wrecks"),
    "standings": (put("game", "standings", value=[]), "/game/standings"),
    "branches": (put("tables", "branches", 0, "number", value=1), "/tables/branches"),
    "no such branch": (put("game", "branch", value=3), "/tables/branches"),
    "truth for a number": (put("seats", 0, "position", value=True), "/seats/0/position"),
    "words for a number": (put("seats", 0, "position", value="1"), "/seats/0/position"),
    "less than nothing": (put("seats", 0, "position", value=-1), "/seats/0/position"),
    "too much": (put("seats", 0, "position", value=2**15), "/seats/0/position"),
    "no words": (put("tables", "segments", 0, "cause", value=""), "/tables/segments/0/cause"),
    "cause": (put("tables", "segments", 0, "cause", value="luck"), "/tables/segments/0/cause"),
    "chain": (put("tables", "segments", 0, "digest", value="0" * 64), "/tables"),
    "question": (put("requests", 0, "key", value="bid/9"), "/tables/segments/0"),
    "view": (other_answer, "/tables"),
    "order": (put("orders", 0, "content", value="eyJhbnN3ZXIiOiJza3VsbCJ9"), "/orders/0"),
    "adviser": (put("advice", value=[{"seat": "red", "request": "x"}]), "/advice/0"),
    "copies": (put("messages", 0, "copies", value=3), "/messages/0/copies"),
    "clock": (put("exported_at", value="2026-01-01T00:00:00"), "/exported_at"),
}


def counts() -> dict[str, int]:
    return {model.__name__: model._default_manager.count() for model in apps.get_models()}


@pytest.mark.parametrize("what", UNSOUND)
def test_what_is_unsound_is_refused_by_name_and_leaves_nothing(
    new_game: Callable[..., Game], anna: Player, ben: Player, staff: Player, what: str
) -> None:
    change, pointer = UNSOUND[what]
    document = msgspec.json.decode(export_game(by=staff, game_id=lived_in(new_game, anna, ben).pk))
    change(document)
    before = counts()
    with pytest.raises(GameError) as refusal:
        import_game(by=staff, data=msgspec.json.encode(document))
    assert any(problem.pointer.startswith(pointer) for problem in refusal.value.problems), refusal.value.problems
    assert counts() == before


def test_an_answer_that_was_never_given_is_found_by_playing_it_again(running: Game, staff: Player) -> None:
    """A forger who makes all hashes anew is found out by the rules."""
    from base64 import b64decode, b64encode

    from games.services.importing import game_import

    play_out(running)
    document = msgspec.json.decode(export_game(by=staff, game_id=running.pk))
    row = document["tables"]["segments"][1]
    entries = serialization.read_entries(b64decode(row["entries"]))
    swapped = [
        msgspec.structs.replace(entry, given=tuple(
            msgspec.structs.replace(one, answer=other.answer)
            for one, other in zip(entry.given, reversed(entry.given), strict=True)
        ))
        for entry in entries
    ]  # fmt: skip
    row["entries"] = b64encode(serialization.pack(swapped)).decode()
    patch = pytest.MonkeyPatch()
    patch.setattr(game_import, "find_chain_faults", lambda pk: [])
    with pytest.raises(Malformed, match="Played again"):
        import_game(by=staff, data=msgspec.json.encode(document))
    patch.undo()


def paths(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [at, *(path for key, one in inner for path in paths(one, (*at, key)))]


@pytest.fixture
def sound(new_game: Callable[..., Game], anna: Player, ben: Player, staff: Player) -> bytes:
    """One export, for all examples: every export is itself a line of the next."""
    return export_game(by=staff, game_id=lived_in(new_game, anna, ben).pk)


@settings(max_examples=40, deadline=None, database=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_mutated_documents_are_refused_or_sound(data: st.DataObject, sound: bytes, staff: Player) -> None:
    document = msgspec.json.decode(sound)
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(paths(document)[1:]))
        place: Any = document
        for part in path[:-1]:
            place = place[part]
        junk = st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=9), st.just([]), st.just({}))
        place[path[-1]] = data.draw(st.one_of(junk, st.sampled_from(list(map(str, range(3))))))
    before = counts()
    try:
        copy = import_game(by=staff, data=msgspec.json.encode(document))
    except GameError:
        assert counts() == before
    else:
        assert find_chain_faults(copy.pk) == find_dice_faults(copy.pk) == []
        assert Seat.objects.filter(game=copy).exists()
