"""The way in: by name or address, by a mailed code, by a new password; another address; sign-up where it is open."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import AddressChange, OutgoingMail, Player
from games.persistence.encryption import decrypt
from pbem.login_throttle import FREE_TRIES_PER_NAME
from tests.pages.conftest import browser

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nobody_has_tried(own_cache: None) -> None:
    """No codes asked for yet."""


def owed() -> list[dict[str, str]]:
    """What the personal letters on file say, the oldest first."""
    rows = OutgoingMail.objects.filter(kind="account").order_by("id")
    return [facts for row in rows if (facts := decrypt(bytes(row.sealed))) is not None]


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def without_tokens(response: Any) -> str:
    """A page without what differs from one showing of it to the next."""
    return re.sub(r'name="csrfmiddlewaretoken" value="[^"]+"', "", response.content.decode())


@pytest.mark.parametrize("entered", ["anna", "ANNA", "anna@example.org", "Anna@Example.org", " anna@example.org "])
def test_a_name_and_an_address_are_as_good(client: Client, anna: Player, entered: str) -> None:
    client.post("/login/", {"username": entered, "password": "pw"})
    assert is_in(client)


def test_who_is_called_like_anothers_address_does_not_take_their_place(client: Client, anna: Player) -> None:
    Player.objects.create_user("anna@example.org", "mallory@example.org", "other")
    client.post("/login/", {"username": "anna@example.org", "password": "other"})
    assert not is_in(client)
    client.post("/login/", {"username": "anna@example.org", "password": "pw"})
    assert is_in(client)


def test_guesses_by_name_and_by_address_are_counted_together(client: Client, anna: Player) -> None:
    for number in range(FREE_TRIES_PER_NAME):
        client.post("/login/", {"username": ("anna", "anna@example.org")[number % 2], "password": f"guess {number}"})
    client.post("/login/", {"username": "anna@example.org", "password": "pw"})
    assert not is_in(client)


def test_a_mailed_code_lets_its_reader_in(client: Client, anna: Player) -> None:
    client.post("/login/code/", {"email": "Anna@example.org"})
    (letter,) = owed()
    assert (letter["what"], letter["address"], letter["language"]) == ("login_code", "anna@example.org", "en")
    client.post("/login/code/confirm/", {"code": "wrong"})
    assert not is_in(client)
    client.post("/login/code/confirm/", {"code": letter["code"]})
    assert is_in(client)
    assert client.cookies["device"].value, "the browser is known from now on"


def test_an_address_with_capitals_gets_a_code(client: Client, anna: Player) -> None:
    Player.objects.filter(pk=anna.pk).update(email="Anna.Q@example.org")
    client.post("/login/code/", {"email": "anna.q@example.org"})
    assert [letter["address"] for letter in owed()] == ["Anna.Q@example.org"]


def test_a_code_is_worth_nothing_in_another_browser_and_after_three_wrong_ones(client: Client, anna: Player) -> None:
    client.post("/login/code/", {"email": "anna@example.org"})
    code = owed()[0]["code"]
    other = Client()
    other.post("/login/code/confirm/", {"code": code})
    assert not is_in(other)
    for _ in range(3):
        client.post("/login/code/confirm/", {"code": "wrong"})
    client.post("/login/code/confirm/", {"code": code})
    assert not is_in(client)


def test_codes_are_not_mailed_without_end(anna: Player) -> None:
    for _ in range(6):
        Client().post("/login/code/", {"email": "anna@example.org"})
    assert len(owed()) == 3


def test_a_forgotten_password_is_chosen_anew(client: Client, ben: Player) -> None:
    client.post("/password/forgotten/", {"email": "ben@example.org"})
    (letter,) = owed()
    assert (letter["what"], letter["name"], letter["language"]) == ("password_reset", "ben", "ja")
    path = letter["url"].removeprefix("http://127.0.0.1:8000")
    assert path != letter["url"]
    page = client.get(path, follow=True)
    assert page.status_code == 200
    ben.refresh_from_db()
    assert ben.check_password("pw"), "looking changes nothing"
    new = "a fine new one 7"
    client.post(page.redirect_chain[-1][0], {"password1": new, "password2": new})
    ben.refresh_from_db()
    assert ben.check_password(new)
    assert owed()[-1]["what"] == "password_changed"
    again = Client().get(path, follow=True)
    assert "password1" not in again.content.decode(), "the link works once"


@pytest.mark.parametrize(
    ("path", "after"), [("/login/code/", "/login/code/confirm/"), ("/password/forgotten/", "/password/forgotten/sent/")]
)
def test_known_and_unknown_addresses_hear_the_same_and_cost_the_same(anna: Player, path: str, after: str) -> None:
    Client().post(path, {"email": "warm@example.org"})
    heard, cost = [], []
    for address in ("anna@example.org", "nobody@example.org"):
        client = Client()
        with CaptureQueriesContext(
            connection,
        ) as queries:
            response = client.post(path, {"email": address})
        heard.append((response.status_code, response.headers.get("Location"), without_tokens(client.get(after))))
        cost.append([re.split(r"[ (]", one["sql"])[:3] for one in queries.captured_queries])
    assert heard[0] == heard[1]
    assert heard[0][1].startswith(after)
    assert cost[0] == cost[1]


def test_a_closed_account_gets_no_letter(client: Client, anna: Player) -> None:
    Player.objects.filter(pk=anna.pk).update(is_active=False)
    client.post("/login/code/", {"email": "anna@example.org"})
    client.post("/password/forgotten/", {"email": "anna@example.org"})
    assert {letter["what"] for letter in owed()} == {"nobody"}


def _ask(client: Client, address: str) -> list[dict[str, str]]:
    client.post("/profile/address/", {"email": address})
    return owed()[-2:]


def _path(letter: dict[str, str]) -> str:
    return letter["url"].removeprefix("http://127.0.0.1:8000")


@pytest.mark.parametrize("first", [0, 1])
def test_another_address_counts_when_both_have_confirmed_it(as_anna: Client, anna: Player, first: int) -> None:
    letters = _ask(as_anna, "anna@new.example")
    assert [one["address"] for one in letters] == ["anna@example.org", "anna@new.example"]
    somebody = Client()
    for letter in letters:
        assert somebody.get(_path(letter)).status_code == 200
    anna.refresh_from_db()
    assert anna.email == "anna@example.org", "looking changes nothing"
    somebody.post(_path(letters[first]))
    somebody.post(_path(letters[first]))
    anna.refresh_from_db()
    assert anna.email == "anna@example.org", "one side is not enough"
    somebody.post(_path(letters[1 - first]))
    anna.refresh_from_db()
    assert anna.email == "anna@new.example"
    assert {one["address"] for one in owed()[-2:]} == {"anna@example.org", "anna@new.example"}
    assert somebody.get(_path(letters[0])).status_code == 404
    stale = Client()
    stale.post("/password/forgotten/", {"email": "anna@example.org"})
    assert owed()[-1]["what"] == "nobody"


def test_the_tokens_of_a_change_are_stored_as_hashes_and_grow_old(as_anna: Client, anna: Player) -> None:
    letters = _ask(as_anna, "anna@new.example")
    row = AddressChange.objects.get()
    tokens = [_path(one).split("/")[2] for one in letters]
    assert not {row.old_digest, row.new_digest} & set(tokens)
    AddressChange.objects.update(expires_at=row.created_at)
    assert Client().get(_path(letters[0])).status_code == 404


def test_an_address_that_somebody_has_is_neither_refused_nor_given(as_anna: Client, anna: Player, ben: Player) -> None:
    free = as_anna.post("/profile/address/", {"email": "anna@new.example"})
    taken = as_anna.post("/profile/address/", {"email": "BEN@example.org"})
    assert (free.status_code, free["Location"]) == (taken.status_code, taken["Location"])
    old, new = owed()[-2:]
    assert new["what"] == "nobody", "Ben is not troubled"
    for letter in (old, new):
        Client().post(_path(letter))
    anna.refresh_from_db()
    assert anna.email == "anna@example.org"


def test_an_address_that_is_none_is_refused_at_its_field(as_anna: Client) -> None:
    for address in ("nonsense", "anna@example.org"):
        response = as_anna.post("/profile/address/", {"email": address})
        assert response.status_code == 422
        assert 'class="problem"' in response.content.decode()
    assert not owed()


def test_a_password_is_changed_by_who_knows_the_old_one(as_anna: Client, anna: Player) -> None:
    new = "a fine new one 7"
    as_anna.post("/password/change/", {"oldpassword": "wrong", "password1": new, "password2": new})
    anna.refresh_from_db()
    assert anna.check_password("pw")
    as_anna.post("/password/change/", {"oldpassword": "pw", "password1": new, "password2": new})
    anna.refresh_from_db()
    assert anna.check_password(new)


NEW = {
    "username": "nina",
    "email": "nina@example.org",
    "password1": "a fine new one 7",
    "language": "ja",
    "time_zone": "Asia/Tokyo",
}


def test_strangers_cannot_sign_up_where_it_is_not_open(client: Client) -> None:
    client.post("/sign-up/", NEW)
    assert not Player.objects.filter(username="nina").exists()
    assert "/sign-up/" not in client.get("/login/").content.decode()


def test_where_it_is_open_an_address_has_to_be_proven(client: Client, settings: Any) -> None:
    settings.PBEM_OPEN_SIGN_UP = True
    assert "/sign-up/" in client.get("/login/").content.decode()
    assert client.post("/sign-up/", NEW)["Location"] == "/sign-up/sent/"
    nina = Player.objects.get(username="nina")
    assert (nina.language, nina.time_zone) == ("ja", "Asia/Tokyo")
    logged = Client()
    logged.post("/login/", {"username": "nina", "password": NEW["password1"]})
    assert not is_in(logged)
    (letter,) = owed()
    assert Client().get(_path(letter)).status_code == 200
    logged.post("/login/", {"username": "nina", "password": NEW["password1"]})
    assert not is_in(logged), "looking proves nothing"
    Client().post(_path(letter))
    logged.post("/login/", {"username": "nina", "password": NEW["password1"]})
    assert is_in(logged)


def test_signing_up_with_an_address_that_is_known_hears_the_same(settings: Any, anna: Player) -> None:
    settings.PBEM_OPEN_SIGN_UP = True
    answers = [
        Client().post("/sign-up/", {**NEW, "username": name, "email": address})
        for name, address in (("nina", "nina@example.org"), ("nora", "Anna@example.org"))
    ]
    assert [(one.status_code, one["Location"]) for one in answers] == [(302, "/sign-up/sent/")] * 2
    assert not Player.objects.filter(username="nora").exists()
    assert [one["what"] for one in owed()] == ["confirm_address", "account_there"]


@pytest.mark.parametrize("name", ["anna", "ANNA", "nina@example.org", "a b"])
def test_names_that_are_taken_or_none_are_refused(client: Client, settings: Any, anna: Player, name: str) -> None:
    settings.PBEM_OPEN_SIGN_UP = True
    response = client.post("/sign-up/", {**NEW, "username": name})
    assert response.status_code == 200
    assert 'class="problem"' in response.content.decode()
    assert Player.objects.count() == 1


def test_a_name_taken_in_another_case_of_any_script_is_refused(client: Client, settings: Any) -> None:
    settings.PBEM_OPEN_SIGN_UP = True
    Player.objects.create_user("özge", "ozge@example.org", "pw")
    assert 'class="problem"' in client.post("/sign-up/", {**NEW, "username": "ÖZGE"}).content.decode()
    assert Player.objects.count() == 1
    client.post("/login/", {"username": "ÖZGE", "password": "pw"})
    assert is_in(client)


def test_a_link_of_a_letter_leads_to_this_server_whatever_the_request_says(client: Client, anna: Player) -> None:
    client.post("/password/forgotten/", {"email": "anna@example.org"}, headers={"Host": "localhost"})
    assert owed()[0]["url"].startswith("http://127.0.0.1:8000/password/new/")


def test_staff_do_not_read_the_personal_letters_of_those_they_play_with(
    as_staff: Client, staff: Player, anna: Player, ben: Player, running: Any, settings: Any, tmp_path: Any
) -> None:
    """A code in a letter lets its reader into the other's seat."""
    from worker.mail.outbound import delivery

    settings.EMAIL_BACKEND, settings.EMAIL_FILE_PATH = (
        "worker.mail.outbound.eml_backend.EmlFolderBackend",
        str(tmp_path),
    )
    OutgoingMail.objects.all().delete()
    Client().post("/login/code/", {"email": "anna@example.org"})
    delivery.send_due_mail()
    (file,) = tmp_path.glob("*.eml")
    assert file.name in as_staff.get("/mail/").content.decode()
    assert as_staff.get(f"/mail/{file.name}/").status_code == 200
    Player.objects.filter(pk=ben.pk).update(is_staff=True)
    ben.refresh_from_db()
    player = browser(ben)
    page = player.get("/mail/").content.decode()
    assert file.name not in page
    assert player.get(f"/mail/{file.name}/").status_code == 403
