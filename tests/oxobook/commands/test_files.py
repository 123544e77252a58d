"""The commands label and judge."""

from collections import Counter

import pytest

from oxobook.book import Position, Rules
from oxobook.book.game.symmetry import symmetry_group


def test_a_search_reads_all_rows_first(run, tmp_path, search_compiled):
    """A row that cannot be read ends the work before the first search; no journal stays beside a whole file."""
    path, out = tmp_path / "some.txt", tmp_path / "out.txt"
    late = "234326223377341317417674"
    path.write_text(f"{late}\nhello\n")
    done = run("label", str(path), "connect-four", "--search", "--out", str(out))
    assert done.exit_code == 2 and "line 2: " in done.stderr and not (tmp_path / ".out.txt.searched").exists()
    done = run("label", str(path), "connect-four", "--search", "--skip", "--jobs", "2", "--out", str(out))
    assert done.exit_code == 0 and out.read_text().split("\t")[1] in ("win", "draw", "loss")
    assert [one.name for one in tmp_path.iterdir() if one.name.startswith(".")] == []


@pytest.mark.long
def test_quiet_positions_of_connect_four(run, tmp_path):
    """The 67,557 positions after eight plies in which neither side can win at once have the known values.

    The counts are those of the data set of J. Tromp, UCI Machine Learning Repository, 1995.
    """
    rules = Rules.parse("connect-four")
    layer = {Position(rules)}
    for _ in range(8):
        canonical = (symmetry_group(rules).canonical(after.x, after.o)[0] for one in layer for after in children(one))
        layer = {Position(rules, key & rules.full, key >> rules.cells) for key in set(canonical)}
    path = tmp_path / "quiet.txt"
    path.write_text("".join(f"{one.text}\n" for one in layer if is_quiet(one)))
    done = run("label", str(path), "connect-four")
    assert done.exit_code == 0, done.output
    values = Counter(line.split("\t")[1] for line in done.stdout.splitlines())
    assert values == {"win": 44_473, "loss": 16_635, "draw": 6_449}


def children(position):
    return [position.after(cell) for cell in position.legal_cells]


def is_quiet(position):
    """Return whether the game goes on, and neither side could complete a line with its next stone."""
    free = position.rules.playable(position.x | position.o)
    missing = [line & ~own for own in (position.x, position.o) for line in position.rules.lines]
    return not position.over and not any(one & (one - 1) == 0 and one & free for one in missing)
