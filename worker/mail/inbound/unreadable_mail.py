"""Texts for a player whose e-mail could not be read or assigned: the reason, and the remedy."""

from collections.abc import Collection

from games.kernel.text import Text, join_texts
from worker.mail.inbound.mime_parts import UnreadContent

TOO_LARGE, UNFIT, NO_TAG = "too_large", "unfit", "no_tag"
"""Reasons why a player's e-mail is answered without being read; the `outcome` of its row until it is processed."""

_AS_PLAIN_TEXT = Text(
    "Please write your orders in the e-mail itself, as plain text, and send it again.",
    "命令をメールの本文にテキスト形式で書き、もう一度送ってください。",
)


def _what_to_do(en: str, ja: str) -> Text:
    return join_texts((Text(en, ja), _AS_PLAIN_TEXT), " ", "")


UNREADABLE_TEXTS = {
    TOO_LARGE: Text(
        "Your e-mail is larger than 10 MB, or its text is too long, so nothing of it was read. Please send your orders "
        "again as plain text, without attachments, pictures and long quotations.",
        "メールが10MBを超えているか、本文が長すぎるため、読み取れませんでした。添付ファイルや画像、長い引用を付けずに、"
        "テキスト形式で命令をもう一度送ってください。",
    ),
    UNFIT: _what_to_do(
        "Your e-mail could not be stored, so nothing of it counts.", "メールを保存できなかったため、無効になりました。"
    ),
    NO_TAG: Text(
        "Your e-mail does not show which game or question it is about, so nothing of it counts. Reply to the e-mail "
        "itself: use “Reply” in your mail program, and do not change the address that it fills in. Or answer on the "
        "page.",
        "どのゲーム・質問についてのメールか分からないため、無効になりました。届いたメールそのものに返信してください。"
        "メールソフトの「返信」を使い、自動で入る宛先は変えないでください。ページから回答することもできます。",
    ),
}
"""The text about such an e-mail, by the reason."""

_WITHOUT_TEXT = {
    UnreadContent.TNEF: _what_to_do(
        "Your e-mail consists only of a file winmail.dat (Outlook's rich text), which cannot be read here.",
        "メールの内容が winmail.dat（Outlook のリッチテキスト形式）だけのため、読み取れませんでした。",
    ),
    UnreadContent.ENCRYPTED: _what_to_do(
        "Your e-mail is encrypted, and cannot be read here.", "メールが暗号化されているため、読み取れませんでした。"
    ),
    UnreadContent.ATTACHMENT: _what_to_do(
        "Your e-mail contains no text. Files and pictures in attachments are not read.",
        "メールに本文がありません。添付ファイルや画像は読み取れません。",
    ),
    UnreadContent.HTML: _what_to_do(
        "Your e-mail consists only of an HTML page without any text.",
        "メールの内容が文字のない HTML だけのため、読み取れませんでした。",
    ),
}
"""The text about unread content, by its kind; the first kind that applies counts."""


def explain_empty_mail(unread: Collection[UnreadContent]) -> Text | None:
    """Return the text about an e-mail without words of its writer; None if all content was read.

    `unread` are the kinds of content that were not read.
    """
    return next((said for what, said in _WITHOUT_TEXT.items() if what in unread), None)
