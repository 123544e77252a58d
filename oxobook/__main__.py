"""Command ``oxobook``, also as ``python -m oxobook``."""

import sys


def main() -> None:
    """Run the command; Ctrl-C ends it with one line."""
    try:
        from oxobook.commands.root import main as command

        command(prog_name="oxobook")
    except KeyboardInterrupt:
        print("oxobook: stopped", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
