"""Browsers for the admin."""

import pytest
from django.test import Client

from games.models import Player


@pytest.fixture
def as_staff(staff: Player) -> Client:
    client = Client()
    client.force_login(staff)
    return client
