"""Who publishes the program: `identity.toml`, and whether it is real yet."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

from source import PACKAGING, Stop, version

FILE = PACKAGING / "identity.toml"
_WANTED = {"home_page", "appstream_id", "maintainer", "security_contact"}


def _tables(file: Path) -> tuple[dict[str, str], dict[str, str]]:
    """The real entries and the placeholders."""
    read = tomllib.loads(file.read_text("utf-8"))
    return dict(read.get("identity", {})), dict(read.get("placeholder", {}))


def _value(name: str) -> str:
    real, invented = _tables(FILE)
    return (invented | real)[name]


HOME_PAGE = _value("home_page")
APPSTREAM_ID = _value("appstream_id")
MAINTAINER = _value("maintainer")
METAINFO = f"{APPSTREAM_ID}.metainfo.xml"


def filled(text: str) -> str:
    """A template filled in with the names of `identity.toml`."""
    return text.replace("@ID@", APPSTREAM_ID).replace("@HOME@", HOME_PAGE)


def check_release(file: Path = FILE) -> None:
    """Stop a release with placeholder names or someone else's address."""
    real, invented = _tables(file)
    if invented:
        raise Stop(
            f"no release: {file.name} still invents {', '.join(sorted(invented))}"
        )
    if missing := _WANTED - set(real):
        raise Stop(f"no release: {file.name} lacks {', '.join(sorted(missing))}")
    server, repository = map(os.environ.get, ("GITHUB_SERVER_URL", "GITHUB_REPOSITORY"))
    if repository and real["home_page"] != f"{server}/{repository}":
        raise Stop(
            f"no release: {file.name} names {real['home_page']}, "
            f"but this is {server}/{repository}"
        )
    tag = os.environ.get("GITHUB_REF_NAME") or f"v{version()}"
    if tag != f"v{version()}":
        raise Stop(f"no release: the tag is {tag}, but pyproject.toml says {version()}")
