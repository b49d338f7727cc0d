"""3.2.2, 3.2.2.1, 3.2.2.2 Reactions: what may be played against an attack, and the question put to the seat that may.

A seat is asked whenever the open table says that some reaction could be played, whatever its hand holds; one whose hand
is known to be empty is not, nor is anybody when every card that would help lies open on the table.
"""

from games.kernel.barred import Barred
from games.kernel.forms import MayChoose
from games.kernel.requests import Ask
from games.kernel.text import Text
from games.titles.pirates.orders.occasions import LATER, Aftermath, Attack
from games.titles.pirates.orders.orders import kind_of
from games.titles.pirates.rules.attack.asking import answered
from games.titles.pirates.rules.phantom.defence import defend
from games.titles.pirates.table.events import attack as told
from games.titles.pirates.table.modifiers import barred
from games.titles.pirates.table.sea import Sea
from games.titles.pirates.table.state import Vessel

REACT = Text("You are under attack. Do you play a reaction?", "攻撃を受けています。リアクションカードを使いますか?")
AFTERMATH = Text(
    "Your merchant was sunk. Do you play a reaction?", "商船が撃沈されました。リアクションカードを使いますか?"
)
REFLAG = Text("Your ship was identified. Do you play Reflag?", "船が確認されました。国籍変更を使いますか?")


def evasive(attack: Attack, vessel: Vessel) -> tuple[str, ...]:
    """1.1.4.3, 3.3.5.2, 3.3.38.2 Break Contact and Shallow Run: by day, at sea and unsurprised."""
    if attack.night or attack.surprise or vessel.refuge:
        return ()
    return ("break_contact", "shallow_run")


def against_intercept(sea: Sea, attack: Attack, vessel: Vessel) -> tuple[str, ...]:
    """3.2.4, 3.3.13.1 Reactions of a merchant that a German ship intercepts."""
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
    """3.2.3, 3.3.19.1, 3.3.32.1 Reactions of a German ship or prize that the Royal Navy intercepts."""
    kinds = ["pull_the_plug", *evasive(attack, vessel)]
    if attack.weapon == "british" and vessel.identified and not sea.is_warship(vessel.card):
        kinds.append("reflag")
    return tuple(kinds)


def against_torpedo(sea: Sea, target: str) -> tuple[str, ...]:
    """3.3.42, 3.3.43.1 Reactions to a torpedo; 3.3.34 a sailing Q-ship passes for a merchant under sail (6.11)."""
    if sea.is_prize(target):
        return ("razzle_dazzle",)  # 6.9.2
    kinds = ["q_ship", "razzle_dazzle"]
    if sea.state.options.sailing_merchants and sea.box.merchants[target].sail:
        kinds.append("sail_q_ship")
    return allowed(sea, kinds, target)


def allowed(sea: Sea, kinds: list[str], target: str, hunter: str = "") -> tuple[str, ...]:
    """The reactions that no option takes away (6.0)."""
    gone = set(barred(sea.box, sea.state.options, target, hunter))
    return tuple(kind for kind in kinds if kind not in gone)


NOT_SO = Text("It does not answer such an attack.", "この攻撃には使えません。")
IN_THE_DARK = Text("Not by night, nor when surprised, nor at anchor.", "夜間・奇襲・停泊中には使えません。")
BY_OPTION = Text(
    "An option in force bars it here (6.3.2, 6.11.1).", "採用中の選択ルールにより使えません(6.3.2、6.11.1)。"
)


def unfit(sea: Sea, seat: str, attack: Attack, kinds: tuple[str, ...]) -> tuple[Barred, ...]:
    """3.2.2 The reactions in a hand that do not answer this attack, and why."""
    hunter = attack.ship if attack.ship in sea.box.ships else ""
    gone = set(barred(sea.box, sea.state.options, attack.target, hunter))
    found = [card for card in sea.fleet(seat).hand if kind_of(card) not in kinds and sea.kind(card).can_react]
    return tuple(Barred(card, sea.kind(card).rule, _why_unfit(kind_of(card), attack, gone)) for card in found)


def _why_unfit(kind: str, attack: Attack, gone: set[str]) -> Text:
    if kind in gone:
        return BY_OPTION
    fleeing = kind in ("break_contact", "shallow_run", "fast_ship")
    return IN_THE_DARK if fleeing and (attack.night or attack.surprise) else NOT_SO


