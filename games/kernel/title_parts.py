"""The parts of a title: rules, secrecy, presentation, standing orders, options and trials, with their defaults.

Every function in them is pure.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar

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
"""Returned by `equivalent_answer` if no answer in the other world has the same public effect."""
NO_TEXT = Text("", "")
NO_TRIALS = Text("This title has no trials.", "このタイトルには試行がありません。")


def same_answer(here: Ask[Any], answer: Any, there: Ask[Any]) -> Any:
    """Return the answer itself if the other world's question is of the same kind and accepts it; else NO_EQUIVALENT.

    `here` and `there` are the questions in the two worlds that the conformance test compares; `answer` is the answer to
    `here`.
    """
    if here.kind != there.kind:
        return NO_EQUIVALENT
    return answer if next(there.form.problems(answer), None) is None else NO_EQUIVALENT


def always_may_talk(state: Any, sender: str, receiver: str) -> bool:
    """Return True: every seat may talk to every other seat."""
    return True


def no_facts(view: Any, question: Ask[Any]) -> Facts:
    """Return no facts: standing orders have no conditions."""
    return {}


def own_name(option: str) -> str:
    """Return the option's id itself: it has no alias."""
    return option


def never_finished(view: Any) -> bool:
    """Return False: no seat has finished before the game is over, so each may still have decisions."""
    return False


def never_obsolete(view: Any, rule: Rule) -> Text | None:
    """Return None: a standing order never becomes obsolete."""
    return None


def declared_disclosures(state: Any, event: Any, seat: str) -> tuple[str, ...]:
    """Return the fields that the event itself declares as disclosed to the seat."""
    disclosed: tuple[str, ...] = event.discloses(seat)
    return disclosed


def never_secret(question: Ask[Any]) -> bool:
    """Return False: no answer stays secret, because other seats may see it or its consequences."""
    return False


def step_key(scenario: str, step: str, audience: str) -> str:
    """Return `step` unchanged: every audience knows the current step."""
    return step


def no_group_title(event: Any, language: str) -> str:
    """Return the empty string: the event begins no new group in the log."""
    return ""


def no_emphasis(event: Any) -> str:
    """Return the empty string: no line of the log is emphasized."""
    return ""


def no_point_sources(view: Any, events: Sequence[Any]) -> tuple[PointSource, ...]:
    """Return no sources of points."""
    return ()


def no_picture_parts(view: Any, part: str, language: str) -> Picture:
    """Raise KeyError: the picture has no parts."""
    raise KeyError(part)


def unchanged_state(state: S, pick: RandomSource) -> S:
    """Return the state unchanged: every piece of information is known to a seat."""
    return state


def unvaried_state(state: S, seat: str, pick: RandomSource) -> S:
    """Return the state unchanged, for a title whose redeal already varies all hidden information."""
    return state


def no_idle_kinds(options: Any) -> frozenset[str]:
    """Return an empty set: a game may ask every kind."""
    return frozenset()


def no_fixed_options(scenario: str) -> frozenset[str]:
    """Return no options: the scenario fixes none."""
    return frozenset()


