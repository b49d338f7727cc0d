"""What people read about the title before they choose it."""

from games.kernel.scenarios import Introduction
from games.kernel.text import Text

INTRODUCTION = Introduction(
    about=Text(
        "August 1914: the battlecruiser Goeben and the cruiser Breslau are alone in a hostile Mediterranean. "
        "You plan each day at sea, find coal, and carry out your secret mission before the Allies catch you.",
        "1914年8月、敵だらけの地中海に巡洋戦艦ゲーベンと軽巡洋艦ブレスラウだけがいます。一日ごとの行動を計画し、"
        "石炭を確保し、連合軍に捕まる前に極秘任務を果たします。",
    ),
    picture="games/titles/goeben.png",
)
