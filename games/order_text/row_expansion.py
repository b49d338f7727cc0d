"""The expansion of a row, however it is written, to an order in the notation: names and abbreviations become ids.

``Goeben sails to Malta`` becomes ``sail goeben to=malta``.
"""

import re
from collections.abc import Collection, Container, Mapping, Sequence
from contextlib import suppress
from itertools import takewhile

from games.kernel.errors import Illegal, Malformed, malformed
from games.kernel.notation import (
    PASS_WORDS,
    display_verb,
    normalize_name,
    pass_not_alone,
    unclear_word,
    unfinished_line,
    unknown_subject,
    unknown_verb,
    unplaced_word,
)
from games.order_editor.templates import OrderTemplate
from games.order_text.dictionary import normalize_spelling
from games.order_text.grammar import PLACES
from games.order_text.surplus_values import refuse_second_value
from games.order_text.tokens import is_word, join_lists, split_tokens
from games.order_text.vocabulary import BEFORE_NAMES, PASSES, PATH_WORDS, SMALL_WORDS, Vocabulary
from games.orders.order_set import Orders
from games.orders.rule_plan import RulePlan

MOST_WORDS = 200
"""The maximum number of words in an order."""
_FIXED = frozenset({*PASS_WORDS, "choose", "arrange", "share"})
"""Words of the notation, which are no abbreviations."""
_TOGETHER = "with"
"""A word that has no meaning before a value that fits one argument only, such as the support of a card."""
_TO = "to"
"""A word that has no meaning before an instruction: ``instruct strikes to follow``."""
_LEAST_OF_KEY = 4
"""The minimum length, in letters, of an abbreviation of an argument's name without an equals sign."""
_NUMBER = re.compile(r"[x×*]?([1-9][0-9]?)((?:,\S*)?)")
"""The number of copies after the name of a thing."""
_HEX = re.compile("[0-9]{4}")
"""The number of a hex, which may lie beyond the map."""
_BY = re.compile(r"(?:で|を|に|へ|が|は)")
"""Particles between the unit or tool and a Japanese verb."""
_DOES = re.compile(r"(?:する|します|せよ|しろ)$")


def expand_row(row: str, words: Vocabulary) -> str:
    """Return a row as a line of the notation, with ids for the names and abbreviations of the vocabulary.

    A phrase that means no orders becomes ``pass``. The result may still be an illegal order. Raises Malformed if a word
    is ambiguous or has no place in the order, and Illegal if the unit cannot get an order with this verb now.
    """
    return _RowExpander(words).expand(row)


def begins_order(line: str, words: Vocabulary) -> bool:
    """Return True if a line begins with the verb of a possible order, or with a unit and such a verb after it.

    Also return True if the beginning is ambiguous.
    """
    tokens = split_tokens(line)
    with suppress(Malformed):
        has_verb = bool(tokens) and bool(words.verbs.longest_match(tokens, commas=True)[0])
        return has_verb or (bool(tokens) and _RowExpander(words).unit_before_verb(tokens) is not None)
    return True


def order_per_unit(text: str, words: Vocabulary) -> list[str]:
    """Return one order, or one for each of the units that an order names if they cannot share an order.

    `text` and the results are in the notation. The units are the first argument of the order, separated by commas.
    """
    verb, _, rest = text.partition(" ")
    who, _, rest = rest.partition(" ")
    named = dict.fromkeys(who.split(","))
    grammar = words.grammar
    if len(named) == 1 or not grammar.is_per_actor(verb) or not grammar.candidates(verb).keys() >= named.keys():
        return [text]
    return [text] if grammar.may_act_together(verb, named) else [f"{verb} {one} {rest}".rstrip() for one in named]


