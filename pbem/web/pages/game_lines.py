"""Games and seats in words for the pages."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from operator import itemgetter
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import registry
from games.kernel.notation import display_verb
from games.kernel.requests import Ask
from games.kernel.text import Text
from games.kernel.title import Title
from games.models import Game, Player
from games.orders.order_set import Orders
from games.persistence.bot_hints import describe_hint_rule
from games.selectors.advice import AdviceRequest
from games.selectors.decisions import Decision
from games.selectors.games import GameState, SeatState, build_game_states
from games.selectors.invitations import find_reserved_seats
from games.selectors.mail_delivery import list_unreachable_seats
from pbem.web.pages.bot_names import get_bot_name

_NOTATION = re.compile(r"`([a-z]+(?:-[a-z]+)*)`|(?<![A-Za-z-])([a-z]+(?:-[a-z]+)+) (?=[^\x00-\x7f])")
"""A word of the notation in a question's text: between backticks, or a word with a hyphen in a Japanese sentence."""
STATUS_WORDS = {str(value): label for value, label in Game.Status.choices}


@dataclass(frozen=True)
class SeatLine:
    """One seat in a list of a game's seats, in the reader's language."""

    role: str
    """The seat's key."""
    name: str
    """The seat's name for players."""
    who: str
    """Its occupant in words."""
    kind: str
    """"player", "bot" or "open"."""
    mine: bool
    """True if the reader holds the seat."""
    awaited: bool
    """True if the game waits for the seat's answer, and the reader may know that."""
    due_at: datetime | None
    """The deadline of that answer; None if there is none."""
    free: bool
    """True if the reader may take the seat now."""
    away_until: date | None = None
    """The last day of the player's vacation; None if there is none now."""
    late: bool = False
    """True if the deadline has passed without an answer."""
    absent: bool = False
    """True if the player has missed too many deadlines in a row."""
    stand_in: str = ""
    """The key of the bot that answers for the player; empty if none does."""
    reserves_called: bool = False
    """True if reserves were asked to take the seat."""


@dataclass(frozen=True)
class GameLine:
    """One game in a list, or at the top of its own page, in the reader's language."""

    state: GameState
    """The game's data that the reader may see."""
    title: str
    """The name of the title."""
    scenario: str
    """The name of the scenario."""
    status: str
    """The game's status in words."""
    waits_for: tuple[str, ...]
    """What the host or umpire must do before a stopped game continues, in sentences."""
    agreed: tuple[str, ...]
    """The game's options that are not off, in words."""
    time: tuple[str, ...]
    """The game's clock in sentences."""
    policy: tuple[str, ...]
    """Who sees whose turn it is, and what happens if a player is absent, in sentences."""
    seats: tuple[SeatLine, ...]
    """The game's seats."""
    hints: tuple[str, ...] = ()
    """The game's rule about hints, and the number of hints that each seat asked for, as far as the reader may see."""
    unread: int = 0
    """The number of unread messages to the reader's own seats; 0 on pages that do not count them."""

    @property
    def empty_seats(self) -> tuple[str, ...]:
        """Return the names of the seats that nobody has taken."""
        return tuple(seat.name for seat in self.seats if seat.kind == "open")

    @property
    def mine(self) -> tuple[SeatLine, ...]:
        """Return the reader's own seats."""
        return tuple(seat for seat in self.seats if seat.mine)


def build_game_lines(player: Player, games: list[Game], language: str) -> list[GameLine]:
    """Return a line for each of these games, with what the player may see of the game."""
    states = build_game_states(player, games)
    kept = find_reserved_seats(player, [game for game in games if game.status == Game.Status.OPEN])
    found = zip(states, games, strict=True)
    return [_line(state, game, kept.get(game.pk, frozenset()), language) for state, game in found]


def _line(state: GameState, game: Game, kept: frozenset[str], language: str) -> GameLine:
    title = registry.title_for_names(game)
    scenario = title.scenarios.get(state.scenario)
    due = {one.seat: one.due_at for one in state.awaited}
    return GameLine(
        state=state,
        title=title.name.get(language),
        scenario=scenario.name.get(language) if scenario else state.scenario,
        waits_for=tuple(one.get(language) for one in state.waits_for),
        status=str(STATUS_WORDS.get(state.status, state.status)),
        agreed=tuple(_agreed(title, state.options, language)),
        time=tuple(one.get(language) for one in state.clock_description),
        policy=tuple(
            one.get(language) for one in (*state.metadata_visibility_description, state.absence_policy_description)
        ),
        hints=(describe_hint_rule(allowed=state.hints_allowed).get(language), *_hints(state, language)),
        seats=tuple(
            _seat(seat, state, due, language, who=who, free=_takes(seat, game, state, kept))
            for seat in state.seats
            for who in (_("reserved for you") if seat.role in kept else _who(seat, title, language),)
        ),
    )


def _hints(state: GameState, language: str) -> Iterator[str]:
    """Yield how many hints each player's seat asked for; seats without hints are listed only when the game is over."""
    ended = state.hints_allowed and state.status == Game.Status.OVER
    for seat in state.seats:
        count = state.hints_used.get(seat.role, 0)
        if (count or ended) and not seat.bot:
            hints = ngettext("%(count)d hint", "%(count)d hints", count) % {"count": count}
            yield f"{seat.name.get(language)}: {hints}"


def _agreed(title: Title[Any], options: dict[str, Any], language: str) -> Iterator[str]:
    """Yield each option of a game that is not off, in words."""
    for field, value in options.items():
        name = get_option_name(title, field, language)
        if value is True:
            yield name
        elif value is not False and value is not None:
            chosen = get_option_name(title, f"{field}/{value}", language) if isinstance(value, str) else str(value)
            yield f"{name}: {chosen}"


