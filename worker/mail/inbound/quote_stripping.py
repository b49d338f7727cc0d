"""Strip quoted text, signatures and texts that mail programs add.

The text is read line by line, with anchored patterns and bounded repetitions, so that the time is linear in its length.
When in doubt a line counts as quoted: then the sender is asked again, and no unintended order is executed.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from worker.mail.inbound.line_normalizer import quote_depth

REPLY_SEPARATOR = "#=#=#"
"""The first line of each e-mail of this server that accepts replies; in a reply, everything below it is quoted."""

MAX_OWN_LINES = 450
"""The maximum number of the sender's own lines; orders need fewer."""
_LATER = 4
"""The maximum number of lines of an attribution, the introduction of a quotation ("On Monday … wrote:")."""
_WROTE = re.compile(
    r"^(?:"
    r"(?:On|At)\b.{4,300}\bwrote|Am\b.{4,300}\bschrieb\b.{0,200}|Le\b.{4,300}\ba écrit|El\b.{4,300}\bescribió"
    r"|Il\b.{4,300}\bha scritto|Op\b.{4,300}\bschreef.{0,200}|Den\b.{4,300}\bskrev.{0,200}"
    r"|.{3,200}\bwrote on\b.{4,100}|.{2,200}\bschrieb am\b.{4,200}"
    r"|\d{4}年\s?\d{1,2}月\s?\d{1,2}日.{0,250}|\d{4}[/.-]\d{1,2}[/.-]\d{1,2}.{0,250}"
    r"|.{1,200}(?:は|が)(?:書きました|次のように書きました)"
    r"|.{0,200}<[^<>\s]{1,200}@[^<>\s]{1,200}>.{0,60}"
    r")\s?[:：]\s*$",
    re.IGNORECASE,
)
_OPENING = re.compile(r"^(?:On|At|Am|Le|El|Il|Op|Den)\b.{0,300}\d|^\d{4}(?:年|[/.-]\d{1,2}[/.-]\d{1,2})", re.IGNORECASE)
"""The beginning of an attribution, which may end on one of the next lines."""
_DIVIDER = re.compile(
    r"^[-_*=─━ ]{2,60}(?:original message|original appointment|forwarded message|ursprüngliche nachricht"
    r"|originalnachricht|weitergeleitete nachricht|message d'origine|mensaje original|messaggio originale"
    r"|元のメッセージ|オリジナルメッセージ|転送メッセージ|original mail|reply above|reply message)[-_*=─━: ]{0,60}$",
    re.IGNORECASE,
)
_FORWARDED = re.compile(
    r"^(?:begin forwarded message|anfang der weitergeleiteten nachricht|転送されたメッセージ)\s?[:：]?$", re.IGNORECASE
)
_RULE = re.compile(r"^[_─━-]{10,200}$")
_FROM = re.compile(r"^\W{0,4}(?:from|von|de|da|差出人|送信者)\W{0,4}\s?[:：]", re.IGNORECASE)
_FIELDS = re.compile(
    r"^\W{0,4}(?:sent|date|to|cc|subject|gesendet|datum|an|betreff|envoyé|objet|à|送信日時|送信日|日時|日付|宛先|件名)"
    r"\W{0,4}\s?[:：]",
    re.IGNORECASE,
)
_SIGNATURE = re.compile(r"^(?:--|—|––|__|＿＿) ?$")
_LINE = re.compile(r"^([_＿*=~～─━☆★◇◆-])\1{2,60}$")
_OF_A_PERSON = re.compile(
    r"@|https?://|(?:^|\D)0?\d{2,4}[-‐ ]\d{2,4}[-‐ ]\d{3,4}(?:\D|$)|^(?:tel|phone|mobile|携帯|電話)\b", re.I
)
"""An e-mail address, web address or telephone number, as in a signature."""
_CARD = 6
"""The maximum number of lines of a signature after a line of punctuation."""
_ADDED = re.compile(
    r"^\W{0,3}(?:sent from (?:my|mail|yahoo|outlook|proton|fastmail|gmail|aol|samsung|mailspring|the)\b.{0,100}"
    r"|(?:enviado|enviada) (?:desde|do|de) .{1,80}|inviato da(?:l|lla)? .{1,80}|verzonden (?:vanaf|met|van) .{1,80}"
    r"|skickat från .{1,80}|sendt fra .{1,80}|lähetetty .{1,80}|wysłane z .{1,80}|отправлено с .{1,80}"
    r"|get outlook for\b.{0,120}|sent (?:with|via|using)\b.{0,100}"
    r"|von meinem .{1,40} gesendet.{0,20}|gesendet (?:von|mit)\b.{0,100}"
    r"|diese nachricht wurde von .{1,80}gesendet.{0,10}"
    r"|holen sie sich outlook\b.{0,100}|envoyé de mon .{1,40}"
    r"|.{1,30}から送信.{0,20}"
    r"|outlook for \w{1,12} ?を?(?:入手|取得).{0,100}|.{1,30}を使用して送信.{0,10}"
    r"|送信元: ?.{1,60})$",
    re.IGNORECASE,
)
_HELLO = re.compile(
    r"^(?:hi|hiya|hello|hey|howdy|ahoy|dear|morning|afternoon|evening|moin|hallo|liebe[rs]?|guten (?:tag|morgen|abend)"
    r"|good (?:morning|evening|day)|greetings"
    r"|こんにちは|こんばんは|おはようございます|お世話になっております|お世話になります|はじめまして)"
    r"(?:[ ,、][\w .,'-]{0,30})?[,!.。！、]{0,2}$"
    r"|^(?:sirs?|madam|gentlemen|拝啓|前略)[,!.:。！、]{0,2}$",
    re.IGNORECASE,
)
_FAREWELL = re.compile(
    r"^(?:(?:best|kind|warm|many)?\s?(?:regards|wishes)|best|cheers|thanks|thank you|many thanks|thx"
    r"|yours(?: sincerely| truly)?"
    r"|sincerely|bye|mfg|lg|vg|(?:viele|liebe|beste|schöne|herzliche)\s(?:grüße|grüsse|gruesse)"
    r"|mit freundlichen (?:grüßen|grüssen)"
    r"|gruß|danke|(?:以上、|どうぞ|では、?|それでは、?)?(?:よろしく|宜しく)(?:お願い(?:いた|致)?します)?"
    r"|以上です|以上(?=[,!.。！、]{0,2}$)|お願い(?:いた|致)?します|では(?:また)?|それでは|失礼(?:いた|致)?します|ありがとうございます|敬具)"
    r"(?P<name>(?:[,、] ?| )[^\W\d_][\w.'-]{0,20}(?: [^\W\d_][\w.'-]{0,20}){0,2})?[,!.。！、]{0,2}$",
    re.IGNORECASE,
)
"""A farewell such as "Regards", after which a signature follows; in the first line it is thanks for an e-mail."""
_NAME_AT_MOST = 4
"""The maximum number of lines after a farewell: a name and a position."""
_NARROWEST, _WIDTH, _WIDEST = 60, 76, 80
"""Lengths of lines that mail programs wrap: the shortest, the usual and the longest."""
_PATTERNED = 500
"""The maximum length of a line that a mail program adds."""


