"""Addresses for a package index, which has the README alone: absolute links and pictures, and links of the project.

Run ``python .ci/address.py TREE URL TAG`` on a copy of the repository, whose public address is URL, as on GitHub.
"""

import re
import sys
from pathlib import Path

_LINK = re.compile(r"(?P<picture>!?)\[(?P<text>[^\]]*)\]\((?!https?:|#)(?P<path>[^)\s]+)\)")


def addressed(readme: str, url: str, tag: str) -> str:
    """Return a README with its relative links made absolute; they lead to the tag's files."""

    def absolute(found: re.Match[str]) -> str:
        place = "raw" if found["picture"] else "blob"
        return f"{found['picture']}[{found['text']}]({url}/{place}/{tag}/{found['path']})"

    return _LINK.sub(absolute, readme)


def project_links(url: str, tag: str) -> str:
    """Return the table of links for ``pyproject.toml``."""
    links = {
        "Homepage": url,
        "Documentation": f"{url}/blob/{tag}/docs/index.md",
        "Changelog": f"{url}/blob/{tag}/CHANGELOG.md",
        "Issues": f"{url}/issues",
    }
    return "\n[project.urls]\n" + "".join(f'{name} = "{link}"\n' for name, link in links.items())


if __name__ == "__main__":
    tree, url, tag = Path(sys.argv[1]), *sys.argv[2:]
    readme, project = tree / "README.md", tree / "pyproject.toml"
    readme.write_text(addressed(readme.read_text(), url, tag))
    project.write_text(project.read_text() + project_links(url, tag))
