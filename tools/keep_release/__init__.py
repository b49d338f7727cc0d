"""``python -m tools.keep_release``: store a small database of this release as a test file.

Run it for every release, after its last migration. The file ``tests/upgrades/VERSION.json.xz`` never changes after the
release. ``tests/store/test_upgrades.py`` loads it, migrates it and plays its games on.
"""
