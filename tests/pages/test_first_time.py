"""What a decision page explains to a player who meets a title or a kind of question for the first time."""

import re

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from games import registry
from games.kernel.forms import Form
from games.models import Game, OpenRequest, Player, SeenHint
from games.persistence import serialization
from games.services.creation import do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.resolve.advance import do_resolve
from pbem.web.pages.first_time import split_explanation
from tests.pages.conftest import browser

pytestmark = pytest.mark.django_db

Plan = tuple[Client, OpenRequest]
FIRST_GAMES = [
    ("goeben", "atlantic_breakout"), ("battleships", "calabria"), ("pq17", "pq12"), ("pirates", "two_players"),
]  # fmt: skip


def page_of(request: OpenRequest) -> str:
    return reverse("decision", args=[request.pk])


def text_of(client: Client, request: OpenRequest, query: str = "") -> str:
    return client.get(page_of(request) + query).content.decode()


def pressed(client: Client, request: OpenRequest, button: str) -> str:
    """The page after a button of the form, with what stood in the form."""
    return client.post(page_of(request), {"do": button, "how": "form", "revision": "0"}).content.decode()


def first_question(host: Player, title: str, scenario: str) -> Plan:
    """The first question of a new game, all of whose seats one person can see into one after the other."""
    game = do_create_game(host=host, title=title, scenario=scenario, deadline_hours=24)
    for seat in game.seats.order_by("position"):
        player = host if seat.position == 0 else Player.objects.create_user(f"p{seat.role}", f"{seat.role}@example.org")
        do_join_game(player=player, game_id=game.pk, role=seat.role)
    do_start_game(player=host, game_id=game.pk)
    do_resolve(game.pk)
    request = OpenRequest.objects.select_related("seat__player").filter(game=game, closed_at=None).first()
    assert request is not None
    assert request.seat.player is not None
    return browser(request.seat.player), request


def form_of(request: OpenRequest) -> Form[object]:
    return serialization.read_question(registry.game_title(request.game), request.question).form


@pytest.mark.parametrize(("title", "scenario"), FIRST_GAMES)
def test_a_new_kind_is_explained_once_with_a_legal_proposal(anna: Player, title: str, scenario: str) -> None:
    client, request = first_question(anna, title, scenario)
    text = text_of(client, request)
    assert "New to you:" in text
    assert "A sensible answer" in text
    suggested = pressed(client, request, "suggest")
    assert '<p class="bar-good">' in suggested or "you will be asked to confirm it" in suggested
    assert "New to you:" not in pressed(client, request, "hints:seen")
    assert "New to you:" not in text_of(client, request)


@pytest.mark.parametrize(("title", "scenario"), FIRST_GAMES)
def test_the_guide_leads_in_four_steps_over_the_page_and_ends(anna: Player, title: str, scenario: str) -> None:
    client, request = first_question(anna, title, scenario)
    steps = registry.current_title(title).introduction.first_turn
    assert len(steps) == 4
    button = "guide:1"
    for number, step in enumerate(steps, 1):
        assert f'value="{button}"' in text_of(client, request) or number > 1
        text = pressed(client, request, button)
        assert f"{number} of 4" in text
        assert step.en.split(":")[0] in text
        button = f"guide:{number + 1 if number < 4 else 0}"
    assert "guide:" not in pressed(client, request, button)
    assert "guide:" not in text_of(client, request)
    assert "2 of 4" in text_of(client, request, "?guide=2"), "a step can be asked for by its number"


def test_skipping_the_guide_is_remembered_for_the_title_alone(plan: Plan) -> None:
    client, request = plan
    pressed(client, request, "guide:0")
    assert list(SeenHint.objects.values_list("title", "kind")) == [("pirates", "")]
    assert request.seat.player is not None
    other, elsewhere = first_question(request.seat.player, "goeben", "atlantic_breakout")
    assert "New to Goeben" in text_of(other, elsewhere)


def test_the_guide_keeps_what_is_in_the_form(plan: Plan) -> None:
    client, request = plan
    form = form_of(request)
    notation = form.render(form.example())
    wanted = {"do": "guide:2", "how": "text", "text": notation, "revision": "0"}
    client.post(page_of(request), wanted)
    assert notation.splitlines()[0] in text_of(client, request)


def test_an_answer_on_the_page_makes_its_kind_known(plan: Plan) -> None:
    client, request = plan
    form = form_of(request)
    text = form.render(form.default())
    client.post(page_of(request), {"do": "submit:confirmed", "how": "text", "text": text, "revision": "0"})
    known = set(SeenHint.objects.values_list("title", "kind"))
    assert known == {("pirates", ""), ("pirates", request.kind)}, "the title too: no guided first turn is offered"


def test_a_player_switches_explanations_off_and_on(plan: Plan) -> None:
    client, request = plan
    text = pressed(client, request, "hints:off")
    assert "New to you:" not in text
    assert "guide:1" not in text
    page = client.get(reverse("settings")).content.decode()
    assert re.search(r'name="hints"[^>]*checked', page) is None
    assert request.seat.player is not None
    Player.objects.filter(pk=request.seat.player.pk).update(hints=True)
    assert "New to you:" in text_of(client, request)


def test_looking_at_the_page_marks_nothing(plan: Plan) -> None:
    client, request = plan
    for query in ("", "?guide=1", "?guide=0", "?guide=99", "?guide=x"):
        assert client.get(page_of(request) + query).status_code == 200
    assert not SeenHint.objects.exists()


@pytest.mark.parametrize("title", ["goeben", "battleships", "pq17", "pirates"])
def test_each_step_of_a_guide_is_written_in_both_languages(title: str) -> None:
    for step in registry.current_title(title).introduction.first_turn:
        assert step.en
        assert step.ja != step.en


def test_the_proposal_knows_what_the_seat_knows(pirates: Game, plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot is given the view of the asked seat, byte by byte."""
    client, request = plan
    given: list[bytes] = []
    title = registry.game_title(pirates)
    from games.selectors import bot_answers

    whole = bot_answers.choose_bot_answer

    def overheard(*args: object) -> object:
        given.append(msgspec.convert(args[2], bytes))
        return whole(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(bot_answers, "choose_bot_answer", overheard)
    text_of(client, request)
    view = msgspec.json.decode(given[0], type=title.secrecy.view_type)
    assert getattr(view, "seat", request.seat.role) == request.seat.role


@pytest.mark.parametrize(
    ("text", "about", "more"),
    [
        ("One. Two (5.1). Three.", "One. Two (5.1).", "Three."),
        ("Only one, 5.4.3 and on.", "Only one, 5.4.3 and on.", ""),
        ("一。二。三。", "一。二。", "三。"),
        ("Ships sail.\n- Goeben: speed 4.\n- Breslau", "Ships sail.", "- Goeben: speed 4.\n- Breslau"),
    ],
)
def test_the_first_two_sentences_stand_open(text: str, about: str, more: str) -> None:
    assert split_explanation(text) == (about, more)


def test_the_guide_is_not_offered_to_a_player_who_has_answered(plan: Plan) -> None:
    client, request = plan
    assert "New to The Kaiser" in text_of(client, request)
    given = {"do": "submit:confirmed", "how": "text", "text": "pass", "revision": "0"}
    assert client.post(page_of(request), given)["Location"].endswith("/receipt/")
    assert SeenHint.objects.filter(title="pirates", kind="").exists()
