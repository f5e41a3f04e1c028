"""The questions that suites ask: drawn once, written down, kept."""
