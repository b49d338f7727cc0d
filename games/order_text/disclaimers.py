"""Disclaimers: sentences that cancel the orders beside them: "This is not an order.", "Is that legal?", 冗談です.

Such a sentence contains no name of the form, so it does not look like an order. But if it were ignored, the server
would play orders that the writer did not mean. So all orders of the e-mail are refused, even as a draft.
"""

import re
from collections.abc import Iterator
from unicodedata import normalize

from msgspec import structs

from games.kernel.errors import Problem
from games.kernel.text import Text
from games.order_text.parsed_orders import ParsedOrders, RefusedLine

DISCLAIMED = "not_meant"
"""The problem code of an e-mail with a disclaimer."""
LONGEST = 200
"""The maximum length of a sentence that is examined, in characters."""
MOST_SENTENCES = 200
"""The maximum number of sentences of an e-mail that are examined."""

_STOPS = re.compile(r"(?<=[.!?。:])(?=\s|[^\x00-\x7f]|$)|(?<=[?。])")
_WHAT = r"(?:orders?|e-?mails?|mails?|messages?|moves?|answers?|lines?|letters?|turns?)"
_THIS = (
    r"(?:(?:(?:any|all|none|some) of )?(?:this|that|it|these|those|them|they)"
    rf"|(?:the|my|these|those|this|that)(?: (?:following|above|below|whole|last|rest))? {_WHAT}"
    r"|(?:the )?(?:above|below|following))"
)
_LEAD = r"(?:(?:hm+|er+|oh|ah|well|but|or|and|so|then|actually|sorry|please|pls|just|nb|ps|p\.s\.|note)[,:.]* )*"
_NEVER = (
    r"(?:(?:do|will|shall|would|must|should|does|am|are) ?(?:not|n't)|don't|won't|shan't|never"
    r"|(?:will|would|shall|should|must) never|cannot)"
)
_USE = (
    r"(?:use|count|do|play|execute|submit|send|accept|process|carry out|follow|obey|apply|enter|perform|give|order|mean"
    r"|consider|treat|record|make|implement|act on|take|read)"
)
_UNSETTLED = (
    r"(?:drafts?|questions?|examples?|tests?|jokes?|ideas?|thoughts?|proposals?|suggestions?|hypothetical|tentative"
    r"|provisional|preliminary|options?|for (?:discussion|later|information|fun|next turn)|under consideration"
    r"|undecided|unsettled|old|last turn's)"
)
_SETTLED = (
    r"(?:orders?|final|serious|official|definite|definitive|binding|meant|valid|decided|ready|real|complete|finished"
    r"|in force|what i (?:want|order|mean|intend)|to (?:count|be (?:used|played|counted|submitted)))"
)
_ARTICLES = r"(?: (?:an?|my|the|any|yet|still|simply|all|really|actually|purely|rough|our|your|\w{1,20}'s))"
_ARE = r"(?:'s|'re| is| are| was| were)"
_FINE = (
    r"(?:ok|okay|legal|possible|allowed|permitted|valid|right|alright|fine|correct|wise|work|count|make sense|sensible"
    r"|feasible|acceptable|a good idea|all|enough)"
)
_ENGLISH = re.compile(
    rf"\b{_NEVER}(?: \w+){{0,2}}? {_USE}(?: (?:as|with|on|anything|any|out))? ?(?:{_THIS}|yet|so)\b"
    r"(?! (?:sooner|earlier|before|in time|seriously|personally|yesterday|easy|easier|for granted|further))"
    rf"|\b{_THIS}(?:{_ARE}(?:{_ARTICLES}| (?:only|just|merely|no)){{0,4}} {_UNSETTLED}"
    rf"|(?:{_ARE} not| isn't| aren't)(?:{_ARTICLES}){{0,3}} {_SETTLED})\b"
    rf"|\b(?:this|that|these|those){_ARE} what i (?:(?:will|would|do|shall|should) ?(?:not|n't|never)|won't)\b"
    r"|\b(?:do|does|should|shall|must|will) ?(?:not|n't) count\b"
    r"|\bnot (?:yet )?(?:decided|made up my mind|final(?:ised|ized)?)\b|\bn't (?:yet )?(?:decided|made up my mind)\b"
    r"|(?:\bnot|n't)(?: \w+)? (?:sure|certain)(?: yet| (?:about|of) (?:this|that|it|these|those|them))?$"
    r"|\bstill (?:thinking|deciding|considering|undecided|unsure|open)\b"
    r"|\b(?:i will|i'll|i shall|until i|before i|wait for|wait until).{0,20}\bconfirm|\bto be confirmed\b"
    r"|\b(?:my|the) (?:real|final|actual|proper) orders? (?:will |shall )?(?:follow|come)"
    r"|\b(?:send|give|write)(?: you)? (?:my|the) (?:real|final|actual|proper) orders?\b"
    r"|\bmy answer is (?:no|not)\b|\bi disagree\b|\b(?:just|only) (?:kidding|joking|a joke|a test|an example|an idea)\b"
    r"|\bwhat (?:if|happens (?:if|when)|would happen)\b"
)
_ENGLISH_WHOLE = re.compile(
    rf"{_LEAD}(?:not|no|nope|nah|no no|never|no, never|no,? don't|don't|do not|no way|not really|not now|not so"
    r"|not this|not that|none of (?:this|these|that|those|it|them)|kidding|joking|a joke|rather not"
    r"|better not|i'd rather not"
    r"|(?:perhaps|maybe|probably|certainly|of course) not|wait|stop|hold on|hang on|maybe|perhaps|possibly|probably"
    r"|not sure|unsure|undecided|tbd|tbc|(?:an?|my|just a|only a) (?:draft|example|question|test|idea|proposal|joke)"
    r"|drafts?|for example|hypothetically|tentatively"
    rf"|(?:ignore|disregard|forget|discard|skip|scrap|withdraw|cancel) (?:all )?(?:of )?{_THIS}"
    r"(?: (?:for now|please|all|completely|entirely|too))?)(?: (?:yet|then|please|after all|for now))?"
)
_ENGLISH_QUESTION = re.compile(
    rf"{_LEAD}(?:ok|okay|ready|right|yes|no|agreed|fine|good|all right|really|correct|legal|possible|allowed|or what"
    r"|what do you think|what would you do|any (?:thoughts|objections|comments|better ideas?)"
    r"|(?:should|shall|could|may|can|might|would|will|do) (?:i|we))\?"
    rf"|.*\b(?:is|are|was|were|would|will|could|can|should|may|might|does|do|if)(?:n't)? {_THIS}"
    rf"(?: \w+){{0,3}} {_FINE}\b.*"
    r"|.*\b(?:should|shall|could|may|can|might|would|will|do|did|am|are) (?:i|we)\b.{0,40}"
    r"\b(?:this|that|these|those|so|do it)\b.*"
)
_ASKS_LEGAL = re.compile(r"\b(?:legal|allowed|permitted|valid|possible|feasible)\b")
_OF_THE_GAME = re.compile(
    r"\b(?:deadline|time|extend|extension|postpone|pause|map|picture|board|resend|again|e-?mails? )"
    r"|締め?切|期限|延長|延ば|時間|地図|画像|再送"
)
"""Requests of a player about the game other than orders."""
_LED_IN = re.compile(
    r"(?:\bnot|n't|\bnever|\bnone|\bnothing|\bno orders?)\b(?!.*\bhere (?:are|is|come))"
    r"|\b(?:drafts?|options?|plan [a-z0-9]|alternatives?|alternatively|ideas?|examples?|questions?|what if"
    r"|maybe|perhaps"
    r"|possibly|tentative(?:ly)?|provisional(?:ly)?|thoughts?|suppose|supposing|imagine|considering"
    r"|thinking (?:of|about)"
    r"|could|might|hypothetical(?:ly)?|instead of|rather than|in case|unless|until|if|later|tomorrow|yesterday"
    r"|previous(?:ly)?|last (?:turn|time|week|day|round|phase)|i (?:ordered|wrote|sent|said|had))\b"
    r"|^(?:(?:in|for|on) )?(?:the )?next (?:turn|time|day|round|move|phase|week)$"
    r"|^(?!as\b).*\b(?:wrote|writes|said|says|proposed|proposes|suggested|suggests|asked|asks|thinks|thought|wants|wanted"
    r"|ordered|recommended|recommends|advised|advises|told|claims|claimed|quotes?|quoted)"
    r"(?: (?:me|us|to|that|this|the following|so|earlier|yesterday|do|on \w+))*$"
)
"""A line ending in a colon that says that the following lines are not the writer's current orders."""
_OF_HERE = (
    r"(?:これ(?!から|まで|以上|でよろしくお)|以下|上記|下記|次の?"
    r"|この(?!度|たび|ため|後|あと)[^、。]{1,6}|それ|いまの|今の)"
)
_JAPANESE = re.compile(
    rf"{_OF_HERE}[^。]{{0,14}}(?:では(?:な|ありません)|じゃ(?:な|ありません)|し(?:ない|ません)|無効|下書き|質問|冗談|仮の|参考|テスト"
    r"|未確定|(?:例|案|提案|仮|嘘)(?:です|だ|である)?$)"
    r"|(?:送信|実行|提出|適用|採用|使用|処理|確定|反映|カウント|本気|正式|最終|命令)(?:では|じゃ|は|を|も)?(?:して(?:い)?|し)?"
    r"(?:ない|ません|な(?:く|い)|ありません)|使わないで|無視(?:して|願|で|を)"
    r"|迷って|迷い|悩んで|悩み中|考え中|検討中|検討し|未定|保留|決め(?:て(?:い)?(?:ない|ません)|かね)|決まって(?:い)?(?:ない|ません)"
    r"|(?:さん|くん|君|氏|彼|彼女|相手|味方)[^。]{0,10}(?:書き|書い|言い|言っ|述べ|主張|提案)"
    r"|(?:前回|前の?ターン|先週|昨日|この前|先日)の(?:命令|行動|指示)|どうなり|どうなる|冗談|なんちゃって|なんてね"
    r"|後で(?:確定|決め|連絡|送)|あとで(?:確定|決め|連絡|送)|後日(?:確定|決め|連絡|送)"
)
_JAPANESE_WHOLE = re.compile(
    r"(?:いや|やっぱり?|やはり|でも|というのは|以上は|すべて|全部|まだ)*[、,は]?(?:やめ(?:ます|る|た|ました|ておきます|とく|よう)?|嘘|うそ|ウソ|いいえ"
    r"|だめ|ダメ|駄目|違う|し(?:ない|ません)|やり?(?:ません|らない)|やらない|中止(?:します|する)?|反対|嫌|いや|無理|不要"
    r"|(?:仮の?|例の?|案の?|下書きの?|質問の?)(?:命令)?|例えば|たとえば|もし|仮に|(?:提案|代案|案|例|仮|下書き|引用|参考|質問)[0-9a-z]?)"
    r"(?:です|だ|だよ|よ|ね|になります|とします)?"
)
_JAPANESE_QUESTION = re.compile(
    r"(?:可能|大丈夫|よい|良い|いい|よろしい|合法|有効|合って(?:い)?|正しい|許され|でき|確定し?|ok|準備完了|完了)"
    r"(?:です|でしょう|ます|る|ません|ない|だ|の)*(?:か|\?)+|.*(?:これ|この|以下|次|上記|それ|こう).*(?:か|\?)+|ok\?"
    r"|.*(?:可能|合法|有効|許され)[^。]{0,6}(?:か|\?)+|(?:で|それで|これで)(?:いい|よい|良い|よろしい)(?:です|でしょう)?(?:か|\?)+"
)


