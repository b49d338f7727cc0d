"""5.3, 5.11, 6.1 The chances of a ship's guns and torpedoes against another, from a seat's view."""

from collections.abc import Iterator, Mapping
from functools import partial

from games.kernel.odds import Odds, OddsModifier, OddsOutcome, OddsTable
from games.kernel.text import Text
from games.titles.battleships.components import hexes
from games.titles.battleships.components.box import Box
from games.titles.battleships.components.tables import Harm, Tables, harm_of
from games.titles.battleships.presentation.labels import WORDS
from games.titles.battleships.visibility.view import ShipView, View

_TOTALS = {total: 6 - abs(7 - total) for total in range(2, 13)}
"""The number of throws of two dice, of 36, with each total."""
_THROWS, _DIE = 36, 6
_STEPS = 3
"""5.14 The steps that a ship's weapons or hull can lose."""
CAPITAL = ("bb", "bc", "pb")
_SUNK, _DAMAGED, _NOTHING = Text("sunk", "沈没"), Text("damaged", "損傷"), Text("no effect", "効果なし")
_RULES = {
    "slow_target": "5.8",
    "fore_or_aft": "5.7",
    "under_fire": "5.6",
    "concentration": "5.5",
    "good_crew": "10.3",
    "poor_crew": "10.3",
    "turned": "10.4",
    "burning": "10.12",
}
_UNSEEN = Text(
    "Not in plain sight ({sight} hexes): light, radar or an aircraft is needed, and its penalty is not included.",
    "視認距離（{sight}ヘクス）外です。星弾・レーダー・観測機が必要で、その修正は含みません。",
)
_SHARED = Text(
    "If other ships fire at her too: {amount} (5.5). Land and friends on the line are not included.",
    "他艦も同じ目標を撃つ場合は{amount}（5.5）。射線上の陸地と味方は含みません。",
)
_LINE = Text(
    "Land and other ships on the line are not included.",
    "射線上の陸地と他の艦は含みません。",
)


def odds_table(box: Box) -> OddsTable:
    """Return the chances of the title."""
    return OddsTable(units, partial(between, box))


def units(view: View) -> tuple[str, ...]:
    """Return the ships in the battle, the reader's own first."""
    ships = sorted(view.ships, key=lambda known: known.ship.side != view.seat)
    return tuple(known.ship.id for known in ships if not known.ship.fate)


def between(box: Box, view: View, attacker: str, target: str) -> tuple[Odds, ...]:
    """Return the chances of main guns, secondary guns and torpedoes from where the ships are."""
    ships = {known.ship.id: known for known in view.ships if not known.ship.fate}
    mine, theirs = ships.get(attacker), ships.get(target)
    if mine is None or theirs is None or mine.ship.side == theirs.ship.side:
        return ()
    far = hexes.distance(mine.ship.at, theirs.ship.at)
    return tuple(
        found
        for one in (_main_guns, _secondary_guns, _torpedoes)
        if (found := one(box, view, mine, theirs, far)) is not None
    )


def _main_guns(box: Box, view: View, mine: ShipView, theirs: ShipView, far: int) -> Odds | None:
    """5.3 Return the chances of a shot; none out of range, without guns, or if the guns do not bear (10.4)."""
    tables, arc = box.tables, hexes.arc(mine.ship.at, mine.ship.heading, theirs.ship.at)
    bears = not (view.options.arcs and arc == "aft" and _guns_bear(box, view, mine) != "all")
    if not mine.attack or far > mine.range or not bears:
        return None
    band = tables.distance.band(far)
    attack = mine.attack * band.times // band.by
    modifiers = dict(_modifiers(box, view, mine, theirs))
    shift = sum(modifiers.values())
    found = {"sunk": 0, "damaged": 0}
    every = _THROWS * _THROWS * _DIE
    for roll, ways in _TOTALS.items():
        odds = tables.combat.odds_of(tables.damage.points(attack, roll + shift), theirs.defence)
        for key, chance in (_hit(tables, odds, theirs) if odds else {}).items():
            found[key] += ways * chance
    note = _SHARED.format(amount=f"{tables.modifiers.concentration:+d}")
    if far > view.sight:
        note = Text("{one} {other}", "{one}{other}").format(one=_UNSEEN.format(sight=view.sight), other=note)
    means = Text("Main guns, range {far}, attack {attack}", "主砲、距離{far}、攻撃力{attack}")
    return Odds(
        means=means.format(far=far, attack=attack),
        rule="5.3",
        outcomes=_outcomes(found, every),
        modifiers=tuple(OddsModifier(WORDS[key], amount, _RULES[key]) for key, amount in modifiers.items()),
        note=note,
    )


