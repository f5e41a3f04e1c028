"""What runs in the process that runs a public suite beside a student's code, at home."""