def drop_if_disclaimed(found: ParsedOrders) -> ParsedOrders:
    """Return `found`, but without its orders if one of the lines that are no orders is a disclaimer.

    The result then has the disclaimer as a refused line, with the orders that could be read in its reasons.
    """
    if found.text is None and not found.idle_units:
        return found
    lines = [*found.ignored, *(one for one in found.refused if _is_unread(one))]
    if (said := next(_reservations(one.written for one in lines), "")) == "":
        return found
    kept = tuple(one for one in found.refused if not _is_unread(one))
    orders = ", ".join(f"`{line}`" for line in (found.text or "").split("\n") if line)
    refused = RefusedLine(said, (_UNCLEAR, *([_readable(orders)] if orders else [])))
    return structs.replace(found, text=None, idle_units=(), refused=(refused, *kept))


def _is_unread(one: RefusedLine) -> bool:
    """Return True if a line was refused because it could not be read as an order, not because it breaks a rule."""
    return all(problem.code == "notation" for problem in one.problems)


def _reservations(lines: Iterator[str]) -> Iterator[str]:
    """Yield the sentences of these lines that are disclaimers."""
    sentences = (one for line in lines for one in _STOPS.split(line) if one and one.strip(" .!。"))
    for _, one in zip(range(MOST_SENTENCES), sentences, strict=False):
        if len(one) <= LONGEST and is_disclaimer(one):
            yield one.strip()


