"""Games and seats, put into words for the pages."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.utils.translation import gettext as _

from games import registry
from games.kernel.notation import as_verb
from games.kernel.orders import Orders
from games.kernel.requests import Ask
from games.kernel.text import Text
from games.kernel.title import Title
from games.models import Game, Player
from games.selectors.advice import AdviceWanted
from games.selectors.decisions import Decision
from games.selectors.delivery import unreachable_seats
from games.selectors.games import GameState, SeatState, game_states
from games.selectors.invitations import kept_for

_NOTATION = re.compile(r"`([a-z]+(?:-[a-z]+)*)`|(?<![A-Za-z-])([a-z]+(?:-[a-z]+)+) (?=[^\x00-\x7f])")
"""A word of the notation in a question: between backticks, or with a hyphen in a Japanese sentence."""
STATUS_WORDS = {str(value): label for value, label in Game.Status.choices}


@dataclass(frozen=True)
class SeatLine:
    """One seat as a page shows it."""

    role: str
    name: str
    who: str
    kind: str
    mine: bool
    awaited: bool
    due_at: datetime | None
    free: bool
    away_until: date | None = None
    late: bool = False
    absent: bool = False
    stand_in: str = ""
    reserves_called: bool = False


@dataclass(frozen=True)
class GameLine:
    """One game in a list, or at the head of its own page."""

    state: GameState
    title: str
    scenario: str
    status: str
    waits_for: tuple[str, ...]
    agreed: tuple[str, ...]
    time: tuple[str, ...]
    policy: tuple[str, ...]
    seats: tuple[SeatLine, ...]
    unread: int = 0
    """Messages to the reader's own seats, where a page counts them."""

    @property
    def mine(self) -> tuple[SeatLine, ...]:
        """The reader's own seats."""
        return tuple(seat for seat in self.seats if seat.mine)


def game_lines(player: Player, games: list[Game], language: str) -> list[GameLine]:
    """Games in the reader's words."""
    states = game_states(player, games)
    kept = kept_for(player, [game for game in games if game.status == Game.Status.OPEN])
    found = zip(states, games, strict=True)
    return [_line(state, game, kept.get(game.pk, frozenset()), language) for state, game in found]


def _line(state: GameState, game: Game, kept: frozenset[str], language: str) -> GameLine:
    title = registry.naming_title(game)
    scenario = title.scenarios.get(state.scenario)
    due = {one.seat: one.due_at for one in state.awaited}
    return GameLine(
        state=state,
        title=title.name.get(language),
        scenario=scenario.name.get(language) if scenario else state.scenario,
        waits_for=tuple(one.get(language) for one in state.waits_for),
        status=str(STATUS_WORDS.get(state.status, state.status)),
        agreed=tuple(_agreed(title, state.options, language)),
        time=tuple(one.get(language) for one in state.clock_words),
        policy=tuple(one.get(language) for one in (*state.openness_words, state.absence_words)),
        seats=tuple(
            _seat(seat, state, due, language, kept=seat.role in kept, free=_takes(seat, game, state, kept))
            for seat in state.seats
        ),
    )


def _agreed(title: Title[Any], options: dict[str, Any], language: str) -> Iterator[str]:
    """The options that are played, in words."""
    for field, value in options.items():
        name = option_name(title, field, language)
        if value is True:
            yield name
        elif value is not False and value is not None:
            chosen = option_name(title, f"{field}/{value}", language) if isinstance(value, str) else str(value)
            yield f"{name}: {chosen}"


def option_name(title: Title[Any], option: str, language: str) -> str:
    """What an option, or a value of one (`field/value`), is called; without a name its own words."""
    return title.option_name(option).get(language)


def _seat(
    seat: SeatState, state: GameState, due: dict[str, datetime | None], language: str, *, kept: bool, free: bool
) -> SeatLine:
    return SeatLine(
        role=seat.role,
        name=seat.name.get(language),
        who=_("kept for you") if kept else _who(seat),
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
    """Whether the reader may sit down there: on a seat that is kept for the reader, or for nobody."""
    if seat.kind != "open" or game.status != Game.Status.OPEN or (state.my_seats and not game.several_seats):
        return False
    return seat.role in kept or not (seat.reserved or seat.by_invitation)


def _who(seat: SeatState) -> str:
    if seat.kind == "bot":
        return _("Bot “%(name)s”") % {"name": seat.bot}
    if seat.kind == "open":
        free = _("by invitation") if seat.by_invitation else _("free")
        return _("kept for somebody") if seat.reserved else free
    return seat.player or _("empty chair")


def seat_name(game: Game, role: str, language: str) -> str:
    """What players call a seat, the public or the umpire."""
    words = {"public": Text("Spectators", "観戦者"), "umpire": Text("Umpire (truth)", "審判（真実）")}
    scenario = registry.naming_title(game).scenarios.get(game.scenario)
    names = scenario.names if scenario else {}
    return (names.get(role) or words.get(role) or Text(role, role)).get(language)


@dataclass(frozen=True)
class DecisionLine:
    """An open decision in a list."""

    decision: Decision
    prompt: str
    title: str
    seat: str


def decision_line(decision: Decision, language: str) -> DecisionLine:
    """A decision in the reader's words."""
    return DecisionLine(
        decision=decision,
        prompt=prompt_of(decision, language),
        title=registry.naming_title(decision.game).name.get(language),
        seat=seat_name(decision.game, decision.seat, language),
    )


@dataclass(frozen=True)
class AdviceLine:
    """Somebody else's decision on which the reader may advise."""

    wanted: AdviceWanted
    prompt: str
    seat: str


def advice_line(wanted: AdviceWanted, language: str) -> AdviceLine:
    """A decision of another seat in the reader's words."""
    name = seat_name(wanted.game, wanted.seat, language)
    return AdviceLine(wanted, prompt_of(wanted, language), name)


def unreachable_names(game: Game, language: str) -> list[str]:
    """The seats whose letters come back, for the umpire alone."""
    return [seat_name(game, role, language) for role in unreachable_seats(game.pk)]


def prompt_of(asked: Decision | AdviceWanted, language: str) -> str:
    """A question in the reader's words: with the names of orders for the words of the notation, which only letters
    write.
    """
    form, text = asked.question.form, asked.question.prompt.get(language)
    if not _NOTATION.search(text) or not isinstance(form, Orders):
        return text
    labels, verbs = registry.game_title(asked.game).labels, {as_verb(way.verb): way.verb for way in form.listed}
    quoted = "「{}」" if language == "ja" else "“{}”"

    def named(found: re.Match[str]) -> str:
        word = found[1] or found[2]
        return quoted.format(labels(verbs[word]).get(language)) if word in verbs else found[0]

    return _NOTATION.sub(named, text)


def explained(title: Title[Any], question: Ask[Any], language: str) -> str:
    """What a question is about, beside the question itself: pages have that as their heading already."""
    return title.explain(question, language).removeprefix(question.prompt.get(language)).strip()
