"""Deflated bytes that use earlier data as the dictionary.

A blob is one letter and a zlib stream: ``w`` is self-contained, ``d`` needs the bytes it was deflated against. zlib's
checksum detects a wrong dictionary. Only the last 32 kB of a dictionary count; views are smaller than that.
"""

import zlib

KEYFRAME_EVERY = 16
"""One view in so many is stored self-contained, which bounds the chain of blobs to read."""

_WINDOW = 32 * 1024
MAX_BYTES = 16 * 1024 * 1024
"""The limit on the inflated size of a blob, in bytes. A larger one is not ours and must not fill the memory."""


def deflate(raw: bytes, dictionary: bytes | None = None, *, level: int = 6) -> bytes:
    """Return `raw` deflated, with the `dictionary` if one is given."""
    if dictionary is None:
        return b"w" + zlib.compress(raw, level)
    deflater = zlib.compressobj(level, zdict=dictionary[-_WINDOW:])
    return b"d" + deflater.compress(raw) + deflater.flush()


def inflate(blob: bytes, dictionary: bytes | None = None) -> bytes:
    """Return the bytes that `deflate` was given.

    Raises ValueError for an unknown blob or one that needs other bytes.
    """
    kind, stream = blob[:1], blob[1:]
    if kind == b"w":
        return inflate_stream(stream)
    if kind == b"d" and dictionary is not None:
        return inflate_stream(stream, dictionary[-_WINDOW:])
    raise ValueError("deflated against bytes that are not given")


def inflate_stream(stream: bytes, dictionary: bytes = b"") -> bytes:
    """Return a zlib stream inflated, up to `MAX_BYTES`. Raises ValueError."""
    inflater = zlib.decompressobj(zdict=dictionary) if dictionary else zlib.decompressobj()
    try:
        raw = inflater.decompress(stream, MAX_BYTES)
    except zlib.error as error:
        raise ValueError(f"damaged or deflated against other bytes: {error}") from error
    if not inflater.eof:
        why = f"more than {MAX_BYTES} bytes" if len(raw) == MAX_BYTES else "it ends too early"
        raise ValueError(f"damaged: {why}")
    return raw


def is_self_contained(blob: bytes) -> bool:
    """Return True if the blob is self-contained."""
    return blob[:1] == b"w"


def inflate_chain(blobs: list[bytes]) -> list[bytes]:
    """Inflate a sequence of blobs, each deflated against the one before; the first is self-contained."""
    raws: list[bytes] = []
    for blob in blobs:
        raws.append(inflate(blob, None if is_self_contained(blob) else raws[-1]))
    return raws
