"""Bundle of the page: it is made from the sources, is small, and says whose work is in it."""

import gzip
import os
import re
import subprocess
from graphlib import TopologicalSorter
from hashlib import sha256
from pathlib import Path

import pytest

from docs.page_types import page_types
from oxobook.viewer.explorer.files import BUILT
from tests.viewer.explorer.browsing import unavailable
from tests.viewer.explorer.modules import DENO, SOURCES

ENDINGS = (".ts", ".tsx", ".js", ".json", ".css", ".html", ".svg")
FILES = [path for path in SOURCES.rglob("*") if path.suffix in ENDINGS and "node_modules" not in path.parts]


def test_what_is_built_is_of_these_sources():
    """The digest beside the bundles is that of the sources now: else make page has to be run, and committed."""
    names = sorted(path.relative_to(SOURCES).as_posix() for path in FILES)
    told = "".join(f"{name}\0{(SOURCES / name).read_text()}\0" for name in names)
    assert (BUILT / "sources").read_text().strip() == sha256(told.encode()).hexdigest(), "run make page"


def test_the_types_of_answers_are_those_of_the_reports():
    """The page's types of what it reads are what docs/page_types.py writes."""
    assert page_types() == (SOURCES / "reports.ts").read_text(), "run make page"


@pytest.mark.slow
def test_bundling_gives_these_bytes(tmp_path):
    """Bundled again, every file is what is committed."""
    if DENO is None:
        unavailable("deno is not installed")
    command = [DENO, "run", "--quiet", "--allow-all", str(SOURCES / "bundle.ts"), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ)
    if "npm" in done.stderr and "error" in done.stderr.lower():
        unavailable("esbuild and Preact cannot be fetched")
    assert done.returncode == 0, done.stderr
    built = {path.name: path.read_bytes() for path in BUILT.iterdir()}
    assert {path.name: path.read_bytes() for path in Path(tmp_path).iterdir()} == built


def test_the_first_load_is_small():
    """The page and its script are at most 65 kB as they are sent."""
    sent = {name: len(gzip.compress((BUILT / name).read_bytes(), 6)) for name in ("index.html", "page.js")}
    assert sum(sent.values()) <= 65_000, sent


def test_the_licence_is_noted():
    """Both scripts with Preact in them say whose work it is."""
    for name in ("page.js", "board.js"):
        assert "MIT License" in (BUILT / name).read_text()[:300]


def test_no_module_needs_itself():
    """The page's modules import one another in no circle, neither values nor types."""
    needs = {
        path: {
            (path.parent / name).resolve() for name in re.findall(r'(?:from|import\()\s*"(\..+?)"', path.read_text())
        }
        for path in FILES
        if path.suffix in (".ts", ".tsx")
    }
    TopologicalSorter(needs).prepare()
