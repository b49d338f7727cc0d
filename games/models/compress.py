"""Deflated bytes, small because they refer to what came before.

A blob is one letter and a zlib stream: ``w`` stands alone, ``d`` needs the bytes it was deflated against. A wrong
dictionary is noticed, because zlib keeps its checksum. Only the last 32 kB of a dictionary count; views are below that.
"""

import zlib

KEYFRAME_EVERY = 16
"""One stored view in so many stands alone, so that none needs a long chain to be read."""

_WINDOW = 32 * 1024
MOST_BYTES = 16 * 1024 * 1024
"""No blob inflates to more: what claims to is no work of ours, and must not fill the memory."""


def deflate(raw: bytes, before: bytes | None = None, *, level: int = 6) -> bytes:
    """`raw` made small, with `before` as dictionary where it is given."""
    if before is None:
        return b"w" + zlib.compress(raw, level)
    deflater = zlib.compressobj(level, zdict=before[-_WINDOW:])
    return b"d" + deflater.compress(raw) + deflater.flush()


def inflate(blob: bytes, before: bytes | None = None) -> bytes:
    """What `deflate` was given. Raises ValueError for a blob that needs other bytes, or none that we know."""
    kind, stream = blob[:1], blob[1:]
    if kind == b"w":
        return inflate_stream(stream)
    if kind == b"d" and before is not None:
        return inflate_stream(stream, before[-_WINDOW:])
    raise ValueError("deflated against bytes that are not given")


def inflate_stream(stream: bytes, dictionary: bytes = b"") -> bytes:
    """A zlib stream read to its end, but never more than `MOST_BYTES`. Raises ValueError."""
    inflater = zlib.decompressobj(zdict=dictionary) if dictionary else zlib.decompressobj()
    try:
        raw = inflater.decompress(stream, MOST_BYTES)
    except zlib.error as error:
        raise ValueError(f"damaged or deflated against other bytes: {error}") from error
    if not inflater.eof:
        why = f"more than {MOST_BYTES} bytes" if len(raw) == MOST_BYTES else "it ends too early"
        raise ValueError(f"damaged: {why}")
    return raw


def is_whole(blob: bytes) -> bool:
    """True for a blob that stands alone."""
    return blob[:1] == b"w"


def inflate_chain(blobs: list[bytes]) -> list[bytes]:
    """All of a run of blobs, each deflated against the one before; the first stands alone."""
    raws: list[bytes] = []
    for blob in blobs:
        raws.append(inflate(blob, None if is_whole(blob) else raws[-1]))
    return raws
