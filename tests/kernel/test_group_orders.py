"""Orders for several units or for all, and Japanese sentences split at their particles."""

import pytest

from games.kernel.text import Text, id_label
from games.order_text import parse_lines
from games.orders.order_set import Field, Order, Orders, OrderTemplate

NAMES = {
    "hood": Text("Hood (BC)", "フッド（BC）"),
    "wales": Text("Prince of Wales (BB)", "プリンス・オブ・ウェールズ（BB）"),
    "norfolk": Text("Norfolk (CA)", "ノーフォーク（CA）"),
    "bismarck": Text("Bismarck (BB)", "ビスマルク（BB）"),
    "eugen": Text("Prinz Eugen (CA)", "プリンツ・オイゲン（CA）"),
    "target": Text("Target", "砲撃目標"),
    "station": Text("Station a collier", "給炭艦の配置"),
    "take": Text("Take on board", "積み込み"),
    "matapan": Text("Cape Matapan", "マタパン岬"),
    "nets": Text("Torpedo nets", "魚雷ネット"),
    "optics": Text("Optics", "光学装置"),
}


class Target(Order, frozen=True, tag="target"):
    ship: str
    at: str


class Station(Order, frozen=True, tag="station"):
    space: str


class Take(Order, frozen=True, tag="take"):
    ship: str
    cargo: tuple[str, ...]


class Guns(Orders[Target | Station | Take], frozen=True, kw_only=True, dict=True, tag="test.guns"):
    order_types = (Target, Station, Take)

    def templates(self) -> tuple[OrderTemplate, ...]:
        near, far = Field("ship", ("hood", "wales")), Field("ship", ("norfolk",))
        return (
            OrderTemplate("target", (near, Field("at", ("eugen", "bismarck")))),
            OrderTemplate("target", (far, Field("at", ("bismarck",)))),
            OrderTemplate("station", (Field("space", ("matapan",)),)),
            OrderTemplate("take", (near, Field("cargo", ("nets", "optics"), many=True))),
        )


def said(*lines: str) -> str | None:
    found = parse_lines(lines, Guns(), lambda value: NAMES.get(value, id_label(value)))
    return None if found.refused else found.text


BISMARCK = "target hood at=bismarck\ntarget wales at=bismarck"


@pytest.mark.parametrize(
    "written",
    [
        "All ships target Bismarck.",
        "all our ships fire at the Bismarck",
        "Everybody shall open fire on Bismarck!",
        "Hood, Wales and Norfolk fire at Bismarck",
        "全艦ビスマルクを砲撃。",
        "全艦、ビスマルクを砲撃せよ",
        "全艦でビスマルクを狙う。",
        "全艦の目標はビスマルク",
    ],
)
def test_what_all_do_is_an_order_for_each(written: str) -> None:
    assert said(written) == f"{BISMARCK}\ntarget norfolk at=bismarck"


def test_of_all_who_can_do_it_do_it() -> None:
    assert said("All ships target Prinz Eugen") == "target hood at=eugen\ntarget wales at=eugen"
    assert said("all ships target Norfolk") is None
    assert said("all ships") is None
    assert said("all ships sing") is None


@pytest.mark.parametrize(
    "written",
    [
        "Hood and Prince of Wales fire at Bismarck",
        "フッドとプリンス・オブ・ウェールズはビスマルクを狙う。",
        "フッド、プリンス・オブ・ウェールズはビスマルクを砲撃します。",
        "フッドはビスマルクを砲撃。プリンス・オブ・ウェールズもビスマルクを砲撃する。",
        "フッドの目標はビスマルク。プリンス・オブ・ウェールズはビスマルクを目標とする。",
    ],
)
def test_two_may_act_in_one_sentence(written: str) -> None:
    assert said(written) == BISMARCK


@pytest.mark.parametrize(
    ("written", "order"),
    [
        ("フッドに光学装置と魚雷ネットを積み込む", "take hood cargo=optics,nets"),
        ("フッドは光学装置、魚雷ネットを積み込みます。", "take hood cargo=optics,nets"),
        ("フッドに魚雷ネットを積む", "take hood cargo=nets"),
        ("フッドは魚雷ネットを搭載する", "take hood cargo=nets"),
        ("給炭艦はマタパン岬に配置する。", "station matapan"),
        ("給炭艦をマタパン岬に置く", "station matapan"),
        ("フッド：魚雷ネット", "take hood cargo=nets"),
        ("給炭艦はどこかに置く", None),
        ("フッドは砲撃しない", None),
        ("Hood takes the optics, the nets", "take hood cargo=optics,nets"),
        ("Load Hood with nets and the optics", "take hood cargo=nets,optics"),
    ],
)
def test_a_sentence_has_its_verb_last_and_names_between_particles(written: str, order: str | None) -> None:
    assert said(written) == order


class BreakOff(Order, frozen=True, tag="break_off"):
    against: tuple[str, ...]


class Doctrine(Orders[BreakOff], frozen=True, kw_only=True, dict=True, tag="test.doctrine"):
    order_types = (BreakOff,)

    def templates(self) -> tuple[OrderTemplate, ...]:
        return (OrderTemplate("break_off", (Field("against", ("hood", "wales"), many=True),)),)


@pytest.mark.parametrize(
    "written", ["フッドからは退避する", "フッドから離脱します。", "Retreat from Hood", "Withdraw from Hood."]
)
def test_to_withdraw_is_to_break_off(written: str) -> None:
    found = parse_lines([written], Doctrine(), lambda value: NAMES.get(value, id_label(value)))
    assert (found.text, found.refused) == ("break-off hood", ())


@pytest.mark.parametrize("written", ["退避する", "戦闘では退避する。"])
def test_who_withdraws_from_nobody_hears_from_whom_he_may(written: str) -> None:
    (found,) = parse_lines([written], Doctrine(), lambda value: NAMES.get(value, id_label(value))).refused
    assert "フッド（BC）" in found.problems[0].message.ja
