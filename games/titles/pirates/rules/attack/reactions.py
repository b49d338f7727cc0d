"""3.2.2, 3.2.2.1, 3.2.2.2 Reactions: the cards that may be played against an attack, and the question to the defender.

A seat is asked if a reaction is possible by public information, whatever cards the seat holds. It is not asked if its
hand is empty, or if no card that could be a reaction is hidden.
"""

from collections.abc import Iterator

from games.kernel.forms import MayChoose
from games.kernel.requests import Ask
from games.kernel.text import Text
from games.kernel.unavailable import Unavailable
from games.titles.pirates.orders.occasions import LATER, Aftermath, Attack
from games.titles.pirates.orders.orders import kind_of
from games.titles.pirates.rules.attack.asking import answered
from games.titles.pirates.rules.attack.odds import reaction_odds
from games.titles.pirates.rules.phantom.defence import defend
from games.titles.pirates.state.board import Board
from games.titles.pirates.state.events import attack as told
from games.titles.pirates.state.modifiers import barred
from games.titles.pirates.state.state import Vessel

REACT = Text("You are under attack. Do you play a reaction?", "攻撃を受けています。リアクションカードを使いますか？")
AFTERMATH = Text(
    "Your merchant was sunk. Do you play a reaction?", "商船が撃沈されました。リアクションカードを使いますか？"
)
REFLAG = Text("Your ship was identified. Do you play Reflag?", "船が確認されました。国籍変更を使いますか？")


def evasive(attack: Attack, vessel: Vessel) -> tuple[str, ...]:
    """1.1.4.3, 3.3.5.2, 3.3.38.2 Return the evasive reactions that a ship may play: Break Contact and Shallow Run.

    Return () at night, for a ship in refuge, and against a Surprise Attack.
    """
    if attack.night or attack.surprise or vessel.refuge:
        return ()
    return ("break_contact", "shallow_run")


def against_intercept(board: Board, attack: Attack, vessel: Vessel) -> tuple[str, ...]:
    """3.2.4, 3.3.13.1 Return the kinds of reaction that a merchant's owner may play against an intercept."""
    kinds = ["amc", "slim_pickings", "trap", *evasive(attack, vessel)]
    raider = board.is_raider(attack.ship)
    if not vessel.damage:
        kinds.append("non_combatant")
        if raider and not attack.night and not attack.surprise:
            kinds.append("fast_ship")
    if raider and not board.vessel(attack.ship).identified and not board.turn.exposed:
        kinds.append("qqq")
    return allowed(board, kinds, vessel.card, attack.ship)


def against_british(board: Board, attack: Attack, vessel: Vessel) -> tuple[str, ...]:
    """3.2.3, 3.3.19.1, 3.3.32.1 Return the kinds of reaction that a ship's owner may play against the Royal Navy."""
    kinds = ["pull_the_plug", *evasive(attack, vessel)]
    if attack.weapon == "british" and vessel.identified and not board.is_warship(vessel.card):
        kinds.append("reflag")
    return tuple(kinds)


def against_torpedo(board: Board, target: str) -> tuple[str, ...]:
    """3.3.42, 3.3.43.1 Return the kinds of reaction that may be played against a torpedo attack on the ship `target`.

    3.3.34 With the option 6.11, a sailing Q-ship can only be played for a merchant under sail.
    """
    if board.is_prize(target):
        return ("razzle_dazzle",)  # 6.9.2
    kinds = ["q_ship", "razzle_dazzle"]
    if board.state.options.sailing_merchants and board.box.merchants[target].sail:
        kinds.append("sail_q_ship")
    return allowed(board, kinds, target)


def allowed(board: Board, kinds: list[str], target: str, hunter: str = "") -> tuple[str, ...]:
    """Return those of `kinds` of reaction that the options allow (6.0) to the owner of the ship `target`.

    `hunter`: the attacking ship; "" if there is none.
    """
    gone = set(barred(board.box, board.state.options, target, hunter))
    return tuple(kind for kind in kinds if kind not in gone)


