"""The box as it is shipped, for all tests of the title."""

from pathlib import Path

import games.titles.battleships as battleships
from games.titles.battleships.components.box import Box, load

PACKAGE = Path(battleships.__file__).parent
Files = dict[str, bytes]
FILES: Files = {path.name: path.read_bytes() for path in sorted((PACKAGE / "data").iterdir())}
BOX: Box = load(FILES)
