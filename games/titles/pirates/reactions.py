"""3.2.2, 3.2.2.1 Reactions: what may be played against an attack, and the question put to the seat that may.

A seat is asked whenever the open table says that some reaction could be played, whatever its hand holds; one whose hand
is known to be empty is not, nor is anybody when every card that would help lies open on the table.
"""

from msgspec import Struct

from games.kernel.forms import MayChoose
from games.kernel.requests import Ask
from games.kernel.text import Text
from games.titles.pirates import events as told
from games.titles.pirates.ahead import answered
from games.titles.pirates.components import Coin
from games.titles.pirates.modifiers import barred
from games.titles.pirates.orders import kind_of
from games.titles.pirates.phantom.defence import defend
from games.titles.pirates.sea import Sea
from games.titles.pirates.state import Vessel

REACT = Text("You are under attack. Do you play a reaction?", "攻撃を受けています。リアクションカードを使いますか?")
AFTERMATH = Text(
    "Your merchant was sunk. Do you play a reaction?", "商船が撃沈されました。リアクションカードを使いますか?"
)
REFLAG = Text("Your ship was identified. Do you play Reflag?", "船が確認されました。国籍変更を使いますか?")


class Attack(Struct, frozen=True, omit_defaults=True, tag="attack", tag_field="about"):
    """An attack as all see it: `weapon` is intercept, british, monitor, interrogate, mines or torpedo.

    `coin` is what a card of the phantom's prints (5.1); action cards and ships have theirs.
    """

    attacker: str
    weapon: str
    card: str
    target: str
    ship: str = ""
    night: bool = False
    supports: tuple[str, ...] = ()
    coin: Coin = ()

    @property
    def surprise(self) -> bool:
        """Whether a Surprise Attack goes with it."""
        return any(kind_of(card) == "surprise_attack" for card in self.supports)

    def support(self, kind: str) -> bool:
        """Whether a support of this kind was shown with it."""
        return any(kind_of(card) == kind for card in self.supports)


class Aftermath(Struct, frozen=True, omit_defaults=True, tag="sinking", tag_field="about"):
    """A sinking, for the reactions to it."""

    attacker: str
    card: str
    target: str
    ship: str = ""


def evasive(attack: Attack, vessel: Vessel) -> tuple[str, ...]:
    """3.3.5, 3.3.38 Break Contact and Shallow Run: by day, at sea and unsurprised."""
    if attack.night or attack.surprise or vessel.refuge:
        return ()
    return ("break_contact", "shallow_run")


def against_intercept(sea: Sea, attack: Attack, vessel: Vessel) -> tuple[str, ...]:
    """3.2.4 Reactions of a merchant that a German ship intercepts."""
    kinds = ["amc", "slim_pickings", "trap", *evasive(attack, vessel)]
    raider = sea.is_raider(attack.ship)
    if not vessel.damage:
        kinds.append("non_combatant")
        if raider and not attack.night and not attack.surprise:
            kinds.append("fast_ship")
    if raider and not sea.vessel(attack.ship).identified and not sea.turn.exposed:
        kinds.append("qqq")
    return allowed(sea, kinds, vessel.card, attack.ship)


def against_british(sea: Sea, attack: Attack, vessel: Vessel) -> tuple[str, ...]:
    """3.2.3 Reactions of a German ship or prize that the Royal Navy intercepts."""
    kinds = ["pull_the_plug", *evasive(attack, vessel)]
    if attack.weapon == "british" and vessel.identified and not sea.is_warship(vessel.card):
        kinds.append("reflag")
    return tuple(kinds)


def against_torpedo(sea: Sea, target: str) -> tuple[str, ...]:
    """3.3.42, 3.3.43 Reactions to a torpedo; 3.3.34 a sailing Q-ship passes for a merchant under sail (6.11)."""
    if sea.is_prize(target):
        return ("razzle_dazzle",)  # 6.9.2
    kinds = ["q_ship", "razzle_dazzle"]
    if sea.state.options.sailing_merchants and sea.components.merchants[target].sail:
        kinds.append("sail_q_ship")
    return allowed(sea, kinds, target)


def allowed(sea: Sea, kinds: list[str], target: str, hunter: str = "") -> tuple[str, ...]:
    """The reactions that no option takes away (6.0)."""
    gone = set(barred(sea.components, sea.state.options, target, hunter))
    return tuple(kind for kind in kinds if kind not in gone)


