"""3.0(7), 3.0(9), 8.1, 24.2 Before the first day: cargo for each ship, a place for the colliers, a port to begin in."""

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from games.kernel.errors import Problem
from games.kernel.forms import Form, Pick
from games.kernel.orders import Field, Orders, Way
from games.kernel.requests import all_of
from games.kernel.text import Text
from games.titles.goeben import ports, roles
from games.titles.goeben.cargo import may_carry, take
from games.titles.goeben.events import setup as told
from games.titles.goeben.orders import Begin, FittingOrder, Station, Take
from games.titles.goeben.prospects import Ware
from games.titles.goeben.sea import Sea
from games.titles.goeben.state import Warship

PROMPT = Text(
    "What do your ships take aboard, and where does the collier wait?",
    "各艦に何を積みますか? 給炭艦はどこに配置しますか?",
)


class Hold(Struct, frozen=True, omit_defaults=True, gc=False):
    """8.1, 8.2 A ship to be fitted out: her points, her empty boxes, and what she may carry or has."""

    ship: str
    points: int
    room: int
    shop: tuple[str, ...]
    cargo: tuple[str, ...] = ()


class Stowage(Orders[FittingOrder], frozen=True, kw_only=True, dict=True, tag="goeben.stowage"):
    """3.0(7), 3.0(9) What the ships of a seat take aboard; where `colliers` wait; in a campaign where to begin (24.2).
    `usual` is what is taken, as far as it goes, by one who says nothing.
    """

    order_types = (Take, Station, Begin)

    holds: tuple[Hold, ...] = ()
    wares: dict[str, Ware] = {}
    usual: tuple[str, ...] = ()
    colliers: int = 0
    seas: tuple[str, ...] = ()
    starts: tuple[str, ...] = ()

    def ways(self) -> tuple[Way, ...]:
        found = [
            Way("take", (Field("ship", (hold.ship,)), Field("cargo", hold.shop, many=True, ordered=True)))
            for hold in self.holds
            if hold.shop and hold.room > 0
        ]
        if self.colliers:
            found.append(Way("station", (Field("space", self.seas),)))
        if self.starts:
            found.append(Way("begin", (Field("space", self.starts),)))
        return tuple(found)

    def conflicts(self, answer: tuple[FittingOrder, ...]) -> Iterator[Problem]:
        taken: dict[str, list[str]] = {}
        for order in answer:
            if isinstance(order, Take):
                taken.setdefault(order.ship, []).extend(order.cargo)
        for hold in self.holds:
            yield from self._overladen(hold, taken.get(hold.ship, []))
        for kind, count in Counter(kind for cargo in taken.values() for kind in cargo).items():
            if count > self.wares[kind].left:
                text = Text(f"Only {self.wares[kind].left} of {kind} are left.", f"{kind} が足りません。")
                yield Problem("", "left", text, "8.3")
        stationed = sum(isinstance(order, Station) for order in answer)
        if stationed > self.colliers:
            text = Text(f"There are {self.colliers} colliers.", f"給炭艦は{self.colliers}隻です。")
            yield Problem("", "colliers", text, "3.0(9)")
        if sum(isinstance(order, Begin) for order in answer) > 1:
            yield Problem("", "twice", Text("Begin in one place.", "開始地点は1か所です。"), "24.2")

    def _overladen(self, hold: Hold, cargo: list[str]) -> Iterator[Problem]:
        """8.1, 8.2, 20.1.1"""
        points = sum(self.wares[kind].points for kind in cargo)
        size = sum(self.wares[kind].boxes for kind in cargo)
        if points > hold.points:
            text = Text(
                f"{hold.ship} has {hold.points} points, not {points}.",
                f"{hold.ship} の資材ポイントは{hold.points}です。",
            )
            yield Problem("", "points", text, "8.1")
        if size > max(hold.room, 0):
            text = Text(
                f"{hold.ship} has room for {hold.room}, not {size}.", f"{hold.ship} の空きは{hold.room}ボックスです。"
            )
            yield Problem("", "full", text, "8.2")
        if [*cargo, *hold.cargo].count("seaplane") > 1:
            yield Problem("", "full", Text("One seaplane a ship.", "水上機は1隻に1機です。"), "20.1.1")

    def default(self) -> tuple[FittingOrder, ...]:
        """The usual cargo for each ship; the colliers wait at the head of the list."""
        answer: tuple[FittingOrder, ...] = tuple(Station(space) for space in self.seas[: self.colliers])
        for hold in self.holds:
            for kind in self.usual:
                longer = (*answer, Take(hold.ship, (kind,)))
                if kind in hold.shop and hold.room > 0 and next(self.conflicts(longer), None) is None:
                    answer = longer
        return answer

    def example(self) -> tuple[FittingOrder, ...]:
        return self.default()

    def sample(self, pick: Pick) -> tuple[FittingOrder, ...]:
        """The usual, or some other cargo."""
        return self.default() if pick(2) else super().sample(pick)


