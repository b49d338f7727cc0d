"""What people read about the title before they choose it."""

from games.kernel.scenarios import Introduction
from games.kernel.text import Text

INTRODUCTION = Introduction(
    about=Text(
        "Convoys to Russia, 1941 to 1943. One player brings merchants through ice and air attacks to Murmansk "
        "and Arkhangelsk, the other hunts them with U-boats, bombers and Tirpitz.",
        "1941〜1943年の援ソ船団。一方は氷と空襲の中、商船をムルマンスクやアルハンゲリスクへ送り届け、もう一方"
        "はUボート、爆撃機、ティルピッツで船団を狩ります。",
    ),
    picture="games/titles/pq17.png",
)
