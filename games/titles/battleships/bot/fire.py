"""5, 6 The captain's choice of targets: those with the highest expected damage, weighted by the value of the target."""

from collections import Counter
from collections.abc import Iterator

from games.titles.battleships.bot import words
from games.titles.battleships.bot.judgement import Judgement
from games.titles.battleships.orders.orders import Bombard, FireOrder, Launch, Secondary, StarShell, Target
from games.titles.battleships.orders.targets import Aim, TargetForm
from games.titles.battleships.orders.torpedoes import Salvo, TorpedoForm

AMONG = 6
"""The added worth of a target, in percent, for each shot already ordered at it: sinking one ship beats harming two."""
LEAST = 30_000
"""The least expected damage for which the captain launches torpedoes: a little over half a step of a capital ship."""
LAST_CHANCE = 3
"""The number of turns before the end of the game in which all torpedoes are launched."""


def targets(judge: Judgement, form: TargetForm) -> tuple[FireOrder, ...]:
    """5.1 Return an order for each ship to fire at its best target.

    By night, these orders follow orders to fire star shells, which make targets visible.
    """
    note = judge.reasons.note
    answer: list[FireOrder] = [note(Bombard(form.bombards), words.BOMBARD, who=form.bombards)] if form.bombards else []
    laid: Counter[str] = Counter()
    lit = _lights(judge, form)
    answer += [note(StarShell(ship, at), words.LIGHT, who=ship) for at, ship in lit.items()]
    for ship in dict.fromkeys(aim.ship for aim in form.aims):
        for secondary in (False, True):
            if ship == form.bombards and not secondary:
                continue
            aims = [aim for aim in form.aims if aim.ship == ship and aim.secondary is secondary]
            open_ = [aim for aim in aims if (not aim.needs or aim.needs in lit) and laid[aim.at] < form.markers]
            best = max(open_, key=lambda aim: (_worth(judge, aim, laid[aim.at]), aim.at), default=None)
            if best is not None and judge.shot_at(best) > 0:
                laid[best.at] += 1
                order = (Secondary if secondary else Target)(best.ship, best.at)
                text = words.FIRE_AT_PRIZE if best.at in judge.prizes else words.FIRE
                answer.append(note(order, text, who=best.ship, at=best.at))
            elif not secondary:
                judge.reasons.say(words.HOLD_FIRE, who=ship)
    return tuple(answer)


def _worth(judge: Judgement, aim: Aim, laid: int) -> int:
    """Return the expected damage of a shot, increased a little for each of the `laid` shots at the target already."""
    return judge.shot_at(aim) * (100 + AMONG * laid) * judge.weight(judge.ship(aim.at)) // 10_000


def _lights(judge: Judgement, form: TargetForm) -> dict[str, str]:
    """4.3 Return, by hex, the ships that fire star shells at hexes with targets. Ships of low value come first."""
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
    """6.1 Return torpedo orders for ships with a high expected damage. Near the end of the game, all ships launch."""
    return tuple(_launches(judge, form))


def _launches(judge: Judgement, form: TorpedoForm) -> Iterator[Launch]:
    for ship in dict.fromkeys(one.ship for one in form.salvoes):
        salvoes = [one for one in form.salvoes if one.ship == ship and not _friend_on(judge, one)]
        best = max(salvoes, key=lambda one: (judge.salvo(one), one.at), default=None)
        if best is None:
            judge.reasons.say(words.FRIEND_IN_LINE, who=ship)
            continue
        late = judge.view.turns - judge.view.turn < LAST_CHANCE
        if late or judge.salvo(best) >= LEAST:
            text = words.LAUNCH if judge.salvo(best) >= LEAST else words.LAUNCH_LATE
            yield judge.reasons.note(Launch(best.ship, best.at), text, who=best.ship, at=best.at)
        else:
            judge.reasons.say(words.KEEP_TORPEDOES, who=ship)


def _friend_on(judge: Judgement, salvo: Salvo) -> bool:
    """6.2a Return True if a ship of the own side is on the way to the target, or just behind it."""
    return judge.is_friend_between(salvo.ship, salvo.at)
