"""Look up titles, scenarios, seats, options and values by any of their names, in all languages."""

from collections.abc import Iterable
from typing import Any

import msgspec
from django.conf import settings
from django.conf.locale import LANG_INFO
from django.utils import translation

from games import registry
from games.kernel.errors import Malformed, malformed
from games.kernel.scenarios import Scenario
from games.kernel.text import LANGUAGES, Text, join_texts
from games.kernel.title import Title
from games.selectors.word_matching import Names, find_by_name, normalize_name


def find_one_by_name(word: str, names: Names, unknown: Text, shown: Iterable[Text]) -> str:
    """Return the key of the only entry of `names` that matches the word.

    Raises Malformed if none or several match: the text is `unknown` with the names `shown`, or lists the matches.
    """
    found = find_by_name(word, names)
    if len(found) == 1:
        return found[0]
    if found:
        several = [names_of[-1] for key in found if (names_of := [*names[key]])]
        raise refuse_word(
            word,
            Text("may be several things: {names}", "候補が複数あります：{names}").format(
                names=join_texts(map(Text.same, several))
            ),
        )
    there = [*shown]
    raise refuse_word(
        word,
        Text("{unknown} There are: {names}.", "{unknown}指定できるのは{names}です。").format(
            unknown=unknown, names=join_texts(there)
        ),
    )


def refuse_word(word: str, why: Text) -> Malformed:
    """Return the error for a word that is not understood; its text quotes the word and gives the reason `why`."""
    return malformed("", "“{word}”: {why}", "「{word}」：{why}", word=word, why=why)


def names_in(text: Text) -> list[str]:
    """Return a text in every language, the English one last."""
    return [text.get(language) for language in reversed(LANGUAGES)]


def language_names() -> dict[str, tuple[str, ...]]:
    """Return the names of each of the server's languages: the code, and the name in English, Japanese and itself."""
    names = {code: LANG_INFO.get(code, {}).get("name", code) for code, _ in settings.LANGUAGES}
    with translation.override("ja"):
        return {code: (code, names[code], translation.gettext(names[code]), own) for code, own in settings.LANGUAGES}


def list_titles() -> dict[str, Title[Any]]:
    """Return the titles that offer games, by key."""
    return {key: registry.current_title(key) for key in registry.title_keys()}


def title_names() -> dict[str, tuple[str, ...]]:
    """Return the names of each title by its key."""
    return {key: (key, *names_in(one.name)) for key, one in list_titles().items()}


def scenario_names(title: Title[Any]) -> dict[str, tuple[str, ...]]:
    """Return the names of each scenario of a title by its key."""
    return {key: (key, *names_in(one.name)) for key, one in title.scenarios.items()}


def seat_names(scenario: Scenario) -> dict[str, tuple[str, ...]]:
    """Return the names of each seat of a scenario by its role."""
    return {role.key: (role.key, *names_in(role.name)) for role in scenario.seats}


def option_names(title: Title[Any], scenario: str) -> dict[str, tuple[str, ...]]:
    """Return the names of the options that apply to a scenario ("": of all options), by the option's key."""
    fields = [one.name for one in msgspec.structs.fields(title.options.type)]
    open_ones = [one for one in fields if one not in title.options.fixed(scenario)]
    return {one: (one, *names_in(title.option_name(one))) for one in open_ones}


def option_value_type(title: Title[Any], option: str) -> Any:
    """Return msgspec's type of an option's value, without its limits, and without None in a union."""
    struct: Any = msgspec.inspect.type_info(title.options.type)
    kind: Any = next(one.type for one in struct.fields if one.name == option)
    kind = kind.types[0] if isinstance(kind, msgspec.inspect.UnionType) else kind
    return kind.type if isinstance(kind, msgspec.inspect.Metadata) else kind


_YES = frozenset(map(normalize_name, ("yes", "on", "true", "with", "1", "はい", "あり", "有", "する", "オン")))
_NO = frozenset(map(normalize_name, ("no", "off", "false", "without", "0", "いいえ", "なし", "無", "しない", "オフ")))
_YES_OR_NO = Text("Say yes, no.", "「はい」か「いいえ」で書いてください。")


def parse_option_value(title: Title[Any], option: str, word: str) -> Any:
    """Return the option's value that a word names. Raises Malformed if the word names no value."""
    kind = option_value_type(title, option)
    if isinstance(kind, msgspec.inspect.BoolType):
        said = normalize_name(word)
        if said not in _YES | _NO:
            raise refuse_word(word, _YES_OR_NO)
        return said in _YES
    if isinstance(kind, msgspec.inspect.LiteralType):
        names = {str(value): title.option_name(f"{option}/{value}") for value in kind.values}
        known = {value: (value, *names_in(name)) for value, name in names.items()}
        name = title.option_name(option)
        unknown = Text("{name} cannot be so.", "{name}には指定できません。").format(name=name)
        return find_one_by_name(word, known, unknown, names.values())
    if normalize_name(word) in _NO - {"0"}:
        return None
    if not normalize_name(word).isdecimal() or len(normalize_name(word)) > 4:
        raise refuse_word(word, Text("Write a number.", "数字で書いてください。"))
    return int(normalize_name(word))


def describe_option_value(title: Title[Any], option: str, value: Any) -> Text:
    """Return a value of an option in words for players."""
    if isinstance(value, str):
        return title.option_name(f"{option}/{value}")
    if isinstance(value, bool) or value is None:
        return Text("yes", "はい") if value else Text("no", "なし")
    return Text(str(value), str(value))
