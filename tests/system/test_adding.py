"""The pages on adding things of your own, followed to the letter in a copy of oxobook, which is then linted."""

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
from tests.viewer.explorer.browsing import unavailable
from tests.viewer.explorer.modules import DENO

ROOT = Path(__file__).parents[2]
PACKAGES = ("book", "generator", "oxobook", "viewer")
STEP = re.compile(
    r"[Ss]ave this\s+as\s+`(?P<file>[\w./]+)`[^\n]*\n\n"
    r"```(?:(?:python|tsx)\n(?P<code>.*?)|\{literalinclude\} (?P<of>\S+)\n)```"
    r"|`(?P<into>[\w./]+\.(?:py|tsx))`|^```diff\n(?P<diff>.*?)^```|^```console\n(?P<console>.*?)^```",
    re.DOTALL | re.MULTILINE,
)
COMMAND = re.compile(r"^\$ python -m ([^\n]+)\n(.*?)(?=^\$|\Z)", re.DOTALL | re.MULTILINE)
"""What a reader does: saves a file, reads of one, changes lines there, and calls commands."""


@pytest.fixture
def copy(tmp_path):
    """Return a copy of the packages, with what they read and what checks them."""
    for folder in (*PACKAGES, "data/known"):
        shutil.copytree(ROOT / folder, tmp_path / folder, True, shutil.ignore_patterns("__pycache__"))
    for file in ("pyproject.toml", "tests/__init__.py", "tests/test_architecture.py"):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / file, tmp_path / file)
    if (ROOT / ".mypy_cache").exists():
        shutil.copytree(ROOT / ".mypy_cache", tmp_path / ".mypy_cache")
    return tmp_path


def call(copy, *command):
    """Return what a command prints in the copy; fail where it ends with an error."""
    environment = os.environ | {"PYTHONPATH": str(copy), "OXOBOOK_LIBRARY": "data"}
    done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def change(copy, files, diff):
    """Change lines as a diff says, in the one of the files that the page has named last which has them."""
    before, after = (
        "".join(line[1:] for line in diff.splitlines(keepends=True) if line[0] in signs) for signs in (" -", " +")
    )
    file = next((copy / one for one in reversed(files) if (copy / one).read_text().count(before) == 1), None)
    assert file, f"expected once in one of {files}:\n{before}"
    file.write_text(file.read_text().replace(before, after))


def follow(copy, text):
    """Save the files that a page says, change the lines, and compare what commands print with what it shows."""
    files = []
    for step in STEP.finditer(text):
        if step["file"]:
            assert not (copy / step["file"]).exists()
            (copy / step["file"]).parent.mkdir(exist_ok=True)
            (copy / step["file"]).write_text(step["code"] or (ROOT / "docs/inside" / step["of"]).read_text())
        elif step["into"] and (copy / step["into"]).exists():
            files.append(step["into"])
        elif step["diff"]:
            change(copy, files, step["diff"])
        for command, expected in COMMAND.findall(step["console"] or ""):
            got = call(copy, sys.executable, "-m", *shlex.split(command)).strip("\n")
            shown = "".join(f"{line.rstrip()}\n" for line in got.splitlines())
            assert doctest.OutputChecker().check_output(expected.strip("\n") + "\n", shown, doctest.ELLIPSIS), got


@pytest.mark.slow
def test_each_step_is_taken(copy):
    """Files and lines of the page make a copy that answers as the page shows, and that passes each check of style."""
    follow(copy, TEXTS[ADDING].partition("## Before you send it")[0])
    for checked in (
        ("ruff", "check", *PACKAGES),
        ("ruff", "format", "--check", *PACKAGES),
        ("mypy", "-p", "oxobook"),
        ("pytest", "-q", "-p", "no:cacheprovider", "tests/test_architecture.py"),
    ):
        call(copy, sys.executable, "-m", *checked)


@pytest.mark.slow
def test_a_part_of_the_page_is_added(copy):
    """The part that the page on the page shows is formatted, has right types, and is bundled."""
    if DENO is None:
        unavailable("deno is not installed")
    follow(copy, TEXTS["docs/inside/page.md"])
    page = copy / "viewer/explorer/page"
    call(page, DENO, "fmt", "--check", "--quiet", "parts/back.tsx", "parts/app.tsx")
    call(page, DENO, "check", "--quiet", "main.tsx")
    (copy / "built").mkdir()
    call(page, DENO, "run", "--quiet", "--allow-all", "bundle.ts", copy / "built")
    assert 'class:"back"' in (copy / "built/page.js").read_text("utf-8")
