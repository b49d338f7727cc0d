"""Chapter 15: the state of the campaign as words and as a picture, and what each side may know of past operations."""

from typing import Any

import pytest
from msgspec import Raw

from games.kernel.codec import encode
from games.titles.pq17.components.options import Options
from games.titles.pq17.presentation import Presentation, campaign
from games.titles.pq17.presentation.board.campaign import draw_campaign, draw_scores
from games.titles.pq17.presentation.board.ink import Ink
from games.titles.pq17.presentation.labels import Labels, Words
from games.titles.pq17.rules.campaign.fortnight import fortnight
from games.titles.pq17.rules.campaign.history import record
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.roster import Away, Boxes, Played, Roster, Unit
from games.titles.pq17.state.state import Chapter, Loss, State, Track, encode_chapter
from games.titles.pq17.visibility.campaign import chapters_for
from games.titles.pq17.visibility.view import View, view
from tests.titles.pq17.arctic import force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign as new_campaign
from tests.titles.pq17.playing import play

rule = pytest.mark.rule
LABELS = Labels(BOX)
WORDS = Presentation(BOX)
LANGUAGES = ("en", "ja")


def played(key: str, points: int, **more: Any) -> Played:
    return Played(key, 3, 2, "allied", True, points, **more)


LEDGER = [played("mar_1", 20, arrived=10, unloaded=0), played("mar_2", 50, arrived=5, unloaded=11), played("apr_1", 41)]


def seen(**more: Any) -> View:
    roster = Roster(
        fortnight=3, ledger=LEDGER, away=[Away(Unit("suffolk", 2, "clyde"), "repair", 7)],
        boxes={"murmansk": Boxes(unloading=[Unit("mv", 4, "murmansk")], up=[Unit("mv", 2, "murmansk")])},
    )  # fmt: skip
    losses = [
        Loss("allied", "mv", 3, 9, "sunk"),
        Loss("allied", "mv", 1, 9, "ice"),
        Loss("axis", "ju_88", 2, 9, "shot_down"),
    ]
    return View(**{"seat": "allied", "roster": roster, "history": [Chapter("mar_1", {}, losses)], **more})


def campaign_of() -> Board:
    """A campaign in its first planning phase."""
    table = new_campaign()
    play(fortnight(table))
    return table


def told(seen_: View, language: str) -> str:
    say = Words(LABELS, language)
    return "\n".join(line for _, lines in campaign.parts(BOX, seen_, say) for line in lines)


@rule("pq17", "15.9")
def test_the_score_is_counted_month_by_month_against_what_is_needed() -> None:
    assert [(one.month, one.points, one.total, one.needed) for one in campaign.months(BOX, LEDGER)] == [
        ("mar", 50, 50, 60), ("apr", -9, 41, 120),
    ]  # fmt: skip


def test_the_words_tell_cargo_losses_by_cause_docks_and_every_operation() -> None:
    text = told(seen(), "en")
    assert "Mar: 25 VP, 25 in all of 30" in text
    assert "15 laden merchants arrived, 11 unloaded." in text
    assert "Murmansk: 4 to be unloaded, 0 in ballast, 2 idle." in text
    assert "sunk merchants 3; by ice merchants 1" in text
    assert "back in the first half of July" not in text
    assert "Suffolk: back in the second half of June" in text
    assert text.count("initiative") == 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_says_what_the_text_says(language: str) -> None:
    say, ink = Words(LABELS, language), Ink()
    assert draw_campaign(BOX, seen(), say, ink, 0, 0, 900) > 200
    for _, lines in campaign.parts(BOX, seen(), say):
        assert all(line.split(" ")[0].split("、")[0][:8] in ink.svg() for line in lines)


def test_the_chart_has_a_bar_for_each_month_and_lines_in_both_lights() -> None:
    ink = Ink()
    draw_scores(BOX, seen(), Words(LABELS, "en"), ink, 0, 0, 600)
    svg = ink.svg()
    assert svg.count("<rect") == 2
    assert svg.count("<circle") == 2
    assert svg.count("stroke-dasharray") == 2
    for colour in ("allied", "axis"):
        assert f'class="{colour}"' in svg
        assert f".{colour}{{fill:" in Ink.styles()


def test_a_single_operation_has_no_state_of_the_campaign() -> None:
    assert list(campaign.parts(BOX, View(seat="allied"), Words(LABELS, "en"))) == []


# --- what each side may know of past operations


def board(*, over: bool = False) -> Board:
    convoy, ship = Raw(b'[[9,"0504"]]'), Raw(b'[[9,"1106"]]')
    tracks = {"pq12": Track("allied", "convoy", convoy), "tirpitz": Track("axis", "task_force", ship)}
    losses = [Loss("allied", "mv", 1, 9, "sunk"), Loss("axis", "bf_109", 1, 9, "shot_down", open=False)]
    return Board(State(scenario="pq17", roster=Roster(), tracks=tracks, losses=losses, over=over), BOX)


@rule("pq17", "15.0a")
@pytest.mark.parametrize(("side", "ways", "losses"), [("allied", ["pq12"], 1), ("axis", ["tirpitz"], 2)])
def test_of_a_past_operation_a_side_keeps_its_own_ways_and_the_losses_it_knows(
    side: Any, ways: list[str], losses: int
) -> None:
    table = board()
    record(table)
    (chapter,) = chapters_for(BOX, table.state, (side,))
    assert (chapter.key, list(chapter.tracks), len(chapter.losses)) == ("mar_1", ways, losses)
    assert [list(one.tracks) for one in chapters_for(BOX, table.state, ())] == [[]]


