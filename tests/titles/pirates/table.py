"""Games to look at: random ones, and every event in a sample of each of its forms."""

import random
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, get_args

from games.kernel.chance import HmacChance
from games.kernel.codec import decode
from games.kernel.driver import DriveResult, ViewFactory, drive, initial_checkpoint
from games.kernel.journal import SeatAnswer
from games.kernel.requests import Ask
from games.kernel.title import Title
from games.titles import pirates
from games.titles.pirates.components.options import Options
from games.titles.pirates.state.events import AnyEvent, attack, effects, rounds, solitaire, turn
from games.titles.pirates.state.events.common import Place, Throw
from games.titles.pirates.state.state import Assigned, Report, State, Trophy, Turn, Use, Vessel
from games.titles.pirates.title import load_title
from games.titles.pirates.visibility.view import View

DATA = Path(pirates.__file__).parent / "data"


@lru_cache(maxsize=1)
def title() -> Title[State]:
    return load_title({path.name: path.read_bytes() for path in DATA.iterdir()})


@lru_cache(maxsize=8)
def random_game(scenario: str, seed: int) -> tuple[DriveResult, tuple[Ask[Any], ...]]:
    """A whole game of random answers, and every question that was asked in it."""
    game, pick = title(), random.Random(seed).randrange
    asked: list[Ask[Any]] = []

    def supply(question: Ask[Any], number: int, look: ViewFactory) -> SeatAnswer:
        asked.append(question)
        return SeatAnswer(question.seat, question.form.write(question.form.sample(pick)))

    start = initial_checkpoint(game, game.rules.new_game(scenario, Options()))
    run = drive(game, start, (), supply, chance=HmacChance(seed.to_bytes(32, "big")), budget=100_000)
    assert run.is_over
    return run, tuple(asked)


def states(scenario: str, seed: int, every: int = 1) -> Iterator[State]:
    """Fresh copies of the states at the step boundaries of a random game."""
    run, _ = random_game(scenario, seed)
    for checkpoint in run.checkpoints[::every]:
        yield decode(checkpoint.state, State)


def first_turn() -> tuple[State, Turn]:
    """A two-player game at its first turn, to be changed at will."""
    for state in states("two_players", 3):
        if state.turn is not None:
            return state, state.turn
    raise AssertionError("a game has turns")


def view_of(state: State, seat: str) -> View:
    seen = title().secrecy.view(state, seat)
    assert isinstance(seen, View)
    return seen


FULL = Throw("leopard", (10, 8, 6), (9, 2, 1), 8, (("night", -1),))
SHORT = Throw("matheran", (8,), (6,), 6)
LONG = Throw("recalled_1", (10, 8), (9, 2), 11, (("surprise_attack", 2),))

