"""Static files under names that contain a hash of their content, so that browsers can keep them for good."""

from django.contrib.staticfiles.storage import StaticFilesStorage
from whitenoise.storage import CompressedManifestStaticFilesStorage


class CollectedStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """WhiteNoise's storage, which before the first ``collectstatic`` gives files their plain names."""

    def url(self, name: str | None, force: bool = False) -> str:
        """Return the URL of a file."""
        if not self.hashed_files:
            return StaticFilesStorage.url(self, name)
        return str(super().url(name, force))
