"""Server of tools for assistants, by the Model Context Protocol: questions to books over standard input and output."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from oxobook.book.book import Book
from oxobook.book.errors import IllegalPosition, MissingExtra, OxobookError, quoted
from oxobook.book.game.position import Position, positions_read
from oxobook.book.game.rules import Rules
from oxobook.book.layout.search import searching_for
from oxobook.book.library import rules_named
from oxobook.viewer.ask.json_fields import line_report, lookup_report
from oxobook.viewer.players.audit import audit
from oxobook.viewer.players.audit_text import audit_report
from oxobook.viewer.players.judge import Judge
from oxobook.viewer.players.player import UnknownPlayer
from oxobook.viewer.players.roster import fitting

try:
    from mcp.server import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from pydantic import ValidationError
except ImportError as missing:
    raise MissingExtra("tools for assistants need the library mcp: pip install 'oxobook[mcp]'") from missing

Answer = dict[str, Any]
Tool = Callable[..., Any]

_SECONDS = 5.0
"""Time of a search where there is no book of all positions."""
_LONGEST = 1_000  # characters of an argument
_GUIDE = """Exact answers about tic-tac-toe and its family from solved books. Rules are ROWSxCOLUMNSxK, with -misere,
-gravity and other words, or names such as connect-four. A position is a board, rows from the top (X../.O./...), or the
moves so far (a3 b2): columns are letters from the left, rows are numbered from the bottom. X moves first."""


def asked(text: str, rules: Rules) -> Position:
    """Return the position of a text, as it is usually read."""
    return positions_read(text, rules, inferring=False)[-1]


def assistant_server(open_book: Callable[[Rules], Book], library: str) -> MCPServer:
    """Return a server of tools that ask the books which ``open_book`` opens by rules, or names of a library's books."""

    def named(rules: str) -> Book:
        return open_book(rules_named(rules, library, files=False))

    def lookup(position: str = "", rules: str = "3x3x3") -> Answer:
        """Return a position's value, best moves, every move ranked, and the reasons for the best ones."""
        book = named(rules)
        entry = book.probe(asked(position, book.rules))
        return {**lookup_report(entry, book.moves(entry.position))}

    def line(position: str = "", rules: str = "3x3x3") -> Answer:
        """Return perfect play of both sides from a position to the end."""
        book = named(rules)
        return {**line_report(book, asked(position, book.rules))}

    def judge(position: str, move: str, rules: str = "3x3x3") -> Answer:
        """Judge a move: its value before and after, regret, whether it is good and perfect, and the best moves."""
        book = named(rules)
        return Judge(book).move(asked(position, book.rules), move)._asdict()

    def audited(player: str, seat: str, rules: str = "3x3x3") -> Answer:
        """Prove whether a built-in player, as X or O, never loses, or find a game that it loses; exact results."""
        book = named(rules)
        if player not in fitting(book.rules):  # a name from outside must never start a program or import a module
            raise UnknownPlayer(f"expected a player, one of {', '.join(fitting(book.rules))}; got {quoted(player)}")
        return audit_report(audit(player, book, seat))

    def diagram(position: str = "", rules: str = "3x3x3") -> str:
        """Draw a position as SVG, with what every move is worth."""
        book = named(rules)
        return book.values_svg(asked(position, book.rules)) or ""

    server = _Server("oxobook", instructions=_GUIDE)
    for name, tool in (("lookup", lookup), ("line", line), ("judge", judge), ("audit", audited), ("diagram", diagram)):
        server.add_tool(_in_one_line(tool), name=name)
    return server


class _Server(MCPServer):  # type: ignore[misc]
    """Server that refuses arguments which a tool does not take in one line, too."""

    async def call_tool(self, name: str, arguments: Answer, context: Any = None) -> Any:
        known = {tool.name: tool.input_schema["properties"] for tool in await self.list_tools()}
        for other in sorted(arguments.keys() - known.get(name, arguments).keys()):
            raise ToolError(f"{name} takes {', '.join(known[name])}; got the argument {quoted(other)}")
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if not isinstance(error.__cause__, ValidationError):
                raise
            wrong = error.__cause__.errors()[0]
            got = "nothing" if wrong["type"] == "missing" else quoted(wrong["input"])
            raise ToolError(f"expected {wrong['loc'][0]} to be a text; got {got}") from None


def _in_one_line(tool: Tool) -> Tool:
    """Return a tool that ends every error of oxobook in its one line, and searches for a limited time."""

    @wraps(tool)
    def answer(**given: str) -> Any:
        try:
            for name, text in given.items():
                if len(text) > _LONGEST:
                    raise IllegalPosition(f"expected {name} of at most {_LONGEST:,} characters; got {len(text):,}")
            with searching_for(_SECONDS):
                return tool(**given)
        except OxobookError as error:
            raise ToolError(str(error)) from None

    return answer