@dataclass(frozen=True, kw_only=True)
class TitleRules(Generic[S]):
    """The rules that the driver plays: the types of stored data, the steps, and the result of a game."""

    version: str
    """The version of the rules. Raise it whenever the rules ask or decide something else in a running game: journal
    entries of another version are replayed without comparing the digests of their states. Before a deploy,
    `check_replays` lists the running games in which the new rules would ask something else. This is neither the version
    of the server nor that of the state's layout (`state_version`).
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
    win_shares: Callable[[S], Mapping[str, float]] | None = None
    """Return each seat's share of the win in a final state: 1 for a winner, 0 for a loser, a fraction in a tie. None:
    the seats in first place share the win. A title whose seats can win together needs this function.
    """
    conserved_counts: Callable[[S], Mapping[str, int]]
    """Return counts of a state that no step may change, such as that of all cards, by name, to find lost counters."""
    upcasts: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = field(default_factory=dict)
    """`upcasts[n]` turns the JSON of a state of version n into that of version n + 1."""
    state_version: int = 1
    deferrable: frozenset[str] = frozenset()
    """Kinds of question within a short sequence, such as a reaction during a turn. While only these are open, the other
    seats get no e-mail about events: the e-mail waits for their own next question or the end of the game.
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
    """Return the view of an audience from (state, audience: a seat, "public" or "umpire"), built from an empty view."""
    redeal: Callable[[S, str, RandomSource], S]
    """Return a random state that the seat cannot tell from the given one, from (state, seat, `pick`). If the random
    source `pick` always returns 0, return the state itself; if it is uniform, the result depends only on what the seat
    knows.
    """
    vary: Callable[[S, str, RandomSource], S] = unvaried_state
    """For the two-worlds test: return the result of `redeal` with further hidden facts changed, from (state, seat,
    `pick`). Unlike in `redeal`, the change may depend on the true state. If `pick` always returns 0, change nothing.
    """
    reshuffle: Callable[[S, RandomSource], S] = unchanged_state
    """For a rewind: return the state with the unseen cards and counters reshuffled, from (state, `pick`)."""
    equivalent_answer: Callable[[Ask[Any], Any, Ask[Any]], Any] = same_answer
    """For the two-worlds test: return the answer with the same public effect in the other world, or NO_EQUIVALENT, from
    (question, its answer, question in the other world).
    """
    secret_until_revealed: Callable[[Ask[Any]], bool] = never_secret
    """Return True for a question whose answer is secret until an event discloses it. No equivalent answer is needed."""
    skipped_if_planned: frozenset[str] = frozenset()
    """Kinds of question that are skipped if the seat has given a permanent instruction for them. Other seats may notice
    that an instruction exists, but never which instruction (ADR 5).
    """
    discloses: Callable[[S, Any, str], tuple[str, ...]] = declared_disclosures
    """Return the fields of an event that may teach the seat hidden information, from (state, event, seat), at the
    moment when the event is announced. This is decided by the rules, not by the event's audience.
    """
    visible_step: Callable[[str, str, str], str] = step_key
    """Return the key of the step that an audience sees as the current one, from (scenario, step, audience)."""
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
    """Return the picture of a view, with the hotspots where a tap selects a value."""
    explain_question: Callable[[Ask[Any], str], str]
    """Return the prompt of a question."""
    question_names: Mapping[str, Text] = field(default_factory=dict)
    """Short names of the kinds of question ("torpedoes"), for subjects of e-mails; either all kinds or none."""
    headline: Callable[[Any, str], str]
    email_picture: Callable[[Any, str], Picture] | None = None
    """Return the part of the picture for e-mails, legible at a width of 600 pixels; None: e-mails show all of it."""
    smallest_text: float = 8.0
    """The size of the smallest text, in units of the picture. This size limits the part that a phone can show."""
    picture_parts: Mapping[str, Text] = field(default_factory=dict)
    """Names of the parts of a crowded picture that can be drawn separately, by key."""
    render_part: Callable[[Any, str, str], Picture] = no_picture_parts
    """Return the picture of a part from (view, part, language). Raises KeyError for an unknown part."""
    print_parts: tuple[str, ...] = ()
    """The parts of the picture that a printout shows, one after another, to cover the whole picture."""
    group_title: Callable[[Any, str], str] = no_group_title
    """Return the title of the group that the event begins in the log ("Day 3"), or the empty string."""
    emphasis: Callable[[Any], str] = no_emphasis
    """Return the reason to emphasize the event's line: "sinking", "capture", "points", or the empty string."""
    mark_fields: Mapping[str, MarkFields] = field(default_factory=dict)
    """The fields of events with tracks, shots and losses, by tag of the event, for the replay."""
    phases: Mapping[str, Text] = field(default_factory=dict)
    """Displayed names of the steps, for the log."""
    reference: Reference = ()
    """Reference entries for players: cards, ships, terms."""
    charts: tuple[Chart, ...] = ()
    """The charts and tables of the game, for players without the printed ones."""
    rule_texts: RuleTexts = field(default_factory=dict)
    """The meaning, in our own words, of each rule that a question, a refusal or an option names."""
    odds: OddsTable | None = None
    """The chances of one unit against another, from a view; None if the title computes none."""
    inspector: Inspector | None = None
    """The functions that inspect things and places and measure distances, from a view; None if the title has none."""
    labels: Labels = id_label
    talk_text: Text = NO_TEXT
    """Instructions to the players about messages between them (press)."""
    point_sources: Callable[[Any, Sequence[Any]], tuple[PointSource, ...]] = no_point_sources
    """Return the sources of the points of a finished game, from (the umpire's view, all events in order, as the umpire
    received them).
    """


@dataclass(frozen=True, kw_only=True)
class TitleStandingOrders:
    """The questions that standing orders can answer, and the functions for their conditions and answers."""

    kinds: tuple[StandingOrderKind, ...] = ()
    """The kinds of question that a list of rules with conditions can answer."""
    idle_kinds: Callable[[Any], frozenset[str]] = no_idle_kinds
    """Return the kinds that a game never asks, from its options."""
    plans: Mapping[str, Form[Any]] = field(default_factory=dict)
    """Forms of the plans that serve as standing orders for kinds of question without conditional rules, by kind."""
    facts: Callable[[Any, Ask[Any]], Facts] = no_facts
    """Return the facts that conditions may name, from (own view, question)."""
    alias: Alias = own_name
    """Return the word that players may write for an option's id."""
    obsolete_reason: Callable[[Any, Rule], Text | None] = never_obsolete
    """Return why a rule can never apply again, or None, from (own view, rule)."""


