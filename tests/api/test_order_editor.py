"""The order editor by REST: ``reach/``, ``offers/``, ``spots/``, and answers that would waste a turn."""

from contextlib import ExitStack
from typing import Any

import pytest

from games.models import AuditEntry, Game, OpenRequest, SealedAnswer
from games.selectors.draft_edits import MAX_EDITS_BYTES
from games.services.resolve.advance import do_resolve
from pbem.previews.processes import preview_slots
from pbem.previews.slots import MAX_CONCURRENT, MAX_PER_PLAYER
from tests.api.conftest import Caller, problem, wrong
from tests.table import answer

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def planner(red: Caller, black: Caller, pirates: Game) -> Caller:
    """Whoever makes the first plan of a game of The Kaiser's Pirates."""
    return red if red.get("decisions/", {"game": str(pirates.pk)}).json()["results"] else black


def interception(form: Any) -> dict[str, Any]:
    """The arguments of an interception, as the schema gives them."""
    found: dict[str, Any] = next(
        way["properties"]
        for way in form["schema"]["items"]["anyOf"]
        if way["properties"]["order"]["const"] == "intercept"
    )
    return found


def test_a_form_names_its_ways_and_what_to_show_their_arguments_as(planner: Caller, pirates: Game) -> None:
    form = planner.get(planner.decision(pirates)).json()["form"]
    way = next(way for way in form["order_templates"] if way["verb"] == "intercept")
    kinds = {field["name"]: field["kind"] for field in way["fields"]}
    assert (kinds["card"], kinds["ship"], kinds["targets"]) == ("one", "one", "some")
    assert {name: shape["x-kind"] for name, shape in interception(form).items() if name != "order"} == kinds
    assert form["proposals"][-1]["answer"] == []
    assert {order["order"] for order in form["proposals"][0]["answer"]} == {"intercept"}
    assert form["purses"] == []


def test_a_tap_is_offered_what_it_could_mean_and_nothing_is_kept(planner: Caller, pirates: Game) -> None:
    path = planner.decision(pirates)
    values = interception(planner.get(path).json()["form"])
    card, ship = values["card"]["enum"][0], values["ship"]["enum"][0]
    draft = [{"order": "intercept", "card": card}]
    response = planner.post(path + "offers/", {"answer": draft, "value": ship})
    assert response.status_code == 200
    first = response.json()["results"][0]
    assert (first["kind"], first["pointer"], first["problems"]) == ("set", "/0/ship", [])
    assert first["answer"] == [{"order": "intercept", "card": card, "ship": ship}]
    assert set(first["text"]) >= {"en", "ja"}
    reached = planner.post(path + "reach/", {"answer": draft, "pointer": "/0/ship"}).json()["results"]
    assert ship in [one["value"] for one in reached]
    assert not SealedAnswer.objects.exists()
    assert not AuditEntry.objects.exists()


def test_a_choice_is_tapped_too_and_what_is_none_is_offered_nothing(red: Caller, running: Game) -> None:
    path = red.decision()
    card = red.get(path).json()["form"]["options"][0]["value"]
    (offer,) = red.post(path + "offers/", {"answer": None, "value": card}).json()["results"]
    assert (offer["answer"], offer["kind"]) == (card, "set")
    assert red.post(path + "offers/", {"answer": None, "value": "nonsense"}).json()["results"] == []
    (why,) = red.post(path + "offers/", {"answer": None, "value": "nonsense"}).json()["reasons"]
    assert why["code"] == "no_order"
    assert "You can choose" in why["detail"]["en"]
    values = [one["value"] for one in red.post(path + "reach/", {"answer": None}).json()["results"]]
    assert values == red.get(path).json()["form"]["schema"]["enum"]


@pytest.mark.parametrize("draft", [5, "x", {"order": {}}, [[]], [{"order": []}], [{"order": "intercept", "card": 7}]])
def test_a_draft_may_be_any_json(planner: Caller, pirates: Game, draft: Any) -> None:
    path = planner.decision(pirates)
    for what in ({"answer": draft, "value": "emden"}, {"answer": draft, "value": "emden", "actors": ["wolf"]}):
        assert planner.post(path + "offers/", what).status_code == 200
    for at in ("", "/0/ship", "/x", "/999/ship", "/0"):
        assert planner.post(path + "reach/", {"answer": draft, "pointer": at}).status_code == 200


def test_what_cannot_be_looked_at_is_refused_by_field(planner: Caller, pirates: Game) -> None:
    path = planner.decision(pirates)
    found = problem(planner.post(path + "offers/", {"answer": [{}] * 101, "value": "x"}), 400, "malformed")
    assert wrong(found) == {"/answer": "count"}
    many = [{"order": "intercept", "targets": ["lovat"] * 60}] * 6
    found = problem(planner.post(path + "offers/", {"answer": many, "value": "x"}), 400, "malformed")
    assert wrong(found) == {"/answer": "count"}
    found = problem(planner.post(path + "offers/", {"answer": [], "value": "x" * 201, "pointer": ""}), 400, "malformed")
    assert set(wrong(found)) == {"/value", "/pointer"}
    assert set(wrong(problem(planner.post(path + "reach/", {}), 400, "malformed"))) == {"/answer"}


def test_of_a_closed_decision_nothing_is_asked(red: Caller, running: Game) -> None:
    path = red.decision()
    for role in ("red", "black"):
        answer(running, role)
    do_resolve(running.pk)
    problem(red.post(path + "offers/", {"answer": None, "value": "c01"}), 409, "stale")
    problem(red.post(path + "reach/", {"answer": None}), 409, "stale")


