"""Forms: what a legal answer to a question is, as data.

A form reads only its own fields, so that the server can check an answer without replaying the game, and so that a
refusal can never depend on what its seat does not know. The schema, the check, the example, the text notation and the
refusal all come from here and cannot disagree.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from games.kernel import notation
from games.kernel.barred import Barred, barred_problem, find_bar
from games.kernel.byhand import choosing
from games.kernel.byhand.changes import Change, judged
from games.kernel.byhand.prices import Mark, Offer, Outlook, Priced, Proposal
from games.kernel.codec import MAX_NUMBER
from games.kernel.errors import Malformed, Problem, malformed, pointer, refuse
from games.kernel.text import Labels, Text, plain, shown

T = TypeVar("T")
Json = dict[str, Any]
Pick = Callable[[int], int]
"""`pick(n)` is a number from 0 to n - 1: a player's whim, not the game's dice."""


class Form(Struct, Generic[T], frozen=True, kw_only=True, tag_field="form", omit_defaults=True):
    """The base of all forms. Subclasses say what can be read, what is legal and how it is written."""

    def read(self, raw: object) -> T:
        """The typed answer in `raw` (JSON as Python builtins). Raises Malformed, naming every field."""
        raise NotImplementedError

    def problems(self, answer: T) -> Iterator[Problem]:
        """Everything that makes `answer` illegal."""
        raise NotImplementedError

    def accept(self, raw: object) -> T:
        """Read and check. Raises Malformed or Illegal."""
        answer = self.read(raw)
        refuse(self.problems(answer))
        return answer

    def write(self, answer: T) -> Any:
        """The answer as JSON builtins; `read` takes it back."""
        return answer

    def default(self) -> T:
        """What is played when time is up. Always legal."""
        raise NotImplementedError

    def example(self) -> T:
        """A complete legal answer, the richest that is easily said."""
        return self.default()

    def schema(self) -> Json:
        """JSON Schema (2020-12) of an answer, with the legal values enumerated."""
        raise NotImplementedError

    def sample(self, pick: Pick) -> T:
        """Some legal answer, chosen by `pick`."""
        raise NotImplementedError

    def render(self, answer: T) -> str:
        """The answer in the text notation."""
        raise NotImplementedError

    def parse(self, text: str) -> object:
        """The raw answer in a text; `read` decides whether it is one. Raises Malformed."""
        raise NotImplementedError

    def values(self) -> Iterable[str]:
        """Every id that an answer may name, for labels."""
        return ()

    def named(self, labels: Labels) -> Labels:
        """The names of things as who answers knows them: with where they are, say, if the form knows."""
        return labels

    def withheld(self) -> Iterable[Barred]:
        """What cannot be chosen now though its player may ask after it, each with its rule and why."""
        return ()

    def describe(self, answer: T, language: str, labels: Labels = plain) -> str:
        """The answer as a player would say it."""
        raise NotImplementedError

    # --- by hand: a draft is raw JSON, perhaps unfinished

    def sketch(self, raw: Any, language: str, labels: Labels = plain) -> str:
        """A draft that cannot be read yet in words, as far as it goes."""
        return ""

    def beside(self, raw: Any) -> Iterable[Problem]:
        """What is wrong with a draft that cannot be read, besides what keeps it from being read."""
        return ()

    def proposals(self) -> tuple[Proposal, ...]:
        """Whole answers to take as they stand."""
        return ()

    def changes(self, draft: Any, value: str, acting: Sequence[str]) -> Iterable[Change]:
        """What a tap on `value` can do to a draft, by those who act, the likeliest first."""
        return ()

    def reach(self, draft: Any, pointer: str) -> tuple[Priced, ...]:
        """The values that may be given at `pointer` next, without anything new being wrong."""
        return ()

    def offers(self, draft: Any, value: str, acting: Sequence[str] = (), labels: Labels = plain) -> tuple[Offer, ...]:
        """What a tap on `value` can make of a draft, in words and with its price; the legal ones first."""
        return judged(self, draft, self.changes(draft, value, acting), labels)

    def outlook(self, draft: Any) -> Outlook:
        """What a draft comes to, for all that its seat knows."""
        return Outlook()

    def marks(self, draft: Any) -> tuple[Mark, ...]:
        """What to draw of a draft."""
        return ()

    def is_forced(self) -> bool:
        """Whether there is only one answer, so that the question decides nothing."""
        return False

    def wastes(self, answer: T) -> bool:
        """Whether this answer lets a turn pass unused though something could be done: then it is asked back once."""
        return False

    def identity(self) -> str:
        """What the journal's fingerprint knows of the form: its tag, as in stored forms."""
        return str(self.__struct_config__.tag)


