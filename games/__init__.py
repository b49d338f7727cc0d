"""The engine and the titles, which are independent of Django, and stored games, with the operations on them."""

from games.catalogue_files import read_catalogues
from games.kernel import catalogues

catalogues.install(read_catalogues())
