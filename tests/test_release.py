"""Requirements of a release: one version everywhere, a true picture of the house, and a command that checks."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from oxobook.book import __version__

ROOT = Path(__file__).parents[1]


def test_one_version_everywhere():
    """The code, the citation and the changelog's first section name the same version."""
    assert f"\nversion: {__version__}\n" in (ROOT / "CITATION.cff").read_text()
    assert re.search(r"^## ([^,]+), ", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)[1] == __version__


def test_the_picture_of_the_house_has_its_rooms():
    """Each package and each room in it is drawn by its name, and nothing else is."""
    drawn = re.findall(r'font-weight="bold"[^>]*>(\w+)<', (ROOT / "docs/inside/house.svg").read_text())
    packages = ("book", "generator", "oxobook", "viewer")
    rooms = [path.parent.name for package in packages for path in (ROOT / package).rglob("__init__.py")]
    assert sorted(drawn) == sorted(rooms)


@pytest.fixture
def tree(tmp_path):
    """A tree of what a release looks at, committed; a function that commits a change and gives the release's answer."""
    for name in (".ci/release", "book/info.py", "CHANGELOG.md", "CITATION.cff"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)

    def git(*words):
        who = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True)

    git("init")

    def released(name, text, commit=True):
        (tmp_path / name).write_text(text)
        if commit:
            git("add", "--all")
            git("commit", "--message", "change")
        return subprocess.run([tmp_path / ".ci/release"], capture_output=True, text=True)

    return released


def test_a_release_that_is_half_done_is_refused(tree):
    """Uncommitted changes, a changelog without the day, and a citation of another version are each one line."""
    refused = tree("notes.txt", "", commit=False)
    assert refused.returncode == 2 and refused.stderr.startswith("release: expected a tree with nothing to commit; got")
    refused = tree("CHANGELOG.md", "## 0.0.9, not released yet\n")
    assert re.fullmatch(
        rf"release: expected '## {__version__}, [0-9-]+' as the changelog's first section; "
        r"got '## 0\.0\.9, not released yet'\n",
        refused.stderr,
    )
    day = re.search(r"[0-9]{4}-[0-9-]+", refused.stderr)[0]
    tree("CITATION.cff", "version: 0.0.9\n")
    refused = tree("CHANGELOG.md", f"## {__version__}, {day}\n")
    assert refused.stderr == f"release: expected version {__version__} in CITATION.cff\n"


def test_the_readme_of_a_release_has_absolute_links(tmp_path):
    """On an index each link and picture of the README leads to a file of the tag, and the project's links are there."""
    for name in ("README.md", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    url = "https://example.org/ada/oxobook"
    subprocess.run([ROOT / ".ci" / "address", tmp_path, url, "v1"], check=True)
    before, after = (
        re.findall(r"(!?)\[[^\]]*\]\(([^)]+)\)", (at / "README.md").read_text()) for at in (ROOT, tmp_path)
    )
    assert len(before) >= 20 and any(picture for picture, _ in before)
    assert after == [(picture, f"{url}/{'raw' if picture else 'blob'}/v1/{path}") for picture, path in before]
    links = tomllib.loads((tmp_path / "pyproject.toml").read_text())["project"]["urls"]
    assert {link.partition("/ada/")[0] for link in links.values()} == {"https://example.org"}
