"""Rings on the picture: all places and targets of the selected unit, and no others."""

import re
from collections import Counter
from dataclasses import replace
from typing import Any

from games.order_editor import order_edits
from games.orders.order_set import Orders
from pbem.web.pages.order_form import from_answer
from pbem.web.pages.order_form.board_panel import build_board_panel, to_draft
from pbem.web.pages.order_form.completion_rings import list_completions, list_reroutes, list_selected
from pbem.web.pages.order_form.overlay import select_nearest
from pbem.web.pages.order_form.tap_editor import (
    EditorState,
    after_order_removed,
    apply_tap,
    focus_order,
    is_applicable,
)
from tests.pages.positions import Position, positions, some


def ordered() -> list[Position]:
    return [one for one in positions() if isinstance(one.form, Orders)]


def draft(one: Position, answer: Any) -> Any:
    return to_draft(one.form, from_answer(one.form, answer))


def test_a_ring_is_where_a_tap_orders_the_selected_unit() -> None:
    seen = Counter[str]()
    for one in ordered():
        for answer in one.answers[:2]:
            raw = draft(one, answer)
            for state in one.selected(3)[1:]:
                rings = [priced.value for priced in list_completions(one.form, raw, state)]
                for value in some(one.name, rings, 8):
                    offers = one.form.suggested_edits(raw, value, state.acting, one.table.labels)
                    assert any(map(is_applicable, offers)), (one.name, state.acting, value, raw)
                    seen[one.title] += 1
    assert min(seen[title] for title in ("pirates", "goeben", "battleships", "pq17")) > 50


def test_where_a_tap_orders_the_selected_unit_is_a_ring_or_a_dot() -> None:
    """Instructions that are seldom given, and orders that nobody carries out, have none."""
    seen = Counter[str]()
    for one in ordered():
        for answer in one.answers[:2]:
            raw = draft(one, answer)
            for state in one.selected(3)[1:]:
                found = (*list_completions(one.form, raw, state), *list_reroutes(one.form, raw, state))
                marked = {priced.value for priced in found}
                for value in some(one.name, one.drawn(), 12):
                    if value in state.acting or value in marked:
                        continue
                    for offer in one.form.suggested_edits(raw, value, state.acting, one.table.labels):
                        if not offer.problems and offer.kind in ("new", "set", "add", "to", "on"):
                            assert not belongs(one.form, offer, state), (one.name, state.acting, value, offer.text.en)
                    seen[one.title] += 1
    assert min(seen[title] for title in ("pirates", "goeben", "battleships", "pq17")) > 50


def belongs(form: Any, offer: Any, state: EditorState) -> bool:
    """Whether an offer is an everyday order of the selected unit."""
    order = offer.answer[int(offer.pointer.split("/")[1])]
    way = order_edits.template_of(form, order)
    return way is not None and not way.is_rare and bool(set(state.acting) & set(order_edits.subjects_of(way, order)))


def test_everything_that_can_be_tapped_is_marked_or_counted() -> None:
    crowded = 0
    for one in ordered():
        for state in one.selected(2)[1:]:
            shown = build_board_panel(one.table, from_answer(one.form, []), state)
            drawn = {spot.id for spot in one.table.hotspots.hotspots}
            reach = [priced for priced in list_completions(one.form, [], state) if priced.value in drawn]
            svg = str(shown.over)
            dots = len(set(re.findall(r"M[\d.]+ [\d.]+h0", svg)))
            spots = Counter(spot.id for spot in one.table.hotspots.hotspots)
            assert shown.dot_count <= len(reach), one.name
            if shown.dot_count and max(spots.values()) == 1:
                assert dots == shown.dot_count, one.name
            crowded += bool(shown.dot_count)
    assert crowded > 10


def test_a_battleship_sees_her_full_speed() -> None:
    """Where more hexes are in reach than have rings, the others have a dot each, and the key counts them."""
    found = 0
    for one in ordered():
        if " courses " not in one.name:
            continue
        for state in one.selected(4)[1:]:
            reach = {priced.value for priced in list_completions(one.form, [], state)}
            drawn = {spot.id for spot in one.table.hotspots.hotspots} & reach
            shown = build_board_panel(one.table, from_answer(one.form, []), state)
            svg = str(shown.over)
            green = svg.count('fill="none" stroke="#1d7a45"')
            assert green + shown.dot_count >= len(drawn)
            found += shown.dot_count > 0
    assert found


