"""6.2 to 6.5 The search segment played: who is searched, by which card, who refuses, and who is told what."""

from typing import Any

import pytest
from msgspec import structs

from games.kernel.events import PUBLIC
from games.titles.pq17.components.options import Options
from games.titles.pq17.components.pieces import Side, WeatherKind
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.missions import Missions, Photograph, SectorSearch, Watch
from games.titles.pq17.orders.refusals import RefusalForm
from games.titles.pq17.rules.search.air_patrols import holds_radius, radii, sector_hexes
from games.titles.pq17.rules.search.photo import photo
from games.titles.pq17.rules.search.searchers import searchers_of
from games.titles.pq17.rules.search.segment import search
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.search import DummyFound, Identified, Photographed, Refused, Reported, Searched
from games.titles.pq17.state.state import AirUnit, Convoy, Kind, Shadow, Sky
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.boards import WORDS
from tests.titles.pq17.ch06_search.searches import meeting, row_of, searcher
from tests.titles.pq17.playing import a_card, gains, heard, phase, play
from tests.titles.pq17.strikes import OPEN

rule = pytest.mark.rule
BESIDE = "0309"
"""Open sea outside all radii and sectors, and the hex west of it."""


@rule("pq17", "6.2")
@rule("pq17", "6.2a")
@rule("pq17", "6.5")
def test_pp52_radii_dummies_and_the_row() -> None:
    inside = sorted(arctic().box.areas.axis_radius.hexes)[0]
    board = arctic(force("prey", "allied", "task_force", inside, "norfolk"))
    assert row_of(board, "axis", "prey") == "air"
    board.place(force("lure", "axis", "dummy", inside))
    assert row_of(board, "axis", "prey") == "both"
    far = arctic(force("prey", "allied", "task_force", OPEN, "norfolk"), force("lure", "axis", "dummy", OPEN))
    assert row_of(far, "axis", "prey") == "force"
    assert row_of(arctic(force("prey", "allied", "task_force", OPEN, "norfolk")), "axis", "prey") is None


@rule("pq17", "6.2a")
@rule("pq17", "6.3a")
def test_pp53_a_shadower_counts_for_its_target_alone() -> None:
    board = arctic(
        searcher(),
        force("a", "allied", "task_force", OPEN, "norfolk"),
        force("b", "allied", "task_force", OPEN, "london"),
    )
    board.state.shadows = [Shadow("a", "sector", "barents")]
    assert row_of(board, "axis", "a") == "both"
    assert row_of(board, "axis", "b") == "force"
    board.state.shadows = [Shadow("a", "task_force", "hunter")]
    assert row_of(board, "axis", "b") is None, "a shadowing force searches nothing else"


@rule("pq17", "6.2d")
def test_pp51_all_searchers_soviet() -> None:
    board = arctic(
        force("prey", "axis", "task_force", OPEN, "admiral_hipper"),
        force("red", "allied", "task_force", OPEN, "dd_project_7 2"),
    )
    assert searchers_of(board, "allied", board.force("prey")).soviet
    board.place(force("false", "allied", "dummy", OPEN))
    assert not searchers_of(board, "allied", board.force("prey")).soviet


@rule("pq17", "6.8")
@rule("pq17", "6.2")
def test_pp67_a_convoy_without_warships_does_not_search() -> None:
    board = arctic(searcher(), force("pq", "allied", "convoy", OPEN, "mv 8"))
    assert row_of(board, "axis", "pq") == "force"
    assert row_of(board, "allied", "hunter") is None
    board.force("pq").counters.append(Counter("dd_a_i", 1))
    assert row_of(board, "allied", "hunter") == "force"
    board.force("pq").counters[-1].tows = True
    assert row_of(board, "allied", "hunter") is None, "7.0f: a ship that tows searches nothing"


@rule("pq17", "6.4.1a")
@rule("pq17", "5.3.1a")
def test_pp69_the_radius_of_a_carrier() -> None:
    def holds(weather: WeatherKind, crippled: bool = False) -> bool:
        board = arctic(force("home", "allied", "task_force", OPEN, "victorious"), sky=Sky(kind=weather))
        board.force("home").counters[0].crippled = crippled
        return holds_radius(board, board.force("home"))

    assert [holds(kind) for kind in ("fair", "reduced", "fog", "storm", "gale")] == [True, True, False, False, False]
    assert not holds("fair", crippled=True)
    german = arctic(force("gz", "axis", "task_force", OPEN, "graf_zeppelin"))
    assert holds_radius(german, german.force("gz"))
    german.state.light = "dec_1"
    assert not german.is_day
    assert not holds_radius(german, german.force("gz"))


