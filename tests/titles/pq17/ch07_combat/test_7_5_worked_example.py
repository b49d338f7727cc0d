"""7.5: the fight for JW-51B, the worked example of the rulebook, with its dice."""

import pytest

from games.titles.pq17.rules.forces.limits import must_axis_turn_away
from games.titles.pq17.rules.surface.areas import Manoeuvre, carry_out_manoeuvres, order_fault, return_to_deployment
from games.titles.pq17.rules.surface.exchange import fire_exchange
from games.titles.pq17.rules.surface.gunnery import Aim
from games.titles.pq17.rules.surface.layout import join_force, lay_out_force
from games.titles.pq17.rules.surface.torpedo_step import Launch
from games.titles.pq17.rules.surface.withdrawal import roll_withdrawal, withdrawal_modifier
from games.titles.pq17.state.battle import Battle
from tests.titles.pq17.box import BOX
from tests.titles.pq17.displays import battle, lies
from tests.titles.pq17.oracles import spreads, strays
from tests.titles.pq17.trial import read_counters, run

rule = pytest.mark.rule


def _first_round(fight: Battle, transports: list[Manoeuvre]) -> None:
    orders = [
        *transports,
        Manoeuvre("dd_j_r", "screening", screens=("admiral_hipper",)),
        Manoeuvre("tb_o_p", "screening", screens=("dd_34_36", "dd_36a")),
    ]
    assert [order_fault(fight, one, orders) for one in orders] == [None] * 5
    carry_out_manoeuvres(fight, orders)
    aims = [Aim("admiral_hipper", "dd_j_r"), Aim("dd_34_36", "tb_o_p"), Aim("dd_36a", "tb_old")]
    assert strays(BOX, fight, [Aim("admiral_hipper", "mv")])
    assert strays(BOX, fight, [*aims, Aim("dd_j_r", "admiral_hipper")]) == []
    assert strays(BOX, fight, [Aim("tb_old", "admiral_hipper")]), "not from Deployment"
    run(
        fire_exchange(BOX, fight, [*aims, Aim("dd_j_r", "admiral_hipper")], [], fates=True, key="1"),
        dice=[(0, 3, 6, 8), (2, 7), (1,), (5,), (7,)],
    )
    assert "dd_j_r" not in [one.name for one in fight.units]
    assert lies(fight, "admiral_hipper") == ["admiral_hipper 4"]
    return_to_deployment(fight)


def _second_round(fight: Battle) -> None:
    orders = [
        Manoeuvre("tb_old", "torpedo", screens=("admiral_hipper",)),
        Manoeuvre("tb_o_p", "torpedo", screens=("dd_34_36", "dd_36a")),
        Manoeuvre("admiral_hipper", evades=True),
    ]
    assert [order_fault(fight, one, orders) for one in orders] == [None] * 3
    carry_out_manoeuvres(fight, orders)
    aims = [
        Aim("admiral_hipper", "tb_old"),
        Aim("dd_34_36", "tb_o_p"),
        Aim("dd_36a", "tb_o_p"),
        Aim("tb_old", "admiral_hipper"),
        Aim("tb_o_p", "dd_34_36"),
    ]
    assert strays(BOX, fight, aims) == []
    assert spreads(BOX, fight, aims[:3])
    run(
        fire_exchange(BOX, fight, aims, [], fates=True, key="2"),
        dice=[(0, 2, 8, 9), (4, 5), (3,), (3,), (0, 1, 2)],
    )
    assert "tb_old" not in [one.name for one in fight.units]
    assert lies(fight, "tb_o_p") == ["tb_o_p 3"]
    return_to_deployment(fight)


def _third_round(fight: Battle) -> None:
    orders = [
        Manoeuvre("jamaica", "screening", screens=("admiral_hipper", "lutzow")),
        Manoeuvre("sheffield", "screening", screens=("dd_34_36", "dd_36a")),
        Manoeuvre("tb_o_p", "torpedo"),
        Manoeuvre("dd_34_36", "torpedo"),
        Manoeuvre("admiral_hipper", evades=True),
        Manoeuvre("lutzow", evades=True),
    ]
    assert [order_fault(fight, one, orders) for one in orders] == [None] * 6
    carry_out_manoeuvres(fight, orders)
    german = [Aim("admiral_hipper", "jamaica"), Aim("lutzow", "sheffield")]
    german += [Aim("dd_34_36", "tb_o_p"), Aim("dd_36a", "tb_o_p")]
    british = [Aim("jamaica", "admiral_hipper"), Aim("sheffield", "dd_34_36"), Aim("tb_o_p", "dd_36a")]
    assert strays(BOX, fight, [*german, *british]) == []
    assert spreads(BOX, fight, german)
    launches = [Launch("tb_o_p", "admiral_hipper"), Launch("dd_34_36", "sheffield")]
    miss = [(0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0), (0, 0, 0)]
    done = run(
        fire_exchange(BOX, fight, [*german, *british], launches, fates=True, key="3"),
        dice=[*miss, (1, 4, 8, 9), (2, 3, 6, 7), (0, 2, 6), (3,), (0, 3, 8), (1, 6)],
    )
    assert [(hit.ship, hit.wound.lost) for hit in done.hits] == [("admiral_hipper", 2), ("dd_34_36", 1)]
    assert done.hits[1].fates == ((3, "sunk"),)
    assert [one.salvo.hits for one in done.runs] == [(), ()]
    assert [fight.unit(name).counters[0].spent for name in ("tb_o_p", "dd_34_36")] == [1, 1]
    assert lies(fight, "dd_34_36") == ["dd_34_36 2"]


@rule(
    "pq17", "7.5.2", "7.5.2a", "7.5.2b", "7.5.2i", "7.5.2k", "7.5.2m", "7.9",
    positions=("P38", "P38a", "P38b", "P39", "P40", "P41", "P42", "P43", "P44", "P45", "P46", "P47", "P48", "P49",
               "P50", "P51", "P52", "P53", "P54", "P55"),
)  # fmt: skip
def test_7_5_2_jw_51b() -> None:
    fight = battle(("dd_j_r 1", "tb_old 1", "tb_o_p 3", "es_british 1"), ("admiral_hipper 4", "dd_34_36 2", "dd_36a 1"))
    lay_out_force(fight, "allied", [read_counters("mv 8", "mv 2"), read_counters("mv 3")])
    transports = [Manoeuvre("mv", "withdrawal"), Manoeuvre("mv.2", "withdrawal"), Manoeuvre("es_british", "withdrawal")]
    _first_round(fight, transports)
    fight.round = 2
    _second_round(fight)
    fight.round = 3
    join_force(BOX, fight, "axis", read_counters("lutzow 4", "dd_34_36 1", "dd_36a 2"))
    join_force(BOX, fight, "allied", read_counters("jamaica 4", "sheffield 4"))
    assert [lies(fight, name) for name in ("dd_34_36", "dd_36a")] == [["dd_34_36 3"], ["dd_36a 3"]]
    assert fight.unit("dd_36a").joined == 1
    assert not must_axis_turn_away(BOX, fight)
    _third_round(fight)
    modifiers = {one.name: withdrawal_modifier(BOX, "reduced", day=False) for one in fight.of("axis")}
    assert len(run(roll_withdrawal(BOX, fight, "axis", modifiers, key="w"), dice=[(5,)]).left) == 4
    assert fight.of("axis") == []
