"""Write the server's announcements in words."""

from collections.abc import Mapping
from typing import Any

from msgspec import convert

from games import registry
from games.kernel.text import Text
from games.models import Game, Notice, StandingOrder
from games.persistence.clock import load_clock
from games.persistence.clock_text import describe_clock
from games.persistence.standing_orders import describe_order, find_order_kind, load_order

Kind = Notice.Kind

_WORDS: Mapping[str, Text] = {
    Kind.DEFAULT_PLAYED: Text(
        "Time was up for {seat}: the rule's default was played.", "{seat}は時間切れのため、既定の回答が適用されました。"
    ),
    Kind.DRAFT_TAKEN: Text(
        "Time was up for {seat}: the draft was taken as the answer.",
        "{seat}は時間切れのため、下書きが回答とされました。",
    ),
    Kind.ANSWERED_LATE: Text(
        "The answer of {seat} came after the deadline. It counts, because the decision was still open.",
        "{seat}の回答は期限後に届きましたが、決定がまだ締め切られていなかったため有効です。",
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
        "The game is held: the rules have changed under it. The operator has been notified.",
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
    Kind.VACATED: Text(
        "{seat} is free: the host looks for another player.", "{seat}は空席になりました。主催者が後任を探しています。"
    ),
    Kind.UNREACHABLE: Text(
        "E-mails to the player of {seat} come back. The seat becomes free on {until} if the player neither logs in nor "
        "answers.",
        "{seat}のプレイヤーへのメールが届きません。本人がログインも回答もしない場合、{until}に空席になります。",
    ),
    Kind.HOST_CHANGED: Text("The game has another host.", "ゲームの主催者が交代しました。"),
    Kind.UMPIRE_LEFT: Text(
        "The umpire has left. The host manages the game from now on.",
        "審判が抜けました。今後は主催者がゲームを管理します。",
    ),
    Kind.ABANDONED: Text("The game was called off.", "ゲームは中止されました。"),
    Kind.STANDING_TAKEN: Text(
        "Time was up for {seat}: the standing order was followed.", "{seat}は時間切れのため、予約命令が実行されました。"
    ),
    Kind.OWN_DEFAULT: Text(
        "Time was up for {seat}: your own default was played.",
        "{seat}は時間切れのため、自分で設定した既定の回答が適用されました。",
    ),
    Kind.NONCE_WANTED: Text(
        "All seats are taken: reveal {seat}'s word for the dice on the game's page. The start waits for it.",
        "全席が埋まりました。{seat}がダイスに加える言葉を、ゲームのページで公開してください。それまで開始できません。",
    ),
    Kind.NONCE_DROPPED: Text(
        "{seat} has not revealed its nonce: the game starts without it.",
        "{seat}がナンスを公開しなかったため、それを加えずにゲームを開始します。",
    ),
    Kind.ORDER_OFF: Text(
        "A standing order of {seat} was switched off ({order}).", "{seat}の予約命令が停止されました（{order}）。"
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
_AT_MOST = Text(
    " It goes on automatically after {days} days at the latest.", "遅くとも{days}日後に自動的に再開します。"
)
_REASON = Text(" Reason: {reason}", " 理由：{reason}")
_DICE = Text(" New dice: {commitment}", " 新しいダイス：{commitment}")


def describe_notice(game: Game, notice: Notice, language: str) -> str:
    """Return the announcement in one or two sentences."""
    facts: dict[str, Any] = dict(notice.facts)
    if notice.kind == Kind.ORDER_OFF:
        facts |= _order_off(game, facts, language)
    if "seat" in facts:
        facts["seat"] = get_seat_name(game, facts["seat"]).get(language)
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
    """Return the game's rules about time in words, as they were at the time of the announcement."""
    agreed = describe_clock(
        load_clock(facts["clock"]),
        facts["deadline_hours"],
        facts["reminder_hours"],
        facts["release_at"],
        facts["time_zone"],
    )
    return ("" if language == "ja" else " ").join(one.get(language) for one in agreed)


def _order_off(game: Game, facts: Mapping[str, Any], language: str) -> dict[str, Any]:
    """Return the texts for the announcement that a standing order was switched off: the order and the reason.

    The announcement's stored facts contain neither, because staff can read them.
    """
    title = registry.title_for_names(game)
    row = StandingOrder.objects.filter(pk=facts["order"]).first()
    if row is None:
        order_kind = find_order_kind(title, facts["question"])
        return {
            "order": (order_kind.name if order_kind else title.presentation.labels(facts["question"])).get(language)
        }
    reason = convert(row.off_reason, Text).get(language) if row.off_reason else ""
    return {"order": describe_order(title, load_order(row), language), "reason": reason}


def get_seat_name(game: Game, role: str) -> Text:
    """Return the name of the seat `role` of a game's scenario, as players read it."""
    scenario = registry.title_for_names(game).scenarios.get(game.scenario)
    names = scenario.role_names if scenario else {}
    return names.get(role, Text(role, role))
