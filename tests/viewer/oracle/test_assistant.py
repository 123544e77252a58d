"""Tools for assistants, called as a client of the protocol calls them."""

import asyncio
import sys
from functools import partial

import pytest

from oxobook import open_book
from oxobook.viewer.ask.json_fields import lookup_report
from oxobook.viewer.players.judge import Judge

mcp = pytest.importorskip("mcp")

from mcp.client.stdio import StdioServerParameters, stdio_client  # noqa: E402

from oxobook.viewer.oracle.assistant import assistant_server  # noqa: E402

pytestmark = pytest.mark.slow
HOSTILE = [
    ("lookup", {"position": "zz\n" * 50}, "expected 3 rows of 3 cells"),
    ("lookup", {"position": "x" * 5000}, "at most 1,000 characters; got 5,000"),
    ("lookup", {"rules": "../../etc"}, "expected rules as ROWSxCOLUMNSxK"),
    ("lookup", {"rules": "postgresql://u:secret@127.0.0.1:1/db"}, "got 'postgresql://u:***@127.0.0.1:1/db'"),
    ("lookup", {"rules": "/etc/passwd"}, "expected rules as ROWSxCOLUMNSxK"),
    ("line", {"rules": "9x9x99"}, "at most 64 cells"),
    ("judge", {"position": "b2", "move": "b2"}, "b2 is taken"),
    ("judge", {"position": "b2", "move": "\x1b[2J"}, "got"),
    ("audit", {"player": "os:system", "seat": "X"}, "expected a player, one of perfect"),
    ("audit", {"player": "exec:true", "seat": "X"}, "expected a player, one of perfect"),
    ("audit", {"player": "levi", "seat": "Z"}, "expected the side X or O"),
    ("diagram", {"position": "XXX/XXX/XXX"}, "X"),
    ("lookup", {"position": 7}, "expected position to be a text; got 7"),
    ("lookup", {"position": ["\n"], "rules": {}}, "expected position to be a text; got ['\\n']"),
    ("judge", {"position": "b2"}, "expected move to be a text; got nothing"),
    ("line", {"positon": "b2"}, "line takes position, rules; got the argument 'positon'"),
    ("solve", {"\n": "b2"}, "Unknown tool: solve"),
]


@pytest.fixture
def called(book):
    """Return a function that calls tools of a server in this process, one after another."""
    folder = book.address.rpartition("/")[0]

    def call(*calls):
        async def answers():
            async with mcp.Client(assistant_server(partial(open_book, library=folder), folder)) as client:
                return [await client.call_tool(name, given) for name, given in calls]

        return asyncio.run(answers())

    return call


def test_tools_answer_as_the_book_does(book, called):
    """Each tool gives the fields of the command or of Python."""
    lookup, line, judge, audit, diagram = called(
        ("lookup", {"position": "a3 b2"}),
        ("line", {"position": "a3 b2"}),
        ("judge", {"position": "b2", "move": "b3"}),
        ("audit", {"player": "levi", "seat": "O"}),
        ("diagram", {"position": "a3 b2"}),
    )
    entry = book.probe("a3 b2")
    assert lookup.structured_content == lookup_report(entry, book.moves(entry.position))
    assert line.structured_content["line"] == list(book.line("a3 b2"))
    judged = Judge(book).move("b2", "b3")._asdict()
    assert judge.structured_content == judged | {"best": list(judged["best"])}
    assert audit.structured_content["never_loses"] is False
    assert diagram.content[0].text == book.values_svg("a3 b2")


def test_hostile_arguments_are_refused_in_one_line(called):
    """A question that no book answers ends as an error of the tool, in one line without a traceback."""
    for (name, given, message), answer in zip(HOSTILE, called(*(one[:2] for one in HOSTILE)), strict=True):
        text = answer.content[0].text
        assert answer.is_error and message in text and text.isprintable(), (name, given, text)


def test_the_command_speaks_the_protocol(book):
    """A client that starts the command gets typed tools and an answer over standard output."""
    arguments = ["-m", "oxobook", "mcp", "--library", book.address.rpartition("/")[0]]

    async def answer():
        async with mcp.Client(stdio_client(StdioServerParameters(command=sys.executable, args=arguments))) as client:
            tools = await client.list_tools()
            return tools.tools, await client.call_tool("lookup", {"position": "b2"})

    tools, found = asyncio.run(answer())
    assert [tool.name for tool in tools] == ["lookup", "line", "judge", "audit", "diagram"]
    assert all(tool.input_schema["properties"]["rules"]["type"] == "string" for tool in tools)
    assert found.structured_content["value"] == "draw"
