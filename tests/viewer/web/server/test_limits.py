"""Rates, security headers and CORS."""

from oxobook.viewer.web.app import SECURITY
from oxobook.viewer.web.server.limits import RateLimit


class Clock:
    """A clock that goes when it is told to."""

    now = 0.0

    def __call__(self):
        return self.now


def test_a_bucket_empties_and_fills():
    """A client may send its rate at once, and after that as fast as the bucket fills; others have their own."""
    clock = Clock()
    rates = RateLimit(5, clock=clock)
    assert [rates.take("a") for _ in range(6)] == [True] * 5 + [False]
    assert rates.take("b")
    clock.now = 0.2
    assert [rates.take("a") for _ in range(2)] == [True, False]
    clock.now = 100
    assert [rates.take("a") for _ in range(6)] == [True] * 5 + [False]


def test_rates_are_bounded():
    """The clients seen last are known; the others are forgotten."""
    rates = RateLimit(5, room=100)
    for number in range(10_000):
        rates.take(str(number))
    assert len(rates.buckets) == 100


def test_a_network_of_ipv6_shares_a_bucket():
    """All addresses of one /64 are one client."""
    rates = RateLimit(1)
    assert [rates.take(f"2001:db8::{host}") for host in ("1", "2")] == [True, False]
    assert rates.take("2001:db8:0:1::1") and rates.take("fe80::1%eth0") and rates.take("no:address")


def test_too_many_requests(serve, library, book):
    """A client beyond its rate is asked to wait; another one is answered."""
    client = serve(library, rate=5)
    answers = [client.get("/healthz") for _ in range(8)]
    assert [answer.status_code for answer in answers[:5]] == [200] * 5
    assert answers[-1].status_code == 429 and answers[-1].headers["retry-after"] == "1"
    assert answers[-1].json()["detail"].startswith("too many requests: at most 5 a second")
    client.address = "192.0.2.2"
    assert client.get("/healthz").status_code == 200


def test_security_headers(client):
    """Answers and problems of every kind carry the security headers."""
    for path in ("/healthz", "/api/3x3x3/lookup", "/api/9x9x9/lookup", "/nowhere", "/?" + "x" * 3000, "/openapi.json"):
        headers = client.get(path).headers
        assert {name: headers[name] for name in SECURITY} == SECURITY
    assert SECURITY["content-security-policy"].startswith("default-src 'self'")


def test_cors_is_off(client):
    """Without --cors no page of another site may read an answer."""
    answer = client.get("/api/books", headers={"Origin": "https://example.org"})
    assert not any(name.startswith("access-control") for name in answer.headers)


def test_cors_for_an_origin(serve, library, book):
    """The origins that are named may read answers and problems, and no others."""
    client = serve(library, origins=["https://example.org"])
    for path in ("/api/books", "/api/3x3x3/lookup", "/api/3x3x3/lookup", "/nowhere", "/?" + "x" * 3000):
        answer = client.get(path, headers={"Origin": "https://example.org"})
        assert answer.headers["access-control-allow-origin"] == "https://example.org"
    other = client.get("/api/books", headers={"Origin": "https://example.com"})
    assert "access-control-allow-origin" not in other.headers
    asked = {"Origin": "https://example.org", "Access-Control-Request-Method": "GET"}
    assert client.request("OPTIONS", "/api/books", headers=asked).status_code == 200


def test_other_names_are_refused(client):
    """A request by a name that this server does not have is refused, whatever is asked; by its own it is answered."""
    for path in ("/", "/healthz", "/api/3x3x3/lookup", "/openapi.json", "/nowhere"):
        answer = client.get(path, headers={"Host": "example.org:8000"})
        assert answer.status_code == 400 and "the Host 'example.org:8000' is not allowed" in answer.json()["detail"]
    for host in ("localhost:1", "127.0.0.1:8000", "[::1]:8000", "192.0.2.7", "LOCALHOST", "books.localhost"):
        assert client.get("/healthz", headers={"Host": host}).status_code == 200
    for host in (
        "",
        "localhost.example.org",
        "127.0.0.1.example.org",
        "localhost/",
        "localhost@example.org",
        "[::1",
        "é",
    ):
        assert client.get("/healthz", headers={"Host": host.encode()}).status_code == 400, host


def test_two_hosts_are_none(client):
    """A request that names two hosts names none."""
    answer = client.get("/healthz", headers=[("Host", "localhost"), ("Host", "example.org")])
    assert answer.status_code == 400


def test_names_that_are_allowed(serve, library, book):
    """A server answers to the names that it is given, in any case; the star gives all."""
    hosts = {"Books.example.org": ["books.example.org"], "example.org": ["*"]}
    for host, allowed in hosts.items():
        client = serve(library, hosts=allowed)
        assert client.get("/healthz", headers={"Host": host}).status_code == 200
    client = serve(library, hosts=["books.example.org"])
    assert client.get("/healthz", headers={"Host": "example.org"}).status_code == 400


def test_every_request_is_counted(serve, library, book):
    """A request refused for its length or its host takes from the bucket as well."""
    client = serve(library, rate=2)
    assert client.get("/?" + "x" * 3000).status_code == 414
    assert client.get("/", headers={"Host": "example.org"}).status_code == 400
    assert client.get("/?" + "x" * 3000).status_code == 429


def test_what_is_remembered_of_a_client_is_short():
    """A client that gives a long address is remembered by no more than others."""
    rates = RateLimit(5, room=100)
    for number in range(100):
        rates.take(f"{number}{'x' * 10_000}")
    assert len(rates.buckets) == 1


def test_other_sites_may_not_embed(serve, library, book, client):
    """No page of another site may show an answer, but where --cors lets pages ask."""
    assert client.get("/api/books").headers["cross-origin-resource-policy"] == "same-origin"
    shared = serve(library, origins=["https://example.org"])
    assert shared.get("/api/books").headers["cross-origin-resource-policy"] == "cross-origin"
