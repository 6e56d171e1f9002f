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
GAUSSIAN_NLL_VARIANCE = 9
GAUSSIAN_NLL_DEVIATION = 10
MDN = 11
LAPLACE_NLL = 12
STUDENT_T_NLL = 13
EXPONENTIAL_NLL = 14
GAMMA_NLL = 15
BETA_NLL = 16
MVN_NLL = 17
VON_MISES_NLL = 18
POISSON_NLL = 19
PLACKETT_LUCE_NLL = 20
CE_REF = 21

#: Where a single output changes from class 0 to class 1, by the loss's code.
THRESHOLDS = (
    0.5,
    0.5,
    0.5,
    0.0,
    0.0,
    0.5,
    0.5,
    0.0,
    0.5,
    0.5,
    0.5,
    0.5,
    0.5,
    0.5,
    0.5,
    0.5,
    0.5,
    0.5,
    0.5,
    0.5,
    0.5,
    0.5,
)