NOT_SO = Text("It does not answer such an attack.", "この攻撃には使えません。")
IN_THE_DARK = Text("Not by night, nor when surprised, nor at anchor.", "夜間・奇襲・停泊中には使えません。")
BY_OPTION = {
    "6.3.2": Text(
        "An aircraft hunts: option 6.3.2 bars it.", "航空機搭載艦の攻撃には、選択ルール6.3.2により使えません。"
    ),
    "6.11.1": Text("A ship under sail: option 6.11.1 bars it.", "帆船には、選択ルール6.11.1により使えません。"),
}


def unfit(board: Board, seat: str, attack: Attack, kinds: tuple[str, ...]) -> tuple[Unavailable, ...]:
    """3.2.2 Return the reaction cards in a seat's hand that cannot be played against an attack, each with the reason.

    `kinds` are the kinds that can be played.
    """
    hunter = attack.ship if attack.ship in board.box.ships else ""
    gone = set(barred(board.box, board.state.options, attack.target, hunter))
    found = [card for card in board.fleet(seat).hand if kind_of(card) not in kinds and board.kind(card).can_react]
    return tuple(_unfit(card, board.kind(card).rule, attack, gone) for card in found)


def _unfit(card: str, rule: str, attack: Attack, gone: set[str]) -> Unavailable:
    """3.2.2, 6.3.2, 6.11.1 Return the reason why a card cannot be played against an attack.

    `rule` is the card's own rule. `gone` are the kinds that options forbid; their reason is the option.
    """
    kind = kind_of(card)
    if kind in gone:
        option = "6.3.2" if kind == "slim_pickings" else "6.11.1"
        return Unavailable(card, option, BY_OPTION[option])
    return Unavailable(card, rule, _why_unfit(kind, attack))


def _why_unfit(kind: str, attack: Attack) -> Text:
    fleeing = kind in ("break_contact", "shallow_run", "fast_ship")
    return IN_THE_DARK if fleeing and (attack.night or attack.surprise) else NOT_SO


def may_react(board: Board, seat: str, kinds: tuple[str, ...]) -> bool:
    """Return True if, by public information, a seat may hold a card of one of these kinds and play it as a reaction.

    Return False for the phantom, and for the partner of the attacker (4.5).
    """
    if (
        not kinds
        or not board.fleet(seat).hand
        or board.is_phantom(seat)
        or board.fleet(seat).partner == board.turn.seat
    ):
        return False  # 4.5
    seen = _open_cards(board)
    copies = ((kind, board.box.kinds[kind].count) for kind in kinds)
    return any(f"{kind}_{number}" not in seen for kind, count in copies for number in range(1, count + 1))


def _open_cards(board: Board) -> set[str]:
    """Return the action cards that cannot be in a hand by public information.

    They are face up: played this turn, on ships, in front of fleets, in piles, or on top of the discards; or they are
    out of the game (5.2, 6.5.3).
    """
    turn, state = board.turn, board.state
    seen = {*turn.played, *board.open_discards(), *state.left_out}
    seen.update(card for cards in turn.reactions.values() for card in cards)
    for fleet in state.fleets:
        seen.update((fleet.weather, *(ship.refuge for ship in fleet.ships), *(trophy.card for trophy in fleet.pile)))
    return seen


async def react(board: Board, seat: str, attack: Attack, kinds: tuple[str, ...], *, several: bool = False) -> str:
    """Ask the defender for a reaction and return its card, or "" if there is none.

    The phantom draws a card instead (5.3.3). `kinds`: the kinds of reaction that are possible. `several`: True if
    several merchants are still to be attacked. Slim Pickings may then be played, and is returned, as "card/merchant",
    which spares only this merchant.
    """
    if board.is_phantom(seat):
        return await defend(board, attack.weapon, attack.target, kinds)
    if not may_react(board, seat, kinds):
        return ""
    key = board.occasion("react")
    options = board.hand_of_kinds(seat, kinds)
    if several:
        options += tuple(f"{card}/{attack.target}" for card in options if kind_of(card) == "slim_pickings")
    odds = reaction_odds(board, attack, options)
    form = MayChoose(options=options, rule="3.2.2", unavailable=unfit(board, seat, attack, kinds), odds=odds)
    answer = await answered(
        board, Ask(key=key, kind="react", seat=seat, rule="3.2.2", prompt=REACT, form=form, context=attack)
    )
    card = (answer or "").partition("/")[0]
    if card:
        board.from_hand(seat, card)
    board.tell(told.Reacted(seat, attack.weapon, card, attack.target))
    return card if not answer or answer == card else answer


