"""Addresses that no webhook may call: each refused network alone, at its edges."""

import pytest

from worker.webhooks.http_call import is_public_address


@pytest.mark.parametrize(
    ("first", "last"),
    [
        ("64:ff9b::", "64:ff9b::ffff:ffff"),
        ("64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff"),
        ("2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
        ("2002:5db8:d822::1", "2002:5db8:d822::2"),
        ("2001::", "2001:0:ffff:ffff:ffff:ffff:ffff:ffff"),
        ("192.0.0.0", "192.0.0.255"),
        ("192.0.0.9", "192.0.0.10"),
        ("192.88.99.0", "192.88.99.255"),
        ("fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
        ("3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff"),
        ("0.0.0.0", "0.255.255.255"),
        ("10.0.0.0", "10.255.255.255"),
        ("100.64.0.0", "100.127.255.255"),
        ("127.0.0.0", "127.255.255.255"),
        ("169.254.0.0", "169.254.255.255"),
        ("172.16.0.0", "172.31.255.255"),
        ("192.0.2.0", "192.0.2.255"),
        ("192.168.0.0", "192.168.255.255"),
        ("198.18.0.0", "198.19.255.255"),
        ("198.51.100.0", "198.51.100.255"),
        ("203.0.113.0", "203.0.113.255"),
        ("224.0.0.0", "255.255.255.255"),
        ("::", "::1"),
        ("fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
        ("fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
        ("ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
        ("2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"),
        ("fe80::1%eth0", "::ffff:10.0.0.1"),
    ],
)
def test_no_webhook_calls_a_network_that_is_not_public(first: str, last: str) -> None:
    assert not is_public_address(first)
    assert not is_public_address(last)


@pytest.mark.parametrize(
    "address",
    [
        *("9.255.255.255", "11.0.0.0", "126.255.255.255", "128.0.0.0", "169.253.255.255", "172.15.255.255"),
        *("172.32.0.0", "192.0.1.0", "192.88.98.255", "192.88.100.0", "192.167.255.255", "192.169.0.0"),
        *("93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946", "2003::1", "::ffff:93.184.216.34"),
    ],
)
def test_a_webhook_may_call_a_public_address(address: str) -> None:
    assert is_public_address(address)
