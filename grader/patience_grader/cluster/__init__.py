"""A cohort on several machines: submissions are handed to the workers of Dask distributed."""
