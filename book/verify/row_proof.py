"""Proof of a book that keeps a row for each position."""

import hashlib
from functools import cached_property

import numpy as np

from oxobook.book.verify.backward import Following, Outcome, answers_of, compare, stored_ranks, walk_back
from oxobook.book.verify.counts import Tally, compare_counts, game_counts, layer_counts
from oxobook.book.verify.forward import NO_MOVE, BookPly, add_missing, moves_of, places_of, walk_forward
from oxobook.book.verify.geometry import Ints
from oxobook.book.verify.proof import Look, Proof, header_of, some_of
from oxobook.book.verify.residues import whole
from oxobook.book.verify.row_table import Rows, all_rows, packed, possible, rows_at

_AT_ONCE = 1 << 16


class RowProof(Proof):
    """Checks of a book of rows: of all of them, or of some at random."""

    LAYOUT = "rows"
    TABLES = frozenset({"position"})

    def checks(self) -> list[Look]:
        if self.chosen is not None:
            return [self.tables, self.boards, self.answers, self.lookups, self.counts, self.strategies]
        positions = [self.tables, self.file, self.digest, self.boards, self.moves, self.answers]
        return [*positions, self.lookups, self.counts, self.published, self.strategies]

    @cached_property
    def rows(self) -> Rows:
        """Rows of the position table, or those of the sample that are there."""
        if self.chosen is None:
            return all_rows(self.store, self.geometry, self.found.tell)
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

    def digest(self) -> str:
        """Recompute the digest from the bare tables, as FORMAT.md describes."""
        digest = hashlib.sha256(header_of(self.store))
        digest.update(packed(self.rows, self.geometry.endings.either, self.found).tobytes())
        self.found.unless_equal("digest", digest.hexdigest(), self.info.digest)
        return f"SHA-256 of the counts and {len(self.rows):,} positions"

    def boards(self) -> str:
        """Check the key, board, ply and orbit of each row."""
        geometry, rows, found = self.geometry, self.rows, self.found
        for index in np.flatnonzero(np.diff(rows.key) <= 0).tolist():
            found.add(None, "keys", f"ascending after {rows.key[index]}", rows.key[index + 1])
        fits = possible(geometry, rows)
        for key in rows.key[~fits].tolist():
            found.add(None, "key", "the key of a position", key)
        for place, text in rows.wrong_boards.items():
            if fits[place]:
                found.add(geometry.board(int(rows.key[place])), "board", "the text of its key", repr(text))
        for start in range(0, len(rows), _AT_ONCE):
            found.tell(start, len(rows))
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
    def plies(self) -> list[BookPly]:
        """Plies of the book, walked by the check of the moves."""
        return walk_forward(self.geometry, self.sound.key, self.found)

    @cached_property
    def outcomes(self) -> list[Outcome]:
        """Outcomes of the plies, worked out by the check of the answers."""
        return walk_back(self.geometry, self.plies, self.sound, self.found)

    def moves(self) -> str:
        """Find positions that are missing, or that no game reaches."""
        moves = sum(int(np.count_nonzero(children >= 0)) for ply in self.plies for _, _, children in ply.blocks)
        self.refuted |= self.found.count > 0
        return f"every child of every position is there, and nothing else: {moves:,} moves"

    def answers(self) -> str:
        """Check each row's answer by those of its children."""
        if self.chosen is not None:
            checked = self._sampled_answers(self.chosen)
        elif self.outcomes:  # which are worked out here
            checked = "value, remoteness, best, safe and pick against those of the children"
        self.refuted |= self.found.count > 0
        return checked

    def _sampled_answers(self, keys: Ints) -> str:
        """Check the answers of the sample by the rows of all children, ply by ply."""
        geometry, found, looked_up = self.geometry, self.found, 0
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
            free = np.bitwise_count(geometry.moves(children.key))
            shares = np.bitwise_count(children.safe) / np.maximum(free, 1)
            following = Following.of(stored_ranks(children, ply + 1), shares)
            answers = answers_of(geometry, ply, moves.lines, moves.cells, places, following)
            compare(geometry, parents, answers, found)
        return f"answers of {len(self.rows):,} positions against those of their {looked_up:,} children"

    def counts(self) -> str:
        """Count everything again; of a sample only what the rules alone give."""
        if self.chosen is not None:
            return f"{self.exact_counts()}; the others are not counted again"
        layers, plies, outcomes = [], self.plies, self.outcomes
        for ply, outcome in zip(plies, outcomes, strict=True):
            tally = Tally()
            tally.add(self.geometry.orbits(ply.keys), ply.lines, outcome.ranks)
            sequences, games = whole(ply.sequences), whole(ply.sequences[:, ply.over])
            layers.append(layer_counts(self.info.rules, ply.ply, tally, sequences, games))
        drawn = sum(whole(ply.sequences[:, ply.over & ~ply.lines]) for ply in plies)
        paths, perfect = whole(outcomes[0].paths), whole(outcomes[0].perfect)
        compare_counts(self.info, layers, game_counts(self.info.rules, layers, drawn, paths, perfect), self.found)
        return f"{len(layers)} plies and all games counted again; {self.exact_counts()}"
