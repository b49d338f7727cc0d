"""What people read about the title before they choose it."""

from games.kernel.scenarios import Introduction
from games.kernel.text import Text

INTRODUCTION = Introduction(
    about=Text(
        "Surface actions of 1939 to 1945, ship by ship: Denmark Strait, North Cape, the Solomons and nine "
        "more. You choose courses, targets and torpedoes for every ship, ten minutes a turn.",
        "1939〜1945年の水上戦闘を一隻ずつ指揮します。デンマーク海峡、北岬、ソロモンなど12の海戦です。1ター"
        "ンは10分で、全艦の針路、目標、魚雷を決めます。",
    ),
    picture="games/titles/battleships.png",
)
