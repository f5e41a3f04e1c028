"""The templates of scripts and workflows."""

from __future__ import annotations

from importlib.resources import files

from jinja2 import Environment, StrictUndefined

_TEMPLATES = files(__package__) / "templates"


def filled(template: str, **names: object) -> bytes:
    """The template with its names filled in. `<< >>` and `<% %>` are the template's own."""
    environment = Environment(  # noqa: S701 scripts and YAML, from names of ours
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
        variable_start_string="<<",
        variable_end_string=">>",
        block_start_string="<%",
        block_end_string="%>",
    )
    text = (_TEMPLATES / template).read_text(encoding="utf-8")
    return environment.from_string(text).render(**names).encode()
