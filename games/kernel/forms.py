"""Forms: the legal answers to a question, as data.

A form reads only its own fields: the server checks an answer without replaying the game, and a refusal cannot depend
on information hidden from the seat. Schema, check, example, text notation and refusal all come from the form, so that
they cannot disagree.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct, field

from games.kernel import choice_edits, notation
from games.kernel.answer_checks import (
    not_an_option,
    read_strings,
    repeated_values,
    unavailable_option,
    with_unavailable,
)
from games.kernel.codec import MAX_NUMBER
from games.kernel.drafts import Annotation, Completion, Preview, PreviewLine, Proposal, SuggestedEdit
from games.kernel.edit_reasons import no_option_problems
from games.kernel.edits import Edit, judge_edits
from games.kernel.errors import Malformed, Problem, malformed, pointer, raise_problems
from games.kernel.odds import Odds, OddsOfPair, odds_with_means
from games.kernel.text import LANGUAGES, LIST_COMMA, Labels, Text, id_label, join_texts
from games.kernel.unavailable import Unavailable

T = TypeVar("T")
Json = dict[str, Any]
RandomSource = Callable[[int], int]
"""`pick(n)` returns a number from 0 to n - 1: for choices of bots and samples, never for the game's dice."""


class Form(Struct, Generic[T], frozen=True, kw_only=True, tag_field="form", omit_defaults=True):
    """Base class of all forms. Subclasses define which answers are legal, and how to read and write them."""

    def read(self, raw: object) -> T:
        """Return the typed answer in `raw` (JSON as Python builtins). Raises Malformed, naming every bad field."""
        raise NotImplementedError

    def problems(self, answer: T) -> Iterator[Problem]:
        """Yield a problem for each reason why `answer` is illegal."""
        raise NotImplementedError

    def accept(self, raw: object) -> T:
        """Return the typed answer in `raw`. Raises Malformed for an unreadable answer, Illegal for an illegal one."""
        answer = self.read(raw)
        raise_problems(self.problems(answer))
        return answer

    def write(self, answer: T) -> Any:
        """Return the answer as JSON builtins; `read` is the inverse."""
        return answer

    def default(self) -> T:
        """Return the answer that is played when the deadline passes. It is always legal."""
        raise NotImplementedError

    def example(self) -> T:
        """Return a complete legal answer that shows as many features as a short example can."""
        return self.default()

    def schema(self) -> Json:
        """Return the JSON Schema (2020-12) of an answer; it enumerates the legal values."""
        raise NotImplementedError

    def sample(self, pick: RandomSource) -> T:
        """Return a random legal answer, chosen by `pick`."""
        raise NotImplementedError

    def render(self, answer: T) -> str:
        """Return the answer in the text notation of orders."""
        raise NotImplementedError

    def parse(self, text: str) -> object:
        """Return the raw answer in a text, for `read` to validate. Raises Malformed for an unreadable text."""
        raise NotImplementedError

    def values(self) -> Iterable[str]:
        """Return every id that an answer may name, for labels."""
        return ()

    def labels_in_context(self, labels: Labels) -> Labels:
        """Return a function like `labels` whose names tell the answering player more, such as a unit's position.

        A form that knows no context returns `labels` itself.
        """
        return labels

    def unavailable_values(self) -> Iterable[Unavailable]:
        """Return the values that the player may ask about but cannot choose now, each with its rule and the reason."""
        return ()

    def describe(self, answer: T, language: str, labels: Labels = id_label) -> str:
        """Return the answer in words for players."""
        raise NotImplementedError

    # Taps and drafts: a draft is raw JSON, perhaps unfinished.

    def describe_draft(self, raw: Any, language: str, labels: Labels = id_label) -> str:
        """Return a description, as far as possible, of a draft that `read` refuses."""
        return ""

    def draft_problems(self, raw: Any) -> Iterable[Problem]:
        """Return the problems of a draft that `read` refuses, in addition to those that `read` reports."""
        return ()

    def proposals(self) -> tuple[Proposal, ...]:
        """Return complete, named answers that the player can choose as they are, such as "all units stay"."""
        return ()

    def proposals_with_aliases(self) -> tuple[Proposal, ...]:
        """Return the proposals, repeated under each further name that an e-mail may use for them."""
        return self.proposals()

    def edits(self, draft: Any, value: str, acting: Sequence[str]) -> Iterable[Edit]:
        """Yield the edits that a tap on `value` can make to the draft, the likeliest first.

        `acting` are the ids of the units that the player has selected.
        """
        return ()

    def completions(self, draft: Any, pointer: str) -> tuple[Completion, ...]:
        """Return the values that can come next at the JSON pointer `pointer` of a draft without adding a problem."""
        return ()

    def suggested_edits(
        self, draft: Any, value: str, acting: Sequence[str] = (), labels: Labels = id_label
    ) -> tuple[SuggestedEdit, ...]:
        """Return the edits that a tap on `value` offers, with descriptions and costs; the legal ones first.

        `acting` are the ids of the units that the player has selected.
        """
        return judge_edits(self, draft, self.edits(draft, value, acting), labels)

    def no_edit_reasons(self, value: str, acting: Sequence[str] = (), labels: Labels = id_label) -> tuple[Problem, ...]:
        """Return the reasons why a tap on `value` offers no edit, with the rule if any.

        `acting` are the ids of the units that the player has selected.
        """
        return no_option_problems(
            value, self.values(), tuple(self.unavailable_values()), getattr(self, "rule", ""), labels
        )

    def preview(self, draft: Any) -> Preview:
        """Return the projected result of a draft, from the seat's own information only."""
        return Preview()

    def list_odds(self) -> Iterable[OddsOfPair]:
        """Return the odds of each attack that an answer can order."""
        return ()

    def annotations(self, draft: Any) -> tuple[Annotation, ...]:
        """Return the annotations that the board shows for a draft."""
        return ()

    def is_forced(self) -> bool:
        """Return True if there is only one answer: the question decides nothing."""
        return False

    def needs_confirmation(self, answer: T) -> bool:
        """Return True if the answer does nothing although it could; the player must confirm it."""
        return False

    def identity(self) -> str:
        """Return the text that represents the type of form in a question's fingerprint: the tag of its stored data."""
        return str(self.__struct_config__.tag)