def _modifiers(box: Box, view: View, mine: ShipView, theirs: ShipView) -> Iterator[tuple[str, int]]:
    """5.4, T.mod Yield the public modifiers of a main-gun shot, without those of the sighting."""
    charts, tables = box.tables.modifiers, box.tables
    if theirs.ship.speed <= charts.slow and theirs.kind != "battery":
        yield "slow_target", charts.slow_target
    ahead = view.options.arcs and _guns_bear(box, view, mine) == "ahead"
    abeam = hexes.arc(mine.ship.at, mine.ship.heading, theirs.ship.at) == "broadside"
    if mine.kind != "battery" and not abeam and not ahead:
        yield "fore_or_aft", charts.fore_or_aft
    if any(marker.target == mine.ship.id for marker in view.markers):
        yield "under_fire", charts.under_fire
    if mine.crew:
        yield ("good_crew", charts.good_crew) if mine.crew > 0 else ("poor_crew", charts.poor_crew)
    radar = tables.radar.get(mine.radar)
    if view.options.turning and mine.ship.turned and not (radar is not None and radar.advanced):
        yield "turned", charts.turned
    if view.turn and theirs.ship.burning == view.turn:
        yield "burning", charts.burning


def _guns_bear(box: Box, view: View, mine: ShipView) -> str:
    """10.4 Return the sector of a ship's main guns."""
    return box.counter(view.scenario, mine.ship.counter).guns_bear


def _secondary_guns(box: Box, view: View, mine: ShipView, theirs: ShipView, far: int) -> Odds | None:
    """5.11 Return the chances of the secondary guns of a capital ship at a smaller one."""
    tables, gunnery = box.tables, box.tables.gunnery
    if not mine.attack or mine.kind not in CAPITAL or theirs.kind in CAPITAL or far > gunnery.secondary_range:
        return None
    means = Text("Secondary guns, odds {odds}", "副砲、オッズ{odds}").format(odds=gunnery.secondary_odds)
    found = _hit(tables, gunnery.secondary_odds, theirs)
    return Odds(means=means, rule="5.11", outcomes=_outcomes(found, _THROWS * _DIE), note=_LINE)


def _torpedoes(box: Box, view: View, mine: ShipView, theirs: ShipView, far: int) -> Odds | None:
    """6.1, 6.2 Return the chances of a launch at a ship abeam and in range; batteries are no targets."""
    tables, charts, ship = box.tables, box.tables.torpedoes, mine.ship
    abeam = far > 0 and hexes.arc(ship.at, ship.heading, theirs.ship.at) == "broadside"
    if not abeam or not ship.torpedoes or far > charts.range or theirs.kind == "battery" or ship.weapons >= _STEPS:
        return None
    crew = charts.good_crew if mine.crew > 0 else charts.poor_crew if mine.crew < 0 else 0
    number = charts.number(theirs.ship.speed, far) + crew
    hits = sum(ways for total, ways in _TOTALS.items() if total <= number)
    end_on = hexes.arc(theirs.ship.at, theirs.ship.heading, ship.at) != "broadside"
    odds = tables.torpedo_odds.of(mine.kind, mine.nation)
    found = _hit(tables, odds, theirs, charts.end_on if end_on else 0)
    crews = (OddsModifier(WORDS["good_crew" if crew > 0 else "poor_crew"], crew, "10.3"),) if crew else ()
    ends = (OddsModifier(Text("target end on", "目標が縦向き"), charts.end_on, "6.2d"),) if end_on else ()
    means = Text("Torpedoes, range {far}, hit on {number} or less", "魚雷、距離{far}、{number}以下で命中")
    return Odds(
        means=means.format(far=far, number=number),
        rule="6.1",
        outcomes=_outcomes({key: hits * chance for key, chance in found.items()}, _THROWS * _THROWS * _DIE),
        modifiers=(*crews, *ends),
        note=_LINE,
    )


def _hit(tables: Tables, odds: str, theirs: ShipView, modifier: int = 0) -> dict[str, int]:
    """5.12, 5.14 Return the throws, of 36 times 6, that sink or damage a ship at these odds."""
    combat, found = tables.combat, {"sunk": 0, "damaged": 0}
    for roll, ways in _TOTALS.items():
        harm = combat.result(odds, max(roll + modifier, 2))
        if harm.sinks and theirs.kind == "bb":
            saved = combat.battleship_sinks_on - 1
            found["sunk"] += ways * (_DIE - saved)
            found[_effect(harm_of(combat.battleship_damage), theirs)] += ways * saved
        elif harm:
            found[_effect(harm, theirs)] += ways * _DIE
    return found


def _effect(harm: Harm, theirs: ShipView) -> str:
    """5.14 Return the effect of a result: a ship that has lost all steps of weapons and hull sinks."""
    weapons, hull = theirs.ship.weapons + harm.weapons, theirs.ship.hull + harm.hull
    return "sunk" if harm.sinks or (min(weapons, _STEPS) + min(hull, _STEPS) == 2 * _STEPS) else "damaged"


def _outcomes(found: Mapping[str, int], every: int) -> tuple[OddsOutcome, ...]:
    sunk, damaged = (round(1000 * found[key] / every) for key in ("sunk", "damaged"))
    return (
        OddsOutcome(_SUNK, sunk),
        OddsOutcome(_DAMAGED, damaged),
        OddsOutcome(_NOTHING, 1000 - sunk - damaged),
    )
