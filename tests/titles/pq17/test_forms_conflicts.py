"""The form of a phase asks for conflicts only the parts whose orders an answer holds, and overlooks none."""

from itertools import product

import pytest

from games.orders.sample_orders import first_order
from games.titles.pq17.orders.formations import Array, Formations
from games.titles.pq17.orders.move_orders import Exchange
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.orders.special import Specials
from tests.titles.pq17.forms_laid_out import NAMED

RARE = PhaseForm(
    specials=Specials(
        convoys=("pq17",), bombed=("narvik",), show="no_restrictions", raided=("narvik",), raiders=("albacore_1",)
    ),
    formations=Formations(arrays=(Array("escort", ("dd_a_i", "dd_a_ii"), smoke=("dd_a_i",)),)),
)
FORMS = {"rare": RARE} | {name: form for name, form in NAMED.items() if isinstance(form, PhaseForm)}


@pytest.mark.parametrize("name", FORMS)
def test_no_conflict_of_two_orders_is_overlooked(name: str) -> None:
    """Any two orders of different verbs, and each twice."""
    form = FORMS[name]
    first = {way.verb: form.read([first_order(form, way)])[0] for way in form.cached_templates}
    for two in product(first.values(), repeat=2):
        asked = list(form.conflicts(two))
        assert asked == [problem for part in form.parts for problem in part.conflicts(two)]
        if not any(form.problems(two[:1])):
            assert form.may_add(two[:1], two[1]) == (not any(form.problems(two)))


def test_the_forms_have_conflicts_of_every_chapter() -> None:
    found = {
        type(order)
        for form in FORMS.values()
        for way in form.cached_templates
        for order in form.read([first_order(form, way)])
        if any(form.conflicts((order, order)))
    }
    judged = {kind for part in RARE.parts for kind in part.judged}
    assert judged - found == {Exchange}, "which may be ordered twice"
