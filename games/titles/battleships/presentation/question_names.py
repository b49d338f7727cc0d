"""The short name of each kind of question, for subjects of e-mails and lists."""

from games.kernel.text import Text

QUESTION_NAMES = {
    "courses": Text("courses", "針路"),
    "set_up": Text("set-up", "初期配置"),
    "targets": Text("gunnery targets", "砲撃目標"),
    "torpedoes": Text("torpedoes", "雷撃"),
}
