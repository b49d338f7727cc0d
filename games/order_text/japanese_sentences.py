"""Japanese sentences, converted to the simple particle order that `japanese_particles` parses.

A sentence is split by acting unit; names lose courtesies around them, verbs their polite endings. A sentence with a
condition, a question or a negation gives no order this way; it can only say which units stay without an order.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from games.kernel.errors import GameError, Malformed
from games.kernel.forms import ChooseSome
from games.kernel.notation import PASS_WORDS
from games.order_text.aliases import aliases_to_ids
from games.order_text.choice_answers import may_keep_choice, strip_choosing_words
from games.order_text.implicit_subjects import sole_subject_of_form
from games.order_text.japanese_particles import leading_object
from games.order_text.japanese_verbs import replace_verb_ending
from games.order_text.multi_subject import ALL, BOTH
from games.order_text.tokens import is_too_long
from games.order_text.vocabulary import Vocabulary
from games.orders.order_set import Orders

ReadFunction = Callable[[str], list[str]]
"""A function that parses a line into orders in the notation. Raises GameError."""
AT_REST = "#"
_NO_SENTENCE = frozenset('"=')
_LETTER = "[ァ-ヺー一-鿿A-Za-z0-9]"
_BULLET = re.compile(r"^[\s・●○◎■□◆◇▶▷★☆※*\-–—•→]+|^\(?[0-9]{1,2}[.)．）]\s*(?=\D)")
_HONOUR = re.compile(rf"(?<={_LETTER})(?:号|丸)?(?:の?艦長|艦)?(?:殿|様|さん|君)?(?=$|[はがをにへでのともま、,:→\s])")
_CAPTAIN = re.compile(r"^(?P<who>[^はがをにへで、,]+)(?:艦長|司令官?|提督)(?:殿|様|さん)?[、,は:]\s*(?=.)")
_KIND = re.compile(
    r"(?:(?:敵|味方|我が|わが|自軍)の?)?(?:巡洋戦艦|ポケット戦艦|戦艦|巡戦|(?:重|軽|装甲|防護)?巡洋艦|重巡|軽巡|駆逐艦|空母"
    r"|仮装巡洋艦|商船|貨物船|旗艦|襲撃艦|僚艦|敵艦|(?:敵|味方|我が|わが|自軍)の?)(?=[ァ-ヺA-ZＡ-Ｚ])"
)
_FILLER = re.compile(
    r"(?:^|(?<=[、,はをがも]))(?:今回|今ターン|このターン|本ターン|今日|本日|ここ(?=は)|こちら|当方|まず|次に|つぎに|そして|また|それから|それでは|では"
    r"|さらに|なお|とりあえず|ひとまず|引き続き|直ちに|ただちに|すぐに|至急|共に|ともに|一緒に|揃って|そろって|一緒になって|同じく|同様に|次の?ラウンド(?:に|へ))[はも]?[、,]?"
)
_COLON = re.compile(r"(?<=\S)\s*[:：]\s*(?=\S)")
_DOUBT = re.compile(
    r"ない|ません|なく|ずに|禁止|中止|やめ|止め|控え|見合わせ|取りやめ|たら|なら|れば|場合|とき|時は|時に|次第|限り|もし|可能|でき"
    r"|必要に応じ|たぶん|多分|おそらく|かも|以外|除[いき]|[?？]|か$|べき|どこ|どう|どれ|なぜ|いつ|だれ|誰|または|もしくは|あるいは"
    r"|予定|つもり|はず|らしい|そう(?:だ|です)|まし(?:た|て)|でした"
)
_BY = re.compile(r"には|では|は|が|も|を|に|で|の|→")
_OTHERS = re.compile(
    r"(?:その)?(?:他|ほか)(?:の(?:部隊|艦|船|全部隊|全艦))?(?:すべて|全て)?|残り(?:の(?:部隊|艦|船))?(?:すべて|全て)?"
)
_AND = re.compile(r"[、,&＆]|と|及び|および")
_VERB = re.compile(r"(?:^|[をへにで])([^はがをにへで、,]+)$")
_COURTESY = re.compile(
    r"(?:(?:どうぞ|何卒|以上|では|それでは|引き続き|今回も|今後とも)[、,]?)*(?:よろしく|宜しく)(?:(?:お願い|おねがい|御願い)?(?:(?:いた|致)?します"
    r"|申し上げます)?|です)?|(?:いつも)?(?:大変)?お世話になって(?:い|おり)ます|お世話になります|お疲れ(?:様|さま)(?:です|でした)?|こんにちは|こんばんは"
    r"|おはようございます|はじめまして|初めまして|以上(?:です|となります)?|(?:ありがとう|有難う|有り難う)ございま(?:す|した)|(?:大変)?失礼(?:(?:いた|致)?し(?:ます|ました))"
    r"|(?:審判|マスター|GM|ゲームマスター|管理人|主催者|担当者|皆)(?:様|さま|さん|殿|各位)?|各位|拝啓|敬具|草々|前略|お待たせしました"
    r"|(?:遅く|遅れ)(?:なり|なって|て)?(?:まして)?(?:申し訳(?:ありません|ございません)|すみません(?:でした)?)|(?:大変)?(?:すみません|申し訳(?:ありません|ございません))(?:でした)?|了解です"
    r"|(?:今回|今ターン|このターン|本日|以下)(?:の|が|は)?(?:命令|行動|指示|オーダー)(?:です|になります|となります|は以下の?(?:通り|とおり)です)?"
    r"|(?:命令|行動|指示|オーダー)(?:は)?(?:以下|次)の?(?:通り|とおり)(?:です)?|以下(?:の?(?:通り|とおり)(?:です)?)?"
)
_STOPS = re.compile(r"(?<=[。!！])\s*")
_SIGNED = re.compile(r"[^\s、。]{1,10}です")


def strip_courtesies(lines: Sequence[str], words: Vocabulary) -> list[str]:
    """Return the lines without Japanese sentences that are only courtesies; a line may become empty.

    If all sentences are courtesies, the lines are returned unchanged.
    """
    kept: list[str] = []
    for at, line in enumerate(lines):
        kept.append(strip_courtesy(line, words, is_greeted=0 < at < MOST_GREETING and not kept[-1].strip()))
    return kept if any(line.strip() for line in kept) else [*lines]


MOST_GREETING = 4
"""The number of lines at the beginning of an e-mail in which the writer may tell his name (``田中です``)."""


def strip_courtesy(line: str, words: Vocabulary, *, is_greeted: bool) -> str:
    """Return a line without Japanese sentences that are only courtesies; "" if all are.

    With `is_greeted`, a sentence at the beginning that only tells the writer's name (``田中です``) is a courtesy, too.
    """
    if line.isascii() or '"' in line:
        return line
    said = [one for one in _STOPS.split(line) if one.strip()]
    kept: list[str] = []
    for one in said:
        is_greeted = (is_greeted and not kept) or (not kept and one != said[0])
        if not _is_courtesy(one, words, greeted=is_greeted):
            kept.append(one)
    return line if len(kept) == len(said) else " ".join(kept)


def _is_courtesy(sentence: str, words: Vocabulary, *, greeted: bool) -> bool:
    """Return True if a sentence is only a courtesy and contains no name or verb of the form.

    With `greeted`, the writer's name counts as a courtesy.
    """
    said = sentence.strip().rstrip("。.!！ 、,")
    pieces = [one for one in re.split(r"[、,\s]+", said) if one]
    named = [one for one in pieces if _SIGNED.fullmatch(one) and not _COURTESY.fullmatch(one)]
    if not pieces or (named and not greeted and len(named) == len(pieces)):
        return False
    plain = [one for one in pieces if one not in named]
    return (_COURTESY.fullmatch(said) is not None or all(map(_COURTESY.fullmatch, plain))) and not any(
        words.values.matches(name) or words.verbs.matches(name) or _ORDERS.search(name)
        for name in (one.removesuffix("です") for one in named)
    )


def is_courteous_phrase(phrase: str, *, is_greeted: bool) -> bool:
    """Return True if a whole phrase is a Japanese courtesy or, with `is_greeted`, tells the writer's name."""
    if _COURTESY.fullmatch(phrase):
        return True
    return is_greeted and _SIGNED.fullmatch(phrase) is not None and not _ORDERS.search(phrase.removesuffix("です"))


