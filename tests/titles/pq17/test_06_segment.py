"""6.2 to 6.5 The search segment played: who is searched, by which card, who refuses, and who is told what."""

from typing import Any

import pytest
from msgspec import structs

from games.kernel.events import PUBLIC
from games.titles.pq17.box.options import Options
from games.titles.pq17.box.pieces import Side, WeatherKind
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.missions import Missions, Photograph, SectorSearch, Watch
from games.titles.pq17.orders.refusals import RefusalForm
from games.titles.pq17.rules.search.patrols import holds_radius, radii, sector_hexes
from games.titles.pq17.rules.search.photo import photo
from games.titles.pq17.rules.search.searchers import searchers
from games.titles.pq17.rules.search.segment import search
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.events.search import DummyFound, Identified, Photographed, Refused, Reported, Searched
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import AirUnit, Convoy, Force, Kind, Shadow, Sky
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.playing import a_card, gains, heard, phase, play
from tests.titles.pq17.seas import WORDS

rule = pytest.mark.rule
OPEN, BESIDE = "0310", "0309"
"""Open sea outside all radii and sectors, and the hex west of it."""


def hunter(at: str = OPEN, side: Side = "axis") -> Force:
    return force("hunter", side, "task_force", at, "admiral_hipper" if side == "axis" else "norfolk")


def meeting(*prey: Force, side: Side = "axis", **fields: object) -> Sea:
    """A task force of the side in phase, with blocks of the enemy's in its hex."""
    return phase(arctic(hunter(side=side), *prey, **fields), side)


def row_of(sea: Sea, side: Side, name: str) -> str | None:
    return searchers(sea, side, sea.force(name)).row


# --- who searches


@rule("pq17", "6.2")
@rule("pq17", "6.2a")
@rule("pq17", "6.5")
def test_pp52_radii_dummies_and_the_row() -> None:
    inside = sorted(arctic().box.areas.axis_radius.hexes)[0]
    sea = arctic(force("prey", "allied", "task_force", inside, "norfolk"))
    assert row_of(sea, "axis", "prey") == "air"
    sea.place(force("lure", "axis", "dummy", inside))
    assert row_of(sea, "axis", "prey") == "both"
    far = arctic(force("prey", "allied", "task_force", OPEN, "norfolk"), force("lure", "axis", "dummy", OPEN))
    assert row_of(far, "axis", "prey") == "force"
    assert row_of(arctic(force("prey", "allied", "task_force", OPEN, "norfolk")), "axis", "prey") is None


@rule("pq17", "6.2a")
@rule("pq17", "6.3a")
def test_pp53_a_shadower_counts_for_its_target_alone() -> None:
    sea = arctic(
        hunter(),
        force("a", "allied", "task_force", OPEN, "norfolk"),
        force("b", "allied", "task_force", OPEN, "london"),
    )
    sea.state.shadows = [Shadow("a", "sector", "barents")]
    assert row_of(sea, "axis", "a") == "both"
    assert row_of(sea, "axis", "b") == "force"
    sea.state.shadows = [Shadow("a", "task_force", "hunter")]
    assert row_of(sea, "axis", "b") is None, "a shadowing force searches nothing else"


@rule("pq17", "6.2d")
def test_pp51_all_searchers_soviet() -> None:
    sea = arctic(
        force("prey", "axis", "task_force", OPEN, "admiral_hipper"),
        force("red", "allied", "task_force", OPEN, "dd_project_7 2"),
    )
    assert searchers(sea, "allied", sea.force("prey")).soviet
    sea.place(force("false", "allied", "dummy", OPEN))
    assert not searchers(sea, "allied", sea.force("prey")).soviet


@rule("pq17", "6.8")
@rule("pq17", "6.2")
def test_pp67_a_convoy_without_warships_does_not_search() -> None:
    sea = arctic(hunter(), force("pq", "allied", "convoy", OPEN, "mv 8"))
    assert row_of(sea, "axis", "pq") == "force"
    assert row_of(sea, "allied", "hunter") is None
    sea.force("pq").counters.append(Counter("dd_a_i", 1))
    assert row_of(sea, "allied", "hunter") == "force"
    sea.force("pq").counters[-1].tows = True
    assert row_of(sea, "allied", "hunter") is None, "7.0f: a ship that tows searches nothing"


