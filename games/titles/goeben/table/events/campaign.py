"""17.0, 24.0 How missions and campaigns end."""

from games.kernel.events import Event


class MissionEnded(Event, frozen=True, tag="mission_ended"):
    """17.0 Won or lost, with how many points, on which day."""

    mission: str
    won: bool
    vp: int
    turn: int
    why: str


class MissionGoesOn(Event, frozen=True, tag="mission_goes_on"):
    """17.0.1 The orders are fulfilled, but the players sail on for more."""

    mission: str


class BonusWon(Event, frozen=True, tag="bonus_won"):
    """24.orders What a mission brings for the rest of the campaign: ports that are friendly now, zones that are open
    sea, spaces to begin in, and a mission that will not be drawn any more (24.4).
    """

    mission: str
    friendly: str = ""
    high_sea: tuple[str, ...] = ()
    starts: tuple[str, ...] = ()
    removes: str = ""


class BattlecruiserCalledAway(Event, frozen=True, tag="battlecruiser_called_away"):
    """24.orders A British battlecruiser leaves the campaign for good."""

    ship: str

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("ship",)


class Reinforced(Event, frozen=True, tag="reinforced"):
    """19.1 German ships that join; the Allied ship that comes for them."""

    ships: tuple[str, ...]
    against: str = ""


class FleetRefitted(Event, frozen=True, tag="fleet_refitted"):
    """24.1 Everything is set up anew: the alert level, ships of the Allies and consorts that come back, and how many
    Allied battlecruisers are lost for good (24.3).
    """

    alert: int
    ships: tuple[str, ...]
    consorts: tuple[str, ...]
    battlecruisers: int = 0


class CampaignEnded(Event, frozen=True, tag="campaign_ended"):
    """24.5 The verdict, after so many missions won."""

    verdict: str
    won: int
    played: int


Events = MissionEnded | MissionGoesOn | BonusWon | BattlecruiserCalledAway | Reinforced | FleetRefitted | CampaignEnded
