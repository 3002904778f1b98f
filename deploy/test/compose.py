"""Checks that every container of compose files is locked down, and that every third-party image can have a digest.

    compose.py FILE...
"""

import re
import sys

import yaml

#: Our own images have our own tags. deploy/pin finds third-party images by their variables.
OURS = re.compile(r"\$\{STANDUPS_IMAGES:-standups\}-[a-z]+:\$\{STANDUPS_TAG:-latest\}")
OTHERS = re.compile(r"\$\{STANDUPS_[A-Z]+_IMAGE:-[^}:]+:[^}]+\}")


def wrong(service: dict) -> list[str]:
    """The faults of a service. One without an image adds to the service of another file."""
    if "image" not in service:
        return []
    found = []
    if not (OURS.fullmatch(service["image"]) or OTHERS.fullmatch(service["image"])):
        found.append(f"has the image {service['image']}; expected ${{STANDUPS_NAME_IMAGE:-name:tag}}")
    if service.get("cap_drop") != ["ALL"]:
        found.append("has no `cap_drop: [ALL]`")
    if service.get("read_only") is not True:
        found.append("has no `read_only: true`")
    if "no-new-privileges:true" not in service.get("security_opt", []):
        found.append("has no `security_opt: [no-new-privileges:true]`")
    if "mem_limit" not in service:
        found.append("has no `mem_limit`")
    return found


def main(files: list[str]) -> int:
    sentences = []
    for file in files:
        with open(file, encoding="utf-8") as stream:
            services = yaml.safe_load(stream)["services"]
        sentences += [f"{file}: {name} {what}" for name, service in services.items() for what in wrong(service)]
    print("\n".join(sentences), end="\n" if sentences else "", file=sys.stderr)
    return 1 if sentences else 0


sys.exit(main(sys.argv[1:]))
