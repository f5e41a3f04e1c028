"""From a submission to its mark sheet: suites run on it, criterion by criterion."""
