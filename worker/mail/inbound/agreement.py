"""Replies that only say "ok": they submit the answer that the e-mail names as the default."""

import re
import unicodedata
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from games.kernel.errors import Problem
from games.kernel.forms import Choose, Form, MayChoose
from games.kernel.text import LANGUAGES, Labels, Text
from games.order_text import RefusedLine
from games.order_text.japanese_sentences import is_courteous_phrase

OK_PHRASES = (
    *("ok", "okay", "okey", "o.k", "fine", "fine by me", "fine with me", "that is fine", "that's fine"),
    *("sounds good", "sounds fine", "sounds great", "looks good", "looks fine", "looks good to me", "lgtm", "good"),
    *("all good", "very good", "perfect", "great", "agreed", "i agree", "agree", "approved", "alright", "all right"),
    *("as you propose", "as you proposed", "as proposed", "as suggested", "as you suggest", "as you say", "as is"),
    *("take it", "take that", "i take it", "i take that", "accepted", "accept", "i accept", "roger", "wilco", "aye"),
    *("aye aye", "very well", "go ahead", "proceed", "make it so", "works for me", "good to go", "no objection"),
    *(
        "no objections",
        "go",
        "go for it",
        "go on",
        "let's go",
        "let us go",
        "no changes",
        "nothing to add",
        "leave it as it is",
        "leave it so",
        "keep it",
        "keep it so",
    ),
    *("your proposal", "the proposal", "your suggestion", "the suggestion", "do as you propose", "do as proposed"),
    *("了解", "了解です", "了解しました", "りょうかい", "承知", "承知しました"),
    *("ok です", "okです", "オーケー", "オッケー", "いいです", "良いです", "いいですよ", "よいです", "それでいいです"),
    *(
        "それで結構です",
        "それで良いです",
        "それで大丈夫です",
        "大丈夫です",
        "問題ありません",
        "問題ないです",
        "異議なし",
    ),
    *("異存ありません", "賛成", "賛成です", "同意します", "その通りで", "そのとおりで", "そのままで", "このままで"),
    *("そのままで結構です", "このままで結構です", "提案どおりで", "提案どおり", "提案の通りで", "ご提案どおりで"),
    *("提案どおりにお願いします", "そのままでお願いします", "このままでお願いします", "任せます", "お任せします"),
    *("進めてください", "それで進めてください", "そのまま進めてください", "このまま進めてください"),
    *("そのまま進めて下さい", "このまま進めて下さい", "それで進めて下さい", "結構です", "かまいません", "構いません"),
    *("👍", "👌", "✅", "🆗"),
)
"""Phrases that only agree, such as "ok"."""
YES_PHRASES = (
    *("yes", "yep", "yeah", "yup", "ja", "sure", "of course", "certainly", "definitely", "absolutely", "yes sir"),
    *(
        "do it",
        "do that",
        "do so",
        "please do",
        "yes do",
        "yes do it",
        "yes do that",
        "let's do that",
        "let us do that",
    ),
    *("はい", "ええ", "うん", "イエス", "もちろん", "もちろんです", "それで", "それでお願いします", "それで行きます"),
    *("それでいきましょう", "それで行きましょう", "そうします", "そうしてください", "そうして下さい", "そうしましょう"),
    *("そのようにお願いします", "お願いします", "はいお願いします"),
)
"""Phrases that agree, and that may also answer a question with "yes"."""
DEFAULT_PHRASES = (
    *("default", "the default", "take the default", "use the default", "play the default", "default answer"),
    *("the default answer", "default orders", "the default orders", "i take the default", "the default one"),
    *("default is fine", "the default is fine", "the default is ok", "default ok", "go with the default", "as default"),
    *("既定", "既定で", "既定で結構です", "既定でいいです", "既定でお願いします", "既定の命令で", "既定のままで"),
    *("既定の命令でお願いします", "既定のままでお願いします", "デフォルト", "デフォルトで", "デフォルトでお願いします"),
    *("最初の命令で", "最初の命令でお願いします", "最初の命令で結構です", "最初の命令にします"),
    *("デフォルトで結構です", "デフォルトのままで", "既定どおりで", "既定どおり", "既定どおりにお願いします"),
)
"""Phrases that ask for the default by name."""
_COURTESY = frozenset(
    {
        *("please", "thanks", "thank you", "thx", "many thanks", "thanks a lot", "cheers", "regards", "best regards"),
        "ありがとう",
    }
)
_PHRASES = re.compile(r"[,;:!?\n、。！？・~〜…]+|\.(?!k)|(?<=\w)\s+-+\s+", re.IGNORECASE)
_COURTEOUS = re.compile(r"^(?:please|then|well|so|では|じゃあ|それなら)\s+|\s+(?:please|then|thanks|thank you|ね|よ)$")
_HUMBLE = re.compile("(?:いた|致)し(?=ま)")
"""The humble form of a Japanese verb; `_plain` replaces it by the plain form."""
_ASKED = re.compile(r"[?？]|です(?:か|かね)[。.\s]*$")
"""A sentence that asks a question, such as "Is that ok?", and so does not agree."""
_LONGEST = 200