@rule("pq17", "6.4.1")
@rule("pq17", "6.4.1b")
@rule("pq17", "9.5")
def test_radii_work_in_all_weather_but_gale() -> None:
    inside = sorted(arctic().box.areas.axis_radius.hexes)[0]
    board = arctic()
    for weather, there in (("storm", True), ("fog", True), ("gale", False)):
        board.state.sky.kind = weather
        assert bool(radii(board, "axis", inside)) is there
    board.state.sky.local = {"norway": ("fair", 9)}
    assert radii(board, "axis", inside)
    board.state.air = [AirUnit("bv_138", 1, id="bv", base="tromso", mission="radius", at=OPEN)]
    assert radii(board, "axis", OPEN) == ("germany",)


@rule("pq17", "6.4.2")
@rule("pq17", "6.4.2b")
@rule("pq17", "6.3.1c")
def test_pp66_a_sector_and_the_forces_that_it_follows() -> None:
    board = arctic()
    most = sector_hexes(board, "barents")
    assert most == 4
    board.state.shadows = [Shadow(str(number), "sector", "barents") for number in range(3)]
    assert sector_hexes(board, "barents") == 1
    board.state.shadows += [Shadow("0", "sector", "barents", ("larger",))]
    assert sector_hexes(board, "barents") == 1, "two forces that it followed have combined"
    board.state.shadows += [Shadow(str(number), "sector", "barents") for number in (3, 4)]
    assert sector_hexes(board, "barents") == 0
    board.state.shadows = []
    board.state.sky.kind = "gale"
    assert sector_hexes(board, "barents") == 0


@rule("pq17", "6.4.2a")
@rule("pq17", "6.4.2")
def test_sectors_search_what_was_named_before_any_card() -> None:
    place = next(one.id for one in arctic().box.hexes.values() if one.sectors == ("trondheim", "barents"))
    assert place not in arctic().box.areas.axis_radius.hexes
    board = phase(arctic(force("prey", "allied", "task_force", place, "norfolk")), "axis")
    board.phase.orders = (SectorSearch("trondheim", (place,)),)
    play(search(board), cards=[a_card("air", "-")])
    assert board.phase.sectors["trondheim"] == [place]
    assert board.phase.sectors["barents"] == [], "what was not ordered is not searched twice"
    assert [type(event).__name__ for event in heard(board, "allied")] == ["Searched"], "hexes are not told"


@rule("pq17", "6.2")
@rule("pq17", "6.2e")
@rule("pq17", "6.2.1")
@rule("pq17", "6.2.1g")
def test_a_block_is_found() -> None:
    board = meeting(force("prey", "allied", "task_force", OPEN, "norfolk", "dd_a_i 2"))
    card = a_card("force", "U", submarine=False)
    assert play(search(board), cards=[card]).result == "strikes"
    prey = board.force("prey")
    assert prey.level == min(gains(card), 3)
    report = board.state.reports[-1]
    assert (report.to, report.source, report.kind, report.level) == ("axis", "search", "task_force", prey.level)
    told = heard(board, "axis")
    assert [type(event) for event in told] == [Searched, Identified, Reported]
    assert told[0].card == card
    assert told[1].force == ""
    assert [type(event) for event in heard(board, PUBLIC)] == [Searched, Identified]
    assert board.phase.found == ["prey"]


@rule("pq17", "6.2f")
@rule("pq17", "6.2.1f")
@rule("pq17", "1.7b")
def test_a_card_that_fails_is_shown_to_nobody() -> None:
    board = meeting(force("prey", "allied", "task_force", OPEN, "norfolk"))
    board.force("prey").level = 1
    card = a_card("force", "-")
    play(search(board), cards=[card])
    assert heard(board, "axis")[0].card == card
    for seat in ("allied", PUBLIC):
        (event,) = heard(board, seat)
        assert (event.card, event.row, event.found) == ("", None, False)
    assert board.force("prey").level == 1
    assert board.state.reports == []


@rule("pq17", "6.2e")
def test_a_dummy_that_is_found_goes() -> None:
    board = meeting(force("lure", "allied", "dummy", OPEN))
    play(search(board), cards=[a_card("force", "U", submarine=False)])
    assert [one.id for one in board.state.forces] == ["hunter"]
    for seat in ("allied", "axis", PUBLIC):
        assert any(isinstance(event, DummyFound) for event in heard(board, seat))


