"""Proof of a book that keeps a row for each position."""

import hashlib
from functools import cached_property

import numpy as np

from oxobook.book.verify.backward import Following, Outcome, answers_of, compare, stored_ranks, walk_back
from oxobook.book.verify.counts import Tally, compare_counts, game_counts, layer_counts
from oxobook.book.verify.file_checks import header_of, packed, possible
from oxobook.book.verify.forward import NO_MOVE, BookPly, add_missing, moves_of, places_of, walk_forward
from oxobook.book.verify.geometry import Ints
from oxobook.book.verify.proof import FIRST, Proof, some_of
from oxobook.book.verify.residues import whole
from oxobook.book.verify.row_table import Rows, all_rows, rows_at
from oxobook.book.verify.verdict import Findings

_AT_ONCE = 1 << 16


class RowProof(Proof):
    """Checks of a book of rows: of all of them, or of some at random."""

    LAYOUT = "rows"
    TABLES = frozenset({"position"})
    WHOLE = (
        *(FIRST, "file", "digest", "boards", "moves", "answers"),
        *("lookups", "counts", "published", "strategies"),
    )
    SAMPLE = (FIRST, "boards", "answers", "lookups", "counts", "strategies")

    @cached_property
    def rows(self) -> Rows:
        """Rows of the position table, or those of the sample that are there."""
        if self.chosen is None:
            return all_rows(self.store, self.geometry)
        return rows_at(self.store, self.chosen, self.geometry)

    @cached_property
    def sound(self) -> Rows:
        """Rows whose keys are those of positions, each once, by ascending key."""
        fits = np.flatnonzero(possible(self.geometry, self.rows))
        _, first = np.unique(self.rows.key[fits], return_index=True)
        return self.rows.taken(fits[first])

    def rows_at(self, keys: Ints) -> Rows:
        if self.chosen is not None:
            return rows_at(self.store, keys, self.geometry)
        return self.sound.taken(np.flatnonzero(np.isin(self.sound.key, keys, assume_unique=True)))

    def asked(self) -> Ints:
        return some_of(self.sound.key, self.seed) if self.chosen is None else self.rows.key

    def digest(self, found: Findings) -> str:
        """Recompute the digest from the bare tables, as FORMAT.md describes."""
        digest = hashlib.sha256(header_of(self.store))
        digest.update(packed(self.rows, self.endings.either, found).tobytes())
        found.unless_equal("digest", digest.hexdigest(), self.info.digest)
        return f"SHA-256 of the counts and {len(self.rows):,} positions"

    def boards(self, found: Findings) -> str:
        """Check the key, board, ply and orbit of each row."""
        for index in np.flatnonzero(np.diff(self.rows.key) <= 0).tolist():
            found.add(None, "keys", f"ascending after {self.rows.key[index]}", self.rows.key[index + 1])
        geometry, rows = self.geometry, self.rows
        fits = possible(geometry, rows)
        for key in rows.key[~fits].tolist():
            found.add(None, "key", "the key of a position", key)
        for place, text in rows.wrong_boards.items():
            if fits[place]:
                found.add(geometry.board(int(rows.key[place])), "board", "the text of its key", repr(text))
        for start in range(0, len(rows), _AT_ONCE):
            part = rows.taken(start + np.flatnonzero(fits[start : start + _AT_ONCE]))
            for name, expected, stored in (
                ("canonical key", geometry.canonical(part.key), part.key),
                ("orbit", geometry.orbits(part.key), part.orbit),
                ("ply", np.bitwise_count(part.key).astype(np.int64), part.ply),
            ):
                for index in np.flatnonzero(expected != stored).tolist():
                    found.add(geometry.board(int(part.key[index])), name, expected[index], stored[index])
        return f"canonical key, board, ply and orbit of {len(rows):,} positions"

    @cached_property
    def _forward(self) -> tuple[list[BookPly], Findings]:
        """Plies, with findings of missing or surplus positions."""
        found = Findings()
        return walk_forward(self.geometry, self.sound.key, found), found

    @cached_property
    def _back(self) -> tuple[list[Outcome], Findings]:
        """Outcomes of the plies, with findings of wrong answers."""
        found = Findings()
        return walk_back(self.geometry, self._forward[0], self.sound, found), found

    def moves(self, found: Findings) -> str:
        """Find positions that are missing, or that no game reaches."""
        plies, wrong = self._forward
        found.take(wrong)
        self.refuted |= wrong.count > 0
        moves = sum(int(np.count_nonzero(children >= 0)) for ply in plies for _, _, children in ply.blocks)
        return f"every child of every position is there, and nothing else: {moves:,} moves"

    def answers(self, found: Findings) -> str:
        """Check each row's answer by those of its children."""
        if self.chosen is not None:
            return self._sampled_answers(self.chosen, found)
        found.take(self._back[1])
        self.refuted |= found.count > 0
        return "value, remoteness, best, safe and pick against those of the children"

    def _sampled_answers(self, keys: Ints, found: Findings) -> str:
        """Check the answers of the sample by the rows of all children, ply by ply."""
        geometry, looked_up = self.geometry, 0
        for key in np.setdiff1d(keys, self.rows.key).tolist():
            found.add(geometry.board(key), "reached by random play", "in the book", "missing")
        stones = np.bitwise_count(self.rows.key)
        for ply in np.unique(stones).tolist():
            parents = self.rows.taken(np.flatnonzero(stones == ply))
            moves = moves_of(geometry, ply, parents.key)
            wanted = np.unique(moves.children[moves.children != NO_MOVE])
            looked_up += len(wanted)
            children = self.rows_at(wanted)
            places = places_of(moves.children, children.key)
            add_missing(geometry, moves, places, found)
            free = np.bitwise_count(self.endings.moves(geometry, children.key))
            shares = np.bitwise_count(children.safe) / np.maximum(free, 1)
            following = Following.of(stored_ranks(children, ply + 1), shares)
            answers = answers_of(geometry, ply, moves.lines, moves.cells, places, following)
            compare(geometry, parents, answers, found)
        self.refuted |= found.count > 0
        return f"answers of {len(self.rows):,} positions against those of their {looked_up:,} children"

    def counts(self, found: Findings) -> str:
        """Count everything again; of a sample only what the rules alone give."""
        if self.chosen is not None:
            return f"{self.exact_counts(found)}; the others are not counted again"
        (plies, _), (outcomes, _) = self._forward, self._back
        layers = []
        for ply, outcome in zip(plies, outcomes, strict=True):
            tally = Tally()
            tally.add(self.geometry.orbits(ply.keys), ply.lines, outcome.ranks)
            sequences, games = whole(ply.sequences), whole(ply.sequences[:, ply.over])
            layers.append(layer_counts(self.info.rules, ply.ply, tally, sequences, games))
        drawn = sum(whole(ply.sequences[:, ply.over & ~ply.lines]) for ply in plies)
        paths, perfect = whole(outcomes[0].paths), whole(outcomes[0].perfect)
        compare_counts(self.info, layers, game_counts(self.info.rules, layers, drawn, paths, perfect), found)
        return f"{len(layers)} plies and all games counted again; {self.exact_counts(found)}"
