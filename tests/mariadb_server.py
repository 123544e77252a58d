"""A MariaDB server for tests, from the programs of the system's package ``mariadb-server``.

It listens on the loopback only, keeps everything in a temporary folder, and is gone with it. It refuses to run as root:
there it runs as ``nobody``.
"""

import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from tests.postgres_server import USER, NoServer, _free_port, quote

PASSWORD = "p@ss:w/rd?#%41"
"""A password with whatever a URL takes amiss."""
_PATIENCE = 60.0
_OPTIONS = ("--no-defaults", "--bind-address=127.0.0.1", "--innodb-flush-log-at-trx-commit=2", "--skip-log-bin")


class MariaDBServer:
    """A running server; a context manager. Raises NoServer."""

    def __enter__(self) -> "MariaDBServer":
        for program in ("mariadb-install-db", "mariadbd"):
            if shutil.which(program) is None:
                raise NoServer(f"{program} is not installed: apt-get install mariadb-server")
        self._folder, self.port = Path(tempfile.mkdtemp(prefix="oxobook-mariadb-")), _free_port()
        data = self._folder / "data"
        data.mkdir()
        user = []
        if os.geteuid() == 0:
            user = ["--user=nobody"]
            for path in (self._folder, data):
                shutil.chown(path, "nobody")
        make = ["mariadb-install-db", "--no-defaults", f"--datadir={data}", "--skip-test-db", *user]
        subprocess.run([*make, "--auth-root-authentication-method=normal"], check=True, capture_output=True)
        files = [f"--datadir={data}", f"--socket={self._folder}/socket", f"--pid-file={self._folder}/pid"]
        command = ["mariadbd", *_OPTIONS, *files, f"--port={self.port}", *user]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            self._wait()
            self.execute(
                "mysql",
                f"CREATE USER {USER}@localhost IDENTIFIED BY '{PASSWORD}'",
                f"GRANT ALL ON *.* TO {USER}@localhost",
            )
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop the server and remove its folder."""
        self._process.kill()
        self._process.wait(_PATIENCE)
        shutil.rmtree(self._folder, ignore_errors=True)

    def execute(self, database: str, *statements: str) -> None:
        """Run statements in a database as its superuser."""
        with self._connect(database) as connection, connection.cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)
            connection.commit()

    def create(self, database: str) -> str:
        """Make an empty database; returns its URL."""
        self.execute("mysql", f"CREATE DATABASE {database}")
        return f"mariadb+pymysql://{USER}:{quote(PASSWORD, safe='')}@127.0.0.1:{self.port}/{database}"

    def _connect(self, database: str = "mysql"):
        import pymysql

        return pymysql.connect(unix_socket=f"{self._folder}/socket", user="root", database=database)

    def _wait(self) -> None:
        """Until it answers."""
        import pymysql

        for _ in range(int(_PATIENCE / 0.1)):
            if not (self._folder / "socket").exists():
                time.sleep(0.1)
                continue
            try:
                self._connect().close()
                return
            except pymysql.OperationalError:
                time.sleep(0.1)
        raise NoServer(f"the server does not answer within {_PATIENCE:.0f} s")
