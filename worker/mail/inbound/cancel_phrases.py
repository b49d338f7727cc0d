"""Recognize lines that cancel e-mails in quarantine, in English and Japanese."""

import re

CANCEL = "cancel"
"""The command that cancels the player's e-mails in quarantine."""

_ORDERS = r"(?:my|the|these|those) (?:last |previous |earlier )?"
_ORDERS += r"(?:orders?|e-?mails?|mails?|letters?|messages?|answers?|reply|commands?)"
_IT = "(?: (?:it|that|this|them|all|everything))?"
_ENGLISH = rf"(?:please,? )?(?:(?:cancel|take back){_IT}|(?:cancel|take back|withdraw) (?:all )?{_ORDERS})"
_WHAT = "(?:(?:命令|メール|手紙|返信|回答|すべて|全部)(?:を|は|の)?)?"
_JAPANESE = rf"(?:(?:先ほど|さっき|前|上記)の)?{_WHAT}"
_JAPANESE += "(?:取り?消し?|取り止め|取りやめ|キャンセル|撤回)(?:で|を)?"
_JAPANESE_ENDS = "(?:す|する|しま(?:す|した)|して(?:ください|下さい)?|です|て(?:ください|下さい)|ます"
_JAPANESE_ENDS += "|お願いします|願います)?"
_CANCEL = re.compile(rf"{_ENGLISH}(?:,? please)?|{_JAPANESE}{_JAPANESE_ENDS}", re.IGNORECASE)
_END = re.compile(r"[.!。！\s]*$")
_LONGEST = 80


def is_cancel(line: str) -> bool:
    """Return True if the line says only that e-mails in quarantine must be cancelled."""
    said = " ".join(_END.sub("", line.strip()).split())
    return 0 < len(said) <= _LONGEST and _CANCEL.fullmatch(said) is not None
