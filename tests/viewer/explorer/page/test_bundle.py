"""Bundle of the page: it is made from the sources, and its texts are there in every language."""

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
from tests.viewer.explorer.modules import DENO, SOURCES, run

ENDINGS = (".ts", ".js", ".json", ".css", ".html", ".svg")


def test_what_is_built_is_of_these_sources():
    """The digest beside the bundles is that of the sources now: else make page has to be run, and committed."""
    names = sorted(path.relative_to(SOURCES).as_posix() for path in SOURCES.rglob("*") if path.suffix in ENDINGS)
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
    if "esbuild" in done.stderr and "error" in done.stderr.lower():
        unavailable("esbuild cannot be fetched")
    assert done.returncode == 0, done.stderr
    built = {path.name: path.read_bytes() for path in BUILT.iterdir()}
    assert {path.name: path.read_bytes() for path in Path(tmp_path).iterdir()} == built


def test_no_module_needs_itself():
    """The page's modules import one another in no circle, neither values nor types."""
    needs = {
        path: {
            (path.parent / name).resolve() for name in re.findall(r'(?:from|import\()\s*"(\..+?)"', path.read_text())
        }
        for path in SOURCES.rglob("*.ts")
    }
    TopologicalSorter(needs).prepare()


def test_a_language_says_everything():
    """German has a text for each English one, of the same kind, and says it in other words."""
    ask = """
        const byName = ["plays", "edges", "kinds", "tips", "another"];
        const open = ([name, one]) => typeof one === "object" && !byName.includes(name);
        const kind = ([name, one]) => `${name} ${typeof one} ${typeof one === "function" && one.length}`;
        const kinds = (all) => Object.entries(all).flatMap((one) => open(one) ? kinds(one[1]) : kind(one));
        const same = Object.keys(en).filter((name) => typeof en[name] === "string" && en[name] === de[name]);
        return [kinds(en).sort(), kinds(de).sort(), same];
    """
    english, german, same = run(ask, imports="{ de } from ./words/de.ts")
    assert english == german and len(english) > 150
    assert set(same) <= {"misere", "graphView", "graph"}
