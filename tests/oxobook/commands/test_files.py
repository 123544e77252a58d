"""The commands label and judge."""


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
