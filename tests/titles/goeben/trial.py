"""The title without words and pictures, for trials of whole games."""

from collections.abc import Mapping
from functools import partial

from games.kernel.byhand.spots import Drawn
from games.kernel.forms import Choose, ChooseSome, MayChoose, Share
from games.kernel.picture import Picture
from games.kernel.text import Text
from games.kernel.title import Placing, Title
from games.titles.goeben.box.components import FILES, load
from games.titles.goeben.box.options import Options
from games.titles.goeben.box.scenarios import SCENARIOS
from games.titles.goeben.orders.battleplan import BattlePlan
from games.titles.goeben.orders.dayplan import DayPlan
from games.titles.goeben.orders.doctrine import DoctrineForm
from games.titles.goeben.orders.stowage import Stowage
from games.titles.goeben.rules.mission import setup
from games.titles.goeben.rules.sequence import SEQUENCE
from games.titles.goeben.seen.redeal import conserved, redeal, reshuffle
from games.titles.goeben.seen.view import View, view
from games.titles.goeben.table.events import AnyEvent
from games.titles.goeben.table.sea import Sea
from games.titles.goeben.table.state import State


def load_title(files: Mapping[str, bytes]) -> Title[State]:
    """The title with these data."""
    box = load({name: files[name] for name in FILES})
    return Title(
        key="goeben",
        name=Text("Goeben, 1914", "ゲーベン1914"),
        summary=Text("A trial.", "試験。"),
        rules_version="1",
        scenarios=SCENARIOS,
        options_type=Options,
        state_type=State,
        event_type=AnyEvent,
        view_type=View,
        form_types=(Choose, ChooseSome, MayChoose, Share, DayPlan, Stowage, DoctrineForm, BattlePlan),
        steps={step.key: step for step in SEQUENCE},
        first_step="muster",
        new_game=lambda scenario, options: setup.new_game(box, scenario, options),
        table=lambda state: Sea(state, box),
        view=lambda state, seat: view(Sea(state, box), seat),
        tell=lambda event, language: repr(event),
        text_board=lambda seen, language: "-",
        drawn=lambda seen, language: Drawn(Picture(width=9, height=9, ground="#ffffff", layers=())),
        explain=lambda question, language: question.prompt.get(language),
        headline=lambda seen, language: "-",
        standings=lambda state: [Placing(seat, 1, state.vp) for seat in state.seats],
        redeal=partial(redeal, box),
        reshuffle=partial(reshuffle, box),
        conserved=partial(conserved, box),
    )
