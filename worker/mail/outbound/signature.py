"""Make the signature lines at the end of an e-mail, which prove what the server has sent, and when."""

from games.persistence import signing
from games.selectors.email_context import EmailContext
from games.selectors.signing_keys import format_key_line
from games.services.signing_keys import do_record_key, ensure_key_recorded


def ensure_signing_key_published() -> None:
    """Publish the present signing key, if it is not published; each process checks this once."""
    ensure_key_recorded(signing.current_signer().id)


def make_signature_lines(context: EmailContext, text: str) -> tuple[str, ...]:
    """Return the lines at the end of an e-mail with this `text`: a witness line (`games.persistence.signing`).

    In the first e-mail to a player in a seat, a line with the signing key precedes it.
    """
    key = do_record_key() if context.is_first else None
    if key is None:
        ensure_signing_key_published()
    view = context.view
    reached = signing.AudienceProgress(view.stop, view.mark) if view else signing.AudienceProgress()
    subject, mail = signing.text_digest(text), context.mail
    line = signing.sign_witness("letter", context.game.pk, context.seat.role, reached, subject, mail.created_at)
    return (format_key_line(key), line) if key else (line,)
