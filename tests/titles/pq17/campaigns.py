"""Campaigns before their first fortnight."""

from games.titles.pq17.box.options import Options
from games.titles.pq17.rules.campaign.beginning import new_game
from games.titles.pq17.table.sea import Sea
from tests.titles.loading import load
from tests.titles.pq17.box import BOX

PQ17 = load("pq17")


def campaign(scenario: str = "campaign", options: Options | None = None) -> Sea:
    """A campaign before its first fortnight."""
    return Sea(new_game(BOX, scenario, options or Options()), BOX)