async def fit_out(sea: Sea) -> str | None:
    """3.7, 3.9, 8.1 All captains at once."""
    asked = {
        seat: roles.question(sea, seat, "stow", "8.1", PROMPT, stowage(sea, seat), key="stow")
        for seat in sea.state.seats
        if any(ship.seat == seat for ship in sea.afloat)
    }
    for seat, orders in (await all_of(asked)).items():
        _begin(sea, seat, orders)
        _stow(sea, seat, orders)
        _station(sea, seat, asked[seat].form, orders)
    return "morning"


def stowage(sea: Sea, seat: str) -> Stowage:
    """The form for a seat; the first captain places the colliers and says where to begin."""
    leads = seat == roles.fleet(sea)
    left = sea.state.available
    campaign = sea.state.campaign
    return Stowage(
        holds=tuple(_hold(sea, ship) for ship in sea.afloat if ship.seat == seat),
        wares={kind.id: Ware(kind.points, kind.boxes, left.get(kind.id, 0)) for kind in sea.box.cargo.values()},
        usual=sea.box.numbers.outfitting.usual,
        colliers=_colliers(sea) if leads else 0,
        seas=_seas(sea) if leads else (),
        starts=tuple(campaign.starts) if leads and campaign is not None else (),
    )


def _hold(sea: Sea, ship: Warship) -> Hold:
    points = ship.leadership * sea.box.numbers.outfitting.leadership_multiple
    used = sum(sea.box.cargo[kind].boxes for kind in ship.cargo)
    return Hold(ship.id, points, ship.hull - used, may_carry(sea, ship), tuple(ship.cargo))


def _colliers(sea: Sea) -> int:
    """3.0(9), 19.0 How many there are: one more for two battlecruisers."""
    setup = sea.box.numbers.setup
    two = sum(sea.is_battlecruiser(ship) for ship in sea.afloat) > 1
    return setup.colliers_two_battlecruisers if two else setup.colliers


def _seas(sea: Sea) -> tuple[str, ...]:
    """3.0(9) Any sea space, the nearest first."""
    start = sea.afloat[0].at if sea.afloat else sea.box.numbers.setup.start
    waters = sea.box.waters
    open_ = [space.id for space in sea.box.spaces.values() if not space.harbour and ports.is_open(sea, space.id)]
    return tuple(sorted(open_, key=lambda space: waters.distance(start, space)))


def _begin(sea: Sea, seat: str, orders: tuple[FittingOrder, ...]) -> None:
    """24.2 The task force begins where its leader says."""
    for order in orders:
        if isinstance(order, Begin):
            for ship in sea.afloat:
                ship.at = order.space
            sea.tell(told.TaskForceStarted(tuple(ship.id for ship in sea.afloat), order.space))


def _stow(sea: Sea, seat: str, orders: tuple[FittingOrder, ...]) -> None:
    """8.1 What was bought; where several captains want the last of a kind, the order of precedence decides."""
    for ship in sea.afloat:
        if ship.seat != seat:
            continue
        wanted = [kind for order in orders if isinstance(order, Take) and order.ship == ship.id for kind in order.cargo]
        points = ship.leadership * sea.box.numbers.outfitting.leadership_multiple
        bought, _ = take(sea, ship, wanted, points)
        sea.tell_at(ship.at, told.FittedOut(ship.id, bought))


def _station(sea: Sea, seat: str, form: Form[tuple[FittingOrder, ...]], orders: tuple[FittingOrder, ...]) -> None:
    """3.0(9) Each collier on its sea space; one that nobody placed waits at the head of the list."""
    if not isinstance(form, Stowage):
        return
    chosen = [order.space for order in orders if isinstance(order, Station)]
    spare = [space for space in form.seas if space not in chosen]
    for space in [*chosen, *spare][: form.colliers]:
        sea.state.colliers.append(space)
        sea.tell(told.CollierStationed(space))
