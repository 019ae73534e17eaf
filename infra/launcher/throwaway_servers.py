"""Postgres and Valkey for one test run, in a home that disappears with it."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from infra.launcher import guest, postgres_binaries, secret_store
from infra.launcher.places import Home
from infra.launcher.postgres import Postgres
from infra.launcher.setup_step import Setup
from infra.launcher.valkey import Valkey


@contextmanager
def running(setup: Setup) -> Iterator[dict[str, str]]:
    """Start both servers and yield the environment that leads to them."""
    home = Home(path=Path(tempfile.mkdtemp(prefix="enfilade-test-")))
    home.prepare()
    known = secret_store.choose_ports(home, secret_store.load(home))
    packages = setup.checkout.packages()
    postgres = Postgres(
        home=home,
        secrets=known,
        port=known.postgres_port or 0,
        installation=postgres_binaries.install(packages),
        lasting=False,
    )
    valkey = Valkey(home=home, secrets=known, port=known.valkey_port or 0, packages=packages)
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, home.path, ignore_errors=True)
        stack.callback(postgres.erase)
        with setup.progress.step("starting the test servers", "test servers started"):
            stack.callback(postgres.start().stop, patience=10)
            stack.callback(valkey.start().stop, patience=10)
        if setup.home.sandbox.is_dir():
            guest.take_over(setup.home.sandbox, home.sandbox)
        yield {
            "DATABASE_OWNER_URL": postgres.owner_url,
            "ENFILADE_RUNTIME_PASSWORD": known.runtime_password,
            "REDIS_URL": valkey.url,
            "ENFILADE_HOME": str(home.path),
        }
