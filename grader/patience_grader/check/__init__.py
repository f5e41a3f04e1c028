"""The check: what students run at home. Standard library alone, on any system."""
