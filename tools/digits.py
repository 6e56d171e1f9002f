"""Write the digits that ship with the program, from scikit-learn's package.

``python -m tools.digits`` writes two gzipped idx files into resources/data. They are
the test set of the "Optical Recognition of Handwritten Digits" data of the UCI Machine
Learning Repository: 1,797 digits of 8×8 pixels from 0 to 16.
"""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import numpy.typing as npt

FOLDER = Path(__file__).parents[1] / "resources" / "data"


def packed(array: npt.NDArray[np.uint8]) -> bytes:
    """A gzipped idx file, the same bytes every time."""
    magic = bytes((0, 0, 8, array.ndim))
    sizes = np.array(array.shape, ">i4").tobytes()
    return gzip.compress(magic + sizes + array.tobytes(), 9, mtime=0)


def main() -> None:
    """Write images and labels."""
    from sklearn.datasets import load_digits

    found = load_digits()
    for name, array in (("images-idx3", found.images), ("labels-idx1", found.target)):
        path = FOLDER / f"digits-{name}-ubyte.gz"
        path.write_bytes(packed(array.astype(np.uint8)))
        print(path.name, path.stat().st_size)


if __name__ == "__main__":
    main()
