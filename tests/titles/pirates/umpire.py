"""A table that judges whatever is told at it, by the rulebook and the cards alone: who may be attacked, with which
dice, what is added, and what comes of it.

It was written by one who had read the rulebook and no rules of the program, and shares nothing with them but the box,
the state and the events.
"""

from collections.abc import Callable, Iterable
from typing import Any

from games.kernel.events import NOBODY, Audience, Event
from games.titles.pirates.state.board import Board
from games.titles.pirates.state.events import attack, effects, rounds, solitaire, turn
from games.titles.pirates.state.events.common import Throw
from games.titles.pirates.state.state import Fleet, Vessel
from tests.titles.pirates.laid_out import BOX

INTERCEPTS = ("intercept", "british", "monitor", "interrogate")
AGAINST_MERCHANT = frozenset(
    {"amc", "break_contact", "fast_ship", "non_combatant", "qqq", "shallow_run", "slim_pickings", "trap"}
)
AGAINST_NAVY = frozenset({"break_contact", "pull_the_plug", "reflag", "shallow_run"})
AGAINST_TORPEDO = frozenset({"q_ship", "razzle_dazzle", "sail_q_ship"})
BY_DAY_UNSURPRISED = frozenset({"break_contact", "fast_ship", "shallow_run"})
SUPPORTS = {
    "intercept": {
        "boarding_party", "good_hunting", "searchlight", "shipping_lanes", "special_cargo", "surprise_attack"},
    "british": {"searchlight", "surprise_attack"}, "monitor": {"surprise_attack"}, "mines": {"special_cargo"},
    "submarines_u": {"special_cargo"}, "submarines_uc": {"special_cargo"},
}  # fmt: skip
"""3.2.3, 3.2.4, 3.3.41"""
SHIPS_ALONE = ("interned", "transfer_command", "breakdown", "rendezvous_missed")
"""3.3.14 Cards from which a fog protects."""


def kind_of(card: str) -> str:
    return card.rpartition("_")[0]


