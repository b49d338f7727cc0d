"""7 The captain's choice of courses, by the expected damage to both sides and by the goal of the scenario."""

from collections.abc import Callable, Iterator, Sequence

from games.kernel.advice import Named
from games.kernel.text import Text
from games.order_editor.paths import MovementRule, Path
from games.titles.battleships.bot import words
from games.titles.battleships.bot.judgement import Judgement
from games.titles.battleships.bot.places import End, Places, Worth
from games.titles.battleships.components import hexes
from games.titles.battleships.orders.courses import CourseForm, Plot
from games.titles.battleships.orders.orders import Course, CourseOrder, Stop

SIDES = 6


def courses(judge: Judgement, form: CourseForm) -> tuple[CourseOrder, ...]:
    """7.0 Return a course for each ship that can change its course, chosen for the most valuable ship first.

    No two courses end in the same hex.
    """
    answer: list[CourseOrder] = []
    taken = set(form.enemies)
    order = sorted(form.ships, key=lambda one: (-judge.ship(one.ship).value, one.ship))
    is_shut = judge.is_mined if judge.mines or judge.nets else None
    for sailing in order:
        plot = form.plots[sailing.ship]
        if sailing.held or not sailing.most:
            judge.reasons.say(words.STUCK, who=sailing.ship)
            taken.add((*form.steady(sailing.ship), sailing.at)[-1] if not sailing.held else sailing.at)
            continue
        ends = [end for end in reachable(plot, is_shut) if end.at not in taken]
        ends = ends or [end for end in reachable(plot) if end.at not in taken]
        if not ends:
            judge.reasons.say(words.STUCK, who=sailing.ship)
            continue
        places = Places(judge, judge.ship(sailing.ship), plot)
        worths = list(map(places.worth, ends))
        _, _, worth, best = max((sum(worth), end.path, worth, end) for worth, end in zip(worths, ends, strict=True))
        longer: CourseOrder = Course((sailing.ship,), best.path) if best.path else Stop((sailing.ship,))
        if next(form.problems((*answer, longer)), None) is None:
            text, values = _reason(judge, places, best, worths, worth)
            answer.append(judge.reasons.note(longer, text, who=sailing.ship, **values))
            taken.add(best.at)
    return tuple(answer)


def reachable(plot: Plot, is_shut: Callable[[str, str], bool] | None = None) -> Iterator[End]:
    """7.1 to 7.4 Yield the ends of all courses of a ship.

    Each combination of hex, heading and movement points appears once. `is_shut` returns True if the ship must not go
    from the first of two neighbouring hexes to the second.
    """
    ship, movement, neighbours = plot.ship, plot.movement, plot.chart.neighbours
    stops, ways = frozenset(plot.chart.stops), _ways(movement)
    least, most, most_turns = max(ship.least, 1), movement.most, movement.most_turns
    seen = {(ship.at, movement.heading - 1, 0, 0)}
    edge: list[tuple[str, int, int, int, Path]] = [(ship.at, movement.heading - 1, 0, 0, ())]
    if not ship.least:
        yield End((), ship.at, ship.heading, 0)
    while edge:
        at, heading, turns, cost, path = edge.pop()
        beside = neighbours.get(at)
        if not beside or (path and at in stops):
            continue
        for way, price, turn in ways[heading]:
            there, spent, turned = beside[way], cost + price, turns + turn
            if not there or spent > most or turned > most_turns:
                continue
            key = (there, way, turned, spent)
            if key in seen or (is_shut is not None and is_shut(at, there)):
                continue
            seen.add(key)
            longer = (*path, there)
            edge.append((there, way, turned, spent, longer))
            if spent >= least:
                yield End(longer, there, hexes.HEADINGS[way], spent)


def _ways(movement: MovementRule) -> list[list[tuple[int, int, bool]]]:
    """7.4 Return for each heading (0 for A to 5 for F) the possible moves into the next hex.

    A move is (direction, movement points, True if the ship turns).
    """
    found: list[list[tuple[int, int, bool]]] = []
    for heading in range(SIDES):
        sides = [min((way - heading) % SIDES, (heading - way) % SIDES) for way in range(SIDES)]
        found.append(
            [
                (way, 1 + movement.turns[side], bool(side))
                for way, side in enumerate(sides)
                if side < len(movement.turns)
            ]
        )
    return found


def _reason(
    judge: Judgement, places: Places, end: End, worths: Sequence[Worth], best: Worth
) -> tuple[Text, dict[str, Named]]:
    """Return the sentence with the reason for the best course, and the values of its placeholders.

    The reason is the component of its worth (`best`) that exceeds the mean over all courses (`worths`) most.
    """
    if best.leave > 0:
        return words.LEAVE, {"edge": _nearest_edge(judge, end.at, places.edges)}
    others = [one for one in worths if not one.leave]
    sums = map(sum, zip(*others, strict=True))
    gains = {key: len(others) * value - whole for (key, value), whole in zip(best._asdict().items(), sums, strict=True)}
    most = max(gains, key=lambda key: gains[key])
    if gains[most] <= 0:
        return (words.LEAST_BAD if any(map(any, worths)) else words.ANY), {}
    values: dict[str, Named] = {}
    if most == "exit":
        values = {"edge": _nearest_edge(judge, end.at, places.edges)}
    elif most == "guard":
        foe, edges = max(judge.escapes.items(), key=lambda one: places.gap(end.at, *one))
        values = {"foe": foe, "edge": _nearest_edge(judge, judge.berths[foe][0], edges)}
    elif most == "close":
        values = {"foe": min(places.prey, key=lambda foe: places.distance(end.at, foe)).ship.id}
    elif most in ("guns", "torpedoes"):
        damage = places.guns if most == "guns" else places.torpedoes
        values = {"foe": max(judge.foes, key=lambda foe: damage(end, foe)).ship.id}
    return SENTENCES[most], values


SENTENCES = {
    "guns": words.GUNS,
    "torpedoes": words.TORPEDOES,
    "shelter": words.SHELTER,
    "close": words.CLOSE,
    "guard": words.GUARD,
    "exit": words.EXIT,
    "ashore": words.ASHORE,
}


def _nearest_edge(judge: Judgement, at: str, edges: Sequence[str]) -> str:
    return min(edges, key=lambda edge: judge.to_edge(at, (edge,)))
