"""A game is started by mail: by a word in reply to the letter that tells whoever invited that somebody comes."""

from games.kernel.errors import GameError
from games.kernel.text import Text
from games.models import Game, IncomingMail, Player
from games.selectors.inbound import place_of
from games.services.lifecycle import do_start_game
from games.services.locks import locked_game
from games.stored.replies import Reply
from worker.inbound.doubt import is_doubtful, waiting
from worker.inbound.reading import Read
from worker.inbound.reserving import words_meant

SAY_START = Text(
    "Reply with this word on a line of its own: start.", "「開始」または「はじめる」と1行で返信してください。"
)
_START = dict.fromkeys(
    (
        *("start", "start it", "start now", "start game", "start the game", "begin", "begin the game"),
        *("開始", "開始する", "開始します", "はじめる", "始める", "はじめます", "始めます", "スタート", "ゲーム開始"),
    ),
    "start",
)
_UNDERSTOOD = Text("Understood: the game is to begin.", "ゲームを開始すると理解しました。")
_BEGUN = Text(
    "The game has begun. What it asks comes in letters of its own.",
    "ゲームが始まりました。質問は続く手紙でお届けします。",
)
_BEGUN_BEFORE = Text(
    "The game has begun already; nothing was changed.", "ゲームはすでに始まっています。何も変更していません。"
)


def answer_start(row: IncomingMail, player: Player, read: Read, *, waited: bool) -> Reply:
    """Begin the game, as the message says: by the service behind the page's button, with its refusals. What the message
    says besides does nothing.
    """
    if not words_meant(read, _START):
        return Reply(outcome="rejected", notes=(SAY_START,))
    if is_doubtful(row, waited=waited):
        return waiting(row, None, notes=(_UNDERSTOOD,))
    game_id = place_of(row)[0].pk
    try:
        begun = locked_game(game_id).status == Game.Status.RUNNING
        do_start_game(player=player, game_id=game_id)
    except GameError as error:
        return Reply(outcome="rejected", notes=(error.detail,))
    return Reply(outcome="words", notes=(_BEGUN_BEFORE if begun else _BEGUN,))
