"""Write the texts of e-mails about opening games: a proposed game, the list of titles, and instructions."""

from collections.abc import Iterator
from typing import Any

import msgspec
from django.conf import settings

from games.kernel.bot_levels import describe_level
from games.kernel.text import LIST_COMMA, Text, join_texts
from games.kernel.title import Title
from games.models import Game
from games.selectors.games import describe_agreements
from games.services.openings import BOT, INVITED, ME, OPEN, OpeningPlan, assign_seats
from worker.mail.inbound.openings.name_lookup import describe_option_value, list_titles, option_names
from worker.mail.inbound.openings.proposal_parser import find_title

Facts = dict[str, str]
_ASK = Text(
    "This would be opened. Nothing has happened yet.", "次の内容でゲームを開設します。まだ何も行われていません。"
)
_HOW_YES = (
    Text(
        "Reply “yes” on a line of its own, and it is opened and invitations go out; “no”, and it is dropped. The "
        "e-mail is good for two weeks.",
        "「はい」と1行で返信すると開設し、招待状を送ります。「いいえ」で取りやめます。このメールは2週間有効です。",
    ),
    Text(
        "Or reply with what is to be otherwise, a line each: side=…, against=name, address or bot, hours=48, name=…, "
        "visibility=private, hints=no, language=Japanese and greeting=… for the invitations, or an option by its name.",
        "変更する場合は1行に1項目ずつ返信してください（席=…、相手=名前かアドレスかボット、期限=48、名前=…、"
        "公開=非公開、ヒント=なし、招待状の言語=英語、一言=…、オプション名=はい）。",
    ),
)
_SEEN = {
    "public": Text("Everybody here finds it: it is on the list.", "一覧に掲載され、誰でも見つけられます。"),
    "unlisted": Text(
        "It is on no list: anyone who has its address finds it.",
        "一覧に載らず、アドレスを知る人だけが見られます。",
    ),
    "private": Text("It is for only those who belong to it.", "参加者だけに公開されます（非公開）。"),
}
_HOW = (
    Text("new goeben", "新しいゲーム ゲーベン"),
    Text("new pq17 jw51b side=axis against=anna, hours=48", "新しいゲーム PQ17 JW51B 席=枢軸軍 相手=anna 期限=48"),
    Text("new pirates against ben@example.org, bot", "新しいゲーム 海賊 相手=ben@example.org、ボット"),
)
_HOW_LEAD = Text(
    "To open a game, write an e-mail to {address} with one such line. An e-mail shows then what would be "
    "opened; your “yes” opens it.",
    "ゲームを開設するには、次のような1行を {address} に送ってください。"
    "内容を示すメールが届き、「はい」の返信で開設されます。",
)
_HOW_MORE = Text(
    "“games” lists what there is, “games pq17” the scenarios, seats and options of one title.",
    "「一覧」で全タイトルが、「一覧 PQ17」でシナリオ・席・オプションが届きます。",
)


def describe_proposal(plan: OpeningPlan, game: Game, language: str) -> Facts:
    """Return a proposed game in words: title, players, clock, and options."""
    title = list_titles()[plan.title]
    scenario = title.scenarios[plan.scenario]
    said = [f"{title.name.get(language)}: {scenario.name.get(language)}", *_seats(plan, title, language)]
    said += [one.get(language) for one in describe_agreements(game)]
    said.append(_SEEN[plan.visibility].get(language))
    if plan.name:
        said.append(Text("Its name: “{name}”.", "ゲーム名：「{name}」").format(name=plan.name).get(language))
    said += [one.get(language) for one in _invitations(plan)]
    agreed, usual = _options(plan, title, language)
    return {
        "about": Text("A game to be opened", "ゲームの開設").get(language),
        "says": _ASK.get(language),
        "points": "\n".join([*said, *agreed]),
        "usual": usual,
        "how": "\n".join(one.get(language) for one in (*_HOW_YES, *_other_scenarios(title, scenario.key))),
    }


def _other_scenarios(title: Title[Any], chosen: str) -> Iterator[Text]:
    """Yield a text that names the title's other scenarios, if there are any."""
    others = [one.name for one in title.scenarios.values() if one.key != chosen]
    if others:
        text = Text(
            "For another scenario, reply with its name: {names}.",
            "別のシナリオにするには、その名前を返信してください：{names}。",
        )
        yield text.format(names=join_texts(others, "; "))


def _seats(plan: OpeningPlan, title: Title[Any], language: str) -> Iterator[str]:
    """Yield each seat with its occupant in words."""
    names = title.scenarios[plan.scenario].role_names
    for role, who in assign_seats(plan, title.seats(plan.scenario)).items():
        name = names[role]
        said = _sitter(title, who)
        yield Text("{name}: {said}", "{name}：{said}").format(name=name, said=said).get(language)


