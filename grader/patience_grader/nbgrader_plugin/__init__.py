"""Courseworks as notebooks: built for nbgrader, taken apart again, and marked like any submission.

`cells`, `statements` and `taking` turn a notebook into the files that are marked. They need
the standard library alone, as does `beside`, which students run in their kernel. `writing`
and `folder` make the notebooks; the other modules are plugged into nbgrader.
"""
