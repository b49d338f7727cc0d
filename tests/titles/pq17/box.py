"""The box as it is shipped, for all tests of the title."""

from pathlib import Path

import games.titles.pq17 as pq17
from games.titles.pq17.components.box import Box, load

PACKAGE = Path(pq17.__file__).parent
Files = dict[str, bytes]
FILES: Files = {path.name: path.read_bytes() for path in sorted((PACKAGE / "data").iterdir())}
BOX: Box = load(FILES)