def test_a_title_without_spots_has_none(red: Caller, running: Game) -> None:
    response = red.get(f"games/{running.pk}/spots/")
    assert response.json()["hotspots"] == []
    assert response.json()["seat"] == "red"
    again = red.get(f"games/{running.pk}/spots/", **{"If-None-Match": response["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert response["ETag"] != red.get(f"games/{running.pk}/board.svg")["ETag"]


# ---------------------------------------------------------------- a turn that would pass unused


def test_a_plan_without_orders_is_asked_back_once(planner: Caller, pirates: Game) -> None:
    path = planner.decision(pirates)
    for call in (planner.put, planner.post):
        what = "answer/" if call == planner.put else "check/"
        assert wrong(problem(call(path + what, {"answer": []}), 422, "needs_confirmation")) == {
            "/answer": "needs_confirmation"
        }
        assert call(path + what, {"answer": [], "confirm": True}).status_code in (200, 202)
    problem(planner.raw("PUT", path + "answer/", "pass", "text/plain"), 422, "needs_confirmation")
    assert planner.raw("PUT", path + "answer/?confirm=true", "pass", "text/plain").status_code == 202


def test_a_draft_is_not_asked_back(planner: Caller, pirates: Game) -> None:
    path = planner.decision(pirates)
    assert planner.put(path + "answer/", {"answer": [], "ready": False}).status_code == 202


def test_a_forced_answer_is_not_asked_back(planner: Caller, pirates: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    from games.titles.pirates.orders.forms import PlanForm

    monkeypatch.setattr(PlanForm, "templates", lambda form: ())
    path = planner.decision(pirates)
    assert planner.put(path + "answer/", {"answer": []}).status_code == 202


@pytest.mark.both_databases
def test_only_whoever_gives_it_is_asked_back(pirates: Game) -> None:
    """Substitutes, bots and defaults give what they give."""
    request = OpenRequest.objects.select_related("seat").get(game=pirates, closed_at=None)
    assert answer(pirates, request.seat.role, []).answer == []


@pytest.mark.usefixtures("own_cache")
@pytest.mark.parametrize("what", ["reach/", "offers/"])
def test_looking_at_drafts_has_a_rate_of_its_own(red: Caller, running: Game, settings: Any, what: str) -> None:
    settings.PBEM_PREVIEWS_PER_MINUTE, settings.PBEM_WRITES_PER_MINUTE = 2, 1
    path = red.decision()
    body = {"answer": None, "value": "c01"} if what == "offers/" else {"answer": None}
    for _ in range(2):
        assert red.post(path + what, body).status_code == 200, "the limit of writes does not count them"
    response = red.post(path + what, body)
    problem(response, 429, "throttled")
    assert 0 < int(response["Retry-After"]) <= 60
    assert red.patch("players/me/", {}).status_code == 200, "nor do they count as writes"


def test_a_hand_that_taps_without_a_pause_stays_within_the_rate(settings: Any) -> None:
    assert settings.PBEM_PREVIEWS_PER_MINUTE >= 5 * 60


def test_too_many_orders_and_units_are_refused_by_field(planner: Caller, pirates: Game) -> None:
    path, draft = planner.decision(pirates), [{"order": "intercept"}] * 90
    body = {"answer": draft, "value": "emden", "actors": [f"s{number}" for number in range(90)]}
    assert wrong(problem(planner.post(path + "offers/", body), 400, "malformed")) == {"/actors": "count"}
    assert planner.post(path + "offers/", body | {"actors": body["actors"][:11]}).status_code == 200


def test_the_answer_to_a_tap_has_a_limited_size(
    planner: Caller, pirates: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = planner.decision(pirates)
    values = interception(planner.get(path).json()["form"])
    body = {"answer": [{"order": "intercept"}] * 60, "value": values["ship"]["enum"][0]}
    whole = planner.post(path + "offers/", body)
    assert 0 < len(whole.content) <= MAX_EDITS_BYTES * 1.1
    monkeypatch.setattr("games.selectors.draft_edits.MAX_EDITS_BYTES", 10_000)
    part = planner.post(path + "offers/", body).json()["results"]
    assert 0 < len(part) < len(whole.json()["results"])
    monkeypatch.setattr("games.selectors.draft_edits.MAX_EDITS_BYTES", 1)
    assert len(planner.post(path + "offers/", body).json()["results"]) == 1


@pytest.mark.parametrize("what", ["reach/", "offers/"])
def test_one_player_computes_few_previews_at_once(red: Caller, black: Caller, running: Game, what: str) -> None:
    """The others go on; a place is given back after each preview, also after a refused one."""
    body = {"answer": None, "value": "c01"} if what == "offers/" else {"answer": None}
    mine, other = red.decision() + what, black.decision() + what
    with ExitStack() as busy:
        for _ in range(MAX_PER_PLAYER):
            busy.enter_context(preview_slots.take(red.player.pk if red.player else None))
        response = red.post(mine, body)
        problem(response, 503, "unavailable")
        assert int(response["Retry-After"]) >= 1
        assert black.post(other, body).status_code == 200
        assert red.get(red.decision()).status_code == 200
    for _ in range(MAX_CONCURRENT + 1):
        assert red.post(mine, body).status_code == 200
        assert red.post(mine, {"answer": [None] * 101, "value": "x", "pointer": ""}).status_code == 400


def test_all_players_leave_threads_to_other_requests(red: Caller, running: Game) -> None:
    with ExitStack() as busy:
        for number in range(MAX_CONCURRENT):
            busy.enter_context(preview_slots.take(f"player {number}"))
        problem(red.post(red.decision() + "reach/", {"answer": None}), 503, "unavailable")
    assert red.post(red.decision() + "reach/", {"answer": None}).status_code == 200
