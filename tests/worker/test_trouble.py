"""What each reply of a mail server means for a letter and for the others, code by code; where hints of services go."""

import smtplib

import pytest

from games.services import hooks
from worker import hints
from worker.mail.trouble import Trouble, trouble_of


@pytest.mark.parametrize(
    ("codes", "trouble"),
    [
        ((421,), Trouble.LOST), ((550, 421), Trouble.LOST),
        *(((code,), Trouble.AWAY) for code in (530, 534, 535, 538)), ((550, 535), Trouble.AWAY),
        *(((code,), Trouble.REFUSED) for code in (500, 529, 531, 533, 536, 537, 539, 550, 552)),
        ((550, 553), Trouble.REFUSED), ((450,), Trouble.AGAIN), ((499,), Trouble.AGAIN), ((550, 450), Trouble.AGAIN),
    ],
)  # fmt: skip
def test_what_is_said_of_addresses(codes: tuple[int, ...], trouble: Trouble) -> None:
    refused = {f"{number}@example.org": (code, b"no") for number, code in enumerate(codes)}
    assert trouble_of(smtplib.SMTPRecipientsRefused(refused)) is trouble


@pytest.mark.parametrize(
    ("code", "of_us", "of_letter"),
    [
        (421, Trouble.LOST, Trouble.LOST), (-1, Trouble.LOST, Trouble.LOST), (0, Trouble.AGAIN, Trouble.AGAIN),
        (450, Trouble.AGAIN, Trouble.AGAIN), (499, Trouble.AGAIN, Trouble.AGAIN), (500, Trouble.AWAY, Trouble.FAILED),
        (530, Trouble.AWAY, Trouble.AWAY), (534, Trouble.AWAY, Trouble.AWAY), (535, Trouble.AWAY, Trouble.AWAY),
        (538, Trouble.AWAY, Trouble.AWAY), (550, Trouble.AWAY, Trouble.FAILED), (552, Trouble.FAILED, Trouble.FAILED),
        (551, Trouble.AWAY, Trouble.FAILED), (553, Trouble.AWAY, Trouble.FAILED), (529, Trouble.AWAY, Trouble.FAILED),
    ],
)  # fmt: skip
def test_what_is_said_of_us_and_of_a_letter(code: int, of_us: Trouble, of_letter: Trouble) -> None:
    """What is said of us is said in every letter alike; a letter that is too large is not."""
    assert trouble_of(smtplib.SMTPSenderRefused(code, b"no", "orders@localhost")) is of_us
    assert trouble_of(smtplib.SMTPDataError(code, b"no")) is of_letter


@pytest.mark.parametrize(
    ("error", "trouble"),
    [
        (smtplib.SMTPServerDisconnected("gone"), Trouble.LOST), (TimeoutError(), Trouble.LOST),
        (smtplib.SMTPNotSupportedError("no"), Trouble.FAILED), (ValueError("odd"), Trouble.AGAIN),
    ],
)  # fmt: skip
def test_what_is_said_of_no_code(error: Exception, trouble: Trouble) -> None:
    assert trouble_of(error) is trouble


def test_each_hint_of_a_service_goes_to_its_task(monkeypatch: pytest.MonkeyPatch) -> None:
    found: dict[str, hooks.Hint] = {}
    monkeypatch.setattr(hooks, "_hints", found)
    hints.register()
    assert found == {
        hooks.RESOLVE: hints.hint_game, hooks.BOTS: hints.hint_game, hooks.MAIL: hints.hint_mail,
        hooks.INBOUND: hints.hint_inbound,
    }  # fmt: skip
