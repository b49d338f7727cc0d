"""What a relay's Authentication-Results prove; those that a sender wrote prove nothing."""

from typing import Any

import pytest

from worker.mail.inbound.authentication_results import is_authenticated
from worker.mail.inbound.headers import MAX_HEADER_LENGTH, Headers


@pytest.fixture(autouse=True)
def _believed(settings: Any) -> None:
    settings.PBEM_TRUSTED_AUTHSERV_IDS = ["mx.example.org"]


def proves(stated: str, sender: str = "anna@victim.org") -> bool:
    return is_authenticated(Headers(f"Authentication-Results: mx.example.org; {stated}\n".encode()), sender)


@pytest.mark.parametrize(
    "stated",
    [
        "dkim=pass (2048-bit key; unprotected) header.d=victim.org",
        "spf=pass (says (he; \\)) he) smtp.mailfrom=anna@victim.org",
        "dkim = pass\n\theader.i=@sub.victim.org header.d=victim.org",
        "DKIM/1=Pass Header.D=Victim.ORG.",
        "spf=none; dkim=fail header.d=victim.org; dmarc=pass action=none header.from=victim.org;",
    ],
)
def test_what_a_relay_states_is_believed(stated: str) -> None:
    assert proves(stated)


@pytest.mark.parametrize(
    "stated",
    [
        'spf=pass smtp.mailfrom="x;dkim=pass header.d=victim.org"@evil.org',
        'spf=pass smtp.mailfrom="smtp.mailfrom=anna@victim.org "@evil.org',
        'spf=pass smtp.mailfrom="\\"; spf=pass smtp.mailfrom=anna@victim.org; "@evil.org',
        "spf=pass smtp.mailfrom=smtp.mailfrom=anna@victim.org@evil.org",
        "spf=pass smtp.helo=smtp.mailfrom=anna@victim.org smtp.mailfrom=eve@evil.org",
        'dkim=fail reason="dkim=pass header.d=victim.org"',
        "dkim=fail (dkim=pass; dkim=pass header.d=victim.org) header.d=victim.org",
        "dkim=fail (never closed; dkim=pass header.d=victim.org",
        'dkim=fail reason="never closed; dkim=pass header.d=victim.org',
        "dkim=pass header.d=evil.org header.d=victim.org",
        "x-dkim=pass header.d=victim.org",
        "dkim=passed header.d=victim.org",
        "dkim=pass",
    ],
)
def test_what_its_sender_has_put_into_it_is_not(stated: str) -> None:
    assert not proves(stated)


def test_the_end_of_a_statement_that_was_cut_off_counts_for_nothing() -> None:
    before, name = "mx.example.org; spf=pass ", "smtp.mailfrom=a@victim.org"
    blank = " x=" + "y" * (MAX_HEADER_LENGTH - len(before) - len(name) - 4) + " "
    assert len(before + blank + name) == MAX_HEADER_LENGTH
    assert not proves(f"spf=pass {blank}{name}.evil.org")
    assert proves(f"dmarc=pass header.from=victim.org; spf=pass {blank}{name}.evil.org")


@pytest.mark.parametrize(
    ("vouching", "sender", "proven"),
    [
        ("uk.com", "v@uk.com", True),
        ("evil.uk.com", "v@uk.com", False),
        ("uk.com", "v@mail.uk.com", True),
        ("com", "v@uk.com", False),
        ("k.com", "v@uk.com", False),
        ("localhost", "v@localhost", True),
        ("localhost", "v@x.localhost", False),
    ],
)
def test_a_domain_vouches_for_itself_and_those_below(vouching: str, sender: str, proven: bool) -> None:
    assert proves(f"dkim=pass header.d={vouching}", sender) == proven
