"""Captains: precedence and talk (25.2, 25.2.1)."""

from typing import Any

import pytest

from games.kernel.codec import encode
from games.kernel.events import EVERYBODY, PUBLIC, UMPIRE
from games.kernel.random_source import random_source
from games.titles.goeben.components.options import Options
from games.titles.goeben.components.scenarios import captain_of, fleet_of
from games.titles.goeben.rules.captains import letters, roles
from games.titles.goeben.rules.day.movement import movement
from games.titles.goeben.rules.day.planning import PLAN, day_plan, plan_form
from games.titles.goeben.rules.incidents.enemies import collier_attacked
from games.titles.goeben.rules.mission.campaign import debrief
from games.titles.goeben.rules.mission.fitting import fit_out
from games.titles.goeben.rules.sequence import SEQUENCE
from games.titles.goeben.rules.ships.austria import come_home
from games.titles.goeben.rules.ships.damage import hurt
from games.titles.goeben.state.alert import change
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import battle as battle_events
from games.titles.goeben.state.events import battle as battling
from games.titles.goeben.state.events import day as daily
from games.titles.goeben.state.events import day as day_events
from games.titles.goeben.state.events import incidents as befallen
from games.titles.goeben.state.events import incidents as incident_events
from games.titles.goeben.state.events import setup as told
from games.titles.goeben.state.events.battle import BattleEnded
from games.titles.goeben.state.events.day import (
    AlertChanged,
    CollierGone,
    Consulted,
    Damaged,
    LetterLeft,
    LetterRead,
    Sailed,
    Scored,
    ShipSunk,
)
from games.titles.goeben.state.events.incidents import Befell, ColliersAttacked, ConsortLost
from games.titles.goeben.state.scoring import score
from games.titles.goeben.state.state import Battle, Campaign, Day, Marker, Report, Slip, Warship
from games.titles.goeben.visibility.hearing import may_hear
from games.titles.goeben.visibility.knowledge import in_touch, may_talk, note_space, take_notes
from games.titles.goeben.visibility.redeal import OTHER_WORDS, redeal
from games.titles.goeben.visibility.view import View, view
from tests.titles.goeben.boards import WORDS
from tests.titles.goeben.box import BOX
from tests.titles.goeben.captains import apart, parted, two_captains, worlds
from tests.titles.goeben.encounters import both_at, meet
from tests.titles.goeben.fights import battle_board, fight, misses
from tests.titles.goeben.laid_out import Played, at_sea, ordered, plain, play, refused
from tests.titles.loading import load

rule = pytest.mark.rule
FIRST = (6,)
DD = [misses(1), misses(2), misses(3)]
"""What a destroyer flotilla fires."""


def known(seen: View, ship: str) -> Any:
    return next(one for one in seen.ships if one.ship.id == ship)


def posted(board: Board, text: str = "Off to Pola!", seat: str = "goeben") -> Board:
    """A letter left in port this morning."""
    ordered(board, f'letter {seat} text="{text}"', seat)
    letters.leave(board)
    letters.read(board)
    return board


def heard(board: Board, seat: str) -> list[Any]:
    return [plain(one.for_seat(seat)) for one in board.told if one.for_seat(seat) is not None]


FAR = "zante"


def places(board: Board, seat: str = "goeben", ship: str = "breslau") -> set[str]:
    return {one.at for world in worlds(board, seat) for one in world.ships if one.id == ship}


# --- 25.2 captains


@rule("goeben", "25.2")
def test_captains() -> None:
    display = BOX.german
    assert captain_of("random", display["breslau"]) == "commander"
    assert captain_of("captains", display["breslau"]) == "breslau"
    assert captain_of("captains", display["moltke"]) == "goeben"
    assert captain_of("captains", display["stralsund"]) == "breslau"
    assert fleet_of("captains_four", Options()) == ("goeben", "moltke", "breslau", "stralsund")
    assert captain_of("captains_four", display["stralsund"]) == "stralsund"


