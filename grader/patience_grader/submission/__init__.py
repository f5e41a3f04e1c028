"""Submissions: found, read with distrust, and checked against the instructions."""
