"""1.1, 11.0 The twelve scenarios with their seats and summaries, from which players choose."""

from games.kernel.scenarios import Scenario, SeatRole
from games.kernel.text import Text

ROLES = {
    role.key: role
    for role in (
        SeatRole("british", Text("British", "イギリス軍")),
        SeatRole("american", Text("Americans", "アメリカ軍")),
        SeatRole("japanese", Text("Japanese", "日本軍")),
        SeatRole("german", Text("Germans", "ドイツ軍")),
        SeatRole("italian", Text("Italians", "イタリア軍")),
        SeatRole("french", Text("French", "フランス軍")),
    )
}


def _battle(key: str, first: str, second: str, name: Text, summary: Text) -> Scenario:
    return Scenario(key, name, (ROLES[first], ROLES[second]), summary)


SCENARIOS = {
    scenario.key: scenario
    for scenario in (
        _battle(
            "lofoten", "british", "german", Text("Action off Lofoten", "ロフォーテン沖海戦"),
            Text(
                "9 April 1940: Renown meets Gneisenau and Scharnhorst in a heavy sea.",
                "1940年4月9日、荒天の中レナウンがグナイゼナウ、シャルンホルストと出会う。",
            ),
        ),
        _battle(
            "mers_el_kebir", "british", "french", Text("Mers el-Kebir", "メルセルケビール海戦"),
            Text(
                "3 July 1940: Force H before the harbour in which the French fleet lies moored.",
                "1940年7月3日、係留中のフランス艦隊にH部隊が迫る。",
            ),
        ),
        _battle(
            "calabria", "italian", "british", Text("Calabria", "カラブリア沖海戦"),
            Text(
                "9 July 1940: two fleets by day, the Italians near their coast.",
                "1940年7月9日、イタリア近海での昼間の艦隊決戦。",
            ),
        ),
        _battle(
            "spartivento", "british", "italian", Text("Cape Spartivento", "スパルティヴェント岬沖海戦"),
            Text("27 November 1940: a convoy lies behind the British.", "1940年11月27日、英艦隊の後方に船団がいる。"),
        ),
        _battle(
            "denmark_strait", "british", "german", Text("Denmark Strait", "デンマーク海峡海戦"),
            Text(
                "24 May 1941: Hood and Prince of Wales against Bismarck and Prinz Eugen.",
                "1941年5月24日、フッドとプリンス・オブ・ウェールズ対ビスマルクとプリンツ・オイゲン。",
            ),
        ),
        _battle(
            "last_battle", "german", "british", Text("The last battle of Bismarck", "ビスマルク最後の戦い"),
            Text(
                "27 May 1941: her rudder is jammed; ten turns to sink her.",
                "1941年5月27日、舵を失ったビスマルクを10ターン以内に沈める。",
            ),
        ),
        _battle(
            "force_z", "japanese", "british", Text("Force Z by night", "Z部隊の夜戦"),
            Text(
                "December 1941, hypothetical: Prince of Wales and Repulse break through Kondo's fleet by night.",
                "1941年12月、架空戦。プリンス・オブ・ウェールズとレパルスが夜間に近藤艦隊を突破する。",
            ),
        ),
        _battle(
            "tirpitz", "german", "british", Text("Tirpitz and the Home Fleet", "ティルピッツと本国艦隊"),
            Text(
                "March 1942, hypothetical: Tirpitz caught in snow squalls on her way to a convoy.",
                "1942年3月、架空戦。船団に向かうティルピッツを吹雪の中で捕捉する。",
            ),
        ),
        _battle(
            "casablanca", "american", "french", Text("Casablanca", "カサブランカ沖海戦"),
            Text(
                "8 November 1942: Massachusetts against Jean Bart and El Hank.",
                "1942年11月8日、マサチューセッツ対ジャン・バールとエル・アンク砲台。",
            ),
        ),
        _battle(
            "third_solomon", "american", "japanese", Text("Third Battle of the Solomon Sea", "第三次ソロモン海戦"),
            Text(
                "14 November 1942 by night: two battleships bar Kirishima's way to Henderson Field.",
                "1942年11月14日夜、霧島のヘンダーソン飛行場砲撃を2隻の戦艦が阻む。",
            ),
        ),
        _battle(
            "north_cape", "german", "british", Text("North Cape", "北岬沖海戦"),
            Text(
                "26 December 1943: Scharnhorst without radar in the polar night.",
                "1943年12月26日、極夜の海でレーダーを失ったシャルンホルスト。",
            ),
        ),
        _battle(
            "san_bernardino", "japanese", "american", Text("San Bernardino", "サン・ベルナルジノ"),
            Text(
                "25 October 1944, hypothetical: Task Force 34 stays, and Yamato meets Iowa.",
                "1944年10月25日、架空戦。第34任務部隊が残り、大和とアイオワが対決する。",
            ),
        ),
    )
}  # fmt: skip
