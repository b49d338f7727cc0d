"""What a seat may see by REST: views, pictures, events, notices and dice."""

import json
from contextlib import ExitStack
from typing import Any

import pytest
from django.test import Client, override_settings

from api.views import pictures
from api.views.pictures import MAX_CONCURRENT, WAIT_SECONDS
from games import registry
from games.kernel.hotspots import BoardHotspots, Hotspot, RenderedBoard
from games.kernel.picture import Picture
from games.kernel.text import LANGUAGES
from games.models import Game, Player
from games.selectors import events
from games.selectors.views import draw_board, draw_email_picture, get_newest_view
from games.services.creation import do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.resolve.advance import do_resolve
from games.services.rewind import do_rewind
from pbem.previews import processes
from pbem.previews.slots import ProcessorBudget
from pbem.rendering.renderer_pool import RenderersBusy, Rendering, RenderingFailed, RenderingTooExpensive
from tests.api.conftest import Caller, problem, wrong
from tests.table import answer, offer, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def test_my_view_is_that_of_my_seat(red: Caller, black: Caller, running: Game) -> None:
    mine = red.get(f"games/{running.pk}/view/").json()
    assert (mine["seat"], mine["stop"], mine["view"]["seat"]) == ("red", 1, "red")
    assert len(mine["view"]["hand"]) == 5
    assert not set(mine["view"]["hand"]) & set(black.get(f"games/{running.pk}/view/").json()["view"]["hand"])