@rule("pq17", "6.4.1a")
@rule("pq17", "5.3.1a")
def test_pp69_the_radius_of_a_carrier() -> None:
    def holds(weather: WeatherKind, crippled: bool = False) -> bool:
        sea = arctic(force("home", "allied", "task_force", OPEN, "victorious"), sky=Sky(kind=weather))
        sea.force("home").counters[0].crippled = crippled
        return holds_radius(sea, sea.force("home"))

    assert [holds(kind) for kind in ("fair", "reduced", "fog", "storm", "gale")] == [True, True, False, False, False]
    assert not holds("fair", crippled=True)
    german = arctic(force("gz", "axis", "task_force", OPEN, "graf_zeppelin"))
    assert holds_radius(german, german.force("gz"))
    german.state.light = "dec_1"
    assert not german.is_day
    assert not holds_radius(german, german.force("gz"))


@rule("pq17", "5.3.1a")
def test_a_carrier_has_a_radius_only_while_it_is_declared() -> None:
    sea = arctic(force("home", "allied", "task_force", OPEN, "victorious"))
    assert radii(sea, "allied", OPEN) == ()
    sea.state.declared = ["home"]
    assert radii(sea, "allied", OPEN) == ("britain",)
    sea.state.sky.kind = "storm"
    assert radii(sea, "allied", OPEN) == ()


@rule("pq17", "6.4.1")
@rule("pq17", "6.4.1b")
@rule("pq17", "9.5")
def test_radii_work_in_all_weather_but_gale() -> None:
    inside = sorted(arctic().box.areas.axis_radius.hexes)[0]
    sea = arctic()
    for weather, there in (("storm", True), ("fog", True), ("gale", False)):
        sea.state.sky.kind = weather
        assert bool(radii(sea, "axis", inside)) is there
    sea.state.sky.local = {"norway": ("fair", 9)}
    assert radii(sea, "axis", inside)
    sea.state.air = [AirUnit("bv_138", 1, id="bv", base="tromso", mission="radius", at=OPEN)]
    assert radii(sea, "axis", OPEN) == ("germany",)


@rule("pq17", "6.4.2")
@rule("pq17", "6.4.2b")
@rule("pq17", "6.3.1c")
def test_pp66_a_sector_and_the_forces_that_it_follows() -> None:
    sea = arctic()
    most = sector_hexes(sea, "barents")
    assert most == 4
    sea.state.shadows = [Shadow(str(number), "sector", "barents") for number in range(3)]
    assert sector_hexes(sea, "barents") == 1
    sea.state.shadows += [Shadow("0", "sector", "barents", ("larger",))]
    assert sector_hexes(sea, "barents") == 1, "two forces that it followed have combined"
    sea.state.shadows += [Shadow(str(number), "sector", "barents") for number in (3, 4)]
    assert sector_hexes(sea, "barents") == 0
    sea.state.shadows = []
    sea.state.sky.kind = "gale"
    assert sector_hexes(sea, "barents") == 0


@rule("pq17", "6.4.2a")
@rule("pq17", "6.4.2")
def test_sectors_search_what_was_named_before_any_card() -> None:
    place = next(one.id for one in arctic().box.hexes.values() if one.sectors == ("trondheim", "barents"))
    assert place not in arctic().box.areas.axis_radius.hexes
    sea = phase(arctic(force("prey", "allied", "task_force", place, "norfolk")), "axis")
    sea.phase.orders = (SectorSearch("trondheim", (place,)),)
    play(search(sea), cards=[a_card("air", "-")])
    assert sea.phase.sectors["trondheim"] == [place]
    assert sea.phase.sectors["barents"] == [], "what was not ordered is not searched twice"
    assert [type(event).__name__ for event in heard(sea, "allied")] == ["Searched"], "hexes are not told"


# --- cards


@rule("pq17", "6.2")
@rule("pq17", "6.2e")
@rule("pq17", "6.2.1")
@rule("pq17", "6.2.1g")
def test_a_block_is_found() -> None:
    sea = meeting(force("prey", "allied", "task_force", OPEN, "norfolk", "dd_a_i 2"))
    card = a_card("force", "U", submarine=False)
    assert play(search(sea), cards=[card]).result == "strikes"
    prey = sea.force("prey")
    assert prey.level == min(gains(card), 3)
    report = sea.state.reports[-1]
    assert (report.to, report.source, report.kind, report.level) == ("axis", "search", "task_force", prey.level)
    told = heard(sea, "axis")
    assert [type(event) for event in told] == [Searched, Identified, Reported]
    assert told[0].card == card
    assert told[1].force == ""
    assert [type(event) for event in heard(sea, PUBLIC)] == [Searched, Identified]
    assert sea.phase.searched == ["prey"]


