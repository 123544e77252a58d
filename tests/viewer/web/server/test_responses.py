"""Tags, packed answers and the cache of responses."""

import asyncio
import gzip
import random
import re
import shutil

import pytest

from oxobook.book import Rules
from oxobook.generator.generate import generate_book
from oxobook.viewer.web.server.responses import PACK_FROM, ReadyResponse, ResponseCache, json_response

LOOKUP = "/api/3x3x3/lookup?position=X../.O./..."


@pytest.mark.parametrize("path", [LOOKUP, "/api/3x3x3/line", "/api/3x3x3/stats", "/api/books", "/openapi.json"])
def test_tags(client, path):
    """An answer has a tag; a client that has it gets 304 and no body, one that has another gets the answer."""
    first = client.get(path)
    tag = first.headers["etag"]
    assert re.fullmatch(r'W/"[0-9a-f]{32}"', tag)
    for known in (tag, tag.removeprefix("W/"), f'"other", {tag}', "*"):
        again = client.get(path, headers={"If-None-Match": known})
        assert again.status_code == 304 and again.content == b"" and again.headers["etag"] == tag
        assert again.headers["cache-control"] == first.headers["cache-control"]
    assert client.get(path, headers={"If-None-Match": '"other"'}).content == first.content


def test_tags_tell_answers_apart(client):
    """Different answers have different tags; the same position written otherwise has the same."""
    paths = [LOOKUP, "/api/3x3x3/lookup?position=a3+b2", "/api/3x3x3/lookup", "/api/3x3x3/line"]
    first, same, *others = (client.get(path).headers["etag"] for path in paths)
    assert first == same and len({first, *others}) == 3


def test_how_long_an_answer_may_be_used(client):
    """The list of books for seconds, an answer for a minute, health never: a replaced book shows soon."""
    ages = [client.get(path).headers["cache-control"] for path in ("/api/books", LOOKUP, "/healthz")]
    assert ages == ["public, max-age=10, must-revalidate", "public, max-age=60, must-revalidate", "no-store"]


def test_asking_again_whether_it_changed(serve, tmp_path):
    """A tag holds as long as the book says the same: the same book anew gives 304, another answer is sent whole."""
    path, client = tmp_path / "2x2x2.sqlite", serve(tmp_path)
    generate_book(Rules(2, 2, 2), path)
    tags = {query: client.get(f"/api/2x2x2/{query}").headers["etag"] for query in ("lookup", "stats", "players")}
    shutil.copy(path, tmp_path / "copy")
    (tmp_path / "copy").replace(path)
    for query, tag in tags.items():
        assert client.get(f"/api/2x2x2/{query}", headers={"If-None-Match": tag}).status_code == 304
    assert client.get("/api/2x2x2/lookup?position=a1", headers={"If-None-Match": tags["lookup"]}).status_code == 200


def test_large_answers_are_packed(client):
    """A client that takes gzip gets a large answer packed, any other one plain; small ones are left alone."""
    plain = client.get("/api/3x3x3/stats", headers={"Accept-Encoding": "identity"})
    packed = client.get("/api/3x3x3/stats", headers={"Accept-Encoding": "br, gzip"})
    assert plain.content == packed.content and len(plain.content) > PACK_FROM
    assert "content-encoding" not in plain.headers and packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < len(plain.content) / 2
    assert plain.headers["vary"] == packed.headers["vary"] == "Accept-Encoding"
    refused = client.get("/api/3x3x3/stats", headers={"Accept-Encoding": "gzip;q=0, *;q=0"})
    assert "content-encoding" not in refused.headers
    assert "content-encoding" not in client.get(LOOKUP, headers={"Accept-Encoding": "gzip"}).headers


def test_head(client):
    """HEAD is GET without the body."""
    head, get = client.request("HEAD", LOOKUP), client.get(LOOKUP)
    assert head.status_code == 200 and head.content == b""
    assert dict(head.headers) == dict(get.headers)


def test_an_answer_is_remembered(client):
    """The same question is answered from the cache, with the same bytes and headers; a problem is not kept."""
    cache = client.app.state.cache
    first, again = client.get(LOOKUP), client.get(LOOKUP)
    assert len(cache.entries) == 1
    assert first.content == again.content and dict(first.headers) == dict(again.headers)
    client.get("/api/3x3x3/lookup?position=XXX")
    client.get("/api/books")
    assert len(cache.entries) == 1


def test_the_cache_is_bounded():
    """The longest unused answers make room for new ones."""
    cache = ResponseCache(room=10_000)
    for number in range(100):
        cache.keep({"path": "/", "query_string": b"%d" % number}, ReadyResponse(b"x" * 500, "text/plain", 1))
        assert asyncio.run(cache.recall({"path": "/", "query_string": b"0"})) or number > 90
    assert len(cache.entries) == 3 and cache.entries.currsize <= 10_000
    kept = [number for number in range(100) if asyncio.run(cache.recall({"path": "/", "query_string": b"%d" % number}))]
    assert kept == [0, 98, 99]


def test_a_huge_answer_is_not_kept_forever():
    """An answer larger than all the room is not kept, and those that are there stay."""
    cache = ResponseCache(room=5_000)
    small, huge = ({"path": "/", "query_string": query} for query in (b"small", b"huge"))
    cache.keep(small, json_response("x", 1))
    cache.keep(huge, ReadyResponse(random.Random(7).randbytes(3_500), "text/plain", 1))
    assert (
        asyncio.run(cache.recall(small))
        and asyncio.run(cache.recall(huge)) is None
        and 0 < cache.entries.currsize < 5_000
    )


def test_packing_is_the_same_each_time():
    """The same content has the same tag, whenever it was packed."""
    content = b"oxo" * 5_000
    one, two = ReadyResponse(content, "text/plain", 1), ReadyResponse(content, "text/plain", 1)
    assert one.tag == two.tag and one.packed and gzip.decompress(one.body) == content