_ORDERS = re.compile(
    r"待機|維持|了解|準備|完了|命令|同じ|まま|なし|停泊|続行|移動|攻撃|砲撃|変更|確定|賛成|反対|不要|必要|無理|大丈夫"
)
"""Words of orders, which no personal name contains."""


def read_japanese(row: str, words: Vocabulary, read: ReadFunction) -> list[str] | None:
    """Return the orders in a Japanese sentence, in the notation; None if the sentence cannot be read.

    `read` is called with simpler versions of the sentence's parts; it returns their orders, and raises GameError for a
    version that it cannot read.
    """
    if row.isascii() or not _NO_SENTENCE.isdisjoint(row) or is_too_long(row) or "。" in row.rstrip("。"):
        return None
    said = _BULLET.sub("", row)
    parts = split_clauses(said, words) if isinstance(words.form, Orders) else [_REASON.sub("", said)]
    verb = _VERB.search(replace_verb_ending(parts[-1]))
    found: list[str] = []
    for part in parts:
        orders = _read_clause(part, verb[1] if verb and part != parts[-1] else "", words, read)
        if orders is None:
            return None
        found += orders
    return found


_REASON = re.compile(
    r"^(?:(?!たら|なら|れば|もし|場合)[^、])*(?:ので|ため|(?:です|ます|ません|ました|でした)(?:が|から|けれども?|けど)|残念ながら|あいにく|すみません|申し訳(?:ありません|ございません))、(?=.)"
)
"""A clause before a choice that gives the reason for the choice."""


