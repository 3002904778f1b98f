"""Reads Services/NAME/deployment.toml, in which each service describes how it is deployed. From these files

  deploy/generate

writes the compose files, the Dockerfile, Kubernetes manifests, systemd units, Prometheus targets and .env.example; the
tests of the deployment read them as well. They have the differences between services; what they share is in
deploy/generator/templates. The service catalog (catalog.py) has the list and the order of the services.

The program of a service is called NAME-service. All keys except the first two have a default (in brackets):

  summary          what the service does, for the image and the unit: starts with a verb, without a full stop
  instances        what happens with several instances, or if one is replaced; heads the Kubernetes manifest
  memory           maximum memory, such as "512m" or "2g" ["256m"]
  cpus             maximum number of cores in compose [1.0]
  limits_from_env  compose reads both from STANDUPS_NAME_MEMORY and STANDUPS_NAME_CPUS if they are set [false]
  replicas         number of instances in Kubernetes [1]
  pair             deploy/ha.yml starts two instances, and deploy/kubernetes-ha prefers different machines [false]
  requests         resources that Kubernetes reserves for each instance [{cpu = "50m", memory = "64Mi"}]
  start_seconds    time after its start in which it may be unhealthy, in seconds [10]
  settings         variables that compose passes on, with their defaults; "" for the program's default [{}]
  example          these variables in .env.example: comments, and below each, lines such as #STANDUPS_NAME_LIMIT=5 [none]
  packages         Debian packages of its shared libraries, in addition to those of the router [[]]
  build_packages   additional Debian packages for compiling it [[]]
  engine           the image contains the speech engine [false]
  volume           it stores data; size of the volume in Kubernetes, such as "10Gi" [none]
  scratch          size of the volume for temporary files, /tmp, such as "10Gi" [none]
  database         deploy/ha.yml and deploy/kubernetes-ha connect it to PostgreSQL [false]
  internet         it has internet access and the certificate authorities [false]
  time_zones       it has the time zone database [false]
  ports            published ports; for the router only [{}]
  web              port for browsers [none]

All mistakes are reported at once.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path

from . import catalog
from .catalog import CATALOG, ROOT, Mistake

try:
    import tomllib
except ImportError:
    raise SystemExit("Python 3.11 or newer is required to read deployment.toml; set STANDUPS_PYTHON to it for the"
                     " scripts.") from None

#: Paths of the descriptions, relative to the root of the checkout.
PLACES = "Services/*/deployment.toml"

#: Other names of images, keys or containers.
TAKEN = ("cli", "load", "demo", "prometheus", "keys", "operator", "observer", "loadtest", "program",
         "service", "builder", "libraries", "engine", "network", "namespace", "kustomization")


@dataclass(frozen=True)
class Service:
    """The description of a service. The start of this file explains each member."""

    name: str
    summary: str
    instances: str
    memory: str = "256m"
    cpus: float = 1.0
    limits_from_env: bool = False
    replicas: int = 1
    pair: bool = False
    requests: dict[str, str] = field(default_factory=lambda: {"cpu": "50m", "memory": "64Mi"})
    start_seconds: int = 10
    settings: dict[str, str] = field(default_factory=dict)
    example: str = ""
    packages: list[str] = field(default_factory=list)
    build_packages: list[str] = field(default_factory=list)
    engine: bool = False
    volume: str = ""
    scratch: str = ""
    database: bool = False
    internet: bool = False
    time_zones: bool = False
    ports: dict[str, int] = field(default_factory=dict)
    web: int = 0

    @property
    def is_router(self) -> bool:
        """The composition root; all others are services."""
        return self.name == "router"


def place(name: str) -> str:
    """Path of a service's description, relative to the root of the checkout."""
    folder = "".join(part.capitalize() for part in name.split("-"))
    return PLACES.replace("*", folder)


def load(root: Path = ROOT) -> list[Service]:
    """Reads and checks the descriptions, in the order of the catalog. Raises `Mistake`."""
    names = catalog.services(root)
    texts, wrong = {}, []
    for name in names:
        try:
            texts[name] = (root / place(name)).read_text(encoding="utf-8")
        except OSError as error:
            wrong.append(f"{place(name)} cannot be read: {error.strerror}. {CATALOG} lists its service.")
    known = {place(name) for name in names}
    wrong += [f"{path} describes a service that {CATALOG} does not list; add the service there, or remove the file."
              for path in sorted(path.relative_to(root).as_posix() for path in root.glob(PLACES)) if path not in known]
    try:
        described = parse(texts)
    except Mistake as mistake:
        raise Mistake("\n".join([*wrong, str(mistake)])) from None
    if wrong:
        raise Mistake("\n".join(wrong))
    return described


def parse(texts: dict[str, str]) -> list[Service]:
    """Checks descriptions by the name of their service. Raises `Mistake`."""
    tables, wrong = {}, []
    for name, text in texts.items():
        try:
            tables[name] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            wrong.append(f"{place(name)} is not valid TOML: {error}.")
            continue
        if headers := re.findall(r"^ *\[.*", text, re.MULTILINE):
            wrong.append(f"{place(name)} has {', '.join(headers)}; write keys at the top level, and tables on one line,"
                         " such as {cpu = \"50m\"}.")
        wrong += _wrong(name, tables[name])
    if next(iter(texts), None) != "router":
        wrong.append("The router must come first.")
    keepers = [name for name, table in tables.items() if "volume" in table]
    if len(keepers) > 1:
        wrong.append(f"Only one service may have a volume, which is called `data`; found: {', '.join(keepers)}.")
    if wrong:
        raise Mistake("\n".join(wrong))
    return [Service(name=name, **table) for name, table in tables.items()]


