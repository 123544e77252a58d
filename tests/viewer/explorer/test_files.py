"""Files that the page reads, as a server makes them, and the files of the page itself."""

import json
import re
import shutil
from base64 import b64encode
from hashlib import sha256

import pytest

from oxobook.book import Rules
from oxobook.generator.generate import generate_book
from oxobook.generator.search.board_words import searched_board
from oxobook.viewer.explorer import files
from oxobook.viewer.explorer.files import BUILT


@pytest.fixture
def shelf(made, tmp_path):
    """A library with the book of 3x3x3."""
    shutil.copy(made("3x3x3"), tmp_path)
    return tmp_path


def known(client):
    """What ``known.js`` says."""
    return json.loads(re.search(r"oxobook\.known = (.*);", client.get("/known.js").text)[1])


def test_a_small_book_is_a_file(serve, shelf):
    """The list names the script of a book, which a browser may keep for a year; a changed book has another address."""
    client = serve(shelf)
    (entry,) = known(client)["books"]
    assert (entry["rules"], entry["held"], entry["value"]) == ("3x3x3", "table", "draw")
    assert [one["name"] for one in entry["players"]] == ["perfect", "expert", "levi", "random"]
    answer = client.get(f"/{entry['file']}")
    assert "max-age=31536000" in answer.headers["cache-control"] and '["3x3x3"] = {"symmetries"' in answer.text
    assert client.get("/books/3x3x3.js").headers["cache-control"] == "public, max-age=0, must-revalidate"
    (shelf / "3x3x3.sqlite").touch()
    assert known(client)["books"][0]["file"] != entry["file"]
    assert client.get("/books/3x3x3.js", headers={"If-None-Match": answer.headers["etag"]}).status_code == 304


def test_first_plies_are_searched_by_the_page(serve, tmp_path, monkeypatch):
    """A book of first plies is sent with its search; without one, or if it is too large, the page asks the API."""
    monkeypatch.setattr("oxobook.book.library.ALONG", ("6x7x4-gravity",))
    found = {}
    for board_of in (searched_board, None):
        client = serve(tmp_path, board_of=board_of)
        (entry,) = known(client)["books"]
        found[entry["held"]] = client.get("/books/6x7x4-gravity.js").status_code, entry["file"].partition("?")[0]
    assert found == {"search": (200, "books/6x7x4-gravity.js"), "api": (404, "")}
    generate_book(Rules.own('{"name": "ring", "board": ["...", ".#.", "..."], "k": 3}'), tmp_path / "ring.sqlite")
    monkeypatch.setattr(files, "MOST_POSITIONS", 1)
    found = {one["rules"]: one["held"] for one in known(serve(tmp_path))["books"]}
    assert found == {"ring": "api", "6x7x4-gravity": "api"}


@pytest.mark.parametrize(
    ("path", "kind"),
    [("/", "text/html"), ("/index.html", "text/html"), ("/page.js", "text/javascript"), ("/icon.svg", "image/svg+xml")],
)
def test_files_of_the_page(serve, shelf, path, kind):
    """A file has its type and a tag, and a browser asks each time whether it has changed; HEAD is answered too."""
    client = serve(shelf)
    answer = client.get(path)
    assert answer.status_code == 200 and answer.headers["content-type"].partition(";")[0] == kind
    assert answer.headers["cache-control"] == "no-cache" and client.request("HEAD", path).status_code == 200
    assert client.get(path, headers={"If-None-Match": answer.headers["etag"]}).status_code == 304
    packed = client.get(path, headers={"Accept-Encoding": "gzip"})
    assert len(answer.content) < 1_400 or packed.headers["content-encoding"] == "gzip"


def test_the_policy_allows_what_stands_in_the_page(serve, shelf):
    """The style inside the page is the only one that the policy lets stand in it, and no script does."""
    answer = serve(shelf).get("/")
    inside = re.findall(r"<style>(.*?)</style>", answer.text, re.DOTALL)
    allowed = re.search(r"style-src 'self' ([^;]*);", answer.headers["content-security-policy"])[1].split()
    assert allowed == [f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in inside]
    assert "<script>" not in answer.text
    assert (BUILT / "index.html").read_text() == answer.text


def test_names_of_the_server(serve, shelf):
    """A server that is told its names, an IPv6 address too, answers to no other; other sites may not ask it."""
    client = serve(shelf, hosts=["localhost", "books.example.org", "::1"])
    refused = client.get("/healthz", headers={"host": "evil.example.org:80"})
    assert refused.status_code == 400 and "or ::1; got one for 'evil.example.org': " in refused.json()["detail"]
    assert client.get("/healthz", headers={"host": "[::1]:8000"}).status_code == 200
    answer = client.get("/healthz", headers={"host": "books.example.org:8000", "origin": "https://example.org"})
    assert answer.status_code == 200 and "access-control-allow-origin" not in answer.headers
