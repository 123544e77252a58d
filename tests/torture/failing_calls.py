"""Makers of books and strategies while system calls fail, each call with each error.

Run from the root: python -m tests.torture.failing_calls [--every N] [WORK ...]. It needs Linux and a C
compiler. With ``--every`` only each N-th call fails. Ends with exit code 1 if any maker published a wrong file, ended
otherwise than well or with one line, or left anything that a maker with --force could not go on from.
"""

import argparse
import sys
import time

from tests.io_faults import tallies


def main() -> None:
    """Let the calls fail, and print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("works", nargs="*", metavar="WORK")
    asked = parser.parse_args()
    started, wrong = time.perf_counter(), 0
    print("| what is made | what fails | calls | failed in one line | made all the same | wrong |")
    print("|---|---|---:|---:|---:|---:|")
    for one in tallies(asked.works, asked.every):
        row = (one.work, one.fault, *(f"{count:,}" for count in (one.calls, one.told, one.made, len(one.wrong))))
        print("|", " | ".join(row), "|", *(f"<!-- {what} -->" for what in one.wrong[:3]), flush=True)
        wrong += len(one.wrong)
    print(f"\n{time.perf_counter() - started:.0f} s in all")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