#: The form of each value, and its description in messages.
_SHAPES = {
    "summary": (r"[a-z][^\"\\$%\n]*[^.\"\\$%\n]",
                "a phrase that begins with a lowercase letter and has no full stop at its end"),
    "instances": (r"[^\n]+", "a sentence on one line"),
    "memory": (r"[1-9][0-9]*[mg]", "a size such as 512m or 2g"),
    "volume": (r"[1-9][0-9]*[MGT]i", "a size such as 10Gi"),
    "scratch": (r"[1-9][0-9]*[MGT]i", "a size such as 10Gi"),
    "example": (r"(#[^\n]+\n)+(\n(#[^\n]+\n)+)*", "lines that begin with #, and single empty lines between them"),
}
_EACH = {
    "settings": (r"STANDUPS_[A-Z_]+", "variables such as STANDUPS_TIMER_LIMIT"),
    "packages": (r"[a-z0-9][a-z0-9.+-]+", "names of Debian packages"),
    "build_packages": (r"[a-z0-9][a-z0-9.+-]+", "names of Debian packages"),
    "ports": (r"[a-z]+", "names such as commands"),
}


def _wrong(name: str, table: dict) -> list[str]:
    """The mistakes of one service."""
    head = place(name)
    if not re.fullmatch(r"[a-z]+(-[a-z]+)*", name) or name in TAKEN:
        return [f"Invalid name “{name}” in {CATALOG}; expected lowercase letters and hyphens, and none of"
                f" {', '.join(TAKEN)}."]
    wrong = []
    known = {one.name: one for one in fields(Service) if one.name != "name"}
    for key, value in table.items():
        if key not in known:
            close = difflib.get_close_matches(key, known, 1)
            wrong.append(f"{head} has the unknown key `{key}`"
                         + (f"; did you mean `{close[0]}`?" if close else f"; expected one of {', '.join(known)}."))
        elif not _is_of_type(value, str(known[key].type)):
            wrong.append(f"{head}: {key} = {value!r} must be {_said(str(known[key].type))}.")
        elif key in _SHAPES and not re.fullmatch(_SHAPES[key][0], value):
            wrong.append(f"{head}: {key} = {value!r} must be {_SHAPES[key][1]}.")
        elif odd := [one for one in value if not re.fullmatch(_EACH[key][0], one)] if key in _EACH else []:
            wrong.append(f"{head}: {key} has {', '.join(map(repr, odd))}; expected {_EACH[key][1]}.")
    wrong += [f"{head} needs `{key}`." for key, one in known.items()
              if one.default is MISSING and one.default_factory is MISSING and key not in table]
    if wrong:
        return wrong
    for key in ("cpus", "replicas", "start_seconds"):
        if table.get(key, 1) <= 0:
            wrong.append(f"{head}: {key} must be greater than 0.")
    if set(table.get("requests", ("cpu", "memory"))) != {"cpu", "memory"}:
        wrong.append(f"{head}: requests must have exactly cpu and memory.")
    if odd := set(re.findall(r"^#(STANDUPS_\w+)=", table.get("example", ""), re.MULTILINE)) - set(table.get("settings", ())):
        wrong.append(f"{head}: example has {', '.join(sorted(odd))}; expected variables of `settings`.")
    if not 0 < table.get("web", 1) < 65536:
        wrong.append(f"{head}: web must be a port.")
    if table.get("volume") and table.get("replicas", 1) != 1:
        wrong.append(f"{head} has a volume, which allows one writer; remove `replicas`.")
    if ("ports" in table) != (name == "router"):
        wrong.append(f"{head} " + ("needs `ports`." if name == "router" else
                                   "may not have `ports`, as it is reached through the router."))
    if name == "router":
        wrong += [f"{head} may not have `{key}`: there is one router, and it stores nothing."
                  for key in ("replicas", "pair", "settings", "example", "engine", "volume", "scratch", "database", "time_zones", "web")
                  if key in table]
    return wrong


def _is_of_type(value: object, kind: str) -> bool:
    match kind:
        case "str":
            return isinstance(value, str)
        case "bool":
            return isinstance(value, bool)
        case "int":
            return type(value) is int
        case "float":
            return type(value) in (int, float)
        case "list[str]":
            return isinstance(value, list) and all(isinstance(one, str) for one in value)
        case "dict[str, str]":
            return isinstance(value, dict) and all(isinstance(one, str) for one in value.values())
        case _:
            return isinstance(value, dict) and all(type(one) is int for one in value.values())


def _said(kind: str) -> str:
    return {"str": "a string", "bool": "true or false", "int": "a whole number", "float": "a number",
            "list[str]": "a list of strings", "dict[str, str]": "a table of strings"}.get(kind, "a table of numbers")