@rule("pq17", "6.2")
@rule("pq17", "1.2b")
def test_every_block_has_a_card_of_its_own_those_alike_in_an_order_that_says_nothing() -> None:
    board = meeting(force("lure", "allied", "dummy", OPEN), force("prey", "allied", "task_force", OPEN, "norfolk"))
    assert board.force("lure").block == board.force("prey").block
    play(search(board), cards=[a_card("force", "U", submarine=False), a_card("force", "-")])
    assert [one.id for one in board.state.forces] == ["hunter", "prey"], "the first card fell on the dummy"


@rule("pq17", "6.2.2")
@rule("pq17", "6.2.2a")
@rule("pq17", "6.2.2b")
def test_p4_a_carrier_refuses() -> None:
    board = meeting(force("home", "allied", "task_force", OPEN, "victorious"))
    board.state.shadows = [Shadow("home", "sector", "barents")]
    card = a_card("both", "+", submarine=False)
    played = play(search(board), cards=[card], says={"refuse@allied": "refuse home ground=carrier"})
    (question,) = played.asked
    assert question.form.found[0].grounds == ("carrier",)
    assert board.force("home").level is None
    assert board.state.reports[-1].refusal == "carrier"
    assert any(isinstance(event, Refused) for event in heard(board, "axis"))


@rule("pq17", "6.2.2b")
def test_a_dummy_is_on_the_form_and_can_refuse_nothing() -> None:
    board = meeting(force("lure", "allied", "dummy", OPEN))
    played = play(search(board), cards=[a_card("force", "U", submarine=True)])
    (question,) = played.asked
    assert isinstance(question.form, RefusalForm)
    assert [(one.force, one.grounds) for one in question.form.found] == [("lure", ())]
    assert not question.form.is_forced(), "an answer at once would tell that there is nothing to refuse"
    assert question.form.templates_by_verb.keys() == {"instruct"}


@rule("pq17", "6.2.2b")
@pytest.mark.parametrize(
    ("holding", "said", "unsaid"),
    [
        ((), ("none can refuse", "submit no orders"), "Refuse?"),
        (("victorious",), ("Refuse?", "may drive"), "submit no orders"),
    ],
)
def test_where_nothing_can_refuse_the_question_says_so_and_why_it_is_asked(
    holding: tuple[str, ...], said: tuple[str, ...], unsaid: str
) -> None:
    board = meeting(force("prey", "allied", "task_force" if holding else "dummy", OPEN, *holding))
    board.state.shadows = [Shadow("prey", "sector", "barents")] * bool(holding)
    card = a_card("both", "+", submarine=False) if holding else a_card("force", "U", submarine=True)
    (question,) = play(search(board), cards=[card], says={"refuse": "pass"}).asked
    told = WORDS.explain_question(question, "en")
    assert all(words in told for words in said)
    assert unsaid not in told
    assert bool([*question.form.schema_notes()]) is bool(holding)
    assert ("拒否できる部隊はありません" in WORDS.explain_question(question, "ja")) is not bool(holding)


@rule("pq17", "6.2.2b")
def test_who_is_asked_may_answer_for_good() -> None:
    board = meeting(force("lure", "allied", "dummy", OPEN))
    play(search(board), cards=[a_card("force", "U", submarine=True)], says={"refuse": "instruct refuses does=always"})
    assert board.state.instructed("allied").refuses == "always"


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
    board = meeting(prey, side="axis" if side == "allied" else "allied", options=Options(historical_forces=bought))
    board.state.air = [AirUnit("catalina" if side == "axis" else "fw_200", 1, id="scout", base="wick")]
    board.state.shadows = [Shadow("prey", "aircraft", "scout")]
    played = play(search(board), cards=[a_card("both", "+", submarine=False)])
    assert bool(played.asked) is asked


@rule("pq17", "6.2.2", "1.2a")
def test_an_identified_force_is_known_to_be_no_wolfpack() -> None:
    board = meeting(force("prey", "allied", "task_force", OPEN, "norfolk"))
    board.identify(board.force("prey"), 1)
    assert play(search(board), cards=[a_card("force", "U", submarine=True)]).asked == []


@rule("pq17", "6.2.2b")
def test_nobody_is_asked_without_a_symbol() -> None:
    board = meeting(force("home", "allied", "task_force", OPEN, "victorious"))
    assert play(search(board), cards=[a_card("force", "U", submarine=False)]).asked == []


@rule("pq17", "6.2.2")
def test_pp58_a_wolfpack_dives() -> None:
    board = meeting(force("pack", "axis", "wolfpack", OPEN, "ss_german 3"), side="allied")
    play(search(board), cards=[a_card("force", "U", submarine=True)], says={"refuse": "refuse pack ground=wolfpack"})
    assert board.force("pack").level is None