@rule("goeben", "25.2")
def test_only_captains_present_see_what_is_drawn() -> None:
    board = at_sea("captains", goeben="sicily_e", breslau="malta_se")
    board.day.queue = ["sicily_e"]
    played = meet(board, "gb_ca_1 pursue_1")
    assert len(played.heard("goeben", incident_events.MarkersDrawn)) == 1
    assert (
        played.heard("breslau", incident_events.MarkersDrawn)
        == played.heard("public", incident_events.MarkersDrawn)
        == []
    )
    assert len(played.heard("breslau", daily.AlertChanged)) == 1, "the alert level is open to all"
    assert board.state.reports[0].seats == ("goeben",)


@rule("goeben", "25.2")
def test_each_captain_decides_for_his_ship() -> None:
    board = both_at(scenario="captains")
    played = meet(
        board, "submarine_1", dice=[(3,), (1,)], says={"evade@goeben": "choose goeben", "evade@breslau": "pass"}
    )
    assert board.ship("goeben").coal == 3
    assert [run.ship for run in played.told(incident_events.TorpedoRun)] == ["breslau"]
    assert {event.seat for event in played.told(daily.Consulted)} == {"goeben", "breslau"}


@rule("goeben", "25.2")
def test_only_captains_present_see_a_torpedo_strike() -> None:
    board = at_sea("captains", goeben="sicily_e", breslau="malta_se")
    board.day.queue = ["sicily_e"]
    played = meet(board, "submarine_1", dice=[(5,), (6,), (6,), (2,)])
    assert (board.ship("goeben").hull, board.ship("goeben").engines) == (10, 4), "a critical hit"
    assert len(played.heard("goeben", battling.CriticalHit)) == 1
    assert played.heard("breslau", battling.CriticalHit) == []
    assert played.heard("breslau", battling.HitsRolled) == []


@rule("goeben", "25.2")
def test_a_captain_elsewhere_hears_nothing_of_a_battle() -> None:
    board = battle_board("gb_dd_1", goeben="+ammunition=0", scenario="captains")
    played = fight(board, dice=[FIRST, *DD])
    assert played.heard("goeben", battle_events.Fired)
    assert played.heard("breslau", battle_events.Fired) == []
    assert played.heard("public", battle_events.BattleEnded) == []


@pytest.mark.rule("goeben", "25.2")
def test_what_a_ship_tells_of_is_heard_by_all_but_where_captains_play() -> None:
    board = at_sea()
    assert board.report_audience("goeben") == board.witnesses("messina") == EVERYBODY
    assert set(two_captains().report_audience("breslau")) == {"breslau"}


@pytest.mark.rule("goeben", "25.2")
@pytest.mark.parametrize(("scenario", "seat", "sealed"), [("captains", "goeben", True), ("captains", "breslau", True),
                                                          ("officers", "commander", False)])  # fmt: skip
def test_the_orders_of_captains_are_sealed_and_those_of_a_commander_are_not(
    scenario: str, seat: str, sealed: bool
) -> None:
    board = at_sea(scenario)
    asked = roles.question(board, seat, "plan", "4.1", PLAN, day_plan)
    assert load("goeben").secrecy.secret_until_revealed(asked) is sealed


@pytest.mark.rule("goeben", "25.2")
def test_everybody_else_may_talk_and_so_may_captains_before_and_after_the_war() -> None:
    assert may_talk(at_sea("officers", goeben="malta_pz"), "commander", "gunnery")
    assert may_talk(at_sea("austrian", goeben="malta_pz"), "commander", "austrian")
    board = at_sea("captains", goeben="malta_pz")
    board.state.day = None
    assert may_talk(board, "goeben", "breslau")
    board = at_sea("captains", goeben="malta_pz")
    board.state.over = True
    assert may_talk(board, "goeben", "breslau")


@pytest.mark.rule("goeben", "25.2")
def test_a_captain_whose_ship_is_lost_reaches_nobody() -> None:
    board = at_sea("captains")
    board.ship("breslau").sunk = True
    assert not may_talk(board, "goeben", "breslau")


@pytest.mark.rule("goeben", "25.2")
def test_a_captain_sees_his_own_ship_and_where_she_is() -> None:
    board = two_captains()
    seen = view(board, "goeben")
    assert known(seen, "goeben").own
    assert known(seen, "goeben").since is None
    assert seen.spaces["malta_pz"].up == ("gb_bc_1",)
    assert seen.spaces["malta_pz"].down == 1


