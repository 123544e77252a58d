"""Distributions: the wheel and the source archive, and their core with no extra installed."""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from importlib.metadata import Distribution, EntryPoint, metadata, packages_distributions, version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name as normal
from packaging.version import Version

from tests.test_architecture import MODULES, dotted, imports

ROOT = Path(__file__).parents[1]
FOLDERS = ("book", "generator", "oxobook", "viewer")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
OURS = {"bench", "docs", "release", "test"}
"""Extras of those who work on oxobook."""
HEAVY = {"models"}
"""Extras whose libraries are large, so that neither ``all`` nor the tests' environment has them."""
LARGE = {Requirement(one).name for extra in HEAVY for one in PROJECT["optional-dependencies"][extra]}
"""These libraries."""
NEEDED = PROJECT["dependencies"] + [
    library
    for extra, libraries in PROJECT["optional-dependencies"].items()
    for library in libraries
    if extra not in {"all", *OURS}
]
"""The libraries that are needed to run, with their versions."""
PUBLISHED = {
    f"oxobook/book/{name}": ROOT / "data" / "known" / name
    for name in ("digests.json", "figures.json", "strategies.json", "6x7x4-gravity.sqlite", "6x7x4-gravity.proof")
} | {"oxobook/book/atlas.json": ROOT / "data" / "atlas" / "atlas.json"}
BESIDE = {
    "oxobook/py.typed",
    "oxobook/book/FORMAT.md",
    "oxobook/book/CERTIFICATE.md",
    *PUBLISHED,
    *(f"oxobook/viewer/export/{name}" for name in ("book.d.ts", "book.h", "book.js", "package.md", "strategy.h")),
    *(f"oxobook/{path.relative_to(ROOT).as_posix()}" for path in (ROOT / "viewer").rglob("*.typ")),
    *(f"oxobook/viewer/explorer/built/{path.name}" for path in (ROOT / "viewer/explorer/built").iterdir()),
}
"""Files of the wheel that are not Python."""
CORE = ("click", "filelock", "numpy", "platformdirs", "psutil", "rich", "sqlalchemy")
BELOW = ("pygments", "markdown_it", "mdurl", "typing_extensions", "colorama")
"""Libraries that the core's libraries need."""


def built(source, kind, folder):
    """The wheel or sdist of a source tree."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    (path,) = folder.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return path


@pytest.fixture(scope="module")
def sdist(tmp_path_factory):
    """The source distribution of this checkout, unpacked."""
    folder = tmp_path_factory.mktemp("sdist")
    with tarfile.open(built(ROOT, "sdist", folder)) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # Python 3.11.3 and before have none
        archive.extractall(folder)
    (unpacked,) = (path for path in folder.iterdir() if path.is_dir())
    return unpacked


@pytest.fixture(scope="module")
def wheel(sdist, tmp_path_factory):
    """The wheel that the source distribution makes, unpacked."""
    folder = tmp_path_factory.mktemp("wheel")
    source = shutil.copytree(sdist, folder / "source", ignore=shutil.ignore_patterns("__pycache__"))
    with zipfile.ZipFile(built(source, "wheel", folder)) as archive:
        archive.extractall(folder / "unpacked")
    return folder / "unpacked"


def files(folder):
    return {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}


@pytest.mark.slow
def test_the_wheel_holds_the_packages_and_nothing_else(wheel):
    """The wheel has one package, oxobook, all modules and static files as they are here, and its own description."""
    held = {name: path.read_bytes() for name, path in files(wheel).items() if ".dist-info/" not in name}
    modules = {path.relative_to(ROOT).as_posix() for path in MODULES if path.parent.name != "theorem"}
    names = {name if name.startswith("oxobook/") else f"oxobook/{name}" for name in modules} | BESIDE
    assert held == {name: PUBLISHED.get(name, ROOT / name).read_bytes() for name in names}
    described = {name.partition(".dist-info/")[2] for name in files(wheel)} - {""}
    assert described == {"METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE"}


@pytest.mark.slow
def test_the_wheel_says_what_is_declared(wheel):
    """The wheel brings the command ``oxobook`` alone, and asks for the core's libraries and for those of each extra."""
    (described,) = wheel.glob("*.dist-info")
    (command,) = Distribution.at(described).entry_points
    assert command == EntryPoint("oxobook", "oxobook.__main__:main", "console_scripts")
    asked = [Requirement(text) for text in Distribution.at(described).requires or ()]
    core = {one.name for one in asked if one.marker is None}
    assert core == set(CORE)
    extras = PROJECT["optional-dependencies"]
    for extra, libraries in extras.items():
        wanted = {normal(Requirement(library).name) for library in libraries} - {"oxobook"}
        found = {normal(one.name) for one in asked if one.marker and one.marker.evaluate({"extra": extra})}
        assert wanted <= found and not found & core, extra
    assert {*Requirement(extras["all"][0]).extras} == {*extras} - {"all", *OURS, *HEAVY}


