"""Plain pytest across the process boundary: what a suite imports means the submission."""
