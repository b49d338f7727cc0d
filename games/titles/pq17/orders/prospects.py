"""4.3.2, 6.4.1, 10.0 Texts with the public facts about a route: its end, enemy air radii, ice, and its cost."""

from msgspec import Struct

from games.kernel.text import Text
from games.titles.pq17.components.pieces import Ice, Speed
from games.titles.pq17.components.turns import Turn
from games.titles.pq17.orders.waters import decode_hexes

HEXES: dict[Speed, int] = {"high": 3, "cruise": 2, "slow": 1}
"""5.0 The number of hexes in a turn, by speed."""
HALVES = {"AM": "午前", "PM": "午後"}
_ICE = {
    "clear": Text("clear water", "流氷なし"),
    "light_drift": Text("light drift ice", "小規模な流氷"),
    "heavy_drift": Text("heavy drift ice", "大規模な流氷"),
    "thin_pack": Text("thin pack ice", "薄い流氷群"),
    "solid_pack": Text("solid pack ice", "固定した流氷群"),
}


class IceSeen(Struct, frozen=True, gc=False):
    """10.1 The ice that a block last met in a hex, as all players saw, and the turn. The ice may be different now."""

    ice: Ice
    turn: int


class Prospects(Struct, frozen=True, omit_defaults=True, gc=False):
    """The public facts about the sea, from which a form writes a text on a route."""

    turn: int = 0
    """The current turn."""
    air: str = ""
    """The hexes in the printed radii of the enemy's aircraft, encoded like `Waters.open`."""
    ice: dict[str, str] = {}
    """By state of the ice, the hexes where this state is expected, encoded like `Waters.open`."""
    seen: dict[str, IceSeen] = {}
    """By hex, the ice that a block last met there."""

    def of(self, way: tuple[str, ...], *, sails: int, turns: int) -> Text:
        """Return a text with the facts about a route (`way`), and the earliest turn on which it ends.

        `sails`: the turn on which it begins. `turns`: the number of turns that it takes.
        """
        day, half = str(Turn(sails + turns - 1)).upper().split()
        en = f", there on day {day} {half} at the earliest"
        return self._summed(way, Text(en, f"、最短で{day}日目{HALVES[half]}に到着"))

    def along(self, way: tuple[str, ...]) -> Text:
        """Return a text with the facts about a route (`way`), without the turn on which it ends.

        Use it if the force sails later, or moves only together with another force.
        """
        return self._summed(way, Text("", ""))

    def _summed(self, way: tuple[str, ...], ends: Text) -> Text:
        watched = len(decode_hexes(self.air).intersection(way))
        met = [
            (_ICE[kind], number)
            for kind, bits in self.ice.items()
            if (number := len(decode_hexes(bits).intersection(way)))
        ]
        hexes = "1 hex" if len(way) == 1 else f"{len(way)} hexes"
        en = f"{hexes}{ends.en}; {watched or 'none'} of them in enemy air radii"
        ja = f"{len(way)}ヘックス{ends.ja}。敵航空半径内は{watched}ヘックス"
        if met:
            en += "; ice expected: " + ", ".join(f"{kind.en} in {number}" for kind, number in met)
            ja += "。予想される流氷：" + "、".join(f"{kind.ja} {number}" for kind, number in met)
        reported = [(hex_, self.seen[hex_]) for hex_ in way if hex_ in self.seen]
        if reported:
            en += "; last reported: " + ", ".join(f"{as_reported(one).en} in {hex_}" for hex_, one in reported)
            ja += "。最新の報告：" + "、".join(f"{hex_}は{as_reported(one).ja}" for hex_, one in reported)
        return Text(en + ".", ja + "。")


def as_reported(seen: IceSeen) -> Text:
    """Return a text with the ice that a block has met and the turn, such as "thin pack ice (day 4 AM)"."""
    day, half = str(Turn(seen.turn)).upper().split()
    kind = _ICE[seen.ice]
    return Text(f"{kind.en} (day {day} {half})", f"{kind.ja}（{day}日目{HALVES[half]}）")


def turns_for(steps: int, *, first: int, later: int) -> int:
    """5.0 Return the number of turns that a route of `steps` hexes takes.

    `first`: the number of hexes in the first turn. `later`: the number of hexes in each later turn.
    """
    return 1 if steps <= first else 1 + -(-(steps - first) // max(later, 1))


def points(halves: int) -> str:
    """Return a number of half points as whole points in the notation of players: 3 becomes "1½"."""
    return f"{halves // 2 or ''}½" if halves % 2 else str(halves // 2)


def cost_text(halves: int, limit: int) -> Text:
    """4.3.2 Return a text with a command's cost for leaving port, and the points that the command has left.

    `halves`: the cost. `limit`: the points left. Both are half points.
    """
    en = f"Leaving port costs {points(halves)} of {points(limit)} Command Points."
    return Text(en, f"出港にCP {points(halves)}（残り{points(limit)}）が必要です。")
