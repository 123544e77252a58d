"""The walls between the packages, read from the imports."""

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TERMINAL = ("audit_text", "film", "game_text", "terminal")
PACKAGES = ("book", "generator", "oxobook", "viewer")
MODULES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))


@cache
def imports(path):
    """The modules that a file imports anywhere, with their dotted names."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module)
    return found


def importers(library):
    """The files, from the root, that import a library."""
    return {
        path.relative_to(ROOT).as_posix()
        for path in MODULES
        if library in {name.split(".")[0] for name in imports(path)}
    }


@pytest.mark.parametrize(
    ("package", "forbidden"),
    [
        ("book", {"generator", "oxobook", "viewer"}),
        ("generator", {"oxobook", "viewer"}),
        ("viewer", {"generator", "oxobook"}),
    ],
)
def test_arrows_between_packages(package, forbidden):
    """generator and viewer import book, oxobook imports all three, and there is no other arrow."""
    for path in MODULES:
        if path.relative_to(ROOT).parts[0] == package:
            assert not {name.split(".")[0] for name in imports(path)} & forbidden, path


@pytest.mark.parametrize(
    ("library", "rooms"),
    [
        ("sqlalchemy", {"book/store/address.py", "book/store/postgres.py"}),
        ("sqlite3", {f"book/store/{name}.py" for name in ("sqlite", "sqlite_file", "block_file")}),
        ("psycopg", {"book/store/postgres.py"}),
        (
            "click",
            {
                "book/cli.py",
                "generator/cli.py",
                "viewer/ask/cli.py",
                "viewer/cli.py",
                "viewer/books/cli.py",
                "viewer/classroom/cli.py",
                "viewer/draw/cli.py",
                "viewer/export/cli.py",
                "viewer/figures/cli.py",
                "viewer/play/cli.py",
                "viewer/strategies/cli.py",
                "viewer/web/cli.py",
            },
        ),
        (
            "rich",
            {"generator/progress_bars.py", "viewer/printing.py", "viewer/rich_console.py", "viewer/stage_line.py"}
            | {f"viewer/ask/{name}.py" for name in ("book_text", "verdict_text")}
            | {f"viewer/play/{name}.py" for name in TERMINAL},
        ),
        ("drawsvg", {f"viewer/draw/{name}.py" for name in ("map", "picture", "shapes", "sheet")}),
        ("networkx", {f"viewer/draw/{name}.py" for name in ("graph", "graph_dot", "graph_export")}),
        ("graphviz", {"viewer/draw/graph_dot.py"}),
        ("pygraphviz", {"viewer/draw/graph_export.py"}),
        ("resvg_py", {"viewer/draw/convert.py"}),
        ("svglib", {"viewer/draw/convert.py"}),
        ("reportlab", {"viewer/draw/convert.py", "viewer/draw/pdf_pages.py"}),
        ("pyarrow", {"viewer/export/parquet.py"}),
        ("platformdirs", {"book/library.py"}),
        ("distributed", {f"generator/{name}.py" for name in ("work/cluster",)}),
        ("fsspec", {"generator/chunks/url_folder.py"}),
        ("psutil", {"generator/machine.py"}),
        ("numba", {f"generator/{name}.py" for name in ("compilation", "dense/kernels", "gravity/inner_loops")}),
        ("zstandard", {"book/layout/block_reader.py", *(f"generator/{name}.py" for name in ("work/packed_scores",))}),
        (
            "matplotlib",
            {f"viewer/draw/{name}.py" for name in ("chart_axes", "chart_board", "chart_file", "chart_panels", "charts")}
            | {"viewer/classroom/learning_curve.py"},
        ),
        ("highspy", {"generator/strategies/program.py"}),
        ("cachetools", {f"viewer/web/{name}.py" for name in ("buckets", "response_cache", "shelf")}),
        ("uvicorn", {"viewer/web/client_connection.py", "viewer/web/server.py"}),
        ("subprocess", {"viewer/play/executable.py"}),
        ("socket", {"viewer/web/door.py", "viewer/web/server.py"}),
        ("anywidget", {"viewer/play/board_widget.py"}),
        ("traitlets", {"viewer/play/board_widget.py"}),
        ("pyspiel", {"viewer/play/openspiel.py"}),
        ("open_spiel", {"viewer/play/openspiel.py"}),
    ],
)
def test_libraries_stay_in_their_rooms(library, rooms):
    """Each third-party library is imported where its work is done, and nowhere else."""
    assert importers(library) == rooms


@pytest.mark.parametrize("library", ["fastapi", "starlette", "pydantic"])
def test_the_web_framework_stays_on_the_web(library):
    """FastAPI and what it stands on are imported below viewer/web only, and not by what writes the static site."""
    found = importers(library)
    assert found and all(name.startswith("viewer/web/") for name in found)
    assert not found & {f"viewer/web/{name}.py" for name in ("cli", "embedded", "inline", "site")}


def test_engines_stay_in_their_rooms():
    """No engine imports another, nobody but their list imports an engine's room, and one module makes executors."""
    for path in MODULES:
        name = path.relative_to(ROOT).as_posix()
        for engine in ("frontier", "dense", "gravity"):
            if any(module.startswith(f"generator.{engine}") for module in imports(path)):
                assert name == "generator/engines.py" or name.startswith(f"generator/{engine}/"), name
    pools = ("ThreadPoolExecutor(", "ProcessPoolExecutor(")
    makers = {path.name for path in MODULES if any(pool in path.read_text() for pool in pools)}
    assert makers == {"workers.py"}


