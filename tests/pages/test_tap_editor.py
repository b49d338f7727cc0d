"""Orders by taps on the page, without JavaScript: clicks on the picture, the card and its offers."""

import re
from html import unescape
from typing import Any

import msgspec
import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from games import registry
from games.kernel.forms import Choose, MayChoose
from games.kernel.hotspots import BoardHotspots, Hotspot, Region
from games.kernel.text import Text
from games.models import Game, OpenRequest, Player
from games.orders.order_set import Orders
from games.persistence import serialization
from games.selectors.seats import get_access
from games.selectors.views import get_view, locate_hotspots
from pbem.web.pages.order_form.tap_editor import find_value_at
from tests.pages.conftest import browser
from tests.pages.test_decision import page_of, sealed

pytestmark = pytest.mark.django_db

Plan = tuple[Client, OpenRequest]


class Desk:
    """A browser at a decision: it sends back what the page holds, and clicks on the picture."""

    def __init__(self, browser: Client, request: OpenRequest) -> None:
        self.browser, self.request = browser, request
        player: Any = request.seat.player
        view = get_view(get_access(player, request.game_id, request.seat.role))
        self.spots = {spot.id: spot for spot in locate_hotspots(request.game, view, "en").hotspots}
        self.size = locate_hotspots(request.game, view, "en").size
        self.text = browser.get(page_of(request)).content.decode()

    @property
    def form(self) -> Orders[Any]:
        form: Orders[Any] = serialization.read_question(
            registry.game_title(self.request.game), self.request.question
        ).form
        return form

    def held(self) -> dict[str, list[str]]:
        """What the page would send with a button, as it stands."""
        answer = self.text.split('id="answer"', 1)[1].split("</form>", 1)[0]
        found: dict[str, list[str]] = {}
        for name, value in re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', answer):
            found.setdefault(name, []).append(unescape(value))
        for name, inside in re.findall(r'<select[^>]* name="([^"]+)".*?>(.*?)</select>', answer, re.S):
            found.setdefault(name, []).extend(re.findall(r'<option value="([^"]*)" selected', inside))
        for name, value in re.findall(r'type="checkbox" name="([^"]+)" value="([^"]*)" checked', answer):
            found.setdefault(name, []).append(value)
        return found

    def press(self, do: str, **more: Any) -> str:
        response = self.browser.post(page_of(self.request), {**self.held(), **more, "do": do})
        self.text = response.content.decode()
        return self.text

    def click(self, value: str, aside: float = 0) -> str:
        """A click on the picture, so many units beside the middle of a thing."""
        width = int(re.findall(r'type="image"[^>]* width="(\d+)"', self.text)[0])
        spot, unit = self.spots[value], width / self.size[0]
        at = {"at.x": f"{(spot.x + aside) * unit:.0f}", "at.y": f"{spot.y * unit:.0f}"}
        self.text = self.browser.post(page_of(self.request), {**self.held(), **at}).content.decode()
        return self.text

    def offers(self) -> dict[str, str]:
        """What the open card offers: the words of its buttons and what they send."""
        found = re.findall(r'class="offer[^"]*" name="do" value="(take:\d+)"[^>]*>(.*?)</button>', self.text, re.S)
        return {" ".join(re.sub(r"<[^>]+>", " ", words).split()): do for do, words in found}

    def drawn(self, colour: str) -> int:
        """Frames of that colour over the picture."""
        return self.text.split('id="over"', 1)[1].split("</svg>", 1)[0].count(f'fill="none" stroke="{colour}"')


@pytest.fixture
def desk(plan: Plan) -> Desk:
    return Desk(*plan)


def arguments(desk: Desk, verb: str = "intercept") -> list[tuple[str, ...]]:
    way = next(way for way in desk.form.cached_templates if way.verb == verb)
    return [field.values for field in way.fields]


def test_a_card_is_taken_up_laid_on_a_ship_and_aimed_by_clicks_alone(desk: Desk) -> None:
    cards, ships, prey, *_ = arguments(desk)
    desk.click(cards[1])
    assert f'name="card" value="{cards[1]}"' in desk.text
    assert f'name="acting" value="{cards[1]}"' in desk.text
    desk.press(next(do for words, do in desk.offers().items() if words.startswith("Intercept")))
    desk.click(ships[0], aside=25)
    desk.press(next(iter(desk.offers().values())))
    desk.click(prey[1])
    desk.press(next(iter(desk.offers().values())))
    assert desk.browser.post(page_of(desk.request), {**desk.held(), "do": "submit"}).status_code == 302
    assert sealed(desk.request) == [{"order": "intercept", "card": cards[1], "ship": ships[0], "targets": [prey[1]]}]


def test_the_same_by_the_list_of_places(desk: Desk) -> None:
    cards, ships, *_ = arguments(desk)
    desk.press("place", place=cards[0])
    desk.press("place", place=ships[1])
    words = next(words for words in desk.offers() if words.startswith("Intercept"))
    desk.press(desk.offers()[words])
    desk.press("submit")
    assert sealed(desk.request) == [{"order": "intercept", "card": cards[0], "ship": ships[1]}]