def is_disclaimer(sentence: str) -> bool:
    """Return True if a sentence says that the text beside it does not count, or does not count yet."""
    said = " ".join(normalize("NFKC", sentence).casefold().replace("’", "'").split()).rstrip(".!。 ")
    bare = said.strip(" ()[]\"'*-–—…").rstrip(" :")
    if not said.isascii():
        return _is_japanese_reservation(bare, is_question=bare.endswith(("?", "か")))
    if said.endswith("?"):
        asks = _ASKS_LEGAL.search(said) or _ENGLISH_QUESTION.fullmatch(bare)
        return bool(_ENGLISH.search(bare) or (asks and not _OF_THE_GAME.search(said)))
    if said.endswith(":") and _LED_IN.search(re.split("[,;]", bare)[-1].strip()):
        return True
    return bool(_ENGLISH_WHOLE.fullmatch(bare) or _ENGLISH.search(bare))


def _is_japanese_reservation(said: str, *, is_question: bool) -> bool:
    if is_question and _JAPANESE_QUESTION.fullmatch(said) and not _OF_THE_GAME.search(said):
        return True
    return bool(_JAPANESE_WHOLE.fullmatch(said) or _JAPANESE.search(said))


def _readable(orders: str) -> Problem:
    text = Text(
        "These orders could be read: {orders}. Send them again by themselves if they are to count.",
        "読み取れた命令：{orders}。有効にする場合は、命令だけをもう一度送ってください。",
    )
    return Problem("", DISCLAIMED, text.format(orders=orders))


_UNCLEAR = Problem(
    "",
    DISCLAIMED,
    Text(
        "This may say that your orders do not count, or not yet. So nothing of this e-mail was used.",
        "命令がまだ有効ではないという意味にも読めるため、このメールの命令はすべて使いませんでした。",
    ),
)
