"""Static files under names that contain a hash of their content, so that browsers can keep them for good."""

from django.contrib.staticfiles.storage import StaticFilesStorage
from whitenoise.storage import CompressedManifestStaticFilesStorage


class CollectedStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """WhiteNoise's storage; before the first ``collectstatic`` files keep their plain names."""

    def url(self, name: str | None, force: bool = False) -> str:
        """Return the URL of a static file, with its hash if it was collected."""
        if not self.hashed_files:
            return StaticFilesStorage.url(self, name)
        return str(super().url(name, force))