@pytest.mark.rule("goeben", "25.2")
def test_of_a_ship_out_of_touch_he_knows_what_he_last_heard() -> None:
    board = two_captains()
    board.ship("breslau").hull, board.ship("breslau").at, board.state.turn = 1, "ionian_c", 3
    take_notes(board)
    seen = known(view(board, "goeben"), "breslau")
    assert (seen.since, seen.ship.hull, seen.ship.at) == (0, 4, "messina")
    board.ship("breslau").at = "malta_pz"
    seen = known(view(board, "goeben"), "breslau")
    assert (seen.since, seen.ship.hull, seen.ship.at) == (None, 1, "malta_pz")


@pytest.mark.rule("goeben", "25.2")
def test_what_changes_elsewhere_does_not_change_his_view() -> None:
    board = two_captains()
    before = encode(view(board, "breslau"))
    board.ship("goeben").hull = 3
    board.ship("goeben").cargo = ["optics"]
    board.lay("malta_pz", Marker("gb_bc_2", up=True))
    board.state.mines.append("malta_pz")
    board.state.reports.append(Report(1, "malta_pz", ("gb_bc_2",), "revealed", ("goeben",)))
    board.day.drawn["malta_pz"] = ["storm_1"]
    board.day.routes["goeben"] = ("messina", "malta_pz")
    board.state.battle = Battle("malta_pz", ships=["goeben"])
    board.state.available["optics"] = 0
    assert encode(view(board, "breslau")) == before
    assert view(board, "goeben").battle is not None
    assert encode(view(board, PUBLIC)) != encode(view(board, UMPIRE))


@pytest.mark.rule("goeben", "25.2")
def test_notes_stay_when_the_ship_has_left_and_bear_their_day() -> None:
    board = two_captains()
    board.state.turn, board.ship("goeben").at = 2, "sicily_e"
    board.lift("malta_pz", "gb_bc_1")
    take_notes(board)
    note = view(board, "goeben").spaces["malta_pz"]
    assert (note.turn, note.up) == (1, ("gb_bc_1",))


@pytest.mark.rule("goeben", "25.2")
def test_captains_who_meet_share_their_notes_and_hear_that_they_did() -> None:
    board = two_captains()
    assert view(board, "breslau").spaces["malta_pz"].turn == 0
    board.state.turn, board.ship("goeben").at = 2, "messina"
    before = len(board.told)
    take_notes(board)
    assert view(board, "breslau").spaces["malta_pz"].turn == 1
    news = [plain(one.for_seat("breslau")) for one in board.told[before:]]
    shared = [event for event in news if isinstance(event, told.NotesShared)]
    assert shared
    assert "malta_pz" in shared[0].spaces
    assert not [one.for_seat(PUBLIC) for one in board.told[before:] if one.for_seat(PUBLIC) is not None]


@pytest.mark.rule("goeben", "25.2")
def test_alert_and_points_are_told_to_all() -> None:
    board = at_sea("captains", goeben="malta_pz")
    change(board, 1, "pursue")
    score(board, 3, "raid")
    for seat in ("goeben", "breslau", PUBLIC):
        assert all(told_.for_seat(seat) is not None for told_ in board.told)


@pytest.mark.rule("goeben", "25.2")
def test_captains_far_off_hear_the_points_but_not_what_for() -> None:
    board = at_sea("captains", goeben="malta_pz", breslau="messina")
    change(board, 1, "pursue", to=board.witnesses("malta_pz"))
    score(board, 3, "allied_sunk", "gb_ca_1", to=board.witnesses("malta_pz"))
    assert heard(board, "goeben") == [AlertChanged(1, 2, "pursue"), Scored(3, 3, "allied_sunk", "gb_ca_1")]
    assert heard(board, "breslau") == heard(board, PUBLIC) == [AlertChanged(1, 2), Scored(3, 3)]
    for language in ("en", "ja"):
        assert "Gb Ca" not in " ".join(WORDS.describe_event(event, language) for event in heard(board, "breslau"))


@pytest.mark.rule("goeben", "25.2")
def test_a_ship_lost_far_off_takes_her_last_hours_with_her() -> None:
    board = two_captains()
    board.ship("goeben").coal = 1
    hurt(board, board.ship("goeben"), "hull", 99)
    lost = known(view(board, "breslau"), "goeben").ship
    assert (lost.sunk, lost.at, lost.hull) == (True, "", BOX.german["goeben"].hull)
    assert lost.coal != 1
    assert ShipSunk("goeben") in heard(board, "breslau")
    assert ShipSunk("goeben", "malta_pz") in heard(board, "goeben")
    assert known(view(board, PUBLIC), "goeben").ship == Warship("goeben", "goeben", sunk=True)


