"""The captain's reasons, as sentences with placeholders. The placeholder ``who`` means the acting ships or cards."""

from games.kernel.text import Text

# the cards of a turn
RESTED = Text("{who}: leave the refuge, since nothing is left to repair.", "{who}：修理が済んだので避泊地を出ます。")
SUPPLY = Text(
    "{who}: take stores from {prize}, which is worth the risk to her.",
    "{who}：{prize}への危険に見合うため、物資を受け取ります。",
)
INTERCEPT = Text(
    "{who}: attack {target}, the best return for the cards that it costs.",
    "{who}：使うカードに対して最も見返りの大きい{target}を攻撃します。",
)
SUPPORTED = Text(
    "{who}: attack {target} with {support}, which together bring more than they cost.",
    "{who}：{support}で得るものが費用を上回るため、{target}を攻撃します。",
)
BRITISH = Text("{who}: sink {target} and score her points.", "{who}：{target}を沈めて得点を狙います。")
MINES = Text(
    "{who}: lay mines, since many merchants of {target} may strike them.",
    "{who}：{target}の商船が多く触雷しうるため、機雷を敷設します。",
)
TORPEDO = Text("{who}: the best use is against {target}.", "{who}：{target}に使うのが最も有効です。")
EFFECT = Text("{who}: worth more played now than kept in hand.", "{who}：手札に残すより今使う方が有利です。")
EFFECT_ON = Text(
    "{who}: worth more played on {target} now than kept in hand.",
    "{who}：手札に残すより今{target}に使う方が有利です。",
)
KEEP_ALL = Text(
    "Every card is worth more in hand than in any use of this turn.",
    "どのカードも、このターンに使うより手札に残す方が有利です。",
)
NO_CARDS = Text("No card is in hand.", "手札がありません。")
PLANNED = Text("The plan names this card next.", "計画した次のカードです。")
BEST_DRAWN = Text("{who}: the best use of the card drawn.", "{who}：引いたカードの最良の使い方です。")
NO_USE = Text("No use of the card drawn gains anything.", "引いたカードを使っても得るものがありません。")

# reactions
SAVE = Text(
    "{who}: the attack on {target} threatens more than the card is worth in hand.",
    "{who}：{target}への攻撃で失いうるものが、手札に残す価値を上回ります。",
)
ENDURE = Text(
    "No reaction: the attack on {target} threatens less than a card is worth in hand.",
    "{target}への攻撃で失いうるものは手札に残す価値に及ばないため、リアクションしません。",
)
RECALL = Text("{who}: take the attacker {target} out of play.", "{who}：攻撃した{target}を退場させます。")
EXCHANGE = Text(
    "{who}: lose a poorer merchant instead of {target}.",
    "{who}：{target}の代わりに、より安い商船を失います。",
)
ACCEPT = Text(
    "Nothing is gained by changing what happened to {target}.",
    "{target}に起きたことを変えても得るものがありません。",
)
DISGUISE = Text("{who}: hide the identity of a raider at sea.", "{who}：海上の襲撃艦の正体を隠します。")
STANDING = Text(
    "The best card for each danger comes first; the last cards of the deck are not spared.",
    "危険ごとに最良のカードを先にし、デッキの残りが少なければ惜しまず使います。",
)

# small questions
ARRANGE = Text(
    "The best card is drawn next by the own side, the worst ones by others.",
    "最良のカードを次に自分が引き、悪いカードを他の席が引きます。",
)
WORTH_KEEPING = Text(
    "{who}: keep, since the hunting is worth more than the cards that it costs.",
    "{who}：費用となるカードより襲撃の価値が大きいため、残します。",
)
NOT_KEPT = Text("No ship is worth the cards that she costs.", "費用となるカードに見合う艦がありません。")
FOR_PHANTOM = Text("{who}: the choice that gains the phantom most.", "{who}：ファントムに最も有利な選択です。")
RULES_CHOICE = Text(
    "All choices are equal for the phantom, so the one of the rules stands.",
    "ファントムにはどれも同じなので、規定の選択に従います。",
)
BEST_FIRST = Text("The ships with the best chances come first.", "最も有望な船を先に希望します。")
TO_THE_SMALLER = Text(
    "{who}: the better ship joins the smaller fleet.",
    "{who}：より良い艦を小さい方の艦隊に加えます。",
)
ONLY_PARTNER = Text("{who}: only the partner has a ship for it.", "{who}：使える艦を持つのは味方だけです。")
NOTHING_TO_GIVE = Text(
    "The partner has no more use for these than the own fleet.",
    "味方にとって自分の艦隊より役立つものはありません。",
)
PARTNER_NEEDS = Text("{who}: the partner needs a ship more.", "{who}：味方の方が艦を必要としています。")
CHASE = Text(
    "{who}: chase {target}: the better odds outweigh the supply that may be lost.",
    "{who}：有利になる度合いが補給を失う危険を上回るため、{target}を追跡します。",
)
LET_GO = Text(
    "{who}: let {target} go: supply is worth more than the better odds.",
    "{who}：補給の価値が上回るため、{target}を追跡しません。",
)
PURSUE = Text(
    "{who}: follow {target}: the attack is worth the danger of the shoals.",
    "{who}：浅瀬の危険に見合うため、{target}を追います。",
)
HOLD_OFF = Text(
    "{who}: the danger of the shoals is greater than what {target} is worth.",
    "{who}：{target}の価値より浅瀬の危険が大きいため、追いません。",
)
TAKE_STORES = Text(
    "{who}: take the stores of {target}: supply is worth the risk to the prize.",
    "{who}：補給は拿捕船への危険に見合うため、{target}の物資を受け取ります。",
)
LEAVE_STORES = Text(
    "{who}: the risk to {target} is greater than the use of her stores.",
    "{who}：物資の価値より{target}への危険が大きいため、受け取りません。",
)
MAKE_FOR_PORT = Text(
    "The prize tries for port at once, before she is attacked.",
    "拿捕船は攻撃される前に、すぐ入港を試みます。",
)
