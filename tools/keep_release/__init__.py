"""``python -m tools.keep_release``: keep a small database of this release as a test file.

Run it for every release, after the last change to its migrations. The file ``tests/upgrades/VERSION.json.xz`` is never
changed once the release is out: ``tests/store/test_upgrades.py`` loads it, migrates it and plays its games on.
"""