@pytest.mark.rule("goeben", "25.2")
def test_the_stock_of_cargo_does_not_tell_what_another_has_bought() -> None:
    board = two_captains(goeben="messina", breslau="malta_pz")
    before = plan_form(board, "breslau")
    board.ship("goeben").cargo.append("optics")
    board.state.available["optics"] -= 1
    assert plan_form(board, "breslau") == before
    assert plan_form(board, "goeben").wares["optics"].left == before.wares["optics"].left - 1
    board.ship("breslau").at = "messina"
    assert plan_form(board, "breslau").wares["optics"].left == before.wares["optics"].left - 1


@pytest.mark.rule("goeben", "25.2")
def test_where_colliers_are_lost_is_told_to_those_who_see_it() -> None:
    """Whoever draws the marker learns of colliers out of sight no more than what Berlin signals: the points."""
    board = at_sea("captains", goeben="malta_pz", breslau="messina")
    board.state.colliers = ["messina", "zante"]
    take_notes(board)
    board.told.clear()
    note_space(board, "zante", "goeben")
    play(board, collier_attacked(board, "malta_pz", "collier_attacked_1"), dice=[(6, 6)])
    assert heard(board, "breslau") == [
        ColliersAttacked(("messina",), (6,)), CollierGone("messina", "attacked"),
        Scored(-1, -1, "collier_lost", "messina"), Scored(-1, -2),
    ]  # fmt: skip
    assert heard(board, "goeben") == [Befell("malta_pz", "collier_attacked"), Scored(-1, -1), Scored(-1, -2)]
    assert heard(board, PUBLIC) == [Scored(-1, -1), Scored(-1, -2)]


@pytest.mark.rule("goeben", "25.2")
def test_whom_a_ship_leaves_behind_hears_that_she_is_gone() -> None:
    board = at_sea("captains", goeben="messina", breslau="messina")
    ordered(board, "move breslau way=sicily_e", "breslau")
    play(board, movement(board))
    (gone,) = [event for event in heard(board, "goeben") if isinstance(event, Sailed)]
    assert gone == Sailed("breslau", "messina", (), "")
    (sailed,) = [event for event in heard(board, "breslau") if isinstance(event, Sailed)]
    assert sailed.route[-1] == "sicily_e"
    assert WORDS.describe_event(gone, "en") == "Breslau sails from Messina."


@pytest.mark.rule("goeben", "25.2")
def test_captains_who_meet_hear_how_the_other_ship_fares() -> None:
    board = two_captains()
    board.state.turn, board.ship("goeben").at, board.ship("goeben").coal = 2, "messina", 1
    take_notes(board)
    shared = [event for event in heard(board, "breslau") if isinstance(event, told.NotesShared)]
    assert [event.ships["goeben"].coal for event in shared] == [1]


@pytest.mark.rule("goeben", "25.2")
def test_before_the_first_day_captains_hear_what_the_others_take_aboard_wherever_they_begin() -> None:
    board = at_sea("captains", turn=0, goeben="pola", breslau="messina")
    board.state.day = None
    play(board, fit_out(board), says={"stow@goeben": "take goeben cargo=optics"})
    take_notes(board)
    for seat in ("goeben", "breslau"):
        assert told.FittedOut("goeben", ("optics",)) in heard(board, seat)
        assert known(view(board, seat), "goeben").ship.cargo == ["optics"]
    assert not [event for event in heard(board, PUBLIC) if isinstance(event, told.FittedOut)]


