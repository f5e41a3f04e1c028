"""From a folder of results to what other systems import: worksheets, gradebooks, reports."""