@rule("pq17", "15.0a")
def test_all_ways_lie_open_when_the_campaign_is_over() -> None:
    table = board(over=True)
    record(table)
    assert list(chapters_for(BOX, table.state, ("allied",))[0].tracks) == ["pq12", "tirpitz"]


def test_a_fortnight_without_operation_leaves_no_chapter() -> None:
    table = Board(State(scenario="pq17", roster=Roster()), BOX)
    record(table)
    assert table.state.history == []


@rule("pq17", "15.0a")
@pytest.mark.parametrize(("reader", "hidden"), [("axis", "suffolk"), ("allied", "tirpitz"), ("public", "suffolk")])
def test_who_is_in_dock_and_where_forces_went_looks_the_same_to_the_other_side(reader: str, hidden: str) -> None:
    """Two worlds: in one a ship of the other side is in dock, and a force of it went elsewhere."""
    pages = []
    for docked, way in ((True, "0504"), (False, "0604")):
        table = campaign_of()
        table.roster.ledger = LEDGER
        if docked:
            table.roster.away.append(Away(Unit(hidden, 2, "clyde"), "repair", 7))
        side: Any = "axis" if hidden == "tirpitz" else "allied"
        tracks = {"tf1": Track(side, "task_force", Raw(encode([(9, way), (10, "0605")])))}
        lost: tuple[str, Any] = (hidden, "damaged") if docked else ("mv", "raided")
        chapter = Chapter("mar_1", tracks, [Loss(side, lost[0], 1, 9, lost[1], open=False)])
        table.state.history.append(encode_chapter(chapter))
        pages.append((WORDS.text_board(view(table, reader), "en"), WORDS.render_board(view(table, reader), "en").svg()))
    assert pages[0] == pages[1]


def test_the_page_and_the_letter_between_operations_tell_how_the_campaign_stands() -> None:
    table = campaign_of()
    table.roster.ledger = LEDGER
    gone = Track("allied", "convoy", Raw(b'[[1,"0504"],[9,"0605"]]'))
    table.state.history.append(encode_chapter(Chapter("mar_1", {"pq12": gone})))
    shown = view(table, "allied")
    for svg in (WORDS.render_board(shown, "en").picture.svg(), WORDS.email_picture(shown, "en").svg()):
        assert "State of the campaign" in svg
        assert "Mar: 25 VP, 25 in all of 30" in svg
    assert "Operation of the first half of March" in WORDS.render_board(shown, "en").picture.svg()
    assert "Mar: 25 VP, 25 in all of 30" in WORDS.text_board(shown, "en")
    assert "Operation of the first half of March" not in WORDS.render_board(view(table, "axis"), "en").picture.svg()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_order_of_battle_is_told_from_the_first_question_on_to_its_owner_alone(language: str) -> None:
    """On the page, in the picture of the e-mail and on the text board; no name is cut."""
    table = campaign_of()
    title = {"en": "Order of battle", "ja": "戦闘序列"}[language]
    ship, place, theirs = (LABELS.name(name, language) for name in ("suffolk", "scapa_flow", "scheer"))
    for seat in ("allied", "axis", "public"):
        shown = view(table, seat)
        pictures = WORDS.render_board(shown, language).picture.svg(), WORDS.email_picture(shown, language).svg()
        for told in (*pictures, WORDS.text_board(shown, language)):
            assert (title in told) is (seat != "public")
            assert (f"{ship} CA 2" in " ".join(told.split())) is (seat == "allied")
            assert (place in told.partition(title)[2]) is (seat == "allied")
            assert seat != "allied" or theirs not in told.partition(title)[2]
        for picture in pictures:
            assert ".." not in picture.partition(title)[2]


@rule("pq17", "15.7.5")
@pytest.mark.parametrize(("option", "overdue", "lines"), [
    (True, {}, ["Scheer"]), (True, {"dd_34_36": 2}, ["Scheer", "late"]), (False, {"dd_34_36": 2}, []),
])  # fmt: skip
def test_who_is_due_in_germany_is_told_where_the_option_is_played(
    option: bool, overdue: dict[str, int], lines: list[str]
) -> None:
    there = seen(options=Options(sailing_home=option))
    there.roster = Roster(fortnight=[one.key for one in BOX.campaign.fortnights].index("oct_2"), overdue=overdue)
    say = Words(LABELS, "en")
    found = next((lines for title, lines in campaign.parts(BOX, there, say) if title == "Due in Germany"), [])
    assert len(found) == len(lines)
    assert all(word in line for word, line in zip(lines, found, strict=True))


def test_between_operations_there_is_a_fortnight_and_neither_turn_nor_weather() -> None:
    table = campaign_of()
    table.state.turn, table.state.composed = 1, BOX.campaign.bare(BOX.campaign.fortnights[1], {})
    shown = view(table, "axis")
    name = {"en": "second half of March", "ja": "3月後半"}
    for language in LANGUAGES:
        assert WORDS.headline(shown, language).endswith(name[language])
        for told in (
            WORDS.text_board(shown, language),
            WORDS.render_board(shown, language).svg(),
            WORDS.email_picture(shown, language).svg(),
        ):
            assert name[language].lower() in told.lower()
            for of_a_turn in ("1 am", "fair,", "1日目午前", "晴れ"):
                assert of_a_turn not in told.lower()
    table.state.forces.append(force("tf", "axis", "task_force", "0716", "tirpitz"))
    assert "day 1 AM (16 Mar)" in WORDS.headline(view(table, "axis"), "en")


def test_a_campaign_is_called_by_its_months() -> None:
    table = campaign_of()
    table.roster.months = 1
    assert WORDS.headline(view(table, "allied"), "en").startswith("Campaign: March 1942")
