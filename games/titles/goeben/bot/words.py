"""The reasons that the bot gives for its orders, as sentences. The placeholder `{who}` is for the ships that act."""

from games.kernel.text import Text

# the day
DEFENCES = Text("{who}: bombard the coastal defences of {space}.", "{who}：{space}の沿岸防御を砲撃します。")
MISSION_PORT = Text(
    "{who}: silence the coastal defences of {space}, as the mission demands.",
    "{who}：任務で求められる{space}の沿岸防御を沈黙させます。",
)
COUNTERS = Text("{who}: look for prey among the counters at {space}.", "{who}：{space}のカウンターに獲物を求めます。")
MERCHANTS = Text("{who}: raid merchants at {space}.", "{who}：{space}で商船を襲います。")
DANGER = Text(
    "{who}: get away from the danger to a safer place, {space}.",
    "{who}：危険を避け、より安全な{space}へ移ります。",
)
NEARER = Text("{who}: come nearer to the end of the mission.", "{who}：任務の終着地に近づきます。")
IN_TIME = Text(
    "{who}: hurry, so that the mission ends in time (days left: {days}).",
    "{who}：残り{days}日なので、任務を期限内に終えるため急ぎます。",
)
ENDS = Text(
    "{who}: end the mission at {space}: everything else is done.",
    "{who}：残る目的は到着だけなので、{space}で任務を終えます。",
)
TOO_SOON = Text(
    "{who}: keep away from the port where the mission ends: it opens only once, and points are wanting.",
    "{who}：終着港には一度しか入れず、まだ得点が足りないため、離れています。",
)
MUST_LEAVE = Text(
    "{who}: leave port, as they must (9.1), for the best place in reach.",
    "{who}：出港義務（9.1）に従い、届く中で最も良い場所へ向かいます。",
)
STAY = Text(
    "{who}: stay, since no place in reach promises more than {space}.",
    "{who}：{space}より良い場所に届かないため、留まります。",
)
STUCK = Text("{who}: unable to move.", "{who}：移動できません。")
REPAIR = Text(
    "{who}: repair the worst damage, while there is time in port.",
    "{who}：時間のあるうちに港で最も大きな損傷を直します。",
)
REFIT = Text(
    "{who}: take on coal and ammunition, while there is time in port.",
    "{who}：時間のあるうちに港で石炭と弾薬を積みます。",
)
LOOK = Text(
    "{who}: read signals from the places nearby, to know what lies there (11.1).",
    "{who}：近くの敵情を知るため通信を傍受します（11.1）。",
)
JAM = Text(
    "{who}: rather jam signals than read them, because the alert level is {level} (11.2).",
    "{who}：警戒レベルが{level}なので、傍受より妨害を優先します（11.2）。",
)
PLANNED = Text("The plan of the day stands.", "この日の計画を変えません。")

# doctrine and battle
SPARE = Text(
    "Maximum fire at convoys only: the mission lasts {days} days, and ammunition cannot be bought at sea (14.9).",
    "任務は{days}日間続き、弾薬は海上で補えないため、全力射撃は船団だけにします（14.9）。",
)
FIRE_HARD = Text(
    "Maximum fire at the worthiest targets: in a mission of {days} days there is ammunition for it (14.9).",
    "{days}日間の任務なら弾薬が足りるため、重要な目標に全力射撃します（14.9）。",
)
BY_DOCTRINE = Text("The doctrine given before says what to do.", "先に定めたドクトリンに従います。")
AS_BEFORE = Text("The targets chosen before still serve.", "先に選んだ目標のままにします。")

# small questions
READ = Text(
    "Read signals: at alert level {level} it is worth more to know where the enemy is.",
    "警戒レベル{level}では敵の居場所を知る方が有利なため、傍受します。",
)
JAM_NOW = Text(
    "Jam signals: at alert level {level} it is worth more to lower the alert.",
    "警戒レベル{level}では警戒を下げる方が有利なため、妨害します。",
)
NEAREST = Text(
    "Look into the nearest place, {space}, where the enemy matters first.",
    "敵が最初に問題となる、最も近い{space}を探ります。",
)
EVADE = Text(
    "{who}: spend coal to be safe, since more than one is left.",
    "{who}：石炭が2以上残るので、払って安全を得ます。",
)
SAVE_LAST = Text("Keep the last coal, and risk the torpedo.", "最後の石炭を残し、魚雷の危険を冒します。")
RAM = Text("{who}: ram, since she has the most hull to spare.", "{who}：船体に最も余裕があるため、体当たりします。")
WON = Text("The mission is won: end it before anything goes wrong.", "任務は達成済みなので、失う前に終えます。")
MARINES = Text(
    "{who}: land the marines, because a port that is held gives coal and repairs (9.2).",
    "{who}：占領した港では給炭と修理ができるため、海兵を上陸させます（9.2）。",
)
USUAL_CARGO = Text("Take the usual cargo, as far as the points go.", "ポイントの許す限り、標準的な資材を積みます。")
SHARE = Text(
    "Fill the first ships completely, instead of all of them a little.",
    "全艦に少しずつ配るより、先の艦を満たします。",
)
FIRST_BONUS = Text(
    "The admiral does not compare these; it takes the first.",
    "ボットは比較せず、最初のものを選びます。",
)
