"""The command line of the campaigns."""

from __future__ import annotations

import argparse
import os
import pkgutil
import sys
from importlib import import_module
from pathlib import Path

from . import ROOT
from .frame import Campaign, Missing, run_campaign
from .report import PAGE, current, table, written
from .store import PROGRESS, BrokenProgress

PACKAGE = __package__ or ""


def campaigns() -> dict[str, Campaign]:
    """All campaigns by name: one for each module of this package that has a class ``CAMPAIGN``."""
    folder = str(Path(__file__).parent)
    modules = [import_module(f"{PACKAGE}.{one.name}") for one in pkgutil.iter_modules([folder]) if one.name[0] != "_"]
    made = [module.CAMPAIGN() for module in modules if hasattr(module, "CAMPAIGN")]
    return {campaign.name: campaign for campaign in sorted(made, key=lambda campaign: campaign.name)}


def parser(every: dict[str, Campaign]) -> argparse.ArgumentParser:
    """The words that are understood."""
    top = argparse.ArgumentParser(prog="python -m tests.campaigns", description=__doc__)
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, campaign in every.items():
        one = commands.add_parser(name, help=campaign.about, description=campaign.about)
        one.add_argument("--budget", type=float, default=600.0, help="seconds after which no further unit is begun")
        one.add_argument("--units", type=int, help="how many units are done at most")
        one.add_argument("--progress", type=Path, default=PROGRESS, help="the folder of what is done")
        one.add_argument(
            "--resume",
            action=argparse.BooleanOptionalAction,
            default=True,
            help="go on where the last run was; --no-resume throws away what is done",
        )
        campaign.add_arguments(one)
    report = commands.add_parser("report", help="the table of what was done, from the data")
    report.add_argument("--progress", type=Path, default=PROGRESS, help="the folder of what is done")
    report.add_argument("--write", action="store_true", help=f"put it into {PAGE.relative_to(ROOT)}")
    report.add_argument("--check", action="store_true", help="fail if the page has another one")
    return top


def main(words: list[str] | None = None) -> int:
    """Run one command; 0: all holds, 1: something was found, 2: it could not be run, 130: interrupted."""
    every = campaigns()
    arguments = parser(every).parse_args(words)
    try:
        if arguments.command == "report":
            text = table(list(every.values()), arguments.progress)
            if arguments.write:
                PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), text), encoding="utf-8")
            elif arguments.check:
                return 0 if current(PAGE.read_text(encoding="utf-8"), text) else 1
            else:
                print(text)
            return 0
        campaign = every[arguments.command]
        campaign.set_up(arguments)
        return run_campaign(
            campaign,
            arguments.progress / f"{campaign.name}.jsonl",
            budget=arguments.budget,
            most=arguments.units,
            afresh=not arguments.resume,
            say=lambda text: print(text, flush=True),
        )
    except (BrokenProgress, Missing) as error:
        print(f"{arguments.command}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"{arguments.command}: interrupted; what is done is kept", file=sys.stderr)
        return 130


if __name__ == "__main__":
    # programs that a campaign starts try the sources of this tree, too
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(ROOT / "src"), os.environ.get("PYTHONPATH")]))
    sys.exit(main())