class Umpire(Board):
    """A table; it raises AssertionError where the rulebook would have it otherwise."""

    began: bool = False

    def emit(self, event: Event, *, to: Audience = NOBODY, reduced: Event | None = None) -> None:
        if isinstance(event, turn.TurnBegan):
            self._new_turn(event)
        judge = JUDGES.get(type(event))
        if judge is not None and self.began:
            judge(self, event)
        super().emit(event, to=to, reduced=reduced)

    def _new_turn(self, event: turn.TurnBegan) -> None:
        self.began, self.extra = True, event.extra
        self.attacked, self.asides = "", set[str]()
        self.acted, self.met, self.answered = set[str](), set[str](), set[str]()
        self.card, self.used, self.supports, self.night = "", "", set[str](), False
        self.reaction: tuple[str, str] = ("", "")
        self.boarded = self.chasing = self.fair = ""
        self.coin: tuple[int, ...] = ()
        self.wireless = False

    # --- what is asked of the table

    def my(self, card: str) -> Fleet:
        """The fleet of a ship."""
        return next(f for f in self.state.fleets if any(v.card == card for v in (*f.ships, *f.prizes, *f.merchants)))

    def row(self, card: str) -> str:
        fleet = self.my(card)
        return next(name for name in ("ships", "prizes", "merchants") if self._in(getattr(fleet, name), card))

    def _in(self, row: list[Vessel], card: str) -> bool:
        return any(vessel.card == card for vessel in row)

    def has_fog(self, seat: str) -> bool:
        return self.fleet(seat).weather.startswith("fog_bank")

    def opened(self, card: str) -> bool:
        warship = card in BOX.ships and not self.raids(card)
        return warship or self.vessel(card).identified

    def raids(self, card: str) -> bool:
        return BOX.ships[card].raider

    def foe(self, seat: str) -> None:
        """4.2, 4.3, 3.1.2 No card goes against the own fleet or the partner's."""
        assert seat not in (self.turn.seat, self.active.partner), seat

    def marks(self, card: str) -> int:
        return self.vessel(card).damage

    def option(self, name: str) -> bool:
        return bool(getattr(self.state.options, name))

    def sailing(self, card: str) -> bool:
        return self.option("sailing_merchants") and card in BOX.merchants and BOX.merchants[card].sail

    # --- cards turned up

    def revealed(self, event: turn.Revealed) -> None:
        assert event.seat == self.turn.seat
        self.card, self.supports, self.night = event.card, set(map(kind_of, event.supports)), event.night
        self.used = event.use if event.use != "play" else kind_of(event.card)
        self.boarded = self.chasing = self.fair = ""
        assert len(self.supports) == len(event.supports) or "boarding_party" in self.supports, "each but once"
        assert self.supports <= SUPPORTS.get(self.used, set()), (self.used, self.supports)
        sideways = event.use in ("intercept", "british")
        assert event.night == (sideways and BOX.cards[event.card].night)
        assert "searchlight" not in self.supports or event.night
        self._aimed(event)
        check = getattr(self, f"_shows_{self.used}", None)
        if check is not None:
            check(event)

    def _aimed(self, event: turn.Revealed) -> None:
        """3.1.3, 3.1.4 At whom: one opponent for all attacks, and one other for what else is aimed at a player."""
        seats = [fleet.seat for fleet in self.state.fleets]
        owners = {target if target in seats else self.my(target).seat for target in event.targets if target != "deck"}
        assert len(owners) <= 1
        attacks = event.use != "play" or self.used in ("interrogate", "monitor", "submarines_u", "submarines_uc")
        for owner in owners if attacks else owners - {self.turn.seat}:
            self.foe(owner)
            if attacks:
                assert self.attacked in ("", owner)
                assert not self.has_fog(owner), "3.3.14"
                self.attacked = owner
            elif self.used != "recon_aircraft":
                assert not (self.used in SHIPS_ALONE and self.has_fog(owner)), "3.3.14"
                self.asides.add(owner)
        assert len(self.asides - {self.attacked}) <= 1, "3.1.4"

    def _acts(self, ship: str) -> None:
        """3.1.3, 3.3.20 An own ship at sea that has not acted."""
        assert self.my(ship) is self.active
        assert not self.vessel(ship).refuge
        assert ship not in self.acted
        self.acted.add(ship)

    def _shows_intercept(self, event: turn.Revealed) -> None:
        self._acts(event.ship)
        self._hunts(event.ship, event.targets)

    def _hunts(self, ship: str, targets: tuple[str, ...]) -> None:
        several = {"good_hunting": 2, "shipping_lanes": 3}
        assert 1 <= len(targets) <= max([1, *(several.get(support, 1) for support in self.supports)])
        assert not ("good_hunting" in self.supports and not self.raids(ship)), "3.3.15"
        assert not ("shipping_lanes" in self.supports and self.raids(ship)), "3.3.39"
        for target in targets:
            assert self.row(target) == "merchants"
            assert target not in self.met, "3.1.3"

    def _meets(self, target: str) -> None:
        """3.1.3 Once a turn."""
        assert target not in self.met
        self.met.add(target)

    def _shows_british(self, event: turn.Revealed) -> None:
        (target,) = event.targets
        assert self.row(target) != "merchants"
        assert self.opened(target), "3.2.3"
        assert not self.vessel(target).refuge, "3.3.20"
        self._meets(target)

    def _shows_monitor(self, event: turn.Revealed) -> None:
        assert self.vessel(event.targets[0]).refuge, "3.3.24"
        self._meets(event.targets[0])

    def _shows_interrogate(self, event: turn.Revealed) -> None:
        target = event.targets[0]
        assert self.row(target) != "merchants"
        assert not self.opened(target)
        assert not self.vessel(target).refuge
        assert target not in self.met

    def _shows_mines(self, event: turn.Revealed) -> None:
        self._acts(event.ship)
        assert BOX.ships[event.ship].mines, "3.3.21"

    def _shows_submarines_u(self, event: turn.Revealed) -> None:
        target = event.targets[0]
        if target in BOX.merchants and self.row(target) == "prizes":
            assert self.option("prize_torpedo"), "6.9"
            assert not self.vessel(target).identified, "6.9"
        elif kind_of(event.card) == "submarines_u":
            assert self.row(target) == "merchants"

    _shows_submarines_uc = _shows_submarines_u

    def _shows_interned(self, event: turn.Revealed) -> None:
        assert self.row(event.targets[0]) != "merchants"
        assert self.opened(event.targets[0])

    _shows_transfer_command = _shows_interned

    def _shows_breakdown(self, event: turn.Revealed) -> None:
        assert self.row(event.targets[0]) == "ships"
        assert not self.marks(event.targets[0])

    def _shows_fog_bank(self, event: turn.Revealed) -> None:
        assert not self.fleet(event.targets[0]).weather

    _shows_deception = _shows_fog_bank

    def _shows_damage_control(self, event: turn.Revealed) -> None:
        assert self.my(event.targets[0]) is self.active
        assert self.marks(event.targets[0])

    def _shows_scuttle(self, event: turn.Revealed) -> None:
        self._shows_damage_control(event)
        assert self.row(event.targets[0]) != "merchants"

    def _shows_fair_seas(self, event: turn.Revealed) -> None:
        self.fair = event.targets[0]
        assert self.my(self.fair) is self.active
        assert self.row(self.fair) != "ships"
        assert not self.marks(self.fair)

    def _shows_island_refuge(self, event: turn.Revealed) -> None:
        assert self.my(event.targets[0]) is self.active
        assert self.row(event.targets[0]) == "ships"
        assert not self.vessel(event.targets[0]).refuge
        self.acted.add(event.targets[0])

    def _shows_reflag(self, event: turn.Revealed) -> None:
        assert self.my(event.targets[0]) is self.active
        assert self.vessel(event.targets[0]).identified

    def _shows_wireless_intercept(self, event: turn.Revealed) -> None:
        assert not self.extra
        assert not self.wireless
        self.wireless = True

    def _shows_second_chance(self, event: turn.Revealed) -> None:
        assert not self.extra

    def _shows_bounding_main(self, event: turn.Revealed) -> None:
        assert self.active.partner

    _shows_exchange_information = _shows_bounding_main

    def phantom_drew(self, event: solitaire.SolitaireDrawn) -> None:
        if event.purpose in ("attack", "deceived"):
            self.coin = event.coin

    def phantom_acted(self, event: solitaire.PhantomActed) -> None:
        self.card, self.supports, self.night = "", set(map(kind_of, event.supports)), False
        self.used, self.boarded, self.chasing = event.action, "", ""
        self.fair = event.targets[0] if event.action == "fair_seas" else ""
        assert not self.has_fog(self.live.seat) or event.action not in (*SHIPS_ALONE, "interrogate", "submarine_mine")
        if event.action in ("warship_intercept", "raider_intercept"):
            assert self.raids(event.ship) == (event.action == "raider_intercept")
            self._acts(event.ship)
            self._hunts(event.ship, event.targets)
        elif event.action == "lay_mines":
            self._acts(event.ship)
            assert BOX.ships[event.ship].mines
        elif event.action == "british_intercept":
            assert self.opened(event.targets[0])
            self._meets(event.targets[0])

    def left_refuge(self, event: effects.LeftRefuge) -> None:
        """3.3.20 She acts no more this turn, and is disguised."""
        assert event.ship not in self.acted or self.extra, "one turn at least"
        self.acted.add(event.ship)

    # --- reactions

    def boards(self, event: attack.SupportRevealed) -> None:
        assert not self.marks(event.target), "3.3.3"
        self.boarded = event.target

    def reacted(self, event: attack.Reacted) -> None:
        if event.to == "intercept":
            self._meets(event.target)
        if event.to in ("identified", "sinking"):
            assert event.to == "sinking" or kind_of(event.card) in ("", "reflag")
            return
        kind = kind_of(event.card)
        if kind:
            if event.to in INTERCEPTS:
                assert event.target not in self.answered, "3.2.2"
                self.answered.add(event.target)
            assert event.seat not in (self.turn.seat, self.active.partner), "3.2.2, 4.5"
            self._fits(event, kind)
        self.reaction = (event.target, kind)

    def _fits(self, event: attack.Reacted, kind: str) -> None:
        surprise, target = "surprise_attack" in self.supports, event.target
        if event.to in INTERCEPTS and kind in BY_DAY_UNSURPRISED:
            assert not self.night, kind
            assert not surprise, kind
            assert not self.vessel(target).refuge, kind
        if event.to == "intercept":
            assert kind in AGAINST_MERCHANT
            ship = self.turn.engaged[-1]
            if kind in ("fast_ship", "non_combatant"):
                assert not self.marks(target)
            assert kind not in ("fast_ship", "qqq") or self.raids(ship)
            assert not (self.sailing(target) and kind in ("amc", "fast_ship")), "6.11.1"
            assert not (self.option("aircraft") and BOX.ships[ship].aircraft and kind == "slim_pickings"), "6.3.2"
        elif event.to in INTERCEPTS:
            assert kind in AGAINST_NAVY
            assert kind != "reflag" or (event.to == "british" and self.vessel(target).identified)
        elif event.to == "mines":
            assert kind == "minesweeper"
        elif event.to == "torpedo":
            assert kind in AGAINST_TORPEDO
            assert kind != "q_ship" or not self.sailing(target)
            assert kind != "sail_q_ship" or self.sailing(target)
            assert kind == "razzle_dazzle" or self.row(target) == "merchants", "6.9.2"
        else:
            assert (event.to, kind) in (("interned", "reflag"), ("transfer_command", "reflag"))

    def followed(self, event: attack.Followed) -> None:
        ship = BOX.ships[event.ship]
        if event.how == "chase":
            assert self.option("fast_raiders")
            assert ship.fast
            assert not self.vessel(event.ship).unsupplied
            self.chasing = event.target if event.declared else ""
        else:
            assert self.option("pursuit")

    # --- rolls

    def _thrown(self, throw: Throw, coin: Iterable[int], added: int) -> None:
        assert sorted(throw.coin) == sorted(coin), throw
        assert throw.total == max(1, max(throw.values) + added), (throw, added)

    def _wear(self, card: str, each: int, unsupplied: int = 0) -> int:
        vessel = self.vessel(card)
        return each * vessel.damage + unsupplied * vessel.unsupplied

    def _strike(self, event: attack.Fought, target: str) -> int:
        """What is added to an intercept's attack."""
        surprise = 2 * ("surprise_attack" in self.supports)
        light = 3 * ("searchlight" in self.supports) - 1 if self.night else 0
        if event.weapon in ("british", "monitor", "interrogate"):
            return {"british": surprise + light, "monitor": surprise + 2, "interrogate": 0}[event.weapon]
        ship = BOX.ships[event.attacker.of]
        if surprise and self.option("aircraft") and ship.aircraft:
            surprise += 2
        kind = self.reaction[1] if self.reaction[0] == target else ""
        slow = -2 if kind == "non_combatant" else 0
        if kind == "fast_ship" and self.chasing != target:
            slow = -4 if self.option("sail") and ship.sail else -2
        return surprise + light + slow + self._wear(ship.id, -2, -2)

    def _attack_coin(self, event: attack.Fought) -> tuple[int, ...]:
        of, phantom = event.attacker.of, not self.card
        if event.weapon == "intercept":
            return BOX.ships[of].attack
        if event.weapon in ("british", "mines", "torpedo") and phantom and self.coin:
            return self.coin
        kind = BOX.kinds[self.reaction[1] if event.weapon == "trap" else kind_of(of)]
        coins = {"british": kind.intercept, "mines": kind.mine, "torpedo": kind.torpedo, "gun": kind.gun,
                 "depth_charge": kind.depth_charge}  # fmt: skip
        return coins.get(event.weapon, kind.attack)

    def fought(self, event: attack.Fought) -> None:
        target, card = event.defender.of, event.defender.of not in BOX.ships and event.defender.of not in BOX.merchants
        if event.weapon == "intercept" or event.weapon in INTERCEPTS[1:]:
            added = self._strike(event, self.reaction[0] if card else target)
            if event.weapon == "intercept" and not card:
                self.met.add(target)
        else:
            added = -1 if event.weapon in ("amc", "trap") and self.night else 0
        self._thrown(event.attacker, self._attack_coin(event), added)
        if card:
            self._thrown(event.defender, BOX.kinds[kind_of(target)].defence, 0)
        else:
            defence = (BOX.ships.get(target) or BOX.merchants[target]).defence
            self._thrown(event.defender, defence, self._wear(target, -2))
        assert event.outcome == self._outcome(event, target, card=card), event

    def _outcome(self, event: attack.Fought, target: str, *, card: bool) -> str:
        mine, theirs = event.attacker.total, event.defender.total
        result = "sunk" if mine >= 2 * theirs else "damaged" if mine > theirs else "none"
        if card:
            return result
        spared = target in (self.boarded, self.reaction[0] if self.reaction[1] == "non_combatant" else "")
        if spared and event.weapon == "intercept" and not self.marks(target):
            return "captured" if result == "sunk" else "none"
        if result == "damaged" and self.marks(target) and not self.option("cumulative_damage"):
            return "none"
        return result

    def challenged(self, event: attack.Challenged) -> None:
        assert event.success == (event.challenger.total > event.responder.total)
        fixed: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
            "chase_supply": ((10,), (10, 4)), "prize_torpedo": ((10, 8), (10,)), "exhausted": ((10,), (10, 8)),
        }  # fmt: skip
        if event.purpose in fixed:
            mine, theirs = fixed[event.purpose]
        elif event.purpose == "safe_passage":
            merchant = BOX.merchants[event.subject]
            assert not self.marks(event.subject), "3.2.6"
            mine, theirs = merchant.challenge, merchant.response
        else:
            mine, theirs = BOX.kinds[event.purpose].challenge, BOX.kinds[event.purpose].response
        self._thrown(event.responder, theirs, 0)
        added = ADDED[event.purpose](self, event.subject) if event.purpose in ADDED else (0,)
        assert event.challenger.total in [max(1, max(event.challenger.values) + each) for each in added], (event, added)
        self._thrown(event.challenger, mine, event.challenger.total - max(event.challenger.values)
                     if event.challenger.total > 1 else -99)  # fmt: skip
        assert self._from_two_sides(event)

    def _from_two_sides(self, event: attack.Challenged) -> bool:
        """3.2.7 An opponent rolls against; the partner never does, but for a ship of his own (3.3.16)."""
        first, second = event.challenger.of, event.responder.of
        return first != second and (self.fleet(first).partner != second or event.purpose == "heavy_weather")

    def passage(self, subject: str) -> tuple[int, ...]:
        """3.2.6, 3.3.12, 3.3.25"""
        assert self.used not in ("mines", "submarines_u", "submarines_uc", "submarine_torpedo", "submarine_mine")
        if subject == self.fair:
            return (1,)
        return (2 * (self.reaction == (subject, "non_combatant")),)

    def contact(self, subject: str) -> tuple[int, ...]:
        """3.3.5, 6.2, 6.3, 6.11"""
        added = self._wear(subject, -2, -2)
        ship, hunter = BOX.ships.get(subject), self._hunter(subject)
        if ship is not None:
            added += -2 * (ship.sail and self.option("sail")) + 2 * (ship.aircraft and self.option("aircraft"))
        elif hunter and BOX.ships[hunter].sail and self.option("sail"):
            added += 2
        return (added - 2 * self.sailing(subject),)

    def _hunter(self, subject: str) -> str:
        return self.turn.engaged[-1] if self.row(subject) == "merchants" else ""

    def shoals(self, subject: str) -> tuple[int, ...]:
        """3.3.38, 6.6.2, 6.10.4"""
        ship = BOX.ships.get(subject)
        deep = ship is not None and ship.fast and (self.option("fast_raiders") or self.option("pursuit"))
        return (self._wear(subject, -2) - 2 * deep,)

    def interned(self, subject: str) -> tuple[int, ...]:
        """3.3.18"""
        return (self._wear(subject, 2, 2),)

    def blockade(self, subject: str) -> tuple[int, ...]:
        """3.3.2, 6.1.2, 6.2.2"""
        assert self.vessel(subject).unsupplied
        return (2 * bool(self.active.prizes) + self._coal(subject, -1, 1),)

    def rendezvous(self, subject: str) -> tuple[int, ...]:
        """3.3.33, 6.1.1, 6.2.1"""
        vessel = self.vessel(subject)
        assert not vessel.refuge
        assert not vessel.unsupplied
        return (-2 * bool(self.my(subject).prizes) + self._coal(subject, 2, -2),)

    def refuge(self, subject: str) -> tuple[int, ...]:
        """3.3.20, 6.1.3, 6.2.3: coaling, or repairs"""
        vessel = self.vessel(subject)
        coaling = (self._coal(subject, -1, 1),) if vessel.unsupplied else ()
        return (*coaling, *((0,) if vessel.damage else ()))

    def _coal(self, subject: str, hog: int, sail: int) -> int:
        ship = BOX.ships[subject]
        return hog * (ship.coal and self.option("coal_hogs")) + sail * (ship.sail and self.option("sail"))

    def weather(self, subject: str) -> tuple[int, ...]:
        """3.3.16"""
        assert self.marks(subject)
        assert not self.vessel(subject).refuge
        return (0,)

    # --- what becomes of it

    def sunk(self, event: attack.Sunk) -> None:
        assert event.owner != event.by
        assert self.fleet(event.owner).partner != event.by, "4.2"
        if event.doubled:
            assert event.card in BOX.merchants
            assert "special_cargo" in self.supports
            assert self.reaction != (event.card, "shallow_run") or self.option("pursuit")

    def captured(self, event: attack.Captured) -> None:
        assert event.card == self.boarded or self.reaction == (event.card, "non_combatant"), "3.2.5"

    def damaged(self, event: attack.Damaged) -> None:
        assert event.markers == 1 or self.option("cumulative_damage")

    def arrived(self, event: turn.MerchantsArrived) -> None:
        assert self.state.deck, "2.0 the round is over"

    def scored(self, event: rounds.RoundScored) -> None:
        """2.3"""
        found: dict[str, int] = {}
        for fleet in self.state.fleets:
            assert not fleet.prizes
            germans = [trophy for trophy in fleet.pile if trophy.card in BOX.ships]
            assert len(germans) <= sum(trophy.card in BOX.merchants for trophy in fleet.pile)
            found[fleet.seat] = sum(BOX.value(trophy.card) * (1 + trophy.doubled) for trophy in fleet.pile)
        assert event.victory_points == found
        for seat, points in event.round_points.items():
            better = sum(other > found[seat] for other in found.values())
            assert points == (len(found) - better if found[seat] else 0), event


