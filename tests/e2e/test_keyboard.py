"""A turn of each title with the keys alone, and what a screen reader says on the way."""

import re
from typing import Any

import pytest

from games.models import Game, OpenRequest, Player
from games.services.resolve.advance import do_resolve
from tests.e2e.conftest import log_in, settled, turned
from tests.e2e.page_kinds import OTHERS, begun
from tests.table import answer

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.django_db(transaction=True), pytest.mark.one_database]

GAMES = {"pirates": ("two_players", {"red": "anna", "black": "ben"}), **OTHERS}
QUESTIONS = 3
"""So many questions of a title are answered."""
FAR = 400
"""More keys than lead from one end of a page to the other."""
FOCUSED = """wanted => {
  const one = document.activeElement, style = getComputedStyle(one);
  if (one === document.body) return "nowhere";
  if (one.matches(wanted)) return "there";
  const seen = one.matches(":focus-visible") || one.tagName === "IFRAME";
  return seen ? "" : `the focus on ${one.outerHTML.slice(0, 100)} cannot be seen`;
}"""
NAMELESS = re.compile(r"^\s*- (button|link|textbox|combobox|checkbox|radio|spinbutton|img)(?! \")", re.M)
"""A line of a screen reader's text in which a control has no name."""


@pytest.mark.parametrize("title", GAMES)
def test_a_turn_is_played_with_keys_alone(page: Any, transactional_db: None, title: str) -> None:
    scenario, seats = GAMES[title]
    people = {name: Player.objects.create_user(name, f"{name}@example.org", "pw") for name in ("anna", "ben")}
    game = begun(title, scenario, {role: people[name] for role, name in seats.items()})
    log_in(page, "anna")
    for number in range(QUESTIONS):
        asked = play_on(game, people["anna"])
        if asked is None:
            assert number, "nothing was asked"
            return
        page.goto("/")
        turned(page, lambda asked=asked: press(page, f'a[href="/decisions/{asked.pk}/"]'))
        said_in_order(page)
        order(page)
        submit(page)
        assert page.get_by_role("heading", level=1).inner_text() == "Orders received"


def go(page: Any, wanted: str) -> None:
    """Tab until the focus is there; it is never lost, and always seen."""
    for _ in range(FAR):
        page.keyboard.press("Tab")
        found = page.evaluate(FOCUSED, wanted)
        if found == "there":
            return
        assert found in {"", "nowhere"}, found
    raise AssertionError(f"no key leads to {wanted}")


def press(page: Any, wanted: str) -> None:
    go(page, wanted)
    page.keyboard.press("Enter")


def order(page: Any) -> None:
    """Take the first proposal, or the first choice, or what is there."""
    if page.locator(".proposals button").count():
        press(page, ".proposals button")
        settled(page)
    elif page.locator("input[name=choice]").count():
        go(page, "input[name=choice]")
        page.keyboard.press("Space")
        settled(page)


def submit(page: Any) -> None:
    """Submit, and once more where the page asks whether nothing is meant."""
    turned(page, lambda: press(page, "button[value=submit]"))
    if page.locator("button[value='submit:confirmed']").count():
        turned(page, lambda: press(page, "button[value='submit:confirmed']"))


def said_in_order(page: Any) -> None:
    """Each control has a name; the question comes before the orders, and these before the button that submits them."""
    text = page.locator("main").aria_snapshot()
    assert not NAMELESS.search(text), NAMELESS.findall(text)
    places = [text.find(part) for part in ("[level=1]", 'button "Submit ', '"What happened before this"')]
    assert min(places) >= 0, text
    assert places == sorted(places), places


def play_on(game: Game, player: Player) -> OpenRequest | None:
    """The others answer until this player is asked, and has not answered; None if that does not come."""
    for _ in range(20):
        do_resolve(game.pk)
        game.refresh_from_db()
        open_ = OpenRequest.objects.filter(game=game, closed_at=None, ready=False)
        mine = open_.filter(seat__player=player).first()
        if mine is not None:
            return mine
        for role in open_.values_list("seat__role", flat=True):
            answer(game, role)
    return None
