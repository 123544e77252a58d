"""The description of the API, and schemathesis, which asks whatever the description allows and forbids."""

import shutil
from collections import Counter
from functools import cache

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.config import SchemathesisConfig

from oxobook.viewer.explorer.app import create_app
from tests.viewer.explorer.conftest import Client

pytestmark = pytest.mark.slow
BOOKS = ["3x3x3", "3x3x3-misere"]
POSITIONS = ["X../.O./...", "a3 b2 c1", "XXX/OO./...", "XOXXOOOXX", "", "a3 a3"]
LOCAL = settings(deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
CHECKS = {
    "positive_data_acceptance": {"enabled": False},  # no schema says which positions are legal
    "negative_data_rejection": {"expected-statuses": [400, 404]},
    "not_a_server_error": {"expected-statuses": ["2xx", "3xx", "4xx", "503"]},
}
SECONDS = 60


@pytest.fixture(scope="module")
def app(library, make_book, tmp_path_factory):
    """The application on two books."""
    folder = tmp_path_factory.mktemp("described")
    for rules in BOOKS:
        make_book(rules)
        shutil.copy(library / f"{rules}.sqlite", folder)
    return create_app(str(folder))


@cache
def description():
    """The description as it is served; the library plays no part in it."""
    return Client(create_app("nowhere")).get("/openapi.json").json()


def operations():
    """Every path with its operation."""
    return {path: item["get"] for path, item in description()["paths"].items() if "get" in item}


@pytest.fixture(scope="module")
def asked(app):
    """The API as schemathesis reads it."""
    config = SchemathesisConfig.from_dict({"checks": CHECKS, "request-timeout": SECONDS})
    return schemathesis.openapi.from_asgi("/openapi.json", app, config=config)


@pytest.mark.parametrize("path", operations())
def test_what_the_description_allows(asked, path):
    """Any request that fits the description is answered as it says: status, headers, content type and fields."""
    statuses = Counter()

    @settings(LOCAL, max_examples=20)
    @given(
        case=asked[path]["GET"].as_strategy(generation_mode=GenerationMode.POSITIVE),
        rules=st.sampled_from([*BOOKS, None]),
        position=st.sampled_from([*POSITIONS, None]),
    )
    def ask(case, rules, position):
        if rules and "rules" in case.path_parameters:
            case.path_parameters["rules"] = rules
        for name in {"position", "from"} & set(case.query):
            case.query[name] = case.query[name] if position is None else position
        statuses[case.call_and_validate().status_code] += 1

    ask()
    assert statuses[200]


@pytest.mark.parametrize("path", [path for path in operations() if "{" in path])
def test_what_the_description_forbids(asked, path):
    """Any request that does not fit the description is refused with 400 or 404."""

    @settings(LOCAL, max_examples=15)
    @given(case=asked[path]["GET"].as_strategy(generation_mode=GenerationMode.NEGATIVE))
    def ask(case):
        case.call_and_validate()

    ask()
