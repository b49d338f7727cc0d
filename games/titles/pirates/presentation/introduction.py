"""The texts that introduce the title to players before they choose it."""

from games.kernel.scenarios import Introduction
from games.kernel.text import Text
from games.titles.pirates.presentation.first_turn import FIRST_TURN

INTRODUCTION = Introduction(
    about=Text(
        "Cruiser warfare of 1914 to 1918 with cards. You send German warships and disguised raiders against "
        "merchants, and play the Royal Navy against the raiders of the others.",
        "1914〜1918年の通商破壊戦のカードゲームです。ドイツの軍艦や仮装巡洋艦で商船を襲い、相手の襲撃艦にはイ"
        "ギリス海軍を差し向けます。",
    ),
    hidden=Text(
        "The cards in each hand, and the order of the decks. In teams, partners hide their hands from each other too.",
        "各自の手札と山札の順番。チーム戦では、味方同士でも手札は見えません。",
    ),
    length=Text("3 rounds", "3ラウンド"),
    alone=Text(
        "Yes: a solitaire game against the phantom, or against bots.",
        "できます。ファントム相手のソリティアと、ボットとの対戦があります。",
    ),
    difficulty="easy",
    picture=Text("games/titles/pirates.png", "games/titles/pirates.ja.png"),
    maps="games/titles/maps/pirates-{}.png",
    first_scenario="two_players",
    first_turn=FIRST_TURN,
)
