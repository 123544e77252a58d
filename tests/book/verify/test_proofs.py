"""Verdicts: how long each check took, and on certificates."""

import time

import pytest

from oxobook.book.verify.certificates import verify_certificate
from oxobook.book.verify.proofs import verify_book
from tests.proofs import paired

CONTENT = paired("2x4x4", [1, 0, 2, 3, 5, 4, 6, 7]).content


@pytest.fixture
def files(made, tmp_path):
    """A book, a file that is none, and a certificate, each with the function that verifies it."""
    (tmp_path / "text").write_text("no book at all\n" * 100)
    (tmp_path / "proof").write_bytes(CONTENT)
    book, text, proof = made("3x3x3"), tmp_path / "text", tmp_path / "proof"
    return {"book": (verify_book, book), "text": (verify_book, text), "proof": (verify_certificate, proof)}


@pytest.mark.parametrize("name", ["book", "text", "proof"])
def test_the_time_of_each_check(files, name):
    """The seconds of the checks add up to no more than verify takes."""
    verify, path = files[name]
    began = time.perf_counter()
    seconds = [check.seconds for check in verify(path).checks]
    assert min(seconds) >= 0 and sum(seconds) <= time.perf_counter() - began


@pytest.mark.parametrize("shorter", [0, 1])
def test_a_certificate_of_the_largest_size(files, monkeypatch, shorter):
    """A file of the stated size is checked; one byte more is too much."""
    for module in ("certificates", "check_certificate"):
        monkeypatch.setattr(f"oxobook.book.verify.{module}.MOST_BYTES", len(CONTENT) - shorter)
    (check,) = verify_certificate(files["proof"][1]).checks
    assert [one.what for one in check.first] == (
        ["the file does not begin as a certificate of version 4 does, or is too long"] if shorter else []
    )
