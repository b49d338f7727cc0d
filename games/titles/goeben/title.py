"""Goeben, 1914 as the kernel and the server see it."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from games.kernel.events import UMPIRE
from games.kernel.forms import Choose, ChooseSome, MayChoose, Share
from games.kernel.requests import Ask
from games.kernel.text import Text
from games.kernel.title import Placing, Title
from games.titles.goeben import presentation
from games.titles.goeben.bot.admiral import admiral
from games.titles.goeben.box.components import Box, load
from games.titles.goeben.box.options import Options
from games.titles.goeben.box.scenarios import CAPTAINS, SCENARIOS, mode_of, settled
from games.titles.goeben.orders.battleplan import BattlePlan
from games.titles.goeben.orders.dayplan import DayPlan
from games.titles.goeben.orders.doctrine import KIND as DOCTRINE
from games.titles.goeben.orders.doctrine import DoctrineForm
from games.titles.goeben.orders.stowage import Stowage
from games.titles.goeben.presentation.agreements import OPTION_NAMES, OPTION_NOTES
from games.titles.goeben.presentation.labels import Labels
from games.titles.goeben.presentation.reference import reference
from games.titles.goeben.presentation.telling import PHASES
from games.titles.goeben.rules.mission import setup
from games.titles.goeben.rules.sequence import SEQUENCE
from games.titles.goeben.seen import foreseen, hearing, knowledge
from games.titles.goeben.seen.redeal import conserved, redeal, reshuffle
from games.titles.goeben.seen.view import View, view
from games.titles.goeben.table.events import AnyEvent
from games.titles.goeben.table.sea import Sea
from games.titles.goeben.table.state import State

RULES_VERSION = "3"
NAME = Text("Goeben, 1914", "ゲーベン1914")
SUMMARY = Text(
    "A German battlecruiser in the Mediterranean, August 1914: for one player, or for a team.",
    "1914年8月、地中海のドイツ巡洋戦艦。一人用、またはチームで。",
)
FORMS = (Choose, ChooseSome, MayChoose, Share, Stowage, DayPlan, DoctrineForm, BattlePlan)

VERDICTS = {
    "won": Text("mission accomplished", "任務達成"),
    "lost": Text("mission failed", "任務失敗"),
    "campaign_failure": Text("relieved of command", "指揮権剥奪"),
    "dismissed": Text("dismissed", "罷免"),
    "campaign_draw": Text("a draw", "引き分け"),
    "campaign_victory": Text("victory", "勝利"),
    "moral_victory": Text("destroyed, but not defeated", "破壊されるとも制されず"),
}
SUCCESS = ("won", "campaign_draw", "campaign_victory", "moral_victory")


def standings(state: State) -> list[Placing]:
    """17.0, 24.5 All stand or fall together; of a game that is lost the points count for nothing."""
    verdict = VERDICTS.get(state.verdict, Text("under way", "進行中"))
    points = max(state.vp, 0) if state.verdict in SUCCESS else 0
    detail = Text(f"{verdict.en}; {state.vp} victory points", f"{verdict.ja}、{state.vp}勝利ポイント")
    return [Placing(seat, 1, points, detail) for seat in state.seats]


def _may_talk(box: Box, state: State, sender: str, receiver: str) -> bool:
    """25.2 Captains only when they are in touch."""
    return knowledge.may_talk(Sea(state, box), sender, receiver)


DAY = "day"
"""25.2 What captains are told of the phases after the morning: that somebody fights shows in none of their names."""
OPEN_STEPS = ("muster", "fit_out", "morning")


def _step_shown(scenario: str, step: str, audience: str) -> str:
    """25.2 Captains know the morning from the day; everybody else knows the phase."""
    return step if mode_of(scenario) != "captains" or audience == UMPIRE or step in OPEN_STEPS else DAY


def _sealed(question: Ask[Any]) -> bool:
    """25.2 What a captain orders shows to those alone who see what comes of it."""
    return question.seat in CAPTAINS


def _done(view: View) -> bool:
    """25.2 A captain whose ship is sunk orders nothing any more."""
    own = [one.ship for one in view.ships if one.own]
    return view.mode == "captains" and bool(own) and all(ship.sunk for ship in own)


_ON_PAPER = partial(
    Title[State],
    key="goeben",
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
    settled=settled,
    done=_done,
    option_names=OPTION_NAMES,
    option_notes=OPTION_NOTES,
    phases=PHASES,
    standings=standings,
    plans={DOCTRINE: DoctrineForm()},
    facts=foreseen.facts,
    sealed=_sealed,
    step_shown=_step_shown,
)
"""What the title is with whatever component data."""


def load_title(files: Mapping[str, bytes]) -> Title[State]:
    """The title, played with the component data in `files`. Raises ComponentError for data that do not fit."""
    box = load(files)
    words = presentation.Presentation(box)
    return _ON_PAPER(
        new_game=partial(setup.new_game, box),
        table=lambda state: Sea(state, box),
        view=lambda state, seat: view(Sea(state, box), seat),
        tell=words.tell,
        heading=words.heading,
        stress=words.stress,
        reference=reference(box, Labels(box)),
        text_board=words.text_board,
        drawn=words.drawn,
        glance=words.glance,
        explain=words.explain,
        headline=words.headline,
        labels=words.label,
        redeal=partial(redeal, box),
        reshuffle=partial(reshuffle, box),
        conserved=partial(conserved, box),
        foreseen=foreseen.foreseen_kinds(box),
        may_talk=partial(_may_talk, box),
        discloses=lambda state, event, seat: hearing.discloses(Sea(state, box), event, seat),
        bots={"admiral": admiral(box)},
    )
