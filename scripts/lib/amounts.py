"""Arguments of scripts that say how much is tried."""

import argparse
import sys


def parser(name: str, amounts: dict[str, tuple[int, int]]) -> argparse.ArgumentParser:
    """Takes --seed, --full and an option for each amount; what it does not understand ends the script with 64."""
    made = argparse.ArgumentParser(prog=name, add_help=False, allow_abbrev=False)
    made.error = lambda text: (print(f"{name}: {text}; see --help", file=sys.stderr), sys.exit(64))
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("--full", action="store_true")
    for amount in amounts:
        made.add_argument("--" + amount, type=int)
    return made


def parse(made: argparse.ArgumentParser, amounts: dict[str, tuple[int, int]], words: list[str]) -> argparse.Namespace:
    """What was typed; an amount that was not is its first figure, or its second one with --full."""
    found = made.parse_args(words)
    for name, (usual, full) in amounts.items():
        if getattr(found, name) is None:
            setattr(found, name, full if found.full else usual)
        if getattr(found, name) < 1:
            made.error(f"--{name} is at least 1")
    return found
