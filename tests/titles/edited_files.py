"""The files of a title's components with one change, for tests of how faults in them are refused."""

from collections.abc import Callable, Mapping

Files = dict[str, bytes]


def cell(files: Mapping[str, bytes], file: str, row: str, column: str, value: str) -> Files:
    """Return the files with one cell changed: in the first line whose id, or else first cell, is `row`."""
    lines = [line.split("\t") for line in files[file].decode().splitlines()]
    place = lines[0].index(column)
    key = lines[0].index("id") if "id" in lines[0] else 0
    line = next(line for line in lines if line[key] == row)
    assert line[place] != value, "the change must change something"
    line[place] = value
    return {**files, file: "".join("\t".join(line) + "\n" for line in lines).encode()}


def edited(files: Mapping[str, bytes], file: str, edit: Callable[[str], str]) -> Files:
    """Return the files with the text of one of them edited."""
    before = files[file].decode()
    after = edit(before)
    assert after != before, "the change must change something"
    return {**files, file: after.encode()}


def swapped(files: Mapping[str, bytes], file: str, old: str, new: str) -> Files:
    """Return the files with the first occurrence of a text in one of them replaced."""
    return edited(files, file, lambda text: text.replace(old, new, 1))
