"""5.4.3 The explanations of questions that the live player answers for the phantom."""

from typing import Any

from games.kernel.requests import Ask
from games.titles.pirates.orders.occasions import PhantomChoice
from games.titles.pirates.presentation.figures import Explainer, Figures
from games.titles.pirates.presentation.labels import Words


def _phantom_target(figures: Figures, ask: Ask[Any], say: Words) -> list[str]:
    if not isinstance(ask.context, PhantomChoice):
        return [ask.prompt.get(say.language)]
    action = say.name(ask.context.action)
    if ask.context.role == "ship":
        which = say("Which of its ships shall do it?", "どの艦に実行させますか？")
    else:
        which = say("Which ship shall it be?", "どの船を選びますか？")
    return [
        say("The phantom's card says: {action}.", "ファントムのカードの指示は「{action}」です。", action=action),
        say("You choose in its place, for its good.", "ファントムの立場で、最も望ましいものを選んでください。"),
        which,
    ]


EXPLAINERS: dict[str, Explainer] = {
    "phantom_target": _phantom_target,
}