def may_react(sea: Sea, seat: str, kinds: tuple[str, ...]) -> bool:
    """Whether, for all that everybody can see, the seat may hold a card of one of these kinds; the phantom never."""
    if not kinds or not sea.fleet(seat).hand or sea.is_phantom(seat) or sea.fleet(seat).partner == sea.turn.seat:
        return False  # 4.5
    seen = _open_cards(sea)
    copies = ((kind, sea.components.kinds[kind].count) for kind in kinds)
    return any(f"{kind}_{number}" not in seen for kind, count in copies for number in range(1, count + 1))


def _open_cards(sea: Sea) -> set[str]:
    """Action cards that lie face up: played this turn, on ships, before fleets, in piles, on top of the discards."""
    turn, state = sea.turn, sea.state
    seen = {*turn.played, *sea.open_discards()}
    seen.update(card for cards in turn.reactions.values() for card in cards)
    for fleet in state.fleets:
        seen.update((fleet.weather, *(ship.refuge for ship in fleet.ships), *(trophy.card for trophy in fleet.pile)))
    return seen


async def react(sea: Sea, seat: str, attack: Attack, kinds: tuple[str, ...]) -> str:
    """Ask the defender; returns the card played, or the empty string. The phantom draws (5.3.3)."""
    if sea.is_phantom(seat):
        return await defend(sea, attack.weapon, attack.target, kinds)
    if not may_react(sea, seat, kinds):
        return ""
    key = sea.occasion("react")
    form = MayChoose(options=sea.hand_of_kinds(seat, kinds), rule="3.2.2")
    card = await answered(
        sea, Ask(key=key, kind="react", seat=seat, rule="3.2.2", prompt=REACT, form=form, context=attack)
    )
    if card:
        sea.from_hand(seat, card)
    sea.tell(told.Reacted(seat, attack.weapon, card or "", attack.target))
    return card or ""


async def react_to_sinking(sea: Sea, seat: str, after: Aftermath, kinds: tuple[str, ...]) -> tuple[str, str]:
    """3.3.23, 3.3.30 Ask the owner of a sunk merchant; returns the card and, for Mistaken Identity, the exchange."""
    if not may_react(sea, seat, kinds):
        return "", ""
    options: list[str] = []
    for card in sea.hand_of_kinds(seat, kinds):
        if kind_of(card) == "mistaken_identity":
            given = sorted(exchangeable(sea, seat), key=sea.value)  # whoever plans ahead gives the poorest
            options += [f"{card}/{merchant}" for merchant in given]
        else:
            options.append(card)
    key = sea.occasion("aftermath")
    form = MayChoose(options=tuple(options), rule="3.2.2")
    answer = await answered(
        sea, Ask(key=key, kind="aftermath", seat=seat, rule="3.2.2", prompt=AFTERMATH, form=form, context=after)
    )
    card, _, merchant = (answer or "").partition("/")
    if card:
        sea.from_hand(seat, card)
    sea.tell(told.Reacted(seat, "sinking", card, merchant or after.target))
    return card, merchant


def exchangeable(sea: Sea, seat: str) -> tuple[str, ...]:
    """3.3.23 The sunk merchants in a seat's pile."""
    merchants = sea.components.merchants
    return tuple(t.card for t in sea.fleet(seat).pile if t.how == "sunk" and t.card in merchants)


async def offer_reflag(sea: Sea, ship: str) -> None:
    """3.3.32 The owner of a ship just identified may disguise her again, in either player's turn."""
    owner, vessel = sea.owner(ship), sea.find(ship)
    if owner is None or vessel is None or not vessel.identified or sea.is_warship(ship):
        return
    if not may_react(sea, owner.seat, ("reflag",)):
        return
    key = sea.occasion("reflag")
    form = MayChoose(options=sea.hand_of_kinds(owner.seat, ("reflag",)), rule="3.3.32")
    context = Attack(sea.turn.seat, "identified", "", ship)
    card = await answered(
        sea, Ask(key=key, kind="reflag", seat=owner.seat, rule="3.3.32", prompt=REFLAG, form=form, context=context)
    )
    if card:
        sea.from_hand(owner.seat, card)
    sea.tell(told.Reacted(owner.seat, "identified", card or "", ship))
    if card:
        sea.disguise(vessel)
