"""Answer enquiries in an e-mail: the explanation of an order, the odds of an attack, the effect of orders, a hint.

Enquiries are answered while the e-mail is read, outside of transactions, from what the seat knows. They change nothing,
but hints are counted.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from games.errors import rate_limited
from games.kernel.errors import GameError, Malformed, Problem, malformed
from games.kernel.requests import Ask
from games.kernel.text import Text
from games.kernel.title import Title
from games.models import IncomingMail, OpenRequest, Player
from games.order_text import RefusedLine, parse_lines
from games.persistence.mail_replies import MailSection
from games.selectors.incoming_mail import get_game_and_seat
from games.selectors.odds import compute_odds, describe_all_odds
from games.selectors.topics import Topic, explain_topic, find_named_topics
from games.services.answers import interpret_answer
from games.services.bot_hints import do_give_hint
from pbem.rate_limits import is_previewing_too_often
from worker.mail.inbound.command_parser import ENQUIRIES, HELP_WITH, HINT, ODDS, WHAT_IF, Command

MAX_ENQUIRIES = 3
"""The maximum number of enquiries that are answered in one e-mail; all `what if` lines together are one."""
LONGEST_ENQUIRY = 200
"""The maximum length of an enquiry in characters; an order after `what if` may be longer."""
LONGEST_WHAT_IF = 1000
MAX_LINES = 30
_WHAT_IF = Text("What if; nothing was submitted", "試算（提出はしていません）")
_NOTHING_ASKED = (
    "Reply to the e-mail with the question: then “what if” shows the effect of an order.",
    "質問のあるメールに返信してください。そのとき「試算」で命令の結果を確かめられます。",
)
_HINT = Text("A hint by the bot; nothing was submitted", "ボットのヒント（提出はしていません）")
_GIVE_THEM = Text("To give these orders, reply with these lines:", "この命令を出すには、次の行を返信してください。")
_NO_HINT = (
    "Reply to the e-mail with the question: then “hint” shows what the bot would do.",
    "質問のあるメールに返信してください。そのとき「ヒント」でボットの回答を確かめられます。",
)
_CLOSED = ("The question is closed.", "質問は締め切られました。")
_TOO_LONG = ("At most {most} characters.", "{most}文字までです。")
_TOO_MANY = (
    "An e-mail may hold {most} enquiries; send the others in another one.",
    "1通のメールで問い合わせは{most}件までです。残りは別のメールで送ってください。",
)
_TOO_OFTEN = ("So much at once is too much: wait a minute.", "一度に送りすぎです。1分ほど待ってください。")


class EnquiryAnswers(NamedTuple):
    """The answers to the enquiries of an e-mail, and the enquiries that were refused."""

    answers: tuple[MailSection, ...] = ()
    refused: tuple[RefusedLine, ...] = ()


class _Enquirer(NamedTuple):
    """The data for the enquiries of one e-mail: its row and player, and the question that it answers, if any."""

    row: IncomingMail
    player: Player
    title: Title[Any]
    question: Ask[Any] | None


def answer_enquiries(
    row: IncomingMail, player: Player, title: Title[Any], question: Ask[Any] | None, commands: Sequence[Command]
) -> EnquiryAnswers:
    """Return the answers to the enquiries among the commands of an e-mail.

    `row` is the stored e-mail, `question` the question that it is about, if there is one.
    """
    wanted = _joined([one for one in commands if one.name in ENQUIRIES])
    asker, answers, refused = _Enquirer(row, player, title, question), list[MailSection](), list[RefusedLine]()
    for number, one in enumerate(wanted):
        try:
            if number >= MAX_ENQUIRIES:
                raise malformed("", *_TOO_MANY, most=MAX_ENQUIRIES)
            _refuse_long(one)
            answers += _ANSWERS[one.name](asker, one.argument)
        except GameError as error:
            problems = tuple(error.problems) or (Problem("", error.code, error.detail),)
            refused.append(RefusedLine(one.written[:LONGEST_ENQUIRY], problems))
            if number >= MAX_ENQUIRIES:
                break
    return EnquiryAnswers(tuple(answers), tuple(refused))


def explain_questions(title: Title[Any], question: Ask[Any] | None, text: str) -> tuple[MailSection, ...]:
    """Return the explanations of the orders and terms that a player's question to the umpire (`text`) names.

    `question` is the open question that the e-mail is about, if there is one.
    """
    topics = find_named_topics(title, question, text)
    return tuple(MailSection(_heading(topic), topic.lines, topic.example) for topic in topics)


def _joined(commands: Sequence[Command]) -> list[Command]:
    """Return the enquiries, each once; all `what if` lines become one, because orders affect each other."""
    lines = [one for one in commands if one.name == WHAT_IF]
    others = list(dict.fromkeys(one for one in commands if one.name != WHAT_IF))
    if not lines:
        return others
    both = ("\n".join(one.argument for one in lines), "\n".join(one.written for one in lines))
    return [Command(WHAT_IF, *both), *others]


def _refuse_long(one: Command) -> None:
    most = LONGEST_WHAT_IF if one.name == WHAT_IF else LONGEST_ENQUIRY
    if len(one.argument) > most:
        raise malformed("", *_TOO_LONG, most=most)


def _help(asker: _Enquirer, words: str) -> Iterator[MailSection]:
    for topic in explain_topic(asker.title, asker.question, words.strip(" .!?？。")):
        yield MailSection(_heading(topic), topic.lines, topic.example)


def _heading(topic: Topic) -> Text:
    if not topic.rule:
        return topic.name
    return Text("{name} (rule {rule})", "{name}（ルール {rule}）").format(name=topic.name, rule=topic.rule)


def _odds(asker: _Enquirer, words: str) -> Iterator[MailSection]:
    game, seat = get_game_and_seat(asker.row)
    form = asker.question.form if asker.question is not None else None
    for found in compute_odds(game, seat.role, words.strip(" .!?？。"), form):
        attacker, target = found.names
        heading = Text("Odds: {attacker} against {target}", "確率：{attacker}→{target}")
        lines = tuple(describe_all_odds(found.odds))
        yield MailSection(heading.format(attacker=attacker, target=target), lines)


def _what_if(asker: _Enquirer, words: str) -> Iterator[MailSection]:
    """Yield the effect of orders, as pages show it before an answer is submitted."""
    request, question = asker.row.request, asker.question
    if request is None or question is None:
        raise malformed("", *_NOTHING_ASKED)
    if request.closed_at is not None:
        raise malformed("", *_CLOSED)
    if is_previewing_too_often(asker.player.pk):
        raise rate_limited(*_TOO_OFTEN)
    labels = question.form.labels_in_context(asker.title.presentation.labels)
    lines = [line.strip(" ?？") for line in words.split("\n")]
    found = parse_lines(lines, question.form, labels)
    if found.text is None or found.refused:
        problems = [problem for one in (*found.refused, *found.ignored) for problem in one.problems]
        raise Malformed(*problems[:MAX_LINES])
    yield _previewed(request, found.text)


def _hint(asker: _Enquirer, words: str) -> Iterator[MailSection]:
    """Yield the answer that the bot would give to the question, with its reason."""
    if asker.row.request is None:
        raise malformed("", *_NO_HINT)
    if is_previewing_too_often(asker.player.pk):
        raise rate_limited(*_TOO_OFTEN)
    found = do_give_hint(player=asker.player, request_id=asker.row.request.pk)
    said = Text.each(lambda language: " / ".join(found.text.get(language).split("\n")))
    yield MailSection(_HINT, (found.reason, said, _GIVE_THEM), found.notation)


def _previewed(request: OpenRequest, text: str) -> MailSection:
    found = interpret_answer(request, None, text)
    told = tuple(line.text for line in found.preview.lines[:MAX_LINES])
    said = Text.each(lambda language: " / ".join(found.description.get(language).split("\n")))
    return MailSection(_WHAT_IF, (said, *told), found.notation)


_ANSWERS: Mapping[str, Callable[[_Enquirer, str], Iterator[MailSection]]] = {
    HELP_WITH: _help,
    ODDS: _odds,
    WHAT_IF: _what_if,
    HINT: _hint,
}
"""The function that answers each enquiry, by the command's name."""
