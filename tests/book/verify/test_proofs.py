"""Verdicts on certificates."""

import pytest

from oxobook.book.verify.certificates import verify_certificate
from tests.proofs import paired

CONTENT = paired("2x4x4", [1, 0, 2, 3, 5, 4, 6, 7]).content


@pytest.mark.parametrize("shorter", [0, 1])
def test_a_certificate_of_the_largest_size(tmp_path, monkeypatch, shorter):
    """A file of the stated size is checked; one byte more is too much."""
    for module in ("certificates", "check_certificate"):
        monkeypatch.setattr(f"oxobook.book.verify.{module}.MOST_BYTES", len(CONTENT) - shorter)
    (tmp_path / "proof").write_bytes(CONTENT)
    (check,) = verify_certificate(tmp_path / "proof").checks
    assert [one.what for one in check.first] == (
        ["the file does not begin as a certificate of version 4 does, or is too long"] if shorter else []
    )
