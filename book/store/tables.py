"""Tables of a book, as SQLite makes them; FORMAT.md says what each column means.

They are STRICT: a value of the wrong type is refused. In a server they have the same names and columns.
"""

TABLES = {
    "book": """
        CREATE TABLE book (
            rules TEXT NOT NULL,
            rows INTEGER NOT NULL,
            columns INTEGER NOT NULL,
            k INTEGER NOT NULL,
            misere INTEGER NOT NULL,
            gravity INTEGER NOT NULL,
            format_version INTEGER NOT NULL,
            generator_version TEXT NOT NULL,
            positions INTEGER NOT NULL,
            digest TEXT NOT NULL,
            x_games TEXT,
            o_games TEXT,
            drawn_games TEXT,
            games_up_to_symmetry TEXT,
            perfect_games TEXT
        ) STRICT""",
    "layer": """
        CREATE TABLE layer (
            ply INTEGER NOT NULL,
            positions INTEGER NOT NULL,
            raw_positions INTEGER NOT NULL,
            terminals INTEGER NOT NULL,
            raw_terminals INTEGER NOT NULL,
            x_won INTEGER NOT NULL,
            o_won INTEGER NOT NULL,
            drawn INTEGER NOT NULL,
            x_winning INTEGER NOT NULL,
            o_winning INTEGER NOT NULL,
            drawing INTEGER NOT NULL,
            sequences TEXT,
            games TEXT,
            PRIMARY KEY (ply)
        ) STRICT""",
    "position": """
        CREATE TABLE position (
            "key" INTEGER NOT NULL,
            board TEXT NOT NULL,
            ply INTEGER NOT NULL,
            value INTEGER NOT NULL,
            remoteness INTEGER NOT NULL,
            best INTEGER NOT NULL,
            safe INTEGER NOT NULL,
            pick INTEGER,
            orbit INTEGER NOT NULL,
            PRIMARY KEY ("key")
        ) STRICT""",
    "block": """
        CREATE TABLE block (
            ply INTEGER NOT NULL,
            number INTEGER NOT NULL,
            data BLOB NOT NULL,
            PRIMARY KEY (ply, number)
        ) STRICT""",
    "x_masks": """
        CREATE TABLE x_masks (
            stones INTEGER NOT NULL,
            first INTEGER NOT NULL,
            masks BLOB NOT NULL,
            PRIMARY KEY (stones, first)
        ) STRICT""",
}
"""Statement that makes each table of a book: ``book`` and ``layer``, and those of its layout."""
PASSED_OVER = frozenset({"bound", "searched", "strategy"})
"""Tables that books made by an earlier oxobook have beside these; nothing in them is read."""
UNFINISHED = """
    CREATE TABLE unfinished (
        ply INTEGER NOT NULL,
        maker TEXT NOT NULL,
        layer TEXT NOT NULL,
        checksum TEXT NOT NULL,
        PRIMARY KEY (ply)
    ) STRICT"""
"""Statement that makes the table of an unfinished book, which keeps what each finished ply is held to."""


def insertion(table: str, columns: int, rows: int = 1) -> str:
    """Return the statement that inserts rows into a table, whose values come in the order of its columns here."""
    row = f"({', '.join('?' * columns)})"
    return f"INSERT INTO {table} VALUES {', '.join([row] * rows)}"
