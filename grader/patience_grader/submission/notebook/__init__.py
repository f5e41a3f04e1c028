"""Notebooks as submissions: located, read, and turned into the files that a zip would hold."""
