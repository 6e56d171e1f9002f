"""Write the compiled form of every elementwise function.

    python -m tools.generate_kernels [--check]

Hidden units and losses that are expressions (`core.functions.words`) become loops in
core/kernels/generated_*.py, which are real files because numba's cache and the frozen
program want them. ``--check`` writes nothing and fails where a file is out of date.
"""

from __future__ import annotations

import argparse
import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

from core.functions import ACTIVATIONS, words
from core.functions import algebra as g
from core.functions.algebra import Expr, Primitive, where
from core.functions.unit import SETTINGS, HiddenUnit
from core.kernels.families import USUAL, of_loss
from core.outputs import LOSSES
from core.outputs.elementwise import Elementwise

KERNELS = Path("core/kernels")
HEAD = '''# mypy: disable-error-code="no-untyped-def,no-untyped-call"
"""{about}

Written by ``python -m tools.generate_kernels`` from
{source}; do not edit.
"""

from __future__ import annotations
'''

#: Constants that have a name in kernels.
_NUMBERS = {0.0: "zero", 0.5: "half", 1.0: "one", 2.0: "two"}
#: Functions of `core.kernels.elementary` with several results: the words and what a
#: loop calls them, in order.
_TOGETHER: dict[str, dict[Primitive, str]] = {
    "normal": {words.normal_share: "share", words.normal_density: "density"},
    "wave": {words.cos: "cosine", words.sin: "sine"},
    "positive": {
        words.log_softplus: "logged",
        words.log_softplus_slope: "logged_slope",
        words.softplus: "amount",
        words.sigmoid: "slope",
    },
}
#: The words that bring in such a function; its other results are used along with them.
_LEADING = {
    **{word: name for name in ("normal", "wave") for word in _TOGETHER[name]},
    words.log_softplus: "positive",
    words.log_softplus_slope: "positive",
}
#: Constants passed to such a function in the precision of the loop: below the first log
#: softplus(x) = x to the last bit.
_GIVEN = {"positive": (-30.0, 1.0)}
#: Functions of `core.kernels.special`.
SPECIAL = {
    "log_gamma_1p",
    "digamma_1p",
    "log_gamma_gap",
    "digamma_gap",
    "log_bessel",
    "log_bessel_slope",
}
_LIBM = {words.cos: "cos", words.sin: "sin"}

_log1p_unit = Primitive("log1p_unit", lambda x: x)
#: Words that compiled code spells out; the rest are in `core.kernels.elementary`.
_SPELT: dict[Primitive, Callable[..., Expr]] = {
    words.sign: lambda x: where(x > 0.0, 1.0, where(x < 0.0, -1.0, 0.0)),
    words.square: lambda x: x * x,
    words.maximum: lambda x, low: where(x < low, low, x),  # NaN stays NaN
    words.minimum: lambda x, high: where(x > high, high, x),
    words.softplus_less: lambda x, b: (
        words.maximum(x, 0.0) - b + _log1p_unit(words.exp(-words.absolute(x)))
    ),
}

_BINARY: dict[Primitive, ast.operator] = {
    g.add: ast.Add(),
    g.subtract: ast.Sub(),
    g.multiply: ast.Mult(),
    g.divide: ast.Div(),
    g.both: ast.BitAnd(),
}
_COMPARISONS: dict[Primitive, ast.cmpop] = {
    g.greater: ast.Gt(),
    g.less: ast.Lt(),
    g.at_least: ast.GtE(),
    g.at_most: ast.LtE(),
}


def spelt(expr: Expr) -> Expr:
    """The expression in words that compiled code has."""
    args = tuple(spelt(a) for a in expr.args)
    if expr.op in _SPELT:
        return spelt(_SPELT[expr.op](*args))
    if expr.op is g.NAMED and not expr.name.isidentifier():
        return args[0]
    return Expr(expr.op, args, expr.number, expr.name)


