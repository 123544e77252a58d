"""All commands over all kinds of games, and without the libraries that not everybody has."""

import os
import re
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.campaigns.command_lines import broken, games

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.usefixtures("prove_compiled", "search_compiled")
@pytest.mark.parametrize(("number", "game"), list(enumerate(games())))
def test_every_command_keeps_its_laws(tmp_path, monkeypatch, number, game):
    """A sample of the lines of all commands: no traceback, an exit code, one line of error, JSON, and sound advice."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OXOBOOK_LIBRARY", "data")
    assert broken(game, number) == []


def needed(name: str, extras: frozenset[str], found: set[tuple[str, frozenset[str]]]) -> None:
    """Add a distribution with its extras, and all that it requires."""
    if (name, extras) not in found:
        found.add((name, extras))
        for text in distribution(name).requires or ():
            one = Requirement(text)
            if one.marker is None or any(one.marker.evaluate({"extra": extra}) for extra in extras or {""}):
                needed(one.name, frozenset(one.extras), found)


@pytest.mark.slow
@pytest.mark.parametrize("extras", ["", "draw strategy web"], ids=["core", "readme"])
def test_a_missing_library_is_named(tmp_path, extras):
    """Every command works with the core alone, or names in one line the library it lacks and the extra that has it.

    The environment is a real one, so that child processes and metadata lack what it lacks; it links to the
    distributions here, for nothing has to be fetched then.
    """
    found: set[tuple[str, frozenset[str]]] = set()
    needed("oxobook", frozenset(extras.split()), found)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv"], check=True)
    packages = next(tmp_path.glob("venv/lib/python*/site-packages"))
    for one in (distribution(name) for name, _ in found):
        for top in {file.parts[0] for file in one.files or ()} - {"..", "__pycache__"}:
            if not (packages / top).exists():
                (packages / top).symlink_to(one.locate_file(top))
    python = tmp_path / "venv/bin/python"
    script = "from tests.campaigns.command_lines import SHARE, broken; "
    script += "print(*(one for number in range(SHARE) for one in broken('3x3x3', number)), sep='')"
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run([python, "-c", script], cwd=tmp_path, capture_output=True, text=True, env=environment)
    assert (done.returncode, done.stdout, done.stderr) == (0, "\n", "")
    for words, extra in (
        ("prove 4x4x4", "large"),
        ("export parquet --out x", "parquet"),
        ("draw graph new.svg", "draw"),
    ):
        done = subprocess.run([python, "-m", "oxobook", *words.split()], cwd=tmp_path, capture_output=True, text=True)
        if extra in extras:
            assert done.returncode == 0
        else:
            said = rf"(Without Connect Four.*\n)?oxobook: .* needs? the library \w+: pip install 'oxobook\[{extra}\]'\n"
            assert done.returncode == 2 and re.fullmatch(said, done.stderr)
