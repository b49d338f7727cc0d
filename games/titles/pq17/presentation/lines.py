"""Lines of text that the picture and the text board share: dates, weather, points, reports, contents of forces."""

from collections.abc import Iterable, Iterator

from games.kernel.text import Text
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.turns import MONTHS, Turn
from games.titles.pq17.orders.sightings import block_text
from games.titles.pq17.presentation.labels import Words, fortnight_name, turn_name
from games.titles.pq17.presentation.reading import Contact, informative_reports, strength_by_class
from games.titles.pq17.presentation.synopsis import campaign_name
from games.titles.pq17.presentation.vocabulary import ONE_OF
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import Force, Loss, Report, Shadower
from games.titles.pq17.visibility.view import View

DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
"""The number of days of each month, from January on. No year of the game is a leap year."""
FEW = 4
"""The most places that a line lists by name."""
HALF_MONTH = 15
"""8.4 The number of days of an operation, which are the first or the second half of a month."""


class Dates:
    """Writes the turns of an operation in words, with their dates."""

    def __init__(self, box: Box, scenario: str, say: Words) -> None:
        operation = box.known(scenario)
        self.say = say
        self.month = MONTHS.index(operation.calendar_month) if operation is not None else -1
        self.offset = HALF_MONTH if operation is not None and operation.light.endswith("_2") else 0

    def day(self, day: int) -> str:
        """Return a day of the operation as text, such as "day 5"."""
        return self.say(f"day {day}", f"{day}日目")

    def date(self, day: int) -> str:
        """Return the date of a day of the operation, such as "5 Jul". Return "" between operations."""
        month, date = self._date(day)
        if month < 0:
            return ""
        return self.say(f"{date} {MONTHS[month].capitalize()}", f"{month + 1}月{date}日")

    def _date(self, day: int) -> tuple[int, int]:
        """Return the month (0 to 11) and the day in it for a day of the operation; the month is -1 between operations.

        The last days of an operation may be in the next month.
        """
        date = day + self.offset
        if self.month >= 0 and date > DAYS[self.month]:
            return (self.month + 1) % len(MONTHS), date - DAYS[self.month]
        return self.month, date

    def turn(self, turn: int) -> str:
        """8.1 Return a turn as text, such as "day 5 AM"."""
        return turn_name(turn, self.say)

    def dated(self, turn: int) -> str:
        """Return a turn with its date as text, such as "day 5 AM (5 Jul)"."""
        date = self.date(Turn(turn).day)
        return self.turn(turn) + (self.say(f" ({date})", f"（{date}）") if date else "")


def operation_name(box: Box, view: View, say: Words) -> str:
    """Return the name of the scenario. For a campaign, it includes the number of months."""
    if view.roster is not None:
        return campaign_name(box, view.roster.months).get(say.language)
    operation = box.known(view.calendar)
    return operation.title.get(say.language) if operation is not None else "PQ-17"


def headline(box: Box, view: View, say: Words) -> str:
    """Return the name of the scenario with the current turn, or with the result."""
    name = operation_name(box, view, say)
    if view.over:
        return say(f"{name}: {verdict_line(view, say)}", f"{name}：{verdict_line(view, say)}")
    now = (
        fortnight_name(view.fortnight, say)
        if is_between_operations(view)
        else Dates(box, view.calendar, say).dated(view.turn)
    )
    if not view.turn:
        return say(f"{name}, before the first turn", f"{name}・開始前")
    return say(f"{name}, {now}", f"{name}・{now}")


def is_between_operations(view: View) -> bool:
    """15.1, 15.5 Return True if a campaign is between two operations: no units are on the map."""
    return view.roster is not None and bool(view.fortnight) and not (view.own or view.blocks)


def verdict_line(view: View, say: Words) -> str:
    """Return the result of the game in words."""
    if view.verdict in ("allied", "axis"):
        side = say.name(view.verdict)
        return say(f"the {side} have won", f"{side}の勝利")
    return say.name(view.verdict) if view.verdict else say("a draw", "引き分け")


def light_line(view: View, say: Words) -> str:
    """9.0, 8.2 Return the weather of the turn, and "day" or "night"."""
    light = say("day", "昼") if view.day else say("night", "夜")
    return f"{say.name(view.weather)}{say(', ', '・')}{light}"


def local_line(view: View, say: Words) -> str:
    """9.5, 13.4 Return the coasts with a weather of their own, each with this weather."""
    return say("; ", "、").join(
        f"{say.name(f'coast.{coast}')}: {say.name(weather)}" for coast, (weather, _) in view.local.items()
    )


def weather_line(view: View, say: Words) -> str:
    """Return the weather, "day" or "night", and the coasts with another weather; "" between operations."""
    if is_between_operations(view):
        return ""
    return say("; ", "、").join(filter(None, (light_line(view, say), local_line(view, say))))


def score_line(view: View, say: Words) -> str:
    """2.0 Return the public points, and the points on the seat's own sheet."""
    text = say(f"Public VP: {say.half(view.score)}", f"公開VP {say.half(view.score)}")
    secret = sum(one.points for one in view.sheet)
    if secret:
        text += say(f"; on your secret sheet: {say.half(secret)}", f"・計画シート {say.half(secret)}")
    return text


