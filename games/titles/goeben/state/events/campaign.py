"""17.0, 24.0 How missions and campaigns end."""

from games.kernel.events import Event


class MissionEnded(Event, frozen=True, tag="mission_ended"):
    """17.0 A mission was won or lost: its points and the day on which it ended."""

    mission: str
    won: bool
    vp: int
    turn: int
    why: str


class MissionGoesOn(Event, frozen=True, tag="mission_goes_on"):
    """17.0.1 A mission is fulfilled, but the players sail on for more points."""

    mission: str


class BonusWon(Event, frozen=True, tag="bonus_won"):
    """24.orders The benefits of a mission for the rest of the campaign.

    They are ports that are now friendly, zones that are now open sea, starting spaces, and a mission that is no longer
    drawn (24.4).
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
    """19.1 German ships that joined, and the Allied ship that joined in return."""

    ships: tuple[str, ...]
    against: str = ""


class FleetRefitted(Event, frozen=True, tag="fleet_refitted"):
    """24.1 The set-up before the next mission: the alert level, and the ships that come back.

    These are Allied and Austro-Hungarian ships. It has the number of Allied battlecruisers lost for good (24.3).
    """

    alert: int
    ships: tuple[str, ...]
    consorts: tuple[str, ...]
    battlecruisers: int = 0


class CampaignEnded(Event, frozen=True, tag="campaign_ended"):
    """24.5 The verdict on a campaign, with the number of missions won."""

    verdict: str
    won: int
    played: int


Events = MissionEnded | MissionGoesOn | BonusWon | BattlecruiserCalledAway | Reinforced | FleetRefitted | CampaignEnded