class Loop:
    """The body of one loop: constants computed before it, and its statements in order.

    A subexpression that is used twice, or has a name, gets a variable; constant ones
    are computed before the loop, in double precision.
    """

    def __init__(
        self, loads: dict[str, str], stores: list[tuple[str, Expr]], libm: bool = False
    ) -> None:
        self.loads = loads  # symbol → where it is read from
        self.libm = libm  # cosines of any size, by the C library
        self.used: set[str] = set()  # functions of `core.kernels.elementary`
        self.waves: list[str] = []  # arguments of cosines
        self._before: dict[float | str, str] = {}
        self._lines: list[str] = []
        self._places: dict[Expr, str] = {}
        stores = [(target, spelt(expr)) for target, expr in stores]
        counts: Counter[Expr] = Counter()
        for _, expr in stores:
            self._count(expr, counts)
        self._repeated = {e for e, n in counts.items() if n > 1 and _is_work(e)}
        self._together = {
            Expr(word, e.args): _LEADING[e.op]
            for e in counts
            if e.op in _LEADING
            for word in _TOGETHER[_LEADING[e.op]]
        }
        self._count_kept = 0
        for name in loads:
            if any(name in expr.symbols for _, expr in stores):
                self._lines.append(f"{variable(name)} = {loads[name]}")
        for target, expr in stores:
            text = self._text(expr)
            self._lines.append(f"{target} {'' if '=' in target else '= '}{text}")

    def _count(self, expr: Expr, counts: Counter[Expr]) -> None:
        counts[expr] += 1
        if counts[expr] == 1:
            for a in expr.args:
                self._count(a, counts)

    def _fixed(self, expr: Expr) -> bool:
        return not (expr.symbols - set(SETTINGS))

    def _text(self, expr: Expr) -> str:
        return ast.unparse(self._node(expr))

    def _node(self, expr: Expr) -> ast.expr:
        """The expression as Python code; may add statements before it."""
        if expr.op is g.SYMBOL and expr.name not in SETTINGS:
            return _name(variable(expr.name))
        if self._fixed(expr):
            return self._constant(expr)
        if expr in self._together:
            return self._shared(expr, self._together[expr])
        if expr in self._places:
            return _name(self._places[expr])
        if expr.op is g.NAMED:
            if expr.args[0] in self._together:
                return self._node(expr.args[0])
            return self._kept(expr, variable(expr.name), expr.args[0])
        if expr in self._repeated:
            self._count_kept += 1
            return self._kept(expr, f"t{self._count_kept}", expr)
        return self._made(expr)

    def _kept(self, expr: Expr, name: str, what: Expr) -> ast.expr:
        if name in _TAKEN:
            raise ValueError(f"a part may not be called {name}")
        made = self._made(what)
        self._lines.append(f"{name} = {ast.unparse(made)}")
        self._places[expr] = self._places[what] = name
        return _name(name)

    def _constant(self, expr: Expr) -> ast.expr:
        if expr.op is g.NUMBER:
            if -expr.number in _NUMBERS and expr.number < 0:
                return ast.UnaryOp(ast.USub(), self._before_loop(-expr.number))
            return self._before_loop(expr.number)
        return self._before_loop(ast.unparse(_plain(expr)))

    def _before_loop(self, value: float | str) -> ast.expr:
        if value not in self._before:
            count = sum(name.startswith("c") for name in self._before.values())
            known = _NUMBERS.get(value) if isinstance(value, float) else None
            self._before[value] = known or f"c{count}"
        return _name(self._before[value])

    def _made(self, expr: Expr) -> ast.expr:
        args = [self._node(a) for a in expr.args]
        if expr.op in _BINARY:
            return ast.BinOp(args[0], _BINARY[expr.op], args[1])
        if expr.op in _COMPARISONS:
            return ast.Compare(args[0], [_COMPARISONS[expr.op]], [args[1]])
        if expr.op is g.negative:
            return ast.UnaryOp(ast.USub(), args[0])
        if expr.op is where:
            return ast.IfExp(*args)
        if expr.op is not words.absolute:
            self.used.add(expr.op.name)
        return ast.Call(_name(expr.op.name), args, [])

    def _shared(self, expr: Expr, function: str) -> ast.expr:
        """One of several results of a single call."""
        argument = self._node(expr.args[0])
        text = ast.unparse(argument)
        if function == "wave":
            if text not in self.waves:
                self.waves.append(text)
            if self.libm:
                wide = f"real(math.{_LIBM[expr.op]}(np.float64({text})))"
                return ast.parse(wide, mode="eval").body
        words_of = _TOGETHER[function]
        if expr not in self._places:
            known = sum(f"= {function}(" in line for line in self._lines)
            names = [f"{name}{known or ''}" for name in words_of.values()]
            self.used.add(function)
            given = [text, *(self._text(g.number(c)) for c in _GIVEN.get(function, ()))]
            self._lines.append(f"{', '.join(names)} = {function}({', '.join(given)})")
            for word, name in zip(words_of, names, strict=True):
                self._places[Expr(word, expr.args)] = name
        place = _name(self._places[expr])
        # `wave` works in double precision.
        return ast.Call(_name("real"), [place], []) if function == "wave" else place

    def lines(self, count: str) -> list[str]:
        """The loop over ``count`` entries, with the constants before it."""
        before = [f"{name} = real({value})" for value, name in self._before.items()]
        return [*before, f"for j in range({count}):", *_indented(self._lines)]


