"""The titles that this server offers, and the component data that each game was dealt from.

A title package ``games.titles.<key>`` has a folder ``data`` and a module ``title`` with ``load_title(files)``. Files in
``SEALED_DATA_DIR/<key>/`` stand in for those of the same name, so that an owner of the printed game can correct them. A
game keeps the pack of files that it was created with.
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
from games.models.compress import inflate_stream

TITLES: tuple[str, ...] = ("pirates", "goeben", "battleships", "pq17")

_SHIPPED = Path(__file__).resolve().parent / "titles"


class Pack(NamedTuple):
    """Component data as stored: the SHA-256 of the packed files, and the files packed and deflated."""

    title: str
    digest: str
    content: bytes


def title_keys() -> tuple[str, ...]:
    """The keys of all titles, in the order in which they are offered."""
    return TITLES


def current_title(key: str) -> Title[Any]:
    """The title as a game created now would use it. Raises Missing."""
    pack = current_pack(key)
    return _load(key, pack.digest, pack.content)


def game_title(game: Game) -> Title[Any]:
    """The title with the component data that the game was created with. Raises Unreadable."""
    return pinned_title(game.title, game.data_pack_id)


@lru_cache(maxsize=32)
def pinned_title(key: str, digest: str) -> Title[Any]:
    """The title with the stored pack of that digest. Raises Unreadable where the installed rules cannot read it."""
    content = bytes(DataPack.objects.values_list("content", flat=True).get(pk=digest))
    try:
        if digest_of(content) != digest:
            raise ValueError("it is not what its digest says")
        return _load(key, digest, content)
    except Exception as error:
        raise Unreadable(f"data pack {digest[:12]} of {key}: {type(error).__name__}: {error}") from error


def is_readable(game: Game) -> bool:
    """False for a game whose component data the installed rules cannot read; it is held, or is about to be."""
    try:
        game_title(game)
    except Unreadable:
        return False
    return True


def naming_title(game: Game) -> Title[Any]:
    """The title for what things are called, which can be said of a game that is held for its component data too."""
    return game_title(game) if is_readable(game) else current_title(game.title)


def current_pack(key: str) -> Pack:
    """The component data shipped here, with the operator's own files in place of those of the same name."""
    if key not in TITLES:
        raise missing()
    files = _read_folder(_SHIPPED / key / "data")
    if settings.SEALED_DATA_DIR is not None:
        files |= _read_folder(settings.SEALED_DATA_DIR / key)
    return Pack(key, *_packed(msgspec.msgpack.encode(dict(sorted(files.items())))))


@lru_cache(maxsize=16)
def _packed(files: bytes) -> tuple[str, bytes]:
    """The digest of the files of a pack, and the pack; deflating takes longer than all else that a page does."""
    return sha256(files).hexdigest(), compress(files, 9)


def digest_of(content: bytes) -> str:
    """The digest by which a pack is known: the SHA-256 of its packed files. Raises ValueError for what is no pack."""
    return sha256(inflate_stream(content)).hexdigest()


def store_pack(pack: Pack) -> DataPack:
    """The stored row of a pack; equal packs share one."""
    row, _ = DataPack.objects.get_or_create(digest=pack.digest, defaults={"title": pack.title, "content": pack.content})
    return row


def title_of(pack: Pack) -> Title[Any]:
    """The title with a pack that came from outside. Raises Unreadable where the installed rules read no such pack."""
    try:
        if pack.title not in TITLES or digest_of(pack.content) != pack.digest:
            raise ValueError("it is not what it says")
        return _load(pack.title, pack.digest, pack.content)
    except Exception as error:
        why = f"data pack {pack.digest[:12]} of {pack.title}: {type(error).__name__}: {error}"
        raise Unreadable(why) from error


def unpack(content: bytes) -> dict[str, bytes]:
    """The files in a pack, by name."""
    return msgspec.msgpack.decode(inflate_stream(content), type=dict[str, bytes])


def forget_titles() -> None:
    """Load every title anew when it is next asked for."""
    pinned_title.cache_clear()
    _loaded.clear()


def _read_folder(folder: Path) -> dict[str, bytes]:
    if not folder.is_dir():
        return {}
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file()}


_loaded: dict[tuple[str, str], Title[Any]] = {}


def _load(key: str, digest: str, content: bytes) -> Title[Any]:
    """The title made of a pack; packs are few and titles immutable, so they are kept."""
    title = _loaded.get((key, digest))
    if title is None:
        files: Mapping[str, bytes] = unpack(content)
        title = _loaded[key, digest] = import_module(f"games.titles.{key}.title").load_title(files)
    return title