def _read_clause(part: str, verb: str, words: Vocabulary, read: ReadFunction) -> list[str] | None:
    """Return the orders of a clause: of the first reading that is possible, else of the first that can be parsed.

    Return None if none can be parsed. `verb` is the last clause's verb, for a clause without its own; else "".
    """
    bare = replace_verb_ending(part)
    is_doubtful = all(_DOUBT.search(_without_verbs(one, words)) for one in (bare, bare.replace("砲撃", "射撃")))
    readings: list[list[str]] = []
    for one in dict.fromkeys(
        (*plain_readings(part, words), *(f"{said}{verb}" for said in plain_readings(part, words) if verb))
    ):
        with suppress(GameError):
            orders = read(one)
            if not is_doubtful or all(map(_rests, orders)):
                readings.append(orders)
                if _can_be_given(orders, words):
                    return orders
    return readings[0] if readings else None


def _without_verbs(said: str, words: Vocabulary) -> str:
    """Return a clause without the name of a verb of the form at its end, which may contain a negation."""
    names = (words.name_of(verb.replace("-", "_")).ja for verb in words.grammar.verbs())
    for name in (one for one in names if not one.isascii()):
        said = said.removesuffix(name)
    return said


def _can_be_given(orders: Sequence[str], words: Vocabulary) -> bool:
    """Return True if each of the orders is legal alone."""
    with suppress(GameError):
        return not any(words.checked(order).problem for order in orders if not _rests(order))
    return False


def _rests(order: str) -> bool:
    return order.startswith(AT_REST) or order.strip().casefold() in PASS_WORDS


def plain_readings(part: str, words: Vocabulary) -> Iterator[str]:
    """Yield versions of a clause with plain verbs and without courtesies, the likeliest first.

    `japanese_particles` can parse them. `part` is a clause as `split_clauses` returns it.
    """
    said = part.strip()
    if captain := _CAPTAIN.match(said):
        said = f"{captain['who']}は{said[captain.end() :]}"
    called = _with_ids(said, words)
    for one in dict.fromkeys(
        (said, called, _HONOUR.sub("", _KIND.sub("", called)), _HONOUR.sub("", _KIND.sub("", said)))
    ):
        bare = _BY_USING.sub("で", replace_verb_ending(_with_target(replace_verb_ending(_FILLER.sub("", one)))))
        if _NOTHING.fullmatch(bare) or _is_nothing_about(bare, words):
            yield PASS_WORDS[0]
        if not isinstance(words.form, Orders):
            yield from _choices(bare, words)
            if escape := _ESCAPES.fullmatch(bare):
                yield from _choices(escape["what"], words)
        yield from _ordered(bare, words)
        if isinstance(words.form, Orders) and (who := sole_subject_of_form(words)):
            yield from _ordered(f"{words.name_of(who).ja}は{bare}", words)