def command_line(view: View, say: Words) -> str:
    """4.3 Return the Command Points left of each command of the seat."""
    return say("; ", "、").join(
        f"{say.name(f'command.{name}')} {say.half(points.left)} CP" for name, points in view.command.items()
    )


# --- blocks of the enemy


def block_title(contact: Contact, say: Words) -> str:
    """Return the name of a block with its visible facts: `German block 12: convoy, ID 2`."""
    block = contact.block
    name = block_text(block.side, block.block).get(say.language)
    if block.count > 1:
        name = f"{name} ×{block.count}"
    if block.kind is None:
        return name + say(", unidentified", "・未識別")
    kind = say.name(block.kind).lower()
    scattered = say(", scattered", "・分散") if block.scattered else ""
    return say(f"{name}: {kind}, ID {block.level}{scattered}", f"{name}：{kind}・ID{block.level}{scattered}")


def report_line(report: Report, say: Words, dates: Dates, *, where: bool = False) -> str:
    """6.2.1 Return a report as text: `ID 2, 3 Jul AM: 1 heavy, 4 light`.

    `where`: True if the text includes the hex. `dates`: writes turns with their dates.
    """
    place = f" {report.at}" if where and report.at else ""
    if report.refusal:
        why = say.name(f"refusal.{report.refusal}")
        return say(f"{dates.turn(report.turn)}{place}: refused ({why})", f"{dates.turn(report.turn)}{place}：{why}")
    level = "" if report.level is None else say(f"ID {report.level}, ", f"ID{report.level}・")
    told = figures(report, say)
    return f"{level}{dates.turn(report.turn)}{place}" + (say(f": {told}", f"：{told}") if told else "")


def figures(report: Report, say: Words) -> str:
    """6.2.1a to e Return the figures of a report in words, or the kind of the block if the report has none."""
    return say(", ", "・").join(_figures(report, say)) or (say.name(report.kind) if report.kind else "")


def _figures(report: Report, say: Words) -> Iterator[str]:
    if report.about is not None:
        yield say(f"about {say.several(report.about, 'warship', 'warships')}", f"軍艦およそ{report.about}")
    if report.large is not None:
        yield say("large convoy", "大規模船団") if report.large else say("small convoy", "小規模船団")
    if report.warships is not None:
        heavy = report.heavy or 0
        yield say(f"{heavy} heavy", f"重量艦{heavy}")
        yield say(f"{report.warships - heavy} light", f"軽量艦{report.warships - heavy}")
    if report.carrier:
        yield say("with a carrier", "空母あり")
    for one in report.strengths:
        name = say.name(one.group)
        counters = say.several(one.counters, ONE_OF[one.group], name)
        yield say(f"{counters} ({one.strength} CS)", f"{name}{one.counters}（{one.strength}CS）")
    for named in report.names:
        strength = f" {named.strength}" if named.strength else ""
        yield f"{say.name(named.ship)}{strength}"
    if report.ships:
        yield say(say.several(report.ships, "merchant", "merchants"), f"商船{report.ships}隻")


def contact_lines(contact: Contact, say: Words, dates: Dates) -> list[str]:
    """Return a line for each report on a block that still tells something, and a line for the units that shadow it."""
    found = [report_line(one, say, dates) for one in informative_reports(contact.reports)]
    if contact.block.shadowed:
        found.append(shadowed_line(contact.block.shadowed, say))
    return found


SHADOWERS: dict[Shadower, Text] = {
    "sector": Text("a search sector", "航空索敵セクター"),
    "radius": Text("an air radius", "航続範囲"),
    "aircraft": Text("aircraft", "航空機"),
    "wolfpack": Text("a wolfpack", "ウルフパック"),
    "task_force": Text("a task force", "任務部隊"),
}


def shadowed_line(by: Iterable[Shadower], say: Words) -> str:
    """6.3 Return a line that names the kinds of shadowers of a block."""
    return say("shadowed by ", "追尾：") + say.marks(SHADOWERS[one].get(say.language) for one in by)


# --- own forces


def force_short(box: Box, force: Force, say: Words) -> str:
    """Return the contents of a force by class, such as "2 BB, 1 CV, DD 12"."""
    parts = []
    for kind, held in strength_by_class(box, force.counters):
        single = kind not in ("dd", "tb", "es", "ss", "mx")
        parts.append(f"{held} {kind.upper()}" if single else f"{kind.upper()} {held}")
    return ", ".join(parts)


def place_line(force: Force, say: Words) -> str:
    """Return the port or hex of a force in words."""
    if force.port:
        return say(f"in {say.name(force.port)}", f"{say.name(force.port)}在港")
    return say.where(force.at)


def plan_line(force: Force, say: Words, dates: Dates) -> str:
    """4.2, 4.3.4 Return the plan of a force, and the port to which it must return after training."""
    if force.held:
        return say("may not sail", "出港できない")
    home = say.name(force.home)
    back = say(f"training, back to {home}", f"訓練中・{home}へ帰港") if force.home else ""
    return say("; ", "・").join(filter(None, (back, _route(force, say, dates))))


