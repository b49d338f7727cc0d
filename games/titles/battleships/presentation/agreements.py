"""The names and descriptions of the optional rules of chapter 10, which a host chooses."""

from games.kernel.text import Text

OPTION_NAMES = {
    "as_proposed": Text("Options of the scenario", "シナリオ指定の選択ルール"),
    "radar": Text("Radar", "レーダー"),
    "aircraft": Text("Spotter aircraft", "観測機"),
    "crews": Text("Quality of crews", "乗組員の質"),
    "arcs": Text("Arcs of fire", "射界"),
    "reloads": Text("Torpedo reloads", "魚雷の再装填"),
    "mines": Text("Mines", "機雷"),
    "batteries": Text("Shore batteries", "沿岸砲台"),
    "friendly_fire": Text("Friendly fire", "誤射"),
    "flagship": Text("Flagships", "旗艦"),
    "command": Text("Command control", "コマンド・コントロール"),
    "turning": Text("Fire after turning", "回頭後の砲撃修正"),
    "special_damage": Text("Special damage", "特殊損害"),
}

OPTION_NOTES = {
    "as_proposed": Text(
        "The options on which the scenario's own rules rest are in play, whatever else you choose.",
        "シナリオの特別ルールが前提とする選択ルールを自動的に使います。",
    ),
    "radar": Text(
        "Ships with radar fire beyond the sighting distance, mostly at a penalty.",
        "レーダー搭載艦は視認距離の外へも砲撃できます（多くは不利な修正あり）。",
    ),
    "aircraft": Text(
        "By day, on an even die, capital ships and heavy cruisers fire beyond the sighting distance at a penalty of 3.",
        "昼間、ダイスが偶数なら主力艦と重巡は視認距離の外へ修正マイナス3で砲撃できます。",
    ),
    "crews": Text(
        "Good crews shoot and launch better, poor ones worse; the scenario says which.",
        "優秀な乗組員は砲雷撃が有利、拙劣なら不利。シナリオが指定します。",
    ),
    "arcs": Text(
        "Nelson, Dunkerque and Richelieu classes do not fire aft; the French two fire ahead without penalty.",
        "ネルソン、ダンケルク、リシュリュー級は後方へ撃てません。仏2級は前方射撃の修正なし。",
    ),
    "reloads": Text(
        "Japanese ships may launch a second time, three turns after the first.",
        "日本艦は発射の3ターン後に一度だけ再び雷撃できます。",
    ),
    "mines": Text(
        "Where the scenario has mines, they are laid in secret and strike both sides.",
        "シナリオに機雷があれば密かに敷設され、敵味方の両方を攻撃します。",
    ),
    "batteries": Text("Where the scenario has shore batteries, they fight.", "シナリオに沿岸砲台があれば戦います。"),
    "friendly_fire": Text(
        "By night ships may fire across friends, and on a 1 strike one of them.",
        "夜間、味方越しに砲撃できますが、ダイスが1なら味方に命中します。",
    ),
    "flagship": Text(
        "Each side names a flagship in secret; if she is sunk all its crews are a grade worse.",
        "各軍は密かに旗艦を決めます。沈むと全艦の乗組員の質が1段階下がります。",
    ),
    "command": Text(
        "Chits drawn each turn keep some ships from firing and turning, unless they see their flagship.",
        "毎ターン引くチットにより、一部の艦は砲雷撃と回頭ができません（旗艦の視認距離内を除く）。",
    ),
    "turning": Text(
        "A ship that turned in her last move fires at a penalty of 1.",
        "直前の移動で回頭した艦の砲撃は修正マイナス1。",
    ),
    "special_damage": Text(
        "Some hits bring more: fire, radar, rudder, bridge or power.",
        "命中によっては火災、レーダー、舵、艦橋、動力部の損害が加わります。",
    ),
}
