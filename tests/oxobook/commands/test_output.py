"""Output of commands: files by their endings, and standard output."""

import pytest


@pytest.mark.parametrize(
    "arguments",
    [
        "lookup a3 --out {}",
        "draw graph {} --depth 1",
        "draw orbit {} XO./.../...",
        "classroom learn --games 2 --out {}",
    ],
)
def test_an_ending_in_capitals_is_an_ending(run, tmp_path, arguments):
    """A file's format is read from its name in any case, by every command that draws."""
    path = tmp_path / "PICTURE.SVG"
    done = run(*(word.format(path) for word in arguments.split()))
    assert done.exit_code == 0, done.stderr
    assert b"<svg" in path.read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "begins"),
    [
        ("lookup a3 --json --out -", b"<?xml"),
        ("draw map - --depth 1", b"<?xml"),
        ("draw graph - --depth 1", b"strict digraph"),
        ("draw strip - a3", b"<?xml"),
        ("classroom words --side X --out -", b"How X never loses"),
        ("classroom puzzles --sample 1 --out -", b"%PDF"),
        ("classroom menace --out -", b"%PDF"),
        ("export csv --out -", b"key,"),
    ],
)
def test_a_dash_is_standard_output(run, tmp_path, monkeypatch, arguments, begins):
    """With - as its file a command writes just the file's content to standard output."""
    monkeypatch.chdir(tmp_path)
    done = run(*arguments.split())
    assert done.exit_code == 0, done.stderr
    assert done.stdout_bytes.lstrip().startswith(begins), done.stdout_bytes[:40]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("number", "file", "said"),
    [
        (28, None, "cannot write: No space left on device; "),
        (13, "/etc/words.json", "cannot use '/etc/words.json': Permission denied; "),
        (24, None, "the system refused: Too many open files; "),
    ],
)
def test_a_system_error_says_what_failed(run, monkeypatch, number, file, said):
    """Only an error of a full disk is called one of writing; a file that an error names is named."""
    import os

    def fail(*arguments, **options):
        raise OSError(number, os.strerror(number), *([file] if file else []))

    monkeypatch.setattr("oxobook.commands.books.BookChoice.open", fail)
    done = run("stats")
    assert done.exit_code == 2 and done.stderr.startswith(f"oxobook: {said}") and done.stderr.count("\n") == 1
