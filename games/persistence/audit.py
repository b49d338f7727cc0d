"""Write the audit log, which records access to hidden state and interventions in games."""

from typing import Any
from uuid import UUID

from games.models import AuditEntry, Player


def record_audit_entry(actor: Player | None, action: str, game_id: UUID | None = None, **facts: Any) -> AuditEntry:
    """Store an entry of the audit log, within the caller's transaction.

    `actor` is the person who acted (None: the server), `action` a word such as "rewind", and `facts` further values as
    JSON.
    """
    return AuditEntry.objects.create(actor=actor.pk if actor else None, action=action, game=game_id, facts=facts)
