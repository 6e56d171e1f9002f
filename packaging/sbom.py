"""The bill of materials of an installer in CycloneDX format.

``sbom.py SYSTEM INSTALLER BUNDLE OUT [SITE]``, in an environment with
cyclonedx-python-lib. It lists what the bundle consists of: locked wheels with their
hashes, CPython, PyInstaller's start program, LLVM, and Debian's libraries. SITE is the
wheels' folder if they are not those of the Python running this.
"""

from __future__ import annotations

import hashlib
import platform
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

sys.path.insert(0, str(Path(__file__).resolve().parent))

import identity
import licences
import llvm
import lock
import source
import winpython
from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType, Property
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.license import License
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL

VERSION = SchemaVersion.V1_6
#: A build tool whose start program is part of the bundle.
FROZEN_BY = "pyinstaller"


def library(name: str, version: str, kind: str, licence: str = "") -> Component:
    """A component of the bundle."""
    made = Component(
        name=name,
        version=version,
        type=ComponentType.LIBRARY,
        purl=PackageURL(kind, "debian" if kind == "deb" else None, name, version),
        bom_ref=f"{kind}:{name}@{version}",
    )
    if licence:
        made.licenses.add(_licence(licence))
    return made


def _licence(text: str) -> License:
    return LicenseFactory().make_from_string(text)


def wheels(system: str, site: list[str]) -> Iterator[Component]:
    """The locked packages of a system, with the hashes of their wheels."""
    told = {lock.canonical(e.metadata["Name"]): e for e in _installed(site)}
    entries = dict(lock.read(system, "contents"))
    entries[FROZEN_BY] = lock.read(system, "builders")[FROZEN_BY]
    for name, (version, sha) in sorted(entries.items()):
        made = library(name, version, "pypi", _told_licence(told[name].metadata))
        made.hashes.add(HashType(alg=HashAlgorithm.SHA_256, content=sha))
        made.properties.add(Property(name="cdx:hash:of", value="wheel"))
        yield made


def _installed(site: list[str]) -> Iterator[metadata.Distribution]:
    return metadata.distributions(path=site) if site else metadata.distributions()


def _told_licence(head: metadata.PackageMetadata) -> str:
    """A package's licence field, if it is short enough to be a name."""
    for field in ("License-Expression", "License"):
        text = str(head.get(field) or "").strip()
        if text and len(text) <= 80 and "\n" not in text:
            return text
    found = [c for c in head.get_all("Classifier") or () if c.startswith("License")]
    return "; ".join(c.split(" :: ")[-1] for c in found)


def others(system: str, bundle: Path) -> Iterator[Component]:
    """What does not come from wheels: Python itself and system libraries."""
    frozen_here = not system.startswith("windows") or sys.platform == "win32"
    version = platform.python_version() if frozen_here else winpython.VERSION
    yield library("cpython", version, "generic", "PSF-2.0")
    if not system.startswith("windows"):
        found = licences.system_packages(bundle / "_internal") | llvm.linked()
        for name, version in sorted(found.items()):
            yield library(name, version, "deb")


def bill(system: str, installer: Path, bundle: Path, site: list[str]) -> Bom:
    """The bill of an installer."""
    whole = Component(
        name="hyperfold",
        version=source.version(),
        type=ComponentType.APPLICATION,
        bom_ref="hyperfold",
        description=f"{installer.name}, built from {source.commit() or 'an archive'}",
    )
    whole.licenses.add(_licence("MIT"))
    sha = hashlib.sha256(installer.read_bytes()).hexdigest()
    whole.hashes.add(HashType(alg=HashAlgorithm.SHA_256, content=sha))
    made = Bom(
        # Equal installers have equal bills.
        serial_number=uuid5(NAMESPACE_URL, f"{identity.HOME_PAGE}/{sha}"),
        components=[*wheels(system, site), *others(system, bundle)],
    )
    made.metadata.component = whole
    made.metadata.timestamp = datetime.fromtimestamp(source.epoch(), UTC)
    made.register_dependency(whole, made.components)
    return made


def text(found: Bom) -> str:
    """The bill as JSON that follows the schema."""
    written = make_outputter(found, OutputFormat.JSON, VERSION).output_as_string(
        indent=1
    )
    if wrong := JsonStrictValidator(VERSION).validate_str(written):
        raise source.Stop(f"sbom: does not keep to the schema: {wrong}")
    return written + "\n"


def main() -> int:
    """Write the bill."""
    system, installer, bundle, out, *site = sys.argv[1:]
    found = bill(system, Path(installer), Path(bundle), [x for x in site if x])
    Path(out).write_text(text(found), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
