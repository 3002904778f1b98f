"""Cuts the network that recognises voices out of the engine's library, and adds it to engine.json.

usage: voices.py write DIRECTORY    exits with 1 and the reason if the library does not contain the network
       voices.py check DIRECTORY    exits with 1 and the reason if the file is missing or damaged

libmoonshine contains the network in its read-only data, but no function of its interface reaches it. It is found by the
identifier of ONNX Runtime's format, and is used only if its digest is the known one.
"""

import hashlib
import json
import os
import pathlib
import sys

LIBRARY = "moonshine_voice/libmoonshine.so"
NETWORK = "voices/wespeaker-resnet34-lm.ort"
LICENSE = "voices/LICENSE"
MANIFEST = "engine.json"
#: Size and digest of the network; Sources/Voices/VoiceModel.swift has the same.
BYTES = 6_975_920
SHA256 = "6e4af7d49562e6e7042672e444d6394935cb2c23c3a7dd4919da45922b91735b"
#: Identifier of ONNX Runtime's format, and its position in a file.
IDENTIFIER, IDENTIFIER_AT = b"ORTM", 4
TEXT = """\
wespeaker-resnet34-lm.ort is the speaker network WeSpeaker ResNet34-LM, trained on VoxCeleb by the WeSpeaker project
(https://github.com/wenet-e2e/wespeaker) and published by pyannote as pyannote/wespeaker-voxceleb-resnet34-LM under the
licence Creative Commons Attribution 4.0 International (https://creativecommons.org/licenses/by/4.0/). Moonshine converted
it to the format of ONNX Runtime and embedded it in libmoonshine, from which it was copied without changes.
"""


def digest(data):
    return hashlib.sha256(data).hexdigest()


def cut(library):
    """The network in the bytes of the library, or None."""
    at = library.find(IDENTIFIER)
    while at >= 0:
        start = at - IDENTIFIER_AT
        found = library[max(0, start) : start + BYTES]
        if len(found) == BYTES and digest(found) == SHA256:
            return found
        at = library.find(IDENTIFIER, at + 1)
    return None


def is_whole(path):
    return path.is_file() and path.stat().st_size == BYTES and digest(path.read_bytes()) == SHA256


def replace(path, data):
    """Writes a file so that a program sees the old one or the new one."""
    path.parent.mkdir(exist_ok=True)
    new = path.with_name(path.name + ".new")
    new.write_bytes(data)
    os.replace(new, path)


def write(folder):
    """The reason why the network cannot be written, or None."""
    if not is_whole(folder / NETWORK):
        network = cut((folder / LIBRARY).read_bytes())
        if network is None:
            return f"{LIBRARY} does not contain the network that recognises voices"
        replace(folder / NETWORK, network)
    replace(folder / LICENSE, TEXT.encode())
    manifest = json.loads((folder / MANIFEST).read_text())
    known = {name: {"bytes": len(data), "sha256": digest(data)}
             for name in (LICENSE, NETWORK) for data in [(folder / name).read_bytes()]}
    if any(manifest["files"].get(name) != file for name, file in known.items()):
        manifest["files"] = dict(sorted((manifest["files"] | known).items()))
        replace(folder / MANIFEST, (json.dumps(manifest, indent=2) + "\n").encode())
    return None


def check(folder):
    """The reason why the network cannot be used, or None."""
    return None if is_whole(folder / NETWORK) else f"{NETWORK} is missing or damaged"


if __name__ == "__main__":
    action, directory = sys.argv[1], pathlib.Path(sys.argv[2])
    try:
        sys.exit(write(directory) if action == "write" else check(directory))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        sys.exit(f"{type(error).__name__}: {error}")
