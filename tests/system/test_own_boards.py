"""Boards from files, and of several layers, as commands take and draw them."""

import json

import pytest

from tests.campaigns.command_lines import RING


def test_layers_are_drawn_apart(run, tmp_path):
    """In the terminal a double line stands between layers, in a picture a heavy one."""
    picture = tmp_path / "board.svg"
    book = str(tmp_path / "book")
    assert run("generate", "2x6x2-cube", "--out", book).exit_code == 0
    shown = run("lookup", "a1", "-b", book, "--out", str(picture)).stdout
    assert shown.count("║") == 4 and "╫" in shown
    drawn = picture.read_text()
    heavy = [line for line in drawn.split("<path")[1:] if 'stroke-width="6"' in line or 'stroke-width="8"' in line]
    assert len(heavy) == 1 and heavy[0].count("V") == 2, drawn[:2000]


def test_a_file_is_a_game(run, tmp_path, monkeypatch):
    """A board's file stands wherever rules are typed; later its name, which the library's book knows, will do."""
    monkeypatch.setenv("OXOBOOK_LIBRARY", str(tmp_path))
    (tmp_path / "ring.json").write_text(json.dumps(RING))
    assert "ring-misere.sqlite" in run("generate", str(tmp_path / "ring.json-misere")).stdout
    shown = run("lookup", "a3 b3", "-r", "ring-misere").stdout
    assert shown.count("▒") > 4 and "to move" in shown
    assert json.loads(run("lookup", "XO./.#./...", "ring-misere", "--json").stdout)["position"] == "XO./.#./..."
    assert "ring-misere" in run("info").stdout


def test_words_after_a_name(run, tmp_path):
    """The book of a board makes its name known with other words, too; words that no rules have are refused."""
    (tmp_path / "lake.json").write_text(json.dumps({**RING, "name": "lake"}))
    here = ("--library", str(tmp_path))
    run("generate", str(tmp_path / "lake.json"), *here)
    assert "lake-misere.sqlite" in run("generate", "lake-misere", *here).stdout
    assert "lake-misere-gravity.sqlite" in run("generate", "lake-misere-gravity", *here).stdout
    refused = run("lookup", "a3", "lake-small", *here)
    assert refused.exit_code == 2 and "expected words such as -misere" in refused.stderr


@pytest.mark.usefixtures("prove_compiled")
def test_proofs(run, tmp_path):
    """A board of one's own is proved by its name, its file and words after either, and its certificate is right."""
    file = tmp_path / "lake.json"
    file.write_text(json.dumps({**RING, "name": "lake"}))
    here = ("--library", str(tmp_path))
    run("generate", str(file), *here)
    for words in (("lake",), ("lake-misere", "a3"), (f"{file}-misere",)):
        done = run("prove", *words, "--memory", "300MB", "--force", *here)
        assert ": a draw (" in done.stdout, done.stderr
    right = run("verify", str(tmp_path / "lake.proof")).stdout
    assert "lake: right" in right and "O does not lose from .../.#./..., by the lines listed in the file" in right
    assert "drawn 1" in run("watch", "levi", str(tmp_path / "lake.proof"), "lake", "--seed", "1", *here).stdout