def test_the_same_tap_again_takes_the_first_offer(desk: Desk) -> None:
    cards, ships, *_ = arguments(desk)
    desk.click(cards[0])
    desk.click(ships[0])
    first = next(iter(desk.offers()))
    desk.click(ships[0], aside=4)
    assert desk.offers() == {}, "the card is closed"
    assert first.startswith("Intercept")
    assert 'id="row-0"' in desk.text


def test_a_card_a_ship_and_a_target_are_three_taps(desk: Desk) -> None:
    """The tap on the target accepts the order of card and ship, and offers the target for it."""
    cards, ships, prey, *_ = arguments(desk)
    desk.click(cards[0])
    desk.click(ships[0])
    desk.click(prey[0])
    assert 'id="row-0"' in desk.text, "card and ship make an order"
    assert next(iter(desk.offers())).startswith("Add this")
    desk.click(prey[0], aside=4)
    desk.press("submit")
    assert sealed(desk.request) == [{"order": "intercept", "card": cards[0], "ship": ships[0], "targets": [prey[0]]}]


def test_a_tap_on_another_place_accepts_nothing(desk: Desk) -> None:
    """The player only looks: two cards of the hand one after the other, then a merchant."""
    cards, _ships, prey, *_ = arguments(desk)
    desk.click(cards[0])
    desk.click(cards[1])
    desk.click(prey[0])
    assert 'id="row-0"' not in desk.text


def test_who_acts_and_where_to_go_is_drawn_over_the_picture(desk: Desk) -> None:
    cards, ships, *_ = arguments(desk)
    assert desk.drawn("#1d7a45") == len(cards), "all that can act"
    desk.click(cards[0])
    ways = [
        way
        for way in desk.form.cached_templates
        if way.subject and not way.is_rare and cards[0] in way.fields[0].values
    ]
    aims = {value for way in ways for field in way.fields[1:2] for value in field.values}
    assert aims > {*ships}, "a card is laid on a ship, or played at something else"
    assert desk.drawn("#1d7a45") == len(aims)
    assert "style=" not in desk.text.split('id="over"', 1)[1].split("</svg>", 1)[0]


def test_an_offer_of_another_draft_is_not_taken(desk: Desk) -> None:
    cards, ships, *_ = arguments(desk)
    desk.click(cards[0])
    desk.click(ships[0])
    do = next(iter(desk.offers().values()))
    desk.press(do, seen="0000")
    assert 'id="row-0"' not in desk.text
    assert desk.offers(), "the card stays open"


def test_a_click_beside_everything_closes_the_card(desk: Desk) -> None:
    cards, *_ = arguments(desk)
    desk.click(cards[0])
    assert desk.offers()
    text = desk.browser.post(page_of(desk.request), {**desk.held(), "at.x": "3", "at.y": "3"}).content.decode()
    assert 'name="card"' not in text
    for nonsense in ("x", "", "nan", "inf", "1e9"):
        assert (
            desk.browser.post(page_of(desk.request), {**desk.held(), "at.x": nonsense, "at.y": "3"}).status_code == 200
        )


def test_the_picture_has_three_sizes_and_a_click_means_the_same_in_each(desk: Desk) -> None:
    cards, *_ = arguments(desk)
    first = re.findall(r'type="image"[^>]* width="(\d+)"', desk.text)[0]
    desk.press("zoom:200")
    assert int(re.findall(r'type="image"[^>]* width="(\d+)"', desk.text)[0]) == 2 * int(first)
    desk.click(cards[2])
    assert f'name="card" value="{cards[2]}"' in desk.text


def test_what_is_refused_stands_on_the_card_with_its_reason(desk: Desk) -> None:
    cards, ships, *_ = arguments(desk)
    for card in (cards[0], cards[0]):
        desk.click(card)
        desk.click(ships[0])
        if desk.offers():
            desk.press(next(iter(desk.offers().values())))
    desk.click(ships[0])
    assert 'class="offer refused"' in desk.text
    assert 'class="rule">Rule 3.' in desk.text


def test_a_proposal_is_taken_as_it_stands(desk: Desk) -> None:
    cards, ships, *_ = arguments(desk)
    desk.click(cards[0])
    desk.click(ships[0])
    desk.press(next(iter(desk.offers().values())))
    assert 'id="row-1"' not in desk.text
    desk.press("propose:0")
    assert 'id="row-1"' in desk.text, "every ship hunts"
    assert re.search(r"Intercept[^<]*<.*Intercept", desk.text, re.DOTALL)
    last = max(int(number) for number in re.findall(r"propose:(\d+)", desk.text))
    desk.press(f"propose:{last}")
    assert 'id="row-0"' not in desk.text, "no orders"
    assert sealed(desk.request) is None


def chosen_proposals(desk: Desk) -> list[str]:
    return re.findall(r'value="(propose:\d+)" aria-pressed="true"', desk.text)


