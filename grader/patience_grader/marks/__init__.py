"""Marks, and nothing but values: no file is opened here, no clock read, no process started."""
