"""Decompress the binary fields of a record."""

import zlib

WINDOW = 32 * 1024


def inflate(blob: bytes, before: bytes | None = None) -> bytes:
    """Decompress a stored blob: ``w`` and a zlib stream, or ``d`` and a stream whose dictionary is `before`.

    Raises ValueError for anything else, and for bytes after the stream.
    """
    if blob[:1] == b"w":
        return inflate_stream(blob[1:])
    if blob[:1] == b"d" and before is not None:
        return inflate_stream(blob[1:], before[-WINDOW:])
    raise ValueError("what it was deflated against is missing")


def inflate_stream(stream: bytes, dictionary: bytes = b"") -> bytes:
    """Decompress a zlib stream. Raises ValueError for an invalid or incomplete stream, and for bytes after it."""
    inflater = zlib.decompressobj(zdict=dictionary) if dictionary else zlib.decompressobj()
    try:
        found = inflater.decompress(stream) + inflater.flush()
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if not inflater.eof or inflater.unused_data:
        raise ValueError("a stream that is cut off, or followed by other bytes")
    return found
