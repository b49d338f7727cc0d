"""States of older versions, the pointers and labels of errors, and what a title says of itself."""

from typing import Any

import msgspec
import pytest

from games.kernel.chance import ScriptedChance
from games.kernel.driver import drive, initial_checkpoint
from games.kernel.errors import Illegal, Problem, TitleFault, pointer
from games.kernel.scenarios import Scenario
from games.kernel.steps import Step
from games.kernel.text import Text, sanitized
from games.kernel.title import Title
from tests.kernel.toy import TOY, Options, State


class Newer(msgspec.Struct, omit_defaults=True):
    """A state of version 3: `round` became `trick`, and `out` is counted."""

    trick: int = 0
    hands: dict[str, list[str]] = {}
    gone: int = 0


def _to_2(raw: dict[str, Any]) -> dict[str, Any]:
    return {("trick" if key == "round" else key): value for key, value in raw.items()}


def _to_3(raw: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in raw.items() if key != "out"} | {"gone": len(raw.get("out", ()))}


async def nothing(table: Any) -> str | None:
    return None


NEWER: Title[Any] = TOY.evolve(
    state_type=Newer,
    state_version=3,
    upcasts={1: _to_2, 2: _to_3},
    steps={"deal": Step("deal", "1.0", nothing), "round": Step("round", "2.0", nothing)},
)


def test_an_old_state_is_brought_up_to_date() -> None:
    old = TOY.write_state(State(Options(), 2, {"red": ["c05"]}, [], ["c01", "c03"]))
    assert NEWER.read_state(old) == Newer(2, {"red": ["c05"]}, 2)
    checkpoint = msgspec.structs.replace(initial_checkpoint(TOY, State()), state=old)
    run = drive(NEWER, checkpoint, chance=ScriptedChance())
    assert run.is_over
    assert run.state == Newer(2, {"red": ["c05"]}, 2)


def test_a_present_state_bears_its_version_and_is_read_as_it_is() -> None:
    for state in (Newer(), Newer(4, {"red": []}, 1)):
        data = NEWER.write_state(state)
        assert data.startswith(b'{"state_version":3')
        assert NEWER.read_state(data) == state
        assert NEWER.write_state(NEWER.read_state(data)) == data
    later = NEWER.evolve(state_version=31, upcasts={**NEWER.rules.upcasts, **dict.fromkeys(range(3, 31), dict)})
    assert later.read_state(NEWER.write_state(Newer(4))) == Newer(4)


def test_a_state_between_goes_the_rest_of_the_way() -> None:
    assert NEWER.read_state(b'{"state_version":2,"trick":5,"out":["c01"]}') == Newer(5, {}, 1)


def test_a_missing_upcast_is_a_fault_and_rubbish_an_error() -> None:
    with pytest.raises(TitleFault, match="version 1"):
        NEWER.evolve(upcasts={2: _to_3}).read_state(b"{}")
    with pytest.raises(msgspec.ValidationError):
        TOY.read_state(b'{"round":"two"}')


def test_version_1_is_stored_plainly() -> None:
    assert TOY.write_state(State()) == b"{}"


def test_pointers_are_escaped() -> None:
    assert pointer() == ""
    assert pointer("a/b", 3, "~") == "/a~1b/3/~0"


def test_what_a_player_wrote_is_shown_harmlessly() -> None:
    assert sanitized("a\0b\nc\u202ed") == "a\ufffdb\ufffdc\ufffdd"
    assert len(sanitized("x" * 100)) == 60


def test_errors_carry_code_rule_and_text() -> None:
    first = Problem("/a", "range", Text("Too much.", "多すぎます。"))
    error = Illegal(first, Problem("/b", "rule", Text("No.", "不可"), "3.2"))
    assert (error.code, error.rule, str(error)) == ("illegal", "3.2", "Too much.")
    assert error.detail.get("ja") == "多すぎます。"
    assert Illegal().detail.get("fr") == "illegal"


def test_a_title_knows_its_seats_and_bots() -> None:
    assert TOY.seats("standard") == ("red", "black")
    assert TOY.bot("random")
    with pytest.raises(KeyError):
        TOY.bot("admiral")


def test_partners_are_seats_of_one_group() -> None:
    scenario = replace_scenario(partners=(("red", "blue"), ("black", "white")))
    assert scenario.are_partners("red", "blue")
    assert scenario.are_partners("white", "black")
    assert not scenario.are_partners("red", "black")
    assert not scenario.are_partners("blue", "white")


def replace_scenario(**parts: Any) -> Scenario:
    return msgspec.structs.replace(TOY.scenarios["standard"], **parts)
