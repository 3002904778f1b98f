"""The parts of a test that are beside the other tests of a feature."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from . import catalog
from .catalog import ROOT


def files(name: str, root: Path = ROOT) -> dict[str, Path]:
    """The files `Tests/FEATURE/NAME` that exist, by feature, in the order of the catalog."""
    found = {feature: root / "Tests" / feature / name for feature in catalog.features(root)}
    return {feature: path for feature, path in found.items() if path.exists()}


def load(name: str, root: Path = ROOT) -> dict[str, ModuleType]:
    """The programs `Tests/FEATURE/NAME.py` as modules, by feature, in the order of the catalog."""
    return {feature: _module(f"{name}_of_{feature.lower()}", path) for feature, path in files(f"{name}.py", root).items()}


def _module(name: str, path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is not a program in Python.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
