"""Japanese verb forms in orders: polite, plain, causative, or joined to the next clause."""

import re
from collections.abc import Iterator, Mapping

_MEANT: Mapping[str, str] = {
    **dict.fromkeys(("向かう", "向う", "進む", "行く", "戻る", "入る", "送る", "動かす", "向ける", "進める"), "移動"),
    **dict.fromkeys(("撃つ", "狙う"), "砲撃"),
    **dict.fromkeys(("積む", "積み込む", "載せる", "乗せる"), "積み込み"),
    **dict.fromkeys(("残る", "とどまる", "留まる", "待つ"), "待機"),
    **dict.fromkeys(("置く", "据える"), "配置"),
    **dict.fromkeys(("追う", "追いかける"), "追尾"),
    **dict.fromkeys(("逃げる", "逃れる", "避ける"), "回避"),
    **dict.fromkeys(("直す",), "修理"),
    **dict.fromkeys(("襲う",), "攻撃"),
    **dict.fromkeys(("呼ぶ", "呼び寄せる"), "緊急増援"),
    **dict.fromkeys(("渡す", "引き渡す"), "引き渡し"),
    **{verb: verb for verb in ("降ろす", "使う", "出す", "残す", "持ち越す", "選ぶ", "取る", "行う", "放つ")},
    **{verb: verb for verb in ("控える", "見合わせる", "やめる", "保つ", "続ける", "とどめる", "取りやめる")},
}
"""For each verb that players use: the noun or verb by which forms name the order that the verb means."""
_GODAN = {
    "う": ("わ", "い", "え", "って"),
    "つ": ("た", "ち", "て", "って"),
    "る": ("ら", "り", "れ", "って"),
    "く": ("か", "き", "け", "いて"),
    "ぐ": ("が", "ぎ", "げ", "いで"),
    "す": ("さ", "し", "せ", "して"),
    "ぶ": ("ば", "び", "べ", "んで"),
    "む": ("ま", "み", "め", "んで"),
}
"""Endings of a verb by its last letter: before a negation, in the joined form, as a command, before a request."""
_ICHIDAN = frozenset("せけめれえげて")
"""The last letters before る of ichidan verbs, whose forms only replace る."""
_REQUEST = re.compile(
    r"(?:(?:ください|下さい)(?:ませ)?|(?:いただき|頂き)(?:ます|たい(?:です|と(?:思い|存じ)ます)?)|もらいます"
    r"|(?:ほし|欲し)い(?:です)?|おきます|くれ)$"
)
_PLEASE = re.compile(
    r"(?:を|で|の方向で|という方針で)?(?:、|,)?(?:以上)?(?:どうぞ|何卒)?(?:よろしく|宜しく)?(?:お願い|御願い|おねがい)"
    r"(?:(?:いた|致)?します|申し上げます|できますでしょうか)?(?:ね)?$"
)
_DOES = re.compile(r"(?<=を)行って$")
_DOES_NOT = re.compile(r"(し|させ)(?:ません|ないで)$")
_NOUN_ENDS = re.compile(
    r"(?:を(?:開始|実施|実行|決行|命令|指示|命じ))?"
    r"(?:(?:を)?(?:さ|行わ)?せ(?:る|ます|よ|たい(?:です|と思います)?)|(?:を)?(?:する|します|せよ|しろ)|(?:し|させ)ましょう"
    r"|(?:し|させ)たい(?:です|と(?:思い|考え)ます)?|(?:する|させる)(?:こと|ように|ものとする)"
    r"|(?<=[^なりうっ])(?:し|して|させ|させて)|(?:という)?こと(?:に|と)(?:する|します)|[とに](?:する|します|せよ|しろ)"
    r"|(?:です|である|だ)(?:ね)?|(?:を(?:開始|実施|実行|決行|命令|指示)))$"
)
_LEFT_OPEN = re.compile(r"(?<=[ァ-ヺー一-鿿0-9])[をで]$|(?<=まま)で$|(?<=なし)で$")
"""A particle that is left at the end after words of courtesy were removed."""
_BEFORE_VERB = re.compile(r"[はがをにへとでもの、, )）]$|^$")
"""What must come before a verb form, so that the end of a name is not taken for a verb."""


def _forms(verb: str) -> Iterator[str]:
    """Yield all forms of a verb that may end an order."""
    stem, last = verb[:-1], verb[-1]
    if last == "る" and stem[-1] in _ICHIDAN:
        before, joined, command, request = stem + "さ", stem, stem + "ろ", stem + "て"
    else:
        changed = _GODAN[last]
        before, joined, command, request = (stem + one for one in changed)
        request = stem + "って" if verb == "行く" else request
    yield from (verb, request, command, joined)
    yield from (f"{joined}{end}" for end in ("ます", "ましょう", "たい", "たいです", "たいと思います", "なさい"))
    yield from (f"{before}{end}" for end in ("せる", "せます", "せて", "せよ", "せ", "せたい", "せたいです"))


_FORMS = sorted(
    ((form, meant) for verb, meant in _MEANT.items() for form in _forms(verb)), key=lambda one: -len(one[0])
)
_BY_LAST = {
    last: [one for one in _FORMS if one[0][-1] == last] for last in dict.fromkeys(form[-1] for form, _ in _FORMS)
}
"""The verb forms by their last letter, so that few forms are compared."""


_HUMBLE = re.compile("(?:いた|致)し(?=ま(?:す|せん|した|しょう))")
_NO_CHOICE = re.compile("(?<=[うくぐすつぬぶむる])(?:しか|(?:より)?ほか)(?:ありません|ない)(?:です)?ね?$")
"""A phrase for having no other choice: 見送るしかありません."""
_BY_LEAVE = re.compile("(?P<verb>[わかがさたなばまら])せて(?:いただ|頂)(?:きます|きたいと(?:思い|存じ)ます|く)$")
_STEMS = str.maketrans("わかがさたなばまら", "いきぎしちにびみり")
"""Maps the last letter of a verb's negative stem to that of its joined form."""


def replace_humble_verbs(said: str) -> str:
    """Return a sentence with plain verbs for humble ones: 見送ります for 見送らせていただきます."""
    said = said.replace("ございません", "ありません").replace("御座いません", "ありません")
    said = _NO_CHOICE.sub("", _HUMBLE.sub("し", said))
    return _BY_LEAVE.sub(lambda found: found["verb"].translate(_STEMS) + "ます", said)


def replace_verb_ending(said: str) -> str:
    """Return a sentence with its last verb in the form in which orders are named, without courtesies after it.

    ``迎撃します`` and ``迎撃してください`` become ``迎撃``.
    """
    said = replace_humble_verbs(said.rstrip("。.!！ 、,"))
    asked = _PLEASE.sub("", said)
    bare = _DOES.sub("行う", _DOES_NOT.sub(r"\1ない", _REQUEST.sub("", asked)))
    if bare.endswith(("ない", "ないで")):
        return bare.removesuffix("で")
    for form, meant in _BY_LAST.get(bare[-1:], ()):
        if bare.endswith(form) and _BEFORE_VERB.search(bare[: -len(form)]):
            return bare[: -len(form)] + meant
    if bare != asked and not bare.endswith(("して", "させて")):
        return said  # another verb is asked for: nothing is taken from it
    return _LEFT_OPEN.sub("", _NOUN_ENDS.sub("", bare)) or said
