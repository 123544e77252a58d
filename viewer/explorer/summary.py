"""Summary of a book for the page and the API: its game, board and result."""

from typing import cast

from oxobook.book.book import Book
from oxobook.book.certificate.certificate import Certificate
from oxobook.book.game.notation import cells_of, coordinates
from oxobook.book.game.position import Position
from oxobook.book.game.rules import Rules
from oxobook.viewer.ask.json_fields import rules_fields
from oxobook.viewer.explorer.answers import BookSummary, GameSummary, ProvedGame, Terms


def book_summary(book: Book, size: int = 0) -> BookSummary:
    """Return the summary of a book: its result, and its game; ``size``: that of its file."""
    start, game = book.probe(Position(book.rules)), game_summary(book.rules)
    return {
        **game,
        "positions": len(book),
        "value": start.value.word,
        "remoteness": start.remoteness,
        "winner": {"win": "X", "loss": "O"}.get(start.value.word),
        "digest": book.info.digest,
        "size": size,
    }


def certificate_summary(certificate: Certificate) -> ProvedGame:
    """Return the summary of a game for the page: instead of a book's result, the side that is proved."""
    return {
        **game_summary(certificate.position.rules),
        "value": {"X": "win", "O": "loss"}[certificate.owner] if certificate.wins else "draw",
        "remoteness": 0,
        "winner": certificate.owner if certificate.wins else None,
        "owner": certificate.owner,
    }


def game_summary(rules: Rules) -> GameSummary:
    """Return all that the page needs to know of a game, which never reads rules itself."""
    names, board = coordinates(rules), rules.board
    return {
        **rules_fields(rules),
        "cells": list(names),
        "lines": [[names[cell] for cell in cells_of(line)] for line in board.lines],
        "stacks": [[names[cell] for cell in stack] for stack in board.stacks],
        "layers": board.layers,
        "terms": cast(Terms, rules.terms._asdict()),
        "drawing": {
            "width": board.width,
            "height": board.height,
            "places": [*board.at],
            "middles": [*board.middles],
            "borders": [*board.borders],
        },
    }
