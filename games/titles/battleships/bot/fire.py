"""5, 6 Whom the captain fires and launches at: the most that may be expected, in sixths of what ships are worth."""

from collections import Counter
from collections.abc import Iterator

from games.titles.battleships.bot.judgement import Judgement
from games.titles.battleships.orders.orders import Bombard, FireOrder, Launch, Secondary, StarShell, Target
from games.titles.battleships.orders.targets import Aim, TargetForm
from games.titles.battleships.orders.torpedoes import Salvo, TorpedoForm

AMONG = 6
"""How much in a hundred a target is preferred for each marker on it already: ships half sunk fight on."""
LEAST = 30_000
"""Torpedoes are kept for a better chance than this: a little over half a step of a capital ship."""
LAST_CHANCE = 3
"""In the last turns whatever can be launched is."""


def targets(judge: Judgement, form: TargetForm) -> tuple[FireOrder, ...]:
    """5.1 Each ship marks what brings most; by night first the shells that let ships be seen."""
    answer: list[FireOrder] = [Bombard(form.bombards)] if form.bombards else []
    laid: Counter[str] = Counter()
    lit = _lights(judge, form)
    answer += [StarShell(ship, at) for at, ship in lit.items()]
    for ship in dict.fromkeys(aim.ship for aim in form.aims):
        for secondary in (False, True):
            if ship == form.bombards and not secondary:
                continue
            aims = [aim for aim in form.aims if aim.ship == ship and aim.secondary is secondary]
            open_ = [aim for aim in aims if (not aim.needs or aim.needs in lit) and laid[aim.at] < form.markers]
            best = max(open_, key=lambda aim: (_worth(judge, aim, laid[aim.at]), aim.at), default=None)
            if best is not None and judge.shot_at(best) > 0:
                laid[best.at] += 1
                answer.append((Secondary if secondary else Target)(best.ship, best.at))
    return tuple(answer)


def _worth(judge: Judgement, aim: Aim, laid: int) -> int:
    """What a shot may bring, a little more where others fire already."""
    return judge.shot_at(aim) * (100 + AMONG * laid) // 100


def _lights(judge: Judgement, form: TargetForm) -> dict[str, str]:
    """4.3 The hexes worth a star shell, each with the ship that fires it: the smallest that may."""
    wanted: dict[str, int] = {}
    for aim in form.aims:
        if aim.needs:
            wanted[aim.needs] = wanted.get(aim.needs, 0) + judge.shot_at(aim)
    free = sorted((flare for flare in form.flares), key=lambda flare: (judge.ship(flare.ship).value, flare.ship))
    found: dict[str, str] = {}
    for at in sorted(wanted, key=lambda one: (-wanted[one], one)):
        ship = next((flare.ship for flare in free if at in flare.hexes and flare.ship not in found.values()), None)
        if ship is not None and wanted[at] > 0:
            found[at] = ship
    return found


def launches(judge: Judgement, form: TorpedoForm) -> tuple[Launch, ...]:
    """6.1 Torpedoes go where they may do much, or when the game is nearly over."""
    return tuple(_launches(judge, form))


def _launches(judge: Judgement, form: TorpedoForm) -> Iterator[Launch]:
    for ship in dict.fromkeys(one.ship for one in form.salvoes):
        salvoes = [one for one in form.salvoes if one.ship == ship and not _friend_on(judge, one)]
        best = max(salvoes, key=lambda one: (judge.salvo(one), one.at), default=None)
        if best is None:
            continue
        late = judge.view.turns - judge.view.turn < LAST_CHANCE
        if late or judge.salvo(best) >= LEAST:
            yield Launch(best.ship, best.at)


def _friend_on(judge: Judgement, salvo: Salvo) -> bool:
    """6.2a Whether a friend lies on the way to the target or just behind it."""
    return judge.is_friend_between(salvo.ship, salvo.at)