class _RowExpander:
    """Expands the rows of one form.

    The parameter `made` of its methods is the result so far, as a list of words: the verb, the first argument, then one
    word ``name=value`` for each further argument.
    """

    def __init__(self, words: Vocabulary) -> None:
        self.words, self.form, self.grammar = words, words.form, words.grammar

    def expand(self, row: str) -> str:
        """Return a row as `expand_row` does."""
        if "\n" in row:
            raise malformed("", "Write exactly one order line.", "命令は1行だけ書いてください。", "notation")
        if normalize_spelling(row) in PASSES and not self.words.verbs.exact_match(row):
            return "pass"
        tokens = split_tokens(row)
        if len(tokens) > MOST_WORDS:
            raise malformed("", "The line is too long.", "行が長すぎます。", "too_large")
        made: list[str] = []
        if isinstance(self.form, Orders | RulePlan) and tokens:
            made, rest = self._verb(tokens)
            tokens = [*rest]
        tokens = join_lists(self._multiplied(self.words.join_and(tokens), made), self._begins_argument)
        while tokens:
            said, taken = self._said(tokens, made)
            made += [said] if said else []
            tokens = tokens[taken:]
            if said and len(made) == 2:
                tokens = tokens[self._others_named(tokens, made) :]
            if said and len(made) == 2 and tokens:
                self._refuse_barred(made)
        return " ".join(self._led(made))

    def _begins_argument(self, token: str) -> bool:
        """Return True if a token may begin an argument: an argument's name or a word before it, but no thing's name."""
        small = token.casefold() in SMALL_WORDS | PATH_WORDS
        return (small or bool(self._key(token))) and not self.words.values.exact_match(token)

    def _led(self, made: Sequence[str]) -> list[str]:
        """Return the words of an order; a port in its path is replaced by the port's place.

        If the path ends at the port, the argument for entering the port is added.
        """
        ways = self._ways(made)
        paths = {field.name for way in ways for field in way.fields if field.movement is not None}
        places = {
            port: (field.name, at) for way in ways for field in way.fields for port, at in field.end_places.items()
        }
        done = list(made)
        for number, word in enumerate(made):
            key, _, rest = word.partition("=")
            *others, last = rest.split(",")
            if key not in paths or not {*others, last} & {*places}:
                continue
            way = [places[one][1] if one in places else one for one in (*others, last)]
            done[number] = f"{key}={','.join(way)}"
            enters = places[last][0] if last in places else key
            if not any(one.startswith(f"{enters}=") for one in made):
                done.append(f"{enters}={last}")
        return done

    def _multiplied(self, tokens: Sequence[str], made: Sequence[str]) -> list[str]:
        """Return the tokens; a thing with a number after it (``ships=dd 2``) is repeated so many times."""
        ways = self._ways(made)
        basket = {value for way in ways for field in way.fields if field.may_repeat for value in field.values}
        done: list[str] = []
        for token in tokens:
            value = re.split("[=,]", done[-1])[-1] if done else ""
            number = _NUMBER.fullmatch(token)
            if number is None or value not in basket:
                done.append(token)
            else:
                done[-1] += f",{value}" * (int(number[1]) - 1) + number[2]
        return done

    def _refuse_barred(self, made: Sequence[str]) -> None:
        """Raise Illegal if the first unit of a partly expanded order cannot get an order with this verb now."""
        if isinstance(self.form, Orders):
            names = {
                field.name
                for way in self.grammar.closed
                if way.verb == normalize_name(made[0])
                for field in way.fields[:1]
            }
            item = {"order": normalize_name(made[0]), **dict.fromkeys(names, made[1].split(","))}
            if problems := [*self.form.unavailable_subject_problems(0, item)]:
                raise Illegal(*problems)

    def _others_named(self, tokens: Sequence[str], made: list[str]) -> int:
        """Add to the order's first unit the units whose complete names follow, separated by blanks.

        Return the number of tokens of these names. Units that could be the value of another argument are not added.
        `made` is the partly expanded order, which is changed.
        """
        able, at = self._able(made), 0
        apart = {
            value
            for way in self._ways(made)
            for field in way.fields[1:]
            for value in self.grammar.accepted_values(field)
        }
        while at < len(tokens) and made[1].split(",")[0] in able:
            value, taken = self._whole_name(tokens[at:])
            if value not in able or value in apart or value in made[1].split(","):
                break
            made[1], at = f"{made[1]},{value}", at + taken
        return at

    def _whole_name(self, tokens: Sequence[str]) -> tuple[str, int]:
        """Return the id of the thing whose complete name begins the tokens, and the number of the name's tokens."""
        run = self.words.values.name_tokens(tokens, meant=True) or [*takewhile(is_word, tokens[:1])]
        return (self.words.values.exact_match(" ".join(run)), len(run)) if run else ("", 0)

    def _verb(self, tokens: Sequence[str]) -> tuple[list[str], Sequence[str]]:
        """Return the verb at the beginning as a list, with a unit that precedes it, and the tokens after them.

        Raises Malformed if no possible order begins so.
        """
        tokens = self._verb_first(tokens)
        verb, taken = self.words.longest_verb(tokens)
        if verb:
            return [display_verb(verb)], tokens[taken:]
        if isinstance(self.form, Orders):
            if turned := self.unit_before_verb(tokens):
                return turned
            barred = dict.fromkeys(way.verb for way in self.grammar.closed)
            other, taken = self.words.other_verbs.longest_match(tokens, commas=True)
            if other not in barred:
                if tokens[0].casefold().removesuffix(",") in PASSES:
                    raise pass_not_alone(1)
                known = {verb: self.words.labels(verb) for verb in (*self.form.templates_by_verb,) or barred}
                raise unknown_verb(1, display_verb(other) or tokens[0], known, known)
            return [display_verb(other)], tokens[taken:]
        return [tokens[0]], tokens[1:]

    def _verb_first(self, tokens: Sequence[str]) -> Sequence[str]:
        """Return the tokens; a Japanese first token is split into its verb and its tool: ``石炭船で迎撃``."""
        first = tokens[0].removesuffix(",")
        if first.isascii() or self.words.verbs.matches(first):
            return tokens
        for by in _BY.finditer(first):
            name, does = first[: by.start()], _DOES.sub("", first[by.end() :])
            verb = self.words.verbs.exact_match(does) if name and does else ""
            if verb and self.words.values.exact_match(name, self.grammar.candidates(display_verb(verb))):
                return [display_verb(verb), name, *tokens[1:]]
        return tokens

    def unit_before_verb(self, tokens: Sequence[str]) -> tuple[list[str], Sequence[str]] | None:
        """Return the verb, and the unit with the other tokens, of a row that begins with the unit; None for any other.

        Example: ``Goeben sails to …``.
        """
        try:
            value, count = self.words.values.longest_match(tokens, commas=True)
            rest = tokens[count:]
            verb, taken = self.words.verbs.longest_match(rest, commas=True) if value and rest else ("", 0)
            for end in ("s", "es") if value and rest and not verb else ():
                verb, taken = self.words.verbs.longest_match(
                    [rest[0].rstrip(".").removesuffix(end), *rest[1:]], commas=True
                )
                if verb:
                    break
        except Malformed:
            return None
        if (
            not verb
            or value not in self.grammar.candidates(display_verb(verb))
            or not self.grammar.may_act_first(value)
        ):
            return None
        return [display_verb(verb)], [value, *rest[taken:]]

    def _said(self, tokens: Sequence[str], made: Sequence[str]) -> tuple[str, int]:
        """Return the next argument of a partly expanded row (`made`), expanded, and the number of its tokens.

        The argument is "" for a word without meaning. After the first argument of an order, each is ``name=value``;
        ``name value`` and a clear value alone are accepted, too. Raises Malformed for other words.
        """
        first = tokens[0]
        if first.casefold() in _FIXED:
            return first, 1
        if isinstance(self.form, RulePlan) and first.casefold() in PASSES and not self.words.values.exact_match(first):
            return "pass", 1
        led = not isinstance(self.form, Orders) or len(made) < 2
        if '"' in first or "=" in first or (led and not is_word(first)):
            return self._keyed(tokens, made)
        if isinstance(self.form, Orders) and not led:
            return self._argument(tokens, made, self.grammar.templates(made[0]))
        if self._is_small(tokens, self._able(made)):
            return "", 1
        value, taken = self._list(tokens, self._able(made)) or self.words.values.longest_match(
            tokens, among=self._able(made)
        )
        if not value and isinstance(self.form, Orders):
            self._refuse_nobody(tokens, made)
        return value or first, taken if value else 1

    def _is_small(self, tokens: Sequence[str], able: Container[str]) -> bool:
        """Return True if the first token is a word without meaning before other tokens, such as a unit in `able`."""
        first, *rest = tokens[0].casefold(), *tokens[1:]
        if not rest or self.words.values.exact_match(first):
            return False
        small, is_key = first in SMALL_WORDS, bool(self.words.keys.exact_match(first))
        names_able = any(one in able for one in self.words.values.matches(rest[0].split(",")[0]))
        return (small and not is_key) or (names_able and (small or (first in BEFORE_NAMES and not is_key)))

    def _refuse_nobody(self, tokens: Sequence[str], made: Sequence[str]) -> None:
        """Raise Malformed for an unknown name as the first argument; the refusal lists the possible units."""
        run = [*takewhile(self.words.names_something, self.words.values.name_tokens(tokens))] or [tokens[0]]
        if able := self._able(made):
            raise unknown_subject(1, " ".join(run), made[0], [self.words.name_of(value) for value in able])
        if len(run) > 1:
            raise unclear_word(1, " ".join(run))

    def _ways(self, made: Sequence[str]) -> Sequence[OrderTemplate]:
        """Return the templates of the verb of a partly expanded order."""
        return self.grammar.templates(made[0]) if made else ()

    def _able(self, made: Sequence[str], key: str = "") -> Mapping[str, None]:
        """Return the possible first arguments of a partly expanded order, or the values of the argument `key`."""
        return self.grammar.candidates(made[0], key) if made else {}

    def _argument(self, tokens: Sequence[str], made: Sequence[str], ways: Sequence[OrderTemplate]) -> tuple[str, int]:
        """Return the next argument, written without an equals sign, as ``name=value``, and the number of its tokens.

        It is written as ``name value``, as a path after ``to`` or ``via``, or as a value that fits only one argument.
        The argument is "" for a word without meaning. Raises Malformed for a value without a clear argument.
        """
        names = dict.fromkeys(field.name for way in ways for field in way.fields[1:])
        paths = dict.fromkeys(field.name for way in ways for field in way.fields if field.movement is not None)
        key = self._key(tokens[0], names)
        following = self._key(tokens[1], names) if len(tokens) > 2 else ""
        if following in names and (following == key or tokens[0].casefold() in BEFORE_NAMES):
            return "", 1
        if key not in names and tokens[0].casefold() in PATH_WORDS and len(paths) == 1:
            (key,) = paths
        first, is_name = tokens[0].casefold(), bool(self.words.values.exact_match(tokens[0].casefold()))
        if len(tokens) == 1 and first in PATH_WORDS | SMALL_WORDS | BEFORE_NAMES and not is_name:
            raise unfinished_line(1, tokens[0])
        if key not in names and len(tokens) > 1 and not is_name:
            lists = {field.name for way in ways for field in way.fields if field.is_list}
            apart = paths if first == _TOGETHER else lists
            together = first in (_TOGETHER, _TO) and self._is_together(tokens[1:], made, ways, apart)
            if first in PATH_WORDS and not together:
                raise unplaced_word(1, tokens[0], made[0], names)
            if first in SMALL_WORDS or together:
                return "", 1
        small = self._small_behind(tokens)
        if key in names and len(tokens) > 1 + small and "=" not in tokens[1 + small]:
            said, taken = self._keyed([f"{key}={tokens[1 + small]}", *tokens[2 + small :]], made)
            return said, taken + 1 + small
        said, taken, fitting = self._value(tokens, made, ways)
        only = names if len(names) == 1 else fitting
        if len(only) == 1 and key not in names:
            (name,) = only
            refuse_second_value(name, said.removeprefix("="), made, tokens[taken:], names)
            return f"{name}{said}", taken
        if not fitting and key not in names and (where := self._where(said, made, names)):
            return f"{where}{said}", taken
        raise unplaced_word(1, tokens[0], made[0], names)

    def _where(self, said: str, made: Sequence[str], names: Collection[str]) -> str:
        """Return the only free argument for a place, for a place that the order cannot have; otherwise "".

        The form then refuses the order with a reason that names the place.
        """
        free = [name for name in names if name in PLACES and not any(one.startswith(f"{name}=") for one in made)]
        value = said.removeprefix("=")
        is_place = self.grammar.may_be_place(value) or _HEX.fullmatch(value)
        return free[0] if len(free) == 1 and is_place else ""

    def _is_together(
        self, tokens: Sequence[str], made: Sequence[str], ways: Sequence[OrderTemplate], apart: Collection[str]
    ) -> bool:
        """Return True if the value at the beginning fits exactly one argument, and this is not one of `apart`.

        A word such as "with" before the value then has no meaning.
        """
        fitting = self._value(tokens, made, ways)[2]
        return len(fitting) == 1 and fitting[0] not in apart

    def _small_behind(self, tokens: Sequence[str]) -> int:
        """Return the number of words without meaning between the first token and another one: 1 for ``to the Wolf``."""
        count = 0
        while len(tokens) > count + 2 and tokens[count + 1].casefold() in SMALL_WORDS | BEFORE_NAMES:
            if self.words.values.exact_match(tokens[count + 1]) or self.words.values.name_tokens(
                tokens[count + 1 :], meant=True
            ):
                break
            count += 1
        return count

    def _value(
        self, tokens: Sequence[str], made: Sequence[str], ways: Sequence[OrderTemplate]
    ) -> tuple[str, int, list[str]]:
        """Return the value at the beginning as ``=value``, the number of its tokens, and its possible arguments."""
        said, taken = self._keyed([f"={tokens[0]}", *tokens[1:]], made)
        values = frozenset(said.removeprefix("=").split(","))
        able = [one for way in ways for one in way.fields[1:] if values <= self.grammar.accepted_values(one)]
        fitting = dict.fromkeys(one.name for one in able if not one.needs_name) or dict.fromkeys(
            one.name for one in able
        )
        return said, taken, list(fitting)

    def _key(self, token: str, among: Collection[str] = ()) -> str:
        """Return the argument that a word names: by its name, by the last word of its name, by a stem or a prefix.

        Return "" if it names none. If the word is the name of an argument that is not in `among`, the only argument in
        `among` that begins with this name is preferred.
        """
        if "=" in token or '"' in token:
            return ""
        found = self.words.keys.exact_match(token, among)
        if found and among and found not in among:
            begun = [name for name in among if name.startswith(found)]
            return begun[0] if len(begun) == 1 else found
        if found or self.words.values.exact_match(token):
            return found
        inside = self.words.keys.ending_with(token) or self.words.keys.matches(_stem(token))
        if not inside and len(token) >= _LEAST_OF_KEY and not self._says_nothing(token):
            inside = self.words.keys.matches(token)
        return inside[0] if len(inside) == 1 else ""

    def _says_nothing(self, token: str) -> bool:
        """Return True if a word is no abbreviation of an argument's name, but a word before a value, or a value."""
        return token.casefold() in PATH_WORDS | SMALL_WORDS | BEFORE_NAMES or bool(self.words.values.matches(token))

    def _key_of(self, key: str, among: Collection[str]) -> str:
        """Return the argument that is written before an equals sign, perhaps abbreviated; else `key` unchanged."""
        meant = self.words.keys.matches(key)
        if len(meant) == 1 and (not among or meant[0] in among):
            return meant[0]
        return self._key(key, among) or (meant[0] if len(meant) == 1 else key)

    def _keyed(self, tokens: Sequence[str], made: Sequence[str]) -> tuple[str, int]:
        """Return an argument (``name=value,value`` or ``value,value``) with ids as values, and its number of tokens."""
        key, equal, rest = tokens[0].partition("=")
        if not equal:
            key, rest = "", tokens[0]
        name = self._key_of(key, self.grammar.arguments(made[0] if made else "")) if key else ""
        if '"' in rest:
            return f"{name}={rest}" if equal else rest, 1
        among, words = self._able(made, name) if name or not equal else {}, [rest, *tokens[1:]]
        if equal and rest and (found := self._list(words, among)) is not None:
            return f"{name}={found[0]}", found[1]
        if equal and rest and is_word(rest):
            value, taken = self.words.values.longest_match(words, among=among)
            return f"{name}={value or rest}", taken if value else 1
        values = [self.words.values.resolve(one, among) or one for one in rest.split(",")]
        return (f"{name}=" if equal else "") + ",".join(values), 1

    def _list(self, tokens: Sequence[str], among: Container[str]) -> tuple[str, int] | None:
        """Return the ids of a list of names separated by commas, and the number of its tokens; None for no list.

        The names may have several words.
        """
        values: list[str] = []
        words: list[str] = []
        last = 0
        for place, token in enumerate(tokens):
            if not is_word(token.replace(",", "")):
                break
            *done, begun = token.split(",")
            if done:
                names = (" ".join([*words, done[0]]), *done[1:])
                named = [self.words.values.resolve(one, among) for one in names]
                if not all(named):
                    break
                values, words, last = [*values, *named], [], place
            words.append(begun)
        if not values:
            return None
        rest = [tokens[last].rpartition(",")[2], *tokens[last + 1 :]]
        value, taken = self.words.values.longest_match(rest, among=among)
        return (",".join((*values, value)), last + taken) if value else None


def _stem(token: str) -> str:
    """Return the stem of a word like ``supported`` or ``targeting``; "" for other words."""
    found = re.fullmatch(r"([a-z]{4,})(?:ed|ing)", token.casefold().removesuffix(","))
    return found[1] if found else ""
