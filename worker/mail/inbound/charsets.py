"""Decode bytes in the charset that a mail program declares.

It never fails, and supports charsets of personal e-mail only.
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
"""Charsets by name without punctuation. Other names, and ASCII, are guessed and not looked up: some of Python's
codecs are slow on crafted input, or are not charsets at all.
"""


def decode_text(raw: bytes, name: str) -> str:
    """Return the text; undecodable bytes become U+FFFD. An unknown or missing charset is guessed."""
    plain = "".join(letter for letter in name[:40].casefold() if letter.isalnum())
    codec = _KNOWN.get(plain, "")
    return raw.decode(codec, "replace") if codec else _guessed(raw)


def _guessed(raw: bytes) -> str:
    """Guess: UTF-8 if valid, ISO-2022-JP if its escapes are present, Shift_JIS if that fits, else Western."""
    if b"\x1b$" in raw:
        return raw.decode("iso2022_jp_ext", "replace")
    for codec in ("utf-8", "cp932"):
        try:
            return raw.decode(codec)
        except UnicodeDecodeError:
            continue
    return raw.decode("cp1252", "replace")
