"""Hidden units and output units are found in the files of their packages, and named
nowhere else."""

import ast
import re
import sys
from pathlib import Path

import pytest

from core.functions import ACTIVATIONS
from core.outputs import LOSSES
from core.registry import collected


def test_lists_go_from_the_simplest_to_the_most_special():
    # New ones may stand anywhere between these.
    activations = [
        *("identity", "relu", "leaky_relu", "prelu", "tanh", "sigmoid", "softplus"),
        *("hard_tanh", "abs", "elu", "selu", "gelu", "silu", "cosine", "maxout"),
        "rbf",
    ]
    assert [name for name in ACTIVATIONS if name in activations] == activations
    losses = [
        *("mse", "mae", "huber", "bce", "sigmoid_mse", "ce", "softmax_mse"),
        *("hinge", "gaussian_nll", "gaussian_nll_variance", "gaussian_nll_deviation"),
        *("mdn", "laplace_nll", "student_t_nll", "exponential_nll", "gamma_nll"),
        *("beta_nll", "mvn_nll", "von_mises_nll", "poisson_nll"),
        *("plackett_luce_nll", "ce_ref"),
    ]
    assert [name for name in LOSSES if name in losses] == losses


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


ROOT = Path(__file__).parents[2]
#: The registries themselves, and code that names networks as examples.
ALLOWED = (
    "core/functions/",
    "core/outputs/",
    "core/bench/",
    "app/bench/",
)
#: Words that name something else there.
OTHER_THINGS = {
    "core/analysis/baselines.py": {"rbf"},  # a kernel of support vector machines
    "app/views/output/rivals.py": {"rbf"},  # the same
    "core/training/state.py": {"cosine"},  # of the angle between two gradients
    "app/views/gradients/jobs.py": {"cosine"},  # the same
    "core/training/__init__.py": {"cosine"},  # a schedule
    "app/controls/optimiser.py": {"cosine"},  # the same
    "core/files/onnx_out.py": {"abs", "sigmoid", "softplus", "tanh"},  # ONNX's words
    "core/expression.py": {"abs", "relu", "sigmoid", "tanh"},  # of typed formulas
    "core/kernels/elementary.py": {"sigmoid", "softplus", "tanh"},  # compiled words
    "core/problems/lines.py": {"hinge"},  # a problem
    "app/views/output/jobs.py": {"mse"},  # a number of a caption
    "tools/forgetting.py": {"bce", "maxout", "relu"},  # a measurement
    "tools/generate_kernels.py": {"cosine"},  # a variable of the kernels
    "packaging/identity.py": {"identity"},  # of the program
}


def texts_of(node: ast.AST) -> str | None:
    """A string, or a pattern of the strings that an expression can make."""
    if isinstance(node, ast.Constant):
        value = node.value
        if isinstance(value, bytes):
            value = value.decode("latin-1")
        return re.escape(value) if isinstance(value, str) else None
    if isinstance(node, ast.JoinedStr):
        parts = [texts_of(part) for part in node.values]
        return "".join(".*" if part is None else part for part in parts)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        parts = [texts_of(node.left), texts_of(node.right)]
        if any(part is not None for part in parts):
            return "".join(".*" if part is None else part for part in parts)
    return None


def named_in(source: str) -> set[str]:
    """Activation functions and losses that a string of ``source`` names.

    Lists of names in one string count, and strings that are put together, if whole
    words of a name are in their fixed parts.
    """
    names = {*ACTIVATIONS, *LOSSES}
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.keyword) and node.arg in names:
            found.add(node.arg)
        text = texts_of(node)
        if text is None:
            continue
        if ".*" in text:
            fixed = text.replace(".*", "")
            if re.fullmatch(r"\w{4,}", fixed) and "_" in fixed:
                found |= {name for name in names if re.fullmatch(text, name)}
            continue
        words = re.findall(r"\w+", re.sub(r"\\(.)", r"\1", text))
        if set(words) <= names:
            found.update(words)
    return found


def test_no_string_names_a_loss_or_an_activation_function_elsewhere():
    found = {}
    for top in ("core", "app", "hyperfold", "tools", "packaging"):
        for path in (ROOT / top).rglob("*.py"):
            name = path.relative_to(ROOT).as_posix()
            if not name.startswith(ALLOWED):
                found[name] = named_in(path.read_text(encoding="utf-8"))
            if name.startswith("core/kernels/generated_"):
                # Families of kernels are named after files of the registry.
                found[name] -= {p.stem for p in (ROOT / "core/outputs").glob("*.py")}
    found = {name: words for name, words in found.items() if words}
    assert found == OTHER_THINGS  # equal: unneeded exceptions must be removed


def test_the_search_for_names_finds_them():
    assert named_in("x = 'relu' if loss in ('mse',) else f\"{'tanh'}\"") == {
        *("relu", "mse", "tanh")
    }
    assert named_in("x = 'a relu network'  # 'ce'") == set()
    assert named_in("x = {'relu': 1}; y = dict(mse=2)") == {"relu", "mse"}
    assert named_in("match x:\n    case 'elu' | 'selu': pass") == {"elu", "selu"}
    assert named_in("x = 'relu, tanh'.split(', ')") == {"relu", "tanh"}
    assert named_in("x = b'rbf'") == {"rbf"}
    assert named_in("x = f'poisson_{y}'; z = 'max' + 'out'") == {
        *("poisson_nll", "maxout")
    }
    assert named_in("def f(loss='ce'): ...") == {"ce"}
