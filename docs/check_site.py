"""Checker of the built site: every link and anchor in it leads somewhere, and nothing is loaded from elsewhere."""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

_LOADS = {("script", "src"), ("img", "src"), ("link", "href"), ("iframe", "src"), ("object", "data"), ("source", "src")}
_FOREIGN = re.compile(r"(?:url\(\s*['\"]?|@import\s+['\"])(?:https?:)?//", re.IGNORECASE)


class Page(HTMLParser):
    """Links and loads of a page, and the anchors it has."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Note the links, loads and anchors of a tag."""
        for name, value in attributes:
            if name == "id" and value:
                self.anchors.add(value)
            elif (tag, name) in _LOADS and value and ("rel", "canonical") not in attributes:
                self.loads.append(value)
            elif (tag, name) == ("a", "href") and value:
                self.links.append(value)


def wrong_in(site: Path) -> list[str]:
    """Return what is wrong with a site, a sentence each."""
    pages = {path: Page(path.read_text()) for path in sorted(site.rglob("*.html"))}
    wrong = []
    for path, page in pages.items():
        name = path.relative_to(site)
        wrong += [f"{name}: loads {one}" for one in page.loads if urlsplit(one).netloc]
        for link in [*page.links, *page.loads]:
            if not leads_somewhere(path, link, pages):
                wrong.append(f"{name}: {link} leads nowhere")
    styles = (path for path in site.rglob("*.css") if _FOREIGN.search(path.read_text()))
    return wrong + [f"{path.relative_to(site)}: loads from another host" for path in styles]


def leads_somewhere(path: Path, link: str, pages: dict[Path, Page]) -> bool:
    """Return whether a page's link leads to a file that is there, and to an anchor in it."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return parts.scheme in ("http", "https", "mailto", "data")
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if target.parent.name == "explorer" and target.name == "index.html" and parts.fragment:
        rules = parse_qs(parts.fragment).get("rules", [""])[0]
        return target.exists() and (target.parent / "books" / f"{rules}.js").exists()
    if parts.fragment and target in pages:
        return unquote(parts.fragment) in pages[target].anchors
    return target.exists()


if __name__ == "__main__":
    problems = wrong_in(Path(sys.argv[1]).resolve())
    print("\n".join(problems) or "Every link of the site leads somewhere.")
    sys.exit(bool(problems))
