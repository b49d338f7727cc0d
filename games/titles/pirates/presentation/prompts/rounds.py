"""2.4, 4.9, 6.4 The explanations of questions between rounds and before the first round."""

from collections.abc import Mapping
from typing import Any

from games.kernel.forms import ChooseSome
from games.kernel.requests import Ask
from games.titles.pirates.orders.forms import KeepForm
from games.titles.pirates.presentation.figures import Explainer, Figures
from games.titles.pirates.presentation.labels import Words


def _exchange_ships(figures: Figures, ask: Ask[Any], say: Words) -> list[str]:
    return [
        say(
            "{values} have outlived the round. What you carry over, and also what you could"
            " not, you may hand over to your partner.",
            "{values}がラウンドを生き残りました。持ち越す艦も、持ち越せなかった艦も、味方に渡すことができます。",
            values=say.label_list(ask.form.values()),
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


def _hands_dealt(carried_over: Mapping[int, int], most: int, say: Words) -> str:
    """Return as text how many action cards a player is dealt, by the number of ships carried over, up to `most`."""
    hands = {ships: count for ships, count in sorted(carried_over.items()) if ships <= most}
    return say(", ", "、").join(
        say("{count} with {ships}", "{ships}隻なら{count}枚", count=count, ships=ships)
        for ships, count in hands.items()
    )


def _carry_over(figures: Figures, ask: Ask[Any], say: Words) -> list[str]:
    cards = figures.box.numbers.hand
    cleared = say("The round is over, and the table is cleared.", "ラウンドが終わり、場のカードは片付けられます。")
    if isinstance(ask.form, KeepForm):
        return [cleared, _both_sides(ask.form, say)]
    if isinstance(ask.form, ChooseSome):
        dealt = _hands_dealt(cards.carried_over, ask.form.most, say)
        return [
            cleared,
            say(
                "You may keep up to {most} surviving ships for the next round, repaired, supplied and"
                " disguised. You are dealt {actions} action cards if you keep none; {dealt}.",
                "生き残った艦を{most}隻まで次のラウンドに持ち越せます"
                "（マーカーは除かれ、偽装状態に戻ります）。"
                "配られる手札は、持ち越さなければ{actions}枚、{dealt}です。",
                most=ask.form.most,
                actions=cards.actions,
                dealt=dealt,
            ),
        ]
    fewer = cards.carried_over[1]
    return [
        cleared,
        say(
            "You may keep one surviving ship for the next round, repaired, supplied and disguised;"
            " then you are dealt {fewer} action cards instead of {actions}.",
            "生き残った艦のうち1隻を次のラウンドに持ち越せます（マーカーは除かれ、偽装状態に戻ります）。"
            "その場合、配られる手札は{actions}枚ではなく{fewer}枚です。",
            fewer=fewer,
            actions=cards.actions,
        ),
    ]


def _wishes(figures: Figures, ask: Ask[Any], say: Words) -> list[str]:
    """Return sentences about the deal and how wishes decide it, with the points and dice of the ships."""
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
    """5.2.4 Return a sentence that says that the player decides for the phantom's fleet, too."""
    return say(
        "You decide for both sides: up to {each} surviving ship(s) of your own fleet and up to {each} of the"
        " phantom's stay for the next round, repaired, supplied and disguised. Each costs its side an action card.",
        "両方の陣営について決めてください。自軍とファントムそれぞれ{each}隻まで次のラウンドに持ち越せます"
        "（マーカーは除かれ、偽装状態に戻ります）。1隻につきその陣営の手札が1枚減ります。",
        each=form.each,
    )


EXPLAINERS: dict[str, Explainer] = {
    "carry_over": _carry_over,
    "wishes": _wishes,
    "exchange_ships": _exchange_ships,
}