def _join_names(values: Iterable[str], language: str, labels: Labels) -> str:
    return SEPARATORS.get(language, ", ").join(labels(value).get(language) for value in values)


NOTHING = Text("nothing", "なし")
SEPARATORS = {language: LIST_COMMA.get(language) for language in LANGUAGES}


def odds_preview(odds: Mapping[str, tuple[Odds, ...]], draft: Any) -> Preview:
    """Return a preview with one line for each of the odds of the option in `draft`; `odds` are given by option."""
    found = odds.get(draft or "", ()) if draft is None or isinstance(draft, str) else ()
    return Preview(tuple(PreviewLine("", "free", odds_with_means(one), one) for one in found))


class Choose(Form[str], frozen=True, kw_only=True, tag="choose"):
    """Choose exactly one of the options."""

    options: tuple[str, ...]
    fallback: str = ""
    """The default answer; empty: the first option."""
    rule: str = ""
    """The number of the rule that refusals name."""
    unavailable: tuple[Unavailable, ...] = field(default=(), name="barred")
    """Values that the player may ask about but cannot choose now."""
    odds: dict[str, tuple[Odds, ...]] = {}
    """The chances of options that dice decide, by option."""

    def read(self, raw: object) -> str:
        if not isinstance(raw, str):
            raise malformed(
                "", "This must be a text: one of the options.", "選択肢の一つを文字列で答えてください。", "type"
            )
        return raw

    def problems(self, answer: str) -> Iterator[Problem]:
        if answer not in self.options:
            yield unavailable_option("", answer, self.unavailable, self.rule)

    def default(self) -> str:
        return self.fallback or self.options[0]

    def example(self) -> str:
        return self.options[0]

    def is_forced(self) -> bool:
        return len(self.options) == 1

    def schema(self) -> Json:
        return with_unavailable(self._shape(), self.unavailable)

    def _shape(self) -> Json:
        return {"type": "string", "enum": list(self.options)}

    def sample(self, pick: RandomSource) -> str:
        return self.options[pick(len(self.options))]

    def render(self, answer: str) -> str:
        return notation.write_line("choose", answer)

    def parse(self, text: str) -> object:
        return notation.parse_single_word(text, "choose")

    def edits(self, draft: Any, value: str, acting: Sequence[str]) -> Iterable[Edit]:
        return choice_edits.choose_edits(value, self.options, self.unavailable)

    def completions(self, draft: Any, pointer: str) -> tuple[Completion, ...]:
        return choice_edits.open_completions(self, draft, self.values())

    def preview(self, draft: Any) -> Preview:
        return odds_preview(self.odds, draft)

    def annotations(self, draft: Any) -> tuple[Annotation, ...]:
        return choice_edits.choice_annotations(draft)

    def values(self) -> Iterable[str]:
        return self.options

    def unavailable_values(self) -> Iterable[Unavailable]:
        return self.unavailable

    def describe(self, answer: str, language: str, labels: Labels = id_label) -> str:
        return labels(answer).get(language)