_VARIABLES = {"z": "x", "y": "t", "a": "x"}
#: Reserved names in a loop.
_TAKEN = {*"agjntxyz", "each", "nb", "push", "real", "work"}
_GREEK = str.maketrans({"α": "alpha", "β": "beta", "κ": "kappa", "μ": "mu", "ν": "nu"})


def variable(name: str) -> str:
    """The variable name of a symbol in a loop, distinct from its array."""
    return _VARIABLES.get(name, name.translate(_GREEK))


def _is_work(expr: Expr) -> bool:
    """Whether a subexpression used twice is worth a variable."""
    return bool(expr.args) and expr.op not in _COMPARISONS


def _name(name: str) -> ast.expr:
    return ast.Name(name)


def _plain(expr: Expr) -> ast.expr:
    """Arithmetic of numbers and settings, in double precision."""
    if expr.op is g.NUMBER:
        return ast.Constant(expr.number)
    if expr.op is g.SYMBOL:
        return _name(expr.name)
    args = [_plain(a) for a in expr.args]
    if expr.op is g.negative:
        return ast.UnaryOp(ast.USub(), args[0])
    if expr.op not in _BINARY:
        raise TypeError(f"{expr.op} of settings alone: work it out beforehand")
    return ast.BinOp(args[0], _BINARY[expr.op], args[1])


def _indented(lines: Iterable[str], depth: int = 1) -> list[str]:
    return ["    " * depth + line for line in lines]


def _branches(of: str, cases: list[tuple[str, list[str]]]) -> list[str]:
    """A chain of if and elif on a code."""
    lines = []
    for i, (code, body) in enumerate(cases):
        lines += [f"{'elif' if i else 'if'} {of} == {code}:", *_indented(body)]
    return lines


# -- hidden units -----------------------------------------------------------------


def times(push: Expr, slope: Expr) -> Expr:
    """``push · slope`` without multiplying by 1 and 0: 0 stays 0 for any push."""
    if slope.op is where:
        condition, yes, no = slope.args
        return where(condition, times(push, yes), times(push, no))
    if slope.op is g.NUMBER and slope.number in (0.0, 1.0):
        return push if slope.number else slope
    return push * slope


def forward_lines(unit: HiddenUnit) -> list[str]:
    """Activations; if the slope does not follow from them, it overwrites z."""
    value, slope = unit.value, unit.slope
    assert isinstance(value, Expr)
    assert isinstance(slope, Expr)
    if unit.slope_from_value:
        # In place: with two names for one array the loops would not be vectorised.
        copied = ["if z0 != a0:", "    for j in range(n):", "        a[j] = z[j]"]
        if value == words.z:
            return copied
        return copied + Loop({"z": "a[j]"}, [("a[j]", value)]).lines("n")
    stores = [("a[j]", value), ("z[j]", slope)]
    loop = Loop({"z": "z[j]"}, stores)
    if not loop.waves:
        return loop.lines("n")
    far = Loop({"z": "z[j]"}, stores, libm=True)
    return [
        "largest = real(0.0)",
        "for j in range(n):",
        "    x = z[j]",
        *(
            line
            for w in loop.waves
            for line in (
                f"    size = abs({w})",
                "    largest = size if size > largest else largest",
            )
        ),
        "if largest < real(WAVE_LIMIT):",
        *_indented(loop.lines("n")),
        "else:",
        *_indented(far.lines("n")),
    ]


def back_lines(unit: HiddenUnit) -> list[str]:
    """∂/∂z from ∂/∂a, where the slope follows from the activation."""
    slope = unit.written_slope
    assert isinstance(slope, Expr)
    if slope.symbols & set(SETTINGS):
        raise TypeError(f"{unit.name}: write the slope in z, not in a and settings")
    push = g.symbol("push")
    loads = {"push": "g[j]", "a": "a[j]"}  # loaded first: no branch around a load
    return Loop(loads, [("g[j]", times(push, slope))]).lines("n")


