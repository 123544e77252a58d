"""Layers: what is written is read, in memory and on any store, and what is lost or damaged is found."""

from pathlib import Path

import numpy as np
import pytest

from oxobook.book import CannotWrite, MissingExtra
from oxobook.generator.layers.layer import Chunk, Cut, DamagedChunk, MemoryLayers, made
from oxobook.generator.layers.stored import StoredLayers

CUT = Cut("ply-07", np.array([0, 1000, 1010, 3000]), counted=2)
VALUES = (np.arange(3000) % 7 - 3).astype(np.int8)


@pytest.fixture(params=["memory", "a path", "memory:", pytest.param("s3:", marks=pytest.mark.slow)])
def layers(request, tmp_path):
    """Layers in memory, and on a store of each sort."""
    if request.param == "memory":
        return MemoryLayers()
    if request.param == "s3:":
        return StoredLayers(request.getfixturevalue("bucket") + "/a", "a test")
    address = {"a path": f"{tmp_path}/a", "memory:": f"memory://{tmp_path.name}"}
    return StoredLayers(address[request.param], "a test")


def filled(layers):
    """Return a layer whose chunks are all written; each counts its number and its size."""
    layer = layers.create(CUT)
    for number in range(CUT.chunks):
        start, stop = CUT.slots(number)
        layer.write(number, VALUES[start:stop], np.array([number, stop - start]))
    return layer


def test_a_layer_is_read_as_it_was_written(layers):
    """Chunks and any slots come back, also to whoever finds the layer by its name; what is removed is gone."""
    filled(layers)
    layer = layers.layer(CUT)
    assert all((layer.chunk(number) == VALUES[slice(*CUT.slots(number))]).all() for number in range(3))
    if not layers.in_memory:
        assert layers.create(CUT).finished(1).counts.tolist() == [1, 10]
    layers.remove("ply-07")
    layers.remove("ply-08")
    with pytest.raises(DamagedChunk, match=r"^chunk 2 of the layer 'ply-07' is lost or damaged: it "):
        layers.create(CUT).chunk(2)
    layers.end()


def test_a_finished_chunk_is_never_done_again(layers):
    """On a store a chunk is computed once; one whose counts are unknown is there, but not finished."""
    layer, computed = layers.create(CUT), []

    def compute():
        computed.append(1)
        return Chunk(VALUES[1000:1010], np.array([5, 1 << 60]))

    for _ in range(2):
        values, counts = made(layer, 1, compute)
        assert (values == VALUES[1000:1010]).all() and counts.tolist() == [5, 1 << 60]
    assert len(computed) == (2 if layers.in_memory else 1)
    layer.write(1, VALUES[1000:1010], None)
    assert layer.finished(1) is None and (layer.chunk(1) == VALUES[1000:1010]).all()


@pytest.mark.parametrize("size", [0, 1, 5, 99, 1000])
def test_an_even_cut(size):
    """Chunks follow one another over all of the layer, and all but the last have as many pieces."""
    cut = Cut.even("ply-01", size, 7, 4)
    slots = [cut.slots(number) for number in range(cut.chunks)]
    assert slots[0][0] == 0 and slots[-1][1] == cut.size == 7 * size
    assert all(stop - start == 28 for start, stop in slots[:-1]) and len(slots) == max(1, -(-size // 4))


@pytest.fixture
def stored(tmp_path):
    layers = StoredLayers(str(tmp_path / "a"), "a test")
    filled(layers)
    return layers


def chunk_files(layers):
    """The files of the chunks, in their order."""
    return sorted(Path(layers.address, "ply-07").glob("c.*"))


@pytest.mark.slow
def test_every_damaged_byte_is_found(stored):
    """A chunk with any bit changed or cut off anywhere is not taken for what was written."""
    path, layer = chunk_files(stored)[1], stored.layer(CUT)
    whole = path.read_bytes()
    for place in range(len(whole)):
        for content in (whole[:place] + bytes([whole[place] ^ 1 << place % 8]) + whole[place + 1 :], whole[:place]):
            path.write_bytes(content)
            try:
                assert (layer.chunk(1) == VALUES[1000:1010]).all(), place  # as for bits that zstd does not use
            except DamagedChunk as damage:
                assert (damage.name, damage.number) == ("ply-07", 1) and "\n" not in str(damage)
    path.write_bytes(whole)
    assert layer.finished(1)


@pytest.mark.parametrize("change", ["removed", "another's", "another maker's", "a folder", "metadata"])
def test_a_chunk_that_is_not_there(stored, tmp_path, change):
    """A chunk that is removed or replaced by a sound one of another place or another work is missing."""
    path, other = chunk_files(stored)[1:]
    content = other.read_bytes()
    if change == "another maker's":
        content = chunk_files(StoredLayers(str(filled_by(tmp_path, "another")), "another"))[1].read_bytes()
    path.unlink()
    if change == "a folder":
        path.mkdir()
    elif change == "metadata":
        path.with_name("zarr.json").write_text("{")
    elif change != "removed":
        path.write_bytes(content)
    layer = stored.create(CUT)
    assert layer.finished(1) is None
    with pytest.raises(DamagedChunk):
        layer.chunk(1)


def filled_by(tmp_path, maker):
    filled(StoredLayers(str(tmp_path / maker), maker))
    return tmp_path / maker


def test_another_makers_layer_is_thrown_away(stored):
    """A layer of another game or version is made anew; a worker that has another one says so, or that it has none."""
    other = StoredLayers(stored.address, "another")
    with pytest.raises(CannotWrite, match=r"'another' in .*; the worker on .* finds one made by 'a test': all workers"):
        other.layer(CUT)
    with pytest.raises(CannotWrite, match="finds none: all workers need the same folder"):
        StoredLayers(stored.address + "-elsewhere", "a test").layer(CUT)
    assert other.create(CUT).finished(1) is None


def test_a_full_disk_is_one_line(stored, monkeypatch):
    """A chunk that cannot be written is reported in one line."""
    layer = stored.layer(CUT)
    monkeypatch.setattr(Path, "open", full)
    with pytest.raises(CannotWrite, match=r"^cannot write into .*: No space left on device; free some space, or"):
        layer.write(1, VALUES[1000:1010], None)


def full(*_arguments, **_named):
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize("url", ["nonsense://x", "abfs://x", "ftp://me:secret@127.0.0.1:9/x"])
def test_a_url_that_leads_nowhere(url):
    """One line says what is expected, or which library is missing, without the password."""
    with pytest.raises((CannotWrite, MissingExtra)) as refused:
        StoredLayers(url, "a test").create(CUT)
    assert "secret" not in str(refused.value) and "\n" not in str(refused.value)