def test_each_library_has_a_lower_bound():
    """Each library that is needed to run names the lowest version that is known to do, and no highest one; the tests
    run with one that is allowed."""
    for library in map(Requirement, NEEDED):
        (bound,) = library.specifier
        assert bound.operator == ">=", library
        if library.name not in LARGE and (library.marker is None or library.marker.evaluate()):
            assert Version(version(library.name)) >= Version(bound.version), library
    assert {Requirement(library).name for library in PROJECT["dependencies"]} == set(CORE)


@pytest.mark.slow
def test_what_is_imported_is_declared():
    """Each library that the packages import is declared or part of one that is, and each declared one is imported."""
    distributions = packages_distributions()
    names = {name.partition(".")[0] for path in MODULES for name in imports(path)} - sys.stdlib_module_names
    imported = {normal(distributions.get(name, [name])[0]) for name in names - {"oxobook"}}
    declared = {normal(re.split(r"[\[>]", library)[0]) for library in NEEDED}
    assert imported - declared == {"llvmlite", "pydantic", "starlette"}, "numba's, and two of fastapi's"
    used = "by which distributed makes its keys, SQLAlchemy's, and by which networkx lays graphs out"
    assert declared - imported == {"cryptography", "psycopg", "pygraphviz"}, used


def test_what_needs_an_extra_names_one_that_has_it():
    """Each message that a library is missing names an extra that installs it."""
    advice = re.compile(r"need(?:s the| the)?(?: library)? ([\w-]+): pip install 'oxobook\[(\w+)\]'")
    named = {found for path in MODULES for found in advice.findall(path.read_text())}
    extras = PROJECT["optional-dependencies"].items()
    assert len(named) > 9 and named <= {(Requirement(one).name, extra) for extra, of in extras for one in of}


def test_each_library_is_listed_with_its_licence():
    """The page of licences lists each library under its extra, with the licence that the library itself states."""
    page = (ROOT / "docs/reference/licences.md").read_text()
    listed = {
        (name, extra): licence for name, extra, licence in re.findall(r"^\| ([a-z-]+) \| (\w+) \| (.*) \|$", page, re.M)
    }
    del listed["library", "extra"]
    extras = {"core": PROJECT["dependencies"], **PROJECT["optional-dependencies"]}
    shipped = {extra: libraries for extra, libraries in extras.items() if extra not in {"all", *OURS}}
    assert {*listed} == {(normal(Requirement(one).name), extra) for extra, of in shipped.items() for one in of}
    for (library, extra), licence in listed.items():
        if extra in HEAVY:
            continue
        about = metadata(library)
        stated = " ".join(
            text for name in ("License-Expression", "License", "Classifier") for text in about.get_all(name, [])
        )
        assert licence.strip("*").split("-")[0] in stated and ("LGPL" in stated) == ("LGPL" in licence), library


