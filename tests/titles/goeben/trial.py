"""The title without words and pictures, for trials of whole games."""

from collections.abc import Mapping
from functools import partial

from games.kernel.forms import Choose, ChooseSome, MayChoose, Share
from games.kernel.hotspots import RenderedBoard
from games.kernel.picture import Picture
from games.kernel.scenarios import Placing
from games.kernel.text import Text
from games.kernel.title import Title
from games.kernel.title_parts import TitleOptions, TitlePresentation, TitleRules, TitleSecrecy
from games.titles.goeben.components.box import FILES, load
from games.titles.goeben.components.options import Options
from games.titles.goeben.components.scenarios import SCENARIOS
from games.titles.goeben.orders.battleplan import BattlePlan
from games.titles.goeben.orders.dayplan import DayPlan
from games.titles.goeben.orders.doctrine import DoctrineForm
from games.titles.goeben.orders.stowage import Stowage
from games.titles.goeben.rules.mission import setup
from games.titles.goeben.rules.sequence import SEQUENCE
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import AnyEvent
from games.titles.goeben.state.state import State
from games.titles.goeben.visibility.redeal import conserved, redeal, reshuffle
from games.titles.goeben.visibility.view import View, view


def load_title(files: Mapping[str, bytes]) -> Title[State]:
    """The title with these data."""
    box = load({name: files[name] for name in FILES})
    return Title(
        key="goeben",
        name=Text("Goeben, 1914", "ゲーベン1914"),
        summary=Text("A trial.", "試験。"),
        scenarios=SCENARIOS,
        rules=TitleRules(
            version="1",
            state_type=State,
            event_type=AnyEvent,
            form_types=(Choose, ChooseSome, MayChoose, Share, DayPlan, Stowage, DoctrineForm, BattlePlan),
            steps={step.key: step for step in SEQUENCE},
            first_step="muster",
            new_game=lambda scenario, options: setup.new_game(box, scenario, options),
            table=lambda state: Board(state, box),
            standings=lambda state: [Placing(seat, 1, state.vp) for seat in state.seats],
            conserved_counts=partial(conserved, box),
        ),
        options=TitleOptions(type=Options),
        secrecy=TitleSecrecy(
            view_type=View,
            view=lambda state, seat: view(Board(state, box), seat),
            redeal=partial(redeal, box),
            reshuffle=partial(reshuffle, box),
        ),
        presentation=TitlePresentation(
            describe_event=lambda event, language: repr(event),
            text_board=lambda seen, language: "-",
            render_board=lambda seen, language: RenderedBoard(Picture(width=9, height=9, ground="#ffffff", layers=())),
            explain_question=lambda question, language: question.prompt.get(language),
            headline=lambda seen, language: "-",
        ),
    )
