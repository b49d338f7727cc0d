"""The titles that this server offers, and the component data that each game was created with.

A title package ``games.titles.<key>`` has a folder ``data`` and a module ``title`` with ``load_title(files)``. Files in
``SEALED_DATA_DIR/<key>/`` replace those of the same name, so that an owner of the printed game can correct them. A game
keeps the pack of files that it was created with.
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
    """Component data as stored: the SHA-256 of the packed files, and the files, packed and deflated."""

    title: str
    digest: str
    content: bytes


def title_keys() -> tuple[str, ...]:
    """Return the keys of all titles, in the order of the offer."""
    return TITLES


def current_title(key: str) -> Title[Any]:
    """Return the title with the current component data, as a new game uses it. Raises Missing."""
    pack = current_pack(key)
    return load(key, pack.digest, pack.content)


def game_title(game: Game) -> Title[Any]:
    """Return the title with the component data that the game was created with. Raises Unreadable."""
    return pinned_title(game.title, game.data_pack_id)


def pinned_title(key: str, digest: str) -> Title[Any]:
    """Return the title with the stored pack of that digest. Raises Unreadable if the installed rules cannot read it."""
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
    """Return True if the installed rules can read the game's component data; a game for which they cannot is held."""
    try:
        game_title(game)
    except Unreadable:
        return False
    return True


def title_for_names(game: Game) -> Title[Any]:
    """Return the title for the names of things; it also works for a game that is held for its component data."""
    return game_title(game) if is_readable(game) else current_title(game.title)


def current_pack(key: str) -> Pack:
    """Return the shipped component data, with the operator's files in place of those of the same name."""
    if key not in TITLES:
        raise missing()
    files = _read_folder(_SHIPPED / key / "data")
    if settings.SEALED_DATA_DIR is not None:
        files |= _read_folder(settings.SEALED_DATA_DIR / key)
    return _pack_of(key, files)


def pack_of_folder(key: str, folder: Path) -> Pack:
    """Return the component data in a folder, as a pack."""
    return _pack_of(key, _read_folder(folder))


def _pack_of(key: str, files: Mapping[str, bytes]) -> Pack:
    return Pack(key, *_packed(msgspec.msgpack.encode(dict(sorted(files.items())))))


@lru_cache(maxsize=16)
def _packed(files: bytes) -> tuple[str, bytes]:
    """Return the digest of a pack's files, and the pack; cached, because deflating is slow."""
    return sha256(files).hexdigest(), compress(files, 9)


def pack_digest(content: bytes) -> str:
    """Return the digest that identifies a pack: the SHA-256 of its packed files. Raises ValueError if invalid."""
    return sha256(inflate_stream(content)).hexdigest()


def store_pack(pack: Pack) -> DataPack:
    """Return the stored row of a pack; equal packs share one."""
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
    """Clear the cache: every title loads again at the next request."""
    _loaded.clear()


def _read_folder(folder: Path) -> dict[str, bytes]:
    if not folder.is_dir():
        return {}
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file()}


_loaded: dict[tuple[str, str], Title[Any]] = {}
"""The only cache of titles, by key and digest of the pack: packs are few, and titles immutable."""


def load(key: str, digest: str, content: bytes) -> Title[Any]:
    """Return the title of a pack, loaded once for each digest. Raises what the title raises on unreadable files."""
    title = _loaded.get((key, digest))
    if title is None:
        files: Mapping[str, bytes] = unpack_files(content)
        title = _loaded[key, digest] = import_module(f"games.titles.{key}.title").load_title(files)
    return title
