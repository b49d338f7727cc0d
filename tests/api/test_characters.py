"""Control and bidirectional characters are refused wherever people write, with a typed error that names the field."""

from typing import Any

import msgspec
import pytest

from games.kernel.errors import Malformed
from games.kernel.text import forbidden_character
from games.models import Game, Notice, Player
from games.services.creation import SeatAssignment, do_create_game
from games.services.lifecycle import do_abandon_game, do_join_game
from games.services.messages import do_send_message
from games.services.players import do_create_player
from games.services.rewind import do_rewind
from games.services.umpire import do_act_for, do_extend, do_pause, do_resume, do_substitute
from tests.api.conftest import Caller, problem, wrong
from tests.table import asked, example

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

EVIL = ("a\0b", "a\x1bb", "a\x7fb", "a\x85b", "a\u202eb", "a\u2066b", "a\u200fb", "a\u061cb", "a\ufeffb", "a\u2028b")
GOOD = ("plain", "ünïcode", "日本語", "עברית", "العربية", "👩‍✈️ 🏴‍☠️", "नाव")


@pytest.mark.parametrize("text", EVIL)
def test_what_is_unfit(text: str) -> None:
    assert forbidden_character(text) == forbidden_character(text, allow_lines=True) == text[1]


@pytest.mark.parametrize("text", GOOD)
def test_every_script_is_fit(text: str) -> None:
    assert forbidden_character(text) == ""


def test_lines_are_fit_where_there_may_be_lines() -> None:
    assert forbidden_character("one\r\n\ttwo\nthree", allow_lines=True) == ""
    assert forbidden_character("one\ntwo") == "\n"
    assert forbidden_character("one\rtwo", allow_lines=True) == "\r"
    assert forbidden_character("\ud800", allow_lines=True) == "\ud800"


def _creation(**given: Any) -> dict[str, Any]:
    return {"title": "toy", "scenario": "standard", **given}


BODIES: list[tuple[str, str, Any, str]] = [
    ("POST", "games/", _creation(name="{}"), "/name"),
    ("POST", "games/", _creation(seats=[{"seat": "red", "email": "a@{}.example"}]), "/seats/0/email"),
    ("POST", "games/", _creation(seats=[{"seat": "red"}, {"seat": "{}", "player": "{}"}]), "/seats/1/player"),
    ("POST", "games/", _creation(umpire="{}"), "/umpire"),
    ("POST", "games/", _creation(options={"rounds": "{}"}), "/options/rounds"),
    ("POST", "{game}join/", {"nonce": "{}"}, "/nonce"),
    ("POST", "{game}abandon/", {"reason": "{}"}, "/reason"),
    ("POST", "{game}messages/", {"text": "{}"}, "/text"),
    ("POST", "{game}standing-orders/", {"kind": "{}", "answer": "high"}, "/kind"),
    ("POST", "{game}standing-orders/", {"kind": "bid", "answer": "high", "when": {"{}": ["x"]}}, "/when"),
    ("PATCH", "players/me/", {"time_zone": "{}"}, "/time_zone"),
    ("PUT", "{decision}answer/", {"answer": "{}"}, "/answer"),
    ("POST", "{decision}check/", {"answer": ["x", {"y": "{}"}]}, "/answer/1/y"),
    *(("POST", "{game}admin/" + act, {"reason": "{}"}, "/reason") for act in ("pause/", "resume/", "release/")),
    ("POST", "{game}admin/rewind/", {"stop": 1, "reason": "{}"}, "/reason"),
    ("POST", "{game}admin/extend/", {"hours": 1, "reason": "{}"}, "/reason"),
    ("POST", "{game}admin/substitute/", {"seat": "red", "player": "{}", "reason": "x"}, "/player"),
    ("POST", "{game}admin/act/", {"decision": "x", "notation": "choose {}"}, "/notation"),
]


@pytest.mark.parametrize(("method", "path", "body", "place"), BODIES)
def test_the_field_is_named(
    red: Caller, umpire: Caller, running: Game, method: str, path: str, body: Any, place: str
) -> None:
    caller = umpire if "admin" in path else red
    filled = path.replace("{game}", f"games/{running.pk}/").replace("{decision}", red.decision())
    for evil in ("a\u202eb", "a\x07b"):
        response = getattr(caller, method.lower())(filled, _with(body, evil))
        found = wrong(problem(response, 400, "malformed"))
        assert found[place] == "control_character", found


def _with(body: Any, evil: str) -> Any:
    """The body with the evil text in the places marked so."""
    if isinstance(body, str):
        return body.replace("{}", evil)
    if isinstance(body, dict):
        return {_with(name, evil): _with(inner, evil) for name, inner in body.items()}
    return [_with(inner, evil) for inner in body] if isinstance(body, list) else body


def test_notation_and_queries_too(red: Caller, running: Game) -> None:
    for notation in ("choose c01 # \u202e", "choose\x0b c01"):
        response = red.raw("PUT", red.decision() + "answer/", notation.encode(), "text/plain")
        assert wrong(problem(response, 400, "malformed")) == {"": "control_character"}
    assert wrong(problem(red.get("games/", {"title": "a\u202eb"}), 400, "malformed")) == {"/title": "control_character"}


EVIL_NAME = "a\u202eb"


def _refused(act: Any, place: str) -> None:
    with pytest.raises(Malformed) as refusal:
        act()
    assert [(one.pointer, one.code) for one in refusal.value.problems] == [(place, "control_character")]


@pytest.mark.both_databases
def test_pages_and_commands_meet_the_same_refusals(running: Game, anna: Player, staff: Player) -> None:
    """They do not come over the wire: the services themselves refuse."""
    game, request = running.pk, asked(running, "red")
    card = msgspec.json.encode(example(request))
    create = {"host": anna, "title": "toy", "scenario": "standard"}
    _refused(lambda: do_create_game(**create, name=EVIL_NAME), "/name")
    _refused(
        lambda: do_create_game(**create, seats=[SeatAssignment(role="red", email="a@\u202e.org")]), "/seats/0/email"
    )
    _refused(lambda: do_join_game(player=anna, game_id=game, nonce=EVIL_NAME), "/nonce")
    _refused(lambda: do_send_message(player=anna, game_id=game, text=EVIL_NAME), "/text")
    ruling = {"by": staff, "game_id": game, "reason": EVIL_NAME}
    _refused(lambda: do_extend(**ruling, hours=1), "/reason")
    _refused(lambda: do_pause(**ruling), "/reason")
    _refused(lambda: do_rewind(**ruling, number=1), "/reason")
    _refused(lambda: do_substitute(**ruling, role="red", bot="random"), "/reason")
    _refused(lambda: do_act_for(by=staff, request_id=request.pk, answer=card, reason=EVIL_NAME), "/reason")
    _refused(lambda: do_abandon_game(player=staff, game_id=game, reason=EVIL_NAME), "/reason")
    do_pause(by=staff, game_id=game, reason="日本語\nand more")
    _refused(lambda: do_resume(**ruling), "/reason")
    assert [notice.facts["reason"] for notice in Notice.objects.filter(kind="paused")] == ["日本語\nand more"]


@pytest.mark.parametrize(
    ("field", "given"), [("name", {"name": EVIL_NAME}), ("email", {"email": "a@ex\u202eample.org"})]
)
def test_players_are_not_called_so(field: str, given: dict[str, str]) -> None:
    with pytest.raises(Malformed) as refusal:
        do_create_player(**{"name": "erik", "email": "erik@example.org", **given})
    assert {one.pointer for one in refusal.value.problems} == {f"/{field}"}
