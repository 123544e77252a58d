"""The page's modules, run by deno: what needs no document is tested without a browser."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.viewer.explorer.browsing import unavailable

SOURCES = Path(__file__).parents[3] / "viewer" / "explorer" / "page"
DENO = shutil.which("deno", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]))
LOADS = """
    const folder = given.at(-1); // of a site; empty on a server
    const fetched = async (name) => (await fetch(name)).text();
    const read = (name) => folder ? Deno.readTextFile(`${folder}/${name.split("?")[0]}`) : fetched(name);
    const head = { append: (one) => read(one.src).then((script) => { (0, eval)(script); one.load(); }) };
    const createElement = () => ({ addEventListener(kind, act) { this[kind] = act; } });
    globalThis.document = { head, createElement };
    (0, eval)(await read("known.js"));
"""
"""Lines that let modules load the files of a site, whose folder is the last given value, or of a server."""
START = 'import { en } from "./words/en.ts";\n'


def run(code, *given, imports="", address="http://localhost/"):
    """Return the result of an async function's body, which gets the given values as an array.

    ``imports`` is a line for each module, as ``{ rulesOf } from ./game/rules.ts``; ``address`` is that of the page.
    """
    if DENO is None:
        unavailable("deno is not installed")
    loaded = "".join(f'import {names} from "{path}";\n' for names, path in _named(imports))
    body = f"const given = JSON.parse({json.dumps(json.dumps(given))}); {code}"
    program = f"{START}{loaded}console.log(JSON.stringify(await (async () => {{ {body} }})() ?? null));"
    command = [DENO, "run", "--quiet", "--no-check", "--allow-net", "--allow-read", "--location", address, "-"]
    done = subprocess.run(command, input=program, capture_output=True, text=True, cwd=SOURCES)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def bundled(imports: str) -> str:
    """Return a script for a browser that makes what modules export global; ``imports`` as for ``run``."""
    if DENO is None:
        unavailable("deno is not installed")
    lines = [
        f'import {names} from "{SOURCES / path}";\nObject.assign(globalThis, {names});\n'
        for names, path in _named(imports)
    ]
    with TemporaryDirectory() as folder:
        entry = Path(folder) / "entry.ts"
        entry.write_text("".join(lines))
        command = [DENO, "bundle", "--quiet", "--platform", "browser", "--format", "iife", str(entry)]
        done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def _named(imports: str) -> list[list[str]]:
    """Return the names and the path of each line."""
    return [[part.strip() for part in line.split(" from ")] for line in imports.split("\n") if line.strip()]