SAMPLES: tuple[Any, ...] = (
    rounds.RoundBegan(1, 40, 60),
    rounds.ShipsDealt("red", ("emden", "wolf"), ("dee", "lovat")),
    rounds.ShipsDealt("red", (), ("dee",)),
    rounds.HandDealt("red", 2, ("qqq_1", "trap_2")),
    rounds.HandDealt("red", 2),
    rounds.StarterRolled({"red": 3, "black": 9}),
    rounds.StarterFound("black", "dice"),
    rounds.StarterFound("black", "fleet"),
    rounds.StarterFound("black", "round_points"),
    turn.TurnBegan("red", 3),
    turn.TurnBegan("red", 4, True),
    turn.Fogged("red"),
    turn.Deceived("red", "qqq_1"),
    turn.Deceived("red"),
    turn.CardsAssigned("red", (Place("emden", True, 1), Place("", True, 1), Place("", False, 2))),
    turn.CardsAssigned("red", (Place("wolf", False, 1),)),
    turn.CardsAssigned("red", ()),
    effects.LeftRefuge("red", "wolf"),
    turn.Revealed("red", "qqq_1", "intercept", "emden", ("lovat", "dee"), ("surprise_attack_1",), True),
    turn.Revealed("red", "qqq_1", "british", "", ("wolf",), (), True),
    turn.Revealed("red", "lay_mines_1", "mines", "wolf", ("black",), ("special_cargo_1",)),
    turn.Revealed("red", "breakout_1", "play"),
    turn.Revealed("red", "interrogate_1", "play", "", ("wolf",)),
    turn.Revealed("red", "damage_control_1", "play", "", ("emden",)),
    turn.Revealed("red", "intelligence_1", "play", "", ("deck",)),
    turn.Revealed("red", "recon_aircraft_1", "play", "", ("black",)),
    attack.SupportRevealed("red", "boarding_party_1", "lovat"),
    turn.TurnEnded("red"),
    turn.TurnEnded("red", 2),
    *(attack.Reacted("black", to, card, target)
      for to in ("intercept", "british", "mines", "torpedo", "identified", "sinking")
      for card in ("", "recalled_1")
      for target in ("lovat",)),
    *(attack.Cancelled("lovat", reason) for reason in (
        "slim_pickings", "others_spared", "break_contact", "shallow_run", "razzle_dazzle", "pull_the_plug", "reflag")),
    attack.Cancelled("black", "minesweeper"),
    *(attack.Fought(weapon, FULL, SHORT, outcome)
      for weapon in ("intercept", "mines", "torpedo", "amc", "trap", "gun", "depth_charge")
      for outcome in ("none", "damaged", "sunk", "captured")),
    *(attack.Fought(weapon, LONG, SHORT, "none") for weapon in ("british", "monitor", "interrogate")),
    attack.Challenged("safe_passage", "matheran", Throw("red", (6,), (5,), 5), Throw("black", (8,), (4,), 4), True),
    attack.Challenged("breakout", "breakout_1", Throw("red", (6,), (5,), 5), Throw("black", (8,), (6,), 6), False),
    attack.Challenged(
        "interned", "wolf", Throw("red", (6,), (5,), 9, (("damaged", 2), ("unsupplied", 2))), SHORT, True,
    ),
    attack.Sunk("lovat", "red", "black", True),
    attack.Sunk("submarines_u_1", "red", "black"),
    attack.Captured("lovat", "red", "black"),
    attack.Captured("lovat", "red", "black", "wolf"),
    attack.Damaged("lovat", 1),
    attack.Damaged("lovat", 2),
    *(attack.Followed("berlin", "lovat", how, declared) for how in ("chase", "pursue") for declared in (True, False)),
    attack.Exhausted("lovat", "red"),
    *(attack.Challenged(purpose, "lovat", FULL, SHORT, False) for purpose in (
        "chase_supply", "prize_torpedo", "exhausted", "shallow_run")),
    attack.Safe("lovat", "red"),
    attack.Safe("lovat", "red", True),
    attack.Identified("wolf"),
    attack.Disguised("wolf"),
    attack.Supplied("wolf"),
    attack.Unsupplied("wolf"),
    effects.Repaired("wolf"),
    effects.Repaired("wolf", 1),
    effects.Repaired("wolf", 2),
    effects.Sheltered("wolf", "island_refuge_1"),
    *(attack.Removed("wolf", reason)
      for reason in ("pull_the_plug", "recalled", "interned", "heavy_weather", "scuttle")),
    effects.Transferred("wolf", "red", "black"),
    effects.WeatherLaid("red", "fog_bank_1", "black"),
    effects.ShipsArrived("red", ("wolf",)),
    effects.ShipsArrived("red", ()),
    effects.HandTaken("red", "black", 2, ("qqq_1", "trap_1")),
    effects.HandTaken("red", "black", 1),
    effects.CardsHandedOver("red", "white", 2, ("qqq_1", "trap_1")),
    effects.CardsHandedOver("red", "white", 2),
    effects.CardsHandedOver("red", "white", 0),
    effects.TurnLost("black", "red"),
    turn.TurnSkipped("black"),
    effects.HandSeen("red", "black", 1, ("qqq_1",)),
    effects.HandSeen("red", "black", 1),
    effects.DeckSeen("red", 2, ("qqq_1", "trap_1")),
    effects.DeckSeen("red", 2),
    effects.DeckArranged("red", ("qqq_1", "trap_1")),
    effects.DeckArranged("red"),
    effects.DiscardsTaken("red", ("qqq_1", "trap_1")),
    effects.DiscardsTaken("red", ()),
    attack.Exchanged("red", "dee", "lovat"),
    effects.NoEffect("breakout_1", "damaged"),
    turn.Discarded("red", ("qqq_1", "trap_1")),
    turn.Drew("red", 30, "qqq_1"),
    turn.Drew("red", 30),
    turn.MerchantsArrived("red", ("dee",)),
    turn.Reshuffled("german", 20),
    turn.Reshuffled("merchant", 60),
    turn.ExtraTurn("red"),
    rounds.RoundEnded(1),
    rounds.TrophyLost("red", "wolf"),
    rounds.RoundScored(1, {"red": 30, "black": 0}, {"red": 2, "black": 0}),
    rounds.CarriedOver("red", "wolf"),
    rounds.CarriedOver("red"),
    rounds.ShipsExchanged("red", "white", ("wolf",), ("emden",)),
    rounds.ShipsExchanged("red", "white", ("wolf", "emden")),
    rounds.ShipsExchanged("red", "white"),
    rounds.GameTied(("red", "black")),
    rounds.GameTied(("red", "white", "black", "blue"), teams=True),
    rounds.GameTied(("red", "white", "black", "blue"), shared=True, teams=True),
    rounds.GameWon("red", 6, 90),
    rounds.GameWon("red", 14, 190, "white"),
    rounds.LeftOut(("emden", "lovat", "breakout_1", "breakout_2")),
    rounds.WishesOpened("red", ("emden", "lovat")),
    rounds.WishesOpened("red", ()),
    rounds.Contested("emden", {"red": 3, "black": 9}),
    effects.NoEffect("breakout_1", "all_at_sea"),
    rounds.StarterFound("phantom", "agreed"),
    turn.Discarded("red", ("qqq_1",), 1),
    turn.Discarded("red", (), 1),
    turn.Reshuffled("solitaire", 20),
    *(solitaire.SolitaireDrawn("solitaire_4", purpose, 7, die, entry, coin, aim, ends)
      for purpose in ("attack", "deceived")
      for die, entry, coin, aim, ends in (
          (1, "no_action", (), "", True), (2, "raider_intercept", (), "", False), (3, "heavy_weather", (), "", False),
          (4, "british_intercept", (10, 6), "", False), (3, "interrogate", (), "low", False))),
    *(solitaire.SolitaireDrawn("solitaire_4", purpose, 7, 2, entry)
      for purpose, entry in (("defence", "trap"), ("defence", ""), ("special", "reflag"), ("special", ""),
                             ("reflag", "reflag"), ("reflag", ""))),
    solitaire.PhantomActed("raider_intercept", "wolf", ("lovat", "dee"), ("good_hunting_0", "surprise_attack_0")),
    solitaire.PhantomActed("warship_intercept", "emden", ("lovat",)),
    solitaire.PhantomActed("lay_mines", "meteor", ("red",)),
    solitaire.PhantomActed("submarine_mine", "", ("red",)),
    solitaire.PhantomActed("damage_control", "", ("wolf",)),
    solitaire.PhantomActed("breakout"),
    *(solitaire.PhantomIgnored("fast_ship", reason) for reason in ("impossible", "repeated", "no_fit")),
    *(solitaire.PhantomTurnEnded(reason)
      for reason in ("no_action", "impossible", "ends_turn", "scouted", "deceived")),
    solitaire.CardsBuried("red", "phantom", 2, ("qqq_1", "trap_1")),
    solitaire.CardsBuried("red", "phantom", 2),
    solitaire.DrewUnseen("phantom", 17),
)  # fmt: skip
"""Every event in each of its forms."""


