"""2.0, 3.2.7 The charts of the game: deals, points, results and modifiers."""

from collections.abc import Iterator

from games.kernel.reference import Chart
from games.kernel.text import Text
from games.titles.pirates.components.box import Box, Coin
from games.toolkit.charts import chart, signed

ROLL, AMOUNT, RULE = Text("roll", "ロール"), Text("modifier", "修正"), Text("rule", "ルール")
ATTACK = Text("attack of the ship", "艦の攻撃")
DEFENCE = Text("defence", "防御")
CHALLENGE = Text("challenge", "挑戦")


def charts(box: Box) -> tuple[Chart, ...]:
    """Return the charts of the title, with figures from the components."""
    return _results(box), _modifiers(box), _reactions(), _deal(box), _round_points(box), _carried(box), _coins(box)


def _results(box: Box) -> Chart:
    many = box.numbers.dice.sunk_multiple
    return chart(
        "results",
        Text("Results of an attack", "攻撃の結果"),
        ("3.2.7",),
        (Text("highest dice", "最も高い目"), Text("result", "結果")),
        (
            (Text("attack not above the defence", "攻撃≦防御"), Text("no effect", "効果なし")),
            (Text("attack above the defence", "攻撃＞防御"), Text("damaged", "損傷")),
            (
                Text("attack at least {many} times the defence", "攻撃が防御の{many}倍以上").format(many=many),
                Text("sunk", "撃沈"),
            ),
            (Text("challenge above the response", "挑戦＞対応"), Text("success", "成功")),
            (Text("challenge not above the response", "挑戦≦対応"), Text("failure", "失敗")),
        ),
        Text("No modified result is below {least}.", "修正後の結果は{least}未満になりません。").format(
            least=box.numbers.dice.floor
        ),
    )


def _modifiers(box: Box) -> Chart:
    return chart(
        "modifiers",
        Text("Modifiers", "修正"),
        ("3.2.7", "3.2.7.3", "3.2.7.4", "3.2.2", "3.2.3", "3.2.4", "3.2.8"),
        (Text("case", "状況"), ROLL, AMOUNT, RULE),
        [(case, roll, signed(amount), rule) for case, roll, amount, rule in _cases(box)],
    )


def _cases(box: Box) -> Iterator[tuple[Text, Text, int, str]]:
    dice, cards = box.numbers.dice, box.numbers.cards
    yield Text("out of supply", "補給欠乏"), ATTACK, dice.unsupplied_intercept, "3.2.7.3"
    yield Text("damaged", "損傷"), ATTACK, dice.damaged_intercept, "3.2.7.4"
    yield Text("damaged", "損傷"), DEFENCE, dice.damaged_defence, "3.2.7.4"
    yield Text("by night", "夜間"), Text("attack", "攻撃"), dice.night_attack, "3.2.7"
    yield _named(box, "searchlight", Text("attack by night", "夜間の攻撃"), cards.searchlight)
    yield _named(box, "surprise_attack", Text("attack", "攻撃"), cards.surprise_attack)
    yield _named(box, "monitor", Text("attack", "攻撃"), cards.monitor)
    yield _named(box, "fast_ship", Text("attack of a raider", "通商破壊艦の攻撃"), cards.fast_ship)
    yield _named(box, "non_combatant", Text("attack", "攻撃"), cards.non_combatant_attack)
    safe = Text("challenge to safe passage", "安全な航路の挑戦")
    yield _named(box, "non_combatant", safe, cards.non_combatant_safe_passage)
    yield _named(box, "fair_seas", safe, cards.fair_seas)
    hurt = Text("challenge, for damage", "挑戦（損傷）")
    dry = Text("challenge, out of supply", "挑戦（補給欠乏）")
    yield _named(box, "break_contact", hurt, cards.break_contact_damaged)
    yield _named(box, "break_contact", dry, cards.break_contact_unsupplied)
    yield _named(box, "shallow_run", hurt, cards.shallow_run_damaged)
    yield _named(box, "interned", hurt, cards.interned_damaged)
    yield _named(box, "interned", dry, cards.interned_unsupplied)
    prize = Text("challenge, with a prize in the fleet", "挑戦（拿捕船あり）")
    yield _named(box, "blockade_runner", prize, cards.blockade_runner_with_prize)
    yield _named(box, "rendezvous_missed", prize, cards.rendezvous_missed_with_prize)


def _named(box: Box, kind: str, roll: Text, amount: int) -> tuple[Text, Text, int, str]:
    return box.kinds[kind].name, roll, amount, box.kinds[kind].rule