def test_workflows_run_pinned_actions():
    """Each action of a workflow is pinned by its commit, with its version beside it; only a release may sign.

    Only the workflow of the documentation may write the project's pages.
    """
    may = {"release.yml": {"id-token: write", "attestations: write"}, "docs.yml": {"id-token: write", "pages: write"}}
    for path in (ROOT / ".github/workflows").glob("*.yml"):
        text = path.read_text()
        used = re.findall(r"uses: (.*)", text)
        assert used and all(re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", one) for one in used), path
        assert {*re.findall(r"[\w-]+: write", text)} == may.get(
            path.name, set()
        ) and "persist-credentials: false" in text, path


RUN = """
import contextlib, io, json, sys
from importlib.machinery import PathFinder

sys.path.insert(0, {wheel!r})
allowed = {allowed!r}

class Core(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        spec = super().find_spec(name, path, target)
        foreign = spec is not None and "-packages" in str(spec.origin)  # neither Python's own nor the wheel's
        return None if foreign and name.partition(".")[0] not in allowed else spec

sys.meta_path[:] = [Core if finder is PathFinder else finder for finder in sys.meta_path]
events = set()
sys.addaudithook(lambda event, _: events.add(event))

from oxobook.__main__ import main

done = []
for command in {commands!r}:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            sys.argv = ["oxobook", *command]
            main()
        except SystemExit as left:
            code = left.code or 0
    done.append((code, out.getvalue(), err.getvalue()))
import oxobook
print(json.dumps([done, sorted(events), oxobook.__file__]))
"""

WORKS = [
    ["lookup", "b2"],
    ["info"],
    ["generate", "3x4x3"],
    ["lookup", "X../.../..O"],
    ["verify"],
    ["lookup", "a3", "--line"],
    ["stats"],
    ["generate", "--plan", "4x4x4"],
    ["strategy", "--kind", "pick"],
    ["draw", "map", "map.svg"],
    ["export", "c", "--out", "x.h"],
    ["audit", "levi"],
]
PUPIL = """
import book, generator, viewer  # the pupil's own

from oxobook import Book, Rules, generate_book, strategy_in, strategy_map
import oxobook.book

assert (book.MINE, generator.MINE, viewer.MINE) == (1, 2, 3)
assert "site-packages" in oxobook.book.__file__
generate_book(Rules(), "3x3x3.sqlite")
with Book.open("3x3x3.sqlite") as opened:
    drawn = strategy_map(opened, strategy_in(opened, "X"))
    print(opened.probe("X../.O./...").pick, drawn.strip()[-6:])
"""


@pytest.mark.slow
def test_a_pupils_own_modules(wheel, tmp_path):
    """Installed from the wheel, oxobook neither hides nor is hidden by one's own book.py, generator.py, viewer.py."""
    environment, folder = tmp_path / "environment", tmp_path / "school"
    venv.create(environment)
    site = next(environment.glob("**/site-packages"))
    shutil.copytree(wheel, site, dirs_exist_ok=True)
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib"))  # from there no .pth file is read, such as ours
    folder.mkdir()
    for number, name in enumerate(("book", "generator", "viewer"), 1):
        (folder / f"{name}.py").write_text(f"MINE = {number}\n")
    (folder / "homework.py").write_text(PUPIL)
    python = environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    done = subprocess.run([python, "homework.py"], cwd=folder, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "b3 </svg>\n"), done.stderr
    command = [python, "-m", "oxobook", "lookup", "X../.O./...", "-b", "3x3x3.sqlite", "--json"]
    asked = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert asked.returncode == 0 and json.loads(asked.stdout)["pick"] == "b3", asked.stderr


NEEDS = [
    ("strategy", ["strategy", "--kind", "smallest"]),
    ("draw", ["draw", "graph", "graph.svg"]),
    ("draw", ["draw", "graph", "graph.json"]),
    ("draw", ["draw", "map", "map.png"]),
    ("draw", ["draw", "map", "map.pdf"]),
    ("draw", ["classroom", "menace", "--out", "kit.pdf"]),
    ("parquet", ["export", "parquet", "--out", "x.parquet"]),
    ("web", ["serve"]),
    ("large", ["generate", "5x5x4"]),
]


@pytest.fixture(scope="module")
def core(wheel, tmp_path_factory):
    """Return the results of WORKS and NEEDS in the unpacked wheel with only the core's libraries installed."""
    program = RUN.format(
        wheel=str(wheel),
        allowed={"oxobook", *CORE, *BELOW},
        commands=[*WORKS, *(command for _, command in NEEDS)],
    )
    folder = tmp_path_factory.mktemp("newcomer")
    home = os.environ | {"HOME": str(folder), "XDG_DATA_HOME": str(folder / "home")}
    home.pop("OXOBOOK_LIBRARY", None)
    ran = subprocess.run([sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, env=home)
    assert ran.returncode == 0, ran.stderr
    done, events, place = json.loads(ran.stdout.splitlines()[-1])
    assert Path(place).is_relative_to(wheel)
    return done, events


@pytest.mark.slow
def test_the_core_works_alone(core):
    """Books are made, asked and verified with the core alone, and the published figures are at hand."""
    done = core[0][: len(WORKS)]
    assert [code for code, _, _ in done] == [0] * len(WORKS), done
    assert done[0][2].startswith("Made ") and "home/oxobook/3x3x3.sqlite" in done[1][1], "the book made itself"
    verdict = done[WORKS.index(["verify"])][1]
    assert "2,270 moves" in verdict and "16 published figures" in verdict


@pytest.mark.slow
def test_what_needs_an_extra_says_which(core):
    """Each command that needs an extra says so in one line, with the command that installs it."""
    for (extra, command), (code, out, err) in zip(NEEDS, core[0][len(WORKS) :], strict=True):
        assert (code, out) == (2, ""), command
        assert err.startswith("oxobook: ") and err.count("\n") == 1, err
        assert f"pip install 'oxobook[{extra}]'" in err, err


ABROAD = ("socket.connect", "socket.getaddrinfo", "socket.gethostby", "socket.bind", "socket.send", "urllib", "ftplib")


@pytest.mark.slow
def test_the_core_stays_at_home(core):
    """Making, asking and verifying books uses no network, starts no process, and unpickles nothing."""
    begun = ("subprocess.", "os.system", "os.exec", "os.posix_spawn", "os.fork", "pickle.")
    assert [event for event in core[1] if event.startswith((*ABROAD, *begun))] == []


@pytest.mark.slow
def test_imports_use_no_network():
    """No module of the packages, nor of what it imports, asks the network for anything when it is imported."""
    heavy = {"inspect_task.py", "textarena_agent.py", "verifiers_task.py"}  # of libraries that may not be there
    modules = [dotted(path) for path in MODULES if path.name not in {"__main__.py", *heavy}]
    program = (
        "import sys; from importlib import import_module; events = set()\n"
        "sys.addaudithook(lambda event, _: events.add(event))\n"
        f"for name in {sorted(modules)!r}: import_module(name)\n"
        f"print([event for event in events if event.startswith({ABROAD!r})])"
    )
    ran = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert (ran.returncode, ran.stdout.splitlines()[-1:]) == (0, ["[]"]), ran.stderr
