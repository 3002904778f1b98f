"""The bill of materials of a release, in SPDX 2.3 (https://spdx.github.io/spdx-spec/v2.3/)."""

from __future__ import annotations

import hashlib
import io
import json
import re
import subprocess
import tarfile
import tempfile
import uuid
from collections.abc import Iterable, Iterator
from email.parser import HeaderParser
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from .artefacts import Artefact, File, Image, read_images, sha256
from .running import Stop, ask
from .versions import Version

NOTHING = "NOASSERTION"
PURPOSES = {"deb": "INSTALL", "archive": "ARCHIVE", "wheel": "LIBRARY", "sdist": "SOURCE", "npm": "LIBRARY"}
LICENSE = "MIT"
SUPPLIER = "Organization: The Standups authors"


def file_name(version: Version) -> str:
    return f"standups-{version}.spdx.json"


class DebianPackage(NamedTuple):
    """A package of the distribution, as dpkg knows it."""

    name: str
    version: str
    architecture: str
    source: str
    homepage: str
    #: The distribution and its release, such as "debian" and "bookworm".
    distribution: str
    codename: str

    @property
    def purl(self) -> str:
        return (f"pkg:deb/{self.distribution}/{quote(self.name)}@{quote(self.version)}"
                f"?arch={self.architecture}&distro={self.codename}")


