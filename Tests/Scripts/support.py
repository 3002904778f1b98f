"""Loads the programs of `scripts`, which have no suffix, as modules."""

from __future__ import annotations

import importlib.util
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.append(str(ROOT / "Tests/Contract"))

from contract import catalog  # noqa: E402  needs the path

__all__ = ["ROOT", "catalog", "program"]


def program(name: str) -> ModuleType:
    """The program `scripts/NAME` as a module."""
    loader = SourceFileLoader(name, str(ROOT / "scripts" / name))
    spec = importlib.util.spec_from_loader(name, loader)
    if spec is None:
        raise ImportError(name)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    loader.exec_module(module)
    return module
