"""Hidden units and output units are found in the files of their packages."""

import sys

import pytest

from core.functions import ACTIVATIONS
from core.outputs import LOSSES
from core.registry import collected


def test_lists_go_from_the_simplest_to_the_most_special():
    assert list(ACTIVATIONS) == [
        *("identity", "relu", "leaky_relu", "prelu", "tanh", "sigmoid", "softplus"),
        *("hard_tanh", "abs", "elu", "selu", "gelu", "cosine", "maxout", "rbf"),
    ]
    assert list(LOSSES) == [
        *("mse", "mae", "huber", "bce", "sigmoid_mse", "ce", "softmax_mse"),
        *("hinge", "gaussian_nll", "mdn"),
    ]


class Thing:
    def __init__(self, name, order):
        self.name = name
        self.order = order


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package in a temporary folder; ``write`` adds a file to it."""
    folder = tmp_path / "things"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(sys.modules, "thing_kind", sys.modules[__name__])

    def write(name, text):
        (folder / f"{name}.py").write_text(f"from thing_kind import Thing\n{text}\n")

    yield folder, write
    for name in [n for n in sys.modules if n.split(".")[0] == "things"]:
        del sys.modules[name]


def test_every_entry_of_a_package_is_found_in_order(package):
    folder, write = package
    write("b", "LATE = Thing('late', 20)\nother = 3")
    write("a", "EARLY = Thing('early', 10)")
    assert list(collected("things", [str(folder)], Thing)) == ["early", "late"]


def test_an_entry_may_be_imported_by_another_file_of_the_package(package):
    folder, write = package
    write("a", "EARLY = Thing('early', 10)")
    write("b", "from things.a import EARLY")
    assert list(collected("things", [str(folder)], Thing)) == ["early"]


def test_two_entries_of_one_name_are_an_error(package):
    folder, write = package
    write("a", "EARLY = Thing('same', 10)")
    write("b", "LATE = Thing('same', 20)")
    with pytest.raises(ValueError, match="two entries are called same"):
        collected("things", [str(folder)], Thing)