def may_react(sea: Sea, seat: str, kinds: tuple[str, ...]) -> bool:
    """Whether, for all that everybody can see, the seat may hold a card of one of these kinds; the phantom never."""
    if not kinds or not sea.fleet(seat).hand or sea.is_phantom(seat) or sea.fleet(seat).partner == sea.turn.seat:
        return False  # 4.5
    seen = _open_cards(sea)
    copies = ((kind, sea.box.kinds[kind].count) for kind in kinds)
    return any(f"{kind}_{number}" not in seen for kind, count in copies for number in range(1, count + 1))


def _open_cards(sea: Sea) -> set[str]:
    """Action cards that lie face up: played this turn, on ships, before fleets, in piles, on top of the discards; and
    those that are not in the game at all (5.2, 6.5.3).
    """
    turn, state = sea.turn, sea.state
    seen = {*turn.played, *sea.open_discards(), *state.left_out}
    seen.update(card for cards in turn.reactions.values() for card in cards)
    for fleet in state.fleets:
        seen.update((fleet.weather, *(ship.refuge for ship in fleet.ships), *(trophy.card for trophy in fleet.pile)))
    return seen


async def react(sea: Sea, seat: str, attack: Attack, kinds: tuple[str, ...], *, several: bool = False) -> str:
    """Ask the defender; returns the card played, or the empty string. The phantom draws (5.3.3).

    With `several` merchants yet to be attacked, Slim Pickings may be played as "card/merchant": for this one alone.
    """
    if sea.is_phantom(seat):
        return await defend(sea, attack.weapon, attack.target, kinds)
    if not may_react(sea, seat, kinds):
        return ""
    key = sea.occasion("react")
    options = sea.hand_of_kinds(seat, kinds)
    if several:
        options += tuple(f"{card}/{attack.target}" for card in options if kind_of(card) == "slim_pickings")
    form = MayChoose(options=options, rule="3.2.2", barred=unfit(sea, seat, attack, kinds))
    answer = await answered(
        sea, Ask(key=key, kind="react", seat=seat, rule="3.2.2", prompt=REACT, form=form, context=attack)
    )
    card = (answer or "").partition("/")[0]
    if card:
        sea.from_hand(seat, card)
    sea.tell(told.Reacted(seat, attack.weapon, card, attack.target))
    return card if not answer or answer == card else answer


async def react_to_sinking(
    sea: Sea, seat: str, after: Aftermath, kinds: tuple[str, ...], *, later: bool
) -> tuple[str, str]:
    """3.3.23, 3.3.30 Ask the owner of a sunk merchant; returns the card and, for Mistaken Identity, the exchange.

    3.3.30.1 Where Recalled can be kept for `later`, that is an answer too, whatever the hand holds.
    """
    if not may_react(sea, seat, kinds):
        return "", ""
    options: list[str] = []
    for card in sea.hand_of_kinds(seat, kinds):
        if kind_of(card) == "mistaken_identity":
            given = sorted(exchangeable(sea, seat), key=sea.value)  # whoever plans ahead gives the poorest
            options += [f"{card}/{merchant}" for merchant in given]
        else:
            options.append(card)
    if later and may_react(sea, seat, tuple(kind for kind in kinds if kind == "recalled")):
        options.append(LATER)
    key = sea.occasion("aftermath")
    form = MayChoose(options=tuple(options), rule="3.2.2")
    answer = await answered(
        sea, Ask(key=key, kind="aftermath", seat=seat, rule="3.2.2", prompt=AFTERMATH, form=form, context=after)
    )
    card, _, merchant = (answer or "").partition("/")
    played = card if card != LATER else ""
    if played:
        sea.from_hand(seat, played)
    sea.tell(told.Reacted(seat, "sinking", played, merchant or after.target))
    return card, merchant


def exchangeable(sea: Sea, seat: str) -> tuple[str, ...]:
    """3.3.23 The sunk merchants in a seat's pile."""
    merchants = sea.box.merchants
    return tuple(t.card for t in sea.fleet(seat).pile if t.how == "sunk" and t.card in merchants)


async def offer_reflag(sea: Sea, ship: str) -> None:
    """3.3.32, 3.3.32.1 The owner of a ship just identified may disguise her again, in either player's turn."""
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
