"""The page's files: types, tags, gzip, and nothing that was not there."""

import pytest


@pytest.fixture
def page(serve, library, book, tmp_path):
    """A client of an application with a page of a few files."""
    folder = tmp_path / "page"
    (folder / "parts").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>oxobook</title>" + "<p>play</p>" * 500)
    (folder / "style.css").write_text("body { margin: 0 }")
    (folder / "parts" / "board.js").write_text("export const size = 3;")
    (folder / "picture.png").write_bytes(bytes(range(256)) * 20)
    (folder / ".secret.txt").write_text("hidden")
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


@pytest.mark.parametrize(
    "path",
    ["/parts", "/parts/", "/.secret.txt", "/program.py", "/none.html", "/%2e%2e/conftest.py", "/parts/../index.html"],
)
def test_nothing_else_is_there(page, path):
    """No folder is listed, and hidden, unknown and missing files are missing."""
    answer = page.get(path) if ".." not in path else page.get("/parts%2f..%2f..%2fconftest.py")
    assert answer.status_code == 404 and list(answer.json()) == ["detail"]


def test_the_api_is_not_hidden_by_the_page(page):
    """The paths of the API are answered by the API, problems too."""
    assert page.get("/api/books").status_code == 200
    assert page.request("POST", "/api/books").headers["allow"] == "GET"
    assert page.request("POST", "/").status_code == 405