OK_TAKES_DEFAULT = Text(
    "Or reply to this e-mail: “ok” takes the default.", "このメールに「OK」と返信すると、既定の命令になります。"
)
NUMBER_TAKES_ANSWER = Text("A number takes that answer:", "番号を返信すると、その回答になります：")
OK_CONFIRMS = Text(
    "Or reply to this e-mail: “ok” submits your answer so far as it is.",
    "このメールに「OK」と返信すると、これまでの回答がそのまま提出されます。",
)
_MORE = Text("and {count} more", "ほか{count}件")
DRAFT_CONFIRMED = Text(
    "You agreed: your own orders are meant, as you gave them before, not the default.",
    "以前にいただいたご自身の命令のままと理解しました。既定の命令は使いません。",
)
REPLACES_OWN = Text("It replaces the orders that you had given before.", "以前の命令はこれに置き換えました。")


class Agreement(NamedTuple):
    """The meaning of a reply that only agrees."""

    text: str | None
    """The answer in the text notation; None if no answer can be submitted."""
    note: Text
    """The sentence in the receipt about the submitted answer."""
    refused: tuple[RefusedLine, ...] = ()
    """Why no answer can be submitted."""
    is_named: bool = False
    """True if the reply names the answer ("default", or a number), so that it cannot mean orders that the writer has
    sent before.
    """


def read_agreement(lines: Sequence[str], form: Form[Any], labels: Labels) -> Agreement | None:
    """Return the meaning of lines that only agree, such as "ok"; None for any other lines.

    Also None if the lines name an answer of the form. `labels` returns the name of an id.
    """
    said = find_agreement_phrases(lines)
    if not said or _is_answer("\n".join(lines), form, labels):
        return None
    by_name = bool(said & {*DEFAULT_PHRASES})
    if not by_name and isinstance(form, Choose | MayChoose) and "yes" in form.options:
        if said & {*YES_PHRASES} or form.default() == "yes":
            return Agreement("yes", _taken("yes", form, labels))
        return Agreement(None, Text("", ""), (_refused(lines, _YES_OR_NO),))
    default = default_notation(form)
    if default is None:
        return Agreement(None, Text("", ""), (_refused(lines, _NO_DEFAULT),))
    if not by_name and isinstance(form, MayChoose) and said & {*YES_PHRASES}:
        return Agreement(None, Text("", ""), (_refused(lines, _YES_TO_WHAT),))
    return Agreement(default, _default_taken(form, labels), is_named=by_name)


def ask_again(lines: Sequence[str], form: Form[Any], labels: Labels) -> Agreement:
    """Return a refusal that asks the writer what "ok" agrees to: the refusal that was sent before, or the default."""
    known = form.labels_in_context(labels)
    default = Text.each(lambda language: one_line(form.describe(form.default(), language, known)))
    return Agreement(None, Text("", ""), (_refused(lines, _TO_REFUSAL.format(default=default)),), is_named=True)


def find_agreement_phrases(lines: Sequence[str]) -> frozenset[str]:
    """Return the agreeing phrases in the lines, in lower case; empty if the lines say anything else."""
    said = frozenset(split_courtesies(lines))
    return said if said <= _KNOWN else frozenset()