def get_option_name(title: Title[Any], option: str, language: str) -> str:
    """Return the name of an option (its key) or of one of its values (`key/value`)."""
    return title.option_name(option).get(language)


def _seat(
    seat: SeatState, state: GameState, due: dict[str, datetime | None], language: str, *, who: str, free: bool
) -> SeatLine:
    return SeatLine(
        role=seat.role,
        name=seat.name.get(language),
        who=who,
        kind=seat.kind,
        mine=seat.role in state.my_seats,
        awaited=seat.role in due,
        due_at=due.get(seat.role),
        away_until=seat.away_until,
        late=seat.role in {one.seat for one in state.awaited if one.late},
        absent=seat.absent,
        stand_in=seat.stand_in,
        reserves_called=seat.reserves_called,
        free=free,
    )


def _takes(seat: SeatState, game: Game, state: GameState, kept: frozenset[str]) -> bool:
    """Return True if the reader may take the seat now: it is open, and reserved for the reader or for nobody.

    `kept` are the seats that are reserved for the reader.
    """
    if seat.kind != "open" or game.status != Game.Status.OPEN or (state.my_seats and not game.several_seats):
        return False
    return seat.role in kept or not (seat.reserved or seat.by_invitation)


def _who(seat: SeatState, title: Title[Any], language: str) -> str:
    if seat.kind == "bot":
        return get_bot_name(title, seat.bot, language)
    if seat.kind == "open":
        free = _("by invitation") if seat.by_invitation else _("free")
        return _("reserved") if seat.reserved else free
    return seat.player or _("former player")


def get_seat_name(game: Game, role: str, language: str) -> str:
    """Return the name for players of a seat's role, or of "public" or "umpire"."""
    words = {"public": Text("Spectators", "観戦者"), "umpire": Text("Umpire (truth)", "審判（真実）")}
    scenario = registry.title_for_names(game).scenarios.get(game.scenario)
    names = scenario.role_names if scenario else {}
    return (names.get(role) or words.get(role) or Text(role, role)).get(language)


@dataclass(frozen=True)
class StandingLine:
    """One seat in the final standings, in the reader's language."""

    place: int
    points: float
    name: str
    """The seat's name for players."""
    who: str
    """Its occupant in words; empty if the reader does not learn it."""
    detail: str
    """The result in words; empty if the title gives none."""


def list_standings(game: Game, language: str, occupants: Mapping[str, str] | None = None) -> list[StandingLine]:
    """Return the final standings, the winner first; [] until the game is over. `occupants`: by the seat's role."""
    return [
        StandingLine(
            place=one["place"],
            points=one["points"],
            name=get_seat_name(game, one["seat"], language),
            who=(occupants or {}).get(one["seat"], ""),
            detail=one.get("detail", {}).get(language, ""),
        )
        for one in sorted(game.standings or [], key=itemgetter("place"))
    ]


@dataclass(frozen=True)
class DecisionLine:
    """An open decision in a list of decisions, in the reader's language."""

    decision: Decision
    prompt: str
    """The text of the question."""
    title: str
    """The name of the title."""
    seat: str
    """The name of the seat that is asked."""


def build_decision_line(decision: Decision, language: str) -> DecisionLine:
    """Return the line of a decision in the reader's language."""
    return DecisionLine(
        decision=decision,
        prompt=format_prompt(decision, language),
        title=registry.title_for_names(decision.game).name.get(language),
        seat=get_seat_name(decision.game, decision.seat, language),
    )


@dataclass(frozen=True)
class AdviceLine:
    """Another seat's decision on which the reader may give advice, in a list."""

    wanted: AdviceRequest
    """The decision, with the reader's advice so far."""
    prompt: str
    """The text of the question."""
    seat: str
    """The name of the seat that decides."""


def build_advice_line(wanted: AdviceRequest, language: str) -> AdviceLine:
    """Return the line of another seat's decision in the reader's language."""
    name = get_seat_name(wanted.game, wanted.seat, language)
    return AdviceLine(wanted, format_prompt(wanted, language), name)


def list_unreachable_names(game: Game, language: str) -> list[str]:
    """Return the names of the seats whose players' e-mails bounce. For the umpire only."""
    return [get_seat_name(game, role, language) for role in list_unreachable_seats(game.pk)]


_QUOTED = Text("“{}”", "「{}」")


def format_prompt(question: Decision | AdviceRequest, language: str) -> str:
    """Return the text of a question in the reader's language, for a page.

    Words of the notation, which the text has for e-mails, are replaced by the names of the orders.
    """
    form, text = question.question.form, question.question.prompt.get(language)
    if not _NOTATION.search(text) or not isinstance(form, Orders):
        return text
    labels, verbs = (
        registry.game_title(question.game).presentation.labels,
        {display_verb(way.verb): way.verb for way in form.cached_templates},
    )
    quoted = _QUOTED.get(language)

    def named(found: re.Match[str]) -> str:
        word = found[1] or found[2]
        return quoted.format(labels(verbs[word]).get(language)) if word in verbs else found[0]

    return _NOTATION.sub(named, text)


def format_explanation(title: Title[Any], question: Ask[Any], language: str) -> str:
    """Return the explanation of a question without the question's text, which is the page's heading."""
    return title.presentation.explain_question(question, language).removeprefix(question.prompt.get(language)).strip()


def get_question_name(title: Title[Any], kind: str, language: str) -> str:
    """Return the short name of a kind of question, such as "torpedoes"; "your decision" if the kind has no name."""
    name = title.presentation.question_names.get(kind)
    return name.get(language) if name is not None else _("your decision")