class MayChoose(Form[str | None], frozen=True, kw_only=True, tag="may_choose"):
    """Choose one of the options, or none (null). The question is asked even if there are no options."""

    options: tuple[str, ...]
    fallback: str | None = None
    """The default answer."""
    rule: str = ""
    """The number of the rule that refusals name."""
    unavailable: tuple[Unavailable, ...] = field(default=(), name="barred")
    """Values that the player may ask about but cannot choose now."""
    kept: bool = False
    """If True, "keep X" in a text means choosing X; otherwise it means not playing the card X."""
    odds: dict[str, tuple[Odds, ...]] = {}
    """The chances of options that dice decide, by option; those under the empty key belong to the answer "none"."""

    def read(self, raw: object) -> str | None:
        if raw is not None and not isinstance(raw, str):
            raise malformed(
                "", "This must be one of the options, or null.", "選択肢の一つか null で答えてください。", "type"
            )
        return raw

    def problems(self, answer: str | None) -> Iterator[Problem]:
        if answer is not None and answer not in self.options:
            yield unavailable_option("", answer, self.unavailable, self.rule)

    def default(self) -> str | None:
        return self.fallback

    def example(self) -> str | None:
        return self.options[0] if self.options else None

    def is_forced(self) -> bool:
        return not self.options

    def schema(self) -> Json:
        return with_unavailable(self._shape(), self.unavailable)

    def _shape(self) -> Json:
        if not self.options:
            return {"type": "null"}
        return {"anyOf": [{"type": "string", "enum": list(self.options)}, {"type": "null"}]}

    def sample(self, pick: RandomSource) -> str | None:
        chosen = pick(len(self.options) + 1)
        return None if chosen == len(self.options) else self.options[chosen]

    def render(self, answer: str | None) -> str:
        return notation.write_line("pass") if answer is None else notation.write_line("choose", answer)

    def parse(self, text: str) -> object:
        return notation.parse_word_or_pass(text)

    def edits(self, draft: Any, value: str, acting: Sequence[str]) -> Iterable[Edit]:
        return choice_edits.may_choose_edits(draft, value, self.options, self.unavailable)

    def completions(self, draft: Any, pointer: str) -> tuple[Completion, ...]:
        return choice_edits.open_completions(self, draft, self.values())

    def preview(self, draft: Any) -> Preview:
        return odds_preview(self.odds, draft)

    def annotations(self, draft: Any) -> tuple[Annotation, ...]:
        return choice_edits.choice_annotations(draft)

    def values(self) -> Iterable[str]:
        return self.options

    def unavailable_values(self) -> Iterable[Unavailable]:
        return self.unavailable

    def describe(self, answer: str | None, language: str, labels: Labels = id_label) -> str:
        return (NOTHING if answer is None else labels(answer)).get(language)


