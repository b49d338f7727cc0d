"""What is entered on a decision page is kept, without JavaScript: saved, undone, redone, and one answer."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game, OpenRequest, Player, WorkingDraft
from tests.pages.conftest import browser
from tests.pages.test_decision import Plan, first_option, options, page_of, sealed
from tests.table import answer, asked

pytestmark = pytest.mark.django_db

Held = dict[str, list[str]]


def held(text: str) -> Held:
    """What the page would send with a button, as it stands."""
    inside = text.split('id="answer"', 1)[1].split("</form>", 1)[0]
    found: Held = {}
    for name, value in re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', inside):
        found.setdefault(name, []).append(unescape(value))
    for name, options_ in re.findall(r'<select[^>]* name="([^"]+)".*?>(.*?)</select>', inside, re.S):
        found.setdefault(name, []).extend(re.findall(r'<option value="([^"]*)" selected', options_))
    for name, value in re.findall(r'type="(?:checkbox|radio)" name="([^"]+)" value="([^"]*)"[^>]* checked', inside):
        found.setdefault(name, []).append(value)
    area = re.search(r'<textarea id="text"[^>]*>\n(.*?)</textarea>', text, re.S)
    assert area
    found["text"] = [unescape(area[1])]
    return found


class Window:
    """A window at a decision: it sends what the page holds."""

    def __init__(self, client: Client, request: OpenRequest) -> None:
        self.client, self.request = client, request
        self.load()

    def load(self) -> str:
        self.text = self.client.get(page_of(self.request)).content.decode()
        return self.text

    def press(self, do: str, **given: Any) -> Any:
        """Press a button, with other entries than the page shows where they are given."""
        changed = {name.replace("__", "."): value for name, value in given.items()}
        response = self.client.post(page_of(self.request), {**held(self.text), **changed, "do": do})
        self.text = response.content.decode()
        return response

    def autosave(self, **given: Any) -> Any:
        """What the script does after a pause; the page takes over what came back."""
        response = self.client.post(reverse("autosave", args=[self.request.pk]), {**held(self.text), **given})
        return response

    @property
    def chosen(self) -> str:
        return (held(self.text).get("choice") or [""])[0]

    @property
    def typed(self) -> str:
        return held(self.text)["text"][0]

    def can(self, verb: str) -> bool:
        return f'value="{verb}" formnovalidate>' in self.text


@pytest.fixture
def window(as_anna: Client, running: Game) -> Window:
    return Window(as_anna, asked(running, "red"))


def cards(window: Window) -> list[str]:
    return options(window.text)


def test_a_change_is_there_after_a_reload_and_in_another_browser(window: Window, anna: Player) -> None:
    first, second, *_ = cards(window)
    window.press("look", choice=first)
    window.load()
    assert window.chosen == first
    assert "Saved, not submitted" in window.text
    assert Window(browser(anna), window.request).chosen == first
    assert sealed(window.request) is None
    window.press("look", choice=second)
    assert Window(browser(anna), window.request).chosen == second


def test_looking_saves_nothing(window: Window) -> None:
    window.press("look")
    window.press("nonsense")
    window.press("undo")
    assert not WorkingDraft.objects.exists()


def test_it_is_there_after_logging_out_and_in(window: Window, anna: Player) -> None:
    first = cards(window)[0]
    window.press("look", choice=first)
    window.client.post(reverse("logout"))
    window.client.force_login(anna)
    window.load()
    assert window.chosen == first


def test_undo_and_redo_are_buttons(window: Window) -> None:
    first, second, *_ = cards(window)
    assert not window.can("undo")
    window.press("look", choice=first)
    window.press("look", choice=second)
    assert window.can("undo")
    window.press("undo")
    assert window.chosen == first
    assert window.can("redo")
    window.press("undo")
    assert window.chosen == ""
    assert not window.can("undo")
    window.press("redo")
    window.press("redo")
    assert window.chosen == second
    assert not window.can("redo")


def test_undo_takes_back_what_was_not_even_sent_yet(window: Window) -> None:
    first, second, *_ = cards(window)
    window.press("look", choice=first)
    window.press("undo", choice=second)
    assert window.chosen == first
    window.press("redo")
    assert window.chosen == second


def test_refused_text_is_kept_as_it_was_written(window: Window) -> None:
    first = cards(window)[0]
    window.press("look", choice=first)
    assert window.press("submit", text="choose nonsense\nand more").status_code == 422
    window.load()
    assert window.typed == "choose nonsense\nand more"
    assert window.chosen == first
    assert sealed(window.request) is None


def test_what_the_script_saves_is_there_after_a_reload(window: Window) -> None:
    first = cards(window)[0]
    response = window.autosave(choice=first, text="choose c")
    assert response.status_code == 200
    assert 'id="kept"' in response.content.decode()
    window.load()
    assert (window.chosen, window.typed) == (first, "choose c")
    assert sealed(window.request) is None


def test_submitting_deletes_the_draft(window: Window) -> None:
    first, second, *_ = cards(window)
    window.press("look", choice=first)
    window.press("submit", choice=second)
    assert sealed(window.request) == second
    assert not WorkingDraft.objects.exists()
    window.load()
    assert window.chosen == second


def test_orders_that_were_submitted_elsewhere_do_not_replace_the_draft(window: Window, running: Game) -> None:
    first, second, *_ = cards(window)
    window.press("look", choice=first)
    answer(running, "red", second)
    window.load()
    assert window.chosen == first
    assert "Changed elsewhere in the meantime" in window.text
    window.press("reset")
    assert window.chosen == second
    assert "Changed elsewhere in the meantime" not in window.load()
    window.press("undo")
    assert window.chosen == first, "and even that can be undone"


# ---------------------------------------------------------------- two windows


def test_of_two_windows_the_later_change_wins_and_both_are_shown(window: Window, anna: Player) -> None:
    first, second, *_ = cards(window)
    other = Window(browser(anna), window.request)
    other.press("look", choice=first)
    window.press("look", choice=second)
    assert window.chosen == second
    told = window.text.split('id="elsewhere"', 1)[1].split("</section>", 1)[0]
    assert "Changed in another window" in told
    assert f"<li>{first}</li>" in told
    window.press("undo")
    assert window.chosen == first, "the orders of the other window, by one button"


def test_a_window_that_changed_nothing_shows_the_newest(window: Window, anna: Player) -> None:
    first = cards(window)[0]
    other = Window(browser(anna), window.request)
    other.press("look", choice=first)
    window.press("look")
    assert window.chosen == first
    assert "This page now shows the newest orders" in window.text


def test_an_old_window_does_not_submit_over_the_newer_one_unseen(window: Window, anna: Player) -> None:
    first, second, *_ = cards(window)
    other = Window(browser(anna), window.request)
    other.press("look", choice=first)
    assert window.press("submit", choice=second).status_code == 412
    assert sealed(window.request) is None
    assert f"<li>{first}</li>" in window.text
    assert window.press("submit").status_code == 302
    assert sealed(window.request) == second


def test_the_scripts_save_of_an_old_window_is_told(window: Window, anna: Player) -> None:
    first, second, *_ = cards(window)
    Window(browser(anna), window.request).press("look", choice=first)
    said = window.autosave(choice=second).content.decode()
    assert "Changed in another window" in said
    assert f"<li>{first}</li>" in said


# ---------------------------------------------------------------- one answer


def test_checked_text_fills_the_form_and_submit_sends_it(window: Window) -> None:
    first, second, *_ = cards(window)
    window.press("look", choice=first)
    text = window.press("check", text=f"choose {second}").content.decode()
    assert "These orders are valid" in text
    assert window.chosen == second
    window.press("submit")
    assert sealed(window.request) == second


def test_text_that_was_not_checked_is_read_first(window: Window) -> None:
    first, second, *_ = cards(window)
    window.press("look", choice=first)
    assert window.press("submit", text=f"choose {second}").status_code == 302
    assert sealed(window.request) == second


def test_a_form_that_was_changed_last_is_sent(window: Window) -> None:
    first, second, *_ = cards(window)
    window.press("check", text=f"choose {first}")
    assert window.press("submit", choice=second).status_code == 302
    assert sealed(window.request) == second, "the old text is no second answer"


def test_text_and_form_that_were_both_changed_are_shown_before_anything_is_sent(window: Window) -> None:
    first, second, *_ = cards(window)
    assert window.press("submit", text=f"choose {first}", choice=second).status_code == 409
    assert sealed(window.request) is None
    assert window.chosen == first
    window.press("undo")
    assert window.chosen == second
    window.press("redo")
    assert window.press("submit").status_code == 302
    assert sealed(window.request) == first


def test_text_that_is_emptied_is_no_answer(window: Window) -> None:
    first = cards(window)[0]
    window.press("look", choice=first)
    assert window.typed == f"choose {first}"
    assert window.press("submit", text=" ").status_code == 302
    assert sealed(window.request) == first


def test_there_is_one_form_and_one_button(plan: Plan) -> None:
    client, request = plan
    text = client.get(page_of(request)).content.decode()
    assert text.count('value="submit"') == 1
    assert 'name="how" value="text"' not in text
    assert "Type your orders" in text


def test_typed_orders_become_rows(plan: Plan) -> None:
    client, request = plan
    window = Window(client, request)
    window.press("add:0")
    card, ship = first_option(window.text, "row.0.card"), first_option(window.text, "row.0.ship")
    window.press("type", text=f"intercept {card} ship={ship}")
    assert held(window.text)["row.0.card"] == [card]
    assert held(window.text)["row.0.ship"] == [ship]
    window.press("remove:0")
    assert window.typed == ""
    window.press("undo")
    assert held(window.text)["row.0.card"] == [card]


def test_orders_that_break_a_rule_are_marked_in_their_rows(plan: Plan) -> None:
    client, request = plan
    window = Window(client, request)
    window.press("add:0")
    card, ship = first_option(window.text, "row.0.card"), first_option(window.text, "row.0.ship")
    twice = f"intercept {card} ship={ship}\n" * 2
    assert window.press("submit", text=twice).status_code == 422
    assert 'id="row-1"' in window.text
    assert 'class="rule">Rule 3.' in window.text
    assert sealed(request) is None


def test_orders_that_are_half_done_are_kept(plan: Plan) -> None:
    client, request = plan
    window = Window(client, request)
    window.press("add:0")
    card = first_option(window.text, "row.0.card")
    window.press("look", row__0__card=card)
    window.load()
    assert held(window.text)["row.0.card"] == [card]
    assert window.press("submit").status_code == 422


# ---------------------------------------------------------------- log-in, tokens


def test_orders_posted_after_the_session_has_ended_come_back_after_the_log_in(window: Window, anna: Player) -> None:
    first = cards(window)[0]
    window.client.logout()
    response = window.press("submit", choice=first)
    assert response.status_code == 401
    assert "You were logged out" in window.text
    assert first not in window.text, "the orders are not readable in the page's source"
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', window.text))
    wrong = window.client.post("/login/", {**hidden, "username": "anna", "password": "no"}).content.decode()
    assert hidden["carried"] in wrong, "a wrong password loses nothing"
    back = window.client.post("/login/", {**hidden, "username": "anna", "password": "pw"})
    assert back["Location"] == page_of(window.request)
    assert "Nothing was submitted yet" in window.load()
    assert window.chosen == first
    assert sealed(window.request) is None


def test_somebody_else_who_logs_in_gets_nothing_of_it(window: Window, ben: Player) -> None:
    window.client.logout()
    window.press("submit", choice=cards(window)[0])
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', window.text))
    assert window.client.post("/login/", {**hidden, "username": "ben", "password": "pw"}).status_code == 302
    assert not WorkingDraft.objects.exists()


def test_who_logs_in_by_another_window_gets_the_orders_as_well(window: Window, anna: Player) -> None:
    """The log-in page finds them logged in, with a good token or with an old one."""
    first = cards(window)[0]
    window.client.logout()
    window.press("submit", choice=first)
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', window.text))
    late = strict(anna).post("/login/", {**hidden, "username": "anna", "password": "pw"})
    assert late.status_code == 403
    assert f'value="{first}" checked' in late.content.decode()
    assert not WorkingDraft.objects.exists()
    out = Client(enforce_csrf_checks=True).post("/login/", {**hidden, "username": "anna", "password": "pw"})
    assert (out.status_code, hidden["carried"] in out.content.decode()) == (403, True)
    window.client.force_login(anna)
    assert window.client.post("/login/", {**hidden, "username": "anna", "password": "pw"}).status_code == 302
    window.load()
    assert window.chosen == first


@pytest.mark.parametrize("carried", ["nonsense", "é", ""])
def test_forged_orders_are_passed_over(client: Client, anna: Player, carried: str) -> None:
    given = {"username": "anna", "password": "pw", "carried": carried}
    assert client.post("/login/", given).status_code == 302


def strict(player: Player) -> Client:
    client = Client(enforce_csrf_checks=True)
    client.force_login(player)
    return client


def test_a_stale_token_shows_the_entered_orders_and_does_nothing(window: Window, anna: Player) -> None:
    first = cards(window)[0]
    window.client = strict(anna)
    window.load()
    response = window.press("submit", choice=first, csrfmiddlewaretoken="x" * 64)
    assert response.status_code == 403
    assert window.chosen == first
    assert "Nothing was submitted. The orders that you entered are still here" in window.text
    assert sealed(window.request) is None
    assert not WorkingDraft.objects.exists(), "a request without a good token writes nothing"
    fresh = re.search(r'csrfmiddlewaretoken" value="(\w+)"', window.text)
    assert fresh
    assert window.press("submit", csrfmiddlewaretoken=fresh[1]).status_code == 302
    assert sealed(window.request) == first


def test_what_another_site_sends_is_not_shown(window: Window, anna: Player) -> None:
    first = cards(window)[0]
    response = strict(anna).post(
        page_of(window.request), {"do": "submit", "choice": first}, headers={"origin": "https://evil.example"}
    )
    assert response.status_code == 403
    assert "This page was too old" in response.content.decode()
    assert 'id="answer"' not in response.content.decode()


def test_other_pages_with_a_stale_token_link_back(anna: Player, running: Game) -> None:
    came_from = "http://testserver/profile/"
    response = strict(anna).post("/profile/", {"language": "ja"}, headers={"referer": came_from})
    assert response.status_code == 403
    assert f'href="{came_from}"' in response.content.decode()
    away = strict(anna).post("/profile/", {"language": "ja"}, headers={"referer": "https://evil.example/"})
    assert "evil.example" not in away.content.decode()


def test_a_stale_token_after_a_log_out_leads_to_the_log_in(window: Window) -> None:
    client = Client(enforce_csrf_checks=True)
    response = client.post(page_of(window.request), {"do": "submit", "choice": cards(window)[0]})
    assert response.status_code == 403
    assert 'name="carried"' in response.content.decode()


# ---------------------------------------------------------------- nobody else


def test_nobody_elses_pages_change(window: Window, as_ben: Client, as_staff: Client, running: Game) -> None:
    """The other seat, the host and staff see the same bytes before and after."""
    places = [f"/games/{running.pk}/", f"/games/{running.pk}/?seat=black", "/", "/games/"]
    places += [f"/api/v1/games/{running.pk}/", "/api/v1/games/", "/api/v1/decisions/", f"/games/{running.pk}/umpire/"]
    places += [page_of(asked(running, "black")), page_of(window.request)]

    def read() -> list[tuple[int, str]]:
        found = [client.get(place) for client in (as_ben, as_staff) for place in places]
        return [
            (one.status_code, re.sub(r'(csrfmiddlewaretoken" value=")\w+', "", one.content.decode())) for one in found
        ]

    read()
    before = read()
    window.press("look", choice=cards(window)[0], text="choose my secret")
    assert WorkingDraft.objects.exists()
    assert read() == before


def test_a_stranger_cannot_save_one(window: Window, as_ben: Client, as_staff: Client, client: Client) -> None:
    place = reverse("autosave", args=[window.request.pk])
    for stranger in (as_ben, as_staff):
        assert stranger.post(place, {"choice": "c01"}).status_code == 404
    assert client.post(place, {"choice": "c01"})["Location"].startswith("/login/")
    assert window.client.get(place).status_code == 405
    assert not WorkingDraft.objects.exists()


@pytest.mark.usefixtures("own_cache")
def test_saves_are_counted(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.rate_limits.SAVES_PER_MINUTE", 2)
    assert [window.autosave().status_code for _ in range(3)] == [200, 200, 429]