@pytest.mark.rule("goeben", "25.2")
@pytest.mark.rule("goeben", "24.2")
def test_between_missions_captains_hear_how_the_other_ships_fare() -> None:
    board = at_sea("captains", options=Options(orders="campaign"), turn=6, vp=120, goeben="malta_pz+coal=1",
                   breslau="messina+coal=2")  # fmt: skip
    assert board.state.campaign is not None
    board.state.campaign.done = [("raid_convoys", True)]
    play(board, debrief(board))
    for seat, other, coal in (("goeben", "breslau", 2), ("breslau", "goeben", 1)):
        (news,) = [event for event in heard(board, seat) if isinstance(event, told.NotesShared)]
        assert (news.seat, news.ships[other].coal, list(news.ships)) == (other, coal, [other])
        assert news.discloses(seat) == ("seat", "spaces", "ships")
    assert not [event for event in heard(board, PUBLIC) if isinstance(event, told.NotesShared)]
    board = at_sea("campaign", mission="raid_convoys", turn=6, vp=120)
    assert board.state.campaign is not None
    board.state.campaign.done = [("raid_convoys", True)]
    assert not play(board, debrief(board)).told(told.NotesShared), "one commander needs no reports"


@pytest.mark.rule("goeben", "25.2")
def test_captains_know_the_morning_but_not_the_phase() -> None:
    title = load("goeben")
    assert {title.secrecy.visible_step("captains", step.key, "breslau") for step in SEQUENCE[3:]} == {"day"}
    assert (
        title.secrecy.visible_step("captains", "salvo", UMPIRE)
        == title.secrecy.visible_step("officers", "salvo", PUBLIC)
        == "salvo"
    )


@pytest.mark.rule("goeben", "25.2")
@pytest.mark.parametrize(
    ("news", "hearing"),
    [
        (Damaged("goeben", "hull", 1, 3), {"goeben"}),
        (BattleEnded("malta_pz", 3), {"goeben"}),
        (Scored(3, 3), {"goeben", "breslau", PUBLIC}),
        (ShipSunk("breslau", "messina"), {"breslau"}),
        (ShipSunk("breslau"), {"goeben", "breslau", PUBLIC}),
        (CollierGone("messina", "spent"), {"breslau"}),
        (ColliersAttacked(("messina",), (6,)), {"breslau"}),
        (ColliersAttacked(("messina", "malta_pz"), (6, 1)), set()),
        (ConsortLost("ah_ca_1", "zante", "sunk"), set()),
        (ConsortLost("ah_ca_1", "zante", "left"), {"goeben", "breslau"}),
        (LetterRead("messina", "goeben", 1, "Off!"), {"breslau"}),
        (Consulted("goeben"), {"goeben", "breslau", PUBLIC}),
        (told.NotesShared("goeben", {}, {}), {"goeben"}),
    ],
)
def test_the_judge_of_the_secrecy_gate_reads_the_rule_by_itself(news: Any, hearing: set[str]) -> None:
    board = at_sea("captains", goeben="malta_pz", breslau="messina")
    assert {seat for seat in ("goeben", "breslau", PUBLIC) if may_hear(board, news, seat)} == hearing
    board.ship("goeben").cargo, board.ship("breslau").cargo = ["wireless"], ["wireless"]
    assert may_hear(board, Damaged("goeben", "hull", 1, 3), "breslau")
    assert not may_hear(board, Damaged("goeben", "hull", 1, 3), PUBLIC)


@pytest.mark.rule("goeben", "25.2")
def test_a_note_of_a_distant_space_is_taken_for_those_who_learned_of_it() -> None:
    board = two_captains()
    board.markers_at("adriatic_pz")[0].up = True
    note_space(board, "adriatic_pz", "goeben")
    assert view(board, "goeben").spaces["adriatic_pz"].up == ("gb_lc_1",)
    assert view(board, "breslau").spaces["adriatic_pz"].up == ()


@pytest.mark.rule("goeben", "25.2")
def test_the_public_of_a_captains_game_sees_no_ship() -> None:
    seen = view(two_captains(), PUBLIC)
    assert seen.unknown == ["goeben", "breslau"]
    assert not seen.ships
    assert not seen.spaces


@pytest.mark.rule("goeben", "3.4.1")
@pytest.mark.rule("goeben", "25.2")
def test_only_the_umpire_sees_what_lies_face_down() -> None:
    for scenario, seats in (("captains", ("goeben", "breslau")), ("officers", ("commander", "engineer"))):
        board = at_sea(scenario, lying={"malta_pz": "gb_ca_1"}, forts={"malta": "fort_3"}, goeben="malta_pz")
        for seat in (*seats, PUBLIC):
            assert b"gb_ca_1" not in encode(view(board, seat))
            assert b"fort_3" not in encode(view(board, seat))
        assert b"gb_ca_1" in encode(view(board, UMPIRE))
        assert b"fort_3" in encode(view(board, UMPIRE))