async def react_to_sinking(
    board: Board, seat: str, after: Aftermath, kinds: tuple[str, ...], *, later: bool
) -> tuple[str, str]:
    """3.3.23, 3.3.30 Ask the owner of a sunk merchant for a reaction.

    Return the card ("" if there is no reaction) and, for Mistaken Identity, the merchant to give in exchange (otherwise
    ""). `kinds`: the kinds of reaction that are possible.

    3.3.30.1 If `later`, Recalled can be kept, and to keep it is a legal answer whatever cards the owner holds. In the
    solitaire game a player without a fitting card is not asked, but the announcement is that of a player who passes.
    """
    if not may_react(board, seat, kinds):
        return "", ""
    options = tuple(_answers_to_sinking(board, seat, kinds))
    is_solitaire, key = board.state.phantom is not None, board.occasion("aftermath")
    if is_solitaire and not options:
        board.tell(told.Reacted(seat, "sinking", "", after.target))
        return "", ""
    recalled = tuple(kind for kind in kinds if kind == "recalled")
    if later and (board.hand_of_kinds(seat, recalled) if is_solitaire else may_react(board, seat, recalled)):
        options += (LATER,)
    form = MayChoose(options=options, rule="3.2.2")
    answer = await answered(
        board, Ask(key=key, kind="aftermath", seat=seat, rule="3.2.2", prompt=AFTERMATH, form=form, context=after)
    )
    card, _, merchant = (answer or "").partition("/")
    played = card if card != LATER else ""
    if played:
        board.from_hand(seat, played)
    board.tell(told.Reacted(seat, "sinking", played, merchant or after.target))
    return card, merchant


def _answers_to_sinking(board: Board, seat: str, kinds: tuple[str, ...]) -> Iterator[str]:
    """3.3.23, 3.3.30 Yield the cards in a hand that are reactions to a sinking.

    Mistaken Identity is yielded once for each merchant that can be given, as "card/merchant".
    """
    for card in board.hand_of_kinds(seat, kinds):
        if kind_of(card) == "mistaken_identity":
            given = sorted(exchangeable(board, seat), key=board.value)  # a standing order gives the poorest
            yield from (f"{card}/{merchant}" for merchant in given)
        else:
            yield card


def exchangeable(board: Board, seat: str) -> tuple[str, ...]:
    """3.3.23 Return the sunk merchants in a seat's victory pile that it can give in exchange by Mistaken Identity."""
    merchants = board.box.merchants
    return tuple(t.card for t in board.fleet(seat).pile if t.how == "sunk" and t.card in merchants)


async def offer_reflag(board: Board, ship: str) -> None:
    """3.3.32, 3.3.32.1 Ask the owner of a newly identified ship whether to disguise it again with Reflag.

    The owner is asked in any player's turn.
    """
    owner, vessel = board.owner(ship), board.find(ship)
    if owner is None or vessel is None or not vessel.identified or board.is_warship(ship):
        return
    if not may_react(board, owner.seat, ("reflag",)):
        return
    key = board.occasion("reflag")
    form = MayChoose(options=board.hand_of_kinds(owner.seat, ("reflag",)), rule="3.3.32")
    context = Attack(board.turn.seat, "identified", "", ship)
    card = await answered(
        board, Ask(key=key, kind="reflag", seat=owner.seat, rule="3.3.32", prompt=REFLAG, form=form, context=context)
    )
    if card:
        board.from_hand(owner.seat, card)
    board.tell(told.Reacted(owner.seat, "identified", card or "", ship))
    if card:
        board.disguise(vessel)
