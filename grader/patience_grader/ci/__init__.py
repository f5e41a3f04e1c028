"""Reports in the formats that continuous integration shows. The standard library is enough."""
