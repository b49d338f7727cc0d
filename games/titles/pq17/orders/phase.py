"""3.2a The form of a player phase: everything that its player orders before anything is found."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import Any

from games.kernel.byhand.changes import Change
from games.kernel.byhand.chart import Chart, Walk
from games.kernel.byhand.prices import Outlook, Purse
from games.kernel.byhand.taps import purses_of
from games.kernel.errors import Problem
from games.kernel.forms import Json, Pick
from games.kernel.limits import Note
from games.kernel.orders import Orders, Way
from games.kernel.text import Labels
from games.titles.pq17.orders.doctrine import Standing, named_in_orders
from games.titles.pq17.orders.formations import Formations
from games.titles.pq17.orders.missions import Missions
from games.titles.pq17.orders.moves import Moves
from games.titles.pq17.orders.orders import ORDERS, AnyOrder
from games.titles.pq17.orders.parts import Part
from games.titles.pq17.orders.special import Specials
from games.titles.pq17.orders.together import sent_along
from games.titles.pq17.orders.waters import ruled

MOST = 60
"""Orders of a phase."""
ASKED = 4
"""Of so many answers at random one asks to be asked about air attacks."""
TRIED = 5
"""Orders that a random answer tries."""


class PhaseForm(Orders[AnyOrder], frozen=True, kw_only=True, dict=True, tag="pq17.orders"):
    """The orders of a phase, by chapters. `forces` are all forces of the side, by their places and blocks. Without
    any order all carry on as was written.
    """

    order_types = ORDERS

    forces: tuple[str, ...] = ()
    moves: Moves = Moves()
    missions: Missions = Missions()
    specials: Specials = Specials()
    formations: Formations = Formations()

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The chapters."""
        return (self.moves, self.missions, self.specials, self.formations)

    def most(self) -> int:
        return MOST

    def named(self, labels: Labels) -> Labels:
        return named_in_orders(labels)

    def ways(self) -> tuple[Way, ...]:
        return tuple(chain.from_iterable(part.ways() for part in self.parts))

    def closed(self) -> Iterable[Way]:
        return (*self.moves.closed(), *self.missions.closed())

    def at_rest(self) -> frozenset[str]:
        return self.moves.at_rest()

    def whereabouts(self) -> dict[str, tuple[str, ...]]:
        return self.moves.whereabouts()

    def charts(self) -> dict[str, Chart]:
        return self._charts

    @cached_property
    def _charts(self) -> dict[str, Chart]:
        return {name: chart for part in self.parts for name, chart in part.charts().items()}

    def unwalkable(self, where: str, chart: Chart, walk: Walk, path: tuple[str, ...]) -> Iterator[Problem]:
        return ruled(super().unwalkable(where, chart, walk, path), self.moves.waters.get(walk.chart), path)

    def purses(self) -> tuple[Purse, ...]:
        return self._purses

    @cached_property
    def _purses(self) -> tuple[Purse, ...]:
        return tuple(purse for part in self.parts for purse in part.purses())

    def conflicts(self, answer: tuple[AnyOrder, ...]) -> Iterator[Problem]:
        kinds = {type(order) for order in answer}
        for part in self.parts:
            if not part.judged.isdisjoint(kinds):
                yield from part.conflicts(answer)

    def changes(self, draft: Any, value: str, acting: Sequence[str]) -> Iterable[Change]:
        """7.1.3 One raid on a target: who is sent there as well goes with the others."""
        specials = self.specials
        going = [one for one in acting if value in specials.raided and one in specials.raiders]
        return (*sent_along(draft, "raid", "on", value, going), *super().changes(draft, value, acting))

    def limits(self) -> Iterator[Json]:
        for part in self.parts:
            yield from part.limits()

    def notes(self) -> Iterator[Note]:
        for part in self.parts:
            yield from part.notes()

    def outlook(self, draft: Any) -> Outlook:
        """What each chapter knows of a draft; how far a way leads stands beside when it ends."""
        lines = (line for part in self.parts for line in part.lines(self, draft))
        return Outlook(tuple(lines), purses_of(self, draft))

    def is_forced(self) -> bool:
        """Everybody is asked in his phase, so that being asked tells nothing."""
        return False

    def example(self) -> tuple[AnyOrder, ...]:
        """The first order that can be given alone; one that could lead somewhere does."""
        for way in self.listed:
            answer = self.read([self._shown_order(way)])
            if next(self.problems(answer), None) is None:
                return answer
        return self.default()

    def _shown_order(self, way: Way) -> Json:
        """5.0 The first order of a way, and a hex beside the start where its path can lead: without one nobody at sea
        goes anywhere else.
        """
        order = self._first_order(way)
        for field in way.fields:
            if field.walk is None or field.required:
                continue
            beside = self._charts[field.walk.chart].ways.get(field.walk.start, ())
            near = [place for place in self._values(way, field, order) if place in beside]
            order |= {field.name: near[:1]} if near else {}
        return order

    def sample(self, pick: Pick) -> tuple[AnyOrder, ...]:
        """Some orders at random, as far as they go together."""
        ways = self.listed
        answer: tuple[AnyOrder, ...] = ()
        for _ in range(pick(min(len(ways), TRIED) + 1)):
            (order,) = self.read([self._sampled(ways[pick(len(ways))], pick)])
            if self.agrees(answer, order):
                answer = (*answer, order)
        return answer if pick(ASKED) else self._asked_about_air(answer)

    def _asked_about_air(self, answer: tuple[AnyOrder, ...]) -> tuple[AnyOrder, ...]:
        """7.2 Of all instructions this one opens questions that are never asked without it."""
        order = Standing("asks_air", "once")
        return (*answer, order) if self.goes_with(answer, order) else answer

    def _sampled(self, way: Way, pick: Pick) -> Json:
        """An order of this way; a convoy's route by a hex on the way to its port."""
        if way.verb != "route":
            return self._sample_order(way, pick)
        convoy, to = way.fields[0].values[0], way.fields[1].values
        chosen = to[pick(len(to))]
        return {"order": "route", "convoy": convoy, "to": chosen, "way": [self.moves.ports[chosen]]}
