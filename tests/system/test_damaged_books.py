"""Damaged files: what verify finds, what lookups make of them, and books that change while they are open."""

import random

import pytest

from tests.campaigns.faults import Fault, Patient, each_bit, gaps, random_faults, sound_book, summary


@pytest.fixture(scope="module")
def patient(tmp_path_factory):
    """A sound book of 3x3x3, ready to be damaged."""
    folder = tmp_path_factory.mktemp("faults")
    sound_book(folder / "sound.sqlite")
    return Patient(folder / "sound.sqlite", folder)


def judge(patient, faults):
    """Return the outcomes of faults: every tenth meets all checks, and another tenth is looked up by the command."""
    counts = summary(patient.suffer(fault, number % 10 == 0, number % 10 == 1) for number, fault in enumerate(faults))
    assert counts["faults"] and not counts["missed"], counts
    return counts


@pytest.mark.slow
@pytest.mark.parametrize(
    ("at", "bit", "true"),
    [
        pytest.param(4, 4, True, id="a bit that the format leaves unused"),
        pytest.param(6, 1, True, id="one score once, or as a run of one"),
        pytest.param(4, 2, False, id="no checksum"),
        pytest.param(9, 0, False, id="another score"),
    ],
)
def test_what_a_frame_may_say_instead(made, tmp_path, at, bit, true):
    """A block's frame may have other bits that leave its scores and their checksum as they are, and no others."""
    patient = Patient(made("3x3x3", "dense"), tmp_path)
    frame = next(frame for ply, _, frame in patient.tables["block"] if ply == 0)
    offset = patient.content.index(frame) + at
    fault = Fault("bits", offset, bytes([frame[at] ^ 1 << bit]))
    assert patient.suffer(fault, thorough=True)[:2] == ((None, True) if true else ("digest", False))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["bits", "truncations", "zeroed pages"])
def test_random_faults(patient, kind):
    """Random damage anywhere in the file is found, or changes nothing; lookups answer or fail with one line."""
    counts = judge(patient, random_faults(patient.content, kind, 100))
    assert counts["found"]
    if kind == "truncations":
        assert counts["found"] == 100 and not counts["lookup wrong"]


@pytest.mark.slow
def test_bits_of_a_book_of_blocks(made, tmp_path):
    """The same of a book of blocks, wherever something stands in its pages."""
    patient, chance = Patient(made("3x3x3", "dense"), tmp_path), random.Random(2)
    empty = {offset for gap in gaps(patient.content) for offset in gap}
    held = [offset for offset in range(len(patient.content)) if offset not in empty]
    bits = [8 * offset + chance.randrange(8) for offset in chance.choices(held, k=15)]
    assert judge(patient, (each_bit(patient.content, bit) for bit in bits))["found"]
    assert patient.reads_as_before(each_bit(patient.content, 8 * min(empty)))


def test_another_version_is_no_other_answer(patient):
    """Only the form of the version that made a book can be checked: another version reads as before."""
    at = patient.content.index(b"0.1.0") + 2
    assert patient.reads_as_before(Fault("bits", at, b"9")) and not patient.suffer(Fault("bits", at, b"9")).found
    assert patient.suffer(Fault("bits", at, b"\x01"), thorough=True).found == "file"
