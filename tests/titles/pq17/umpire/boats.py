"""7.4 Submarines: boats before and after the escorts, hunts, packs against packs, patrols from the air."""

from collections.abc import Sequence

from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events import air, submarine
from games.titles.pq17.state.state import Force
from tests.titles.pq17.umpire import charts
from tests.titles.pq17.umpire.guns import hurt, outcome, successes
from tests.titles.pq17.umpire.table import Thrown, Umpire

CLASSES = {"heavy": charts.HEAVY, "light": charts.LIGHT, "convoy": charts.CONVOY}


def _strength(u: Umpire, counters: Sequence[Counter], *kinds: str) -> list[Counter]:
    """7.0 Those that count against submarines."""
    return [one for one in counters if u.kind(one).type in kinds and not (one.dead or one.towed or one.tows)]


def escorts(u: Umpire, force: Force) -> tuple[int, int, int]:
    """7.4.1 The dice of a force; how many of them at least, and at most, are Soviet."""
    hunters, sloops = _strength(u, force.counters, "dd", "tb"), _strength(u, force.counters, "es")
    ships, small = (sum(one.strength for one in those) for those in (hunters, sloops))
    reds = sum(one.strength for one in hunters if u.kind(one).nation == "soviet")
    small_reds = sum(one.strength for one in sloops if u.kind(one).nation == "soviet")
    dice = -(-ships // 3)
    return dice + small, (reds // 3 if reds < ships else dice) + small_reds, min(-(-reds // 3), dice) + small_reds


def met(u: Umpire, event: submarine.SubmarinesMet, *others: submarine.SubmarinesMet) -> None:
    """7.4"""
    over(u)
    if over not in u.ends:
        u.ends.append(over)
    thrown = u.take("7.4")
    u.ruled("7.4 die", thrown.dice == (event.die,), event)
    enemy = "axis" if event.side == "allied" else "allied"
    packs = _of(thrown, event.side, event.at, event.pack, "wolfpack")
    targets = _of(thrown, enemy, event.at, event.target)
    u.ruled("9.2.5 no boats in a gale", u.weather != "gale", event)
    u.about["offensive"] = event.offensive
    u.about["met"] = thrown.state
    if len(packs) != 1 or len(targets) != 1:
        return
    pack, target = packs[0], targets[0]
    boats = sum(one.strength for one in pack.counters)
    dice, reds, most_reds = escorts(u, target)
    others_follow = any(
        one.target == target.id and one.by == "wolfpack" and one.who != pack.id for one in thrown.state.shadows
    )
    radius, _ = u.in_radius(enemy, event.at, thrown.state)
    added = (2 * (not u.is_day) + (boats >= 3) - (pack.level or 0) - dice + others_follow - radius
             + {"reduced": 1, "storm": -1}.get(u.weather, 0))  # fmt: skip
    added = min(max(added, -6), 6)
    if u.plain:
        u.ruled("7.4 modifier", event.modifier == added, event, added, boats, dice, pack.level, radius)
    before, after = charts.boats(event.die + event.modifier)
    fresh = sum(one.strength for one in pack.counters if not one.used)
    allowed = [held if before == 4 else min(before, held) for held in (fresh, boats)]
    u.ruled("7.4 before", event.before in allowed, event, before)
    u.about["boats"] = {"pack": pack, "target": target, "fired": 0, "event": event, "boats": boats, "fresh": fresh,
                        "dice": dice, "reds": (reds, most_reds), "hunted": None, "after": after}  # fmt: skip


def _of(thrown: Thrown, side: str, at: str, block: int, *kinds: str) -> list[Force]:
    return [one for one in thrown.state.forces if (one.side, one.at, one.block) == (side, at, block)
            and (not kinds or one.kind in kinds)]  # fmt: skip


def hunted(u: Umpire, event: air.Hunted, *others: air.Hunted) -> None:
    """7.4.1, 7.4.2"""
    about = u.about.get("boats")
    thrown = u.take("7.4.1")
    u.ruled("7.4.1 dice told", thrown.dice == event.dice, event)
    from_air = thrown.key.startswith("air.")
    offensive = from_air or u.about.get("offensive", False)
    if from_air:
        packs = _of(thrown, "axis" if event.side == "allied" else "allied", event.at, event.block, "wolfpack")
        boats = sum(one.strength for one in packs[0].counters) if len(packs) == 1 else None
    else:
        boats = about["boats"] if about is not None else None
        if about is not None:
            u.ruled(
                "7.4.1 dice", len(event.dice) == min(about["dice"], 2 * about["boats"]), event, about["dice"], boats
            )
    if boats is not None:
        u.ruled("7.4.1 two dice a boat", len(event.dice) <= 2 * boats, event, boats)
    radius, _ = u.in_radius(event.side, event.at, thrown.state if from_air else u.about["met"])
    common = radius - (u.weather == "storm") - offensive
    if u.plain:
        red = sum(one == common - 1 for one in event.modifiers)
        u.ruled("7.4.1 modifiers", all(one in (common, common - 1) for one in event.modifiers), event, common)
        if not from_air and about is not None:
            least, most = about["reds"]
            cut = about["dice"] - len(event.dice)
            u.ruled("7.4.1 Soviet", least - cut <= red <= most, event, about["reds"])
    _result(u, event, boats, thrown.key)


def _result(u: Umpire, event: air.Hunted, boats: int | None, key: str) -> None:
    totals = [die + added for die, added in zip(event.dice, event.modifiers, strict=True)]
    won = sum(one >= 8 for one in totals)
    second = [one for one in u.waiting("7.4.1a") if one.key.startswith(key)]
    fates = [die for one in second for die in one.dice]
    for one in second:
        u.thrown.remove(one)
    u.ruled("7.4.1 second dice", list(event.fates) == fates and len(fates) == won, event, fates)
    sunk, damaged = sum(one >= 6 for one in event.fates), sum(one < 6 for one in event.fates)
    if boats is not None:
        sunk = min(sunk, boats)
        damaged = min(damaged, boats - sunk)
    u.ruled("7.4.1 sunk", (event.sunk, event.damaged) == (sunk, damaged), event, sunk, damaged)
    u.ruled("7.4.1 held down", event.held_down == any(5 <= one <= 7 for one in totals), event, totals)
    about = u.about.get("boats")
    if about is not None:
        about["hunted"] = event


def boat_fired(u: Umpire, event: submarine.BoatFired, *others: submarine.BoatFired) -> None:
    """7.4.3"""
    about = u.about.get("boats")
    thrown = next((one for one in u.waiting("7.3.1") if event.dice and one.dice == event.dice), None)
    if thrown is not None:
        u.thrown.remove(thrown)
    u.ruled("7.3.1 boat's dice", (thrown is None) == (not event.found), event)
    if about is None:
        if thrown is not None:  # of packs that nobody tells apart the next may throw under the same name
            u.all_of("7.3.1a", thrown.key + ".")
        return
    about["fired"] += 1
    met_, hunt = about["event"], about["hunted"]
    if hunt is None:
        most = met_.before + (0 if about["dice"] else met_.after)
        u.ruled("7.4 boats before", about["fired"] <= most, event, met_)
    else:
        late = about["fired"] - met_.before
        u.ruled("7.4.1 held to one", not hunt.held_down or late <= 1, event, met_, hunt)
    target: Force = about["target"]
    there = [one for one in target.counters if u.kind(one).type in CLASSES[event.named]]
    if about["fired"] == 1:
        u.ruled("7.4.3 there are such", event.found == bool(there), event, there)
    if not event.found:
        u.ruled("7.4.3 in vain", not event.dice, event)
        return
    u.ruled("7.3.1 one torpedo", len(event.dice) == 1, event)
    if about["fired"] == 1 and there and thrown is not None:
        _hits(u, event, thrown, there)


def _hits(u: Umpire, event: submarine.BoatFired, thrown: Thrown, there: list[Counter]) -> None:
    """7.3.1, 7.4.3 What the first torpedo did, before anything else has changed."""
    added = [charts.TORPEDO_AT[u.kind(one).type] + hurt(one) for one in there]
    sure, _ = successes(u, event.dice, added, there)
    may = sum(die + max(added) >= 8 for die in event.dice)
    rolls = u.all_of("7.3.1a", thrown.key + ".")
    u.ruled("7.3.1 boat succeeds", sure <= len(rolls) <= may, event, added, len(rolls))
    u.ruled("7.3.1 boat hits", len(event.ships) <= len(rolls) or len(event.ships) <= 2, event)
    struck = [one for one in there if one.ship in event.ships]
    if rolls and len(struck) == 1:
        result = charts.torpedo_damage(u.kind(struck[0]).type, rolls[0].dice[0], from_air=False)
        if u.kind(struck[0]).most:
            number = min(int(result[0]), sum(one.strength for one in there))
            fair = sum(event.lost) in (number, min(number, struck[0].strength)) and any(event.sunk) == (
                "S" in result or struck[0].dead
            )
        else:
            fair = outcome(u, struck[0], [result]) == (sum(event.lost), any(event.sunk))
        u.ruled("7.3.1 boat's damage", fair, event, struck, result)


def spent(u: Umpire, event: submarine.TorpedoesSpent, *others: submarine.TorpedoesSpent) -> None:
    """7.4a, 7.7.2a An odd die, and all boats have attacked."""
    if event.die is not None:
        u.ruled("7.7.2 spent", event.die in (0, 1), event)
        return
    about = u.about.get("boats")
    if about is None:
        return
    u.ruled("7.4 spent", about["event"].die % 2 == 1, event, about["event"])
    u.ruled("7.4 all have attacked", about["fired"] == about["fresh"], event, about["fired"], about["fresh"])
    about["spent"] = True


def over(u: Umpire) -> None:
    """The fight of a pack is over."""
    about = u.about.pop("boats", None)
    if about is None:
        return
    met_, hunt = about["event"], about["hunted"]
    gone = hunt.sunk + hunt.damaged if hunt else 0
    if hunt is None:
        u.ruled("7.4.1 somebody hunts", not about["dice"], met_, about["dice"])
    if about["fresh"] < about["boats"]:
        return
    left = max(about["boats"] - gone - met_.before, 0)
    second = min(left if about["after"] == 4 else about["after"], left, 1 if hunt and hunt.held_down else 99)
    u.ruled("7.4 after", met_.after == second, met_, hunt, second)
    u.ruled("7.4 all attack that may", about["fired"] == met_.before + second, met_, hunt, about["fired"])
    if met_.die % 2 and about["boats"] == about["fired"]:
        u.ruled("7.4 torpedoes are spent", about.get("spent") or gone == about["boats"], met_, hunt)


def packs_met(u: Umpire, event: submarine.PacksMet, *others: submarine.PacksMet) -> None:
    """7.4.4"""
    u.take("7.6", "submarine")
    thrown = u.take("7.4.4")
    u.ruled("7.4.4 die", thrown.dice == (event.die,), event)
    if u.plain:
        more = event.surprise_modifier - charts.SURPRISE[u.weather]
        u.ruled("7.6 packs", more in (0, 1), event)
    u.ruled("7.4.4 surprise", event.surprised == (event.surprise + event.surprise_modifier >= 8), event)
    u.ruled("7.4.4 sunk", event.sunk == (event.die + event.modifier >= 8), event)
    u.ruled("7.4.4 modifier", event.modifier <= 1 - (u.weather == "storm"), event)


def patrolled(u: Umpire, event: submarine.PackPatrolled, *others: submarine.PackPatrolled) -> None:
    """7.4.5"""
    thrown = u.take("7.4.5")
    u.ruled("7.4.5 die", thrown.dice == (event.die,), event)
    sides = [one for one in thrown.key.split(".") if one in u.box.hexes]
    held = [u.in_radius(event.side, one) for one in sides]
    if u.plain and held:
        u.ruled("7.4.5 radius", any(one for one, _ in held), event)
        reds = {red for one, red in held if one}
        u.ruled("7.4.5 modifier", event.modifier + (u.weather == "storm") in {-red for red in reds}, event, held)
    u.ruled("7.4.5 crossed", event.crossed == (event.die + event.modifier <= 4), event)


JUDGES = {
    submarine.SubmarinesMet: met, air.Hunted: hunted, submarine.BoatFired: boat_fired, submarine.TorpedoesSpent: spent,
    submarine.PacksMet: packs_met, submarine.PackPatrolled: patrolled,
}  # fmt: skip
