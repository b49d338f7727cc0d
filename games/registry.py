"""Load the titles that this server offers, with the component data that each game was created with.

A title package ``games.titles.<key>`` has a folder ``data`` and a module ``title`` with ``load_title(files)``. The
operator's files in ``SEALED_DATA_DIR/<key>/`` replace data files of the same name, so that an owner of the printed game
can correct them. A game keeps the files that it was created with, as a *pack*.
"""

from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple
from zlib import compress

import msgspec
from django.conf import settings

from games.errors import Unreadable, missing
from games.kernel.title import Title
from games.models import DataPack, Game
from games.models.compression import inflate_stream

TITLES: tuple[str, ...] = ("pirates", "goeben", "battleships", "pq17")

_SHIPPED = Path(__file__).resolve().parent / "titles"


class Pack(NamedTuple):
    """Component data of a title."""

    title: str
    """The key of the title."""
    digest: str
    """The SHA-256 of the packed files."""
    content: bytes
    """The packed files, compressed."""


def title_keys() -> tuple[str, ...]:
    """Return the keys of all titles, in the order in which pages list them."""
    return TITLES


def current_title(key: str) -> Title[Any]:
    """Return the title `key` with the current component data, as a new game uses it.

    Raises Missing if the title is not installed.
    """
    pack = current_pack(key)
    return load(key, pack.digest, pack.content)


def game_title(game: Game) -> Title[Any]:
    """Return the title with the component data that the game was created with.

    Raises Unreadable if the installed rules cannot read these data.
    """
    return pinned_title(game.title, game.data_pack_id)


def pinned_title(key: str, digest: str) -> Title[Any]:
    """Return the title `key` with the stored pack that has this digest.

    Raises Unreadable if the installed rules cannot read the pack.
    """
    if (loaded := _loaded.get((key, digest))) is not None:
        return loaded
    content = bytes(DataPack.objects.values_list("content", flat=True).get(pk=digest))
    try:
        if pack_digest(content) != digest:
            raise ValueError("it is not what its digest says")
        return load(key, digest, content)
    except Exception as error:
        raise Unreadable(f"data pack {digest[:12]} of {key}: {type(error).__name__}: {error}") from error


def is_readable(game: Game) -> bool:
    """Return True if the installed rules can read the game's component data; otherwise the game is held."""
    try:
        game_title(game)
    except Unreadable:
        return False
    return True


def title_for_names(game: Game) -> Title[Any]:
    """Return the game's title, to look up names; if its component data cannot be read, with the current data."""
    return game_title(game) if is_readable(game) else current_title(game.title)


def current_pack(key: str) -> Pack:
    """Return the current component data of the title `key`: its own files, or the operator's where they exist."""
    if key not in TITLES:
        raise missing()
    files = _read_folder(_SHIPPED / key / "data")
    if settings.SEALED_DATA_DIR is not None:
        files |= _read_folder(settings.SEALED_DATA_DIR / key)
    return _pack_of(key, files)


def pack_of_folder(key: str, folder: Path) -> Pack:
    """Return the component data of the title `key` in a folder, as a pack."""
    return _pack_of(key, _read_folder(folder))


def _pack_of(key: str, files: Mapping[str, bytes]) -> Pack:
    return Pack(key, *_packed(msgspec.msgpack.encode(dict(sorted(files.items())))))


@lru_cache(maxsize=16)
def _packed(files: bytes) -> tuple[str, bytes]:
    """Return the digest of packed files, and the files compressed; cached, because compression is slow."""
    return sha256(files).hexdigest(), compress(files, 9)


def pack_digest(content: bytes) -> str:
    """Return the digest that identifies a pack, the SHA-256 of its files. Raises ValueError if `content` is damaged."""
    return sha256(inflate_stream(content)).hexdigest()


def store_pack(pack: Pack) -> DataPack:
    """Return the row of a pack; store the pack if no row has the same digest."""
    row, _ = DataPack.objects.get_or_create(digest=pack.digest, defaults={"title": pack.title, "content": pack.content})
    return row


def title_from_pack(pack: Pack) -> Title[Any]:
    """Return the title with an imported pack. Raises Unreadable if the installed rules cannot read the pack."""
    try:
        if pack.title not in TITLES or pack_digest(pack.content) != pack.digest:
            raise ValueError("it is not what it says")
        return load(pack.title, pack.digest, pack.content)
    except Exception as error:
        why = f"data pack {pack.digest[:12]} of {pack.title}: {type(error).__name__}: {error}"
        raise Unreadable(why) from error


def unpack_files(content: bytes) -> dict[str, bytes]:
    """Return the files in a pack, by name."""
    return msgspec.msgpack.decode(inflate_stream(content), type=dict[str, bytes])


def clear_title_cache() -> None:
    """Clear the cache of titles, so that every title is loaded again when it is needed."""
    _loaded.clear()


def _read_folder(folder: Path) -> dict[str, bytes]:
    if not folder.is_dir():
        return {}
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file()}


_loaded: dict[tuple[str, str], Title[Any]] = {}
"""The only cache of titles, by the title's key and the pack's digest; there are few packs, and titles never change."""


def load(key: str, digest: str, content: bytes) -> Title[Any]:
    """Return the title `key` with the pack in `content`, whose digest is `digest`; it is loaded once for each digest.

    An exception that the title raises because it cannot read the files is passed on.
    """
    title = _loaded.get((key, digest))
    if title is None:
        files: Mapping[str, bytes] = unpack_files(content)
        title = _loaded[key, digest] = import_module(f"games.titles.{key}.title").load_title(files)
    return title