class TempoMode(Struct, frozen=True):
    """A way in which a title asks its players, such as one question for all reactions of a turn."""

    name: Text
    emails: str
    """The number of e-mails that each player answers in a turn, such as "1.2"."""
    value: str = ""
    """The value of the option that chooses this mode; empty if players choose it during the game."""


class Tempo(Struct, frozen=True, kw_only=True):
    """How often a title asks its players, from measured games of bots (`./run bench`)."""

    modes: tuple[TempoMode, ...]
    unit: Text
    """The period for which the e-mails are counted, such as "turn"."""
    option: str = ""
    """The key of the option that chooses the mode; empty if players choose it during the game, by standing orders."""
    with_deadlines: str = ""
    """The value of this option for a game with deadlines; empty if `option` is."""


@dataclass(frozen=True, kw_only=True)
class TitleOptions:
    """The options that a host chooses."""

    type: type[Struct]
    """The type of the options: a struct whose fields all have defaults."""
    names: Mapping[str, Text] = field(default_factory=dict)
    """Names of the fields ("tempo") and of their values ("tempo/sealed")."""
    notes: Mapping[str, Text] = field(default_factory=dict)
    """Descriptions of the options, by field."""
    fixed: Callable[[str], frozenset[str]] = no_fixed_options
    """Return the keys of the options that have no effect in a scenario, because it fixes them."""
    tempo: Tempo | None = None
    """How often the title asks its players; None if that is unknown."""

    def choose_tempo(self, options: Mapping[str, Any], *, has_deadlines: bool) -> dict[str, Any]:
        """Return the options with the tempo that the title prefers for a game with deadlines, if none was chosen.

        Otherwise return the options unchanged. `has_deadlines` is true for a game with deadlines.
        """
        tempo = self.tempo
        if tempo is None or not tempo.option or tempo.option in options or not has_deadlines:
            return dict(options)
        return {**options, tempo.option: tempo.with_deadlines}


class TrialFigure(Struct, frozen=True):
    """A figure of a trial, such as points, hits or losses."""

    key: str
    name: Text
    value: float
    wish: Literal["more", "less", ""] = ""
    """Whether the seat prefers a high ("more") or a low ("less") value; empty: neither."""


def allow_trials(scenario: str) -> Text | None:
    """Return None: every scenario has trials."""
    return None


def no_figures(before: Any, after: Any) -> tuple[TrialFigure, ...]:
    """Return no figures."""
    return ()


@dataclass(frozen=True, kw_only=True)
class TitleTrials(Generic[S]):
    """How a seat tries orders in invented worlds, without the true state (ADR 31).

    A title without `known_state` has no trials; `reason` says why.
    """

    kinds: frozenset[str] = frozenset()
    """The kinds of question that can be tried. Before such a question, its step may only ask the same seat and make
    `open_rolls`.
    """
    known_state: Callable[[S, str], S] | None = None
    """Return a state built from the seat's knowledge alone, from (state at the beginning of the step, seat). Two states
    that the seat cannot tell apart give the same bytes: every secret of another seat gets a fixed value.
    """
    deal: Callable[[S, str, RandomSource], S] | None = None
    """Return an invented world, with everything hidden dealt at random, from (known state, seat, random source). None:
    the title's `redeal` is used.
    """
    unfit_steps: frozenset[str] = frozenset()
    """Steps whose questions cannot be tried, because something hidden is shown in the step before they are asked."""
    open_rolls: frozenset[str] = frozenset()
    """Rolls before the question whose dice everybody saw: the parts of their keys before the first full stop."""
    defaults: frozenset[str] = frozenset()
    """Kinds of question whose default answer carries out earlier orders: in a trial, the seat gives the default."""
    horizon: int = 0
    """The number of turns or days after which a trial ends if its kind of question does not come again; 0: never."""
    figures: Callable[[Any, Any], tuple[TrialFigure, ...]] = no_figures
    """Return the figures of a trial from the seat's views (before, after). Keys and their order are always the same."""
    refusal: Callable[[str], Text | None] = allow_trials
    """Return why a scenario has no trials, or None for a scenario with trials."""
    reason: Text = NO_TRIALS
