"""Writes and checks engine.json, the list of files of a downloaded speech engine.

usage: manifest.py write DIRECTORY RECIPE
       manifest.py check DIRECTORY RECIPE    prints the models that are complete; exits with 1 and the
                                             reason if the engine is missing, outdated or damaged

RECIPE identifies the exact pins and conversion; an engine with another recipe is downloaded again.
"""

import hashlib
import json
import pathlib
import platform
import sys

NAME = "engine.json"
LIBRARY = "moonshine_voice/libmoonshine.so"
MODELS = ("base-en-int8", "tiny-en")
PINS = ("library.txt", "base-model.txt", "converter.txt")


def sha256(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def versions():
    """Name and version of every package used for the engine, from the pins next to this file."""
    found = {}
    for pins in PINS:
        for line in pathlib.Path(__file__).with_name(pins).read_text().splitlines():
            if "==" in line and not line.startswith("#"):
                name, version = line.rstrip("\\ ").split("==")
                found[name] = version
    return found


def write(folder, recipe):
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != NAME)
    manifest = {
        "recipe": recipe,
        "architecture": platform.machine(),
        "library": LIBRARY,
        "models": [model for model in MODELS if (folder / model).is_dir()],
        "versions": versions(),
        "files": {
            str(path.relative_to(folder)): {"bytes": path.stat().st_size, "sha256": sha256(path)}
            for path in files
        },
    }
    (folder / NAME).write_text(json.dumps(manifest, indent=2) + "\n")


def check(folder, recipe):
    """The reason why this engine cannot be used, or None."""
    try:
        manifest = json.loads((folder / NAME).read_text())
        if manifest["architecture"] != platform.machine():
            return f"it is for {manifest['architecture']}"
        if manifest["recipe"] != recipe:
            return "it is another version"
        for name, known in manifest["files"].items():
            path = folder / name
            if path.stat().st_size != known["bytes"] or sha256(path) != known["sha256"]:
                return f"{name} is damaged"
        print(*manifest["models"])
        return None
    except FileNotFoundError as error:
        return f"{pathlib.Path(error.filename).name} is missing"
    except (KeyError, TypeError, AttributeError, ValueError):
        return f"{NAME} is damaged"


if __name__ == "__main__":
    action, folder, recipe = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    if action == "write":
        write(folder, recipe)
    else:
        sys.exit(check(folder, recipe))