ADDED: dict[str, Callable[[Umpire, str], tuple[int, ...]]] = {
    "safe_passage": Umpire.passage, "break_contact": Umpire.contact, "shallow_run": Umpire.shoals,
    "interned": Umpire.interned, "blockade_runner": Umpire.blockade, "rendezvous_missed": Umpire.rendezvous,
    "island_refuge": Umpire.refuge, "heavy_weather": Umpire.weather,
}  # fmt: skip
"""What may be added to a challenge; to others, nothing is."""
JUDGES: dict[type[Event], Callable[[Umpire, Any], None]] = {
    turn.Revealed: Umpire.revealed, turn.MerchantsArrived: Umpire.arrived, effects.LeftRefuge: Umpire.left_refuge,
    solitaire.SolitaireDrawn: Umpire.phantom_drew, solitaire.PhantomActed: Umpire.phantom_acted,
    attack.SupportRevealed: Umpire.boards, attack.Reacted: Umpire.reacted, attack.Followed: Umpire.followed,
    attack.Fought: Umpire.fought, attack.Challenged: Umpire.challenged, attack.Sunk: Umpire.sunk,
    attack.Captured: Umpire.captured, attack.Damaged: Umpire.damaged, rounds.RoundScored: Umpire.scored,
}  # fmt: skip
