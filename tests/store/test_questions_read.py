"""A stored question that was read lately: the form is the same, and stays with the kinds that it was read as."""

from typing import Any

import msgspec
import pytest

from games.kernel.title import Title
from games.models import Game, OpenRequest
from games.persistence import serialization

pytestmark = pytest.mark.django_db


def test_its_form_is_the_same_object(running: Game, toy: Title[Any]) -> None:
    first, other = OpenRequest.objects.filter(game=running).order_by("seat__position")
    again = OpenRequest.objects.get(pk=first.pk)
    assert (
        serialization.read_question(toy, again.question).form is serialization.read_question(toy, first.question).form
    )
    assert (
        serialization.read_question(toy, other.question).form != serialization.read_question(toy, first.question).form
    )


def test_a_title_with_other_kinds_of_form_reads_it_anew(running: Game, toy: Title[Any]) -> None:
    row = OpenRequest.objects.filter(game=running).first()
    assert row is not None
    form = type(serialization.read_question(toy, row.question).form)
    without = toy.evolve(form_types=tuple(one for one in toy.rules.form_types if one is not form))
    with pytest.raises(msgspec.ValidationError):
        serialization.read_question(without, row.question)
