"""Decode the bytes of an e-mail in the charset that its mail program declares.

Decoding never fails. Only charsets that personal e-mails use are supported.
"""

_KNOWN = {
    "utf8": "utf-8",
    "iso2022jp": "iso2022_jp_ext",
    "csiso2022jp": "iso2022_jp_ext",
    "iso2022jp1": "iso2022_jp_ext",
    "iso2022jp2": "iso2022_jp_2",
    "iso2022jp3": "iso2022_jp_3",
    "iso2022jpms": "iso2022_jp_ext",
    "cp50220": "iso2022_jp_ext",
    "cp50221": "iso2022_jp_ext",
    "shiftjis": "cp932",
    "sjis": "cp932",
    "xsjis": "cp932",
    "mskanji": "cp932",
    "windows31j": "cp932",
    "cp932": "cp932",
    "eucjp": "euc_jp",
    "xeucjp": "euc_jp",
    "utf16": "utf-16",
    "utf16le": "utf-16-le",
    "utf16be": "utf-16-be",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "gb18030": "gb18030",
    "big5": "big5hkscs",
    "euckr": "cp949",
    "ksc56011987": "cp949",
    "koi8r": "koi8_r",
    "koi8u": "koi8_u",
    "macintosh": "mac_roman",
    "iso88591": "cp1252",
    "latin1": "cp1252",
    **{f"iso8859{n}": f"iso8859_{n}" for n in (2, 3, 4, 5, 7, 9, 10, 13, 14, 15, 16)},
    **{f"windows125{n}": f"cp125{n}" for n in range(9)},
    **{f"cp125{n}": f"cp125{n}" for n in range(9)},
}
"""Python's codecs by the charset's name without punctuation.

For other names, and for ASCII, the charset is guessed: some of Python's codecs are slow on crafted input, or are not
charsets at all.
"""


def decode_text(raw: bytes, name: str) -> str:
    """Return the text decoded by the charset `name` or, for an unknown name, by a guess; wrong bytes become U+FFFD."""
    plain = "".join(letter for letter in name[:40].casefold() if letter.isalnum())
    codec = _KNOWN.get(plain, "")
    return raw.decode(codec, "replace") if codec else _guessed(raw)


def _guessed(raw: bytes) -> str:
    """Decode as UTF-8 if valid, as ISO-2022-JP if it has such escapes, as Shift_JIS if valid, else as Western."""
    if b"\x1b$" in raw:
        return raw.decode("iso2022_jp_ext", "replace")
    for codec in ("utf-8", "cp932"):
        try:
            return raw.decode(codec)
        except UnicodeDecodeError:
            continue
    return raw.decode("cp1252", "replace")