def test_a_view_that_stands_is_not_sent_again(red: Caller, running: Game) -> None:
    path = f"games/{running.pk}/view/"
    first = red.get(path)
    again = red.get(path, **{"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert red.get(path, **{"If-None-Match": f'"x", W/{first["ETag"]}'}).status_code == 304
    assert red.get(path, **{"If-None-Match": '"x"'}).status_code == 200
    assert "no-cache" in first["Cache-Control"]
    answer(running, "red")
    assert red.get(path)["ETag"] == first["ETag"]
    answer(running, "black")
    do_resolve(running.pk)
    assert red.get(path, **{"If-None-Match": first["ETag"]}).status_code == 200


def test_old_stops_can_be_looked_at(red: Caller, running: Game) -> None:
    path = f"games/{running.pk}/view/"
    first = red.get(path)
    play_out(running)
    assert red.get(path, {"stop": 1}).json() == first.json()
    assert red.get(path, {"stop": 1})["ETag"] == first["ETag"]
    assert red.get(path).json()["stop"] > 1
    problem(red.get(path, {"stop": 99}), 404, "not_found")


@pytest.mark.parametrize("query", ["stop=0", "stop=x", "stop=1&stop=2", "stops=1", "stop=99999999999", "seat=a%00b"])
def test_a_query_that_makes_no_sense_is_refused(red: Caller, running: Game, query: str) -> None:
    found = problem(red.get(f"games/{running.pk}/view/?{query}"), 400, "malformed")
    assert list(wrong(found)) == [f"/{query.partition('=')[0]}"]


def test_before_the_first_stop_there_is_no_view(red: Caller, seated: Game) -> None:
    for what in ("view/", "board.svg", "board.png"):
        problem(red.get(f"games/{seated.pk}/{what}"), 404, "not_found")
    assert red.get(f"games/{seated.pk}/events/").json()["results"] == []


def test_page_spots_and_picture_of_a_stop_are_drawn_once_for_each_language(
    red: Caller, running: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []

    def drawing(view: Any, language: str) -> RenderedBoard:
        drawn.append(language)
        return RenderedBoard(
            Picture(width=9, height=9, ground="#fff", layers=()), BoardHotspots(hotspots=(Hotspot("pier", 1, 1),))
        )

    offer(monkeypatch, registry.game_title(running).evolve(render_board=drawing))
    base = f"games/{running.pk}/"
    for query in ("", "?language=ja"):
        first = red.get(f"{base}board.svg{query}").content
        assert [spot["id"] for spot in red.get(f"{base}spots/{query}").json()["hotspots"]] == ["pier"]
        assert red.get(f"{base}board.svg{query}").content == first
    assert drawn == ["en", "ja"]
    play_out(running)
    red.get(f"{base}board.svg")
    assert drawn == ["en", "ja", "en"], "another stop is another picture"


def test_pixels_are_made_of_the_layers_and_a_letter_shows_all_where_the_title_names_no_part(
    running: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    layers, corner = (Picture(width=size, height=9, ground="#fff", layers=()) for size in (9, 5))
    whole = registry.game_title(running).evolve(
        render_board=lambda view, language: RenderedBoard(layers), email_picture=None
    )
    view = get_newest_view(running, "red")
    offer(monkeypatch, whole)
    assert draw_board(running, view, "en") is draw_email_picture(running, view, "en") is layers
    offer(monkeypatch, whole.evolve(email_picture=lambda view, language: corner))
    assert draw_email_picture(running, view, "en") is corner


def test_the_board_is_drawn_as_svg_and_png(red: Caller, running: Game) -> None:
    svg = red.get(f"games/{running.pk}/board.svg")
    assert svg["Content-Type"] == "image/svg+xml"
    assert "default-src 'none'" in svg["Content-Security-Policy"]
    assert svg.content.startswith(b"<svg")
    png = red.get(f"games/{running.pk}/board.png", {"width": 400})
    assert png["Content-Type"] == "image/png"
    assert png.content[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(png.content[16:20]) == 400
    for response, path in ((svg, "board.svg"), (png, "board.png?width=400")):
        again = red.get(f"games/{running.pk}/{path}", **{"If-None-Match": response["ETag"]})
        assert (again.status_code, again.content) == (304, b"")


@pytest.fixture
def operation(anna: Player, ben: Player) -> Game:
    """PQ-17 as it is set up, between Anna (Axis) and Ben (Allies)."""
    game = do_create_game(host=anna, title="pq17", scenario="pq17", deadline_hours=48)
    do_join_game(player=anna, game_id=game.pk, role="axis")
    do_join_game(player=ben, game_id=game.pk, role="allied")
    do_start_game(player=anna, game_id=game.pk)
    do_resolve(game.pk)
    return game


def test_a_crowded_picture_is_had_in_parts(red: Caller, operation: Game, client: Client) -> None:
    path = f"games/{operation.pk}/board.svg"
    whole = red.get(path, {"language": "en"})
    parts = {
        part: red.get(path, {"language": "en", "part": part})
        for part in registry.game_title(operation).presentation.picture_parts
    }
    assert len(parts) == 9
    assert len({picture.content for picture in parts.values()} | {whole.content}) == 1 + len(parts)
    assert len({picture["ETag"] for picture in parts.values()} | {whole["ETag"]}) == 1 + len(parts)
    png = red.get(f"games/{operation.pk}/board.png", {"width": 600, "part": "barents_sea"})
    assert int.from_bytes(png.content[16:20]) == 600
    problem(red.get(path, {"part": "table"}), 404, "not_found")
    assert list(wrong(problem(red.get(path, {"part": "../map"}), 400, "malformed"))) == ["/part"]
    client.force_login(operation.seats.get(role="axis").player)
    page = client.get(f"/games/{operation.pk}/", {"seat": "axis"}).content.decode()
    for part in parts:
        assert f"part={part}" in page
    shown = client.get(f"/games/{operation.pk}/board.svg", {"seat": "axis", "part": "map"})
    assert b"Tirpitz" not in shown.content
    assert b"Wolfpack 1" in shown.content
    assert client.get(f"/games/{operation.pk}/board.svg", {"seat": "axis", "part": "table"}).status_code == 404


def test_a_picture_that_is_not_crowded_has_no_parts(red: Caller, running: Game) -> None:
    problem(red.get(f"games/{running.pk}/board.png", {"part": "map"}), 404, "not_found")


@pytest.mark.parametrize("width", [1, 401, 999, 1001, 100_000])
def test_a_picture_has_one_of_a_few_widths(red: Caller, running: Game, width: int) -> None:
    found = problem(red.get(f"games/{running.pk}/board.png", {"width": width}), 400, "malformed")
    assert wrong(found) == {"/width": "type"}
    assert found["detail"] == "One of: 400, 600, 1000, 1600, 2400."


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The widths of the pictures that a renderer was asked for."""
    asked: list[int] = []

    def draw(svg: str, *, width: int, patience: float) -> Rendering:
        assert patience <= WAIT_SECONDS
        asked.append(width)
        return Rendering(b"a picture", 0.5)

    monkeypatch.setattr(pictures, "render_png", draw)
    return asked


def test_a_picture_is_drawn_once_for_all_who_may_see_it(
    red: Caller, stranger: Caller, running: Game, drawn: list[int]
) -> None:
    path = f"games/{running.pk}/board.png"
    for caller in (red, stranger, red, stranger):
        for width in (400, 600):
            picture = caller.get(path, {"seat": "public", "width": width, "language": "en"})
            assert (picture.status_code, picture.content) == (200, b"a picture")
    assert drawn == [400, 600]
    stranger.get(path, {"width": 400, "language": "ja"})
    red.get(path, {"width": 400, "language": "en"})
    assert drawn == [400, 600, 400, 400], "another language, another seat: other pictures"
    problem(stranger.get(path, {"seat": "red", "width": 400, "language": "en"}), 403, "forbidden")


def test_few_callers_at_once_wait_for_pictures(red: Caller, running: Game, drawn: list[int]) -> None:
    """The others hear at once that they may try again, and everything else is answered meanwhile."""
    path = f"games/{running.pk}/"
    with ExitStack() as waiting:
        for other in range(MAX_CONCURRENT):
            waiting.enter_context(pictures._a_place(f"player {other}"))
        response = red.get(path + "board.png")
        problem(response, 503, "unavailable")
        assert int(response["Retry-After"]) >= 1
        assert red.get(path + "view/").status_code == 200
    assert red.get(path + "board.png").status_code == 200


def test_one_player_leaves_places_for_the_pictures_of_others(
    red: Caller, black: Caller, anna: Player, running: Game, drawn: list[int]
) -> None:
    path = f"games/{running.pk}/board.png"
    with pictures._a_place(anna.pk):
        problem(red.get(path), 503, "unavailable")
        assert black.get(path).status_code == 200
    assert red.get(path).status_code == 200


def test_pictures_use_the_players_budget_of_processor_time(
    red: Caller,
    anna: Player,
    ben: Player,
    running: Game,
    drawn: list[int],
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings.PBEM_PREVIEW_PROCESSES = True
    monkeypatch.setattr(pictures, "run_preview", lambda player, function, *arguments: function(*arguments))
    monkeypatch.setattr(processes, "_budget", budget := ProcessorBudget(1.2, 0.001))
    for width in (400, 600, 1000):
        assert not budget.is_used_up(anna.pk)
        assert red.get(f"games/{running.pk}/board.png", {"width": width}).status_code == 200
    assert budget.is_used_up(anna.pk)
    assert red.get(f"games/{running.pk}/board.png", {"width": 400}).status_code == 200, "it is cached"
    assert not budget.is_used_up(ben.pk)


@pytest.mark.parametrize(
    "why", [RenderersBusy("no renderer"), RenderingTooExpensive("too much"), RenderingFailed("none")]
)
def test_a_picture_that_does_not_come_about(
    red: Caller, running: Game, monkeypatch: pytest.MonkeyPatch, why: RenderingFailed
) -> None:
    def draw(svg: str, **_: Any) -> Rendering:
        raise why

    monkeypatch.setattr(pictures, "render_png", draw)
    for _ in range(MAX_CONCURRENT + 1):
        response = red.get(f"games/{running.pk}/board.png")
        problem(response, 503, "unavailable")
        assert int(response["Retry-After"]) >= 1


@override_settings(PBEM_EXPENSIVE_READS_PER_MINUTE=2)
@pytest.mark.parametrize("what", ["board.png", "admin/export/"])
def test_costly_reads_are_counted_for_each_player(
    umpire: Caller, red: Caller, running: Game, drawn: list[int], what: str
) -> None:
    path = f"games/{running.pk}/{what}"
    for _ in range(2):
        assert umpire.get(path).status_code == 200
    response = umpire.get(path)
    problem(response, 429, "throttled")
    assert 0 < int(response["Retry-After"]) <= 60
    assert umpire.get(f"games/{running.pk}/view/").status_code == 200
    assert red.get(path).status_code != 429


def test_the_board_speaks_the_readers_language(red: Caller, running: Game) -> None:
    path = f"games/{running.pk}/board.svg"
    tags = {red.get(path, {"language": language})["ETag"] for language in ("en", "ja")}
    assert len(tags) == 2
    assert red.get(path)["ETag"] in tags
    assert red.get(path, **{"Accept-Language": "ja"})["ETag"] == red.get(path, {"language": "ja"})["ETag"]


def test_the_texts_of_an_event_are_written_once_for_each_audience(
    red: Caller, black: Caller, running: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []
    build = events._build_line

    def building(game: Game, stored: dict[str, Any], language: str) -> Any:
        written.append(language)
        return build(game, stored, language)

    monkeypatch.setattr(events, "_build_line", building)
    first = red.get(f"games/{running.pk}/events/").json()
    assert first["results"]
    assert len(written) == len(LANGUAGES) * len({json.dumps(one["event"]) for one in first["results"]})
    written.clear()
    assert red.get(f"games/{running.pk}/events/").json() == first
    assert not written
    assert black.get(f"games/{running.pk}/events/").json()["results"]
    assert written, "how fast a response is tells nobody what another seat has read"


def test_events_are_numbered_for_my_seat(red: Caller, running: Game) -> None:
    play_out(running)
    path = f"games/{running.pk}/events/"
    whole = red.get(path).json()
    assert (whole["seat"], whole["next"]) == ("red", None)
    assert [event["number"] for event in whole["results"]] == list(range(1, len(whole["results"]) + 1))
    assert all(event["text"]["en"] for event in whole["results"])
    assert red.get(path, {"after": 3}).json()["results"] == whole["results"][3:]
    pages: list[Any] = []
    next_page: Any = f"{path}?limit=2"
    while next_page:
        page = red.get(next_page).json()
        pages += page["results"]
        next_page = page["next"]
    assert pages == whole["results"]


def test_events_say_what_the_log_makes_of_them(red: Caller, running: Game, staff: Player) -> None:
    first = red.get(f"games/{running.pk}/events/").json()["results"]
    assert {"group_title", "emphasis", "undone"} <= first[0].keys()
    play_out(running, 2)
    do_rewind(by=staff, game_id=running.pk, number=1, reason="A wrong card.")
    found = red.get(f"games/{running.pk}/events/").json()["results"]
    assert {event["undone"] for event in found} == {True, False}
    assert not first[0]["undone"]


def test_every_stop_can_be_looked_at_as_it_was_then(red: Caller, black: Caller, running: Game) -> None:
    play_out(running, 3)
    found = red.get(f"games/{running.pk}/stops/").json()
    assert found["seat"] == "red"
    assert [one["stop"] for one in found["results"]] == list(range(1, len(found["results"]) + 1))
    assert len(found["results"]) > 2
    views = [red.get(f"games/{running.pk}/view/", {"stop": one["stop"]}).json() for one in found["results"]]
    assert [view["events"] for view in views] == [one["events"] for one in found["results"]]
    assert len({len(view["view"]["hand"]) for view in views}) > 1, "the hand as it was then"
    problem(black.get(f"games/{running.pk}/stops/", {"seat": "red"}), 403, "forbidden")


def test_the_public_view_is_everybodys(stranger: Caller, running: Game) -> None:
    view = stranger.get(f"games/{running.pk}/view/").json()
    assert (view["seat"], view["view"]["hand"]) == ("public", [])
    assert stranger.get(f"games/{running.pk}/events/", {"seat": "public"}).json()["seat"] == "public"


def test_the_dice_are_laid_open_when_the_game_is_over(red: Caller, stranger: Caller, running: Game) -> None:
    dice = stranger.get(f"games/{running.pk}/dice/").json()
    assert (dice["rolls"], dice["branches"][0]["secret"]) == ([], "")
    assert dice["branches"][0]["commitment"] == red.get(f"games/{running.pk}/").json()["commitment"]
    play_out(running)
    dice = stranger.get(f"games/{running.pk}/dice/").json()
    assert len(dice["branches"][0]["secret"]) == 64
    assert [roll["number"] for roll in dice["rolls"]] == list(range(len(dice["rolls"])))
    assert dice["nonces"].keys() == {"red", "black"}


def test_when_the_game_is_over_all_is_open(red: Caller, stranger: Caller, running: Game) -> None:
    play_out(running)
    for seat in ("red", "black", "public", "umpire"):
        assert stranger.get(f"games/{running.pk}/view/", {"seat": seat, "stop": 1}).json()["seat"] == seat
    assert [one["place"] for one in red.get(f"games/{running.pk}/").json()["standings"]] in ([1, 2], [2, 1])


def test_notices_are_read_in_both_languages(red: Caller, umpire: Caller, running: Game) -> None:
    assert red.get(f"games/{running.pk}/notices/").json()["results"] == []
    umpire.post(f"games/{running.pk}/admin/pause/", {"reason": "Snow."})
    (notice,) = red.get(f"games/{running.pk}/notices/").json()["results"]
    assert notice["kind"] == "paused"
    assert "Snow." in notice["text"]["en"]
    assert "Snow." in notice["text"]["ja"]
