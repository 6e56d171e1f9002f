"""A network as ONNX.

The model takes points in their own units and returns the logits: scaling and features
are part of it. Activation functions are translated from the expressions that define
them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from core.errors import BadInput
from core.files import onnx_file
from core.files.export import folded_numbers
from core.files.trained import Trained
from core.functions.algebra import NUMBER, SYMBOL, Expr
from core.functions.unit import SETTINGS
from core.problems.scaling import halves, middles
from core.steps import plan_of
from core.steps.base import INPUT, Numbers
from core.steps.kinds import Affine, Distances, Largest, Map

OPSET = 18
#: Words of the expression language and their ONNX operators.
_WORDS = {
    "add": "Add",
    "subtract": "Sub",
    "multiply": "Mul",
    "divide": "Div",
    "negative": "Neg",
    "greater": "Greater",
    "less": "Less",
    "at_least": "GreaterOrEqual",
    "at_most": "LessOrEqual",
    "both": "And",
    "where": "Where",
    "maximum": "Max",
    "minimum": "Min",
    "abs": "Abs",
    "sign": "Sign",
    "exp": "Exp",
    "log": "Log",
    "tanh": "Tanh",
    "cos": "Cos",
    "sin": "Sin",
    "sigmoid": "Sigmoid",
    "softplus": "Softplus",
    "named": "Identity",
}


def onnx_model(trained: Trained) -> bytes:
    """The bytes of an .onnx file."""
    graph = _Graph()
    h = graph.scaled("x", trained)
    h = graph.features(h, trained)
    values = {INPUT: h}
    for step in plan_of(trained.network).forward:
        read = [values[name] for name in step.inputs]
        values[step.output] = graph.step(step, read, trained)
    graph.node("Identity", [values[plan_of(trained.network).logits]], "logits")
    return graph.model(trained)


@dataclass
class _Graph:
    nodes: list[bytes] = field(default_factory=list)
    constants: list[bytes] = field(default_factory=list)

    def node(
        self, kind: str, inputs: list[str], output: str = "", **settings: int
    ) -> str:
        name = output or f"v{len(self.nodes)}"
        self.nodes.append(onnx_file.node(kind, inputs, name, settings))
        return name

    def constant(self, value: Any, kind: type = np.float64) -> str:
        name = f"c{len(self.constants)}"
        array: npt.NDArray[Any] = np.asarray(value, kind)
        self.constants.append(onnx_file.tensor(name, array))
        return name

    def scaled(self, x: str, trained: Trained) -> str:
        columns = trained.about.columns
        if not trained.about.scales:
            return x
        centred = self.node("Sub", [x, self.constant(middles(columns))])
        return self.node("Div", [centred, self.constant(halves(columns))])

    def features(self, x: str, trained: Trained) -> str:
        if trained.features.is_raw:
            return x
        axes = self.constant([1], np.int64)

        def column(i: int) -> str:
            ends = [self.constant([n], np.int64) for n in (i, i + 1)]
            return self.node("Slice", [x, *ends, axes])

        def wave(kind: str, i: int) -> str:
            turned = self.node("Mul", [column(i), self.constant(np.pi)])
            return self.node(kind, [turned])

        made = {
            "raw": lambda: x,
            "x": lambda: column(0),
            "y": lambda: column(1),
            "x2": lambda: self.node("Mul", [column(0), column(0)]),
            "y2": lambda: self.node("Mul", [column(1), column(1)]),
            "xy": lambda: self.node("Mul", [column(0), column(1)]),
            "sinx": lambda: wave("Sin", 0),
            "siny": lambda: wave("Sin", 1),
            "cosx": lambda: wave("Cos", 0),
            "cosy": lambda: wave("Cos", 1),
            "radius": lambda: self.node("ReduceL2", [x, axes], keepdims=1),
        }
        parts = [made[name]() for name in trained.features.names]
        if trained.features.fourier:
            frequencies = trained.features.frequencies(trained.inputs)
            turned = self.constant(2 * np.pi * frequencies.T)
            phase = self.node("MatMul", [x, turned])
            last = self.constant([-1], np.int64)
            pairs = [
                self.node("Unsqueeze", [self.node(kind, [phase]), last])
                for kind in ("Sin", "Cos")
            ]
            stacked = self.node("Concat", pairs, axis=-1)
            parts.append(self.node("Flatten", [stacked], axis=1))
        return parts[0] if len(parts) == 1 else self.node("Concat", parts, axis=1)

    def step(self, step: Any, read: list[str], trained: Trained) -> str:
        if isinstance(step, Affine):
            w, b = folded_numbers(trained, step.layer)
            product = self.node("MatMul", [read[0], self.constant(w.T)])
            return self.node("Add", [product, self.constant(b)])
        if isinstance(step, Distances):
            return self._distances(step, read[0], trained)
        if isinstance(step, Largest):
            shape = self.constant([-1, step.spec.units, step.spec.maxout_k], np.int64)
            grouped = self.node("Reshape", [read[0], shape])
            axes = self.constant([2], np.int64)
            return self.node("ReduceMax", [grouped, axes], keepdims=0)
        if isinstance(step, Map):
            return self._function(step, read[0], trained)
        blocks = trained.network.layout.layers[step.layer]
        numbers = Numbers(blocks, trained.theta, trained.running)
        made: str = step.onnx(self, numbers, *read)
        if made:
            return made
        if step.script("np", *read):
            raise BadInput(f"ONNX: a step of kind {type(step).__name__} has no export")
        return read[0]  # the identity outside training, or folded into W

    def _distances(self, step: Distances, h: str, trained: Trained) -> str:
        centres = folded_numbers(trained, step.layer)[0]
        axes = self.constant([1], np.int64)
        apart = self.node(
            "Sub", [self.node("Unsqueeze", [h, axes]), self.constant(centres)]
        )
        if step.mask:
            apart = self.node("Mul", [apart, self.constant(step.mask.factors)])
        last = self.constant([2], np.int64)
        return self.node("ReduceSumSquare", [apart, last], keepdims=0)

    def _function(self, step: Map, z: str, trained: Trained) -> str:
        if step.learned:
            slopes = trained.network.layout.layers[step.layer].slopes
            assert slopes is not None
            below = self.node("Mul", [z, self.constant(slopes.of(trained.theta))])
            above = self.node("Greater", [z, self.constant(0.0)])
            return self.node("Where", [above, z, below])
        value = step.spec.unit.value
        assert isinstance(value, Expr)
        known = {name: getattr(step.spec, name) for name in SETTINGS}
        return self._expression(value, z, known)

    def _expression(self, expr: Expr, z: str, known: dict[str, Any]) -> str:
        if expr.op is NUMBER:
            return self.constant(expr.number)
        if expr.op is SYMBOL:
            return z if expr.name == "z" else self.constant(known[expr.name])
        args = [self._expression(a, z, known) for a in expr.args]
        match expr.op.name:
            case "square":
                return self.node("Mul", [args[0], args[0]])
            case "expm1":
                return self.node("Sub", [self.node("Exp", args), self.constant(1.0)])
            case "normal_share":
                root = self.constant(float(np.sqrt(2.0)))
                erf = self._single("Erf", self.node("Div", [args[0], root]))
                more = self.node("Add", [erf, self.constant(1.0)])
                return self.node("Mul", [more, self.constant(0.5)])
            case name if name in _WORDS:
                return self.node(_WORDS[name], args)
        raise BadInput(f"ONNX: {expr.op} has no export")

    def _single(self, kind: str, read: str) -> str:
        """A function that runtimes support only in single precision."""
        narrow = self.node("Cast", [read], to=onnx_file.FLOAT)
        return self.node("Cast", [self.node(kind, [narrow])], to=onnx_file.DOUBLE)

    def model(self, trained: Trained) -> bytes:
        """The bytes of the finished file."""
        return onnx_file.model(
            self.nodes,
            self.constants,
            ("x", trained.inputs),
            ("logits", trained.network.output.width),
            "\n".join(trained.about.lines()),
            OPSET,
            {"hyperfold": json.dumps(trained.about.table())},
        )