def test_where_a_ship_can_go_rings_are_nothing_else() -> None:
    """A ring on a port where intelligence may look would promise that the ship can sail there."""
    seen = Counter[str]()
    for one in ordered():
        for hold in one.selected(3)[1:]:
            reach = list_completions(one.form, [], hold)
            ways = {priced.value for priced in reach if priced.path}
            ringed = {priced.value for priced in select_nearest(reach)}
            assert not ways or ringed <= ways, (one.name, hold.acting)
            seen[one.title] += bool(ways) and len(ways) < len(reach)
    assert seen["goeben"]


def test_aircraft_show_their_targets() -> None:
    """Each mission of a squadron, with all the hexes and ports that it can fly to."""
    seen = Counter[str]()
    for one in ordered():
        if not one.name.startswith("pq17") or " orders " not in one.name:
            continue
        flights = [way for way in one.form.cached_templates if way.verb in ("fly", "patrol", "photograph")]
        for unit in some(one.name, list(dict.fromkeys(way.fields[0].values[0] for way in flights)), 4):
            theirs = [way for way in flights if way.fields[0].values[0] == unit]
            aims = [field for way in theirs for field in way.fields if field.name in ("to", "port")]
            wanted = {value for field in aims for value in field.values}
            marked = {
                priced.value for priced in list_completions(one.form, [], apply_tap(one.form, EditorState(), unit))
            }
            assert wanted <= marked, (one.name, unit)
            seen[unit] += len(wanted)
    assert seen.total() > 20


# --- whose rings they are


def two_courses() -> tuple[Position, list[Any], str, str]:
    """A position of Battleships with orders of two ships."""
    for one in ordered():
        for answer in one.answers:
            ships = [order["ships"][0] for order in answer if order.get("order") == "course"]
            if len(set(ships)) > 1:
                return one, answer, ships[0], ships[1]
    raise AssertionError("nowhere have two ships orders")


def owners(one: Position, raw: Any, state: EditorState) -> set[str]:
    """The charts (each ship has her own) on which the rings lie."""
    charts = one.form.charts()
    rings = {priced.value for priced in (*list_completions(one.form, raw, state), *list_reroutes(one.form, raw, state))}
    return {name for name, chart in charts.items() if rings and rings <= set(chart.neighbours)}


def test_rings_change_with_the_unit_that_is_selected() -> None:
    one, answer, first, second = two_courses()
    raw = draft(one, answer)
    state = replace(focus_order(one.form, raw, EditorState(acting=(first,)), 0), tapped="")
    assert list_selected(one.form, raw, state) == (first,)
    moved = replace(apply_tap(one.form, state, second), tapped="")
    assert moved.focus == -1, "the order of the other is put aside"
    assert second in owners(one, raw, moved)


def test_rings_of_an_order_that_was_removed_vanish() -> None:
    state = EditorState(acting=("hood",), focus=2)
    assert after_order_removed(state, 2).focus == -1
    assert after_order_removed(state, 0).focus == 1
    assert after_order_removed(state, 3).focus == 2
    assert after_order_removed(EditorState(), 0).focus == -1


def test_an_order_that_is_added_selects_who_carries_it_out() -> None:
    one, answer, first, second = two_courses()
    raw = draft(one, answer)
    index = next(place for place, order in enumerate(raw) if second in order.get("ships", ()))
    assert focus_order(one.form, raw, EditorState(acting=(first,)), index).acting[0] == second
    assert focus_order(one.form, raw, EditorState(acting=(first,)), 99) == EditorState(acting=(first,), focus=-1)


def test_nobody_selected_shows_who_can_act() -> None:
    one, *_ = two_courses()
    rings = {priced.value for priced in list_completions(one.form, [], EditorState())}
    assert rings == {
        name for way in one.form.cached_templates for f in way.fields if f.name == way.subject for name in f.values
    }
