"""The page's files: types, tags, gzip, and nothing that was not there."""

import asyncio
import json
import re
from base64 import b64encode
from hashlib import sha256
from urllib.parse import unquote

import pytest

from oxobook.viewer.web.site.page_files import PAGE


@pytest.fixture
def page(serve, library, book, tmp_path):
    """A client of an application with a page of a few files."""
    folder = tmp_path / "page"
    (folder / "parts").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>oxobook</title>" + "<p>play</p>" * 500)
    (folder / "style.css").write_text("body { margin: 0 }")
    (folder / "parts" / "board.js").write_text("export const size = 3;")
    (folder / "picture.png").write_bytes(bytes(range(256)) * 20)
    (folder / ".secret.js").write_text("hidden")
    (folder / ".parts").mkdir()
    (folder / ".parts" / "board.js").write_text("hidden")
    (tmp_path / "outside.js").write_text("outside")
    (folder / "program.py").write_text("no page")
    return serve(library, page=folder)


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/index.html", "text/html; charset=utf-8"),
        ("/style.css", "text/css; charset=utf-8"),
        ("/parts/board.js", "text/javascript; charset=utf-8"),
        ("/picture.png", "image/png"),
    ],
)
def test_files_and_their_types(page, path, kind):
    """A file has its type and a tag, and a browser asks each time whether it has changed."""
    answer = page.get(path)
    assert answer.status_code == 200 and answer.headers["content-type"] == kind
    assert answer.headers["cache-control"] == "public, max-age=0, must-revalidate"
    assert page.get(path, headers={"If-None-Match": answer.headers["etag"]}).status_code == 304


def test_the_page_is_packed(page):
    """Text is packed."""
    assert page.get("/", headers={"Accept-Encoding": "gzip"}).headers["content-encoding"] == "gzip"
    assert page.get("/").text.startswith("<!doctype html>")


def test_the_page_is_light(serve, library, book):
    """The first answer, with the answers in it, has at most 10 kB as it travels, and all that is loaded at once 65."""
    client = serve(library, page=PAGE)
    client.get("/api/3x3x3/players")  # from then on the book is open
    assert 'id="baked"' in client.get("/").text
    answers = [client.get(path, headers={"Accept-Encoding": "gzip"}) for path in ("/", *code(client.get("/").text))]
    sizes = [int(answer.headers["content-length"]) for answer in answers]
    assert sizes[0] <= 10_000 and sum(sizes) <= 65_000


def test_the_policy_allows_what_stands_in_the_page(serve, library, book):
    """The style and the script inside the page are the only ones that the policy lets stand in it."""
    answer = serve(library, page=PAGE).get("/")
    for kind in ("style", "script"):
        inside = re.findall(rf"<{kind}>(.*?)</{kind}>", answer.text, re.DOTALL)
        allowed = re.search(rf"{kind}-src 'self' ([^;]*);", answer.headers["content-security-policy"])[1].split()
        assert allowed == [f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in inside] != []


def code(page):
    """The scripts that a page loads."""
    return re.findall(r'<script[^>]* src="([^"]+)"', page)


@pytest.mark.parametrize(
    "path",
    ["/parts", "/parts/", "/.secret.js", "/.parts/board.js", "/program.py", "/none.html"],
)
def test_nothing_else_is_there(page, path):
    """No folder is listed, and hidden, unknown and missing files are missing."""
    answer = page.get(path)
    assert answer.status_code == 404 and list(answer.json()) == ["detail"]


@pytest.mark.parametrize(
    "path",
    [
        "/../outside.js",
        "/%2e%2e/outside.js",
        "/..%2foutside.js",
        "/..%5coutside.js",
        "/parts/../../outside.js",
        "/parts%2f..%2f..%2foutside.js",
        "/parts/../index.html",
        "/parts/%2e%2e/index.html",
        "//index.html",
    ],
)
def test_no_path_leads_out_of_the_page(page, path):
    """A path is asked as it is written here, climbing and all; neither a file outside nor one inside is found so."""
    status, body = as_written(page.app, path)
    assert status == 404 and list(json.loads(body)) == ["detail"]


def test_a_path_is_asked_as_it_is_written(page):
    """The requests of the tests with climbing paths do reach files: one with a plain path finds a file."""
    assert as_written(page.app, "/parts%2fboard.js") == (200, b"export const size = 3;")


def as_written(app, path):
    """Status and body for a path that no client has made plain first, decoded as uvicorn does."""
    scope = {
        **{"type": "http", "http_version": "1.1", "method": "GET", "scheme": "http", "root_path": ""},
        **{"path": unquote(path), "raw_path": path.encode(), "query_string": b"", "headers": []},
        **{"client": ("192.0.2.1", 1), "server": ("test", 80)},
    }
    sent = []

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        sent.append(message)

    asyncio.run(app(scope, receive, send))
    return sent[0]["status"], b"".join(message.get("body", b"") for message in sent)


def test_the_api_is_not_hidden_by_the_page(page):
    """The paths of the API are answered by the API, problems too."""
    assert page.get("/api/books").status_code == 200
    assert page.request("POST", "/api/books").headers["allow"] == "GET"
    assert page.request("POST", "/").status_code == 405
