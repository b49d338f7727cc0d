"""The five parts of a title: rules, secrecy, presentation, standing orders and options, with their defaults.

Every function in them is pure.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from msgspec import Struct

from games.kernel.event_marks import MarkFields
from games.kernel.events import Event
from games.kernel.forms import Form, RandomSource
from games.kernel.hotspots import RenderedBoard
from games.kernel.inspection import Inspector
from games.kernel.leaf_rules import LeafRule
from games.kernel.odds import OddsTable
from games.kernel.picture import Picture
from games.kernel.reference import Chart, Reference
from games.kernel.requests import Ask
from games.kernel.rule_texts import RuleTexts
from games.kernel.scenarios import Placing, PointSource
from games.kernel.standing_orders import Alias, Facts, Rule, StandingOrderKind
from games.kernel.steps import Step
from games.kernel.table import Table
from games.kernel.text import Labels, Text, id_label

S = TypeVar("S")

NO_EQUIVALENT = object()
"""Returned by `equivalent_answer` if the other world has no such answer."""
NO_TEXT = Text("", "")


def same_answer(here: Ask[Any], answer: Any, there: Ask[Any]) -> Any:
    """Return the answer itself if the other world asks the same and its form accepts it; else NO_EQUIVALENT."""
    if here.kind != there.kind:
        return NO_EQUIVALENT
    return answer if next(there.form.problems(answer), None) is None else NO_EQUIVALENT


def always_may_talk(state: Any, sender: str, receiver: str) -> bool:
    """Allow every seat to talk to every other."""
    return True


def no_facts(view: Any, question: Ask[Any]) -> Facts:
    """Offer no facts for the conditions of standing orders."""
    return {}


def own_name(option: str) -> str:
    """Return an option's own id as its only name."""
    return option


def never_finished(view: Any) -> bool:
    """Return False: the seat may have decisions until the game is over."""
    return False


def never_obsolete(view: Any, rule: Rule) -> Text | None:
    """Return None: a standing order never becomes obsolete."""
    return None


def declared_disclosures(state: Any, event: Any, seat: str) -> tuple[str, ...]:
    """Return the fields that the event itself declares as disclosed to the seat."""
    disclosed: tuple[str, ...] = event.discloses(seat)
    return disclosed


def never_secret(question: Ask[Any]) -> bool:
    """Return False: other seats may see the answer or its consequences."""
    return False


def step_key(scenario: str, step: str, audience: str) -> str:
    """Return the step key: every audience knows the current step."""
    return step


def no_group_title(event: Any, language: str) -> str:
    """Return no title: the event begins no new group in the log."""
    return ""


def no_emphasis(event: Any) -> str:
    """Return no emphasis for the event's line."""
    return ""


def no_point_sources(view: Any, events: Sequence[Any]) -> tuple[PointSource, ...]:
    """Return no sources of points."""
    return ()


def no_picture_parts(view: Any, part: str, language: str) -> Picture:
    """Raise KeyError: the picture has no parts."""
    raise KeyError(part)


def unchanged_state(state: S, pick: RandomSource) -> S:
    """Return the state unchanged: no information is hidden from all seats."""
    return state


def unvaried_state(state: S, seat: str, pick: RandomSource) -> S:
    """Return the state unchanged: a redeal reaches all hidden information."""
    return state


def no_fixed_options(scenario: str) -> frozenset[str]:
    """Return no options: the scenario fixes none."""
    return frozenset()