@rule("pq17", "6.2f")
@rule("pq17", "6.2.1f")
@rule("pq17", "1.7b")
def test_a_card_that_fails_is_shown_to_nobody() -> None:
    sea = meeting(force("prey", "allied", "task_force", OPEN, "norfolk"))
    sea.force("prey").level = 1
    card = a_card("force", "-")
    play(search(sea), cards=[card])
    assert heard(sea, "axis")[0].card == card
    for seat in ("allied", PUBLIC):
        (event,) = heard(sea, seat)
        assert (event.card, event.row, event.found) == ("", None, False)
    assert sea.force("prey").level == 1
    assert sea.state.reports == []


@rule("pq17", "6.2e")
def test_a_dummy_that_is_found_goes() -> None:
    sea = meeting(force("lure", "allied", "dummy", OPEN))
    play(search(sea), cards=[a_card("force", "U", submarine=False)])
    assert [one.id for one in sea.state.forces] == ["hunter"]
    for seat in ("allied", "axis", PUBLIC):
        assert any(isinstance(event, DummyFound) for event in heard(sea, seat))


@rule("pq17", "6.2")
@rule("pq17", "1.2b")
def test_every_block_has_a_card_of_its_own_those_alike_in_an_order_that_says_nothing() -> None:
    sea = meeting(force("lure", "allied", "dummy", OPEN), force("prey", "allied", "task_force", OPEN, "norfolk"))
    assert sea.force("lure").block == sea.force("prey").block
    play(search(sea), cards=[a_card("force", "U", submarine=False), a_card("force", "-")])
    assert [one.id for one in sea.state.forces] == ["hunter", "prey"], "the first card fell on the dummy"


@rule("pq17", "1.7a")
def test_cards_drawn_stay_out_until_the_turn_is_over() -> None:
    sea = meeting(force("prey", "allied", "task_force", OPEN, "norfolk"))
    play(search(sea), cards=[a_card("force", "-")])
    assert sea.state.drawn == {"axis": [a_card("force", "-")]}


# --- refusals


@rule("pq17", "6.2.2")
@rule("pq17", "6.2.2a")
@rule("pq17", "6.2.2b")
def test_p4_a_carrier_refuses() -> None:
    sea = meeting(force("home", "allied", "task_force", OPEN, "victorious"))
    sea.state.shadows = [Shadow("home", "sector", "barents")]
    card = a_card("both", "+", submarine=False)
    played = play(search(sea), cards=[card], says={"refuse@allied": "refuse home ground=carrier"})
    (question,) = played.asked
    assert question.form.found[0].grounds == ("carrier",)
    assert sea.force("home").level is None
    assert sea.state.reports[-1].refusal == "carrier"
    assert any(isinstance(event, Refused) for event in heard(sea, "axis"))


@rule("pq17", "6.2.2b")
def test_a_dummy_is_on_the_form_and_can_refuse_nothing() -> None:
    sea = meeting(force("lure", "allied", "dummy", OPEN))
    played = play(search(sea), cards=[a_card("force", "U", submarine=True)])
    (question,) = played.asked
    assert isinstance(question.form, RefusalForm)
    assert [(one.force, one.grounds) for one in question.form.found] == [("lure", ())]
    assert not question.form.is_forced(), "an answer at once would tell that there is nothing to refuse"
    assert question.form.by_verb.keys() == {"instruct"}


