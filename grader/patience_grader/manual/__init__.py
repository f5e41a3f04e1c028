"""Marks that a person gives: the sheet, the form, and the evidence."""
