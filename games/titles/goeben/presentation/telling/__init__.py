"""What happened, one readable line per event; a module for each file of events."""

from games.kernel.events import Event
from games.kernel.text import Text
from games.titles.goeben.presentation.labels import Labels, Words
from games.titles.goeben.presentation.telling import battle, campaign, day, incidents, setup
from games.titles.goeben.table import events as told

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
"""4.1 The phases by their steps. What captains are shown of a day has no name: it would stand above every line."""
_POINTS = (told.day.Scored, told.campaign.MissionEnded, told.campaign.CampaignEnded)


class Telling:
    """The lines of all events."""

    def __init__(self, labels: Labels) -> None:
        self.labels = labels

    def tell(self, event: Event, language: str) -> str:
        """The line for one event. Raises KeyError for an event of another title."""
        event = _happening(event)
        line: str = TELLERS[type(event)](event, Words(self.labels, language))
        return line

    def heading(self, event: Event, language: str) -> str:
        """4.0 Every day has its heading; so has every mission (24.0)."""
        say = Words(self.labels, language)
        if isinstance(event, told.day.TurnBegan):
            return say(f"Day {event.turn}", f"{event.turn}日目")
        return say.name(event.mission) if isinstance(event, told.setup.MissionDrawn) and event.mission else ""

    def stress(self, event: Event) -> str:
        """Ships lost on either side, and what counts at the end."""
        event = _happening(event)
        if isinstance(event, _POINTS):
            return "points"
        sunk = isinstance(event, told.day.ShipSunk)
        return "sinking" if sunk or (isinstance(event, told.battle.ShipGone) and event.how == "sunk") else ""


def _happening(event: Event) -> Event:
    """25.2 What captains hear of is told as it happened."""
    return event.news if isinstance(event, told.News) else event
