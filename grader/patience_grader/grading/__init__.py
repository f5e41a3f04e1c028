"""A cohort: shared out to workers, results stored, reports written."""
