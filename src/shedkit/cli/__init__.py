"""The command line: list the installed games, play one in the terminal or watch one, study many, begin your own.

    python -m shedkit games shithead
    python -m shedkit play shithead --players 3 --seed 7

It knows the protocol and no game: whatever the catalogue finds can be played here.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from multiprocessing import freeze_support

from shedkit.cli.arguments import Stop, read
from shedkit.cli.filing import print_schema, show, verify
from shedkit.cli.listing import list_games, tell_rules
from shedkit.cli.making import new
from shedkit.cli.playing import play
from shedkit.cli.studying import study
from shedkit.core.errors import ShedkitError

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit status.

    Status 0 is success, 2 a bad argument or a study that fails (with one line on the standard error), 130 a Ctrl-C,
    1 an output that cannot be written. A reader that closes the pipe early is no error.

    Args:
        argv: the words after the name of the program; by default those of this process.

    """
    freeze_support()  # in a frozen program, the processes that a study starts begin here too
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)
    try:
        status = _run(sys.argv[1:] if argv is None else argv)
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()
        return 0
    except OSError as error:
        _drop_output()
        return _complain(f"the output cannot be written: {error.strerror}", 1)
    return status


def _run(argv: Sequence[str]) -> int:
    try:
        args = read(argv)
        if args.command == "games":
            list_games(args.game)
        elif args.command == "rules":
            tell_rules(args)
        elif args.command == "show":
            show(args)
        elif args.command == "verify":
            verify(args.file)
        elif args.command == "schema":
            print_schema(args.game)
        elif args.command == "new":
            new(args.name)
        elif args.command == "study":
            study(args, argv)
        else:
            play(args)
    except Stop as stop:
        return stop.status
    except ShedkitError as error:
        return _complain(str(error), 2)
    except KeyboardInterrupt:
        return 130
    return 0


def _complain(text: str, status: int) -> int:
    print("shedkit:", " ".join(text.split()), file=sys.stderr)
    return status


def _drop_output() -> None:
    """Send what is still buffered nowhere, so that the interpreter does not stumble over it when it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
