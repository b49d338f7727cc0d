"""The sequence of play: the key and the procedure of every step."""

from games.kernel.steps import Step
from games.titles.pirates.rules.rounds import scoring, setup
from games.titles.pirates.rules.solitaire import turn as phantom
from games.titles.pirates.rules.turn import turn
from games.titles.pirates.rules.turn.play import play_card
from games.titles.pirates.state.state import State

SEQUENCE: tuple[Step[State], ...] = (
    Step("deal", rule="2.1", run=setup.deal),
    Step("turn", rule="3.1", run=turn.begin_turn),
    Step("play", rule="3.2.8", run=play_card),
    Step("phantom", rule="5.4", run=phantom.act),
    Step("score", rule="2.3", run=scoring.score_round),
    Step("carry_over", rule="2.4", run=scoring.carry_over),
)
"""The sequence of play. Turns follow each other until the deck is empty; each round starts the sequence again."""
