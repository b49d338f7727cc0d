"""Phrases by which players say what units do anyway without an order, for each idle behaviour of a form."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from games.kernel.text import Text
from games.orders.idle_behaviour import IdleKind

_WILL = r"(?:(?:shall|will|should|must|just|simply|is to|are to) )*"
_DOES_NOT = r"(?:(?:do(?:es)?|will|shall|should|must|is to|are to)(?: not|n't)|don't|doesn't|won't|never)"
_HER = r"(?:(?:her|his|its|their|the|our|present|same|current|own) )*"
_AS_BEFORE = r"(?: as before| unchanged| for now| this turn| still)?"
_CHANGES_NOTHING = (
    r"(?:(?:carr(?:y|ies)|go(?:es)?) on|continues?|(?:does |do )?(?:the )?same|no changes?|unchanged"
    r"|(?:is |are )?as (?:ordered|before))(?: as (?:before|last turn|now|planned|ordered))?(?: this turn| for now)?"
)
"""Phrases for continuing as before."""
_STANDS = (
    rf"{_WILL}(?:(?:stays?|remains?|waits?|rests?|idles?|stands? by|stands? fast|holds?"
    rf"|(?:holds?|keeps?) {_HER}(?:position|station))"
    rf"(?: (?:on|in|at) {_HER}(?:station|port|sea|place|position))?(?: here| there| quiet| put)?{_AS_BEFORE})"
)
"""Phrases for standing by, whatever others do."""
_AT_ANY = r"(?: at (?:anybody|anyone|anything|all))?"
_DOES = r"(?:する|します|せよ|しろ|させる|させます|とする)?"
_OF = r"(?:とも)?(?:は|が|も)?"
_AS_IT_IS = (
    r"(?:現状(?:を)?維持|現状のまま|(?:今|現在)のまま|このまま|そのまま|(?:前回|前ターン|前の?ターン|以前|これまで|今まで|従来|先ほど)"
    rf"(?:と同じ|と同様|の?(?:とおり|通り|どおり)|のまま))(?:で|に)?{_DOES}(?:です)?"
)
"""Phrases for no change."""
_WAITS = rf"(?:(?:待機|停泊|在泊|警戒)(?:を)?(?:続け(?:る|ます)|継続|維持)?{_DOES})"


class IdlePhrase(NamedTuple):
    """Phrases that may follow the name of a unit, and texts about such units, for one idle behaviour of a form."""

    english: re.Pattern[str]
    """Matches the English phrases; the group ``rest``, if there is one, matches further words."""
    japanese: re.Pattern[str]
    """Matches the Japanese phrases, with the particle after the unit's name."""
    receipt: Text
    """The words of the receipt for units that the player has named with such a phrase."""
    contradiction: Text
    """The reason to refuse a phrase for a unit that also gets an order in the same e-mail."""


