"""prove as a command, and verify of its certificates."""

import json
import time
from pathlib import Path
from unittest.mock import Mock

import pytest

from oxobook.book import Rules
from oxobook.book.certificate.certificate import Certificate
from oxobook.book.errors import DamagedBook
from oxobook.generator.prove import proof as proof_module
from oxobook.generator.prove.checkpoint import checkpoint_path, load_table, save_table
from oxobook.generator.prove.proof import Proof
from oxobook.generator.prove.prover import Prover
from tests.proofs import MEMORY

pytestmark = pytest.mark.usefixtures("prove_compiled")

ATLAS = Path(__file__).parents[3] / "data" / "atlas"
SMALL = ("--memory", "300MB", "--jobs", "1")


def test_who_wins(run, tmp_path):
    """It says who wins, and writes a certificate that verify finds right, or wrong once it is changed."""
    done = run("prove", "3x4x3", "--library", str(tmp_path), *SMALL)
    file = tmp_path / "3x4x3.proof"
    assert done.exit_code == 0 and done.stdout.startswith("3x4x3: X wins (2 positions searched, ")
    assert f"{file}: proves that X wins, " in done.stdout
    assert run("verify", str(file)).exit_code == 0
    content = file.read_bytes()
    file.write_bytes(content[:-1] + b"x")
    wrong = run("verify", str(file), "--json")
    assert wrong.exit_code == 1 and not json.loads(wrong.stdout)["right"]
    assert [path.name for path in tmp_path.iterdir()] == ["3x4x3.proof"]


@pytest.mark.parametrize("name", ["3x4x3.proof", "wild.proof", "3x3x3-mine.proof", "3x4x3-sure"])
def test_a_certificate_by_a_plain_name(run, tmp_path, monkeypatch, name):
    """A name that begins as rules do is that of the file, wherever a certificate is taken."""
    monkeypatch.chdir(tmp_path)
    assert run("prove", "3x4x3", "--out", name, *SMALL).exit_code == 0
    assert run("verify", name).stdout.startswith(f" {name}, 3x4x3: right")
    for words in (("audit", f"proof:{name}", "--side", "X"), ("watch", f"proof:{name}", "levi")):
        assert run(*words, "-r", "3x4x3").exit_code == 0


def test_a_draw(run, tmp_path):
    """A draw of misère has a certificate for each side; one of plain rules needs O's alone."""
    out = tmp_path / "one.proof"
    report = json.loads(run("prove", "3x3x3-misere", "--out", str(out), "--json", *SMALL).stdout)
    assert report["result"] == "draw" and report["x_wins"] is report["o_wins"] is False
    assert [one["claim"] for one in report["certificates"]] == ["O does not lose", "X does not lose"]
    assert [str(Certificate.open(one["file"])) for one in report["certificates"]] == [
        "3x3x3-misere: O does not lose",
        "3x3x3-misere: X does not lose",
    ]
    plain = run("prove", "3x3x3", "--library", str(tmp_path), *SMALL).stdout
    assert "a draw" in plain and "extra stone does no harm" in plain and plain.count(".proof") == 1


def test_a_position(run, tmp_path, monkeypatch):
    """From a position the answer comes without a file, unless one is named, and then Ctrl-C leaves nothing to go on."""
    words = ("prove", "3x3x3", "a3 b3", "--library", str(tmp_path), *SMALL)
    assert run(*words).stdout.startswith("3x3x3 from XO./.../...: X wins") and list(tmp_path.iterdir()) == []
    monkeypatch.setattr(proof_module, "prove", Mock(side_effect=KeyboardInterrupt))
    assert "stopped; nothing is kept without --out" in run(*words).stderr
    assert "goes on from the last" in run(*words, "--out", str(tmp_path / "file")).stderr


def test_out_of_time(run, tmp_path, monkeypatch):
    """When time runs out, compiling left out, it says what is proved, and the same command goes on from there."""
    command = ("prove", "4x8x4", "--library", str(tmp_path), "--json", *SMALL)
    monkeypatch.setattr(proof_module, "Prover", lambda *given: time.sleep(1.5) or Prover(*given))
    report = json.loads(run(*command, "--time-limit", "1").stdout)
    assert report["result"] == "X does not lose" and report["x_wins"] is None and 1 < report["seconds"] < 1.5
    prover = Prover(Rules.parse("4x8x4"), "X", memory=MEMORY)
    assert load_table(prover, checkpoint_path(tmp_path / "4x8x4.proof", "X"))
    known, fresh = prover.ask(0, 0, nodes=1), Prover(prover.rules, "X", memory=MEMORY).ask(0, 0, nodes=1)
    assert (known.proof, known.disproof) != (fresh.proof, fresh.disproof)


def test_a_search_that_the_limit_ended_goes_on(run, tmp_path, monkeypatch):
    """What was found stays beside a certificate that took all of the time, and goes with one that took less."""
    file = tmp_path / "small.proof"
    won = Proof(True, False, (Certificate.open(ATLAS / "3x4x3.proof"),), 1, 5.0, False)
    monkeypatch.setattr(proof_module, "prove", lambda *_: won)
    (unfinished := checkpoint_path(file, "sheets")).touch()
    for limit, stays in ("5", True), ("6", False):
        assert run("prove", "3x4x3", "--out", str(file), "--force", "--time-limit", limit).exit_code == 0
        assert unfinished.exists() == stays


def test_checkpoints_fit_other_tables(tmp_path):
    """A table that was kept goes into a table of another size; a damaged file, or one of another game, is refused."""
    prover, path = Prover(Rules.parse("4x6x4"), "X", memory=MEMORY), tmp_path / "table"
    assert not load_table(prover, path)
    nodes = prover.ask(0, 0).nodes
    save_table(prover, path)
    for memory in (MEMORY, 2 * MEMORY):
        other = Prover(prover.rules, "X", memory=memory)
        assert load_table(other, path)
        assert other.ask(0, 0).wins is False and other.ask(0, 0).nodes < nodes / 10
    with pytest.raises(DamagedBook, match="of another game"):
        load_table(Prover(prover.rules, "O", memory=MEMORY), path)
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    with pytest.raises(DamagedBook, match="is damaged"):
        load_table(Prover(prover.rules, "X", memory=MEMORY), path)


def test_checkpoints_are_made_on_the_way(run, tmp_path, monkeypatch):
    """A search that pauses for checkpoints ends as one that does not."""
    monkeypatch.setattr(proof_module, "_INTERVAL", 0.05)
    monkeypatch.setattr(proof_module, "_SHARE", 1)
    done = run("prove", "5x5x4", "--library", str(tmp_path), *SMALL)
    assert done.stdout.startswith("5x5x4: a draw") and run("verify", str(tmp_path / "5x5x4.proof")).exit_code == 0
