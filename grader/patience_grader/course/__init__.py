"""A course folder: its courseworks, what students may know of them, skeletons, new courseworks."""
