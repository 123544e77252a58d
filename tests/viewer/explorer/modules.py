"""The page's modules, and deno, which runs and bundles them."""

import os
import shutil
import sys
from pathlib import Path

SOURCES = Path(__file__).parents[3] / "viewer" / "explorer" / "page"
DENO = shutil.which("deno", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]))
