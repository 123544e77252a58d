"""Reference of the HTTP interface, as Markdown, from the server's own OpenAPI description."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from oxobook import Position, Rules, generate_book, open_book
from oxobook.viewer.ask.json_fields import info_report, line_report, lookup_report
from oxobook.viewer.explorer.app import create_app
from oxobook.viewer.explorer.files import book_summary

_COMMON = ("rules", "If-None-Match")
"""Parameters that nearly every path takes; they are explained once, on the page that includes this."""


def http_reference() -> str:
    """Return a section a path, with its parameters and its example; and then the fields of the answers."""
    found, examples = create_app("no folder").openapi(), _examples()
    parts = ["## Paths"]
    for path, operations in found["paths"].items():
        for method, operation in operations.items():
            parts += [f"### {method.upper()} `{path}`", operation["description"], *_parameters(operation)]
            if "requestBody" in operation:
                schema = operation["requestBody"]["content"]["application/json"]["schema"]
                parts.append(f"The body is JSON with the fields of {_kind(schema)}.")
            parts.append("Answers with " + ", ".join(sorted({*operation["responses"]} - {"4XX"})) + ".")
    parts.append("## Fields")
    for name, schema in found["components"]["schemas"].items():
        if "properties" in schema:
            parts += [f"### {name}", *_fields(schema), *_example(examples.get(name))]
    return "\n\n".join(parts) + "\n"


def _parameters(operation: dict[str, Any]) -> list[str]:
    """Return the table of a path's own parameters, if it has any."""
    rows = [
        f"| `{one['name']}` | {_kind(one['schema'])} | {_cell(one.get('description', ''))} |"
        for one in operation.get("parameters", [])
        if one["name"] not in _COMMON
    ]
    return ["\n".join(["| parameter | type | meaning |", "|---|---|---|", *rows])] if rows else []


def _fields(schema: dict[str, Any]) -> list[str]:
    """Return the table of a schema's fields."""
    rows = [
        f"| `{name}` | {_kind(field)} | {_cell(field.get('description', ''))} |"
        for name, field in schema["properties"].items()
    ]
    return ["\n".join(["| field | type | meaning |", "|---|---|---|", *rows])]


def _examples() -> dict[str, Any]:
    """Return an answer of the most telling kinds, by the name of its schema."""
    with TemporaryDirectory() as folder:
        for rules in (Rules(), Rules(1, 1, 1)):
            generate_book(rules, Path(folder) / f"{rules}.sqlite")
        with open_book("3x3x3", library=folder) as book, open_book("1x1x1", library=folder) as least:
            position, start = Position.parse("XOX/XOO/.X."), Position.parse("XX./OO./...")
            return {
                "Lookup": lookup_report(book.probe(position), book.moves(position)),
                "Line": line_report(book, start),
                "Info": info_report(least),
                "BookSummary": book_summary(book, Path(folder, "3x3x3.sqlite").stat().st_size),
            }


def _example(answer: Any) -> list[str]:
    return [f"```json\n{json.dumps(answer, indent=1)}\n```"] if answer else []


def _kind(schema: dict[str, Any]) -> str:
    """Return the values that a schema allows, in a few words."""
    if "$ref" in schema:
        return schema["$ref"].rpartition("/")[2]
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(_kind(one) for one in schema["anyOf"]))
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {_kind(schema.get('items', {}))}"
    if schema.get("type") == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"object of {_kind(schema['additionalProperties'])}"
    return str(schema.get("type", "any"))


def _cell(text: str) -> str:
    """Return a text as a cell of a table."""
    return " ".join(text.replace("|", "\\|").split())
