"""The kit tests itself on submissions whose outcome is known."""
