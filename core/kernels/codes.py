"""Numbers that stand for activation functions and losses in kernels.

Written by ``python -m tools.generate_kernels`` from
core/functions and core/outputs; do not edit.
"""

from __future__ import annotations

IDENTITY = 0
RELU = 1
LEAKY_RELU = 2
PRELU = 3
TANH = 4
SIGMOID = 5
SOFTPLUS = 6
HARD_TANH = 7
ABS = 8
ELU = 9
SELU = 10
GELU = 11
SILU = 12
COSINE = 13
MAXOUT = 14
RBF = 15

MSE = 0
MAE = 1
HUBER = 2
BCE = 3
SIGMOID_MSE = 4
CE = 5
SOFTMAX_MSE = 6
HINGE = 7
GAUSSIAN_NLL = 8
MDN = 9

#: Where a single output changes from class 0 to class 1, by the loss's code.
THRESHOLDS = (0.5, 0.5, 0.5, 0.0, 0.0, 0.5, 0.5, 0.0, 0.5, 0.5)
