"""The Japanese spellings of German ships and merchants. Players may write them instead of the names on the cards.

The cards, the boards and the e-mails use Latin letters. If several spellings are usual, each is accepted.
"""

from games.kernel.text import Text

SHIPS = {
    "dresden": "ドレスデン",
    "emden": "エムデン",
    "konigsberg": "ケーニヒスベルク|ケーニッヒスベルク|ケーニクスベルク|ケーニヒスベルグ",
    "nurnberg": "ニュルンベルク|ニュルンベルグ",
    "leipzig": "ライプツィヒ|ライプチヒ|ライプツィッヒ",
    "karlsruhe": "カールスルーエ",
    "berlin": "ベルリン",
    "cap_trafalgar": "カップ・トラファルガー|カップ・トラファルガル|カプ・トラファルガー",
    "cormoran": "コルモラン|コーモラン",
    "geier": "ガイアー",
    "greif": "グライフ",
    "iltis": "イルティス",
    "kaiser_wilhelm_der_grosse": "カイザー・ヴィルヘルム・デア・グローセ|カイザー・ウィルヘルム・デア・グロッセ"
    "|カイザー・ヴィルヘルム・デア・グロッセ|カイザー・ヴィルヘルム|カイザー・ウィルヘルム",
    "kronprinz_wilhelm": "クロンプリンツ・ヴィルヘルム|クロンプリンツ・ウィルヘルム|クローンプリンツ・ヴィルヘルム",
    "leopard": "レオパルト|レオパルド",
    "meteor": "メテオール|メテオーア|メテオル",
    "mowe": "メーヴェ|メーベ|メーウェ",
    "prinz_eitel_friedrich": "プリンツ・アイテル・フリードリヒ|プリンツ・アイテル・フリードリッヒ",
    "seeadler": "ゼーアドラー|ゼーアトラー",
    "wolf": "ヴォルフ|ウォルフ|ボルフ",
    "anne_de_bretagne": "アンヌ・ド・ブルターニュ",
    "banksfield": "バンクスフィールド",
    "bowes_castle": "ボウズ・キャッスル|ボーズ・キャッスル",
    "city_of_winchester": "シティ・オブ・ウィンチェスター",
    "diplomat": "ディプロマット",
    "elsinor": "エルシノア",
    "hyades": "ハイアデス|ヒアデス",
    "indrani": "インドラニ",
    "kaipara": "カイパラ",
    "king_lud": "キング・ラッド",
    "la_correntina": "ラ・コレンティーナ",
    "lovat": "ロヴァット|ロバット",
    "manchester_commerce": "マンチェスター・コマース",
    "maria": "マリア",
    "pontoporos": "ポントポロス",
    "rio_iguassu": "リオ・イグアス",
    "ryazan": "リャザン|リャザニ",
    "troilus": "トロイラス|トロイルス",
    "vandyck": "ヴァンダイク|バンダイク|ヴァン・ダイク",
    "buenos_ayres": "ブエノス・アイレス",
    "charles_gounod": "シャルル・グノー",
    "dee": "ディー",
    "dupleix": "デュプレクス|デュプレックス",
    "invercoe": "インヴァーコー|インバーコー",
    "isabel_browne": "イザベル・ブラウン",
    "john_h_kirby": "ジョン・H・カービー|ジョン・カービー",
    "marechal_davout": "マレシャル・ダヴー|マレシャル・ダブー",
    "staut": "スタウト",
    "storebror": "ストーレブロール|ストレブロル",
    "william_p_frye": "ウィリアム・P・フライ|ウィリアム・フライ",
    "matheran": "マセラン|マテラン",
    "mount_temple": "マウント・テンプル",
    "lundy_island": "ランディ・アイランド",
    "appam": "アッパム|アパム",
    "clan_mactavish": "クラン・マクタヴィッシュ|クラン・マクタビッシュ",
    "hudson_maru": "ハドソン丸",
    "highland_brae": "ハイランド・ブレイ|ハイランド・ブレー",
    "author": "オーサー",
    "corbridge": "コーブリッジ",
    "farringford": "ファリングフォード",
    "gladys_royle": "グラディス・ロイル",
    "horngarth": "ホーンガース",
    "igotz_mendi": "イゴツ・メンディ",
    "st_theodore": "セント・セオドア",
    "yarrowdale": "ヤロウデール|ヤローデール",
    "croxteth_hall": "クロクステス・ホール",
    "demeterton": "デメタートン",
    "dramatist": "ドラマティスト",
    "floride": "フロリード",
    "governor": "ガヴァナー|ガバナー",
    "guadeloupe": "グアドループ",
    "hitachi_maru": "日立丸|常陸丸",
    "okhla": "オクラ",
    "perseus": "ペルセウス|パーシュース",
    "turritella": "トゥリテラ|トリテラ",
    "worcestershire": "ウスターシャー|ウースターシャー",
    "georgic": "ジョージック",
    "otaki": "オタキ",
    "matunga": "マトゥンガ|マツンガ",
    "minieh": "ミニエ",
}
"""The Japanese spellings by id, separated by "|". Players may leave out a middle dot within a name."""


class ShipName(Text, frozen=True):
    """The name on a card, and its Japanese spellings. `id`: the id of the ship."""

    id: str

    def aliases(self, language: str) -> str:
        """Return the Japanese spellings, separated by "|". In English, return only the name on the card."""
        written = SHIPS.get(self.id, "") if language == "ja" else ""
        bare = [one.replace("・", "") for one in written.split("|") if "・" in one]
        return "|".join([*written.split("|"), *bare]) if written else ""