@pytest.mark.rule("goeben", "25.2")
@pytest.mark.parametrize("port", ["messina", "pola", "brindisi"])
def test_a_captain_leaves_a_letter_that_another_reads_who_comes_there_later(port: str) -> None:
    board = posted(at_sea("captains", goeben=port, breslau="malta_pz", turn=2))
    assert heard(board, "goeben") == [LetterLeft(port, "goeben")]
    assert not heard(board, "breslau")
    assert not view(board, "breslau").letters
    assert [slip.text for slip in view(board, "goeben").letters] == ["Off to Pola!"]
    board.state.turn, board.ship("goeben").at, board.ship("breslau").at = 4, "malta_pz", port
    letters.read(board)
    letters.read(board)
    assert heard(board, "breslau") == [LetterRead(port, "goeben", 2, "Off to Pola!")]
    assert view(board, "breslau").letters == [Slip(port, "goeben", 2, "Off to Pola!")]
    assert heard(board, "goeben") == [LetterLeft(port, "goeben")]
    assert not heard(board, PUBLIC)
    assert not view(board, PUBLIC).letters
    assert view(board, "goeben").letters == view(board, "breslau").letters


@pytest.mark.rule("goeben", "25.2")
def test_the_letter_waits_for_everyone_and_wireless_does_not_read_it() -> None:
    board = posted(at_sea("captains_four", goeben="pola+cargo=wireless", breslau="messina+cargo=wireless"))
    for seat in ("moltke", "breslau", "stralsund"):
        assert not view(board, seat).letters
        board.ship(seat).at = "pola"
        letters.read(board)
        assert view(board, seat).letters


@pytest.mark.rule("goeben", "25.2")
def test_who_lies_in_the_port_too_reads_it_at_once() -> None:
    assert view(posted(at_sea("captains")), "breslau").letters


@pytest.mark.rule("goeben", "25.2")
@pytest.mark.parametrize("space", ["malta_pz", "ionian_c", "bone"])
def test_letters_are_left_in_friendly_and_neutral_ports_only(space: str) -> None:
    board = at_sea("captains", goeben=space)
    board.state.ashore = {"bone": "goeben"}
    assert refused(plan_form(board, "goeben"), 'letter goeben text="Here"') == ["25.2"]
    assert not refused(plan_form(board, "breslau"), 'letter breslau text="Here"')


@pytest.mark.rule("goeben", "25.2")
def test_only_captains_write_letters_one_a_day() -> None:
    form = plan_form(at_sea("officers"), "commander")
    assert refused(form, 'letter goeben text="Here"') == ["25.2"]
    form = plan_form(at_sea("captains"), "goeben")
    assert refused(form, 'letter goeben text="Here"\nletter goeben text="There"') == ["4.1"]


@pytest.mark.rule("goeben", "25.2")
def test_an_unread_letter_may_say_something_else_unseen() -> None:
    board = posted(at_sea("captains", goeben="pola", breslau="malta_pz"))
    worlds = [redeal(BOX, board.state, "breslau", random_source(n)) for n in range(20)]
    assert {world.letters[0].text for world in worlds} == {*OTHER_WORDS}
    assert {redeal(BOX, board.state, "goeben", random_source(n)).letters[0].text for n in range(20)} == {"Off to Pola!"}


@pytest.mark.rule("goeben", "25.2")
def test_the_day_begins_with_letters_and_goes_on_to_read_them() -> None:
    board = at_sea("captains", goeben="pola", breslau="pola")
    board.state.doctrines = {"goeben": (), "breslau": ()}

    async def morning() -> str | None:
        return await next(step for step in SEQUENCE if step.key == "morning").run(board)

    played = play(board, morning(), says={"plan@goeben": 'letter goeben text="Wait for me"'})
    assert [event.text for event in played.heard("breslau", LetterRead)] == ["Wait for me"]
    assert not played.heard("goeben", LetterRead)
    assert "Wait for me" in WORDS.text_board(view(board, "breslau"), "en")
    assert "Wait for me" in WORDS.text_board(view(board, "breslau"), "ja")


