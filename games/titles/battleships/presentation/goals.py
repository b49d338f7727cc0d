"""11.0 The summary of each scenario: its victory conditions and special rules."""

from games.kernel.text import Text

GOALS = {
    "lofoten": Text(
        "More points win, by 10 at least. The Germans also win if both battleships leave by the north edge, from turn 8"
        " on, without a step of damage. Destroyers make 4 and launch no torpedoes.",
        "10点差以上で勝利。第8ターン以降にドイツの2戦艦が無傷で北端から離脱すればドイツの勝利。駆逐艦は移動力4、雷撃不可。",
    ),
    "mers_el_kebir": Text(
        "The British win with 60 points more than the French; else the French win. French capital ships that"
        " leave by the"
        " north or east edge score in full. The British keep 3 hexes off the breakwater; French ships lie still"
        " on turn 1.",
        "イギリスは60点以上の差で勝利、さもなければフランスの勝利。北端か東端から離脱した仏主力艦は全点。"
        "英艦は防波堤から3ヘクス以内に入れず、仏艦は第1ターンに動けない。",
    ),
    "calabria": Text(
        "More points win. The Italians may leave by the west edge from turn 6 on; that scores nothing.",
        "得点の多い側が勝利。イタリア艦は第6ターンから西端へ離脱できるが得点にならない。",
    ),
    "spartivento": Text(
        "More points win, by 15 at least. Italian ships that leave by the south edge, where the convoy is, score"
        " in full.",
        "15点差以上で勝利。船団のいる南端から離脱したイタリア艦は全点。",
    ),
    "denmark_strait": Text(
        "The British win if Bismarck is sunk, the Germans if she leaves by the south or west edge, from turn 9 on;"
        " else more points win.",
        "ビスマルクを沈めればイギリス、第9ターン以降に南端か西端から離脱すればドイツの勝利。他は得点で決まる。",
    ),
    "last_battle": Text(
        "The British win if Bismarck is sunk within ten turns and neither King George V nor Rodney is sunk or at"
        " 3W or 3S;"
        " else the German wins. Two steps of her hull cannot be repaired, and she turns one hexside a turn.",
        "10ターン以内にビスマルクを沈め、キング・ジョージ5世とロドネーが沈没も3W・3Sもしていなければイギリスの勝利。"
        "さもなければドイツの勝利。ビスマルクの2Sは修理できず、回頭は1ターン60度まで。",
    ),
    "force_z": Text(
        "More points win. Prince of Wales and Repulse score in full for leaving by the north edge.",
        "得点の多い側が勝利。プリンス・オブ・ウェールズとレパルスは北端から離脱すれば全点。",
    ),
    "tirpitz": Text(
        "The Germans win if Tirpitz leaves by the east edge, from turn 8 on, the British if she is sunk; else"
        " more points"
        " win. Snow squalls may close in; destroyers make 5.",
        "第8ターン以降にティルピッツが東端から離脱すればドイツ、沈めばイギリスの勝利。他は得点で決まる。"
        "吹雪で視界が閉ざされることがあり、駆逐艦は移動力5。",
    ),
    "casablanca": Text(
        "The Americans win with more points, if El Hank is destroyed or Jean Bart sunk or at 3W; else the French win."
        " French light ships score in full for leaving by the north edge; they lie still on turn 1.",
        "エル・アンク砲台の破壊かジャン・バールの撃沈・3Wに加え、得点で上回ればアメリカの勝利。さもなければフランスの勝利。"
        "仏小艦艇は北端から離脱すれば全点、第1ターンは動けない。",
    ),
    "third_solomon": Text(
        "The Japanese win if Kirishima bombards Henderson Field from row 28 or 29 on three turns; else more"
        " points win.",
        "霧島が28段か29段から3ターン、ヘンダーソン飛行場を砲撃すれば日本の勝利。他は得点で決まる。",
    ),
    "north_cape": Text(
        "The British win if Scharnhorst is sunk; the Germans if she leaves by the east or south edge, from turn 10 on,"
        " or is afloat after the last turn.",
        "シャルンホルストを沈めればイギリスの勝利。第10ターン以降に東端か南端から離脱するか、最後まで浮いていればドイツの勝利。",
    ),
    "san_bernardino": Text(
        "More points win, by 30 at least. Japanese capital ships that leave by the east edge score in full.",
        "30点差以上で勝利。東端から離脱した日本の主力艦は全点。",
    ),
}
