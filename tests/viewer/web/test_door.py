"""The door lets in all who have knocked, and turns away who is too many."""

import asyncio
import errno
import socket
from contextlib import ExitStack

import pytest

from oxobook.viewer.web.server import door
from oxobook.viewer.web.server.door import OF_AN_ADDRESS, Door
from oxobook.viewer.web.server.server import listen
from tests.viewer.web.conftest import connect, problem


class Connection(asyncio.Protocol):
    """A connection that does nothing but say when it has ended."""

    def __init__(self, ended):
        self.ended = ended

    def connection_made(self, transport):
        self.transport = transport

    def connection_lost(self, exc):
        self.ended()


@pytest.fixture
def listening():
    with listen("127.0.0.1", 0) as listening:
        yield listening


def entered(listening, passes):
    """A door, and how many it has let in after each of so many passes of uvloop."""
    uvloop = pytest.importorskip("uvloop")

    async def let_in():
        made, counts = [], []

        def make(who, ended):
            made.append(Connection(ended))
            return made[-1]

        entrance = Door(listening, make, lambda address: False)
        opened = asyncio.create_task(entrance.open())
        for _ in range(passes):
            await asyncio.sleep(0)
            counts.append(entrance._held.total())
        opened.cancel()
        for connection in made:
            connection.transport.close()
        while entrance._held:
            await asyncio.sleep(0.001)
        return counts

    return uvloop.run(let_in())


def test_all_who_have_knocked(listening):
    """All who have knocked are let in between two looks at the others, not one."""
    with ExitStack() as stack:
        for number in range(50):
            stack.enter_context(connect(listening.getsockname()[1], source=f"127.0.0.{number + 2}"))
        counts = entered(listening, 10)
    assert set(counts) == {0, 50}


def test_connections_are_counted_before_they_are_made(listening):
    """Of those who knock at once, no more than an address may have are let in; the others are told why."""
    with ExitStack() as stack:
        port = listening.getsockname()[1]
        knocking = [stack.enter_context(connect(port)) for _ in range(OF_AN_ADDRESS + 3)]
        knocking[-1].sendall(b"GET / HTTP/1.1\r\n\r\n")
        assert max(entered(listening, 10)) == OF_AN_ADDRESS
        status, detail = problem(knocking[-1].recv(65536))
    assert status == 503 and detail.startswith(f"expected at most {OF_AN_ADDRESS} connections of an address")


def test_who_leaves_makes_place(listening):
    """A connection that has ended counts no longer."""

    async def come_and_go():
        entrance = Door(listening, lambda who, ended: Connection(ended), lambda address: False)
        opened = asyncio.create_task(entrance.open())
        for _ in range(2):
            with connect(listening.getsockname()[1]):
                while not entrance._held:
                    await asyncio.sleep(0.001)
            while entrance._held:
                await asyncio.sleep(0.001)
        opened.cancel()

    asyncio.run(asyncio.wait_for(come_and_go(), 20))


def test_who_is_on_the_threshold_comes_in(listening):
    """Who has knocked when the door closes is still let in, and can be answered."""
    uvloop = pytest.importorskip("uvloop")

    async def close():
        made = []

        def make(who, ended):
            made.append(Connection(ended))
            return made[-1]

        entrance = Door(listening, make, lambda address: False)
        opened = asyncio.create_task(entrance.open())
        while not entrance._held:
            await asyncio.sleep(0)
        opened.cancel()
        await opened
        made[0].transport.write(b"come in")
        made[0].transport.close()
        await asyncio.sleep(0.01)

    with connect(listening.getsockname()[1]) as client:
        uvloop.run(close())
        assert client.recv(100) == b"come in"


class Failing(socket.socket):
    """Listens, and fails once for want of open files."""

    failed = False

    def accept(self):
        if not self.failed:
            self.failed = True
            raise OSError(errno.EMFILE, "Too many open files")
        return super().accept()


def test_a_door_that_fails_opens_again(monkeypatch):
    """Where the system can let in nobody, the door tries again."""
    monkeypatch.setattr(door, "_AGAIN_SECONDS", 0.001)

    async def knock():
        with Failing() as listening:
            listening.bind(("127.0.0.1", 0))
            listening.listen()
            entrance = Door(listening, lambda who, ended: Connection(ended), lambda address: False)
            opened = asyncio.create_task(entrance.open())
            with connect(listening.getsockname()[1]):
                while not entrance._held:
                    await asyncio.sleep(0.001)
            opened.cancel()
            return listening.failed

    assert asyncio.run(asyncio.wait_for(knock(), 20))
