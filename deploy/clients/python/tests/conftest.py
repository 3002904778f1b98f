from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator

import pytest
from fake_router import FakeRouter


@pytest.fixture
def directory() -> Iterator[str]:
    """A directory with a short path, as required for `ipc://` sockets."""
    path = tempfile.mkdtemp(prefix="stb")
    yield path
    shutil.rmtree(path)


@pytest.fixture
def router(directory: str) -> Iterator[FakeRouter]:
    with FakeRouter(directory) as router:
        yield router
