"""The server's public keys at their well-known address."""

import pytest
from django.test import Client

from games.persistence import signing

pytestmark = pytest.mark.django_db


def test_the_keys_are_published_for_everybody() -> None:
    answer = Client().get("/.well-known/sealed-orders.json")
    document = answer.json()
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/json"
    assert set(answer.headers["Cache-Control"].split(", ")) == {"public", "max-age=300"}
    assert document["witness"] == "so-witness-1"
    assert [key["id"] for key in document["keys"]] == [signing.current_signer().id]
    assert document["keys"][0]["line"].startswith(
        f"so-key-1 {signing.current_signer().id} {signing.current_signer().public} "
    )


def test_the_keys_are_only_read() -> None:
    assert Client().post("/.well-known/sealed-orders.json").status_code == 405
