from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator

import pytest
from fake_router import FakeRouter


@pytest.fixture
def directory() -> Iterator[str]:
    """Short, as the path of an `ipc://` socket has to be."""
    path = tempfile.mkdtemp(prefix="stb")
    yield path
    shutil.rmtree(path)


@pytest.fixture
def router(directory: str) -> Iterator[FakeRouter]:
    with FakeRouter(directory) as router:
        yield router
