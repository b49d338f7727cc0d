"""Things called by any of their names: titles, scenarios, seats, options and their values, in either language."""

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from games import registry
from games.kernel.errors import Malformed, malformed
from games.kernel.text import Text
from games.kernel.title import Scenario, Title

Names = Mapping[str, Iterable[str]]
_BEGUN = 3
"""Letters of the Latin alphabet from which on a name may be called by what stands within it."""


def plain(words: str) -> str:
    """A name without what nobody writes alike: size and width of letters, blanks and signs."""
    return "".join(sign for sign in unicodedata.normalize("NFKC", words).casefold() if sign.isalnum())


def called(word: str, names: Names) -> list[str]:
    """The keys of what may be meant: what is called so, or else begins so, or else has it within."""
    said = plain(word)
    if not said:
        return []
    written = {key: [plain(name) for name in given] for key, given in names.items()}
    exact = [key for key, known in written.items() if said in known]
    begun = [key for key, known in written.items() if any(name.startswith(said) for name in known)]
    long_enough = len(said) >= (_BEGUN if said.isascii() else 2)
    within = [key for key, known in written.items() if any(said in name for name in known)] if long_enough else []
    return exact or begun or within


def the_one(word: str, names: Names, unknown: Text, shown: Iterable[Text]) -> str:
    """The key of what is meant. Raises Malformed, naming the word and what there is."""
    found = called(word, names)
    if len(found) == 1:
        return found[0]
    if found:
        several = [names_of[-1] for key in found if (names_of := [*names[key]])]
        raise refused(
            word, Text("may be several things: " + ", ".join(several), "候補が複数あります: " + "、".join(several))
        )
    there = [*shown]
    raise refused(
        word,
        Text(
            f"{unknown.en} There are: {', '.join(one.en for one in there)}.",
            f"{unknown.ja}指定できるのは{'、'.join(one.ja for one in there)}です。",
        ),
    )


def refused(word: str, why: Text) -> Malformed:
    """The refusal of a word that was written, with the word in it."""
    return malformed("", f"“{word}”: {why.en}", f"「{word}」：{why.ja}")


def titles() -> dict[str, Title[Any]]:
    """The titles of which games can be opened."""
    return {key: registry.current_title(key) for key in registry.title_keys()}


def title_names() -> dict[str, tuple[str, ...]]:
    """What each title is called."""
    return {key: (key, one.name.ja, one.name.en) for key, one in titles().items()}


def scenario_names(title: Title[Any]) -> dict[str, tuple[str, ...]]:
    """What each scenario of a title is called."""
    return {key: (key, one.name.ja, one.name.en) for key, one in title.scenarios.items()}


def seat_names(scenario: Scenario) -> dict[str, tuple[str, ...]]:
    """What each seat is called."""
    return {role.key: (role.key, role.name.ja, role.name.en) for role in scenario.seats}


def option_names(title: Title[Any], scenario: str) -> dict[str, tuple[str, ...]]:
    """What the options are called that count for something in a scenario."""
    fields = [one.name for one in msgspec.structs.fields(title.options_type)]
    open_ones = [one for one in fields if one not in title.settled(scenario)]
    return {one: (one, title.option_name(one).ja, title.option_name(one).en) for one in open_ones}


def kind_of_option(title: Title[Any], option: str) -> Any:
    """What may be said of an option: the type below its limits, without None."""
    struct: Any = msgspec.inspect.type_info(title.options_type)
    kind: Any = next(one.type for one in struct.fields if one.name == option)
    kind = kind.types[0] if isinstance(kind, msgspec.inspect.UnionType) else kind
    return kind.type if isinstance(kind, msgspec.inspect.Metadata) else kind


_YES = frozenset(map(plain, ("yes", "on", "true", "with", "1", "はい", "あり", "有", "する", "オン")))
_NO = frozenset(map(plain, ("no", "off", "false", "without", "0", "いいえ", "なし", "無", "しない", "オフ")))
_YES_OR_NO = Text("Say yes, no.", "「はい」か「いいえ」で書いてください。")


def value_of_option(title: Title[Any], option: str, word: str) -> Any:
    """The value that a word means for an option. Raises Malformed."""
    kind = kind_of_option(title, option)
    if isinstance(kind, msgspec.inspect.BoolType):
        said = plain(word)
        if said not in _YES | _NO:
            raise refused(word, _YES_OR_NO)
        return said in _YES
    if isinstance(kind, msgspec.inspect.LiteralType):
        names = {str(value): title.option_name(f"{option}/{value}") for value in kind.values}
        known = {value: (value, name.ja, name.en) for value, name in names.items()}
        name = title.option_name(option)
        unknown = Text(f"{name.en} cannot be so.", f"{name.ja}には指定できません。")
        return the_one(word, known, unknown, names.values())
    if plain(word) in _NO - {"0"}:
        return None
    if not plain(word).isdecimal() or len(plain(word)) > 4:
        raise refused(word, Text("Write a number.", "数字で書いてください。"))
    return int(plain(word))


def value_in_words(title: Title[Any], option: str, value: Any) -> Text:
    """A value of an option as players say it."""
    if isinstance(value, str):
        return title.option_name(f"{option}/{value}")
    if isinstance(value, bool) or value is None:
        return Text("yes", "はい") if value else Text("no", "なし")
    return Text(str(value), str(value))
