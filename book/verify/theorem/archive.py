"""Put the strategy of Connect Four, its checker and its theorem into one archive to cite: python archive.py FOLDER.

The archive is the same byte for byte wherever it is made. So its files are stored: compression differs from machine to
machine.
"""

import re
import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
FILES = [
    *(HERE / name for name in ("README.md", "Makefile", "integers.py")),
    *(HERE / f"{part}.v" for part in ("Rules", "Checker", "Soundness", "Theorem", "Board")),
    *(ROOT / name for name in ("LICENSE", "CITATION.cff", "book/verify/check_certificate.py")),
    ROOT / "data" / "known" / "6x7x4-gravity.proof",
]


def main(folder: str) -> None:
    """Write the archive of this version into a folder."""
    (version,) = re.findall(r'^__version__ = "(.*)"$', (ROOT / "book" / "info.py").read_text(), re.MULTILINE)
    name = f"oxobook-connect-four-{version}"
    with zipfile.ZipFile(Path(folder) / f"{name}.zip", "w") as archive:
        for path in FILES:
            content = path.read_bytes()
            if path.name == "README.md":
                content = content.replace(b"VERSION", version.encode())
            file = zipfile.ZipInfo(f"{name}/{path.name}")
            file.create_system, file.external_attr = 3, 0o644 << 16  # a plain file of Unix, whatever makes it
            archive.writestr(file, content)


if __name__ == "__main__":
    main(sys.argv[1])
