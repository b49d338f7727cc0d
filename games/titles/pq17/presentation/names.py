"""The names of forces.

Convoys have their own names, and groups of ships in a scenario the names in `GROUPS`; other names are composed from
ids.
"""

import re
from collections.abc import Mapping

from games.kernel.text import Text
from games.titles.pq17.components.contents import Box

GROUPS = {
    "battleship": Text("Battleship", "戦艦部隊"),
    "battleships": Text("Battleships", "戦艦部隊"),
    "cover": Text("Covering force", "掩護部隊"),
    "cruisers": Text("Cruisers", "巡洋艦部隊"),
    "escort_carrier": Text("Escort carrier", "護衛空母部隊"),
    "force_1": Text("Force 1", "第1部隊"),
    "force_2": Text("Force 2", "第2部隊"),
    "force_r": Text("Force R", "R部隊"),
    "home_fleet": Text("Home Fleet", "本国艦隊"),
    "iceland": Text("Iceland force", "アイスランド部隊"),
    "kola": Text("Kola force", "コラ部隊"),
    "minesweepers": Text("Minesweepers", "掃海艇隊"),
    "oilers": Text("Oilers", "給油部隊"),
    "scapa": Text("Scapa force", "スカパ部隊"),
    "scheer": Text("Scheer", "シェーア隊"),
    "tf1": Text("Task Force 1", "第1任務部隊"),
    "tf2": Text("Task Force 2", "第2任務部隊"),
    "relief": Text("Patrol White, relief", "ホワイト哨戒（交代）"),
    "atlantic": Text("Atlantic", "大西洋"),
    "kara_convoy": Text("Kara convoy", "カラ船団"),
    "axis_convoy": Text("German convoy", "ドイツ輸送船団"),
    "soviet": Text("Soviet ships", "ソ連艦隊"),
    "soviet_patrol": Text("Soviet ships at sea", "海上のソ連艦隊"),
    "patrol_white": Text("Patrol White", "ホワイト哨戒"),
    "patrol_sea": Text("Patrol White at sea", "ホワイト哨戒（洋上）"),
    "patrol_port": Text("Patrol White in port", "ホワイト哨戒（在港）"),
    "main": Text("Main force", "主力部隊"),
    "escorts": Text("Escorts", "護衛部隊"),
    "force": Text("Force", "部隊"),
    "group": Text("Group", "隊"),
}
"""The names of groups by the words in their ids."""
KINDS = {
    "convoy": Text("Convoy", "輸送船団"),
    "task_force": Text("Task force", "任務部隊"),
    "wolfpack": Text("Wolfpack", "ウルフパック"),
    "dummy": Text("Dummy", "ダミー"),
}
"""1.2 The names of the kinds of blocks."""
_WORDS = {
    "dummy": Text("Dummy", "ダミー"),
    "pack": Text("Wolfpack", "ウルフパック"),
    "wolfpack": Text("Wolfpack", "ウルフパック"),
    "submarines": Text("Submarines", "潜水艦"),
    "boats": Text("Submarines", "潜水艦"),
    "soviet_boats": Text("Soviet submarines", "ソ連潜水艦"),
    "contact": Text("Enemy block", "敵の積み木"),
    "convoy": Text("Convoy", "輸送船団"),
    "part": Text("part", "分派"),
    "allied": Text("Allied block", "連合軍の積み木"),
    "axis": Text("German block", "ドイツ軍の積み木"),
}
"""The words that may come before the number in an id."""
_OF = {"sector": Text("sector", "セクター"), "radius": Text("radius", "航続範囲")}
CONVOY = re.compile(r"(pq|qp|jw|ra)([0-9]{1,2})([a-z]?)")
"""15.2 The id of a campaign's convoy: its letters, its number, and a letter for its port of departure."""
DEEPEST, LONGEST = 3, 60
"""The limits of an id that is parsed: the most levels of composition, and the most characters."""


_PARTS = {"boats": Text("Submarines", "潜水艦"), "dummy": Text("Dummy", "ダミー")}
"""1.3a, 7.4.6 The names of parts that split from a force or join it."""


def force_names(box: Box) -> dict[str, Text]:
    """Return the names of the convoys and groups of ships in all operations, by id."""
    found = dict(GROUPS)
    for operation in box.operations.values():
        found |= {convoy.id: Text(convoy.name, convoy.name) for convoy in operation.convoys}
    return found


def composed_name(value: str, names: Mapping[str, Text], deep: int = DEEPEST) -> Text | None:
    """Return the name of a composed id such as ``contact_12`` or ``home_fleet_2``; None for any other id.

    `names`: the known names, by id. `deep`: how many more times a part of the id may itself be composed.
    """
    if (whole := names.get(value) or _convoy(value)) is not None:
        return whole
    if not deep or len(value) > LONGEST:
        return None
    head, _, tail = value.rpartition("." if "." in value else "_")
    if tail.isdecimal() and head:
        base = _WORDS.get(head) or composed_name(head, names, deep - 1)
        return None if base is None else _numbered(base, tail)
    if tail == "inop" and (base := composed_name(head, names, deep - 1)) is not None:
        return Text(f"{base.en}, broken down", f"{base.ja}・故障艦")
    for cut in (index for index, letter in enumerate(value) if letter == "_"):
        first, rest = value[:cut], value[cut + 1 :]
        owner = names.get(first) or _convoy(first)
        if rest in names and first in ("sector", "radius"):
            return Text(f"{names[rest].en} ({_OF[first].en})", f"{names[rest].ja}（{_OF[first].ja}）")
        if rest in names and first == "boats":
            return Text(f"{names[rest].en} submarines", f"{names[rest].ja}潜水艦")
        if rest in names and first == "tf":
            return Text(f"{names[rest].en} force", f"{names[rest].ja}部隊")
        if rest in _PARTS and owner is not None:
            return Text(f"{_PARTS[rest].en} of {owner.en}", f"{owner.ja}の{_PARTS[rest].ja}")
        if rest in names and owner is not None:
            return Text(f"{owner.en}, {names[rest].en}", f"{owner.ja}・{names[rest].ja}")
    return None


def _convoy(value: str) -> Text | None:
    """15.2 Return the name of a convoy that was formed in a campaign; None for any other id."""
    found = CONVOY.fullmatch(value)
    if found is None:
        return None
    name = " ".join(part.upper() for part in found.groups() if part)
    return Text(name, name)


class PackName(Text, frozen=True):
    """The name of a wolfpack, with its number."""

    number: str = ""

    def also(self, language: str) -> str:
        """Return further names that orders may use, separated by "|"."""
        return f"WP{self.number}|WP {self.number}|Pack {self.number}" if language == "en" else f"WP{self.number}"


def _numbered(base: Text, number: str) -> Text:
    """Return a name with a number after it."""
    if base is _WORDS["wolfpack"] or base is _WORDS["pack"]:
        return PackName(f"{base.en} {number}", f"{base.ja}{number}", number)
    if base.en[-1:].isdecimal():
        return Text(f"{base.en}-{number}", f"{base.ja}-{number}")
    return Text(f"{base.en} {number}", f"{base.ja}{number}")
