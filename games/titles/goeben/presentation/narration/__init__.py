"""Narration: one line of text for each event. There is a module for each module of events."""

from games.kernel.events import Event
from games.kernel.text import Text
from games.titles.goeben.presentation.labels import Labels, Words
from games.titles.goeben.presentation.narration import battle, campaign, day, incidents, setup
from games.titles.goeben.state import events as told

TELLERS = setup.TELLERS | day.TELLERS | incidents.TELLERS | battle.TELLERS | campaign.TELLERS

PHASES = {
    "fit_out": Text("Fitting out", "出撃準備"),
    "morning": Text("Orders of the day", "本日の命令"),
    "outfit": Text("Outfitting", "艤装"),
    "intelligence": Text("Intelligence", "インテリジェンス"),
    "movement": Text("Movement", "移動"),
    "incidents": Text("Incidents", "事件"),
    "contact": Text("Battle", "海戦"),
    "salvo": Text("Battle", "海戦"),
    "battle_ends": Text("Battle", "海戦"),
    "raiding": Text("Commerce raiding", "通商破壊"),
    "bombardment": Text("Bombardment", "沿岸砲撃"),
    "landing": Text("Landing", "上陸"),
    "objective": Text("End of the day", "一日の終わり"),
    "debrief": Text("After the mission", "任務の後"),
}
"""4.1 The names of the phases by their steps.

With several captains, the steps of a day have no name. Otherwise every line would have a heading.
"""
_POINTS = (told.day.Scored, told.campaign.MissionEnded, told.campaign.CampaignEnded)


class EventFormatter:
    """Describes events in one line each."""

    def __init__(self, labels: Labels) -> None:
        self.labels = labels

    def describe(self, event: Event, language: str) -> str:
        """Return the line for an event. Raise KeyError for an event of another title."""
        event = _happening(event)
        line: str = TELLERS[type(event)](event, Words(self.labels, language))
        return line

    def group_title(self, event: Event, language: str) -> str:
        """4.0 Return the heading above an event: the title of the day or mission (24.0) that it begins.

        Return "" if it begins none.
        """
        say = Words(self.labels, language)
        if isinstance(event, told.day.TurnBegan):
            return say(f"Day {event.turn}", f"{event.turn}日目")
        return say.name(event.mission) if isinstance(event, told.setup.MissionDrawn) and event.mission else ""

    def emphasis(self, event: Event) -> str:
        """Return the emphasis of an event: "sinking" for lost ships, "points" for results, otherwise ""."""
        event = _happening(event)
        if isinstance(event, _POINTS):
            return "points"
        sunk = isinstance(event, told.day.ShipSunk)
        return "sinking" if sunk or (isinstance(event, told.battle.ShipGone) and event.how == "sunk") else ""


def _happening(event: Event) -> Event:
    """25.2 Return the event inside a News event; any other event is returned unchanged."""
    return event.news if isinstance(event, told.News) else event
