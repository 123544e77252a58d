"""Workers in a Dask cluster: one that is started here for the time of the work, or one that runs elsewhere.

Dask gives the chunks of a dead worker to others. It trusts its network: anyone who reaches a scheduler can run anything
on its workers. So a cluster that is started here listens on this machine alone, and only to those who have the key
that is made for it; for others Dask's own settings say which certificates to show and to ask for.
"""

import logging
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from importlib.util import find_spec
from platform import node
from typing import Any, NamedTuple

from oxobook.book.errors import IllegalAddress, LostWorkers, MissingExtra, quoted
from oxobook.book.info import __version__
from oxobook.book.processes import ctrl_c_held
from oxobook.generator.layers.workers import Workers
from oxobook.generator.machine import Machine, free_memory

_log = logging.getLogger(__name__)
_PATIENCE = 20  # seconds, for a scheduler to answer
_FAILURES = 100  # deaths of workers on one task of a local cluster; only lack of memory can cause them
_TRIES, _PAUSE = 20, 0.5  # tries for workers to answer, and seconds between them
_RECENT = 3.0  # seconds for which the known size of the cluster is used


_UNHINDERED = {
    "distributed.nanny.pre-spawn-environ.MALLOC_TRIM_THRESHOLD_": None,
    "distributed.worker.profile.enabled": False,
}
"""Settings that keep Dask's workers from returning memory to the system early and from sampling what they run a hundred
times a second: a solve, which works on large arrays all the time, would take up to twice as long."""


class Present(NamedTuple):
    """Description of a worker."""

    version: str
    machine: str
    free: int
    """Number of free bytes of memory on its machine."""


def present() -> Present:
    """Describe this process as a worker."""
    return Present(__version__, node(), free_memory())


@contextmanager
def cluster_workers(cluster: str | int, machine: Machine = Machine()) -> Iterator[Workers]:  # noqa: B008
    """Open the workers of a cluster: the scheduler at an address, or a number of processes to start here.

    By default all of them may take the memory that their limits say or that is free on their machines.
    Raises MissingExtra, IllegalAddress where no scheduler answers, and LostWorkers when it or its workers are gone.
    """
    for library in ("distributed", "cryptography"):
        if find_spec(library) is None:
            raise MissingExtra(f"a cluster needs the library {library}: pip install 'oxobook[large]'")
    from distributed import KilledWorker
    from distributed.comm.core import CommClosedError

    where = "started here" if isinstance(cluster, int) else f"of {cluster}"
    with ExitStack() as stack:
        _quieten(stack)
        client = _local(cluster, stack) if isinstance(cluster, int) else _remote(cluster, stack)
        if isinstance(cluster, int) and find_spec("bokeh") is not None:  # without it Dask serves none
            _log.info("Dask's dashboard: %s", client.dashboard_link)
        try:
            yield ClusterWorkers(client, machine)
        except KilledWorker as error:
            raise LostWorkers(
                f"workers {where} died again and again, perhaps of too little memory: give them more, or use fewer, "
                "and call again: finished work is kept"
            ) from error
        except (CancelledError, CommClosedError) as error:
            raise LostWorkers(
                f"the scheduler {where} is gone: start it again, and call again: finished work is kept"
            ) from error


class ClusterWorkers(Workers):
    """Workers of a Dask cluster, which may come and go."""

    def __init__(self, client: Any, machine: Machine) -> None:
        super().__init__(replace(machine, cluster=client.get_executor(pure=False)))
        self._client = client
        self._asked, self._threads = 0.0, 1
        self.processes, each = self._found()
        self._memory = machine.memory or each * self.processes

    @property
    def jobs(self) -> int:
        """Number of chunks that can run at once, by now."""
        if time.monotonic() - self._asked > _RECENT:
            self._threads = max(1, sum(self._client.nthreads().values()))
            self._asked = time.monotonic()
        return self._threads

    def _found(self) -> tuple[int, int]:
        """Return the number of workers, and of bytes of memory for each; raises LostWorkers if one cannot work."""
        for _ in range(_TRIES):
            limits = {name: one["memory_limit"] for name, one in self._client.scheduler_info(-1)["workers"].items()}
            answers: dict[str, Any] = self._client.run(present, on_error="return")
            presented = {name: one for name, one in answers.items() if isinstance(one, Present) and name in limits}
            self._require_able(answers.values())
            if presented:
                on = Counter(one.machine for one in presented.values())
                return len(limits), min(limits[name] or one.free // on[one.machine] for name, one in presented.items())
            time.sleep(_PAUSE)  # they have just died, and others will start
        raise LostWorkers("no worker of the cluster answers: check the workers, and call again: finished work is kept")

    def _require_able(self, answers: Iterable[Any]) -> None:
        for one in answers:
            if isinstance(one, ImportError):
                raise LostWorkers(
                    f"a worker cannot load oxobook: {one}: install oxobook[large] wherever workers run"
                ) from one
            if isinstance(one, Present) and one.version != __version__:
                raise LostWorkers(
                    f"expected oxobook {__version__} wherever workers run; {one.machine!r} has {one.version}: install "
                    "the same there"
                )


def _quieten(stack: ExitStack) -> None:
    """Silence Dask's log until the stack is closed: errors are reported in one line, without secrets."""
    for name in ("distributed", "distributed.client"):
        logger = logging.getLogger(name)
        stack.callback(logger.setLevel, logger.level)
        logger.setLevel(logging.CRITICAL)


def _local(count: int, stack: ExitStack) -> Any:
    """Return the client of a new cluster on this machine."""
    import dask
    from distributed import Client, LocalCluster

    stack.enter_context(dask.config.set(_UNHINDERED))
    with ctrl_c_held():  # a terminal sends it to the workers too, which would each print a traceback
        cluster = LocalCluster(
            n_workers=count,
            threads_per_worker=1,
            security=True,  # other users of this machine reach its ports too
            memory_limit=0,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            silence_logs=logging.CRITICAL,
            scheduler_kwargs={"allowed_failures": _FAILURES},
        )
    stack.enter_context(cluster)
    return stack.enter_context(Client(cluster))


def _remote(address: str, stack: ExitStack) -> Any:
    """Return the client of a cluster elsewhere that has a worker."""
    from distributed import Client

    try:
        client = stack.enter_context(Client(address, timeout=_PATIENCE))
    except (OSError, ValueError, TypeError) as error:
        raise IllegalAddress(
            f"expected the address of a Dask scheduler that answers, such as tcp://10.0.0.1:8786; got {quoted(address)}"
        ) from error
    try:
        client.wait_for_workers(1, timeout=_PATIENCE)
    except TimeoutError as error:
        raise LostWorkers(f"the scheduler at {quoted(address)} has no worker: start some, and call again") from error
    return client