def _named(values: Iterable[str], language: str, labels: Labels) -> str:
    return SEPARATORS.get(language, ", ").join(labels(value).get(language) for value in values)


NOTHING = Text("nothing", "なし")
SEPARATORS = {"en": ", ", "ja": "、"}


def _no_option(where: str, value: str, rule: str = "") -> Problem:
    value = shown(value)
    return Problem(
        where,
        "not_an_option",
        Text(f"{value!r} is not one of the options.", f"「{value}」は選択肢にありません。"),
        rule,
    )


def _not_to_be_had(where: str, value: str, barred: Sequence[Barred], rule: str = "") -> Problem:
    """The refusal of what is no option: the reason where one is given, else that it is none."""
    bar = find_bar(barred, value)
    return _no_option(where, value, rule) if bar is None else barred_problem(where, value, bar)


def _with_bars(schema: Json, barred: Sequence[Barred]) -> Json:
    """A schema that names what is barred."""
    return schema | {"x-barred": [bar.written() for bar in barred]} if barred else schema


def _read_strings(raw: object) -> tuple[str, ...]:
    """A list of strings. Raises Malformed for each member that is none."""
    if not isinstance(raw, list):
        raise malformed("", "This must be a list.", "リストで答えてください。", "type")
    wrong = [
        Problem(f"/{index}", "type", Text("This must be a text.", "文字列で答えてください。"))
        for index, value in enumerate(raw)
        if not isinstance(value, str)
    ]
    if wrong:
        raise Malformed(*wrong)
    return tuple(raw)


def _twins(answer: tuple[str, ...]) -> Iterator[Problem]:
    seen: set[str] = set()
    for index, value in enumerate(answer):
        if value in seen:
            name = shown(value)
            yield Problem(f"/{index}", "twice", Text(f"{name!r} is named twice.", f"「{name}」が重複しています。"))
        seen.add(value)


class Choose(Form[str], frozen=True, kw_only=True, tag="choose"):
    """Exactly one of the options."""

    options: tuple[str, ...]
    fallback: str = ""
    rule: str = ""
    barred: tuple[Barred, ...] = ()

    def read(self, raw: object) -> str:
        if not isinstance(raw, str):
            raise malformed(
                "", "This must be a text: one of the options.", "選択肢の一つを文字列で答えてください。", "type"
            )
        return raw

    def problems(self, answer: str) -> Iterator[Problem]:
        if answer not in self.options:
            yield _not_to_be_had("", answer, self.barred, self.rule)

    def default(self) -> str:
        return self.fallback or self.options[0]

    def example(self) -> str:
        return self.options[0]

    def is_forced(self) -> bool:
        return len(self.options) == 1

    def schema(self) -> Json:
        return _with_bars(self._shape(), self.barred)

    def _shape(self) -> Json:
        return {"type": "string", "enum": list(self.options)}

    def sample(self, pick: Pick) -> str:
        return self.options[pick(len(self.options))]

    def render(self, answer: str) -> str:
        return notation.write_line("choose", answer)

    def parse(self, text: str) -> object:
        return notation.single_word(text, "choose")

    def changes(self, draft: Any, value: str, acting: Sequence[str]) -> Iterable[Change]:
        return choosing.chosen(value, self.options, self.barred)

    def reach(self, draft: Any, pointer: str) -> tuple[Priced, ...]:
        return choosing.open_values(self, draft, self.values())

    def marks(self, draft: Any) -> tuple[Mark, ...]:
        return choosing.named(draft)

    def values(self) -> Iterable[str]:
        return self.options

    def withheld(self) -> Iterable[Barred]:
        return self.barred

    def describe(self, answer: str, language: str, labels: Labels = plain) -> str:
        return labels(answer).get(language)


