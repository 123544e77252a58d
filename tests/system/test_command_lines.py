"""All commands over all kinds of games."""

import pytest

from tests.campaigns.command_lines import broken, games


@pytest.mark.slow
@pytest.mark.usefixtures("prove_compiled", "search_compiled")
@pytest.mark.parametrize(("number", "game"), list(enumerate(games())))
def test_every_command_keeps_its_laws(tmp_path, monkeypatch, number, game):
    """A sample of the lines of all commands: no traceback, an exit code, one line of error, JSON, and sound advice."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OXOBOOK_LIBRARY", "data")
    assert broken(game, number) == []
