"""Static files under names that contain a hash of their content, so that browsers can cache them forever."""

from django.contrib.staticfiles.storage import StaticFilesStorage
from whitenoise.storage import CompressedManifestStaticFilesStorage


class CollectedStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """WhiteNoise's storage of static files; before the first ``collectstatic``, URLs have the plain file names."""

    def url(self, name: str | None, force: bool = False) -> str:
        """Return the URL of the static file `name`; the URL contains the file's hash if the file was collected."""
        if not self.hashed_files:
            return StaticFilesStorage.url(self, name)
        return str(super().url(name, force))
