"""Charsets by every name that mail programs give them: each decodes otherwise than a guess would."""

import pytest

from worker.mail.inbound.charsets import decode_text

WESTERN = bytes(range(0xA1, 0x100))
JAPANESE = "海戦ｱ①"
NAMES = {
    "utf-8": ("UTF-8", "utf8"),
    "iso2022_jp_ext": ("ISO-2022-JP", "csISO2022JP", "ISO-2022-JP-1", "ISO-2022-JP-MS", "cp50220", "CP50221"),
    "iso2022_jp_2": ("ISO-2022-JP-2",),
    "iso2022_jp_3": ("ISO-2022-JP-3",),
    "cp932": ("Shift_JIS", "SJIS", "x-sjis", "MS_Kanji", "Windows-31J", "cp932"),
    "euc_jp": ("EUC-JP", "x-euc-jp"),
    "utf-16": ("UTF-16",), "utf-16-le": ("UTF-16LE",), "utf-16-be": ("UTF-16BE",),
    "gb18030": ("GB2312", "GBK", "GB18030"),
    "big5hkscs": ("Big5",),
    "cp949": ("EUC-KR", "KS_C_5601-1987"),
    "koi8_r": ("KOI8-R",), "koi8_u": ("KOI8-U",), "mac_roman": ("macintosh",),
    "cp1252": ("ISO-8859-1", "latin1", "windows-1252", "cp1252"),
    **{f"iso8859_{n}": (f"ISO-8859-{n}",) for n in (2, 3, 4, 5, 7, 9, 10, 13, 14, 15, 16)},
    **{f"cp125{n}": (f"windows-125{n}", f"cp125{n}") for n in (0, 1, 3, 4, 5, 6, 7, 8)},
}  # fmt: skip
BYTES = {
    "utf-8": "ｱ".encode("cp932"),
    "iso2022_jp_ext": b"\x1b(I1\x1b(B",
    "iso2022_jp_2": b"\x1b.A\x1bNi",
    "iso2022_jp_3": b"\x1b$(O\x24\x77\x1b(B",
    "cp932": "é".encode(), "cp1252": "é".encode(),
    "utf-16": JAPANESE.encode("utf-16"), "utf-16-le": JAPANESE.encode("utf-16-le"),
    "utf-16-be": JAPANESE.encode("utf-16-be"),
}  # fmt: skip
"""Bytes that the codec reads otherwise than a guess; of the others, all signs beyond ASCII."""


@pytest.mark.parametrize(("codec", "name"), [(codec, name) for codec, names in NAMES.items() for name in names])
def test_a_name_means_its_charset(codec: str, name: str) -> None:
    raw = BYTES.get(codec, WESTERN)
    expected = raw.decode(codec, "replace")
    assert expected != decode_text(raw, ""), "a guess would do as well"
    assert decode_text(raw, name) == expected


@pytest.mark.parametrize("name", ["", "us-ascii", "ascii", "ANSI_X3.4-1968", "x-unknown", "zip", "rot13"])
@pytest.mark.parametrize(("raw", "text"), [("é".encode(), "é"), ("海".encode("cp932"), "海"), (b"\xe9", "é")])
def test_other_names_are_guessed(name: str, raw: bytes, text: str) -> None:
    assert decode_text(raw, name) == text
