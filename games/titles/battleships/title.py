"""Battleships as the kernel and the server see it."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from games.kernel.requests import Ask
from games.kernel.text import Text
from games.kernel.title import NO_TWIN, Title, same_answer
from games.titles.battleships.bot.captain import captain
from games.titles.battleships.box.components import load
from games.titles.battleships.box.options import Options
from games.titles.battleships.box.scenarios import SCENARIOS
from games.titles.battleships.orders.courses import CourseForm
from games.titles.battleships.orders.orders import ShiftFlag
from games.titles.battleships.orders.setup import SetUpForm
from games.titles.battleships.orders.targets import TargetForm
from games.titles.battleships.orders.torpedoes import TorpedoForm
from games.titles.battleships.presentation import Presentation
from games.titles.battleships.presentation.agreements import OPTION_NAMES, OPTION_NOTES
from games.titles.battleships.presentation.reference import reference
from games.titles.battleships.rules.scenario import setup
from games.titles.battleships.rules.sequence import SEQUENCE, standings
from games.titles.battleships.seen.foreseen import standing
from games.titles.battleships.seen.hearing import discloses
from games.titles.battleships.seen.redeal import conserved, redeal
from games.titles.battleships.seen.view import View, view
from games.titles.battleships.table.events import AnyEvent
from games.titles.battleships.table.sea import Sea
from games.titles.battleships.table.state import State

RULES_VERSION = "2"
NAME = Text("Battleships", "戦艦の戦い")
SUMMARY = Text(
    "Surface actions of 1939 to 1945, ship by ship: twelve battles for two players.",
    "1939〜1945年の水上戦闘を一隻ずつ。2人用、12の海戦。",
)
FORMS = (SetUpForm, TargetForm, TorpedoForm, CourseForm)


def _mirror(here: Ask[Any], answer: Any, there: Ask[Any]) -> Any:
    """10.9b That the flag passes shows to nobody, so that it may be left out; all else shows."""
    twin = same_answer(here, answer, there)
    if twin is NO_TWIN and here.kind == "courses":
        twin = same_answer(here, tuple(order for order in answer if not isinstance(order, ShiftFlag)), there)
    return twin


def _sealed(question: Ask[Any]) -> bool:
    """6.1, 10.6, 10.9 Mines and flagships are settled in secret; torpedoes are sealed until all are shown."""
    return question.kind in ("set_up", "torpedoes")


_ON_PAPER = partial(
    Title[State],
    key="battleships",
    name=NAME,
    summary=SUMMARY,
    rules_version=RULES_VERSION,
    scenarios=SCENARIOS,
    options_type=Options,
    state_type=State,
    event_type=AnyEvent,
    view_type=View,
    form_types=FORMS,
    steps={step.key: step for step in SEQUENCE},
    first_step="muster",
    option_names=OPTION_NAMES,
    option_notes=OPTION_NOTES,
    conserved=conserved,
    mirror=_mirror,
    sealed=_sealed,
)
"""What the title is with whatever component data."""


def load_title(files: Mapping[str, bytes]) -> Title[State]:
    """The title, played with the component data in `files`. Raises ComponentError for data that do not fit."""
    box = load(files)
    words = Presentation(box)
    return _ON_PAPER(
        new_game=partial(setup.new_game, box),
        table=lambda state: Sea(state, box),
        view=lambda state, seat: view(Sea(state, box), seat),
        tell=words.tell,
        text_board=words.text_board,
        drawn=words.drawn,
        glance=words.glance,
        explain=words.explain,
        headline=words.headline,
        heading=words.heading,
        stress=words.stress,
        labels=words.label,
        standings=lambda state: standings(Sea(state, box)),
        redeal=partial(redeal, box),
        discloses=lambda state, event, seat: discloses(Sea(state, box), event, seat),
        bots={"captain": captain(box)},
        reference=reference(box),
        plans=standing(box),
    )