def test_data_is_never_run():
    """No pickle is read, no text is run as code, and no shell is started, anywhere in the packages."""
    readers = {"pickle", "marshal", "shelve", "dill", "cloudpickle", "joblib", "code", "pty"}
    assert all(importers(library) == set() for library in readers)
    runners = {"eval", "exec", "compile", "__import__"}
    shells = {"system", "popen", "getoutput", "getstatusoutput", "create_subprocess_shell"}
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.Name(id=name):
                    assert name not in runners, path
                case ast.Attribute(value=ast.Name(id=owner), attr=name):
                    assert name not in shells and (owner != "os" or not name.startswith(("exec", "spawn"))), path
                case ast.keyword(arg=name):
                    assert name not in ("shell", "allow_pickle"), path
                case ast.ImportFrom(module="os" | "subprocess" | "builtins", names=names):
                    assert not {alias.name for alias in names} & (shells | runners), path


def test_numpy_stays_out_of_the_viewer():
    """NumPy is for making books and for asking in bulk."""
    rooms = {f"book/layout/{name}.py" for name in ("answers", "block_arrays", "column_sets", "records", "stack_arrays")}
    rooms.add("book/game/symmetry_arrays.py")
    assert all(name in rooms or name.startswith(("generator/", "book/verify/")) for name in importers("numpy"))


def loaded_by(program):
    """The top-level modules that a program has loaded when it ends."""
    code = f"{program}\nimport sys; print(*{{name.split('.')[0] for name in sys.modules}})"
    return set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split())


def test_a_single_lookup_loads_nothing_heavy(library, book):
    """Opening a book and probing it loads neither NumPy nor SQLAlchemy nor click."""
    program = f"from book import Book; Book.open({str(library / '3x3x3.sqlite')!r}).probe('X../.O./...')"
    assert not loaded_by(program) & {"numpy", "sqlalchemy", "psycopg", "click", "rich", "generator"}


def test_lookup_does_not_load_the_solver(library, book):
    """The lookup and line commands load no solver and no terminal library, in text as in JSON."""
    for arguments in (["lookup", "a3 b2"], ["lookup", "a3 b2", "--json"], ["line", "a3 b2"]):
        arguments += ["--library", str(library)]
        program = f"from viewer.cli import main\ntry: main({arguments!r})\nexcept SystemExit: pass"
        assert not loaded_by(program) & {"numpy", "sqlalchemy", "generator", "rich", "drawsvg"}


def test_names_tell_what_is_inside():
    """No module is named after nothing in particular."""
    assert not {path.stem for path in MODULES} & {"utils", "util", "helpers", "common", "misc", "tools"}


def test_no_two_modules_share_a_name():
    """A module's name has one meaning; only what Python and click ask for stands in several rooms."""
    stems = [path.stem for path in MODULES if path.stem not in ("__init__", "__main__", "cli")]
    assert sorted(stems) == sorted(set(stems))


def test_modules_are_small():
    """No module has more than 300 lines but the compiled kernels, whose cache on disk knows of one file only."""
    long = {path.relative_to(ROOT).as_posix() for path in MODULES if len(path.read_text().splitlines()) > 300}
    assert long == {"generator/dense/kernels.py", "generator/gravity/inner_loops.py"}