@rule("pq17", "6.2.2")
@rule("pq17", "1.4.3")
def test_p5_a_cam_ship_refuses_once() -> None:
    board = meeting(force("pq", "allied", "convoy", OPEN, "mv 5", "mc 1"))
    board.state.shadows = [Shadow("pq", "sector", "barents")]
    play(search(board), cards=[a_card("both", "+", submarine=False)], says={"refuse": "refuse pq ground=cam"})
    assert [one.used for one in board.force("pq").counters] == [False, True]


@rule("pq17", "6.2.2b")
@pytest.mark.parametrize(("standing", "refused"), [("always", True), ("never", False)])
def test_a_standing_answer_is_not_asked_for(standing: Any, refused: bool) -> None:
    board = meeting(force("pack", "axis", "wolfpack", OPEN, "ss_german 3"), side="allied")
    board.state.instructions["axis"] = Instructions(refuses=standing)
    assert play(search(board), cards=[a_card("force", "U", submarine=True)]).asked == []
    assert (board.force("pack").level is None) is refused


@rule("pq17", "6.2.1a")
@rule("pq17", "6.2.1b")
def test_the_number_of_id_1_is_drawn_once() -> None:
    prey = force("prey", "allied", "task_force", OPEN, "norfolk", "london", "dd_a_i 4")
    board = meeting(prey, sky=Sky(kind="fog"))
    cards = board.box.cards.items()
    card = next(name for name, one in cards if gains(name, weather=3) == 1 and one.day.force[3] == "U")
    play(search(board), cards=[card], lots=[2])
    assert board.state.reports[-1].about == board.force("prey").told == 4


def over_narvik(**fields: object) -> Board:
    board = arctic(
        force("in_narvik", "axis", "task_force", "0813", "tirpitz", "dd_36a 3", port="narvik"),
        force("false", "axis", "dummy", "0813", port="narvik"),
        air=[AirUnit("spitfire_pr", 1, id="pr", base="wick")],
        **fields,
    )
    phase(board, "allied", orders=(Photograph("pr", "narvik"),))
    return board


@rule("pq17", "6.9")
@rule("pq17", "6.9a")
@rule("pq17", "6.2.1e")
def test_pp68_a_photograph() -> None:
    board = over_narvik()
    card = next(name for name, one in board.box.cards.items() if one.day.photo[0])
    assert play(photo(board), cards=[card]).result == "movement"
    report = board.state.reports[-1]
    assert [(one.ship, one.strength) for one in report.names] == [("tirpitz", 0), ("dd_36a", 3)]
    assert (report.level, report.block, report.port) == (4, 0, "narvik")
    assert board.force("in_narvik").level is None
    assert len(board.forces_of("axis")) == 2, "dummies are neither told nor removed"
    assert board.state.air[0].mission == "photo"
    (public,) = heard(board, PUBLIC)
    assert isinstance(public, Photographed)
    assert (public.card, public.names) == (card, ())


@rule("pq17", "6.9")
def test_a_photograph_that_fails_or_cannot_be_taken() -> None:
    board = over_narvik()
    play(photo(board), cards=[next(name for name, one in board.box.cards.items() if not one.day.photo[0])])
    assert board.state.reports == []
    assert heard(board, "axis")[0].card == ""
    for fields in ({"sky": Sky(kind="fog")}, {"light": "dec_1"}):
        board = over_narvik(**fields)
        play(photo(board))
        assert board.told == []


@rule("pq17", "6.8.1")
def test_a_scattered_convoy_is_searched_from_next_to_it() -> None:
    convoy = Convoy(laden=True, destinations=("arkhangelsk",), scattered=True)
    board = arctic(searcher(BESIDE), force("pq", "allied", "convoy", OPEN, "mv 8", convoy=convoy))
    assert row_of(board, "axis", "pq") == "force"
    board.force("pq").convoy.scattered = False
    assert row_of(board, "axis", "pq") is None


@rule("pq17", "6.4.2", "6.3.1c")
@pytest.mark.parametrize(("followed", "left"), [(0, 2), (1, 1), (2, 0), (3, 0)])
def test_a_sector_searches_a_hex_less_for_each_force_that_it_shadows(followed: int, left: int) -> None:
    board = arctic(shadows=[Shadow(f"pq{n}", "sector", "barents") for n in range(followed)])
    board.state.shadows += [Shadow("other", "sector", "trondheim"), Shadow("more", "aircraft", "barents")]
    most = board.operation.sectors or board.box.charts.sectors.searched(board.operation.calendar_month)
    assert sector_hexes(board, "barents") == max(most["barents"] - followed, 0)
    board.state.composed = structs.replace(board.operation, sectors={"barents": 2})
    assert sector_hexes(board, "barents") == left


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
