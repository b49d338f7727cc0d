"""2.4, 4.9, 6.4 What there is to decide between rounds and before the first."""

from typing import Any

from games.kernel.forms import ChooseSome
from games.kernel.requests import Ask
from games.titles.pirates.orders.forms import KeepForm
from games.titles.pirates.presentation.figures import Explainer, Figures
from games.titles.pirates.presentation.labels import Words


def _exchange_ships(figures: Figures, ask: Ask[Any], say: Words) -> list[str]:
    return [
        say(
            f"{say.labels(ask.form.values())} have outlived the round. What you carry over, and also what you could"
            " not, you may hand over to your partner.",
            f"{say.labels(ask.form.values())}がラウンドを生き残りました。持ち越す艦も、持ち越せなかった艦も、"
            "味方に渡すことができます。",
        ),
        say(
            "Both gifts take place, or none if either of you would then carry more ships than a player may.",
            "どちらかの持ち越せる隻数を超える場合、やり取りは行われません。",
        ),
        say(
            "Each of you is then dealt one action card less for every ship carried over in the end.",
            "その後、最終的に持ち越した1隻につき手札が1枚減ります。",
        ),
    ]


def _carry_over(figures: Figures, ask: Ask[Any], say: Words) -> list[str]:
    cards = figures.box.numbers.hand
    cleared = say("The round is over, and the table is cleared.", "ラウンドが終わり、場のカードは片付けられます。")
    if isinstance(ask.form, KeepForm):
        return [cleared, _both_sides(ask.form, say)]
    if isinstance(ask.form, ChooseSome):
        hands = {ships: count for ships, count in sorted(cards.carried_over.items()) if ships <= ask.form.most}
        dealt = say(", ", "、").join(
            say(f"{count} with {ships}", f"{ships}隻なら{count}枚") for ships, count in hands.items()
        )
        return [
            cleared,
            say(
                f"You may keep up to {ask.form.most} surviving ships for the next round, repaired, supplied and"
                f" disguised. You are dealt {cards.actions} action cards if you keep none; {dealt}.",
                f"生き残った艦を{ask.form.most}隻まで次のラウンドに持ち越せます"
                "（マーカーは除かれ、偽装状態に戻ります）。"
                f"配られる手札は、持ち越さなければ{cards.actions}枚、{dealt}です。",
            ),
        ]
    fewer = cards.carried_over[1]
    return [
        cleared,
        say(
            f"You may keep one surviving ship for the next round, repaired, supplied and disguised;"
            f" then you are dealt {fewer} action cards instead of {cards.actions}.",
            f"生き残った艦のうち1隻を次のラウンドに持ち越せます（マーカーは除かれ、偽装状態に戻ります）。"
            f"その場合、配られる手札は{cards.actions}枚ではなく{fewer}枚です。",
        ),
    ]


def _wishes(figures: Figures, ask: Ask[Any], say: Words) -> list[str]:
    """What is dealt, how wishes are weighed, and the figures of all ships to wish for."""
    lines = [
        say(
            "The fleets of the first round are equal: everybody gets one cruiser, two raiders, and one merchant of each"
            " value.",
            "第1ラウンドの船団は均等です。各プレイヤーに巡洋艦1隻、通商破壊艦2隻、各得点の商船1隻ずつが配られます。",
        ),
        say(
            "From the list below name the ships you wish for, the best first. Everybody's wishes are opened"
            " together; where several want the same ship, dice decide, and the others take their next wish. What you do"
            " not name may be dealt to you blindly.",
            "下の一覧から、希望する船を望む順に挙げてください。"
            "希望は全員同時に公開され、重なればダイスで決め、外れた人は次の希望に進みます。"
            "希望がなければ無作為に配られます。",
        ),
    ]
    rows: dict[str, list[str]] = {}
    for card in ask.form.values():
        rows.setdefault(figures.of(card, say), []).append(say.name(card))
    ships = (f"\n- {say(', ', '、').join(names)}: {figures}" for figures, names in rows.items())
    return [*lines[:-1], lines[-1] + "".join(ships)]


def _both_sides(form: KeepForm, say: Words) -> str:
    """5.2.4 The live player decides for the phantom too."""
    return say(
        f"You decide for both sides: up to {form.each} surviving ship(s) of your own fleet and up to {form.each} of the"
        " phantom's stay for the next round, repaired, supplied and disguised. Each costs its side an action card.",
        f"両方の陣営について決めてください。自軍とファントムそれぞれ{form.each}隻まで次のラウンドに持ち越せます"
        "（マーカーは除かれ、偽装状態に戻ります）。1隻につきその陣営の手札が1枚減ります。",
    )


EXPLAINERS: dict[str, Explainer] = {
    "carry_over": _carry_over,
    "wishes": _wishes,
    "exchange_ships": _exchange_ships,
}
