"""How it is said of somebody that he has no order, and does what whoever has none does."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from games.kernel.text import Text
from games.kernel.unordered import Manner

_WILL = r"(?:(?:shall|will|should|must|just|simply|is to|are to) )*"
_DOES_NOT = r"(?:(?:do(?:es)?|will|shall|should|must|is to|are to)(?: not|n't)|don't|doesn't|won't|never)"
_HER = r"(?:(?:her|his|its|their|the|our|present|same|current|own) )*"
_AS_BEFORE = r"(?: as before| unchanged| for now| this turn| still)?"
_AT_ANY = r"(?: at (?:anybody|anyone|anything|all))?"
_DOES = r"(?:する|します|せよ|しろ|させる|させます|とする)?"
_OF = r"(?:は|が|も)?"


class Saying(NamedTuple):
    """How a manner is said behind who is meant, in English (`rest`: what may stand behind it) and in Japanese, and what
    a receipt says of it. `elsewhere` is why an order of the same letter contradicts it.
    """

    english: re.Pattern[str]
    japanese: re.Pattern[str]
    receipt: Text
    elsewhere: Text


_STAYS = Saying(
    english=re.compile(
        rf"{_WILL}(?:stays?|remains?|waits?|rests?|(?:holds?|keeps?|lies?)(?= )"
        r"|(?:do(?:es)? not|do(?:es)?n't) (?:move|sail|stir))"
        r"(?P<rest>(?: \S+)*)"
    ),
    japanese=re.compile(
        r"(?:は|が|を|も)?(?:そのまま|現在地|現在位置|現位置|その場|港|停泊地|位置)?(?:に|で|を)?"
        r"(?:とどま(?:る|ります|れ)|留ま(?:る|ります|れ)|とどめ(?:る|ます)|残(?:る|ります|す|します)|動か(?:ない|さない|しません)"
        r"|動きません|(?:移動|出港|出撃)し(?:ない|ません)|(?:待機|停泊|維持|残留)(?:する|します|せよ|させる|させます|とする)?"
        r"|そのまま(?:です|とする|にする)?)$"
    ),
    receipt=Text("Stays without an order", "命令がなくても今の位置にとどまります"),
    elsewhere=Text("Your letter has an order for this one to go somewhere, too.", "この手紙には移動の命令もあります。"),
)
_HOLDS_COURSE = Saying(
    english=re.compile(
        rf"{_WILL}(?:(?:holds?|keeps?|maintains?) (?:to |on )?{_HER}(?:course|heading|speed)"
        rf"(?: and {_HER}(?:course|heading|speed))?"
        rf"|(?:stays?|remains?|continues?|goes|go) on {_HER}course"
        rf"|(?:continues?|carry on|carries on|go on|goes on|sails? on)"
        rf"|steady(?: as (?:she goes|they go|before))?){_AS_BEFORE}"
    ),
    japanese=re.compile(
        rf"{_OF}(?:そのまま|現在の|今の)*(?:(?:針路|進路|速度|速力)(?:・|と|、)?)+(?:は|を)?(?:そのまま)?"
        rf"(?:(?:維持|保持|固定){_DOES}|保つ|保ちます|そのまま(?:です|とする)?|変更なし|変えない|変えません)$"
        rf"|{_OF}(?:そのまま)?直進{_DOES}$|{_OF}そのまま(?:です|とする|続行|続航|進む|進みます){_DOES}$"
    ),
    receipt=Text("Holds course and speed without an order", "命令がなくても針路と速度を維持します"),
    elsewhere=Text("Your letter has another course for this one, too.", "この手紙には別の針路の命令もあります。"),
)
_HOLDS_FIRE = Saying(
    english=re.compile(
        rf"no (?:fire|firing|shots?)|(?:nobody|no ?-?one) (?:fires|shoots)|"
        rf"{_WILL}(?:(?:holds?|withholds?|reserves?) {_HER}fire|(?:ceases?|stops?) (?:fire|firing)"
        r"|(?:fires?|shoots?) at (?:nobody|no ?-?one|nothing|none)|(?:stays?|remains?|keeps?) silent)"
        rf"{_AS_BEFORE}|{_DOES_NOT} (?:fire|shoot|open fire|engage){_AT_ANY}{_AS_BEFORE}"
    ),
    japanese=re.compile(
        rf"{_OF}(?:(?:砲撃|射撃|発砲|攻撃)(?:を|は)?(?:し(?:ない|ません)|控え(?:る|ます)|見合わせ(?:る|ます)|中止{_DOES}|やめ(?:る|ます)"
        r"|なし)|撃た(?:ない|せない)|撃ちません|(?:砲撃)?目標なし)$"
    ),
    receipt=Text("Holds fire without an order", "命令がないため砲撃しません"),
    elsewhere=Text("Your letter has an order for this one to fire, too.", "この手紙には砲撃の命令もあります。"),
)
_HOLDS_TORPEDOES = Saying(
    english=re.compile(
        r"no (?:torpedoes|launch)|(?:nobody|no ?-?one) (?:launches|fires)(?: torpedoes)?|"
        rf"{_WILL}(?:holds?|keeps?|saves?|reserves?|withholds?) {_HER}(?:torpedoes|fire)(?: back)?{_AS_BEFORE}"
        rf"|{_DOES_NOT} (?:launch|fire|strike)(?: (?:any )?torpedoes)?{_AT_ANY}{_AS_BEFORE}"
    ),
    japanese=re.compile(
        rf"{_OF}(?:(?:魚雷|雷撃)(?:を|は)?(?:発射)?(?:し(?:ない|ません)|控え(?:る|ます)|温存{_DOES}|見合わせ(?:る|ます)|なし)"
        r"|(?:魚雷を)?(?:撃た(?:ない|せない)|撃ちません))$"
    ),
    receipt=Text("Keeps torpedoes without an order", "命令がないため魚雷を発射しません"),
    elsewhere=Text("Your letter has an order for this one to launch, too.", "この手紙には雷撃の命令もあります。"),
)
SAYINGS: Mapping[Manner, Saying] = {
    "stays": _STAYS,
    "holds_course": _HOLDS_COURSE,
    "holds_fire": _HOLDS_FIRE,
    "holds_torpedoes": _HOLDS_TORPEDOES,
}
