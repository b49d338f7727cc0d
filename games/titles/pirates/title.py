"""The Kaiser's Pirates as the kernel and the server see it."""

from collections.abc import Mapping
from functools import partial

from games.kernel.forms import Arrange, Choose, ChooseSome, MayChoose
from games.kernel.plans import Plan
from games.kernel.text import Text
from games.kernel.title import Scenario, SeatRole, Step, Title
from games.titles.pirates import ahead, foresight, presentation, scoring, setup, turn
from games.titles.pirates.bot import captain
from games.titles.pirates.components import Components, load
from games.titles.pirates.events import AnyEvent
from games.titles.pirates.forms import KeepForm, PlanForm, PlayForm
from games.titles.pirates.options import Options
from games.titles.pirates.passage import Passage
from games.titles.pirates.phantom import turn as phantom
from games.titles.pirates.phantom.choice import PhantomChoice
from games.titles.pirates.play import play_card
from games.titles.pirates.presentation.agreements import OPTION_NAMES, OPTION_NOTES
from games.titles.pirates.prizes import Stores
from games.titles.pirates.pursuit import Prey
from games.titles.pirates.reactions import Aftermath, Attack
from games.titles.pirates.redeal import conserved, mirror, redeal, reshuffle
from games.titles.pirates.sea import Sea
from games.titles.pirates.state import PHANTOM, State
from games.titles.pirates.tournament import WishForm
from games.titles.pirates.view import View, view

RULES_VERSION = "1"

SEATS = (
    SeatRole("red", Text("Red", "赤")),
    SeatRole("black", Text("Black", "黒")),
    SeatRole("white", Text("White", "白")),
    SeatRole("blue", Text("Blue", "青")),
)

TEAMS = "teams"
"""4.0 The scenario in which two play against two."""

SCENARIOS = {
    scenario.key: scenario
    for scenario in (
        Scenario(
            "two_players",
            Text("Two players", "2人プレイ"),
            SEATS[:2],
            Text("Three rounds with forty action cards each.", "40枚のアクションカードで3ラウンド。"),
        ),
        Scenario(
            "three_players",
            Text("Three players", "3人プレイ"),
            SEATS[:3],
            Text("Three rounds with sixty action cards each.", "60枚のアクションカードで3ラウンド。"),
        ),
        Scenario(
            "four_players",
            Text("Four players, each for themselves", "4人プレイ（個人戦）"),
            SEATS,
            Text("Three rounds with eighty action cards each.", "80枚のアクションカードで3ラウンド。"),
        ),
        Scenario(
            TEAMS,
            Text("Four players in two teams", "4人プレイ（チーム戦）"),
            SEATS,
            Text(
                "Red and White against Black and Blue: partners sit opposite, and hands stay secret.",
                "赤・白 対 黒・青。味方は向かい合って座り、手札は味方にも見せない。",
            ),
        ),
        Scenario(
            "solitaire",
            Text("Solitaire, against the phantom", "ソリティア（対ファントム）"),
            SEATS[:1],
            Text("Three rounds with forty action cards each.", "40枚のアクションカードで3ラウンド。"),
            automata=(SeatRole(PHANTOM, Text("Phantom", "ファントム")),),
        ),
    )
}

SEQUENCE: tuple[Step[State], ...] = (
    Step("deal", rule="2.1", run=setup.deal),
    Step("turn", rule="3.1", run=turn.begin_turn),
    Step("play", rule="3.2.8", run=play_card),
    Step("phantom", rule="5.4", run=phantom.act),
    Step("score", rule="2.3", run=scoring.score_round),
    Step("carry_over", rule="2.4", run=scoring.carry_over),
)
"""The sequence of play. Turns follow each other until the deck is out; the sequence begins anew with each round."""


def _new_game(components: Components, scenario: str, options: Options) -> State:
    chosen = SCENARIOS[scenario]
    seats = tuple(role.key for role in (*chosen.seats, *chosen.automata))
    return setup.new_game(components, seats, options, teams=scenario == TEAMS)


def load_title(files: Mapping[str, bytes]) -> Title[State]:
    """The title, played with the component data in `files`. Raises ComponentError for data that do not fit."""
    components = load(files)
    words = presentation.Presentation(components)
    return Title(
        key="pirates",
        name=Text("The Kaiser's Pirates", "カイザーの海賊たち"),
        summary=Text(
            "Commerce raiding in the First World War: one to four players, three rounds of hidden cards.",
            "第一次世界大戦の通商破壊戦。1〜4人、3ラウンドのカードゲーム。",
        ),
        rules_version=RULES_VERSION,
        scenarios=SCENARIOS,
        options_type=Options,
        state_type=State,
        event_type=AnyEvent,
        view_type=View,
        form_types=(Arrange, Choose, ChooseSome, MayChoose, Plan, PlanForm, PlayForm, KeepForm, WishForm),
        context_types=(Aftermath, Attack, Passage, PhantomChoice, Prey, Stores),
        steps={step.key: step for step in SEQUENCE},
        first_step="deal",
        new_game=partial(_new_game, components),
        table=lambda state: Sea(state, components),
        view=lambda state, seat: view(Sea(state, components), seat),
        tell=words.tell,
        text_board=words.text_board,
        board=words.board,
        explain=words.explain,
        headline=words.headline,
        labels=words.label,
        option_names=OPTION_NAMES,
        option_notes=OPTION_NOTES,
        standings=scoring.standings,
        redeal=partial(redeal, components),
        reshuffle=reshuffle,
        conserved=partial(conserved, components),
        mirror=mirror,
        foreseen=foresight.foreseen(components),
        plans={ahead.KIND: ahead.reaction_plan(components)},
        facts=partial(foresight.facts, components),
        kin=foresight.kin,
        stale=foresight.stale,
        talk_rule="4.0",
        talk_words=Text(
            "Everybody may talk. Partners of a team must not name the cards that they hold; nobody checks it.",
            "誰とでも会話できます。チーム戦では、手札の特定のカードについて話してはいけません(システムは検査しません)。",
        ),
        bots={"captain": captain(components)},
    )
