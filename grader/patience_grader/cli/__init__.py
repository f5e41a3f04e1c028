"""The command `patience`.

Exit codes: 0 all is well; 1 a finding (a hand-in that cannot be read, a mark below
--fail-under, a stale skeleton, a missing layer of the lock); 2 bad input; 3 a fault of
the kit itself; 130 stopped.
"""

from __future__ import annotations

import sys
import traceback

import click

from ..faults import Fault
from .check import check
from .grade import grade
from .new import new
from .notebook import notebook
from .options import KIT, STOPPED
from .prove import prove
from .release import release
from .review import review
from .upkeep import doctor, skeleton


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="patience-grader")
def cli() -> None:
    """Mark card-game programming coursework: from hand-ins to marks and feedback.

    \b
    Examples:
      patience grade hand-ins/ --out marks
      patience grade 2600000F.zip
      patience release whist
      patience notebook build whist --course ~/cs1
      patience skeleton --check
      patience prove
    """


for command in (grade, review, release, check, new, notebook, prove, skeleton, doctor):
    cli.add_command(command)


def main() -> None:
    """Runs the command and exits with its code."""
    try:
        code = cli.main(standalone_mode=False)
    except click.ClickException as fault:
        click.echo(f"patience: {fault.format_message()}", err=True)
        code = fault.exit_code
    except (KeyboardInterrupt, click.Abort):
        click.echo("\nstopped; run the same command again to go on", err=True)
        code = STOPPED
    except Fault as fault:
        click.echo(f"patience: {fault}", err=True)
        code = fault.exit_code
    except Exception:  # noqa: BLE001 the last resort says whose fault it is
        click.echo(f"{traceback.format_exc()}\npatience: this is a fault of the kit", err=True)
        code = KIT
    sys.exit(code)
