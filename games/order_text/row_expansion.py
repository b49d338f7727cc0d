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
_WITH = "with"
"""A word that has no meaning before a value that fits one argument only, such as the support of a card."""
_TO = "to"
"""A word that has no meaning before an instruction: ``instruct strikes to follow``."""
_MIN_ABBREVIATION = 4
"""The minimum length, in letters, of an abbreviation of an argument's name without an equals sign."""
_NUMBER = re.compile(r"[x×*]?([1-9][0-9]?)((?:,\S*)?)")
"""The number of copies after the name of a thing."""
_HEX = re.compile("[0-9]{4}")
"""The number of a hex, which may lie beyond the map."""
_PARTICLE = re.compile(r"(?:で|を|に|へ|が|は)")
"""Particles between the unit or tool and a Japanese verb."""
_JAPANESE_DO = re.compile(r"(?:する|します|せよ|しろ)$")


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

    The parameter `expanded` of its methods is the result so far, as a list of words: the verb, the first argument, then
    one word ``name=value`` for each further argument.
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
        expanded: list[str] = []
        if isinstance(self.form, Orders | RulePlan) and tokens:
            expanded, rest = self._split_verb(tokens)
            tokens = [*rest]
        tokens = join_lists(self._repeat_counted(self.words.join_and(tokens), expanded), self._begins_argument)
        while tokens:
            said, taken = self._next_argument(tokens, expanded)
            expanded += [said] if said else []
            tokens = tokens[taken:]
            if said and len(expanded) == 2:
                tokens = tokens[self._add_named_units(tokens, expanded) :]
            if said and len(expanded) == 2 and tokens:
                self._refuse_unavailable_unit(expanded)
        return " ".join(self._resolve_ports(expanded))

    def _begins_argument(self, token: str) -> bool:
        """Return True if a token may begin an argument: an argument's name or a word before it, but no thing's name."""
        small = token.casefold() in SMALL_WORDS | PATH_WORDS
        return (small or bool(self._argument_named(token))) and not self.words.values.exact_match(token)

    def _resolve_ports(self, expanded: Sequence[str]) -> list[str]:
        """Return the words of an order; a port in its path is replaced by the port's place.

        If the path ends at the port, the argument for entering the port is added.
        """
        templates = self._templates(expanded)
        paths = {field.name for template in templates for field in template.fields if field.movement is not None}
        places = {
            port: (field.name, at)
            for template in templates
            for field in template.fields
            for port, at in field.end_places.items()
        }
        done = list(expanded)
        for number, word in enumerate(expanded):
            key, _, rest = word.partition("=")
            *others, last = rest.split(",")
            if key not in paths or not {*others, last} & {*places}:
                continue
            route = [places[one][1] if one in places else one for one in (*others, last)]
            done[number] = f"{key}={','.join(route)}"
            enters = places[last][0] if last in places else key
            if not any(one.startswith(f"{enters}=") for one in expanded):
                done.append(f"{enters}={last}")
        return done

    def _repeat_counted(self, tokens: Sequence[str], expanded: Sequence[str]) -> list[str]:
        """Return the tokens; a thing with a number after it (``ships=dd 2``) is repeated so many times."""
        templates = self._templates(expanded)
        repeatable = {
            value for template in templates for field in template.fields if field.may_repeat for value in field.values
        }
        done: list[str] = []
        for token in tokens:
            value = re.split("[=,]", done[-1])[-1] if done else ""
            number = _NUMBER.fullmatch(token)
            if number is None or value not in repeatable:
                done.append(token)
            else:
                done[-1] += f",{value}" * (int(number[1]) - 1) + number[2]
        return done

    def _refuse_unavailable_unit(self, expanded: Sequence[str]) -> None:
        """Raise Illegal if the first unit of a partly expanded order cannot get an order with this verb now."""
        if isinstance(self.form, Orders):
            names = {
                field.name
                for template in self.grammar.unavailable_templates
                if template.verb == normalize_name(expanded[0])
                for field in template.fields[:1]
            }
            item = {"order": normalize_name(expanded[0]), **dict.fromkeys(names, expanded[1].split(","))}
            if problems := [*self.form.unavailable_subject_problems(0, item)]:
                raise Illegal(*problems)

    def _add_named_units(self, tokens: Sequence[str], expanded: list[str]) -> int:
        """Add to the order's first unit the units whose complete names follow, separated by blanks.

        Return the number of tokens of these names. Units that could be the value of another argument are not added.
        `expanded` is the partly expanded order, which is changed.
        """
        candidates, at = self._candidates(expanded), 0
        excluded = {
            value
            for template in self._templates(expanded)
            for field in template.fields[1:]
            for value in self.grammar.accepted_values(field)
        }
        while at < len(tokens) and expanded[1].split(",")[0] in candidates:
            value, taken = self._complete_name(tokens[at:])
            if value not in candidates or value in excluded or value in expanded[1].split(","):
                break
            expanded[1], at = f"{expanded[1]},{value}", at + taken
        return at

    def _complete_name(self, tokens: Sequence[str]) -> tuple[str, int]:
        """Return the id of the thing whose complete name begins the tokens, and the number of the name's tokens."""
        run = self.words.values.name_tokens(tokens, meant=True) or [*takewhile(is_word, tokens[:1])]
        return (self.words.values.exact_match(" ".join(run)), len(run)) if run else ("", 0)

    def _split_verb(self, tokens: Sequence[str]) -> tuple[list[str], Sequence[str]]:
        """Return the verb at the beginning as a list, with a unit that precedes it, and the tokens after them.

        Raises Malformed if no possible order begins so.
        """
        tokens = self._split_japanese_verb(tokens)
        verb, taken = self.words.longest_verb(tokens)
        if verb:
            return [display_verb(verb)], tokens[taken:]
        if isinstance(self.form, Orders):
            if turned := self.unit_before_verb(tokens):
                return turned
            unavailable = dict.fromkeys(template.verb for template in self.grammar.unavailable_templates)
            other, taken = self.words.other_verbs.longest_match(tokens, commas=True)
            if other not in unavailable:
                if tokens[0].casefold().removesuffix(",") in PASSES:
                    raise pass_not_alone(1)
                known = {verb: self.words.labels(verb) for verb in (*self.form.templates_by_verb,) or unavailable}
                raise unknown_verb(1, display_verb(other) or tokens[0], known, known)
            return [display_verb(other)], tokens[taken:]
        return [tokens[0]], tokens[1:]

    def _split_japanese_verb(self, tokens: Sequence[str]) -> Sequence[str]:
        """Return the tokens; a Japanese first token is split into its verb and its tool: ``石炭船で迎撃``."""
        first = tokens[0].removesuffix(",")
        if first.isascii() or self.words.verbs.matches(first):
            return tokens
        for by in _PARTICLE.finditer(first):
            name, does = first[: by.start()], _JAPANESE_DO.sub("", first[by.end() :])
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

    def _next_argument(self, tokens: Sequence[str], expanded: Sequence[str]) -> tuple[str, int]:
        """Return the next argument of a partly expanded row in the notation, and the number of its tokens.

        The argument is "" for a word without meaning. After the first argument of an order, each is ``name=value``;
        ``name value`` and a clear value alone are accepted, too. Raises Malformed for other words.
        """
        first = tokens[0]
        if first.casefold() in _FIXED:
            return first, 1
        if isinstance(self.form, RulePlan) and first.casefold() in PASSES and not self.words.values.exact_match(first):
            return "pass", 1
        is_first = not isinstance(self.form, Orders) or len(expanded) < 2
        if '"' in first or "=" in first or (is_first and not is_word(first)):
            return self._keyed_argument(tokens, expanded)
        if isinstance(self.form, Orders) and not is_first:
            return self._argument_without_equals(tokens, expanded, self.grammar.templates(expanded[0]))
        if self._is_filler(tokens, self._candidates(expanded)):
            return "", 1
        value, taken = self._leading_list(tokens, self._candidates(expanded)) or self.words.values.longest_match(
            tokens, among=self._candidates(expanded)
        )
        if not value and isinstance(self.form, Orders):
            self._refuse_unknown_unit(tokens, expanded)
        return value or first, taken if value else 1

    def _is_filler(self, tokens: Sequence[str], candidates: Container[str]) -> bool:
        """Return True if the first token is a word without meaning before other tokens.

        `candidates`: the units that may follow it.
        """
        first, *rest = tokens[0].casefold(), *tokens[1:]
        if not rest or self.words.values.exact_match(first):
            return False
        small, is_key = first in SMALL_WORDS, bool(self.words.keys.exact_match(first))
        names_candidate = any(one in candidates for one in self.words.values.matches(rest[0].split(",")[0]))
        return (small and not is_key) or (names_candidate and (small or (first in BEFORE_NAMES and not is_key)))

    def _refuse_unknown_unit(self, tokens: Sequence[str], expanded: Sequence[str]) -> None:
        """Raise Malformed for an unknown name as the first argument; the refusal lists the possible units."""
        run = [*takewhile(self.words.names_something, self.words.values.name_tokens(tokens))] or [tokens[0]]
        if candidates := self._candidates(expanded):
            raise unknown_subject(1, " ".join(run), expanded[0], [self.words.name_of(value) for value in candidates])
        if len(run) > 1:
            raise unclear_word(1, " ".join(run))

    def _templates(self, expanded: Sequence[str]) -> Sequence[OrderTemplate]:
        """Return the templates of the verb of a partly expanded order."""
        return self.grammar.templates(expanded[0]) if expanded else ()

    def _candidates(self, expanded: Sequence[str], key: str = "") -> Mapping[str, None]:
        """Return the possible first arguments of a partly expanded order, or the values of the argument `key`."""
        return self.grammar.candidates(expanded[0], key) if expanded else {}

    def _argument_without_equals(
        self, tokens: Sequence[str], expanded: Sequence[str], templates: Sequence[OrderTemplate]
    ) -> tuple[str, int]:
        """Return the next argument, written without an equals sign, as ``name=value``, and the number of its tokens.

        It is written as ``name value``, as a path after ``to`` or ``via``, or as a value that fits only one argument.
        The argument is "" for a word without meaning. Raises Malformed for a value without a clear argument.
        """
        names = dict.fromkeys(field.name for template in templates for field in template.fields[1:])
        fields = [field for template in templates for field in template.fields]
        paths = dict.fromkeys(field.name for field in fields if field.movement is not None)
        key = self._argument_named(tokens[0], names)
        following = self._argument_named(tokens[1], names) if len(tokens) > 2 else ""
        if following in names and (following == key or tokens[0].casefold() in BEFORE_NAMES):
            return "", 1
        if key not in names and tokens[0].casefold() in PATH_WORDS and len(paths) == 1:
            (key,) = paths
        first, is_name = tokens[0].casefold(), bool(self.words.values.exact_match(tokens[0].casefold()))
        if len(tokens) == 1 and first in PATH_WORDS | SMALL_WORDS | BEFORE_NAMES and not is_name:
            raise unfinished_line(1, tokens[0])
        if key not in names and len(tokens) > 1 and not is_name:
            excluded = paths if first == _WITH else {field.name for field in fields if field.is_list}
            is_filler = first in (_WITH, _TO) and self._fits_one_argument(tokens[1:], expanded, templates, excluded)
            if first in PATH_WORDS and not is_filler:
                raise unplaced_word(1, tokens[0], expanded[0], names)
            if first in SMALL_WORDS or is_filler:
                return "", 1
        fillers = self._count_fillers(tokens)
        if key in names and len(tokens) > 1 + fillers and "=" not in tokens[1 + fillers]:
            said, taken = self._keyed_argument([f"{key}={tokens[1 + fillers]}", *tokens[2 + fillers :]], expanded)
            return said, taken + 1 + fillers
        said, taken, fitting = self._leading_value(tokens, expanded, templates)
        only = names if len(names) == 1 else fitting
        if len(only) == 1 and key not in names:
            (name,) = only
            refuse_second_value(name, said.removeprefix("="), expanded, tokens[taken:], names)
            return f"{name}{said}", taken
        if not fitting and key not in names and (where := self._place_argument(said, expanded, names)):
            return f"{where}{said}", taken
        raise unplaced_word(1, tokens[0], expanded[0], names)

    def _place_argument(self, said: str, expanded: Sequence[str], names: Collection[str]) -> str:
        """Return the only free argument for a place, for a place that the order cannot have; otherwise "".

        The form then refuses the order with a reason that names the place.
        """
        free = [name for name in names if name in PLACES and not any(one.startswith(f"{name}=") for one in expanded)]
        value = said.removeprefix("=")
        is_place = self.grammar.may_be_place(value) or _HEX.fullmatch(value)
        return free[0] if len(free) == 1 and is_place else ""

    def _fits_one_argument(
        self,
        tokens: Sequence[str],
        expanded: Sequence[str],
        templates: Sequence[OrderTemplate],
        excluded: Collection[str],
    ) -> bool:
        """Return True if the value at the beginning fits exactly one argument, and this is not one of `excluded`.

        A word such as "with" before the value then has no meaning.
        """
        fitting = self._leading_value(tokens, expanded, templates)[2]
        return len(fitting) == 1 and fitting[0] not in excluded

    def _count_fillers(self, tokens: Sequence[str]) -> int:
        """Return the number of words without meaning between the first token and another one: 1 for ``to the Wolf``."""
        count = 0
        while len(tokens) > count + 2 and tokens[count + 1].casefold() in SMALL_WORDS | BEFORE_NAMES:
            if self.words.values.exact_match(tokens[count + 1]) or self.words.values.name_tokens(
                tokens[count + 1 :], meant=True
            ):
                break
            count += 1
        return count

    def _leading_value(
        self, tokens: Sequence[str], expanded: Sequence[str], templates: Sequence[OrderTemplate]
    ) -> tuple[str, int, list[str]]:
        """Return the value at the beginning as ``=value``, the number of its tokens, and its possible arguments."""
        said, taken = self._keyed_argument([f"={tokens[0]}", *tokens[1:]], expanded)
        values = frozenset(said.removeprefix("=").split(","))
        candidates = [
            one for template in templates for one in template.fields[1:] if values <= self.grammar.accepted_values(one)
        ]
        fitting = dict.fromkeys(one.name for one in candidates if not one.needs_name) or dict.fromkeys(
            one.name for one in candidates
        )
        return said, taken, list(fitting)

    def _argument_named(self, token: str, among: Collection[str] = ()) -> str:
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
        if not inside and len(token) >= _MIN_ABBREVIATION and not self._is_no_abbreviation(token):
            inside = self.words.keys.matches(token)
        return inside[0] if len(inside) == 1 else ""

    def _is_no_abbreviation(self, token: str) -> bool:
        """Return True if a word is no abbreviation of an argument's name, but a word before a value, or a value."""
        return token.casefold() in PATH_WORDS | SMALL_WORDS | BEFORE_NAMES or bool(self.words.values.matches(token))

    def _argument_before_equals(self, key: str, among: Collection[str]) -> str:
        """Return the argument that is written before an equals sign, perhaps abbreviated; else `key` unchanged."""
        meant = self.words.keys.matches(key)
        if len(meant) == 1 and (not among or meant[0] in among):
            return meant[0]
        return self._argument_named(key, among) or (meant[0] if len(meant) == 1 else key)

    def _keyed_argument(self, tokens: Sequence[str], expanded: Sequence[str]) -> tuple[str, int]:
        """Return an argument (``name=value,value`` or ``value,value``) with ids as values, and its number of tokens."""
        key, equal, rest = tokens[0].partition("=")
        if not equal:
            key, rest = "", tokens[0]
        name = self._argument_before_equals(key, self.grammar.arguments(expanded[0] if expanded else "")) if key else ""
        if '"' in rest:
            return f"{name}={rest}" if equal else rest, 1
        among, words = self._candidates(expanded, name) if name or not equal else {}, [rest, *tokens[1:]]
        if equal and rest and (found := self._leading_list(words, among)) is not None:
            return f"{name}={found[0]}", found[1]
        if equal and rest and is_word(rest):
            value, taken = self.words.values.longest_match(words, among=among)
            return f"{name}={value or rest}", taken if value else 1
        values = [self.words.values.resolve(one, among) or one for one in rest.split(",")]
        return (f"{name}=" if equal else "") + ",".join(values), 1

    def _leading_list(self, tokens: Sequence[str], among: Container[str]) -> tuple[str, int] | None:
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
