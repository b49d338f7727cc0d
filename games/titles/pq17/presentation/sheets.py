"""15 Facts that explain the questions between operations: convoys and escorts, docks, patrols, cargo."""

from collections.abc import Iterator

from games.titles.pq17.components.campaign import CampaignRules
from games.titles.pq17.orders.administration import AdministrationForm
from games.titles.pq17.orders.convoys import ConvoysForm, Offered
from games.titles.pq17.presentation.labels import Words


def convoys(form: ConvoysForm, say: Words) -> Iterator[str]:
    """15.2, 15.2a Yield a line for each convoy: its port, its merchants, and its usual escort."""
    for one in form.convoys:
        yield _convoy(one, say)


def _convoy(one: Offered, say: Words) -> str:
    name, port = say.name(one.convoy), say.where(one.port)
    cargo = say("with cargo", "積荷あり") if one.laden else say("empty", "積荷なし")
    ships = say(say.several(one.merchants, "merchant", "merchants"), f"商船{one.merchants}")
    usual = say.marks(f"{say.name(ship)} {strength}" for ship, strength in one.usual) or say("none", "なし")
    return say(
        f"{name}, {port}: {ships} {cargo}; usual escort: {usual}.",
        f"{name}・{port}：{ships}（{cargo}）。通常の護衛：{usual}。",
    )


def administration(form: AdministrationForm, rules: CampaignRules, say: Words) -> Iterator[str]:
    """15.5.1, 15.6.3, 15.8.1, 15.2.2 Yield lines on damaged units, replacements, reliefs and unloading."""
    yield from _docks(form, rules, say)
    if form.steps:
        steps = say(say.several(form.steps, "step", "steps"), f"{form.steps}CS")
        yield say(f"Aircraft: {steps} of replacement.", f"航空機の補充：{steps}。")
    if form.patrol and form.reliefs:
        first = [ship for ship, rank in form.reliefs.items() if rank == min(form.reliefs.values())]
        there, then = (say.marks(map(say.name, ships)) for ships in (form.patrol, first))
        yield say(
            f"On Patrol White: {there}. First to take over: {then}.",
            f"ホワイト哨戒中：{there}。優先して引き継ぐ艦：{then}。",
        )
    for port, kinds in ((port, kinds) for port, kinds in form.cargo.items() if kinds):
        lying = say.marks(f"{say.name(kind)} {strength}" for kind, strength in kinds.items())
        most, where = form.unloaded[port], say.where(port)
        yield say(
            f"To be unloaded in {where}: {lying}, at most {most} a fortnight.",
            f"{where}の荷下ろし：{lying}（1期{most}隻まで）。",
        )


def _docks(form: AdministrationForm, rules: CampaignRules, say: Words) -> Iterator[str]:
    """15.5.1, 15.5.1a Yield lines on damaged ships, with the strength that each has lost, and on repairs."""
    if not form.docks:
        return
    lost = say.marks(f"{say.name(ship)} {steps}" for ship, steps in form.docks.items())
    yield say(f"Damaged, with the strength lost: {lost}.", f"損傷艦と失った戦闘力：{lost}。")
    if form.docks.keys() - form.in_place:
        away = rules.repair
        yield say(
            f"In dock a ship is away for {away} fortnights for each strength.",
            f"入渠した艦は戦闘力1につき{away}期不在になります。",
        )
    for ship in form.in_place:
        if ship in form.docks:
            name, away, cost = say.name(ship), rules.repair_tirpitz, say.half(rules.repair_tirpitz_cost)
            yield say(
                f"{name} is repaired where she lies: for each strength {away} fortnights idle, and {cost} VP.",
                f"{name}はその場で修理します：戦闘力1につき{away}期行動できず、{cost}VPを失います。",
            )
