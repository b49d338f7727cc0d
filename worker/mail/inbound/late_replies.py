"""Describe the outcome of a closed question, in reply to late answers, and of a finished game."""

from collections.abc import Iterator

from games import registry
from games.kernel.text import Text
from games.models import OpenRequest, SealedAnswer
from games.persistence import serialization
from games.persistence.receipts import describe_answer

Outcome = OpenRequest.Outcome

_WORDS = {
    Outcome.ANSWERED: Text("This question was answered.", "この質問には回答済みです。"),
    Outcome.DRAFT: Text(
        "Time ran out, and your draft was taken as it was.", "期限が来たため、下書きがそのまま回答になりました。"
    ),
    Outcome.DEFAULT: Text("Time ran out, and the default was played.", "期限が来たため、既定の回答が使われました。"),
    Outcome.OWN_DEFAULT: Text(
        "Time ran out, and your standing order for the deadline was played.",
        "期限が来たため、期限用の予約命令が使われました。",
    ),
    Outcome.STANDING: Text("Your standing order answered it.", "予約命令が回答しました。"),
    Outcome.REOPENED: Text(
        "The question was asked again in a later e-mail.", "この質問は後のメールで改めて尋ねました。"
    ),
    Outcome.WITHDRAWN: Text("The question is asked no more.", "この質問は取り下げられました。"),
}
GAME_IS_OVER = Text(
    "The game is over. Your e-mail contained no orders, and nobody received it. To write to another player, reply to "
    "a message of that player.",
    "ゲームは終了しています。メールに命令はなく、誰にも送っていません。ほかのプレイヤーへ書くには、その人のメッセージに返信してください。",
)


def describe_outcome(request: OpenRequest) -> Iterator[Text]:
    """Yield sentences that tell how a question ended, and with which answer of its seat."""
    yield _WORDS[Outcome(request.outcome or Outcome.WITHDRAWN)]
    sealed = SealedAnswer.objects.filter(request=request, revision=request.revision, answer__isnull=False).first()
    if sealed is None or request.outcome == Outcome.DEFAULT:
        return
    title = registry.game_title(request.game)
    form = serialization.read_question(title, request.question).form
    words = describe_answer(title, form, form.read(serialization.read_answer(sealed.answer)))
    yield Text("Your answer was: {words}", "あなたの回答：{words}").format(words=words)