def _invitations(plan: OpeningPlan) -> Iterator[Text]:
    """Yield texts about the language and the personal line of the invitations, if the plan gives them."""
    if plan.language:
        name = Text.same(dict(settings.LANGUAGES)[plan.language])
        yield Text("Invitations to new players: {name}", "新しいプレイヤーへの招待状：{name}").format(name=name)
    if plan.personal_line:
        line = Text.same(plan.personal_line)
        yield Text("Personal line: “{line}”", "一言：「{line}」").format(line=line)


def _bot(title: Title[Any], bot: str) -> Text:
    """Return a bot in words: its name, and a sentence about its play."""
    name, note = describe_level(title.bot_level(bot))
    if not note.en:
        return Text("bot “{name}”", "ボット「{name}」").format(name=name)
    return Text("bot “{name}”: {note}", "ボット「{name}」：{note}").format(name=name, note=note)


def _sitter(title: Title[Any], who: str) -> Text:
    if who.startswith(BOT):
        return _bot(title, who.removeprefix(BOT))
    fixed = {
        ME: Text("you", "あなた"),
        OPEN: Text("open to any player", "参加者募集"),
        INVITED: Text("by invitation, which you send later", "招待制（後で招待）"),
    }
    return fixed.get(who) or Text("{who}, who gets an invitation", "{who}（招待状を送ります）").format(who=who)


def _options(plan: OpeningPlan, title: Title[Any], language: str) -> tuple[list[str], str]:
    """Return a line for each option that differs from its default, and one sentence about the other options."""
    default = msgspec.to_builtins(title.options.type())
    changed: list[str] = []
    usual: list[str] = []
    for option in option_names(title, plan.scenario):
        standing = default.get(option, getattr(title.options.type(), option))
        value = plan.options.get(option, standing)
        name, words = title.option_name(option).get(language), describe_option_value(title, option, value).get(language)
        (usual if value == standing else changed).append(f"{name}: {words}")
    between = LIST_COMMA.get(language)
    lead = Text("As usual: ", "既定のまま：").get(language)
    return changed, lead + between.join(usual) if usual else ""


def list_all_titles(language: str) -> Facts:
    """Return the facts for an e-mail that lists all titles with their scenarios."""
    return {
        "about": Text("What can be played", "ゲーム一覧").get(language),
        "says": Text("These titles and scenarios can be opened.", "開設できるタイトルとシナリオです。").get(language),
        "points": "\n".join(_listed(title, language) for title in list_titles().values()),
        **_asking(language),
    }


def _listed(title: Title[Any], language: str) -> str:
    names = "; ".join(one.name.get(language) for one in title.scenarios.values())
    return f"{title.name.get(language)} — {names}"


def describe_title(word: str, language: str) -> Facts:
    """Return the facts for an e-mail about one title: scenarios with seats, bots and options.

    Raises Malformed if `word` names no title.
    """
    title = find_title(word)
    between = LIST_COMMA.get(language)
    rows = []
    for one in title.scenarios.values():
        seats = between.join(role.name.get(language) for role in one.seats)
        rows.append(f"{one.name.get(language)} ({one.key}): {seats}")
    rows += [_bot(title, one).get(language) for one in title.bot_levels]
    _, usual = _options(OpeningPlan(title=title.key, scenario=next(iter(title.scenarios))), title, language)
    return {
        "about": title.name.get(language),
        "says": title.summary.get(language),
        "points": "\n".join(rows),
        "usual": usual,
        **_asking(language),
    }


def describe_how_to_open(language: str) -> Facts:
    """Return the facts for an e-mail that explains how to open a game by e-mail."""
    return {"about": Text("Opening a game by mail", "メールでゲームを開設する").get(language), **_asking(language)}


def _asking(language: str) -> Facts:
    lead = _HOW_LEAD.get(language).format(address=settings.PBEM_MAIL_REPLY_ADDRESS)
    return {
        "asking": lead,
        "lines": "\n".join(one.get(language) for one in _HOW),
        "more": _HOW_MORE.get(language),
    }


def find_plan_word(pointer: str, plan: OpeningPlan) -> str:
    """Return the word of the player's request to which a JSON pointer in a service's refusal refers, or ""."""
    parts = pointer.strip("/").split("/")
    title = list_titles()[plan.title]
    if parts[-1] == "personal_line":
        return "greeting"
    if parts[0] == "seats" and len(parts) > 1 and parts[1].isdecimal():
        sitting = [*assign_seats(plan, title.seats(plan.scenario)).values()]
        return sitting[int(parts[1])].removeprefix(BOT) if int(parts[1]) < len(sitting) else ""
    if parts[0] == "options" and len(parts) > 1:
        return title.option_name(parts[1]).en
    said = {"deadline_hours": str(plan.deadline_hours), "name": plan.name, "visibility": plan.visibility}
    return said.get(parts[0], "")
