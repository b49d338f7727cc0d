"""The server's announcements in words."""

from collections.abc import Mapping
from typing import Any

from games import registry
from games.kernel.text import Text
from games.models import Game, Notice, StandingOrder
from games.stored.clock import clock_of
from games.stored.clock_words import clock_words
from games.stored.standing_orders import describe_order, foreseen_kind, order_of

Kind = Notice.Kind

_WORDS: Mapping[str, Text] = {
    Kind.DEFAULT_PLAYED: Text(
        "Time was up for {seat}: the rule's default was played.", "{seat}は時間切れのため、既定の回答が適用されました。"
    ),
    Kind.DRAFT_TAKEN: Text(
        "Time was up for {seat}: the draft was taken as the answer.",
        "{seat}は時間切れのため、下書きが回答とされました。",
    ),
    Kind.EXTENDED: Text("The deadline was moved by {hours} hours.", "期限が{hours}時間延長されました。"),
    Kind.PAUSED: Text("The game is paused.", "ゲームは一時停止中です。"),
    Kind.RESUMED: Text("The game goes on; deadlines have moved.", "ゲームが再開されました。期限は延長されています。"),
    Kind.CLOCK_CHANGED: Text("The clock of the game was changed. {rules}", "ゲームの時計が変更されました。{rules}"),
    Kind.SUBSTITUTED: Text("Somebody else plays {seat} from now on.", "{seat}の担当者が交代しました。"),
    Kind.STOOD_IN: Text(
        "The player of {seat} is absent: a bot stands in, until the player answers or comes back on the game's page.",
        "{seat}のプレイヤーが不在のため、ボットが代役を務めます。本人は回答するか、ゲームのページでいつでも戻れます。",
    ),
    Kind.RESERVES_CALLED: Text(
        "The player of {seat} is absent: the reserves are asked to take the seat, until the player answers or comes "
        "back on the game's page.",
        "{seat}のプレイヤーが不在のため、補欠に席の引き継ぎを打診しています。"
        "本人が回答するか、ゲームのページで戻るまで続きます。",
    ),
    Kind.RETURNED: Text("The player of {seat} is back.", "{seat}のプレイヤーが戻りました。"),
    Kind.ACTED_FOR: Text("The umpire answered for {seat}.", "審判が{seat}に代わって回答しました。"),
    Kind.HELD: Text(
        "The game is held: the rules have changed under it. The operator has been told.",
        "ルールの更新によりゲームが保留されています。運営者に通知済みです。",
    ),
    Kind.STOPPED: Text(
        "The umpire holds the game: no answers are taken until it is released.",
        "審判がゲームを保留しました。解除されるまで回答は受け付けられません。",
    ),
    Kind.RELEASED: Text(
        "The game goes on. Some questions may be asked again.", "保留が解除されました。再度の質問があります。"
    ),
    Kind.REWOUND: Text("The game was rewound to an earlier stop.", "ゲームは以前の時点に巻き戻されました。"),
    Kind.REOPENED: Text(
        "The answer of {seat} no longer fits the rules: please answer again.",
        "{seat}の回答は現在のルールに合わないため、再回答が必要です。",
    ),
    Kind.LEFT: Text("The player of {seat} has left.", "{seat}のプレイヤーが抜けました。"),
    Kind.ABANDONED: Text("The game was called off.", "ゲームは中止されました。"),
    Kind.STANDING_TAKEN: Text(
        "Time was up for {seat}: the standing order was followed.", "{seat}は時間切れのため、予約命令が実行されました。"
    ),
    Kind.OWN_DEFAULT: Text(
        "Time was up for {seat}: your own default was played.",
        "{seat}は時間切れのため、自分で設定した既定の回答が適用されました。",
    ),
    Kind.NONCE_WANTED: Text(
        "All seats are taken: lay open {seat}'s word for the dice, on the game's page; the start waits for it.",
        "全席が埋まりました。{seat}がダイスに加える言葉を、ゲームのページで公開してください。それまで開始できません。",
    ),
    Kind.NONCE_DROPPED: Text(
        "{seat} has not laid open its nonce: the game begins without it.",
        "{seat}がナンスを公開しなかったため、それを加えずにゲームを開始します。",
    ),
    Kind.ORDER_OFF: Text(
        "A standing order of {seat} was switched off ({order}).", "{seat}の予約命令が停止されました({order})。"
    ),
    Kind.EXPORTED: Text(
        "The game was written out with the secrets of its dice, to be moved to another server.",
        "別のサーバーへ移すため、ゲームがダイスの秘密とともに書き出されました。",
    ),
    Kind.IMPORTED: Text(
        "The game has come here from a document, with its whole history.",
        "ゲームは全履歴とともに文書からこのサーバーへ取り込まれました。",
    ),
}
_ON_VACATION = Text(
    "The player of {seat} is away until {until}: a bot stands in until then, or until the player answers or comes back "
    "on the game's page.",
    "{seat}のプレイヤーは{until}まで休暇中で、その間ボットが代役を務めます。"
    "本人は回答するか、ゲームのページでいつでも戻れます。",
)
_AT_MOST = Text(" It goes on by itself after {days} days at the latest.", "遅くとも{days}日後に自動的に再開します。")
_REASON = Text(" Reason: {reason}", " 理由: {reason}")
_DICE = Text(" New dice: {commitment}", " 新しいダイス: {commitment}")


def describe(game: Game, notice: Notice, language: str) -> str:
    """The announcement in one or two sentences."""
    facts: dict[str, Any] = dict(notice.facts)
    if notice.kind == Kind.ORDER_OFF:
        facts |= _order_off(game, facts, language)
    if "seat" in facts:
        facts["seat"] = seat_name(game, facts["seat"]).get(language)
    if notice.kind == Kind.CLOCK_CHANGED:
        facts["rules"] = _rules_of_time(facts, language)
    on_vacation = notice.kind == Kind.STOOD_IN and "until" in facts
    words = (_ON_VACATION if on_vacation else _WORDS[notice.kind]).get(language).format(**facts)
    if notice.kind == Kind.PAUSED and "days" in facts:
        words += _AT_MOST.get(language).format(**facts)
    if facts.get("reason"):
        words += _REASON.get(language).format(**facts)
    return words + (_DICE.get(language).format(**facts) if facts.get("commitment") else "")


def _rules_of_time(facts: Mapping[str, Any], language: str) -> str:
    """A clock as it was agreed on when the announcement was made."""
    agreed = clock_words(
        clock_of(facts["clock"]),
        facts["deadline_hours"],
        facts["reminder_hours"],
        facts["release_at"],
        facts["time_zone"],
    )
    return (" " if language == "en" else "").join(one.get(language) for one in agreed)


def _order_off(game: Game, facts: Mapping[str, Any], language: str) -> dict[str, Any]:
    """The order and why it is off; the notice itself names neither, because its facts are no secret among staff."""
    title = registry.naming_title(game)
    row = StandingOrder.objects.filter(pk=facts["order"]).first()
    if row is None:
        foreseen = foreseen_kind(title, facts["question"])
        return {"order": (foreseen.name if foreseen else title.labels(facts["question"])).get(language)}
    reason = Text(**row.off_reason).get(language) if row.off_reason else ""
    return {"order": describe_order(title, order_of(row), language), "reason": reason}


def seat_name(game: Game, role: str) -> Text:
    """What players call a seat."""
    scenario = registry.naming_title(game).scenarios.get(game.scenario)
    names = scenario.names if scenario else {}
    return names.get(role, Text(role, role))
