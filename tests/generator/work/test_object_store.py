"""Chunks in an object store, or wherever fsspec finds it: the same as on a disk."""

import time
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Thread

import pytest

import oxobook.generator.work.object_store
from oxobook.book import CannotWrite, MissingExtra
from oxobook.book.store.block_writer import PackedBlock
from oxobook.generator.work.chunk_file import Chunk, DamagedChunk, OpenChunk, is_sound, read_chunk, write_chunk
from oxobook.generator.work.resume import folder_at

CHUNK = Chunk([PackedBlock(bytes([number]) * 9, bytes([number]) * 32) for number in range(200)], [1, 2])


@pytest.fixture(params=["a path", "file", "memory", pytest.param("s3", marks=pytest.mark.slow)])
def address(request, tmp_path):
    """Return an address where chunks can lie, one of each sort."""
    if request.param == "s3":
        return request.getfixturevalue("bucket") + "/a"
    return {"a path": f"{tmp_path}/a", "file": f"file://{tmp_path}/a", "memory": f"memory://{tmp_path.name}"}[
        request.param
    ]


def test_a_folder_wherever_it_is(address):
    """Chunks and their names come back, more of a head than one read takes too; what is removed is gone."""
    folder = folder_at(address, "a test")
    folder.make()
    folder.make()
    folder.require_seen()
    write_chunk(folder, "ply-00", CHUNK)
    assert read_chunk(folder, "ply-00") == CHUNK and folder.names() == {"ply-00", "made-by"}
    folder.put("ply-01", [b"1234", b"5678"])
    assert folder.array("ply-01").view("<i4").tolist() == [0x34333231, 0x38373635]
    folder.array("ply-01")[0] = 7  # a copy: what is mapped is not written to
    assert folder.read("ply-01", [(1, 3), (6, 100)]) == [b"23", b"78"]
    folder.remove(["ply-01", "ply-02"])
    assert folder.names() == {"ply-00", "made-by"}
    with pytest.raises(DamagedChunk):
        read_chunk(folder, "ply-01")
    with pytest.raises(CannotWrite, match="finds one made by 'a test': all workers need the same folder"):
        folder_at(address, "another").require_seen()
    folder_at(address, "another").make()
    assert folder.names() == {"made-by"}


class Unreliable:
    """A store whose objects change, shrink or fail while they are read: ``alter`` has what it would give."""

    def __init__(self, system, alter):
        self.system, self.alter = system, alter

    def cat_ranges(self, *asked, **how):
        return [self.alter(data) for data in self.system.cat_ranges(*asked, **how)]

    def cat_file(self, name):
        return self.alter(self.system.cat_file(name))


def fail(_data):
    raise RuntimeError("checksum of s3://me:secret@host\ndid not match")


@pytest.mark.parametrize(
    "alter", [lambda data: data[: len(data) // 2], lambda data: bytes(len(data)), lambda _: b"", fail]
)
def test_an_object_that_changes_while_it_is_read(monkeypatch, tmp_path, alter):
    """A chunk or rows that arrive cut off, altered or not at all are lost ones, whatever error the store has."""
    folder = folder_at(f"memory://{tmp_path.name}", "a test")
    folder.make()
    write_chunk(folder, "ply-00", CHUNK)
    opened = OpenChunk(folder, "ply-00")
    assert is_sound(folder, "ply-00")
    unreliable = Unreliable(oxobook.generator.work.object_store.file_system(folder.path), alter)
    monkeypatch.setattr(oxobook.generator.work.object_store, "file_system", lambda _url: unreliable)
    assert not is_sound(folder, "ply-00")
    try:
        assert opened.blocks([3]) == [alter(CHUNK.blocks[3].data)]  # which whoever unpacks it checks
    except DamagedChunk as lost:
        assert "secret" not in str(lost) and "\n" not in str(lost)


@pytest.fixture
def closing_store(monkeypatch):
    """A store of S3's kind that closes every connection."""
    import fsspec

    class Closing(BaseRequestHandler):
        def handle(self):
            self.request.recv(1)

    kind = fsspec.get_filesystem_class("s3")
    with ThreadingTCPServer(("127.0.0.1", 0), Closing) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        for name, value in (
            ("AWS_ENDPOINT_URL", f"http://127.0.0.1:{server.server_address[1]}"),
            ("AWS_ACCESS_KEY_ID", "reader"),
            ("AWS_SECRET_ACCESS_KEY", "secret"),
        ):
            monkeypatch.setenv(name, value)
        kind.clear_instance_cache()
        yield "s3://closing/c"
        server.shutdown()
    kind.clear_instance_cache()
    oxobook.generator.work.object_store.file_system.cache_clear()


@pytest.mark.slow
def test_a_store_that_closes_every_connection(closing_store, monkeypatch):
    """However often its library tries again, a store that does not answer is given up in time, in one line."""
    monkeypatch.setattr("oxobook.generator.work.object_store.SECONDS", 2.0)
    folder, began = folder_at(closing_store, "a test"), time.monotonic()
    for ask in (folder.make, folder.names, lambda: read_chunk(folder, "ply-00")):
        with pytest.raises(CannotWrite, match=r"^the store of 's3://closing/c' has not answered for 2 seconds: check"):
            ask()
    assert time.monotonic() - began < 20


def test_a_password_is_not_shown():
    """A store's refusal is shown without the password in its URL."""
    with pytest.raises((CannotWrite, MissingExtra)) as refused:
        folder_at("ftp://me:secret@127.0.0.1:9/x", "a test").make()
    assert "secret" not in str(refused.value) and "\n" not in str(refused.value)