@dataclass(frozen=True, kw_only=True)
class TitleRules(Generic[S]):
    """The rules for the driver: the types of stored data, the steps and the decisions about them."""

    version: str
    """The version of the rules. Raise it whenever they ask or decide something else in a running game: entries recorded
    under another version are replayed without comparing the digests of their states. Before a deploy, `check_replays`
    lists the running games to which the new rules would ask something else. This is neither the version of the server
    nor that of the state's layout (`state_version`).
    """
    state_type: type[S]
    event_type: Any
    form_types: tuple[type[Form[Any]], ...]
    """All forms of the title's questions (tagged structs), to decode stored questions."""
    context_types: tuple[type[Struct], ...] = ()
    """All contexts of the title's questions (tagged structs)."""
    steps: Mapping[str, Step[S]]
    first_step: str
    new_game: Callable[[str, Any], S]
    """Return the first state from (scenario, options). Raises Illegal for options that exclude each other."""
    table: Callable[[S], Table[S]]
    standings: Callable[[S], list[Placing]]
    conserved_counts: Callable[[S], Mapping[str, int]]
    """Counts that no step may change, for the conformance test."""
    upcasts: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = field(default_factory=dict)
    """`upcasts[n]` turns the JSON of a state of version n into that of version n + 1."""
    state_version: int = 1
    deferrable: frozenset[str] = frozenset()
    """Kinds of question within a short sequence, such as a reaction during a turn. While only these are open, news for
    the other seats waits for their own next question or the end of the game.
    """
    has_finished: Callable[[Any], bool] = never_finished
    """Return True for a view whose seat has no more decisions: its next e-mail comes when the game is over."""
    may_talk: Callable[[S, str, str], bool] = always_may_talk
    """Return True if (state, sender, receiver) may talk. Use only the sender's knowledge: a refusal reveals it."""
    talk_rule: str = ""


@dataclass(frozen=True, kw_only=True)
class TitleSecrecy(Generic[S]):
    """The knowledge of each seat, and the functions with which the conformance test finds leaks."""

    view_type: type[Struct]
    view: Callable[[S, str], Struct]
    """Return the view of an audience (a seat, "public" or "umpire") of a state, built up from an empty view."""
    redeal: Callable[[S, str, RandomSource], S]
    """Return another true state that the seat cannot tell from this one. If `pick` always returns 0, return the state
    itself; if it is uniform, the result depends on what the seat knows and never on the true state.
    """
    vary: Callable[[S, str, RandomSource], S] = unvaried_state
    """For the two-worlds test: change further facts of a dealt state that the seat cannot notice, even if the change
    depends on the true state. If `pick` always returns 0, change nothing.
    """
    reshuffle: Callable[[S, RandomSource], S] = unchanged_state
    """Reshuffle only the cards and counters that no seat has seen, for a rewind."""
    equivalent_answer: Callable[[Ask[Any], Any, Ask[Any]], Any] = same_answer
    """For the two-worlds test: return the answer with the same public effect in the other world, or NO_EQUIVALENT."""
    secret_until_revealed: Callable[[Ask[Any]], bool] = never_secret
    """True for questions that need no equivalent answer: only events that disclose the answer show any of it."""
    skipped_if_planned: frozenset[str] = frozenset()
    """Kinds of question that are skipped for a seat with a permanent instruction. The skipped question may reveal that
    an instruction exists, and never which (ADR 5).
    """
    discloses: Callable[[S, Any, str], tuple[str, ...]] = declared_disclosures
    """Return the fields of the event that may teach the seat hidden information, from (state, event, seat) at the
    moment of telling. The rules decide it, not the event's audience.
    """
    visible_step: Callable[[str, str, str], str] = step_key
    """Return the step that an audience is told, from (scenario, step, audience)."""
    leaves: tuple[LeafRule, ...] = ()
    """The seats that may know each leaf of the state, for the conformance test. A leaf without a rule is hidden."""

    def deal_other_world(self, state: S, seat: str, pick: RandomSource) -> S:
        """Return a state that the seat cannot tell from this one; the state itself if `pick` always returns 0."""
        return self.vary(self.redeal(state, seat, pick), seat, pick)