def used_words(units: Iterable[HiddenUnit]) -> set[str]:
    """The functions of `core.kernels.elementary` that the loops of ``units`` call."""
    found: set[str] = set()
    for unit in units:
        assert isinstance(unit.value, Expr)
        assert isinstance(unit.slope, Expr)
        loop = Loop({"z": "z[j]"}, [("a", unit.value), ("s", unit.slope)])
        if unit.slope_from_value:
            loop = Loop({"z": "z[j]"}, [("a", unit.value)])
        found |= loop.used
        if loop.waves:
            found.add("WAVE_LIMIT")
    return found


def activations() -> str:
    """The module of elementwise activation functions."""
    units = [u for u in ACTIVATIONS.values() if u.elementwise]
    forwards = [(u.name.upper(), forward_lines(u)) for u in units]
    in_place = [u for u in units if u.slope_from_value]
    codes = ", ".join(u.name.upper() for u in units)
    settings = ", ".join(SETTINGS)
    flat = [u for u in in_place if u.slope == g.number(1.0)]
    backs = [
        *((u.name.upper(), ["pass"]) for u in flat),
        *((u.name.upper(), back_lines(u)) for u in in_place if u not in flat),
    ]
    lines = [
        HEAD.format(
            about="Elementwise activation functions over a block, and back again.",
            source="core/functions",
        ),
        "import math",
        "import numpy as np",
        f"from core.kernels.codes import {codes}",
        f"from core.kernels.elementary import {', '.join(sorted(used_words(units)))}",
        "from core.kernels.linking import exported",
        "from core.kernels.memory import view",
        "from core.kernels.options import FLAGS",
        "",
        f'@exported("ipiii{"d" * len(SETTINGS)}>v", **FLAGS)',
        f"def elementwise(unit, work, z0, a0, n, {settings}):",
        '    """Activations of n pre-activations at z0.',
        "",
        "    Where the slope does not follow from the activation, it takes z's place.",
        '    """',
        "    z, a = view(work, z0, n), view(work, a0, n)",
        "    real = z.dtype.type",
        *_indented(_branches("unit", forwards)),
        "",
        '@exported("ipiiii>v", **FLAGS)',
        "def elementwise_back(unit, work, g0, z0, a0, n):",
        '    """Turn ∂/∂a at g0 into ∂/∂z, in place."""',
        "    g, a, slope = view(work, g0, n), view(work, a0, n), view(work, z0, n)",
        "    real = g.dtype.type",
        *_indented(_branches("unit", backs)),
        "    else:",
        "        for j in range(n):",
        "            g[j] = g[j] * slope[j]",
    ]
    return "\n".join(lines) + "\n"


# -- losses -----------------------------------------------------------------------


def loss_lines(loss: Elementwise) -> list[str]:
    """The loss of one target over a block, and its slope by every logit."""
    heads = [head.name for head in loss.heads]
    logits = [f"z{i}" if i else "z" for i in range(len(heads))]
    pushes = [f"g{i}" if i else "g" for i in range(len(heads))]
    views = []
    for i in range(1, len(heads)):
        place = f"{i} * step" if i > 1 else "step"
        views.append(f"{logits[i]} = view(work, z_at + {place}, nb)")
        views.append(f"{pushes[i]} = view(work, g_at + {place}, nb)")
    loads = {name: f"{array}[j]" for name, array in zip(heads, logits, strict=True)}
    loads["y"] = "y[j]"
    stores = [("each[j] +=", loss.each)]
    stores += [(f"{p}[j]", s) for p, s in zip(pushes, loss.slopes, strict=True)]
    return views + Loop(loads, stores, libm=True).lines("nb")


_GIVEN_TO_A_LOSS = "loss, work, z_at, y_at, g_at, e_at, step, nb"


def family(name: str, losses: list[Elementwise]) -> list[str]:
    """The kernel of a family of losses, compiled separately."""
    cases = [(loss.name.upper(), loss_lines(loss)) for loss in losses]
    chosen = f'"{name}", ' if name != USUAL else ""
    return [
        f'@exported("ipiiiiii>v", {chosen}**FLAGS)',
        f"def {_kernel(name)}({_GIVEN_TO_A_LOSS}):",
        '    """Add losses of one target, whose further logits lie ``step`` apart."""',
        "    z, y = view(work, z_at, nb), view(work, y_at, nb)",
        "    g, each = view(work, g_at, nb), view(work, e_at, nb)",
        "    real = z.dtype.type",
        *_indented(_branches("loss", cases)),
        "",
    ]


