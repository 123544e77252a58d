"""The page's modules, and deno, which runs and bundles them."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.viewer.explorer.browsing import unavailable

SOURCES = Path(__file__).parents[3] / "viewer" / "explorer" / "page"
DENO = shutil.which("deno", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]))


def bundled(imports: str) -> str:
    """Return a script for a browser that makes what modules export global.

    ``imports`` is a line for each module, as ``{ rulesOf } from ./game/rules.ts``.
    """
    if DENO is None:
        unavailable("deno is not installed")
    named = [[part.strip() for part in line.split(" from ")] for line in imports.split("\n") if line.strip()]
    lines = [f'import {names} from "{SOURCES / path}";\nObject.assign(globalThis, {names});\n' for names, path in named]
    with TemporaryDirectory() as folder:
        entry = Path(folder) / "entry.ts"
        entry.write_text("".join(lines))
        command = [DENO, "bundle", "--quiet", "--platform", "browser", "--format", "iife", str(entry)]
        done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout
