"""Convert documents of earlier export formats to the present format."""

from games.services.export import GameDocument


def upgrade_document(document: GameDocument) -> None:
    """Change a document of format 1 to format 2; leave any other unchanged.

    Format 1 has no `chain_version`: its hash chains cover neither seats, settings and questions nor the result.
    """
    if document.format == 1:
        document.format = 2
        document.game["chain_version"] = 1