def _reactions() -> Chart:
    """3.2.2 Return the chart of the reactions that are possible against each kind of attack, without options."""
    names = {
        "ship": Text("a German ship intercepts a merchant", "ドイツ艦が商船を迎撃"),
        "british": Text("the British intercept a ship", "イギリス軍が艦船を迎撃"),
        "torpedo": Text("a submarine torpedoes", "潜水艦の魚雷"),
        "mines": Text("mines", "機雷"),
        "sunk": Text("a merchant was sunk", "商船の撃沈後"),
    }
    answers = {
        "ship": Text(
            "AMC, Slim Pickings, Trap, Break Contact*, Shallow Run*; undamaged also Non-Combatant; against a raider"
            " also QQQ and, undamaged, Fast Ship*",
            "仮装巡洋艦、乏しい収穫、罠、コンタクト喪失*、浅瀬への逃走*。無傷なら非戦闘員も。通商破壊艦にはQQQ、"
            "無傷なら高速船*も",
        ),
        "british": Text(
            "Pull the Plug, Break Contact*, Shallow Run*; identified raiders and prizes also Reflag",
            "栓を抜け、コンタクト喪失*、浅瀬への逃走*。確認済みの通商破壊艦・拿捕船は国籍変更も",
        ),
        "torpedo": Text("Q-Ship, Razzle-Dazzle", "囮船、カモフラージュ塗装"),
        "mines": Text("Minesweeper", "機雷掃海"),
        "sunk": Text("Recalled, Mistaken Identity", "帰還命令、船の誤認"),
    }
    return chart(
        "reactions",
        Text("Reactions", "リアクション"),
        ("3.2.2", "3.2.3", "3.2.4"),
        (Text("attack", "攻撃"), Text("what answers it", "使えるリアクション")),
        [(names[key], answers[key]) for key in names],
        Text(
            "* By day, at sea and without surprise only.",
            "* 夜間・停泊中・奇襲に対しては使えません。",
        ),
    )


def _deal(box: Box) -> Chart:
    whole = len(box.cards)
    removed = sorted(box.numbers.deck.removed.items())
    return chart(
        "deal",
        Text("Action cards by number of players", "人数とアクションカード"),
        ("2.1", "2.1.4", "2.4.4"),
        (Text("players", "人数"), Text("removed unseen", "抜く枚数"), Text("in play", "使う枚数")),
        [(players, out, whole - out) for players, out in removed],
    )


def _round_points(box: Box) -> Chart:
    points = sorted(box.numbers.score.round_points.items())
    places = max(len(row) for _, row in points)
    return chart(
        "round_points",
        Text("Round points", "ラウンドポイント"),
        ("2.3", "2.3.3"),
        (
            Text("players", "人数"),
            *(Text("place {place}", "{place}位").format(place=place) for place in range(1, places + 1)),
        ),
        [(players, *row, *("–" for _ in range(places - len(row)))) for players, row in points],
    )


def _carried(box: Box) -> Chart:
    hand = box.numbers.hand
    dealt = {0: hand.actions, **hand.carried_over}
    return chart(
        "carried_over",
        Text("Ships carried over and cards dealt", "持ち越した艦と手札"),
        ("2.4", "2.4.1", "6.7"),
        (Text("ships", "艦"), Text("action cards", "アクションカード")),
        sorted(dealt.items()),
        Text("Two or three ships only by option 6.7.", "2隻以上はオプション6.7だけです。"),
    )


def _coins(box: Box) -> Chart:
    """6.6.1, 6.9.1, 6.12.2 Return the chart of the dice for rolls of options, which no card shows."""
    fast, torpedo, supply = box.numbers.fast, box.numbers.prize_torpedo, box.numbers.prize_supply
    return chart(
        "option_rolls",
        Text("Rolls of the options", "オプションのロール"),
        ("6.6.1", "6.9.1", "6.12.2", "6.12.3"),
        (Text("roll", "ロール"), CHALLENGE, Text("response", "対応"), RULE),
        (
            (
                Text("a chase: still in supply?", "追跡後の補給"),
                *map(_dice, (fast.chase_challenge, fast.chase_response)),
                "6.6.1",
            ),
            (
                Text("a prize mistaken for a merchant?", "拿捕船を誤認"),
                *map(_dice, (torpedo.challenge, torpedo.response)),
                "6.9.1",
            ),
            (
                Text("a prize exhausted?", "拿捕船の消耗"),
                *map(_dice, (supply.exhausted_challenge, supply.exhausted_response)),
                "6.12.2",
            ),
        ),
    )


def _dice(coin: Coin) -> str:
    return "+".join(f"d{sides}" for sides in coin)
