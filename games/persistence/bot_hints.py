"""Say in words whether a game permits hints by the bot."""

from games.kernel.text import Text

_ALLOWED = Text(
    "Players may ask the bot for hints. Hints are counted, and the counts are shown at the end.",
    "プレイヤーはボットにヒントを求められます。ヒントの回数は数えられ、終了時に公開されます。",
)
_NOT_ALLOWED = Text("The bot gives no hints to players.", "ボットはプレイヤーにヒントを出しません。")


def describe_hint_rule(*, allowed: bool) -> Text:
    """Return a sentence that says whether players may ask the bot for hints."""
    return _ALLOWED if allowed else _NOT_ALLOWED