class OwnText(NamedTuple):
    """The lines that the sender wrote, in order, without quotations and empty lines."""

    lines: list[str]
    paragraph_starts: frozenset[int]
    """The indices of lines that are not directly below the previous line in the e-mail."""


def extract_own_lines(lines: Sequence[str]) -> list[str]:
    """Return the sender's own lines in order, without empty lines."""
    return extract_own_text(lines).lines


def extract_own_text(lines: Sequence[str]) -> OwnText:
    """Return the lines that the sender wrote, with the indices of the lines that begin a paragraph."""
    cutter = _Cutter(lines)
    return OwnText(cutter.cut(), frozenset(cutter.parted))


class _Cutter:
    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self.kept: list[str] = []
        self.parted: set[int] = set()
        self.last = -1
        self.signing = False
        self.farewell = 0

    def cut(self) -> list[str]:
        """Return the sender's own lines, up to the line from which on everything is quoted."""
        at = 0
        while at < len(self.lines) and len(self.kept) < MAX_OWN_LINES:
            line = self.lines[at].strip()
            if quote_depth(self.lines[at]):
                self.signing, self.farewell = False, 0
            elif self.is_remnant(at, line):
                pass
            elif self.is_over(at, line):
                break
            elif self.kept and self.is_signature(at, line):
                self.signing = True
            elif (after := self.skip_attribution(at, line)) is not None:
                if after >= len(self.lines) or not quote_depth(self.lines[after]):
                    break
                at = after
                continue
            else:
                self.add_line(at, line)
            at += 1
        return self.kept

    def add_line(self, at: int, line: str) -> None:
        """Handle the line with index `at`, which is neither quoted nor an attribution."""
        if not line or self.signing:
            return
        if len(line) <= _PATTERNED:
            if _SIGNATURE.match(line):
                self.signing = True
                return
            if (found := _FAREWELL.match(line)) is not None:
                self.farewell = _NAME_AT_MOST if self.kept and not found["name"] else 0
                return
            if _ADDED.match(line) or _HELLO.match(line) or _RULE.match(line):
                return
        if self.farewell:
            self.farewell -= 1
            return
        if at != self.last + 1 and self.kept:
            self.parted.add(len(self.kept))
        self.kept.append(line)
        self.last = at

    def is_signature(self, at: int, line: str) -> bool:
        """Return True if the line is punctuation before a signature: a few lines with an address or number."""
        if not _LINE.match(line):
            return False
        card: list[str] = []
        for one in self.lines[at + 1 :]:
            if quote_depth(one) or _LINE.match(one.strip()) or _WROTE.match(one.strip()[:_PATTERNED]):
                break
            card += [one.strip()] if one.strip() else []
            if len(card) > _CARD:
                return False
        return any(_OF_A_PERSON.search(one[:_PATTERNED]) for one in card)

    def is_remnant(self, at: int, line: str) -> bool:
        """Return True if a line is the end of a quoted line that a mail program has wrapped without a quote mark.

        Such a line is between two quoted lines, and its first word did not fit on the line before.
        """
        if not line or not 0 < at < len(self.lines) - 1:
            return False
        before, after = self.lines[at - 1].rstrip(), self.lines[at + 1]
        if not (quote_depth(before) and quote_depth(after)) or not _NARROWEST <= len(before) <= _WIDEST:
            return False
        first = line.partition(" ")[0]
        return len(line) < len(before) and len(before) + 1 + len(first) > _WIDTH

    def is_over(self, at: int, line: str) -> bool:
        """Return True if an e-mail that is quoted without marks begins at this line."""
        if line.startswith(REPLY_SEPARATOR):
            return True
        if not line or len(line) > _PATTERNED:
            return False
        if _DIVIDER.match(line) or _FORWARDED.match(line):
            return True
        start = at + 1 if _RULE.match(line) else at
        return self.is_header(start)

    def is_header(self, at: int) -> bool:
        """Return True if copied headers of an e-mail begin here, as Outlook and similar programs write them."""
        near = [one.strip()[:_PATTERNED] for one in self.lines[at : at + 7] if one.strip()]
        return bool(near) and _FROM.match(near[0]) is not None and sum(map(bool, map(_FIELDS.match, near[1:]))) >= 2

    def skip_attribution(self, at: int, line: str) -> int | None:
        """Return the index of the line after an attribution that begins at this line; None if none begins here.

        An attribution introduces a quotation, such as ``On Monday … wrote:``.
        """
        if not line or len(line) > _PATTERNED:
            return None
        said = ""
        for end in range(at, min(at + _LATER, len(self.lines))):
            piece = self.lines[end].strip()
            if not piece or quote_depth(self.lines[end]) or len(said) + len(piece) > _PATTERNED:
                return None
            said = f"{said} {piece}".strip()
            if said.endswith((":", "：")) and _WROTE.match(said):
                return self.next_full(end + 1)
            if not _OPENING.match(said):
                return None
        return None

    def next_full(self, at: int) -> int:
        """Return the index of the next non-empty line."""
        while at < len(self.lines) and not self.lines[at].strip():
            at += 1
        return at
