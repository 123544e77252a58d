"""Bad requests: a status, and one sentence as JSON."""

import pytest
from starlette.responses import Response

CASES = [
    ("/api/3x3x3/lookup?position=X../.O.", 400, "expected 3 rows of 3 cells for 3x3x3"),
    ("/api/3x3x3/line?position=XX./.../...", 400, "X must have as many stones as O"),
    ("/api/3x3x3/lookup?position=%00%ff%F0%9F%92%A9", 400, "got 3 cells in"),
    ("/api/3x3x3/lookup?position=" + "X" * 1200, 400, "position must have at most 1,000 characters; got 1,200"),
    ("/api/3x3x3/lookup?pos=X../.O./...", 400, "this path has no parameter 'pos'"),
    ("/api/3x3x3/lookup?position=&play=b2&position=b2", 400, "expected the parameter 'position' once; got it 2 times"),
    ("/api/3by3/lookup", 400, "expected rules as ROWSxCOLUMNSxK"),
    ("/api/" + "3" * 1000 + "/lookup", 400, "rules must have at most 40 characters; got 1,000"),
    ("/api/2x2x5/lookup", 404, "there is no book of 2x2x5: make it with: oxobook generate 2x2x5"),
    ("/api/5x6x4-gravity/lookup", 404, "there is no book of 5x6x4-gravity: see oxobook generate 5x6x4-gravity --plan"),
    ("/api/3x3x3", 404, "no such path: "),
    ("/api/books/", 404, "no such path: "),
]


def sentence(answer):
    """The sentence of a problem, which is all that there is to it."""
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == "no-store"
    assert list(answer.json()) == ["detail"]
    detail = answer.json()["detail"]
    assert "\n" not in detail and "Traceback" not in detail and len(detail) < 500
    return detail


@pytest.mark.parametrize(("path", "status", "words"), CASES, ids=[path[:60] for path, *_ in CASES])
def test_a_status_and_a_sentence(client, library, path, status, words):
    """Each bad request gets the fitting status, and a sentence that says what was expected, and no path of ours."""
    answer = client.get(path)
    assert answer.status_code == status
    assert words in sentence(answer) and str(library) not in answer.text


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ('{"positions": [3]}', "expected positions[0] to be a text; got 3"),
        ('{"positions": ["a3", null]}', "expected positions[1] to be a text; got None"),
        ('{"positions": ["a3"], "labels": 3}', "expected labels to be a text; got 3"),
        ("{", "expected a body of JSON with the fields that /openapi.json names"),
        ("[]", "expected a body of JSON with the fields that /openapi.json names, and its Content-Type"),
        ("", "the parameter body is missing"),
        (b"\xff", "expected a body of JSON with the fields that /openapi.json names"),
        ('{"positions": [' + '"",' * 10_000 + '""]}', "positions must have at most 10,000 entries; got 10,001"),
    ],
)
def test_bodies_that_are_none(client, body, words):
    """What is wrong with a body is told by the name of its part, in the page's own words."""
    answer = client.request("POST", "/api/3x3x3/values", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400 and words in sentence(answer)


def test_a_body_of_another_type(client):
    """A body that says to be no JSON, as curl's do by default, is refused with the type that it should have."""
    form = {"content-type": "application/x-www-form-urlencoded"}
    answer = client.request("POST", "/api/3x3x3/values", content='{"positions": ["a3"]}', headers=form)
    assert answer.status_code == 400 and "and its Content-Type application/json; got b'{" in sentence(answer)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_other_methods(client, method):
    """Another method is refused with the one that is allowed, and an unknown path as unknown by any method."""
    answer = client.request(method, "/api/books")
    assert answer.status_code == 405 and answer.headers["allow"] == "GET"
    assert sentence(answer) == f"the method must be GET; got {method}"
    assert "no such path: '/api/3x3x3/valeus'" in sentence(client.request(method, "/api/3x3x3/valeus"))


def test_an_unknown_page_is_a_line(client):
    """Outside the API, an unknown path is one line of text that leads to the page."""
    for path in ("/docs", "/redoc", "/none.html", "/../../etc/passwd", "/.secret", "/parts/"):
        answer = client.get(path)
        assert answer.status_code == 404 and answer.headers["content-type"] == "text/plain; charset=utf-8"
        assert answer.text.startswith("no such path: ") and answer.text.endswith(". The books are at /\n")


def test_a_mistake_of_the_server_is_no_traceback(client, caplog):
    """An unexpected exception is a sentence to the client."""

    async def broken(request):
        return Response(1 / 0)

    client.app.add_route("/broken", broken)
    answer = client.get("/broken")
    assert (
        answer.status_code == 500 and sentence(answer) == "internal error; the server's log says why: please report it"
    )
    assert answer.headers["x-content-type-options"] == "nosniff"