def choice_line(view: View, force: Force, say: Words) -> str:
    """4.1.3 Return the other places where a force may be set up: the names, or only the number if there are many."""
    places = next((one.places for one in view.placing if one.force.id == force.id), ())
    others = [one for one in places if one not in (force.port or force.at, force.at)]
    if not others:
        return ""
    if len(others) > FEW:
        return say(f"to be placed: or in {len(others)} other places", f"配置可：ほか{len(others)}か所")
    named = say(", ", "、").join(map(say.where, others))
    return say(f"to be placed: or in {named}", f"配置可：{named}")


def _route(force: Force, say: Words, dates: Dates) -> str:
    if force.plan is None or not (force.plan.route or force.plan.sails):
        goals = force.convoy.destinations if force.convoy is not None and force.port else ()
        if force.port in goals:
            return say("arrived", "到着")
        named = say(" or ", "または").join(map(say.name, goals))
        return say(f"bound for {named}, not planned yet", f"{named}行き・未計画") if named else ""
    plan, goal = force.plan, force.plan.destination or (force.convoy.destination if force.convoy else "")
    way = " ".join(plan.route[:6]) + ("…" if len(plan.route) > 6 else "")
    ends = " / ".join(say.name(port) for port in (goal, plan.then) if port)
    to = say(f" to {ends}", f"→{ends}") if goal else ""
    if force.port and plan.sails:
        head = say(f"sails {dates.turn(plan.sails)}", f"{dates.turn(plan.sails)}出港")
    else:
        head = say("route", "航路")
    return f"{head}{to}" + (say(": ", "：") + way if way else "")


def fuel_line(fuel: Fuel | None, say: Words, dates: Dates) -> str:
    """11.1, 11.2 Return the state of a force's fuel, and the turn on which it changes."""
    if fuel is None:
        return ""
    if fuel.state == "critical":
        return say("fuel Critical", "燃料微量")
    if fuel.state == "full":
        return say(f"fuel Warning {dates.turn(fuel.turn)}", f"燃料警告 {dates.turn(fuel.turn)}")
    state = say.name(fuel.state)
    return say(f"fuel {state}, Danger {dates.turn(fuel.turn)}", f"燃料{state}・危険 {dates.turn(fuel.turn)}")


def formation_line(force: Force, say: Words) -> str:
    """7.2.4, 7.5.2 Return the formation that the owner has ordered for attacks on a force; "" if there is no order."""
    lying = force.formation
    if lying is None:
        return ""
    told = [
        say(en + say.marks(say.name(ship) for ship in ships), ja + say.marks(say.name(ship) for ship in ships))
        for en, ja, ships in (
            ("row ", "隊形：", lying.row), ("smoke: ", "煙幕：", lying.smoke), ("close: ", "雷撃：", lying.closes),
        )
        if ships
    ]  # fmt: skip
    return say.join(told)


def counter_line(box: Box, counter: Counter, say: Words) -> str:
    """Return a counter with its class, strength and states, such as "Tirpitz BB 5, crippled"."""
    ship = box.ships[counter.ship]
    whole = f"/{ship.strength}" if ship.is_single and counter.strength < ship.strength else ""
    text = f"{say.name(counter.ship)} {ship.type.upper()} {counter.strength}{whole}"
    return say.marks([text, *counter_states(box, counter, say)])


def counter_states(box: Box, counter: Counter, say: Words) -> list[str]:
    """Return the states of a counter in words, one by one."""
    flags = ("crippled", "dead", "towed", "tows", "inoperative", "dispersed", "green")
    found = [say.name(flag) for flag in flags if getattr(counter, flag)]
    ship = box.ships[counter.ship]
    if counter.spent and ship.torpedoes:
        left = counter.symbols(ship)
        found.append(say(f"torpedoes {left} of {ship.torpedoes}", f"魚雷{left}/{ship.torpedoes}"))
    if counter.used:
        found.append(say("used", "使用済み"))
    if counter.oil:
        found.append(say(f"oil {counter.oil}", f"燃料{counter.oil}"))
    return found


def loss_line(loss: Loss, say: Words, dates: Dates) -> str:
    """Return a line for a lost unit: the turn, its name, and the cause."""
    strength = f" {loss.strength}" if loss.strength else ""
    name, how = say.name(loss.unit), say.name(loss.how)
    return say(f"{dates.turn(loss.turn)}: {name}{strength}, {how}", f"{dates.turn(loss.turn)}：{name}{strength}・{how}")


def description(box: Box, view: View, contacts: tuple[Contact, ...], say: Words) -> str:
    """Return the positions of all units in words, for readers who cannot see the picture."""
    dates = Dates(box, view.calendar, say)
    parts = [weather_line(view, say), score_line(view, say)]
    parts += [f"{say.name(one.id)}: {place_line(one, say)}" for one in view.own]
    for one in contacts:
        place = say.where(one.block.port or one.block.at)
        newest = f" ({report_line(one.newest, say, dates)})" if one.newest is not None else ""
        parts.append(f"{block_title(one, say)}: {place}{newest}")
    return say(". ", "。").join(parts) + say(".", "。")
