"""The lines at the end of a letter by which its reader can prove what the server said, and when."""

from games.selectors.keys import key_line
from games.selectors.letters import Letter
from games.services.keys import do_record_key, recorded_once
from games.stored import signing


def publish_key() -> None:
    """Have the key published that letters are signed with; looked after once in the life of a process."""
    recorded_once(signing.current().id)


def signed(letter: Letter, text: str) -> tuple[str, ...]:
    """The witness of a letter whose text is `text`, last; before it, in the first letter, the key that signs it."""
    key = do_record_key() if letter.first else None
    if key is None:
        publish_key()
    view = letter.view
    reached = signing.Reached(view.stop, view.mark) if view else signing.Reached()
    subject, mail = signing.text_digest(text), letter.mail
    line = signing.witness("letter", letter.game.pk, letter.seat.role, reached, subject, mail.created_at)
    return (key_line(key), line) if key else (line,)
