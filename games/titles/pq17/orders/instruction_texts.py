"""A sentence for players about each standing instruction. The forms show it where the instruction is chosen."""

from games.kernel.text import Text

EXPLAINED: dict[str, Text] = {
    "tows": Text(
        "Another ship of the force tows a ship Dead in the Water; with “no” she sinks.",
        "航行不能になった艦を同じ部隊の艦が曳航します。「いいえ」なら沈没します。",
    ),
    "refuses": Text(
        "You may void an enemy search of your block: you are asked each time, or the answer is always the same.",
        "敵の索敵を無効にできるとき、毎回確認するか、常に同じ答えにします。",
    ),
    "strikes": Text(
        "After a search you choose who follows and who attacks. “Always” attacks every target that is not "
        "hopeless, with ships and submarines too; “follow” only follows; “never” does neither.",
        "索敵後に、追尾と攻撃をする部隊を選びます。「常に」なら、見込みのある目標すべてを艦隊や潜水艦でも攻撃します。"
        "「追尾」なら追尾だけ、「しない」ならどちらも行いません。",
    ),
    "quarry": Text(
        "Automatic attacks go only against this kind of block.",
        "自動攻撃の目標を、この種類の積み木に限ります。",
    ),
    "from_id": Text(
        "Automatic attacks go only against blocks that are identified to this ID or better.",
        "自動攻撃の目標を、識別レベルがこの値以上の積み木に限ります。",
    ),
    "releases": Text(
        "Your shadowers let a target go before it moves.",
        "追尾部隊は、目標の移動前に追尾をやめます。",
    ),
    "detaches": Text(
        "An undamaged cruiser leaves her force to follow a target, and the force sails on.",
        "無傷の巡洋艦が部隊を離れて目標を追尾し、部隊は航行を続けます。",
    ),
    "decoys": Text(
        "A dummy appears beside your block at ID 0 when nobody follows it any more.",
        "追尾されなくなった識別レベル0の自軍の積み木に、ダミーを添えます。",
    ),
    "follows": Text(
        "If a shadowed target splits, your shadower follows this part.",
        "追尾中の目標が分離したら、この部分を追います。",
    ),
    "scramble": Text(
        "Your fighters rise against an air attack of at least this strength.",
        "この戦力以上の航空攻撃に対して、戦闘機が発進します。",
    ),
    "cam_from": Text(
        "CAM fighters, which fly only once, rise against at least this strength at one stack; with 0 they never rise.",
        "一度しか飛べないCAM機は、一つのスタックを攻撃する戦力がこの値以上なら発進します。0なら発進しません。",
    ),
    "strike": Text(
        "Your aircraft attack these ships first.",
        "航空部隊はこの艦種を優先して攻撃します。",
    ),
    "torpedoes": Text(
        "Aircraft that can carry both drop torpedoes; with “no” they drop bombs.",
        "魚雷と爆弾の両方を積める航空部隊は魚雷を使います。「いいえ」なら爆弾を使います。",
    ),
    "break_off": Text(
        "Your air attack turns back if less bomber strength than this is left; with 0 it goes on.",
        "残った爆撃機の戦力がこの値より小さければ、航空攻撃を中止します。0なら続けます。",
    ),
    "boats": Text(
        "Your submarines attack these ships first.",
        "潜水艦はこの艦種を優先して攻撃します。",
    ),
    "sally": Text(
        "The submarines of a convoy attack a force that attacks the convoy.",
        "船団の潜水艦が、船団を攻撃する部隊を攻撃します。",
    ),
    "intercepts": Text(
        "Your force meets enemy ships that attack another of your blocks nearby.",
        "近くの自軍の積み木を攻撃する敵の水上艦を、部隊が迎え撃ちます。",
    ),
    "joins": Text(
        "Your force nearby joins a battle that has begun.",
        "近くの部隊が、始まった戦闘に加わります。",
    ),
    "torpedo_round": Text(
        "From this round of a battle your ships close to launch torpedoes.",
        "戦闘のこのラウンドから、艦が雷撃のために接近します。",
    ),
    "evades": Text(
        "Ships that close for torpedoes evade: they are harder to hit and hit less.",
        "雷撃に向かう艦が回避します。被弾しにくくなりますが、命中も減ります。",
    ),
    "stands": Text(
        "Your force stays in a surface battle, withdraws, or stays only while it is stronger.",
        "水上戦闘を続けるか、撤退するか、味方が強い間だけ続けるかを決めます。",
    ),
    "takes_cover": Text(
        "German forces under a warning by superiors withdraw with the modifiers of night and weather.",
        "上層部の警告を受けたドイツ部隊が、夜と天候の修正を適用して撤退します。",
    ),
    "asks": Text(
        "In a surface battle you are asked once, in each round, or never; your other instructions do the rest.",
        "水上戦闘で、1回だけ、毎ラウンド、または一度も確認しません。残りは他の常時指示に従います。",
    ),
    "asks_air": Text(
        "With “once” you are asked once in each air attack, yours or the enemy's: about fighters and formation, or "
        "about the targets of your bombers. With “never” your other instructions decide.",
        "「1回」なら、敵味方の航空攻撃ごとに1回、戦闘機と隊形、または爆撃機の目標を確認します。"
        "「しない」なら他の常時指示に従います。",
    ),
    "meets": Text(
        "Your force attacks or follows a block that it finds in passing, or lets it go.",
        "通過中に見つけた積み木を攻撃するか、追尾するか、見送ります。",
    ),
    "revises": Text(
        "You may change your other orders when one of your blocks finds something in passing or ice stops it.",
        "積み木が移動中に敵を見つけたり氷で止まったりしたとき、他の命令を変更できます。",
    ),
    "bids": Text(
        "You bid this number for the initiative of each fortnight, and declare no operation EV.",
        "毎期の主導権にこの数を入札し、作戦EVは宣言しません。",
    ),
    "calls": Text(
        "You are asked each fortnight whether you call emergency forces, or never.",
        "緊急増援を呼ぶかどうかを、毎期確認するか、確認しません。",
    ),
    "administers": Text(
        "You are asked each fortnight about repairs, replacements and your other forces, or never.",
        "修理、補充などの戦闘序列を、毎期確認するか、確認しません。",
    ),
    "docks": Text(
        "These damaged ships go to repair without an order.",
        "命令がなくても、この損傷艦を修理に出します。",
    ),
    "replaces": Text(
        "Replacements go to these aircraft first.",
        "この機種を優先して補充します。",
    ),
    "oilers": Text(
        "A lost oiler comes back at this port.",
        "失われた給油艦は、この港に補充されます。",
    ),
    "boats_at": Text(
        "Replaced submarines come back at this base.",
        "補充された潜水艦は、この基地に現れます。",
    ),
    "unloads": Text(
        "In port, merchants of this kind unload first.",
        "港では、この種類の商船から荷下ろしします。",
    ),
    "hastens": Text(
        "The reinforcements situation brings the first entry of the fortnight's list, or the first of this sort.",
        "増援状況で、その期の一覧の先頭、またはこの種類の先頭の部隊が早く到着します。",
    ),
    "left_at_sea": Text(
        "As an operation begins, this part of your submarines, and of Soviet ships, is at sea.",
        "作戦開始時に、潜水艦とソ連艦のうちこの割合が洋上にいます。",
    ),
}
"""By instruction, the sentence that describes its effect."""
