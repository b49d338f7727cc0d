#!/bin/sh
# Make the lock files again from pyproject.toml. Needs uv (`tools` group).
# Versions stay as they are; pass --upgrade, or --upgrade-package NAME, to move them on purpose.
# The result names no host and no address, so it installs through any index.
set -eu
cd "$(dirname "$0")/.."
export UV_PYTHON_DOWNLOADS=never
UV=${UV:-.venv/bin/uv}
command -v "$UV" >/dev/null || UV=uv

compile() {
    "$UV" pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
        --no-emit-index-url --no-emit-find-links pyproject.toml --extra local "$@"
}

compile -o requirements.lock "$@"
compile --extra esp --group test --group lint --group e2e --group docs -c requirements.lock -o requirements-dev.lock "$@"
if grep -nE '://|--(extra-)?index-url|--find-links|--trusted-host' requirements*.lock; then
    echo "a lock file names an address" >&2
    exit 1
fi
