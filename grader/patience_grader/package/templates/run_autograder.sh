#!/usr/bin/env bash
# Gradescope runs this for each submission to << coursework.title >>.
ROOT="${AUTOGRADER_ROOT:-/autograder}"
export XDG_CACHE_HOME="$ROOT/source/cache"
exec "$ROOT/source/venv/bin/python" -I -m patience_grader.package.on_gradescope "$ROOT"