def _is_nothing_about(said: str, words: Vocabulary) -> bool:
    """Return True if a sentence with a topic that is no option chooses nothing: ``フロリドの件も、パス``."""
    about = _ABOUT.match(said)
    if about is None or isinstance(words.form, Orders) or words.values.matches(about["what"]):
        return False
    return _NOTHING.fullmatch(said, about.end()) is not None


def _with_target(said: str) -> str:
    """Return the clause with the unit's card as the means of its action, and with the target as the object."""
    said = _TARGET.sub(r"、\g<target>を狙う", said)
    found = _ASSIGNED.match(said)
    if found is not None:
        who, what = found["who"] or found["ship"], found["what"] or found["card"]
        return f"{who}は{what}で{found['rest']}"
    return _WITH_FIRST.sub(r"\1が", said)


def _with_ids(said: str, words: Vocabulary) -> str:
    """Return a sentence with ids for aliases and for names with blanks: ``QP 8 Mは出港``, ``積み木1を攻撃``."""
    found = {name: value for name, value in aliases_to_ids(words).items() if name in said}
    for name in sorted(found, key=len, reverse=True):
        said = re.sub(rf"{_PARTED}{re.escape(name)}{_PARTS}", found[name], said)
    return said


_PARTED = r"(?:^|(?<=[はがをにへでのとも、,:→\s]))"
_PARTS = r"(?=$|[はがをにへでのともま、,:→\s])"


def _choices(said: str, words: Vocabulary) -> Iterator[str]:
    """Yield the choices that a sentence may mean: one option, or for a choice of several a list."""
    said = said.removeprefix("choose ")
    chosen = strip_choosing_words(said, words)
    yield from (chosen, (_KEPT if may_keep_choice(words.form) else _CHOSEN).sub("", said))
    with suppress(Malformed):
        if isinstance(words.form, ChooseSome) and (named := _named(chosen, words)):
            yield f"choose {' '.join(named)}"


def _ordered(said: str, words: Vocabulary) -> Iterator[str]:
    """Yield a plain clause, then versions in which phrases are replaced by the particles that the parser knows."""
    topic = _with_topic(said, words)
    for one in dict.fromkeys((said, topic)):
        plainer = _TOGETHER.sub("は", one.replace("への", "へ").replace("までの", "まで").replace("に向け", "へ"))
        plainer = _AGAINST.sub("を", _where_they_are(plainer, words))
        yield plainer
        yield _COUNTED.sub(r" \1, ", plainer)
        yield plainer.replace("砲撃", "射撃")
        if (does := _DEED.search(plainer)) is not None and not words.verbs.exact_match(does[1]):
            yield plainer[: does.start()]
        if (given := _GIVEN_TO.fullmatch(plainer)) and _is_somebody(given["who"], words):
            yield f"{given['who']}は{given['what']}を{given['verb']}"
        noun, deed = leading_object(plainer, words)
        if noun and (waits := _WAITS.search(plainer)) is not None:
            yield f"{noun}を{plainer[len(noun) + 1 : waits.start()]}に{deed}"
        head, of, verb = plainer.rpartition("の")
        if of and (words.verbs.exact_match(verb) or verb in _LIGHT):
            yield f"{head}を{verb}"
        yield from _verb_last(plainer, words)


def _where_they_are(said: str, words: Vocabulary) -> str:
    """Return a clause without a place where the named units are now: ``ゲーベンはメッシーナで艤装``."""
    form, by = words.form, _AT.match(said)
    if by is None or not isinstance(form, Orders):
        return said
    with suppress(Malformed):
        lies = form.unit_places()
        named = [*lies] if by["who"] in ALL or by["who"] in BOTH else _named(by["who"], words)
        at = words.values.resolve(by["at"])
        if by["at"] in _HERE or (named and all(at and at in lies.get(one, ()) for one in named)):
            return f"{by['who']}は{said[by.end() :]}"
    return said


