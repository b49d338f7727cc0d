"""What each reply of a mail server means for this e-mail and for the next ones, code by code."""

import smtplib

import pytest

from games.services import triggers
from worker import task_publisher
from worker.mail.outbound.errors import SendFailure, classify_failure


@pytest.mark.parametrize(
    ("codes", "trouble"),
    [
        ((421,), SendFailure.LOST),
        ((550, 421), SendFailure.LOST),
        *(((code,), SendFailure.AWAY) for code in (530, 534, 535, 538)),
        ((550, 535), SendFailure.AWAY),
        *(((code,), SendFailure.REFUSED) for code in (500, 529, 531, 533, 536, 537, 539, 550, 552)),
        ((550, 553), SendFailure.REFUSED),
        ((450,), SendFailure.AGAIN),
        ((499,), SendFailure.AGAIN),
        ((550, 450), SendFailure.AGAIN),
    ],
)
def test_what_is_said_of_addresses(codes: tuple[int, ...], trouble: SendFailure) -> None:
    refused = {f"{number}@example.org": (code, b"no") for number, code in enumerate(codes)}
    assert classify_failure(smtplib.SMTPRecipientsRefused(refused)) is trouble


@pytest.mark.parametrize(
    ("code", "of_us", "of_letter"),
    [
        (421, SendFailure.LOST, SendFailure.LOST),
        (-1, SendFailure.LOST, SendFailure.LOST),
        (0, SendFailure.AGAIN, SendFailure.AGAIN),
        (450, SendFailure.AGAIN, SendFailure.AGAIN),
        (499, SendFailure.AGAIN, SendFailure.AGAIN),
        (500, SendFailure.AWAY, SendFailure.FAILED),
        (530, SendFailure.AWAY, SendFailure.AWAY),
        (534, SendFailure.AWAY, SendFailure.AWAY),
        (535, SendFailure.AWAY, SendFailure.AWAY),
        (538, SendFailure.AWAY, SendFailure.AWAY),
        (550, SendFailure.AWAY, SendFailure.FAILED),
        (552, SendFailure.FAILED, SendFailure.FAILED),
        (551, SendFailure.AWAY, SendFailure.FAILED),
        (553, SendFailure.AWAY, SendFailure.FAILED),
        (529, SendFailure.AWAY, SendFailure.FAILED),
    ],
)
def test_what_is_said_of_us_and_of_a_letter(code: int, of_us: SendFailure, of_letter: SendFailure) -> None:
    """What is said of us is said in every letter alike; a letter that is too large is not."""
    assert classify_failure(smtplib.SMTPSenderRefused(code, b"no", "orders@localhost")) is of_us
    assert classify_failure(smtplib.SMTPDataError(code, b"no")) is of_letter


@pytest.mark.parametrize(
    ("error", "trouble"),
    [
        (smtplib.SMTPServerDisconnected("gone"), SendFailure.LOST),
        (TimeoutError(), SendFailure.LOST),
        (smtplib.SMTPNotSupportedError("no"), SendFailure.FAILED),
        (ValueError("odd"), SendFailure.AGAIN),
    ],
)
def test_what_is_said_of_no_code(error: Exception, trouble: SendFailure) -> None:
    assert classify_failure(error) is trouble


def test_each_hint_of_a_service_goes_to_its_task(monkeypatch: pytest.MonkeyPatch) -> None:
    found: dict[str, triggers.Trigger] = {}
    monkeypatch.setattr(triggers, "_hints", found)
    task_publisher.register_triggers()
    assert found == {
        triggers.RESOLVE: task_publisher.trigger_resolve,
        triggers.BOTS: task_publisher.trigger_resolve,
        triggers.MAIL: task_publisher.trigger_mail,
        triggers.INBOUND: task_publisher.trigger_inbound,
        triggers.THINK: task_publisher.trigger_think,
        triggers.CURVE: task_publisher.trigger_curve,
    }