@rule("pq17", "6.2.2b")
@pytest.mark.parametrize(
    ("holding", "said", "unsaid"),
    [
        ((), ("none can refuse", "seal no orders"), "Refuse?"),
        (("victorious",), ("Refuse?", "may keep"), "seal no orders"),
    ],
)
def test_where_nothing_can_refuse_the_question_says_so_and_why_it_is_asked(
    holding: tuple[str, ...], said: tuple[str, ...], unsaid: str
) -> None:
    sea = meeting(force("prey", "allied", "task_force" if holding else "dummy", OPEN, *holding))
    sea.state.shadows = [Shadow("prey", "sector", "barents")] * bool(holding)
    card = a_card("both", "+", submarine=False) if holding else a_card("force", "U", submarine=True)
    (question,) = play(search(sea), cards=[card], says={"refuse": "pass"}).asked
    told = WORDS.explain(question, "en")
    assert all(words in told for words in said)
    assert unsaid not in told
    assert bool([*question.form.notes()]) is bool(holding)
    assert ("拒否できる部隊はありません" in WORDS.explain(question, "ja")) is not bool(holding)


@rule("pq17", "6.2.2b")
def test_who_is_asked_may_answer_for_good() -> None:
    sea = meeting(force("lure", "allied", "dummy", OPEN))
    play(search(sea), cards=[a_card("force", "U", submarine=True)], says={"refuse": "instruct refuses does=always"})
    assert sea.state.instructed("allied").refuses == "always"


@rule("pq17", "6.2.2", "6.2.2b")
@pytest.mark.parametrize(
    ("side", "kind", "bought", "asked"),
    [
        ("allied", "task_force", False, True), ("allied", "dummy", False, True),
        ("axis", "task_force", False, False), ("axis", "dummy", False, False), ("axis", "dummy", True, True),
    ],
)  # fmt: skip
def test_nobody_is_asked_where_all_know_that_he_has_no_aircraft(
    side: Side, kind: Kind, bought: bool, asked: bool
) -> None:
    ships = () if kind == "dummy" else ("norfolk",) if side == "allied" else ("lutzow",)
    prey = force("prey", side, kind, OPEN, *ships)
    sea = meeting(prey, side="axis" if side == "allied" else "allied", options=Options(historical_forces=bought))
    sea.state.air = [AirUnit("catalina" if side == "axis" else "fw_200", 1, id="scout", base="wick")]
    sea.state.shadows = [Shadow("prey", "aircraft", "scout")]
    played = play(search(sea), cards=[a_card("both", "+", submarine=False)])
    assert bool(played.asked) is asked


@rule("pq17", "6.2.2", "1.2a")
def test_an_identified_force_is_known_to_be_no_wolfpack() -> None:
    sea = meeting(force("prey", "allied", "task_force", OPEN, "norfolk"))
    sea.identify(sea.force("prey"), 1)
    assert play(search(sea), cards=[a_card("force", "U", submarine=True)]).asked == []


@rule("pq17", "6.2.2b")
def test_nobody_is_asked_without_a_symbol() -> None:
    sea = meeting(force("home", "allied", "task_force", OPEN, "victorious"))
    assert play(search(sea), cards=[a_card("force", "U", submarine=False)]).asked == []


@rule("pq17", "6.2.2")
def test_pp58_a_wolfpack_dives() -> None:
    sea = meeting(force("pack", "axis", "wolfpack", OPEN, "ss_german 3"), side="allied")
    play(search(sea), cards=[a_card("force", "U", submarine=True)], says={"refuse": "refuse pack ground=wolfpack"})
    assert sea.force("pack").level is None


@rule("pq17", "6.2.2")
@rule("pq17", "1.4.3")
def test_p5_a_cam_ship_refuses_once() -> None:
    sea = meeting(force("pq", "allied", "convoy", OPEN, "mv 5", "mc 1"))
    sea.state.shadows = [Shadow("pq", "sector", "barents")]
    play(search(sea), cards=[a_card("both", "+", submarine=False)], says={"refuse": "refuse pq ground=cam"})
    assert [one.used for one in sea.force("pq").counters] == [False, True]


@rule("pq17", "6.2.2b")
@pytest.mark.parametrize(("standing", "refused"), [("always", True), ("never", False)])
def test_a_standing_answer_is_not_asked_for(standing: Any, refused: bool) -> None:
    sea = meeting(force("pack", "axis", "wolfpack", OPEN, "ss_german 3"), side="allied")
    sea.state.instructions["axis"] = Instructions(refuses=standing)
    assert play(search(sea), cards=[a_card("force", "U", submarine=True)]).asked == []
    assert (sea.force("pack").level is None) is refused


# --- ID 1