class Document:
    """A document under construction."""

    def __init__(self, name: str, *, created: str, seed: str) -> None:
        """`created` is a time like 2026-11-27T09:30:00Z; `seed` makes the document's address its own."""
        self._packages: dict[str, dict[str, Any]] = {}
        self._files: list[dict[str, Any]] = []
        self._relations: dict[tuple[str, str, str], None] = {}
        self._head = {
            "spdxVersion": "SPDX-2.3",
            "dataLicense": "CC0-1.0",
            "SPDXID": "SPDXRef-DOCUMENT",
            "name": name,
            "documentNamespace": f"https://spdx.org/spdxdocs/{name}-{uuid.uuid5(uuid.NAMESPACE_URL, seed)}",
            "creationInfo": {"created": created, "creators": ["Tool: standups-release", SUPPLIER]},
        }

    def package(self, key: str, name: str, version: str = "", *, license: str = NOTHING, purl: str = "", **more: Any) -> str:
        """Adds a package, once for each key, and returns its identifier."""
        identifier = "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]+", "-", key)
        if identifier in self._packages:
            return identifier
        package: dict[str, Any] = {"SPDXID": identifier, "name": name}
        if version:
            package["versionInfo"] = version
        package |= {"downloadLocation": NOTHING, "filesAnalyzed": False, "licenseConcluded": NOTHING,
                    "licenseDeclared": license, "copyrightText": NOTHING, "supplier": NOTHING, **more}
        if purl:
            package["externalRefs"] = [
                {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": purl}]
        self._packages[identifier] = package
        return identifier

    def contents(self, package: str, files: Iterable[File]) -> None:
        """Lists the files of a package, with the code by which a reader verifies that these are all."""
        files = list(files)
        code = hashlib.sha1("".join(sorted(file.sha1 for file in files)).encode(), usedforsecurity=False).hexdigest()
        self._packages[package] |= {"filesAnalyzed": True, "packageVerificationCode": {"packageVerificationCodeValue": code},
                                    "licenseInfoFromFiles": [NOTHING]}
        for number, file in enumerate(files):
            identifier = f"{package}-file-{number}"
            self._files.append({
                "SPDXID": identifier,
                "fileName": file.name,
                "checksums": [{"algorithm": "SHA1", "checksumValue": file.sha1},
                              {"algorithm": "SHA256", "checksumValue": file.sha256}],
                "licenseConcluded": NOTHING, "licenseInfoInFiles": [NOTHING], "copyrightText": NOTHING,
            })
            self.relate(package, "CONTAINS", identifier)

    def relate(self, one: str, kind: str, other: str) -> None:
        self._relations[one, kind, other] = None

    def value(self) -> dict[str, Any]:
        relations = [{"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}
                     for one, kind, other in self._relations]
        return {**self._head, "packages": list(self._packages.values()), "files": self._files, "relationships": relations}


def text_of(value: dict[str, Any]) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


# --- Debian packages -------------------------------------------------------------------------------


def _distribution() -> tuple[str, str]:
    found = dict(re.findall(r'^([A-Z_]+)="?([^"\n]*)', Path("/etc/os-release").read_text(encoding="utf-8"), re.MULTILINE))
    return found.get("ID", "debian"), found.get("VERSION_CODENAME", "")


def installed(name: str) -> DebianPackage | None:
    """A package that is installed on this machine."""
    form = "${db:Status-Status}\t${Version}\t${Architecture}\t${source:Package}\t${Homepage}\n"
    found = ask("dpkg-query", "--show", f"--showformat={form}", name, check=False)
    for line in (found or "").splitlines():
        status, version, architecture, source, homepage = (line + "\t" * 4).split("\t")[:5]
        if status == "installed":
            return DebianPackage(name, version, architecture, source, homepage, *_distribution())
    return None


def owner(library: str) -> DebianPackage:
    """The package that installed a library. dpkg may know it by its name before /lib became a link to /usr/lib."""
    for name in (library, f"/usr{library}", str(Path(library).resolve())):
        found = ask("dpkg-query", "--search", name, check=False)
        if found:
            package = installed(found.split(":")[0])
            if package:
                return package
    raise Stop(1, f"{library}, which a program is linked with, does not belong to an installed package.",
               "Install that library as a package of the distribution, and build again.")


def linked(programs: Iterable[Path], own: Path) -> tuple[set[str], set[str]]:
    """The libraries that programs are linked with, directly or not: those of the system, and names of those in `own`."""
    system, bundled = set(), set()
    for program in programs:
        for line in (ask("ldd", program) or "").splitlines():
            match = re.match(r"\s*(?:(\S+) => )?(not found|/\S+)", line)
            if match and match[2] == "not found":
                raise Stop(1, f"{program.name} needs {match[1]}, which is not installed.", "Run scripts/setup.")
            if match and Path(match[2]).resolve().is_relative_to(own.resolve()):
                bundled.add(Path(match[2]).name)
            elif match:
                system.add(match[2])
    return system, bundled


def is_program(path: Path) -> bool:
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def packages_of_image(image: Image) -> Iterator[DebianPackage]:
    """The packages in an image: of a whole system dpkg's list, otherwise what deploy/image/collect noted."""
    base = ask("docker", "image", "inspect", "--format",
               '{{index .Config.Labels "org.opencontainers.image.base.name"}}', image.id) or ""
    codename = base.rpartition(":")[2].split("-")[0]
    container = ask("docker", "create", image.id, "-") or ""
    try:
        copied = subprocess.run(["docker", "cp", f"{container}:/var/lib/dpkg", "-"], capture_output=True, check=False)
    finally:
        ask("docker", "rm", container)
    if copied.returncode != 0:
        raise Stop(1, f"{image.name} has no list of packages: {copied.stderr.decode().strip()}.")
    with tarfile.open(fileobj=io.BytesIO(copied.stdout)) as archive:
        for member in archive:
            if member.isfile() and re.fullmatch(r"dpkg/(?:status|status\.d/[^/]+)", member.name):
                stream = archive.extractfile(member)
                text = stream.read().decode() if stream else ""
                for paragraph in re.split(r"\n{2,}", text.strip()):
                    fields = HeaderParser().parsestr(paragraph)
                    if fields["Package"] and "installed" in (fields["Status"] or "installed").split():
                        source = (fields["Source"] or fields["Package"]).split()[0]
                        yield DebianPackage(fields["Package"], fields["Version"], fields["Architecture"], source,
                                            fields["Homepage"] or "", "debian", codename)


# --- the release -----------------------------------------------------------------------------------


def pins(file: Path) -> list[tuple[str, str]]:
    """Names and versions in a list of pinned packages."""
    return re.findall(r"^([A-Za-z0-9_.-]+)==([^\s\\]+)", file.read_text(encoding="utf-8"), re.MULTILINE)


class Bill:
    """Writes the document of a release."""

    def __init__(self, tree: Path, version: Version, *, commit: str, created: str, swift: str) -> None:
        """`tree` is the checkout at the commit; `swift` the version of the compiler's libraries, if any is packaged."""
        self.tree, self.version, self.swift = tree, version, swift
        self.document = Document(f"standups-{version}", created=created, seed=commit)
        self.root = self.document.package(
            "standups", "standups", str(version), license=LICENSE, supplier=SUPPLIER, primaryPackagePurpose="APPLICATION",
            comment=f"Built from commit {commit}.")
        self.document.relate("SPDXRef-DOCUMENT", "DESCRIBES", self.root)
        self.by_name: dict[str, str] = {}

    def add_artefacts(self, artefacts: list[Artefact]) -> None:
        for artefact in artefacts:
            # A wheel and an sdist have the same name.
            identifier = self.document.package(
                f"{artefact.kind}-{artefact.name}", artefact.name, artefact.version, license=LICENSE, supplier=SUPPLIER,
                packageFileName=artefact.path.name, primaryPackagePurpose=PURPOSES[artefact.kind],
                checksums=[{"algorithm": "SHA256", "checksumValue": sha256(artefact.path)}],
                purl=self._purl(artefact))
            self.document.contents(identifier, artefact.files)
            self.document.relate(self.root, "CONTAINS", identifier)
            self.by_name[f"{artefact.kind}-{artefact.name}"] = identifier
        for artefact in artefacts:
            self._dependencies(artefact)
        self._programs([artefact for artefact in artefacts if artefact.kind == "deb"])
        self._engine()

    def _purl(self, artefact: Artefact) -> str:
        quoted = quote(artefact.version)
        return {"wheel": f"pkg:pypi/{artefact.name}@{quoted}", "sdist": f"pkg:pypi/{artefact.name}@{quoted}",
                "npm": f"pkg:npm/{artefact.name}@{quoted}",
                "deb": f"pkg:deb/standups/{artefact.name}@{quoted}?arch={artefact.architecture}"}.get(artefact.kind, "")

    def _dependencies(self, artefact: Artefact) -> None:
        """Dependencies that the manifest states. It states a range of versions instead of one, so the range is a comment."""
        identifier = self.by_name[f"{artefact.kind}-{artefact.name}"]
        for stated, is_optional in [*((one, False) for one in artefact.dependencies), *((one, True) for one in artefact.optional)]:
            name = re.split(r"[\s<>=!~(;\[|]", stated, maxsplit=1)[0]
            if artefact.kind == "deb":
                known = installed(name)
                other = self.by_name.get(f"deb-{name}") or (
                    self._debian(known) if known else self.document.package(f"deb-{name}-any", name))
            else:
                kind = "npm" if artefact.kind == "npm" else "pypi"
                other = self.document.package(f"{kind}-{name}", name, purl=f"pkg:{kind}/{name}",
                                              comment=f"Any version that satisfies {stated}.")
            if is_optional:
                self.document.relate(other, "OPTIONAL_DEPENDENCY_OF", identifier)
            else:
                self.document.relate(identifier, "DEPENDS_ON", other)

    def _debian(self, package: DebianPackage) -> str:
        homepage = {"homepage": package.homepage} if package.homepage.startswith("http") else {}
        return self.document.package(
            f"deb-{package.name}-{package.version}-{package.architecture}", package.name, package.version, purl=package.purl,
            sourceInfo=f"Built from the source package {package.source}.", **homepage)

    def _swift(self, version: str) -> str:
        return self.document.package(
            f"swift-{version}", "swift-runtime", version, license="Apache-2.0 WITH Swift-exception",
            supplier="Organization: Swift.org", homepage="https://www.swift.org", primaryPackagePurpose="LIBRARY",
            comment="The standard library, Foundation and Dispatch of the Swift toolchain.")

    def _programs(self, debs: list[Artefact]) -> None:
        """The libraries that the programs in the packages are linked with, by the packages that install them here."""
        with tempfile.TemporaryDirectory(prefix="standups-") as directory:
            root = Path(directory)
            for deb in debs:
                # Into one root: the services find Swift's libraries in the other package.
                ask("dpkg-deb", "--extract", deb.path, root)
            for deb in debs:
                identifier = self.by_name[f"deb-{deb.name}"]
                programs = [path for path in (root / file.name for file in deb.files) if is_program(path)]
                system, bundled = linked(programs, root)
                for package in sorted({owner(library) for library in system}):
                    self.document.relate(identifier, "DEPENDS_ON", self._debian(package))
                if any("/swift/" in file.name for file in deb.files):
                    self.document.relate(identifier, "CONTAINS", self._swift(self.swift))
                elif bundled:
                    self.document.relate(identifier, "DYNAMIC_LINK", self._swift(self.swift))
        archive = self.by_name.get("archive-standups")
        if archive and debs:
            # It holds the same programs.
            for deb in debs:
                self.document.relate(archive, "VARIANT_OF", self.by_name[f"deb-{deb.name}"])

    def _engine(self) -> None:
        """The speech engine and its models, which `standups engine install` fetches, and the packages that convert a model."""
        user = self.by_name.get("deb-standups")
        if user is None:
            return
        for engine in self.engine():
            self.document.relate(engine, "RUNTIME_DEPENDENCY_OF", user)

    def engine(self) -> list[str]:
        speech, found = self.tree / "scripts/speech", []
        described = {"library.txt": "The speech engine Moonshine, with ONNX Runtime and the model tiny-en.",
                     "base-model.txt": "The speech model base-en."}
        for file, comment in described.items():
            for name, version in pins(speech / file):
                found.append(self.document.package(
                    f"pypi-{name}-{version}", name, version, license=LICENSE, purl=f"pkg:pypi/{name}@{version}",
                    homepage="https://github.com/moonshine-ai/moonshine", comment=comment))
        for name, version in pins(speech / "converter.txt"):
            tool = self.document.package(f"pypi-{name}-{version}", name, version, purl=f"pkg:pypi/{name}@{version}",
                                         comment="Converts base-en once, when the engine is installed.")
            self.document.relate(tool, "BUILD_TOOL_OF", found[-1])
        return found

    def add_image(self, image: Image, packages: Iterable[DebianPackage], swift: str) -> None:
        """An image, with the packages in it; `swift` is the version that its program is linked with, empty for none."""
        identifier = self.document.package(
            f"image-{image.name}", image.name, str(self.version), license=LICENSE, supplier=SUPPLIER,
            primaryPackagePurpose="CONTAINER", comment=f"{image.title} Image ID: {image.id}.")
        self.document.relate(self.root, "CONTAINS", identifier)
        for package in packages:
            self.document.relate(identifier, "CONTAINS", self._debian(package))
        if swift:
            self.document.relate(identifier, "STATIC_LINK", self._swift(swift))
        if image.name == "standups-transcription":
            for engine in self.engine():
                self.document.relate(identifier, "CONTAINS", engine)

    def write(self, directory: Path) -> Path:
        path = directory / file_name(self.version)
        path.write_text(text_of(self.document.value()), encoding="utf-8")
        return path


# --- checks ----------------------------------------------------------------------------------------


def problems(value: dict[str, Any]) -> list[str]:
    """A sentence for each fault in a document's form and references. The complete rules are those of spdx-tools."""
    if value.get("spdxVersion") != "SPDX-2.3":
        return [f"The SBOM has the version {value.get('spdxVersion')}; expected SPDX-2.3."]
    ids = [element["SPDXID"] for element in [value, *value.get("packages", []), *value.get("files", [])]]
    twice = sorted({one for one in ids if ids.count(one) > 1}) if len(set(ids)) != len(ids) else []
    found = [f"The SBOM contains the element {one} twice." for one in twice]
    known = set(ids)
    for relation in value.get("relationships", []):
        for end in (relation["spdxElementId"], relation["relatedSpdxElement"]):
            if end not in known:
                found.append(f"The SBOM has a relationship with {end}, which it does not describe.")
    for package in value.get("packages", []):
        missing = {"name", "downloadLocation"} - package.keys()
        if missing:
            found.append(f"{package['SPDXID']} in the SBOM has no {', '.join(sorted(missing))}.")
    return found


def wrong_content(value: dict[str, Any], directory: Path, artefacts: list[Artefact], version: Version) -> list[str]:
    """A sentence for each artefact and image that the document of this version does not describe as it is."""
    found = []
    if value.get("name") != f"standups-{version}":
        found.append(f"The SBOM is for {value.get('name')}; expected standups-{version}.")
    listed = {package["packageFileName"]: package for package in value.get("packages", []) if "packageFileName" in package}
    for artefact in artefacts:
        package = listed.pop(artefact.path.name, None)
        if package is None:
            found.append(f"{artefact.path.name} is not in the SBOM.")
        elif {"algorithm": "SHA256", "checksumValue": sha256(artefact.path)} not in package.get("checksums", []):
            found.append(f"{artefact.path.name} differs from its checksum in the SBOM.")
    found += [f"{name} is listed in the SBOM but is missing." for name in listed]
    described = {package["name"]: package.get("comment", "") for package in value.get("packages", [])
                 if package.get("primaryPackagePurpose") == "CONTAINER"}
    for image in read_images(directory):
        if image.id not in described.pop(image.name, ""):
            found.append(f"{image.name} is in images.json but not in the SBOM.")
    return found + [f"{name} is in the SBOM but not in images.json." for name in described]
