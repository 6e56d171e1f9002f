"""Fail if a tracked text file names a folder of someone's machine.

Such a path works for one person and means nothing to the next.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Assembled from parts, so that this file does not match itself.
HOMES = "|".join(("home/[a-z]", "Users/[A-Za-z]", "root/", "work/[a-z]", "mnt/[a-z]"))
PATTERN = re.compile(rf"(?<![\w.~/-])/(?:{HOMES})")


def main() -> int:
    """Print every line that names such a folder; 1 if there is one."""
    listed = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "-z"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    found = 0
    for name in filter(None, listed.split("\0")):
        try:
            lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError):  # deleted, or not text
            continue
        for number, line in enumerate(lines, start=1):
            if PATTERN.search(line):
                print(f"{name}:{number}: names a machine's folder: {line.strip()}")
                found += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