_BY_USING = re.compile(r"(?:の?カード)?を(?:使って|使用して|用いて|使い|使用し)[、,]?|の?カードで[、,]?(?=.)")
_WITH_FIRST = re.compile(r"^([^はがをに、,]+で[^はがをに、,]+)は")
"""A clause with the tool before the acting unit: ``国籍変更でMöweは…``."""
_ASSIGNED = re.compile(
    r"^(?:(?P<who>[^をにはが]+)に(?P<what>[^をにはが]+)|(?P<card>[^をにはが]+)を(?P<ship>[^をにはが]+)に?)"
    r"(?:(?<=に)|を)(?:割り当て|割当て|置い|置き|使わせ)て?[、,]?(?P<rest>.+)$"
)
"""A clause that gives a card to a unit, and then its action: ``Möweに国籍変更を割り当てて、Florideを狙う``."""
_TARGET = re.compile(
    r"(?:^|[、,])(?:攻撃|迎撃)?(?:目標|標的|ターゲット)[はを:](?P<target>[^はを]+?)(?:に(?:し|する|します))?$"
)
_NOTHING = re.compile(
    r"(?:これ以上の|(?:迎撃|攻撃|撃沈)への)?(?:命令|指示|行動|リアクション|変更)?(?:は|を|も)?(?:特に|何も)?(?:なし|無し|(?:ありません|ございません)(?:でした)?|ない)"
    r"|パス|見送り|見送る|見送ります|(?:ダイス|サイコロ|運)に(?:お)?(?:任せ|委ね)(?:る|ます)?"
    r"|(?:何も|カード(?:を|は)?|リアクション(?:を|は)?|応戦(?:を|は)?)(?:し|使わ|使い|出さ|出し|使用し)(?:ない|ません)"
)
_ESCAPES = re.compile(
    r"(?:[^、,はがを]{1,30}は[、,]?)?(?P<what>[^、,はがを]+?)(?:の?カード)?で[、,]?(?:振り切|逃げ切|逃げ|逃れ|かわ|防|守|切り抜け|回避)[ぁ-ん]*"
    r"(?:と(?:思い|存じ)ます)?"
)
"""The means of an escape: ``マリアは高速船で振り切りたい``."""
_ABOUT = re.compile(
    r"(?P<what>[^、,はがを]{1,30}?)(?:の件|について|に関して|への(?:迎撃|攻撃)|の撃沈)(?:に)?(?:は|も)[、,]?"
)
"""The topic of an answer: ``フロリドの件も、パス``."""
_CHOSEN = re.compile(
    r"(?:(?<=\d)(?:点|ポイント)|の?カード)?[でをに]?(?:回避|対応|応戦|対抗|反応|防御|使う|出す|選ぶ|取る|使用|攻撃|入札|選択)?$"
)
_KEPT = re.compile(rf"{_CHOSEN.pattern[:-2]}|を(?:残す|持ち越す|持ち越し)$")
_AT = re.compile(r"(?P<who>[^はがを]+?)(?:は|が)(?P<at>[^はがをにへで]+?)(?:にて|で)(?=.)")
_HERE = frozenset({"ここ", "現在地", "その場", "現在位置", "同地", "同港"})
_TOGETHER = re.compile(r"(?<=[艦船隊方隻])とも(?:に)?(?:は)?[、,]?|(?<=[艦船隊])は?、?(?:共に|ともに)")
_AGAINST = re.compile(r"に対して?(?:は)?")
_COUNTED = re.compile(r"(?<=[^\x00-\x7f])\s*([1-9])(?:個|つ|名|隻|ユニット)?と")
_DEED = re.compile(r"[をにへ](雷撃|攻撃|使う|使用)$")
"""A particle and a verb, such as を使う, that add no meaning to the tool before them."""
_WAITS = re.compile(r"(?:にて|で|に)(?:待機|待つ|待ち|停泊|留まる|とどまる)(?:する|させる)?$")
"""The end of a clause about something that waits at a place: ``給炭艦はガリタ島で待機``."""
_GIVEN_TO = re.compile(r"(?P<what>[^はがをにへ]+)を(?P<who>[^はがをにへ]+)に(?:は)?(?P<verb>[^はがをにへ]+)")
"""A clause in which a thing is given to a unit: ``無線をブレスラウに積み込み``."""
_LIGHT = frozenset(
    {
        "砲撃",
        "射撃",
        "攻撃",
        "移動",
        "雷撃",
        "発射",
        "修理",
        "配置",
        "追尾",
        "迎撃",
        "使用",
        "積み込み",
        "索敵",
        "護衛",
        "分散",
    }
)


