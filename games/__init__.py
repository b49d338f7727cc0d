"""The games: the pure engine and titles, and their persistence in Django."""

from games.catalogue_files import read_catalogues
from games.kernel import catalogues

catalogues.install(read_catalogues())
