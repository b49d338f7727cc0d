"""5, 6 The captain's choice of targets: the highest expected damage, in sixths of a ship's worth."""

from collections import Counter
from collections.abc import Iterator

from games.titles.battleships.bot.judgement import Judgement
from games.titles.battleships.orders.orders import Bombard, FireOrder, Launch, Secondary, StarShell, Target
from games.titles.battleships.orders.targets import Aim, TargetForm
from games.titles.battleships.orders.torpedoes import Salvo, TorpedoForm

AMONG = 6
"""The preference for a target in hundredths for each marker on it already: half-sunk ships fight on."""
LEAST = 30_000
"""The least expected damage for a launch: a little over half a step of a capital ship."""
LAST_CHANCE = 3
"""The number of last turns in which all possible torpedoes are launched."""


def targets(judge: Judgement, form: TargetForm) -> tuple[FireOrder, ...]:
    """5.1 Return a target order for each ship: the best target.

    By night, star shells that make ships visible come first.
    """
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
    """Return the expected damage of a shot, a little more for each shot `laid` on the same target already."""
    return judge.shot_at(aim) * (100 + AMONG * laid) * judge.weight(judge.ship(aim.at)) // 10_000


def _lights(judge: Judgement, form: TargetForm) -> dict[str, str]:
    """4.3 Return the ship that fires a star shell at each hex worth one. Ships of low value fire first."""
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
    """6.1 Return torpedo orders where the expected damage is high, or where the game is nearly over."""
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
    """6.2a Return True if a friend is on the way to the target or just behind it."""
    return judge.is_friend_between(salvo.ship, salvo.at)
