"""The parameters of the routes, as the API describes them."""

import re

from oxobook.book.game.board import KINDS, Grid
from oxobook.book.game.rules import NAMES
from oxobook.viewer.explorer.app import create_app
from tests.viewer.explorer.conftest import Client


def test_rules_by_every_registered_word_and_name_match_the_pattern(monkeypatch):
    """The pattern of rules takes the kinds of boards in the registry and no other words, and all that is a name."""
    monkeypatch.setitem(KINDS, "hexagon", Grid)
    paths = Client(create_app("nowhere")).get("/openapi.json").json()["paths"]
    parameters = paths["/api/{rules}/lookup"]["get"]["parameters"]
    (pattern,) = (one["schema"]["pattern"] for one in parameters if one["name"] == "rules")
    taken = ("3x3x3", "4x4x4-gravity", "3x3x3-misere-gravity", "10x3x3-hexagon", "3x3x3-hexagon-misere", "ring-misere")
    for rules in (*taken, *NAMES):
        assert re.search(pattern, rules), rules
    for rules in ("3x3", "3x3x3-ring", "03x3x3", "3x3x3-", "3x3x3-misere "):
        assert not re.search(pattern, rules), rules