class MayChoose(Form[str | None], frozen=True, kw_only=True, tag="may_choose"):
    """One of the options, or none (null). The list of options may be empty: the question is asked all the same."""

    options: tuple[str, ...]
    fallback: str | None = None
    rule: str = ""
    barred: tuple[Barred, ...] = ()

    def read(self, raw: object) -> str | None:
        if raw is not None and not isinstance(raw, str):
            raise malformed(
                "", "This must be one of the options, or null.", "選択肢の一つか null で答えてください。", "type"
            )
        return raw

    def problems(self, answer: str | None) -> Iterator[Problem]:
        if answer is not None and answer not in self.options:
            yield _not_to_be_had("", answer, self.barred, self.rule)

    def default(self) -> str | None:
        return self.fallback

    def example(self) -> str | None:
        return self.options[0] if self.options else None

    def is_forced(self) -> bool:
        return not self.options

    def schema(self) -> Json:
        return _with_bars(self._shape(), self.barred)

    def _shape(self) -> Json:
        if not self.options:
            return {"type": "null"}
        return {"anyOf": [{"type": "string", "enum": list(self.options)}, {"type": "null"}]}

    def sample(self, pick: Pick) -> str | None:
        chosen = pick(len(self.options) + 1)
        return None if chosen == len(self.options) else self.options[chosen]

    def render(self, answer: str | None) -> str:
        return notation.write_line("pass") if answer is None else notation.write_line("choose", answer)

    def parse(self, text: str) -> object:
        return notation.word_or_pass(text)

    def changes(self, draft: Any, value: str, acting: Sequence[str]) -> Iterable[Change]:
        return choosing.chosen_or_not(draft, value, self.options, self.barred)

    def reach(self, draft: Any, pointer: str) -> tuple[Priced, ...]:
        return choosing.open_values(self, draft, self.values())

    def marks(self, draft: Any) -> tuple[Mark, ...]:
        return choosing.named(draft)

    def values(self) -> Iterable[str]:
        return self.options

    def withheld(self) -> Iterable[Barred]:
        return self.barred

    def describe(self, answer: str | None, language: str, labels: Labels = plain) -> str:
        return (NOTHING if answer is None else labels(answer)).get(language)


class ChooseSome(Form[tuple[str, ...]], frozen=True, kw_only=True, tag="choose_some"):
    """From `least` to `most` of the options, each once."""

    options: tuple[str, ...]
    least: int = 0
    most: int
    rule: str = ""
    barred: tuple[Barred, ...] = ()

    def read(self, raw: object) -> tuple[str, ...]:
        return _read_strings(raw)

    def problems(self, answer: tuple[str, ...]) -> Iterator[Problem]:
        for index, value in enumerate(answer):
            if value not in self.options:
                yield _not_to_be_had(f"/{index}", value, self.barred, self.rule)
        yield from _twins(answer)
        if not self.least <= len(answer) <= self.most:
            yield Problem(
                "",
                "count",
                Text(
                    f"Name {self.least} to {self.most}, not {len(answer)}.",
                    f"{self.least}〜{self.most}個選んでください({len(answer)}個選ばれています)。",
                ),
                self.rule,
            )

    def write(self, answer: tuple[str, ...]) -> Any:
        return list(answer)

    def default(self) -> tuple[str, ...]:
        return self.options[: self.least]

    def example(self) -> tuple[str, ...]:
        return self.options[: max(self.least, min(1, self.most))]

    def is_forced(self) -> bool:
        return not self.options or not self.most

    def schema(self) -> Json:
        return _with_bars(self._shape(), self.barred)

    def _shape(self) -> Json:
        members: Json = {"type": "string", "enum": list(self.options)} if self.options else {"type": "string"}
        most = min(self.most, len(self.options))
        return {"type": "array", "items": members, "uniqueItems": True, "minItems": self.least, "maxItems": most}

    def sample(self, pick: Pick) -> tuple[str, ...]:
        left = list(self.options)
        count = self.least + pick(min(self.most, len(left)) - self.least + 1)
        return tuple(left.pop(pick(len(left))) for _ in range(count))

    def render(self, answer: tuple[str, ...]) -> str:
        return notation.write_line("choose", *answer) if answer else notation.write_line("pass")

    def parse(self, text: str) -> object:
        return notation.word_list(text, "choose")

    def changes(self, draft: Any, value: str, acting: Sequence[str]) -> Iterable[Change]:
        return choosing.some(draft, value, self.options, self.barred)

    def reach(self, draft: Any, pointer: str) -> tuple[Priced, ...]:
        return choosing.open_values(self, draft, self.values())

    def marks(self, draft: Any) -> tuple[Mark, ...]:
        return choosing.named(draft)

    def values(self) -> Iterable[str]:
        return self.options

    def withheld(self) -> Iterable[Barred]:
        return self.barred

    def describe(self, answer: tuple[str, ...], language: str, labels: Labels = plain) -> str:
        return _named(answer, language, labels) or NOTHING.get(language)


