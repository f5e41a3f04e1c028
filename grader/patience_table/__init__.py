"""A table to play at, by the functions of any folder: what lies where, drawn and clicked.

What is where, what a click means and what can be undone are values and functions of
values; `app` shows them, `engine` asks a student's functions in a guest.
"""
