"""Openings of certificates that a file holds."""

from tests.proofs import sheeted


def test_another_certificate(run, tmp_path):
    """A certificate of a file is drawn, a sheet alone; one of another game is refused."""
    file = tmp_path / "sheet.proof"
    file.write_bytes(sheeted("2x2x2-gravity", [4, 3, 2, 1]).content)
    drawn = run("draw", "opening", str(tmp_path / "x.svg"), "2x2x2-gravity", str(file))
    assert drawn.exit_code == 0 and ">X to move</text>" in (tmp_path / "x.svg").read_text()
    refused = run("draw", "opening", str(tmp_path / "y.svg"), str(file))
    assert refused.exit_code == 2 and "expected a certificate of 3x3x3; got one of 2x2x2-gravity" in refused.stderr
