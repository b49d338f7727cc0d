"""Compress bytes with zlib, if possible with earlier data as the dictionary.

A compressed value (a *blob*) is one letter and a zlib stream: ``w`` is self-contained, ``d`` needs the dictionary with
which it was compressed. zlib's checksum detects a wrong dictionary. Only the last 32 kB of a dictionary have an effect;
views are smaller than that.
"""

import zlib

KEYFRAME_EVERY = 16
"""The distance between self-contained views, in views; it limits the number of blobs to read for a view."""

_WINDOW = 32 * 1024
MAX_BYTES = 16 * 1024 * 1024
"""The maximum size of a blob after decompression, in bytes; this server never makes larger ones."""


def deflate(raw: bytes, dictionary: bytes | None = None, *, level: int = 6) -> bytes:
    """Return `raw` compressed as a blob, with the `dictionary` if one is given. `level`: 1 is fastest, 9 smallest."""
    if dictionary is None:
        return b"w" + zlib.compress(raw, level)
    deflater = zlib.compressobj(level, zdict=dictionary[-_WINDOW:])
    return b"d" + deflater.compress(raw) + deflater.flush()


def inflate(blob: bytes, dictionary: bytes | None = None) -> bytes:
    """Return the bytes that `deflate` compressed.

    Raises ValueError if the blob is invalid or needs another dictionary.
    """
    kind, stream = blob[:1], blob[1:]
    if kind == b"w":
        return inflate_stream(stream)
    if kind == b"d" and dictionary is not None:
        return inflate_stream(stream, dictionary[-_WINDOW:])
    raise ValueError("deflated against bytes that are not given")


def inflate_stream(stream: bytes, dictionary: bytes = b"") -> bytes:
    """Return a zlib stream decompressed. Raises ValueError if it is damaged or exceeds `MAX_BYTES`."""
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
    """Return True if the blob needs no dictionary."""
    return blob[:1] == b"w"


def inflate_chain(blobs: list[bytes]) -> list[bytes]:
    """Return the bytes of a sequence of blobs, each compressed with the previous bytes as the dictionary.

    The first blob must be self-contained.
    """
    raws: list[bytes] = []
    for blob in blobs:
        raws.append(inflate(blob, None if is_self_contained(blob) else raws[-1]))
    return raws