_STAYS = IdlePhrase(
    english=re.compile(
        rf"(?:{_CHANGES_NOTHING}|{_STANDS})|{_WILL}(?:stays?|remains?|waits?|rests?|(?:holds?|keeps?|lies?)(?= )"
        r"|(?:do(?:es)? not|do(?:es)?n't) (?:move|sail|stir))"
        r"(?P<rest>(?: \S+)*)"
    ),
    japanese=re.compile(
        r"(?:は|が|を|も)?(?:そのまま|現在地|現在位置|現位置|その場|港|停泊地|位置)?(?:に|で|を)?"
        r"(?:とどま(?:る|ります|れ)|留ま(?:る|ります|れ)|とどめ(?:る|ます)|残(?:る|ります|す|します)|動か(?:ない|さない|しません)"
        r"|動きません|(?:移動|出港|出撃)し(?:ない|ません)|(?:待機|停泊|維持|残留)(?:する|します|せよ|させる|させます|とする)?"
        rf"|そのまま(?:です|とする|にする)?|{_WAITS}|{_AS_IT_IS})$"
    ),
    receipt=Text("Stays without an order", "命令がなくても今の位置にとどまります"),
    contradiction=Text(
        "Your e-mail has an order for this one to go somewhere, too.", "このメールには移動の命令もあります。"
    ),
)
_HOLDS_COURSE = IdlePhrase(
    english=re.compile(
        rf"{_WILL}(?:(?:holds?|keeps?|maintains?) (?:to |on )?{_HER}(?:course|heading|speed)"
        rf"(?: and {_HER}(?:course|heading|speed))?"
        rf"|(?:stays?|remains?|continues?|goes|go) on {_HER}course"
        rf"|(?:continues?|carry on|carries on|go on|goes on|sails? on)"
        rf"|steady(?: as (?:she goes|they go|before))?){_AS_BEFORE}|{_CHANGES_NOTHING}"
    ),
    japanese=re.compile(
        rf"{_OF}(?:そのまま|現在の|今の)*(?:(?:針路|進路|速度|速力)(?:・|と|、)?)+(?:は|を)?(?:そのまま)?"
        rf"(?:(?:維持|保持|固定){_DOES}|保つ|保ちます|そのまま(?:です|とする)?|変更なし|変えない|変えません)$"
        rf"|{_OF}(?:(?:今|現在)の)?(?:針路|進路)のまま(?:直進)?{_DOES}$|{_OF}{_AS_IT_IS}$"
        rf"|{_OF}(?:そのまま)?直進{_DOES}$|{_OF}そのまま(?:です|とする|続行|続航|進む|進みます){_DOES}$"
    ),
    receipt=Text("Holds course and speed without an order", "命令がなくても針路と速度を維持します"),
    contradiction=Text("Your e-mail has another course for this one, too.", "このメールには別の針路の命令もあります。"),
)
_HOLDS_FIRE = IdlePhrase(
    english=re.compile(
        rf"no (?:fire|firing|shots?)|(?:nobody|no ?-?one) (?:fires|shoots)|"
        rf"{_WILL}(?:(?:holds?|withholds?|reserves?) {_HER}fire|(?:ceases?|stops?) (?:fire|firing)"
        r"|(?:fires?|shoots?) at (?:nobody|no ?-?one|nothing|none)|(?:stays?|remains?|keeps?) silent)"
        rf"{_AS_BEFORE}|{_DOES_NOT} (?:fire|shoot|open fire|engage){_AT_ANY}{_AS_BEFORE}"
        rf"|{_STANDS}|{_CHANGES_NOTHING}"
    ),
    japanese=re.compile(
        rf"{_OF}(?:(?:砲撃|射撃|発砲|攻撃)(?:を|は)?(?:し(?:ない|ません)|控え(?:る|ます)|見合わせ(?:る|ます)|中止{_DOES}|やめ(?:る|ます)"
        rf"|なし)|撃た(?:ない|せない)|撃ちません|(?:砲撃)?目標なし|{_WAITS}|{_AS_IT_IS})$"
    ),
    receipt=Text("Holds fire without an order", "命令がないため砲撃しません"),
    contradiction=Text("Your e-mail has an order for this one to fire, too.", "このメールには砲撃の命令もあります。"),
)
_HOLDS_TORPEDOES = IdlePhrase(
    english=re.compile(
        r"no (?:torpedoes|launch)|(?:nobody|no ?-?one) (?:launches|fires)(?: torpedoes)?|"
        rf"{_WILL}(?:holds?|keeps?|saves?|reserves?|withholds?) {_HER}(?:torpedoes|fire)(?: back)?{_AS_BEFORE}"
        rf"|{_DOES_NOT} (?:launch|fire|strike)(?: (?:any )?torpedoes)?{_AT_ANY}{_AS_BEFORE}"
        rf"|{_STANDS}|{_CHANGES_NOTHING}"
    ),
    japanese=re.compile(
        rf"{_OF}(?:(?:魚雷|雷撃)(?:を|は)?(?:発射)?(?:し(?:ない|ません)|控え(?:る|ます)|温存{_DOES}|見合わせ(?:る|ます)|なし)"
        rf"|(?:魚雷[をは])?(?:撃た(?:ない|せない)|撃ちません)|{_WAITS}|{_AS_IT_IS})$"
    ),
    receipt=Text("Keeps torpedoes without an order", "命令がないため魚雷を発射しません"),
    contradiction=Text("Your e-mail has an order for this one to launch, too.", "このメールには雷撃の命令もあります。"),
)
_IDLE = IdlePhrase(
    english=re.compile(
        rf"{_STANDS}|{_CHANGES_NOTHING}|{_WILL}(?:holds?|keeps?) {_HER}fire{_AS_BEFORE}"
        rf"|{_WILL}(?:does|do|attacks?|hunts?|follows?|intercepts?) (?:nothing|nobody|no ?-?one){_AS_BEFORE}"
        rf"|{_DOES_NOT} (?:attack|hunt|act|move|follow|shadow|intercept|strike|do anything){_AT_ANY}{_AS_BEFORE}"
    ),
    japanese=re.compile(
        rf"{_OF}(?:(?:攻撃|迎撃|追尾|行動|何も|移動)(?:を|は)?(?:し(?:ない|ません)|控え(?:る|ます)|見合わせ(?:る|ます)|なし)"
        rf"|見送(?:る|ります)|動か(?:ない|さない)|動きません|{_WAITS}|{_AS_IT_IS})$"
    ),
    receipt=Text("Does nothing without an order", "命令がないため何もしません"),
    contradiction=Text("Your e-mail has an order for this one, too.", "このメールには別の命令もあります。"),
)
IDLE_PHRASES: Mapping[IdleKind, IdlePhrase] = {
    "stays": _STAYS,
    "holds_course": _HOLDS_COURSE,
    "holds_fire": _HOLDS_FIRE,
    "holds_torpedoes": _HOLDS_TORPEDOES,
    "idle": _IDLE,
}