class ChooseSome(Form[tuple[str, ...]], frozen=True, kw_only=True, tag="choose_some"):
    """Choose from `least` to `most` of the options, each once. The default answer is the first `least` options."""

    options: tuple[str, ...]
    least: int = 0
    most: int
    rule: str = ""
    """The number of the rule that refusals name."""
    unavailable: tuple[Unavailable, ...] = field(default=(), name="barred")
    """Values that the player may ask about but cannot choose now."""
    given_away: bool = False
    """If True, the chosen options are given up, like discards, so "keep X" in an e-mail does not choose X."""

    def read(self, raw: object) -> tuple[str, ...]:
        return read_strings(raw)

    def problems(self, answer: tuple[str, ...]) -> Iterator[Problem]:
        for index, value in enumerate(answer):
            if value not in self.options:
                yield unavailable_option(f"/{index}", value, self.unavailable, self.rule)
        yield from repeated_values(answer)
        if not self.least <= len(answer) <= self.most:
            yield Problem(
                "",
                "count",
                Text(
                    "Name {least} to {most}, not {answer}.",
                    "{least}〜{most}個選んでください（{answer}個選ばれています）。",
                ).format(least=self.least, most=self.most, answer=len(answer)),
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
        return with_unavailable(self._shape(), self.unavailable)

    def _shape(self) -> Json:
        members: Json = {"type": "string", "enum": list(self.options)} if self.options else {"type": "string"}
        most = min(self.most, len(self.options))
        return {"type": "array", "items": members, "uniqueItems": True, "minItems": self.least, "maxItems": most}

    def sample(self, pick: RandomSource) -> tuple[str, ...]:
        left = list(self.options)
        count = self.least + pick(min(self.most, len(left)) - self.least + 1)
        return tuple(left.pop(pick(len(left))) for _ in range(count))

    def render(self, answer: tuple[str, ...]) -> str:
        return notation.write_line("choose", *answer) if answer else notation.write_line("pass")

    def parse(self, text: str) -> object:
        return notation.parse_word_list(text, "choose")

    def edits(self, draft: Any, value: str, acting: Sequence[str]) -> Iterable[Edit]:
        return choice_edits.choose_some_edits(draft, value, self.options, self.unavailable)

    def completions(self, draft: Any, pointer: str) -> tuple[Completion, ...]:
        return choice_edits.open_completions(self, draft, self.values())

    def annotations(self, draft: Any) -> tuple[Annotation, ...]:
        return choice_edits.choice_annotations(draft)

    def values(self) -> Iterable[str]:
        return self.options

    def unavailable_values(self) -> Iterable[Unavailable]:
        return self.unavailable

    def describe(self, answer: tuple[str, ...], language: str, labels: Labels = id_label) -> str:
        return _join_names(answer, language, labels) or NOTHING.get(language)


class Arrange(Form[tuple[str, ...]], frozen=True, kw_only=True, tag="arrange"):
    """Put all the options into a sequence, such as a ranking. The default answer is the sequence of `options`."""

    options: tuple[str, ...]
    rule: str = ""
    """The number of the rule that refusals name."""

    def read(self, raw: object) -> tuple[str, ...]:
        return read_strings(raw)

    def problems(self, answer: tuple[str, ...]) -> Iterator[Problem]:
        for index, value in enumerate(answer):
            if value not in self.options:
                yield not_an_option(f"/{index}", value, self.rule)
        yield from repeated_values(answer)
        if missing := [value for value in self.options if value not in answer]:
            yield Problem(
                "",
                "missing",
                Text("Missing: {missing}.", "不足：{missing}").format(missing=join_texts(map(Text.same, missing))),
                self.rule,
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

    def sample(self, pick: RandomSource) -> tuple[str, ...]:
        left = list(self.options)
        return tuple(left.pop(pick(len(left))) for _ in self.options)

    def render(self, answer: tuple[str, ...]) -> str:
        return notation.write_line("arrange", *answer)

    def parse(self, text: str) -> object:
        return notation.parse_word_list(text, "arrange")

    def edits(self, draft: Any, value: str, acting: Sequence[str]) -> Iterable[Edit]:
        return choice_edits.arrange_edits(draft, value, self.options)

    def completions(self, draft: Any, pointer: str) -> tuple[Completion, ...]:
        return choice_edits.open_completions(self, draft, self.values())

    def annotations(self, draft: Any) -> tuple[Annotation, ...]:
        return choice_edits.choice_annotations(draft)

    def values(self) -> Iterable[str]:
        return self.options

    def describe(self, answer: tuple[str, ...], language: str, labels: Labels = id_label) -> str:
        return _join_names(answer, language, labels) or NOTHING.get(language)


class Share(Form[dict[str, int]], frozen=True, kw_only=True, tag="share"):
    """Distribute `total` among the options, at most `limits[option]` to each.

    The default answer gives each option, in the order of `limits`, as much as it can take.
    """

    limits: dict[str, int]
    total: int
    rule: str = ""
    """The number of the rule that refusals name."""

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
                yield not_an_option(pointer(key), key, self.rule)
            elif not 0 <= value <= self.limits[key]:
                limit = self.limits[key]
                yield Problem(
                    pointer(key),
                    "range",
                    Text("0 to {limit}, not {value}.", "0〜{limit}の範囲で指定してください。").format(
                        limit=limit, value=value
                    ),
                    self.rule,
                )
        if sum(answer.values()) != self.total:
            yield Problem(
                "",
                "total",
                Text("The total must be {total}.", "合計を{total}にしてください。").format(total=self.total),
                self.rule,
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

    def sample(self, pick: RandomSource) -> dict[str, int]:
        shares: dict[str, int] = {}
        for _ in range(self.total):
            open_ = [key for key, limit in self.limits.items() if shares.get(key, 0) < limit]
            key = open_[pick(len(open_))]
            shares[key] = shares.get(key, 0) + 1
        return shares

    def render(self, answer: dict[str, int]) -> str:
        return notation.write_line("share", **{key: str(value) for key, value in answer.items()})

    def parse(self, text: str) -> object:
        return notation.parse_shares(text)

    def edits(self, draft: Any, value: str, acting: Sequence[str]) -> Iterable[Edit]:
        return choice_edits.share_edits(draft, value, self.limits)

    def completions(self, draft: Any, pointer: str) -> tuple[Completion, ...]:
        return choice_edits.open_completions(self, draft, self.values())

    def annotations(self, draft: Any) -> tuple[Annotation, ...]:
        return choice_edits.choice_annotations(draft)

    def values(self) -> Iterable[str]:
        return self.limits

    def describe(self, answer: dict[str, int], language: str, labels: Labels = id_label) -> str:
        amounts = [f"{labels(key).get(language)} {value}" for key, value in answer.items()]
        return SEPARATORS.get(language, ", ").join(amounts) or NOTHING.get(language)
