#!/usr/bin/env bash
# Gradescope runs this once, when it builds the image of the autograder.
set -euo pipefail
ROOT="${AUTOGRADER_ROOT:-/autograder}"
SOURCE="$ROOT/source"
PYTHON="python<< python >>"
if ! "$PYTHON" -m venv "$SOURCE/venv"; then
    apt-get update
    apt-get install -y "$PYTHON" "$PYTHON-venv"
    "$PYTHON" -m venv "$SOURCE/venv"
fi
install() {
    "$SOURCE/venv/bin/python" -m pip install --quiet --disable-pip-version-check \
<% if bundled %>
        --no-index --find-links "$SOURCE/wheels" \
<% endif %>
        "$@"
}
install --force-reinstall --no-deps "$SOURCE"/wheels/patience_grader-*.whl
install "$SOURCE"/wheels/patience_grader-*.whl<< ' ' ~ packages if packages >>

export XDG_CACHE_HOME="$SOURCE/cache"
mkdir -p "$XDG_CACHE_HOME"
"$SOURCE/venv/bin/python" -I -m patience_grader.package.on_gradescope --warm "$ROOT"
