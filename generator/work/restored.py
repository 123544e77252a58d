"""Chunks of a layer that the book has: those that are lost or damaged are taken out of the book again."""

from collections.abc import Iterable

from oxobook.book.errors import DamagedBook
from oxobook.book.layout.block_reader import BLOCK
from oxobook.book.store.store import BlockWriter, PackedBlock
from oxobook.generator.work.chunk_file import Chunk, Cut, is_sound, write_chunk
from oxobook.generator.work.chunk_folder import Folder
from oxobook.generator.work.layer_pass import checked
from oxobook.generator.work.workers import Workers


def restore_lost(folder: Folder, file: BlockWriter, cut: Cut, workers: Workers) -> None:
    """Have all chunks of a layer that the book has, those that are lost or damaged taken out of the book again."""
    names = list(cut.names())
    sound = checked(is_sound, folder, names, workers)
    restore_chunks(folder, file, cut, (name for name, whole in zip(names, sound, strict=True) if not whole))


def restore_chunks(folder: Folder, file: BlockWriter, cut: Cut, names: Iterable[str]) -> None:
    """Take chunks of a layer out of the book again; raises DamagedBook."""
    for name in names:
        number = int(name.rpartition("-")[2])
        first, stop = (-(-slot // BLOCK) for slot in cut.slots(number))
        blocks = file.some_blocks(cut.ply, range(first, stop))
        if len(blocks) != stop - first:
            raise DamagedBook(f"blocks of ply {cut.ply} are missing")
        write_chunk(folder, name, Chunk([PackedBlock(one, bytes(32)) for one in blocks], None))
