"""17.0, 24.0 The events at the end of missions and campaigns."""

from games.kernel.events import Event


class MissionEnded(Event, frozen=True, tag="mission_ended"):
    """17.0 A mission was won or lost, with `vp` victory points, on the day `turn`.

    `why`: "fulfilled", "all_sunk" or "too_late".
    """

    mission: str
    won: bool
    vp: int
    turn: int
    why: str


class MissionGoesOn(Event, frozen=True, tag="mission_goes_on"):
    """17.0.1 The players have won a mission, but play on for more points."""

    mission: str


class BonusWon(Event, frozen=True, tag="bonus_won"):
    """24.orders The benefits of a won mission for the rest of the campaign."""

    mission: str
    friendly: str = ""
    """The power whose ports are now friendly; "" if there is none."""
    high_sea: tuple[str, ...] = ()
    """The patrol zones that are now open sea."""
    starts: tuple[str, ...] = ()
    """Additional spaces where ships may start."""
    removes: str = ""
    """The mission that can no longer be drawn (24.4); "" if there is none."""


class BattlecruiserCalledAway(Event, frozen=True, tag="battlecruiser_called_away"):
    """24.orders A British battlecruiser leaves the campaign for good."""

    ship: str

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("ship",)


class Reinforced(Event, frozen=True, tag="reinforced"):
    """19.1 The German ships `ships` joined the campaign, and the Allied ship `against` joined the Allies in return.

    `against` is "" if no Allied ship joined.
    """

    ships: tuple[str, ...]
    against: str = ""


class FleetRefitted(Event, frozen=True, tag="fleet_refitted"):
    """24.1 The set-up before the next mission: the alert level, and the ships that come back.

    `ships`: the Allied ships. `consorts`: the Austro-Hungarian ships. `battlecruisers`: the number of Allied
    battlecruisers lost for good (24.3).
    """

    alert: int
    ships: tuple[str, ...]
    consorts: tuple[str, ...]
    battlecruisers: int = 0


class CampaignEnded(Event, frozen=True, tag="campaign_ended"):
    """24.5 A campaign ended. `verdict`: the key of the result. `won`, `played`: the numbers of missions."""

    verdict: str
    won: int
    played: int


Events = MissionEnded | MissionGoesOn | BonusWon | BattlecruiserCalledAway | Reinforced | FleetRefitted | CampaignEnded
