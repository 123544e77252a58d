"""Sharing work out: in order, some chunks ahead, in whatever executor is given."""

import pickle
import threading
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from oxobook.book import Rules
from oxobook.generator.generate import generate_book
from oxobook.generator.layers.workers import Workers
from oxobook.generator.machine import Machine


class Travelling(Executor):
    """An executor that does everything at once, and pickles what it is given and what it gives back, as if each chunk
    went to another machine."""

    def __init__(self):
        self.done = 0

    def submit(self, function, /, *arguments):
        function, arguments = pickle.loads(pickle.dumps((function, arguments)))
        future = Future()
        future.set_result(pickle.loads(pickle.dumps(function(*arguments))))
        self.done += 1
        return future


def test_results_come_in_the_order_of_the_chunks():
    """However long a chunk takes, its result stands where the chunk stood."""
    last_is_done = threading.Event()

    def double(number):
        if number == 0:
            assert last_is_done.wait(10)
        elif number == 3:
            last_is_done.set()
        return 2 * number

    with Workers(Machine(4)) as workers:
        assert list(workers.map(double, ((number,) for number in range(4)))) == [0, 2, 4, 6]


def test_few_chunks_are_ahead():
    """Chunks are asked for as they are needed: few are made before the first result is taken."""
    made = []

    def chunks():
        for number in range(100):
            made.append(number)
            yield (number,)

    with Workers(Machine(2)) as workers:
        results = workers.map(str, chunks())
        assert next(results) == "0" and len(made) < 10
        results.close()
    assert len(made) < 10


def test_an_error_in_a_chunk_is_raised():
    """An exception in a chunk reaches the caller."""
    with Workers(Machine(2)) as workers, pytest.raises(ZeroDivisionError):
        list(workers.map(divmod, [(1, 1), (1, 0)]))


def test_a_given_executor_stays_open():
    """An executor of the caller's is used, and not shut down."""
    given = Travelling()
    with Workers(Machine(cluster=given)) as workers:
        assert list(workers.map(abs, [(-1,)])) == [1]
    with Workers(Machine(cluster=given)) as workers:
        assert list(workers.map(abs, [(-2,)])) == [2]
    assert given.done == 2


def test_a_solve_in_processes(compiled, made, tmp_path):
    """Processes of the standard library's pool make the same file as threads, in little memory as well."""
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        book = tmp_path / "book"
        generate_book(Rules(3, 4, 3), book, engine="dense", machine=Machine(2, 750_000_000, pool))
    assert book.read_bytes() == made("3x4x3", "dense").read_bytes()