@rule("goeben", "24.2")
@rule("goeben", "25.2")
def test_consorts_left_behind_are_told_to_captains_who_may_talk_by_then_and_to_nobody_else() -> None:
    board = parted(options=Options(austro_hungarian=True))
    board.state.consorts[0].at = "zante"
    board.told.clear()
    assert come_home(board) == ()
    (news,) = board.told
    left = befallen.ConsortLost(board.state.consorts[0].id, "zante", "left")
    assert plain(news.for_seat("goeben")) == plain(news.for_seat("breslau")) == left
    assert news.for_seat(PUBLIC) is None


@rule("goeben", "25.2", "25.2.2")
def test_a_ship_out_of_touch_may_be_anywhere_on_the_high_sea() -> None:
    found = places(apart())
    assert FAR in found
    assert len(found) > 3
    assert "malta_pz" not in found, "there she would be seen"
    assert {BOX.spaces[one].kind for one in found - {FAR}} == {"high_sea"}
    assert places(apart(), ship="goeben") == {"malta_pz"}


@rule("goeben", "25.2")
@pytest.mark.parametrize("seat", ["goeben", "breslau", "public"])
def test_the_captain_sees_the_same_in_all_of_these_worlds(seat: str) -> None:
    board = apart()
    seen = encode(view(board, seat))
    assert all(encode(view(Board(world, BOX), seat)) == seen for world in worlds(board, seat))


@rule("goeben", "25.2")
def test_while_ships_sail_and_fight_they_stay() -> None:
    board = apart()
    board.day.routes["breslau"] = ("matapan", FAR)
    assert places(board) == {FAR}
    assert {tuple(world.colliers) for world in worlds(board)} == {("malta_pz", "matapan")}


# --- 25.2.1 precedence and talk


@pytest.mark.rule("goeben", "25.2.1")
@pytest.mark.rule("goeben", "25.2")
@pytest.mark.parametrize(
    ("goeben", "breslau", "touch"),
    [
        ("messina", "messina", True),
        ("malta_pz", "messina", False),
        ("malta_pz+cargo=wireless", "messina", False),
        ("malta_pz", "messina+cargo=wireless", False),
        ("malta_pz+cargo=wireless", "messina+cargo=wireless", True),
    ],
)
def test_captains_talk_in_one_space_or_by_wireless_on_both_ends(goeben: str, breslau: str, touch: bool) -> None:
    board = at_sea("captains", goeben=goeben, breslau=breslau)
    assert in_touch(board, "goeben", "breslau") is touch
    assert may_talk(board, "goeben", "breslau") is touch
    assert may_talk(board, "breslau", "goeben") is touch


@pytest.mark.rule("goeben", "25.2.1")
@pytest.mark.rule("goeben", "25.2")
def test_precedence_is_goeben_moltke_breslau_stralsund() -> None:
    board = at_sea("captains_four")
    assert roles.present(board, "messina") == ["goeben", "moltke", "breslau", "stralsund"]
    assert roles.senior(board, "messina") == "goeben"
    board.ship("goeben").at = "malta_pz"
    assert roles.senior(board, "messina") == "moltke"
    board.ship("moltke").sunk, board.ship("moltke").at = True, ""
    assert roles.senior(board, "messina") == "breslau"


@rule("goeben", "25.2.1")
def test_a_ship_in_touch_stays_where_she_is() -> None:
    by_wireless = apart(f"{FAR}+cargo=wireless", goeben="malta_pz+cargo=wireless")
    assert places(by_wireless) == {FAR}
    assert places(apart("malta_pz")) == {"malta_pz"}


@rule("goeben", "25.2.1")
@rule("goeben", "24.1.4")
def test_letters_of_an_earlier_mission_are_not_read_in_the_next() -> None:
    """All ships meet between missions, and captains may talk; its "fifth day" would be one that is to come."""
    board = at_sea("captains", options=Options(orders="campaign"), mission="raid_convoys", turn=6, vp=10)
    board.state.campaign = Campaign(left=["suez_canal"], done=[("raid_convoys", False)])
    board.state.letters = [Slip("pola", "goeben", 5, "Wait for me here.")]
    play(board, debrief(board))
    assert {ship.at for ship in board.afloat} == {"pola"}
    board.state.turn, board.state.day = 1, Day()
    letters.read(board)
    assert not Played(board).heard("breslau", day_events.LetterRead)
