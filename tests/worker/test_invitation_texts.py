"""The language of an invitation, and the host's personal line in it."""

from email import message_from_bytes, policy
from html import unescape
from typing import Any

import pytest
from django.core import mail

from games.kernel.errors import Malformed
from games.models import Game, Invitation, Player
from games.services.invitations import do_invite, do_resend_invitation
from games.services.personal_lines import MAX_PERSONAL_LINE
from worker.mail.outbound.delivery import send_due_mail

pytestmark = pytest.mark.django_db(transaction=True)
NINA = "nina@example.org"


def sent() -> Any:
    """The only e-mail, its text part and its HTML part."""
    mail.outbox.clear()
    send_due_mail()
    letter: Any
    (letter,) = mail.outbox
    return letter, str(letter.body), str(letter.alternatives[0][0])


def test_an_invitation_without_a_language_is_in_english_and_japanese(announced: Game, anna: Player) -> None:
    do_invite(by=anna, game_id=announced.pk, role="black", email=NINA)
    letter, text, html = sent()
    assert "An invitation" in letter.subject
    assert "招待" in letter.subject
    for part in (text, html):
        assert "anna invites you to a game of Toy" in part
        assert "annaさん" in part
        assert "おもちゃ" in part
        assert "Your seat: Black." in part
        assert "黒" in part
        assert "48 hours for each decision." in part
        assert "48時間" in part
    assert text.index("anna invites you") < text.index("おもちゃ")
    assert html.count("<html") == 1
    assert 'lang="ja"' in html


@pytest.mark.parametrize(("language", "has_english", "has_japanese"), [("en", True, False), ("ja", False, True)])
def test_a_chosen_language_is_the_only_one(
    announced: Game, anna: Player, language: str, has_english: bool, has_japanese: bool
) -> None:
    do_invite(by=anna, game_id=announced.pk, email=NINA, language=language)
    _, text, _ = sent()
    assert ("invites you" in text) is has_english
    assert ("おもちゃ" in text) is has_japanese


@pytest.mark.parametrize("chosen", ["", "en"])
def test_a_registered_player_gets_the_own_language(announced: Game, anna: Player, ben: Player, chosen: str) -> None:
    Player.objects.filter(pk=ben.pk).update(language="ja")
    do_invite(by=anna, game_id=announced.pk, email=ben.email, language=chosen)
    _, text, _ = sent()
    assert "invites you" not in text
    assert "おもちゃ" in text


def test_an_unknown_language_is_refused(announced: Game, anna: Player) -> None:
    with pytest.raises(Malformed) as refusal:
        do_invite(by=anna, game_id=announced.pk, email=NINA, language="xx")
    assert [one.pointer for one in refusal.value.problems] == ["/language"]
    assert not Invitation.objects.exists()


def test_the_personal_line_is_in_the_email_and_says_who_wrote_it(announced: Game, anna: Player) -> None:
    line = "Friday's crew again? We start at eight."
    do_invite(by=anna, game_id=announced.pk, email=NINA, language="en", personal_line=f"  {line} ")
    _, text, html = sent()
    assert f"anna writes: “{line}”" in text
    assert f"anna writes: “{line}”" in unescape(html)


def test_the_personal_line_is_shown_once_in_an_email_of_two_languages(announced: Game, anna: Player) -> None:
    do_invite(by=anna, game_id=announced.pk, email=NINA, personal_line="Come aboard!")
    _, text, html = sent()
    assert text.count("Come aboard!") == html.count("Come aboard!") == 1


@pytest.mark.parametrize(
    "evil",
    [
        "one\r\nBcc: eve@example.org",
        "one\ntwo",
        "tab\there",
        "bell\x07",
        "right\u202eleft",
        "line\u2028two",
        "zero\x00",
    ],
)
def test_a_personal_line_with_control_characters_is_refused(announced: Game, anna: Player, evil: str) -> None:
    with pytest.raises(Malformed) as refusal:
        do_invite(by=anna, game_id=announced.pk, email=NINA, personal_line=evil)
    assert [(one.pointer, one.code) for one in refusal.value.problems] == [("/personal_line", "control_character")]
    assert not Invitation.objects.exists()


def test_a_personal_line_has_a_limited_length(announced: Game, anna: Player) -> None:
    do_invite(by=anna, game_id=announced.pk, email=NINA, personal_line="長" * MAX_PERSONAL_LINE)
    with pytest.raises(Malformed) as refusal:
        do_invite(by=anna, game_id=announced.pk, email=NINA, personal_line="長" * (MAX_PERSONAL_LINE + 1))
    assert [(one.pointer, one.code) for one in refusal.value.problems] == [("/personal_line", "length")]
    assert Invitation.objects.count() == 1


def test_html_in_a_personal_line_is_text(announced: Game, anna: Player) -> None:
    evil = '<a href="https://evil.example/">x</a><img src=x onerror=alert(1)>{{ 1 }} %(by)s'
    do_invite(by=anna, game_id=announced.pk, email=NINA, language="en", personal_line=evil)
    _, _, html = sent()
    assert "<img src=x" not in html
    assert 'href="https://evil' not in html
    assert "&lt;img src=x onerror=alert(1)&gt;{{ 1 }} %(by)s" in html


@pytest.mark.parametrize(
    "address", ["https://evil.example/pay", "www.evil.example", "evil.example/pay", "eve@evil.example"]
)
def test_mail_programs_find_no_link_in_a_personal_line(announced: Game, anna: Player, address: str) -> None:
    """Most mail programs make links of addresses in plain text; an invisible character prevents it."""
    do_invite(by=anna, game_id=announced.pk, email=NINA, language="en", personal_line=f"See {address} now")
    _, text, html = sent()
    for part in (text, html):
        assert address not in part
        assert address in part.replace("\u2060", "")


def test_no_header_has_anything_of_the_personal_line(announced: Game, anna: Player) -> None:
    do_invite(by=anna, game_id=announced.pk, email=NINA, personal_line="Bcc: eve@example.org, Subject: free money")
    letter, _, _ = sent()
    parsed = message_from_bytes(letter.message().as_bytes(), policy=policy.default)
    assert parsed["Bcc"] is None
    assert str(parsed["To"]) == NINA
    assert not any("money" in str(value) for value in parsed.values())


def test_the_personal_line_is_in_the_email_that_is_sent_again(announced: Game, anna: Player) -> None:
    row = do_invite(by=anna, game_id=announced.pk, email=NINA, language="en", personal_line="Come aboard!")
    send_due_mail()
    do_resend_invitation(by=anna, game_id=announced.pk, invitation_id=row.pk)
    _, text, _ = sent()
    assert "Come aboard!" in text