class Arrange(Form[tuple[str, ...]], frozen=True, kw_only=True, tag="arrange"):
    """All the options, in an order that the player chooses."""

    options: tuple[str, ...]
    rule: str = ""

    def read(self, raw: object) -> tuple[str, ...]:
        return _read_strings(raw)

    def problems(self, answer: tuple[str, ...]) -> Iterator[Problem]:
        for index, value in enumerate(answer):
            if value not in self.options:
                yield _no_option(f"/{index}", value, self.rule)
        yield from _twins(answer)
        if missing := [value for value in self.options if value not in answer]:
            yield Problem(
                "", "missing", Text(f"Missing: {', '.join(missing)}.", f"不足: {'、'.join(missing)}"), self.rule
            )

    def write(self, answer: tuple[str, ...]) -> Any:
        return list(answer)

    def default(self) -> tuple[str, ...]:
        return self.options

    def example(self) -> tuple[str, ...]:
        return tuple(reversed(self.options))

    def is_forced(self) -> bool:
        return len(self.options) < 2

    def schema(self) -> Json:
        count = len(self.options)
        members: Json = {"type": "string", "enum": list(self.options)} if self.options else {"type": "string"}
        return {"type": "array", "items": members, "uniqueItems": True, "minItems": count, "maxItems": count}

    def sample(self, pick: Pick) -> tuple[str, ...]:
        left = list(self.options)
        return tuple(left.pop(pick(len(left))) for _ in self.options)

    def render(self, answer: tuple[str, ...]) -> str:
        return notation.write_line("arrange", *answer)

    def parse(self, text: str) -> object:
        return notation.word_list(text, "arrange")

    def changes(self, draft: Any, value: str, acting: Sequence[str]) -> Iterable[Change]:
        return choosing.ranked(draft, value, self.options)

    def reach(self, draft: Any, pointer: str) -> tuple[Priced, ...]:
        return choosing.open_values(self, draft, self.values())

    def marks(self, draft: Any) -> tuple[Mark, ...]:
        return choosing.named(draft)

    def values(self) -> Iterable[str]:
        return self.options

    def describe(self, answer: tuple[str, ...], language: str, labels: Labels = plain) -> str:
        return _named(answer, language, labels) or NOTHING.get(language)


class Share(Form[dict[str, int]], frozen=True, kw_only=True, tag="share"):
    """Share out `total` among the options, at most `limits[option]` to each."""

    limits: dict[str, int]
    total: int
    rule: str = ""

    def read(self, raw: object) -> dict[str, int]:
        if not isinstance(raw, Mapping):
            raise malformed("", "This must be an object: an amount for each.", "項目ごとの数で答えてください。", "type")
        wrong = [
            Problem(pointer(key), "type", Text("This must be a whole number.", "整数で答えてください。"))
            for key, value in raw.items()
            if not isinstance(value, int) or isinstance(value, bool) or abs(value) > MAX_NUMBER
        ]
        if wrong:
            raise Malformed(*wrong)
        return dict(raw)

    def problems(self, answer: dict[str, int]) -> Iterator[Problem]:
        for key, value in answer.items():
            if key not in self.limits:
                yield _no_option(pointer(key), key, self.rule)
            elif not 0 <= value <= self.limits[key]:
                limit = self.limits[key]
                yield Problem(
                    pointer(key),
                    "range",
                    Text(f"0 to {limit}, not {value}.", f"0〜{limit}の範囲で指定してください。"),
                    self.rule,
                )
        if sum(answer.values()) != self.total:
            yield Problem(
                "", "total", Text(f"The total must be {self.total}.", f"合計を{self.total}にしてください。"), self.rule
            )

    def default(self) -> dict[str, int]:
        left, shares = self.total, {}
        for key, limit in self.limits.items():
            shares[key] = min(limit, left)
            left -= shares[key]
        return {key: value for key, value in shares.items() if value}

    def schema(self) -> Json:
        amounts = {key: {"type": "integer", "minimum": 0, "maximum": limit} for key, limit in self.limits.items()}
        return {"type": "object", "properties": amounts, "additionalProperties": False}

    def sample(self, pick: Pick) -> dict[str, int]:
        shares: dict[str, int] = {}
        for _ in range(self.total):
            open_ = [key for key, limit in self.limits.items() if shares.get(key, 0) < limit]
            key = open_[pick(len(open_))]
            shares[key] = shares.get(key, 0) + 1
        return shares

    def render(self, answer: dict[str, int]) -> str:
        return notation.write_line("share", **{key: str(value) for key, value in answer.items()})

    def parse(self, text: str) -> object:
        return notation.shares(text)

    def changes(self, draft: Any, value: str, acting: Sequence[str]) -> Iterable[Change]:
        return choosing.shared(draft, value, self.limits)

    def reach(self, draft: Any, pointer: str) -> tuple[Priced, ...]:
        return choosing.open_values(self, draft, self.values())

    def marks(self, draft: Any) -> tuple[Mark, ...]:
        return choosing.named(draft)

    def values(self) -> Iterable[str]:
        return self.limits

    def describe(self, answer: dict[str, int], language: str, labels: Labels = plain) -> str:
        amounts = [f"{labels(key).get(language)} {value}" for key, value in answer.items()]
        return SEPARATORS.get(language, ", ").join(amounts) or NOTHING.get(language)
