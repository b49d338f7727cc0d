"""The worked example of the rulebook, with the dice that it prints: a table of three, and three turns."""

from tests.titles.pirates.laid_out import Game, lay_out, side

JEFF = "red"
CRAIG = "black"
JAY = "white"


def the_table() -> Game:
    """Jeff, Craig and Jay as the rulebook has them, with what it does not tell filled in."""
    return lay_out(
        red=side("emden", merchants="matheran lovat maria+damaged", hand="recalled surprise_attack qqq fast_ship"),
        black=side("leopard+identified prinz_eitel_friedrich", merchants="bowes_castle invercoe mount_temple",
                   hand="shallow_run_1 lay_mines good_hunting boarding_party submarines_u"),
        white=side("meteor", merchants="dee staut otaki", hand="fair_seas lay_mines_2 intelligence deception"),
        deck="reflag collier trap interned scuttle breakout",
    )  # fmt: skip


def jeffs_turn(game: Game) -> Game:
    game.says(JEFF, "british recalled target=leopard", "play surprise_attack")
    game.says(JEFF, "british recalled target=leopard supports=surprise_attack")
    assert game.options(CRAIG) == [], "surprised, Shallow Run is no use"
    return game.says(CRAIG, "pass", dice=[(4, 6, 4)])


def craigs_turn(game: Game) -> Game:
    game.says(
        CRAIG,
        "intercept lay_mines ship=prinz_eitel_friedrich targets=matheran,lovat supports=good_hunting,boarding_party "
        "boarding=lovat",
        "play submarines_u target=maria",
        "as-planned",
    )
    game.says(JEFF, "qqq", dice=[(5, 2, 6), (5, 4)])
    assert game.has(JEFF, "pile") == ["leopard", "matheran"]
    game.says(JEFF, "fast_ship", dice=[(8, 2, 2)])
    assert game.open() == [f"{CRAIG} reflag"], "QQQ took effect when the whole intercept was over"
    game.says(CRAIG, "pass")
    return game.says(JEFF, "pass", dice=[(4, 5, 3, 2)])


def jays_turn(game: Game) -> Game:
    game.says(
        JAY,
        "british fair_seas target=prinz_eitel_friedrich",
        "mines lay_mines_2 ship=meteor against=black",
        "play intelligence target=deck",
        "play deception target=red",
    )
    game.says(JAY, "british fair_seas target=prinz_eitel_friedrich")
    return game.says(CRAIG, "shallow_run_1", dice=[(6, 3, 9)])
