"""Examples of the README and the documentation, executed: each prints what the page says."""

import doctest
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.database_servers import NoServer, PostgresServer
from tests.documentation import ADDING, ALL, TEXTS, blocks_of, code_in, pages_with

LONG = {
    "docs/how-to/large-boards.md": "it plans boards whose positions take long to count",
}
"""By page the reason why its examples take long."""
SLOW = (
    *("docs/explanations/search.md", "docs/how-to/prove.md", "docs/results/connect-four.md"),
    *("docs/how-to/audit.md", "docs/how-to/oracle.md"),
)
"""Pages whose examples search, which is compiled first, or ask for thousands of moves."""
NEEDS = {"docs/how-to/oracle.md": ("## Test and train language models", ("textarena", "inspect_ai", "verifiers"))}
"""By page a heading, and the libraries that the Python below it needs: make test-models has them."""
NOT_RUN = 7
"""Number of blocks of shell commands that may stay unexecuted."""
PROGRAMS = ("cc", "curl", "node", "npm", "openssl")
"""Programs that the pages call, and that a machine may lack."""
SMALL = r"\b[1-4]x[1-4]x3(?:-\w+)?\b"
"""Rules of the games whose books the pages may take for granted."""


def marked(pages):
    """Return the pages as parameters, those that take long or are slow marked."""
    marks = dict.fromkeys(SLOW, pytest.mark.slow) | dict.fromkeys(LONG, pytest.mark.long)
    return [pytest.param(page, marks=marks.get(page, ())) for page in pages]


@pytest.fixture
def newcomer(library, book, tmp_path, monkeypatch):
    """Return a folder as it is after make book, and make it the working directory."""
    (tmp_path / "data").mkdir()
    shutil.copy(library / "3x3x3.sqlite", tmp_path / "data")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("OXOBOOK_LIBRARY", raising=False)
    return tmp_path


def stripped(text):
    """Return a text without the blanks at the ends of its lines, and without empty lines around it."""
    return "\n".join(line.rstrip() for line in text.splitlines()).strip("\n") + "\n"


@pytest.mark.parametrize("page", marked(page for page in pages_with("console", "$ ") if page != ADDING))
def test_the_console_blocks(run, newcomer, page):
    """Each command of a page prints the lines below it; ... stands for what differs between machines.

    A command that is refused shows its message alone.
    """
    console = "\n".join(code_in(TEXTS[page], "console"))
    checker = doctest.OutputChecker()
    for command, expected in (block.split("\n", 1) for block in re.split(r"^\$ ", console, flags=re.MULTILINE)[1:]):
        name, *arguments = shlex.split(command)
        assert name == "oxobook"
        done = run(*arguments, env={"OXOBOOK_LIBRARY": None})
        refused = expected.startswith("oxobook: ")
        assert done.exit_code == (2 if refused else 0), done.output
        got = stripped(done.stderr if refused else done.stdout)
        assert checker.check_output(stripped(expected), got, doctest.ELLIPSIS), f"{command}\n{got}"


@pytest.mark.parametrize("page", marked(pages_with("python", ">>> ")))
def test_the_python_blocks(newcomer, page):
    """The Python of a page runs, and prints what the page says."""
    heading, libraries = NEEDS.get(page, ("", ()))
    text = TEXTS[page] if all(map(find_spec, libraries)) else TEXTS[page].partition(heading)[0]
    test = doctest.DocTestParser().get_doctest("\n".join(code_in(text, "python")), {}, page, page, 0)
    assert test.examples
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
    assert results.failed == 0


