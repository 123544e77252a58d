"""``python -m viewer``: the oxobook command."""

from viewer.cli import main

if __name__ == "__main__":
    main(prog_name="oxobook")