@rule("pq17", "6.2.1a")
@rule("pq17", "6.2.1b")
def test_the_number_of_id_1_is_drawn_once() -> None:
    prey = force("prey", "allied", "task_force", OPEN, "norfolk", "london", "dd_a_i 4")
    sea = meeting(prey, sky=Sky(kind="fog"))
    cards = sea.box.cards.items()
    card = next(name for name, one in cards if gains(name, weather=3) == 1 and one.day.force[3] == "U")
    play(search(sea), cards=[card], lots=[2])
    assert sea.state.reports[-1].about == sea.force("prey").told == 4


# --- photographs


def over_narvik(**fields: object) -> Sea:
    sea = arctic(
        force("in_narvik", "axis", "task_force", "0813", "tirpitz", "dd_36a 3", port="narvik"),
        force("false", "axis", "dummy", "0813", port="narvik"),
        air=[AirUnit("spitfire_pr", 1, id="pr", base="wick")],
        **fields,
    )
    phase(sea, "allied", orders=(Photograph("pr", "narvik"),))
    return sea


@rule("pq17", "6.9")
@rule("pq17", "6.9a")
@rule("pq17", "6.2.1e")
def test_pp68_a_photograph() -> None:
    sea = over_narvik()
    card = next(name for name, one in sea.box.cards.items() if one.day.photo[0])
    assert play(photo(sea), cards=[card]).result == "movement"
    report = sea.state.reports[-1]
    assert [(one.ship, one.strength) for one in report.names] == [("tirpitz", 0), ("dd_36a", 3)]
    assert (report.level, report.block, report.port) == (4, 0, "narvik")
    assert sea.force("in_narvik").level is None
    assert len(sea.forces_of("axis")) == 2, "dummies are neither told nor removed"
    assert sea.state.air[0].mission == "photo"
    (public,) = heard(sea, PUBLIC)
    assert isinstance(public, Photographed)
    assert (public.card, public.names) == (card, ())


@rule("pq17", "6.9")
def test_a_photograph_that_fails_or_cannot_be_taken() -> None:
    sea = over_narvik()
    play(photo(sea), cards=[next(name for name, one in sea.box.cards.items() if not one.day.photo[0])])
    assert sea.state.reports == []
    assert heard(sea, "axis")[0].card == ""
    for fields in ({"sky": Sky(kind="fog")}, {"light": "dec_1"}):
        sea = over_narvik(**fields)
        play(photo(sea))
        assert sea.told == []


@rule("pq17", "6.8.1")
def test_a_scattered_convoy_is_searched_from_next_to_it() -> None:
    convoy = Convoy(laden=True, destinations=("arkhangelsk",), scattered=True)
    sea = arctic(hunter(BESIDE), force("pq", "allied", "convoy", OPEN, "mv 8", convoy=convoy))
    assert row_of(sea, "axis", "pq") == "force"
    sea.force("pq").convoy.scattered = False
    assert row_of(sea, "axis", "pq") is None


@rule("pq17", "6.4.2", "6.3.1c")
@pytest.mark.parametrize(("followed", "left"), [(0, 2), (1, 1), (2, 0), (3, 0)])
def test_a_sector_searches_a_hex_less_for_each_force_that_it_shadows(followed: int, left: int) -> None:
    sea = arctic(shadows=[Shadow(f"pq{n}", "sector", "barents") for n in range(followed)])
    sea.state.shadows += [Shadow("other", "sector", "trondheim"), Shadow("more", "aircraft", "barents")]
    most = sea.operation.sectors or sea.box.charts.sectors.searched(sea.operation.calendar_month)
    assert sector_hexes(sea, "barents") == max(most["barents"] - followed, 0)
    sea.state.composed = structs.replace(sea.operation, sectors={"barents": 2})
    assert sector_hexes(sea, "barents") == left


@rule("pq17", "6.4.2", "6.4.2a")
def test_without_orders_sectors_search_different_hexes_the_narrowest_first() -> None:
    wide = Watch("barents", 2, ("0412", "0413", "0414"))
    narrow = Watch("trondheim", 1, ("0412", "0413"))
    assert Missions(watches=(wide, narrow)).default_orders() == (
        SectorSearch("trondheim", ("0412",)), SectorSearch("barents", ("0413", "0414"))
    )  # fmt: skip
    assert Missions(watches=(Watch("barents", 2, ("0412",)), Watch("trondheim", 2, ("0412",)))).default_orders() == (
        SectorSearch("barents", ("0412",)),
    )
