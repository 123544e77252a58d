"""The walls between the packages, read from the imports."""

import ast
import re
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MODULES = sorted(
    path for folder in ("book", "generator", "oxobook", "viewer") for path in (ROOT / folder).rglob("*.py")
)


def dotted(path):
    """Return the name by which a module is imported."""
    parts = list(path.relative_to(ROOT).with_suffix("").parts)
    return ".".join((["oxobook"] if parts[0] != "oxobook" else []) + parts).removesuffix(".__init__")


@cache
def imports(path):
    """Return the dotted names of the modules that a file imports anywhere, inside functions too."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            inner = {f"{node.module}.{alias.name}" for alias in node.names} & NAMES
            found |= inner if len(inner) == len(node.names) else inner | {node.module}
    return found


NAMES = {dotted(path) for path in MODULES}


def importers(library):
    """Return the files, from the root, that import a library."""
    return {
        path.relative_to(ROOT).as_posix()
        for path in MODULES
        if library in {name.split(".")[0] for name in imports(path)}
    }


def room(module):
    """Return the room of a module: its folder, below ``oxobook``; a package's own modules are a room too."""
    inside = module.removeprefix("oxobook.")
    parts = module.split(".") if module == "oxobook" or inside.startswith(("commands", "_")) else inside.split(".")
    return ".".join(parts if (ROOT / Path(*parts)).is_dir() else parts[:-1]) or "oxobook"


REMOVING = {
    "book/store/block_writer.py": 1,
    "book/store/new_file.py": 2,
    "generator/layers/stored.py": 1,
    "book/store/writer.py": 1,
    "generator/prove/checkpoint.py": 1,
    "viewer/datasets/new_folder.py": 1,
    "viewer/searched.py": 1,
}
"""Calls that remove files: each removes what oxobook made, by a name of its own or by a file that it has locked."""


def test_files_are_removed_in_few_places():
    """Code that removes a file is listed, and none removes a folder with all that is in it."""
    found = {
        path.relative_to(ROOT).as_posix(): re.findall(r"\b(unlink|remove|rmtree|removedirs)\(", path.read_text())
        for path in MODULES
    }
    calls = {name: sum(call == "unlink" for call in made) for name, made in found.items()}
    assert {name: count for name, count in calls.items() if count} == REMOVING
    assert not {"rmtree", "removedirs"} & {call for made in found.values() for call in made}
    assert not [path for path in MODULES if re.search(r"\bos\.remove\(", path.read_text())]


def test_no_file_is_mapped():
    """Memory is mapped from no file: a file that is cut would end the process, and a change would go unnoticed."""
    mapped = [call for path in MODULES for call in re.findall(r"memmap|mmap_mode|\bmmap\([^)]*", path.read_text())]
    assert all(call.startswith("mmap(-1,") for call in mapped)


def test_durations_are_measured_by_clocks_that_only_go_on():
    """The time of day, which may be set back, is read nowhere."""
    of_day = r"\btime\.time(_ns)?\(|from time import [^\n]*\btime(_ns)?\b|\.(utc)?now\(|\.today\(|\b(local|gm|c)time\("
    asked = {path.relative_to(ROOT).as_posix() for path in MODULES if re.search(of_day, path.read_text())}
    assert not asked


ARROWS = {
    "book": "book.game.reading book.layout book.store",
    "book.certificate": "book.store",
    "book.game": "book.game.reading",
    "book.game.reading": "",
    "book.layout": "book.store",
    "book.store": "",
    "book.verify": "book.certificate book.layout book.store",
    "book.verify.theorem": "",
    "generator": "book.store generator.dense generator.frontier generator.gravity generator.layers generator.search",
    "generator.dense": "book.layout book.store generator.kernels generator.layers",
    "generator.frontier": "book.layout book.store generator.layers",
    "generator.gravity": "book.layout book.store generator.kernels generator.layers",
    "generator.kernels": "generator.layers",
    "generator.layers": "book.layout book.store",
    "generator.prove": "book.certificate book.store generator.kernels generator.search",
    "generator.search": "book.layout book.store generator.kernels generator.layers",
    "generator.strategies": "book.certificate book.store",
    "viewer.ask": "book.certificate book.layout book.verify viewer.terminal viewer.words",
    "viewer.classroom.instructions": "viewer.papers viewer.words",
    "viewer.classroom": "viewer.classroom.menace viewer.classroom.puzzles viewer.papers viewer.pictures "
    "viewer.pictures.drawing viewer.words",
    "viewer.classroom.menace": "viewer.papers viewer.pictures.drawing viewer.players viewer.terminal viewer.words",
    "viewer.classroom.puzzles": "viewer.ask viewer.papers viewer.terminal viewer.words",
    "viewer.datasets": "book.layout book.store viewer.export",
    "viewer.export": "book.certificate book.layout viewer.explorer",
    "viewer.files": "book.game.reading viewer.players viewer.terminal",
    "viewer.oracle": "book.game.reading book.layout viewer.ask viewer.players",
    "viewer.papers": "viewer.pictures.drawing viewer.words",
    "viewer.pictures": "book.certificate book.game.reading viewer.pictures.drawing viewer.words",
    "viewer.pictures.drawing": "viewer.words",
    "viewer.pictures.figures": "viewer.pictures viewer.pictures.drawing viewer.words",
    "viewer.play": "book.game.reading book.layout viewer.ask viewer.players viewer.terminal viewer.words",
    "viewer.players": "book.certificate book.game.reading viewer.terminal viewer.words",
    "viewer.terminal": "",
    "viewer.explorer": "book.certificate book.game.reading book.layout book.store viewer.ask viewer.players",
    "viewer.words": "",
}
"""By room the rooms that it imports, but for its package's own modules, ``book`` and ``book.game``."""