def missing_samples() -> set[str]:
    """Events of the title that no sample shows."""
    return {kind.__name__ for kind in get_args(AnyEvent)} - {type(event).__name__ for event in SAMPLES}


def crowd(state: State) -> None:
    """Put everything on the table that a picture must find room for."""
    assert state.turn is not None
    pile = [
        Trophy("lovat", "sunk"), Trophy("maria", "safe", True), Trophy("city_of_winchester", "sunk"),
        Trophy("kaiser_wilhelm_der_grosse", "sunk"), Trophy("submarines_u_1", "scored"), Trophy("hudson_maru", "sunk"),
    ]  # fmt: skip
    for index, fleet in enumerate(state.fleets):
        for place, vessel in enumerate(fleet.ships):
            vessel.damage, vessel.unsupplied = (place + index) % 2, place % 3 == 0
            vessel.identified = place % 2 == 0
        fleet.ships[-1].refuge = "island_refuge_1"
        for place, vessel in enumerate(fleet.merchants):
            vessel.damage = place % 2
        fleet.prizes = [Vessel("worcestershire", identified=True, damage=1), Vessel("manchester_commerce")]
        fleet.pile, fleet.round_points, fleet.victory_points = list(pile), [2, 1], [34, 21]
        fleet.weather = ("fog_bank_1", "deception_1", "", "")[index]
        fleet.reports = [Report(1, 3, "black", ["boarding_party_6", "trap_1"]), Report(1, 5, "deck", ["qqq_1"])]
    active = next(fleet for fleet in state.fleets if fleet.seat == state.turn.seat)
    first, last = active.ships[0].card, active.ships[-1].card
    state.turn.assigned = [
        Assigned("shipping_lanes_3"),
        Assigned("recon_aircraft_1", first, True, Use(("kaipara",), ("shipping_lanes_3",))),
        Assigned("rendezvous_missed_1", "", True, Use(("emden",))),
        Assigned("submarines_uc_1", "", False, Use(("lovat",))),
        Assigned("lay_mines_1", last, False, Use(("black",))),
        Assigned("mistaken_identity_1", "", True),
    ]
    state.turn.engaged = [first]
