"""The page's modules, run by deno: what needs no document is tested without a browser."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.viewer.web.browsing import unavailable

SOURCES = Path(__file__).parents[3] / "viewer" / "web" / "page"
DENO = shutil.which("deno", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]))
START = """
import { speak } from "./words/text.ts";
import * as english from "./words/en.ts";
const en = Object.assign({}, ...Object.values(english));
speak(en);
"""


def run(code, *given, imports="", address="http://localhost/"):
    """Return the result of an async function's body, which gets the given values as an array.

    ``imports`` is a line for each module, as ``{ rulesOf } from ./game/rules.ts``; ``address`` is that of the page.
    """
    if DENO is None:
        unavailable("deno is not installed")
    lines = [line.split(" from ") for line in imports.split("\n") if line.strip()]
    loaded = "".join(f'import {names.strip()} from "{path.strip()}";\n' for names, path in lines)
    body = f"const given = JSON.parse({json.dumps(json.dumps(given))}); {code}"
    program = f"{START}{loaded}console.log(JSON.stringify(await (async () => {{ {body} }})() ?? null));"
    command = [DENO, "run", "--quiet", "--no-check", "--allow-net", "--allow-read", "--location", address, "-"]
    done = subprocess.run(command, input=program, capture_output=True, text=True, cwd=SOURCES)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
