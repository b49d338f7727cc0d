"""What each SMTP reply means for the next e-mail: every code and enhanced code alone."""

import smtplib

import pytest

from worker.mail.outbound.errors import SendFailure, classify_failure, is_permanent_failure


@pytest.mark.parametrize("code", [530, 534, 535, 538])
def test_a_server_that_does_not_know_us_gets_no_more_e_mails(code: int) -> None:
    assert classify_failure(smtplib.SMTPResponseException(code, b"x")) is SendFailure.AWAY
    assert classify_failure(smtplib.SMTPRecipientsRefused({"a@example.org": (code, b"x")})) is SendFailure.AWAY


@pytest.mark.parametrize("code", [550, 551, 553, 554])
def test_other_lasting_refusals_are_about_this_e_mail(code: int) -> None:
    assert classify_failure(smtplib.SMTPResponseException(code, b"x")) is SendFailure.FAILED
    assert classify_failure(smtplib.SMTPRecipientsRefused({"a@example.org": (code, b"x")})) is SendFailure.REFUSED


@pytest.mark.parametrize(
    "code", ["5.0.0", "5.1.0", "5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1", "5.4.4", "5.7.27"]
)
def test_an_enhanced_code_says_that_the_address_takes_no_mail(code: str) -> None:
    assert is_permanent_failure(code)
    assert not is_permanent_failure(f"4{code[1:]}")


@pytest.mark.parametrize("code", ["5.2.2", "5.2.3", "5.3.4", "5.7.1", "5.1.8", "5.7.26", ""])
def test_an_enhanced_code_says_nothing_about_the_next_e_mail(code: str) -> None:
    assert not is_permanent_failure(code)
