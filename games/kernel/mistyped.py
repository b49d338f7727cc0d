"""What is wrong with the type of a value, in players' words: msgspec's own findings are English, and technical."""

import re
from collections.abc import Iterable

from games.kernel.errors import pointer
from games.kernel.text import Text, shown

_KINDS = {
    "str": Text("text", "文字列"),
    "int": Text("a whole number", "整数"),
    "float": Text("a number", "数値"),
    "bool": Text("true or false", "真偽値"),
    "null": Text("null", "空の値"),
    "array": Text("a list", "リスト"),
    "object": Text("an object", "オブジェクト"),
    "uuid": Text("a UUID", "識別子"),
    "datetime": Text("a date and time", "日時"),
    "date": Text("a date", "日付"),
}
_EXPECTED = re.compile(r"Expected `([a-z |]+)`, got `([a-z]+)`")
_MEASURE = re.compile(r"Expected `(str|array)` of length ([<>])= (\d+)")
_BOUND = re.compile(r"Expected `(?:int|float)` ([<>])= (-?[\d.]+)")
_NO_DATE = re.compile(r"Invalid RFC3339 encoded (datetime|date)")
_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`")
_WORDS: dict[str, Text] = {
    "Invalid UUID": Text("This is no UUID.", "識別子として読めません。"),
}


def read_finding(error: Exception) -> tuple[Text, str]:
    """What msgspec's error says, and where: a JSON pointer into the value that was read."""
    what, _, path = str(error).partition(" - at `$")
    inside = path.rstrip("`").replace("[...]", "").replace("[", "/").replace("]", "").replace(".", "/")
    if found := _UNKNOWN.fullmatch(what):
        inside += pointer(found[1])
    return mistyped(what), inside


def mistyped(finding: str) -> Text:
    """A finding of msgspec without its place. One that is not known here is told in English as it is, and in Japanese
    by saying that the value cannot be read.
    """
    if found := _EXPECTED.fullmatch(finding):
        return _expected(found[1].split(" | "), found[2])
    if found := _MEASURE.fullmatch(finding):
        return _measured(found[1] == "array", found[2] == "<", found[3])
    if found := _BOUND.fullmatch(finding):
        least = found[1] == ">"
        return Text(f"At {'least' if least else 'most'} {found[2]}.", f"{found[2]}{'以上' if least else '以下'}です。")
    if found := _NO_DATE.fullmatch(finding):
        kind = _KINDS[found[1]]
        return Text(f"This must be {kind.en}.", f"{kind.ja}として読めません。")
    if found := _UNKNOWN.fullmatch(finding):
        return Text(f"There is no '{shown(found[1])}' here.", f"「{shown(found[1])}」はありません。")
    return _WORDS.get(finding, Text(f"{finding}.", "形式が正しくありません。"))


def lacking(name: str) -> Text:
    """Something has to be said under this name; whether it is one thing or several, the words are the same."""
    return Text(f"{name}: still missing.", f"{name}: 指定してください。")


def not_among(name: str, names: Iterable[str]) -> Text:
    """An order has no argument of this name, but those."""
    name, has = shown(name), ", ".join(names)
    return Text(f"This order has no {name!r}; it has {has}.", f"この命令に「{name}」はありません。項目は {has} です。")


def _expected(wanted: list[str], got: str) -> Text:
    kinds = [_KINDS.get(kind, Text(kind, "別の形式")) for kind in wanted]
    other = _KINDS.get(got, Text(got, "別の形式"))
    en, ja = " or ".join(kind.en for kind in kinds), "か".join(kind.ja for kind in kinds)
    return Text(f"This must be {en}, not {other.en}.", f"{ja}で書いてください({other.ja}でした)。")


def _measured(is_list: bool, at_most: bool, count: str) -> Text:
    things = ("entry" if count == "1" else "entries") if is_list else "letters and signs"
    en = f"At {'most' if at_most else 'least'} {count} {things}."
    return Text(en, f"{count}{'個' if is_list else '文字'}{'以内' if at_most else '以上'}です。")