def modules_imported(path):
    """Return oxobook's modules that a file imports, its own left out."""
    found = set()
    for name in imports(path):
        while name.startswith("oxobook") and name not in NAMES:
            name = name.rpartition(".")[0]
        found |= {name} & NAMES
    return found - {dotted(path)}


def test_arrows_between_rooms():
    """Each room imports the rooms that are listed for it and no others; commands, above all, may import any."""
    found = {}
    for path in MODULES:
        here = room(dotted(path))
        if not here.startswith("oxobook"):
            everywhere = {here, here.split(".")[0], "book", "book.game"}
            found.setdefault(here, set()).update({room(name) for name in modules_imported(path)} - everywhere)
    del found["viewer"]  # it imports nothing else
    assert found == {name: set(others.split()) for name, others in ARROWS.items()}


def test_there_are_no_circles():
    """No module imports itself through others, inside functions and for type checkers included."""
    arrows = {dotted(path): modules_imported(path) for path in MODULES}
    TopologicalSorter(arrows).prepare()  # raises CycleError


WALLS = {
    "cachetools": {"viewer.explorer"},
    "click": {"oxobook.commands"},
    "distributed": {"generator.layers"},
    "fastapi": {"viewer.explorer"},
    "fsspec": {"generator.layers"},
    "gymnasium": {"viewer.oracle"},
    "highspy": {"generator.strategies"},
    "mcp": {"viewer.oracle"},
    "networkx": {"viewer.pictures"},
    "inspect_ai": {"viewer.oracle"},
    "llvmlite": {"generator"},
    "numba": {"generator"},
    "open_spiel": {"viewer.oracle"},
    "pettingzoo": {"viewer.oracle"},
    "platformdirs": {"book", "book.store"},
    "psutil": {"generator"},
    "pydantic": {"viewer.explorer", "viewer.oracle"},
    "pyarrow": {"viewer"},
    "pyspiel": {"viewer.oracle"},
    "rich": {"oxobook.commands"},
    "socket": {"viewer.explorer"},
    "sqlalchemy": {"book.store"},
    "sqlite3": {"book.store"},
    "font_source_sans_pro": {"viewer.pictures.drawing"},
    "textarena": {"viewer.oracle"},
    "typst": {"viewer.pictures.drawing"},
    "starlette": {"viewer.explorer"},
    "subprocess": {"viewer.players"},
    "typing_extensions": {"viewer"},
    "uvicorn": {"viewer.explorer"},
    "verifiers": {"viewer.oracle"},
    "zarr": {"generator.layers"},
    "zstandard": {"book.layout", "generator.layers"},
}
"""Rooms in which a library is imported; no other imports it."""


@pytest.mark.parametrize("library", WALLS)
def test_libraries_stay_in_their_rooms(library):
    """Each third-party library is imported where its work is done, and nowhere else."""
    assert {room(dotted(ROOT / name)) for name in importers(library)} == WALLS[library]


def test_engines_stay_in_their_rooms():
    """No engine imports another, only their list imports an engine's room, and three modules make executors."""
    for path in MODULES:
        name = path.relative_to(ROOT).as_posix()
        for engine in ("frontier", "dense", "gravity"):
            if any(module.startswith(f"oxobook.generator.{engine}") for module in imports(path)):
                assert name == "generator/engines.py" or name.startswith(f"generator/{engine}/"), name
    pools = ("ThreadPoolExecutor(", "ProcessPoolExecutor(")
    makers = {path.name for path in MODULES if any(pool in path.read_text() for pool in pools)}
    assert makers == {"open_books.py", "searched.py", "workers.py"}


@pytest.mark.slow
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
    """NumPy is for making books, proving them, asking in bulk, packing all answers, and environments."""
    rooms = {room(dotted(ROOT / name)) for name in importers("numpy")}
    bulk = {"book.game", "book.game.reading", "book.layout", "book.verify", "viewer.datasets", "viewer.export"}
    bulk |= {"viewer.oracle"}
    assert rooms <= bulk | {name for name in rooms if name.startswith("generator")}


def test_names_tell_what_is_inside():
    """No module is named after nothing in particular."""
    assert not {path.stem for path in MODULES} & {"utils", "util", "helpers", "common", "misc", "tools"}


def test_modules_are_small():
    """No module has more than 300 lines, but the checker of certificates, which stands alone."""
    large = [path.name for path in MODULES if len(path.read_text().splitlines()) > 300]
    assert large in ([], ["check_certificate.py"])
