"""T.scenarios Summaries of the scenarios, which help players to choose one."""

from games.kernel.text import Text
from games.titles.pq17.components.box import Box
from games.titles.pq17.components.scenarios import Convoy, Operation

MONTH_NAMES = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


def synopsis(box: Box, operation: Operation) -> Text:
    """Return a summary of an operation: its date; and for each convoy its merchants, laden or empty, and its ports."""
    year, month = (int(part) for part in operation.month.split("-"))
    convoys = [_of(box, convoy) for convoy in operation.convoys]
    return Text(
        f"{MONTH_NAMES[month - 1]} {year}. {' '.join(one.en for one in convoys)}",
        f"{year}年{month}月。{''.join(one.ja for one in convoys)}",
    )


def _of(box: Box, convoy: Convoy) -> Text:
    ships = sum(one.strength for one in convoy.entries if box.ships[one.kind].type == "mx")
    merchants = "1 merchant" if ships == 1 else f"{ships} merchants"
    origin, *ends = (box.ports[port].name for port in (convoy.port, *convoy.destinations))
    cargo = Text("with cargo", "積荷あり") if convoy.laden else Text("in ballast", "空荷")
    return Text(
        f"{convoy.name}: {merchants} {cargo.en}, {origin.en} to {' or '.join(end.en for end in ends)}.",
        f"{convoy.name}：商船{ships}隻（{cargo.ja}）、{origin.ja}から{'または'.join(end.ja for end in ends)}へ。",
    )


def campaign_name(box: Box, months: int) -> Text:
    """15.9 Return the name of a campaign, with its number of months."""
    first, last = _months(box, months)
    if first == last:
        return Text(f"Campaign: {MONTH_NAMES[first - 1]} 1942", f"キャンペーン：1942年{first}月")
    return Text(
        f"Campaign: {MONTH_NAMES[first - 1]} to {MONTH_NAMES[last - 1]} 1942",
        f"キャンペーン：1942年{first}月〜{last}月",
    )


def campaign_synopsis(box: Box, months: int) -> Text:
    """15.9 Return a summary of a campaign: its length, and the score that the Allies need to win."""
    needed = box.campaign.rules.required_each_month * months
    return Text(
        f"{2 * months} fortnights, each with its operation; the Allies need {needed} victory points.",
        f"{2 * months}期（1期は半月）、各期に作戦1回。連合軍の勝利には{needed}VPが必要。",
    )


def _months(box: Box, months: int) -> tuple[int, int]:
    """Return the first and the last month of a campaign as numbers from 1 to 12."""
    fortnights = box.campaign.fortnights
    return int(fortnights[0].month[5:]), int(fortnights[2 * months - 1].month[5:])
