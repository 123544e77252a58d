"""generate and plan as commands, and the progress on a terminal."""

import json
import os
import pty
import subprocess
import sys

import pytest

from oxobook.book import Book


def test_the_game_as_an_option(run, tmp_path):
    """-r names the game as the argument does."""
    out = str(tmp_path / "book")
    assert run("generate", "-r", "2x3x2", "2x3x2", "--out", out).exit_code == 0
    with Book.open(out) as book:
        assert str(book.rules) == "2x3x2"
    assert json.loads(run("generate", "--plan", "--rules", "2x3x2", "--json").stdout)["rules"] == "2x3x2"


@pytest.mark.slow
def test_progress_on_a_terminal(tmp_path):
    """On a terminal each stage shows its positions and rate; stdout stays clean."""
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "oxobook", "generate", "4x4x4-gravity", "--library", str(tmp_path)]
    environment = os.environ | {"COLUMNS": "120", "TERM": "xterm"}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=slave, text=True, env=environment)
    os.close(slave)
    shown = b""
    while True:
        try:
            piece = os.read(master, 4096)
        except OSError:  # the terminal closes with its last writer
            break
        if not piece:
            break
        shown += piece
    os.close(master)
    printed = process.communicate(timeout=60)[0]
    text = shown.decode()
    assert process.returncode == 0 and printed.count("\n") == 1
    for word in ("enumerate", "solve", "write", "80,541 of 80,541", "/s"):
        assert word in text, word


def test_plan_json(run):
    """The plan's fields, for a board that can be made; without rules that is tic-tac-toe."""
    plan = json.loads(run("generate", "--plan", "--json").stdout)
    assert " ".join(plan) == (
        "rules engine positions memory_bytes least_memory_bytes worker_memory_bytes disk_bytes temporary_bytes "
        "fits lacking plies"
    )
    assert plan["rules"] == "3x3x3" and plan["fits"] is True and plan["lacking"] is None
    assert sum(ply["positions"] for ply in plan["plies"]) == plan["positions"]


@pytest.mark.slow
def test_plan_and_generate_agree_on_memory(run, tmp_path):
    """With a memory limit, plan says of a board what generate then does: too little is refused, enough is taken."""
    for text in ("3x4x3", "3x3x3-torus"):
        needed = json.loads(run("generate", "--plan", text, "--json").stdout)["memory_bytes"]
        for size, fits in ((f"{needed // 1000}kB", False), (f"{needed // 1000 + 1}kB", True)):
            plan = json.loads(run("generate", "--plan", text, "--memory", size, "--json").stdout)
            made = run("generate", text, "--memory", size, "--library", str(tmp_path))
            assert (plan["fits"], made.exit_code) == (fits, 0 if fits else 2)
            assert fits or f"{text} {plan['lacking']}; see: oxobook generate {text} --plan" in made.stderr
            assert (
                fits
                or f"cannot be made here: {plan['lacking']}" in run("generate", "--plan", text, "--memory", size).stdout
            )


@pytest.mark.slow
def test_plan_of_a_large_board(run):
    """A large board's plan says what each worker needs, and what lies on the disk while it is made."""
    plan, shown = (
        json.loads(run("generate", "--plan", "5x5x4", "--json").stdout),
        run("generate", "--plan", "5x5x4").stdout,
    )
    assert plan["least_memory_bytes"] < plan["memory_bytes"] and plan["temporary_bytes"] < plan["disk_bytes"]
    assert (
        f"workers    at least {plan['worker_memory_bytes'] // 10**6} MB" in shown and " on the way with less" in shown
    )


@pytest.mark.slow
def test_plan_without_an_extra(run, monkeypatch):
    """If the engine's library is not installed the plan is still made, and its verdict names the extra."""
    monkeypatch.setattr("oxobook.generator.plan.find_spec", lambda name: None if name == "numba" else name)
    shown = run("generate", "--plan", "4x5x4").stdout
    assert "4x5x4, with the dense engine:" in shown
    assert "cannot be made here: needs the library numba: pip install 'oxobook[large]'" in shown
    plan = json.loads(run("generate", "--plan", "4x5x4", "--json").stdout)
    assert plan["fits"] is False and plan["positions"] > 10**6


@pytest.mark.slow
def test_plan_of_a_board_too_large(run):
    """A board that cannot be made here is planned: the verdict says what is lacking, and the plan what can be made."""
    done = run("generate", "--plan", "5x5x4", "--engine", "frontier")
    assert done.exit_code == 0
    assert "cannot be made here: needs about" in done.stdout and "of memory" in done.stdout
    assert "instead" not in done.stdout
    shown = run("generate", "--plan", "6x6x4").stdout
    assert "no book of it can be made: has 36 cells" in shown and "oxobook prove 6x6x4" in shown
    assert "memory" not in shown
    shown = run("generate", "--plan", "7x7x4-gravity").stdout
    assert "at most" in shown and "search below: oxobook generate 7x7x4-gravity --plan --plies 4\n" in shown
    assert (
        "search below: oxobook lookup --rules 6x7x4-gravity\n" in run("generate", "--plan", "connect-four").stdout
    )  # comes along


@pytest.mark.slow
def test_a_command_loads_nothing_that_no_kernel_needs(tmp_path):
    """Making a large board's book loads no linear algebra, and whoever wants it afterwards has it."""
    code = (
        "import sys; from oxobook.commands.root import main\n"
        f"main(['generate', '3x3x3-gravity', '--engine', 'gravity', '--out', {str(tmp_path / 'book')!r}], "
        "standalone_mode=False)\n"
        "assert 'numba' in sys.modules and not {'scipy', 'cffi'} & {*sys.modules}; import scipy"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