@dataclass(frozen=True, kw_only=True)
class TitlePresentation:
    """The texts and pictures of the title. Functions take (view or event, language)."""

    describe_event: Callable[[Event, str], str]
    """Return the log line of an event."""
    text_board: Callable[[Any, str], str]
    render_board: Callable[[Any, str], RenderedBoard]
    """Return the picture of a view with the hotspots on it, so that a tap can select them."""
    explain_question: Callable[[Ask[Any], str], str]
    """Return the prompt of a question."""
    question_names: Mapping[str, Text] = field(default_factory=dict)
    """Short names of the kinds of question ("torpedoes"), for subjects of e-mails; either all kinds or none."""
    headline: Callable[[Any, str], str]
    email_picture: Callable[[Any, str], Picture] | None = None
    """Return the part of the picture for e-mails, legible at a width of 600 pixels; None shows the whole picture."""
    smallest_text: float = 8.0
    """The size of the smallest text of the whole picture, in its units: it limits the part that a phone can show."""
    picture_parts: Mapping[str, Text] = field(default_factory=dict)
    """Names of the parts of a crowded picture that can be drawn separately."""
    render_part: Callable[[Any, str, str], Picture] = no_picture_parts
    """Return the picture of a part from (view, part, language). Raises KeyError."""
    print_parts: tuple[str, ...] = ()
    """Parts that together show the whole picture in print."""
    group_title: Callable[[Any, str], str] = no_group_title
    """Return the title of the group that the event begins in the log ("Day 3"), or the empty string."""
    emphasis: Callable[[Any], str] = no_emphasis
    """Return the reason to emphasize the event's line: "sinking", "capture", "points", or the empty string."""
    mark_fields: Mapping[str, MarkFields] = field(default_factory=dict)
    """By tag of the event, its fields with tracks, shots and losses, for the replay."""
    phases: Mapping[str, Text] = field(default_factory=dict)
    """Displayed names of the steps, for the log."""
    reference: Reference = ()
    """Reference entries for players: cards, ships, terms."""
    charts: tuple[Chart, ...] = ()
    """The charts and tables of the game, for players without the printed ones."""
    rule_texts: RuleTexts = field(default_factory=dict)
    """What each rule says that a question, a refusal or an option names, in our own words."""
    odds: OddsTable | None = None
    """The chances of one unit against another, from a view; None if the title computes none."""
    inspector: Inspector | None = None
    """The cards of things and places, the seat's units, and distances, from a view; None if the title has none."""
    labels: Labels = id_label
    talk_text: Text = NO_TEXT
    """Players' instructions about press."""
    point_sources: Callable[[Any, Sequence[Any]], tuple[PointSource, ...]] = no_point_sources
    """Return where the points of a finished game came from, from (the umpire's view, all events as the umpire heard
    them, in order).
    """


@dataclass(frozen=True, kw_only=True)
class TitleStandingOrders:
    """Questions that standing orders can answer."""

    kinds: tuple[StandingOrderKind, ...] = ()
    """Kinds of question that conditional rules can answer."""
    plans: Mapping[str, Form[Any]] = field(default_factory=dict)
    """Forms of the kinds whose standing order is a separate plan."""
    facts: Callable[[Any, Ask[Any]], Facts] = no_facts
    """Return the facts that conditions may name, from (own view, question)."""
    alias: Alias = own_name
    """Return the word that may replace an option's id."""
    obsolete_reason: Callable[[Any, Rule], Text | None] = never_obsolete
    """Return why a rule can never apply again, or None."""


class TempoWay(Struct, frozen=True):
    """One way to be asked, in words, and the e-mails that each player then answers in a turn, such as "1.2".

    `value` is the value of the option that chooses it; empty if players choose it during the game.
    """

    name: Text
    emails: str
    value: str = ""


class Tempo(Struct, frozen=True, kw_only=True):
    """How often a title asks its players, from measured games of bots (`./run bench`).

    `option` is the option that chooses the way, and `with_deadlines` its value for a game with deadlines; both are
    empty if players choose the way during the game, by standing orders.
    """

    ways: tuple[TempoWay, ...]
    unit: Text
    """What the e-mails are counted for: "turn"."""
    option: str = ""
    with_deadlines: str = ""


@dataclass(frozen=True, kw_only=True)
class TitleOptions:
    """The options that a host chooses."""

    type: type[Struct]
    """A struct whose fields have defaults."""
    names: Mapping[str, Text] = field(default_factory=dict)
    """Names of the fields ("tempo") and of their values ("tempo/sealed")."""
    notes: Mapping[str, Text] = field(default_factory=dict)
    """Descriptions of the fields' purposes."""
    fixed: Callable[[str], frozenset[str]] = no_fixed_options
    """Return the options without effect in a scenario, because it decides them."""
    tempo: Tempo | None = None
    """How often the title asks its players; None if that is unknown."""

    def choose_tempo(self, options: Mapping[str, Any], *, has_deadlines: bool) -> dict[str, Any]:
        """Return the options with the tempo for a game with deadlines, if none was chosen."""
        tempo = self.tempo
        if tempo is None or not tempo.option or tempo.option in options or not has_deadlines:
            return dict(options)
        return {**options, tempo.option: tempo.with_deadlines}