@contextmanager
def serving(arguments, environment):
    """Run ``oxobook serve`` on a free port, yield its address, and end it as Ctrl-C does."""
    command = [sys.executable, "-m", "oxobook", "serve", *arguments, "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
        try:
            address = re.search(r"http://(\S+)/", server.stdout.readline())[1]
            urlopen(f"http://{address}/healthz").close()  # it deals with Ctrl-C as soon as it answers
            yield address
        finally:
            server.send_signal(signal.SIGINT)
            server.stdout.read()
    assert server.returncode == 0


class Shell:
    """The reader's shell in a folder after make book: runs the blocks of a page one after another.

    Attributes:
        replaced: Text of the pages, by the text that stands for it here.
    """

    def __init__(self, folder, replaced):
        self.replaced = replaced
        programs = folder / "programs"
        programs.mkdir()
        # who plays here leaves at once, who watches goes on
        answers = "case $1 in play) yes q ;; *) yes '' ;; esac"
        for name, text in {
            "oxobook": f'{answers} 2> /dev/null | {shlex.quote(sys.executable)} -m oxobook "$@"',
            "python": f'exec {shlex.quote(sys.executable)} "$@"',
        }.items():
            (programs / name).write_text(f"#!/bin/sh\n{text}\n")
            (programs / name).chmod(0o755)
        if Path(sys.prefix, "bin", "activate").exists():
            (folder / ".venv").symlink_to(sys.prefix)
        self.environment = {
            **os.environ,
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "HOME": str(folder),
            "COLUMNS": "100",
        }

    def run(self, code):
        """Run a block's lines while the servers that it starts run beside them, and return the finished process."""
        for text, other in self.replaced.items():
            code = code.replace(text, other)
        lines = code.splitlines()
        with ExitStack() as servers:
            for line in [line for line in lines if line.startswith("oxobook serve")]:
                lines.remove(line)
                arguments = shlex.split(line, comments=True)[2:]
                address = servers.enter_context(serving(arguments, self.environment))
                lines = [other.replace("127.0.0.1:8000", address) for other in lines]
            script = "\n".join(["set -euo pipefail", *lines])
            return subprocess.run(
                ["bash", "-c", script], env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True
            )


def run_in_tests(block):
    """Return whether a block has shell commands that are executed here."""
    return block.language == "sh" and not block.not_run


def run_blocks(page, folder, made, **replaced):
    """Run the blocks of shell commands of a page, with the files that it says to save; raise where one fails."""
    for text in set(re.findall(SMALL, "".join(code_in(TEXTS[page], "sh")))) - {"3x3x3"}:
        shutil.copy(made(text), folder / "data" / f"{text}.sqlite")
    shell = Shell(folder, replaced)
    for block in blocks_of(TEXTS[page]):
        if block.file:
            (folder / block.file).write_text(block.code)
        if run_in_tests(block):
            for program in PROGRAMS:
                if re.search(rf"^{program} ", block.code, re.MULTILINE) and not shutil.which(program):
                    pytest.skip(f"no {program} on this machine")
            done = shell.run(block.code)
            assert done.returncode == 0, f"{block.code}\n{done.stdout}\n{done.stderr}"
            if block.prints:
                assert (done.stdout, done.stderr) == (f"{block.prints}\n", ""), block.code


WITH_SHELL = [page for page, text in TEXTS.items() if any(map(run_in_tests, blocks_of(text)))]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="these are commands for bash")
@pytest.mark.parametrize("page", marked(page for page in WITH_SHELL if page != "docs/how-to/postgres.md"))
def test_the_shell_blocks(made, newcomer, page):
    """The shell commands of a page work, in their order."""
    run_blocks(page, newcomer, made)


@pytest.mark.slow
def test_the_shell_blocks_on_postgresql(made, newcomer):
    """The shell commands of the page on PostgreSQL work, with a server of the test's and a smaller board."""
    try:
        with PostgresServer() as server:
            url = server.create("games")
            names = [f"postgresql+psycopg://{user}@host/games" for user in ("keeper:password", "reader")]
            run_blocks("docs/how-to/postgres.md", newcomer, made, **dict.fromkeys(names, url), **{"4x4x4": "3x4x3"})
    except NoServer as reason:
        pytest.skip(str(reason))


@pytest.mark.slow
def test_the_bot_in_python(tmp_path, monkeypatch):
    """The tutorial's bot in Python prints the stated move in any folder, and makes the book that it needs."""
    monkeypatch.setenv("OXOBOOK_LIBRARY", str(tmp_path))
    text = TEXTS["docs/tutorials/bot.md"]
    assert "python bot.py X../.O./...\n" in text
    program, server = (code for code in code_in(text, "python") if ">>> " not in code)
    called = [sys.executable, "-c", program, "X../.O./..."]
    done = subprocess.run(called, cwd=tmp_path, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("b3\n", "") and (tmp_path / "3x3x3.sqlite").exists()
    made = {"__name__": "__main__"}
    exec(server, made)
    client = made["app"].test_client()
    assert client.get("/move/X../.O./...").json == {"move": "b3"}
    assert client.get("/move/XXX/XXX").status_code == 400


def test_no_example_is_left_out():
    """No example is lost, and only a few blocks of shell commands are not run, each with a reason."""
    assert len(re.findall(r"^\$ oxobook ", ALL, re.MULTILINE)) >= 27
    assert len(re.findall(r"^>>> ", ALL, re.MULTILINE)) >= 25
    shell = [block for text in TEXTS.values() for block in blocks_of(text) if block.language == "sh"]
    assert len(shell) - NOT_RUN >= 23 and sum(bool(block.not_run) for block in shell) <= NOT_RUN
    assert len(re.findall("^<!-- not run:", ALL, re.MULTILINE)) == sum(bool(block.not_run) for block in shell)
    assert len([block for text in TEXTS.values() for block in blocks_of(text) if block.file]) == 4


def test_every_language_of_a_block_is_known():
    """No block is in a language that these tests do not know."""
    programs = {"c", "coq", "diff", "html", "javascript", "python", "sql", "tsx", "typescript"}
    languages = programs | {"console", "dockerfile", "nginx", "sh", "text", "yaml"}
    assert set(re.findall(r"^```(\w+)$", ALL, re.MULTILINE)) <= languages


def test_python_that_is_not_replayed_needs_a_cluster():
    """Only three pages have Python without prompts; that of the clusters is only compiled."""
    programs = {name: [code for code in code_in(text, "python") if ">>> " not in code] for name, text in TEXTS.items()}
    found = {name: len(found) for name, found in programs.items() if found}
    bot, _ = found.pop("docs/tutorials/bot.md"), found.pop(ADDING)
    assert bot == 2 and found.keys() == {"docs/how-to/cluster.md"}
    for program in programs["docs/how-to/cluster.md"]:
        compile(program, "cluster.md", "exec")
