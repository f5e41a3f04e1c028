"""The language of suites: what an instructor imports to write one."""
