"""`python -m patience_grader` is the command `patience`."""

from .cli import main

if __name__ == "__main__":
    main()