def test_no_orders_on_purpose_are_said_and_stay_so_until_an_order_is_given(desk: Desk) -> None:
    none = re.findall(r'value="(propose:\d+)"[^>]*>no orders<', desk.text)[0]
    assert chosen_proposals(desk) == []
    assert "No orders yet." in desk.text
    desk.press(none)
    assert chosen_proposals(desk) == [none]
    assert "You order: no orders" in desk.text
    assert "No orders yet." not in desk.text
    desk.text = desk.browser.get(page_of(desk.request)).content.decode()
    assert chosen_proposals(desk) == [none], "the draft is saved"
    desk.press("undo")
    assert chosen_proposals(desk) == []
    desk.press("redo")
    desk.press(re.findall(r'value="(add:\d+)"', desk.text)[0])
    assert chosen_proposals(desk) == []
    assert "You order:" not in desk.text
    desk.press("remove:0")
    assert "No orders yet." in desk.text, "that was not a decision"


def test_no_orders_that_were_submitted_are_shown_as_such(desk: Desk) -> None:
    none = re.findall(r'value="(propose:\d+)"[^>]*>no orders<', desk.text)[0]
    desk.press(none)
    assert desk.browser.post(page_of(desk.request), {**desk.held(), "do": "submit:confirmed"}).status_code == 302
    assert sealed(desk.request) == []
    desk.text = desk.browser.get(page_of(desk.request)).content.decode()
    assert chosen_proposals(desk) == [none]
    assert desk.browser.post(page_of(desk.request), {**desk.held(), "do": "look"}).status_code == 200


def test_a_proposal_is_marked_while_the_form_holds_it(desk: Desk) -> None:
    desk.press("propose:0")
    assert chosen_proposals(desk) == ["propose:0"]
    desk.press("remove:0")
    assert chosen_proposals(desk) == []


def test_the_page_has_no_more_than_sixty_controls(desk: Desk) -> None:
    cards, *_ = arguments(desk)
    desk.click(cards[0])
    shown = re.sub(r"<details(?![^>]* open).*?</details>", "", desk.text, flags=re.S)
    assert len(re.findall(r'<(?:button|select|textarea|input(?! type="hidden"))', shown)) <= 60


def test_a_tap_means_the_nearest_thing_in_its_pane_and_rather_one_that_can_be_named() -> None:
    name = Text("North", "北")
    panes = (Region("a", name, (0, 0, 100, 100), 20), Region("b", name, (100, 0, 100, 100), 20))
    spots = BoardHotspots(
        (200, 100), panes, (Hotspot("x", 50, 50), Hotspot("dull", 60, 50), Hotspot("y", 110, 50), Hotspot("z", 95, 9))
    )
    form = Choose(options=("x", "y"))

    def at(x: float, y: float) -> str:
        return find_value_at(form, spots, QueryDict(f"at.x={x * 2}&at.y={y * 2}"), 400)

    assert at(50, 50) == at(61, 50) == "x", "the other is nearer, but no answer"
    assert at(78, 50) == "dull", "only that is near"
    assert at(99, 50) == "", "what lies in another pane is not meant"
    assert at(101, 50) == "y"
    assert at(50, 90) == ""


def test_a_reaction_is_chosen_by_a_click_on_the_card(pirates: Game) -> None:
    """The same desk for what is no order: what can be chosen is framed, a click offers it, the offer chooses it."""
    row = OpenRequest.objects.select_related("seat__player", "game").get(game=pirates, closed_at=None)
    title = registry.game_title(pirates)
    question = serialization.read_question(title, row.question)
    hand = question.form.hand
    asked = msgspec.structs.replace(question, form=MayChoose(options=hand[:2]), kind="react", context=None)
    OpenRequest.objects.filter(pk=row.pk).update(question=serialization.pack(asked))
    row.refresh_from_db()
    Player.objects.filter(pk=row.seat.player_id).update(language="en")
    desk = Desk(browser(row.seat.player), row)
    assert desk.drawn("#1d7a45") == 2
    desk.click(hand[1])
    (do,) = desk.offers().values()
    desk.press(do)
    assert re.search(rf'value="{hand[1]}" checked', desk.text)
    desk.press("submit", choice=hand[1])
    assert sealed(row) == hand[1]


def test_the_receipt_shows_what_is_ordered_on_the_picture_of_that_stop(desk: Desk) -> None:
    cards, ships, *_ = arguments(desk)
    desk.click(cards[0])
    desk.click(ships[0])
    desk.press(next(iter(desk.offers().values())))
    desk.press("submit")
    text = desk.browser.get(reverse("receipt", args=[desk.request.pk])).content.decode()
    assert f'board.svg?seat={desk.request.seat.role}&amp;stop=1"' in text
    over = text.split('<svg class="over"', 1)[1].split("</svg>", 1)[0]
    spot = desk.spots[ships[0]]
    line = re.findall(r'<polyline points="([^"]*)"', over)[0].split()
    end_x, end_y = map(float, line[-1].split(","))
    assert abs(end_x - spot.x) < spot.width / 2, "a line from the card to the ship"
    assert abs(abs(end_y - spot.y) - spot.height / 2) < 1, "which ends at the edge of the ship"
