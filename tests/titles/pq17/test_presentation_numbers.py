"""One of a thing stands in the singular in English, and no letter proposes an order that changes nothing."""

from typing import Any

import pytest

from games.kernel.text import id_label
from games.titles.pq17.orders.attacks import StrikesForm, Target
from games.titles.pq17.orders.refusals import Found, RefusalForm
from games.titles.pq17.presentation.labels import Labels, Words
from games.titles.pq17.presentation.lines import figures, shadowed_line
from games.titles.pq17.state.events.campaign import Unloaded
from games.titles.pq17.state.events.convoy import Dispersed, Rejoined
from games.titles.pq17.state.events.special import MinesStruck
from games.titles.pq17.state.events.submarine import BoatFired, PackPatrolled, SubmarinesMet
from games.titles.pq17.state.state import GROUPS, Report, Strength
from tests.titles.pq17.boards import WORDS
from tests.titles.pq17.box import BOX
from worker.mail.outbound.order_form import render_order_form
from worker.mail.outbound.proposals import list_proposals

WORDS_HERE = Words(Labels(BOX), "en")
LETTER = ("en", "ja")


def told_of(**fields: Any) -> str:
    return figures(Report(to="axis", turn=3, source="search", at="0310", **fields), WORDS_HERE)


@pytest.mark.parametrize(
    ("one", "said", "more"),
    [
        ({"about": 1}, "about 1 warship", {"about": 2}),
        ({"ships": 1}, "1 merchant", {"ships": 2}),
        (
            {"strengths": (Strength("submarine", 1, 1),)}, "1 submarine (1 CS)",
            {"strengths": (Strength("submarine", 2, 2),)},
        ),
        ({"strengths": (Strength("light", 1, 3),)}, "1 light ship (3 CS)", {"strengths": (Strength("light", 2, 3),)}),
    ],
)  # fmt: skip
def test_what_a_search_opened_of_one(one: Any, said: str, more: Any) -> None:
    assert told_of(**one) == said
    noun = said.split(" (")[0].split(" ")[-1]
    assert f"{noun}s" in told_of(**more)


def test_every_group_that_a_report_counts_has_a_singular() -> None:
    for group in GROUPS:
        one, two = (told_of(strengths=(Strength(group, number, 3),)) for number in (1, 2))
        assert one.replace("1 ", "2 ", 1).replace(" (", "s (") == two


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Dispersed("allied", "pq17", (4, 5), 1), ": 1 ship."),
        (Dispersed("allied", "pq17", (4, 5), 2), " (dice 4, 5): 2 ships."),
        (Rejoined("allied", "pq17", 7, 1), " (die 7): 1 ship rejoins."),
        (Rejoined("allied", "pq17", 7, 3), ": 3 ships rejoin."),
        (Unloaded("murmansk", 1, 1, 1, 0), ": 1 merchant unloaded, 1 waits, 1 in ballast."),
        (Unloaded("murmansk", 2, 3, 1, 0), ": 2 merchants unloaded, 3 wait, 1 in ballast."),
        (BoatFired("axis", "convoy", found=True, dice=(4,)), "A boat attacks transports (die 4): no hits."),
        (BoatFired("axis", "heavy", found=False), "A boat looks for heavy ships and finds none."),
        (MinesStruck("allied", "0305", (2,)), " an Allied force in 0305 (Denmark Strait) (die 2): nothing is sunk."),
        (MinesStruck("axis", "0305", (2,), gone=True), "(die 2): a dummy, which goes."),
        (Unloaded("murmansk", 0, 0, 3, 1), "Murmansk: 4 in ballast."),
        (Unloaded("murmansk", 0, 0, 0, 0), ""),
        (SubmarinesMet("axis", "0310", 12, 3, 6, 0, 1, 2), ", die 6: 1 attacks before the escorts, 2 after."),
        (SubmarinesMet("axis", "0310", 12, 3, 6, 0, 2, 1), ", die 6: 2 attack before the escorts, 1 after."),
        (PackPatrolled("allied", "0310", 6, -1, crossed=True), ", die 6 \u22121: it goes on."),
    ],
)
def test_a_line_about_one(event: Any, said: str) -> None:
    line = WORDS.describe_event(event, "en")
    assert line.endswith(said) if said else not line


def test_what_shadows_a_block_is_told_as_a_thing_and_not_as_an_order() -> None:
    said = [shadowed_line(("sector", "wolfpack"), Words(Labels(BOX), language)) for language in ("en", "ja")]
    assert said == ["shadowed by a search sector, a wolfpack", "追尾：航空索敵セクター・ウルフパック"]


# --- examples


@pytest.mark.parametrize("language", LETTER)
@pytest.mark.parametrize(
    "form",
    [StrikesForm(forces=("u_pack_1",), targets=(Target("contact_7"),)), RefusalForm(found=(Found("pq17"),))],
    ids=["strikes", "refusal"],
)
def test_where_nothing_can_be_ordered_a_letter_offers_to_pass(form: Any, language: str) -> None:
    """The instruction can still be changed: it is named among what may be written."""
    assert form.example() == ()
    assert [one.notation for one in list_proposals(form, id_label, language)] == ["pass"]
    letter = render_order_form(form, id_label, language)
    assert "does=ask\n" not in letter
    assert "instruct" in letter


def test_where_something_can_the_example_is_an_order_about_it() -> None:
    form = StrikesForm(targets=(Target("contact_7", forces=("u_pack_1",), hopeless=("u_pack_1",)),))
    assert form.render(form.example()) == "attack u_pack_1 at=contact_7"
    refusal = RefusalForm(found=(Found("pq17", ("cam",)),))
    assert refusal.render(refusal.example()) == "refuse pq17 ground=cam"