def split_courtesies(lines: Sequence[str]) -> list[str]:
    """Return the phrases in the lines in lower case, without greetings and thanks.

    Returns no phrases if the lines are long or contain a question.
    """
    text = "\n".join(lines)
    if len(text) > _LONGEST or _ASKED.search(text):
        return []
    found: list[str] = []
    greeted = False
    for phrase in filter(None, map(_plain, _PHRASES.split(text))):
        bare = _COURTEOUS.sub("", _COURTEOUS.sub("", phrase))
        known = next((one for one in (phrase, bare) if one in _KNOWN), "")
        is_courteous = not known and is_courteous_phrase(phrase, is_greeted=greeted)
        greeted = is_courteous and not found
        if known or not (is_courteous or phrase in _COURTESY):
            found.append(known or bare)
    return found


def _plain(phrase: str) -> str:
    """Return a phrase in lower case, without punctuation at both ends of its words."""
    said = " ".join(unicodedata.normalize("NFKC", phrase).casefold().replace("’", "'").split())
    said = said if said in _KNOWN else _HUMBLE.sub("し", said)
    if said in _KNOWN:
        return said
    words = "".join(sign for sign in said if unicodedata.category(sign) not in ("So", "Sk", "Mn", "Cf"))
    words = " ".join(words.strip(" .()*_'\"“”「」").split())
    return words or next((sign for sign in said if sign in _KNOWN), "")


_KNOWN = frozenset({*OK_PHRASES, *YES_PHRASES, *DEFAULT_PHRASES})


def default_notation(form: Form[Any]) -> str | None:
    """Return the form's default in the text notation; None if the form does not accept it as an answer."""
    default = form.default()
    return form.render(default) if next(iter(form.problems(default)), None) is None else None


def is_default_accepted_by_ok(form: Form[Any]) -> bool:
    """Return True if a reply that only says "ok" submits the default."""
    is_question = isinstance(form, Choose | MayChoose) and "yes" in form.options
    return not is_question and default_notation(form) is not None


def _is_answer(said: str, form: Form[Any], labels: Labels) -> bool:
    """Return True if the words name a value or a proposal of the form."""
    word = _plain(said.strip(" .!。！\n"))
    names = (labels(value) for value in form.values())
    named: Collection[Text] = [*names, *(one.name for one in form.proposals())]
    return word in {*form.values()} or any(
        word == name.get(language).casefold() for name in named for language in LANGUAGES
    )


def _taken(value: str, form: Form[Any], labels: Labels) -> Text:
    name = form.labels_in_context(labels)(value)
    return Text("You agreed: “{name}” is taken as your answer.", "「{name}」を回答としました。").format(name=name)


def _default_taken(form: Form[Any], labels: Labels) -> Text:
    known = form.labels_in_context(labels)
    return Text(
        "You agreed: the default is taken, which is played without an answer: {words}",
        "既定の命令（回答がない場合の命令）を回答としました：{words}",
    ).format(words=summarize(form, form.default(), known))


def summarize(form: Form[Any], answer: Any, labels: Labels) -> Text:
    """Return an answer in one line; of several orders the first, because the receipt lists all of them."""

    def first_of(language: str) -> str:
        first, *others = [line.strip() for line in form.describe(answer, language, labels).splitlines() if line.strip()]
        return f"{first} / {_MORE.format(count=len(others)).get(language)}" if others else first

    return Text.each(first_of)


def one_line(text: str) -> str:
    """Return a text of several lines as one line, with `` / `` between the lines that are not blank."""
    return " / ".join(line.strip() for line in text.splitlines() if line.strip())


def _refused(lines: Sequence[str], why: Text) -> RefusedLine:
    return RefusedLine("\n".join(lines)[:_LONGEST], (Problem("", "unclear_assent", why),))


_YES_OR_NO = Text(
    "This question is answered by yes or no: write one of these words.",
    "この質問には「はい」か「いいえ」で答えてください。",
)
_YES_TO_WHAT = Text(
    "It is not clear to what this says yes: write the name of what you choose, or “the default” for what is played "
    "without an answer.",
    "何に対する「はい」か判断できません。選ぶものの名前を書くか、回答がない場合の命令でよければ「既定で」と書いてください。",
)
_TO_REFUSAL = Text(
    "You reply to an e-mail that refused your orders, so this submits nothing. Reply with orders, or “default” for "
    "the default: {default}.",
    "命令が無効だったというメールへの返信なので、何も提出していません。命令を返信するか、既定の命令（{default}）でよければ"
    "「既定」と返信してください。",
)
_NO_DEFAULT = Text(
    "This question has no default that could be taken: write your answer.",
    "この質問には既定の回答がありません。回答を書いてください。",
)
