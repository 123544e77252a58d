"""The page on adding things of your own, followed to the letter in a copy of oxobook, which is then linted."""

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.documentation import ADDING, TEXTS

ROOT = Path(__file__).parents[2]
PACKAGES = ("book", "generator", "oxobook", "viewer")
STEP = re.compile(
    r"[Ss]ave this\s+as\s+`(?P<file>[\w./]+)`[^\n]*\n\n```(?:python\n(?P<code>.*?)|\{literalinclude\} (?P<of>\S+)\n)```"
    r"|`(?P<into>[\w./]+\.py)`|^```diff\n(?P<diff>.*?)^```|^```console\n(?P<console>.*?)^```",
    re.DOTALL | re.MULTILINE,
)
COMMAND = re.compile(r"^\$ python -m ([^\n]+)\n(.*?)(?=^\$|\Z)", re.DOTALL | re.MULTILINE)
"""What a reader does: saves a file, reads of one, changes lines there, and calls commands."""


@pytest.fixture
def copy(tmp_path):
    """Return a copy of the packages, with what they read and what checks them."""
    for folder in (*PACKAGES, "data/known"):
        shutil.copytree(
            ROOT / folder, tmp_path / folder, symlinks=True, ignore=shutil.ignore_patterns("__pycache__", "page")
        )
    for file in ("pyproject.toml", "tests/__init__.py", "tests/test_architecture.py"):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / file, tmp_path / file)
    if (ROOT / ".mypy_cache").exists():
        shutil.copytree(ROOT / ".mypy_cache", tmp_path / ".mypy_cache")
    return tmp_path


def call(copy, *words):
    """Return what a module of Python prints in the copy; fail where it ends with an error."""
    environment = os.environ | {"PYTHONPATH": str(copy), "OXOBOOK_LIBRARY": "data"}
    command = [sys.executable, "-m", *words]
    done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, f"{words}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def change(copy, files, diff):
    """Change lines as a diff says, in the one of the files that the page has named last which has them."""
    before, after = (
        "".join(line[1:] for line in diff.splitlines(keepends=True) if line[0] in signs) for signs in (" -", " +")
    )
    file = next(copy / one for one in reversed(files) if (copy / one).read_text().count(before) == 1)
    file.write_text(file.read_text().replace(before, after))


@pytest.mark.slow
def test_each_step_is_taken(copy):
    """Files and lines of the page make a copy that answers as the page shows, and that passes each check of style."""
    files, steps = [], list(STEP.finditer(TEXTS[ADDING].partition("## Before you send it")[0]))
    for step in steps:
        if step["file"]:
            code = step["code"] or (ROOT / "docs/inside" / step["of"]).read_text()
            (copy / step["file"]).parent.mkdir(exist_ok=True)
            assert not (copy / step["file"]).exists()
            (copy / step["file"]).write_text(code)
        elif step["into"] and (copy / step["into"]).exists():
            files.append(step["into"])
        elif step["diff"]:
            change(copy, files, step["diff"])
        elif step["console"]:
            for command, expected in COMMAND.findall(step["console"]):
                got = "\n".join(map(str.rstrip, call(copy, *shlex.split(command)).strip("\n").splitlines()))
                assert doctest.OutputChecker().check_output(
                    "{}\n".format(expected.strip("\n")), f"{got}\n", doctest.ELLIPSIS
                ), got
    call(copy, "ruff", "check", *PACKAGES)
    call(copy, "ruff", "format", "--check", *PACKAGES)
    call(copy, "mypy", "-p", "oxobook")
    call(copy, "pytest", "-q", "-p", "no:cacheprovider", "tests/test_architecture.py")