def _with_topic(said: str, words: Vocabulary) -> str:
    """Return a clause with `は` in place of the colon or `の` after the acting unit: ``ノーフォーク：2511``."""
    if (colon := _COLON.search(said)) is not None and not said[: colon.start()].isascii():
        return f"{said[: colon.start()]}は{said[colon.end() :]}"
    if colon is not None:
        return f"{said[: colon.start()]}: {said[colon.end() :]}"
    for of in re.finditer("の", said):
        if _is_somebody(said[: of.start()], words):
            return f"{said[: of.start()]}は{said[of.end() :]}"
    return said


def _verb_last(said: str, words: Vocabulary) -> Iterator[str]:
    """Yield versions of a clause with the form's verb at the end, if the clause has it as an object or a tool.

    Example: ``星弾を2812に砲撃``.
    """
    for verb in words.grammar.verbs():
        name = words.name_of(verb.replace("-", "_")).ja
        by, does, end = name.partition("で")
        if does and end and f"{by}で" in said and said.endswith(end):
            yield said.replace(f"{by}で", "", 1).removesuffix(end) + name
        for called in dict.fromkeys((name, *name.split("の")[:1], *_CALLED.get(verb, ()))):
            at = said.find(called) if called and not called.isascii() else -1
            if at >= 0 and said != called and not said.endswith(name):
                head = re.sub("の$", "は", said[:at])
                rest = re.sub("^[をはがで]", "", said[at + len(called) :])
                bare = _DONE.sub("", rest)
                yield f"{head}{bare}を{name}" if bare else f"{head}{name}"


_CALLED = {"launch": ("魚雷", "雷撃"), "star-shell": ("星弾", "照明弾"), "secondary": ("副砲",)}
"""Common Japanese names of the tools of some verbs, whatever the form calls them."""
_DONE = re.compile(r"(?:[をでにへ](?:対し)?)?(?:砲撃|発射|実施|実行|行う|放つ|使う|使用|指定)?$")


def split_clauses(said: str, words: Vocabulary) -> list[str]:
    """Return the parts of a Japanese sentence; a new part begins after a comma if an acting unit follows."""
    made: list[str] = []
    for piece in re.split(r"\s*[、,]\s*", said):
        begins = _begins_with_who(piece, words)
        if made and _leads_on(made[-1], words):
            made[-1] += piece
        elif made and begins and _begins_with_who(made[-1], words):
            made.append(piece)
        elif made:
            made[-1] = f"{made[-1]}、{piece}"
        else:
            made.append(piece)
    return made


def _leads_on(piece: str, words: Vocabulary) -> bool:
    """Return True if a piece before a comma is only a topic or a tool of the next piece: ``国籍変更で、``."""
    found = _ONLY_WITH.fullmatch(_with_ids(piece, words))
    return piece.endswith(("は", "が")) or (found is not None and len(words.values.matches(found["what"])) == 1)


_ONLY_WITH = re.compile(
    r"(?:[^はがにを]+[はがに])?(?P<what>[^はがにを]+?)(?:の?カード)?(?:で|を(?:使って|使用して|用いて|使い|使用し))"
)


def _begins_with_who(piece: str, words: Vocabulary) -> bool:
    """Return True if a piece begins with units (named, both, all or all others), followed by a particle or colon."""
    bare = _HONOUR.sub("", _KIND.sub("", _FILLER.sub("", _with_ids(piece, words))))
    ends = (by.start() for by in (*_BY.finditer(bare), *_COLON.finditer(bare)))
    whole = next((one for one in (*ALL, *BOTH) if bare.startswith(one)), "")
    return bool(whole) or any(_is_somebody(bare[:end], words) for end in ends if end)


def _is_somebody(name: str, words: Vocabulary) -> bool:
    """Return True if a text names only units that can get orders, or means both, all or all others."""
    if name in ALL or name in BOTH or _OTHERS.fullmatch(name):
        return True
    with suppress(Malformed):
        named = _named(name, words)
        return bool(named) and all(map(words.grammar.may_act, named))
    return False


def _named(said: str, words: Vocabulary) -> list[str]:
    """Return the values that a text names, joined by `と` or commas; [] if one part of it is no name.

    Raises Malformed for an ambiguous name.
    """
    found = [words.values.resolve(one) for one in ([said] if words.values.matches(said) else _AND.split(said)) if one]
    return found if all(found) else []
