"""Translations of msgspec's type errors, which are English and technical, into players' words."""

import re
from collections.abc import Iterable

from games.kernel.errors import pointer
from games.kernel.text import Text, join_texts, quote_all, sanitized

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


def type_error_text(error: Exception) -> tuple[Text, str]:
    """Return the text of a msgspec error for players, and the JSON pointer to the faulty part of the value."""
    what, _, path = str(error).partition(" - at `$")
    inside = path.rstrip("`").replace("[...]", "").replace("[", "/").replace("]", "").replace(".", "/")
    if found := _UNKNOWN.fullmatch(what):
        inside += pointer(found[1])
    return translate_type_error(what), inside


def translate_type_error(message: str) -> Text:
    """Return the translation of a msgspec message from which the path has been removed.

    The English text of an unknown message is the message itself; the Japanese text says that the value cannot be read.
    """
    if found := _EXPECTED.fullmatch(message):
        return _expected(found[1].split(" | "), found[2])
    if found := _MEASURE.fullmatch(message):
        return _measured(found[1] == "array", found[2] == "<", found[3])
    if found := _BOUND.fullmatch(message):
        least = found[1] == ">"
        text = (
            Text("At least {bound}.", "{bound}以上です。") if least else Text("At most {bound}.", "{bound}以下です。")
        )
        return text.format(bound=found[2])
    if found := _NO_DATE.fullmatch(message):
        kind = _KINDS[found[1]]
        return Text("This must be {kind}.", "{kind}として読めません。").format(kind=kind)
    if found := _UNKNOWN.fullmatch(message):
        return Text("There is no '{found}' here.", "「{found}」はありません。").format(found=sanitized(found[1]))
    return _WORDS.get(message, Text("{message}.", "形式が正しくありません。").format(message=message))


def missing_text(name: str) -> Text:
    """Return the text for an argument without a value; the text fits arguments with one value and with several."""
    return Text("{name}: still missing.", "{name}：指定してください。").format(name=name)


def unknown_argument_text(name: str, names: Iterable[str]) -> Text:
    """Return the text for an argument `name` that an order does not have; the text lists the arguments, `names`."""
    name, has = sanitized(name), ", ".join(names)
    return Text(
        "This order has no {name!r}; it has {has}.", "この命令に「{name}」はありません。項目は {has} です。"
    ).format(name=name, has=has)


def unknown_words_text(name: str, wrong: Iterable[str], words: Iterable[str]) -> Text:
    """Return the text for the words `wrong`, which the argument `name` does not allow; `words` are the allowed ones."""
    said, known = sanitized(", ".join(wrong)), [*words]
    return Text(
        "{name}: '{said}' is not possible here; possible: {known}.",
        "{name}：「{said}」は指定できません（指定できるのは{known}）。",
    ).format(name=name, said=said, known=quote_all(map(Text.same, known)))


def _expected(wanted: list[str], got: str) -> Text:
    kinds = [_KINDS.get(kind, Text(kind, "別の形式")) for kind in wanted]
    other = _KINDS.get(got, Text(got, "別の形式"))
    return Text("This must be {kinds}, not {other}.", "{kinds}で書いてください（{other}でした）。").format(
        kinds=join_texts(kinds, " or ", "か"), other=other
    )


def _measured(is_list: bool, at_most: bool, count: str) -> Text:
    if not is_list:
        most = Text("At most {count} letters and signs.", "{count}文字以内です。")
        least = Text("At least {count} letters and signs.", "{count}文字以上です。")
        return (most if at_most else least).format(count=count)
    if at_most:
        return Text.counted(int(count), "At most {count} entry.", "At most {count} entries.", "{count}個以内です。")
    return Text.counted(int(count), "At least {count} entry.", "At least {count} entries.", "{count}個以上です。")