def _kernel(name: str) -> str:
    return f"{name or 'usual'}_target"


def _chosen(families: dict[str, list[Elementwise]]) -> list[str]:
    """Calls of the kernel that a loss belongs to."""
    cases = [
        (f"({', '.join(k.name.upper() for k in group)},)", name)
        for name, group in families.items()
        if name != USUAL
    ]
    lines = []
    for i, (codes, name) in enumerate(cases):
        lines.append(f"{'elif' if i else 'if'} loss in {codes}:")
        lines.append(f"    {_kernel(name)}({_GIVEN_TO_A_LOSS})")
    return [*lines, "else:", f"    {_kernel(USUAL)}({_GIVEN_TO_A_LOSS})"]


def losses() -> str:
    """The module of losses that are a sum over targets."""
    kinds = [loss for loss in LOSSES.values() if isinstance(loss, Elementwise)]
    families: dict[str, list[Elementwise]] = {}
    for loss in kinds:
        families.setdefault(of_loss(loss.name), []).append(loss)
    used: set[str] = set()
    for loss in kinds:
        loads = {head.name: "" for head in loss.heads} | {"y": ""}
        stores = [("s", e) for e in (loss.each, *loss.slopes)]
        used |= Loop(loads, stores, libm=True).used
    lines = [
        HEAD.format(
            about="Losses that are a sum over targets, with their slopes.",
            source="core/outputs",
        ),
        "import math",
        "import numpy as np",
        "from numba import njit",
        f"from core.kernels.codes import {', '.join(k.name.upper() for k in kinds)}",
        f"from core.kernels.elementary import {', '.join(sorted(used - SPECIAL))}",
        f"from core.kernels.special import {', '.join(sorted(used & SPECIAL))}",
        "from core.kernels.linking import exported",
        "from core.kernels.memory import view",
        "from core.kernels.options import FLAGS, INNER",
        "",
        *(line for name, group in families.items() for line in family(name, group)),
        "@njit(**INNER)",
        f"def one_target({_GIVEN_TO_A_LOSS}):",
        '    """Add losses of one target, by the kernel of its family."""',
        *_indented(_chosen(families)),
    ]
    return "\n".join(lines) + "\n"


def codes() -> str:
    """The module of codes: positions in the registries."""
    lines = [
        HEAD.format(
            about="Numbers that stand for activation functions and losses in kernels.",
            source="core/functions and core/outputs",
        ).partition("\n")[2],
        *(f"{name.upper()} = {i}" for i, name in enumerate(ACTIVATIONS)),
        "",
        *(f"{name.upper()} = {i}" for i, name in enumerate(LOSSES)),
        "",
        "#: Where a single output changes from class 0 to class 1, by the loss's code.",
        f"THRESHOLDS = ({', '.join(str(k.threshold) for k in LOSSES.values())})",
    ]
    return "\n".join(lines) + "\n"


MODULES: dict[str, Callable[[], str]] = {
    "codes.py": codes,
    "generated_activations.py": activations,
    "generated_losses.py": losses,
}


def tidied(text: str, name: str) -> str:
    """The text after the project's formatter, without unused imports."""
    ruff = [sys.executable, "-m", "ruff"]
    fix = ["check", "--quiet", "--fix-only", "--select", "F401,I"]
    for step in (fix, ["format", "--quiet"]):
        call = [*ruff, *step, "--stdin-filename", f"core/kernels/{name}", "-"]
        done = subprocess.run(
            call, input=text, stdout=subprocess.PIPE, text=True, check=True
        )
        text = done.stdout
    return text


def main(arguments: list[str] | None = None) -> int:
    """Write the modules, or with ``--check`` compare them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing")
    check = parser.parse_args(arguments).check
    stale = []
    for name, make in MODULES.items():
        text = tidied(make(), name)
        path = KERNELS / name
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(str(path))
        if not check:
            path.write_text(text, encoding="utf-8")
    if check and stale:
        print(f"out of date: {', '.join(stale)}; run python -m tools.generate_kernels")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
