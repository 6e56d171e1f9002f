"""Output units that predict a distribution, against mpmath and scipy."""

from __future__ import annotations

import json
from functools import partial

import mpmath
import numpy as np
import pytest
from numba import njit
from scipy import stats

from core.errors import BadInput
from core.functions import maths
from core.kernels import special
from core.outputs import LOSSES, in_files, laws, of_scale
from core.outputs.predicted import Turned
from core.problems.base import Sample
from core.scenes import parse_scene, scene_to_text
from hyperfold.cli import main

mpmath.mp.dps = 40


def softplus(x):
    return mpmath.log1p(mpmath.exp(x))


def laplace(y, m, r):
    rate = softplus(r)
    return rate * abs(y - m) - mpmath.log(rate) + mpmath.log(2)


def student(y, m, b, n):
    beta, nu = softplus(b), 2 + softplus(n)
    return (
        (nu + 1) / 2 * mpmath.log(1 + beta * (y - m) ** 2 / nu)
        + mpmath.loggamma(nu / 2)
        - mpmath.loggamma((nu + 1) / 2)
        + mpmath.log(mpmath.pi * nu) / 2
        - mpmath.log(beta) / 2
    )


def exponential(y, r):
    return softplus(r) * y - mpmath.log(softplus(r))


def gamma(y, a, r):
    alpha, rate = softplus(a), softplus(r)
    return (
        rate * y
        - (alpha - 1) * mpmath.log(y)
        - alpha * mpmath.log(rate)
        + mpmath.loggamma(alpha)
    )


def beta(y, a, b):
    alpha, other = softplus(a), softplus(b)
    return (
        -(alpha - 1) * mpmath.log(y)
        - (other - 1) * mpmath.log(1 - y)
        + mpmath.loggamma(alpha)
        + mpmath.loggamma(other)
        - mpmath.loggamma(alpha + other)
    )


def von_mises(y, a, b):
    kappa = mpmath.sqrt(a * a + b * b)
    bessel = mpmath.log(mpmath.besseli(0, kappa))
    return mpmath.log(2 * mpmath.pi) + bessel - a * mpmath.cos(y) - b * mpmath.sin(y)


def poisson(y, r):
    return softplus(r) - y * mpmath.log(softplus(r)) + mpmath.loggamma(y + 1)


def variance(y, m, a):
    v = softplus(a)
    return (y - m) ** 2 / (2 * v) + mpmath.log(2 * mpmath.pi * v) / 2


def deviation(y, m, a):
    s = softplus(a)
    return (y - m) ** 2 / (2 * s * s) + mpmath.log(s) + mpmath.log(2 * mpmath.pi) / 2


#: Each loss by hand, and targets that fit.
BY_HAND = {
    "laplace_nll": (laplace, [-3.0, 0.0, 0.4]),
    "student_t_nll": (student, [-3.0, 0.0, 40.0]),
    "exponential_nll": (exponential, [1e-3, 0.7, 40.0]),
    "gamma_nll": (gamma, [1e-6, 0.7, 40.0]),
    "beta_nll": (beta, [1e-9, 0.3, 1.0 - 1e-9]),
    "von_mises_nll": (von_mises, [-3.1, 0.0, 3.1]),
    "poisson_nll": (poisson, [0.0, 1.0, 37.0]),
    "gaussian_nll_variance": (variance, [-3.0, 0.0, 0.4]),
    "gaussian_nll_deviation": (deviation, [-3.0, 0.0, 0.4]),
}


@pytest.mark.parametrize("name", BY_HAND)
def test_value_and_gradient_agree_with_mpmath(name):
    rule, targets = BY_HAND[name]
    unit = LOSSES[name]
    rng = np.random.default_rng(3)
    for target in targets:
        for scale in (0.5, 4.0):
            z = rng.normal(scale=scale, size=(1, unit.logits_per_target))
            logits = [mpmath.mpf(float(v)) for v in z[0]]
            y = mpmath.mpf(target)
            value = unit.value(z, np.array([[target]]))[0]
            assert value == pytest.approx(float(rule(y, *logits)), rel=1e-9, abs=1e-9)
            found = unit.gradient(z, np.array([[target]]))[0]
            for i, slope in enumerate(found):
                order = tuple(int(i == j) for j in range(len(logits)))
                exact = mpmath.diff(lambda *v, y=y: rule(y, *v), tuple(logits), order)
                assert slope == pytest.approx(float(exact), rel=1e-9, abs=1e-9)


@pytest.mark.parametrize(
    ("name", "z"),
    [
        ("laplace_nll", [0.3, 0.2]),
        ("student_t_nll", [0.3, 0.2, 1.0]),
        ("exponential_nll", [0.2]),
        ("gamma_nll", [0.8, 0.2]),
        ("beta_nll", [0.8, 0.2]),
        ("von_mises_nll", [0.8, -0.2]),
        ("poisson_nll", [0.8]),
        ("gaussian_nll", [0.3, 0.2]),
    ],
)
def test_the_distribution_is_that_of_the_loss(name, z):
    unit, logits = LOSSES[name], np.array([z])
    y = 1.0 if name == "poisson_nll" else 0.37
    assert unit.predicted(logits).density(np.array([y]))[0, 0] == pytest.approx(
        np.exp(-unit.value(logits, np.array([[y]]))[0]), rel=1e-12
    )


A, B = np.array([0.03, 0.7, 4.0, 900.0]), np.array([2.0, 0.2, 31.0, 5.0])
#: Each law, scipy's own, and values at the ends, beyond them and between.
LAWS = [
    (laws.Normal(A, B), stats.norm(A, B), [-40.0, 0.0, 3.0, 1e100]),
    (laws.Laplace(A, B), stats.laplace(A, B), [-40.0, 0.0, 3.0, 1e300]),
    (laws.Student(2.0 + A, B, A), stats.t(2.0 + A, B, A), [-40.0, 0.0, 3.0, 1e9]),
    (laws.Gamma(A, B), stats.gamma(A, scale=B), [-1.0, 1e-300, 0.3, 80.0, 1e9]),
    (laws.Gamma(0 * A + 1, B), stats.expon(scale=B), [-1.0, 0.0, 0.3, 80.0, 1e9]),
    (laws.Beta(A, B), stats.beta(A, B), [-0.1, 1e-9, 0.4, 0.999, 1.1]),
    (laws.Poisson(A), stats.poisson(A), [-1.0, 0.0, 3.0, 880.0, 1e6]),
]


@pytest.mark.parametrize(
    ("own", "scipys", "values"), LAWS, ids=lambda law: type(law).__name__
)
def test_laws_are_those_of_scipy(own, scipys, values):
    at = np.array(values)[:, None]
    height = scipys.pmf if own.whole else scipys.pdf
    close = partial(np.testing.assert_allclose, rtol=1e-10, atol=1e-290)
    close(own.density(at), height(at))
    close(own.below(at), scipys.cdf(at))
    close(own.deviation(), scipys.std())
    for share in (0.0005, 0.05, 0.5, 0.8, 0.9995):
        close(own.quantile(share), scipys.ppf(share), rtol=1e-9)
    drawn = own.draw((3, 4), np.random.default_rng(5))
    close(drawn, scipys.rvs((3, 4), np.random.default_rng(5)), rtol=1e-13)


@pytest.mark.parametrize("kappa", [0.0, 0.3, 7.0, 49.0, 51.0, 4e4, 1e9])
def test_angles_are_spread_as_mpmath_says(kappa):
    turned = Turned(np.array([1.0]), np.array([kappa]))
    near = 1.0 / np.sqrt(kappa + 1.0)
    for y in (-3.0, 1.0 - 4.0 * near, 1.0 - near, 1.0 + 0.5 * near, 3.1):
        mpmath.mp.dps = 20
        ends = [-mpmath.pi, *(1 + k * near for k in (-8, -1, 1)), y]
        ends = [-mpmath.pi, *(end for end in ends[1:-1] if -3.1 < end < y), y]
        total = mpmath.quad(lambda t: mpmath.exp(kappa * (mpmath.cos(t - 1) - 1)), ends)
        room = 2 * mpmath.pi * mpmath.besseli(0, kappa) * mpmath.exp(-kappa)
        exact = float(total / room)
        assert turned.below(np.array([y]))[0] == pytest.approx(exact, abs=1e-13)
    for share in (0.1, 0.5, 0.9):
        found = turned.quantile(share)
        assert turned.below(found)[0] == pytest.approx(share, abs=1e-12)


def test_full_covariance_is_that_of_scipy():
    unit = LOSSES["mvn_nll"]
    rng = np.random.default_rng(0)
    for d in (2, 3):
        z = rng.normal(size=(4, unit.width(0, d)))
        y = rng.normal(size=(4, d))
        for row in range(4):
            told = stats.multivariate_normal(
                unit.predict(z)[row], unit.covariance(z)[row]
            )
            wanted = -told.logpdf(y[row])
            assert unit.value(z, y)[row] == pytest.approx(wanted, rel=1e-10)


def test_logits_of_the_covariance_are_the_lower_triangle_row_by_row():
    unit = LOSSES["mvn_nll"]
    mean, lower = unit.factor(np.array([[1.0, 2.0, 0.5, -3.0, 0.7]]))
    plus = maths.softplus(np.array([0.5, 0.7]))
    assert mean.tolist() == [[1.0, 2.0]]
    assert lower[0] == pytest.approx(np.array([[plus[0], 0.0], [-3.0, plus[1]]]))


def test_the_ranking_of_three_items_by_hand():
    unit = LOSSES["plackett_luce_nll"]
    z = np.array([[0.2, -1.0, 0.7]])
    chance = 1.0
    left = [0, 1, 2]
    for item in (2, 0, 1):
        chance *= np.exp(z[0, item]) / np.exp(z[0, left]).sum()
        left.remove(item)
    value = unit.value(z, np.array([[2.0, 0.0, 1.0]]))[0]
    assert value == pytest.approx(-np.log(chance), rel=1e-12)
    assert unit.order_of(z).tolist() == [[2, 0, 1]]


def test_two_classes_without_the_spare_logit_are_a_sigmoid():
    z = np.array([[-2.0], [0.3]])
    labels = np.eye(2)[[1, 0]]
    plain = LOSSES["bce"].value(z, labels[:, 1:])
    assert LOSSES["ce_ref"].value(z, labels) == pytest.approx(plain, rel=1e-12)
    assert LOSSES["ce_ref"].decide(z, 2).tolist() == [0, 1]


@pytest.mark.parametrize(
    ("name", "y", "rule"),
    [
        ("exponential_nll", [[1.0], [0.0]], "above 0, got 0.0 at row 1"),
        ("gamma_nll", [[1.0], [-2.0]], "above 0, got -2.0 at row 1"),
        ("beta_nll", [[0.5], [1.0]], r"inside \(0, 1\), got 1.0 at row 1"),
        ("poisson_nll", [[1.0], [1.5]], "whole number from 0, got 1.5 at row 1"),
        ("von_mises_nll", [[3.2]], "angle .* got 3.2 at row 0"),
        ("plackett_luce_nll", [[0.0, 1.0], [1.0, 1.0]], r"each once.*row 1"),
    ],
)
def test_targets_out_of_range_are_rejected_with_row_and_value(name, y, rule):
    y = np.array(y)
    with pytest.raises(BadInput, match=rule):
        LOSSES[name].encode(Sample(np.zeros((len(y), 1)), y))


@pytest.mark.parametrize("name", ["mvn_nll", "poisson_nll", "plackett_luce_nll"])
def test_classes_are_not_values(name):
    with pytest.raises(BadInput, match="classes"):
        LOSSES[name].width(3, 1)


# -- special functions of the kernels ---------------------------------------------

POINTS = np.concatenate([[0.0], np.geomspace(1e-12, 1e3, 120), [3e5, 2e6, 1e9]])


def compiled(name: str):
    rule = getattr(special, name)

    @njit
    def loop(x):
        out = np.empty_like(x)
        for i in range(len(x)):
            out[i] = rule(x[i])
        return out

    return loop


@pytest.mark.parametrize("rate", [2e9, 1e12, 1e15, 1e25, 1e120])
def test_counts_beyond_all_special_functions_are_a_gaussian(rate):
    """A diverging run expects them, and its card asks for all of these."""
    law = laws.Poisson(np.array([rate]))
    bell = stats.norm(rate, np.sqrt(rate))
    for share in (0.002, 0.25, 0.5, 0.99):
        assert law.quantile(share)[0] == pytest.approx(bell.ppf(share), abs=1.0)
    assert law.below(np.array([rate])) == pytest.approx(0.5)
    assert law.density(np.array([rate])) == pytest.approx(bell.pdf(rate))
    drawn = law.draw((400, 1), np.random.default_rng(1))
    assert drawn.mean() == pytest.approx(rate, abs=0.2 * np.sqrt(rate), rel=1e-12)
    assert drawn.std() == pytest.approx(np.sqrt(rate), rel=0.1, abs=1e-15 * rate)


def test_an_unknown_rate_gives_unknown_numbers():
    law = laws.Poisson(np.array([3.0, np.nan]))
    for found in (law.quantile(0.5), law.draw((5, 2), np.random.default_rng(1))[0]):
        assert np.isfinite(found[0])
        assert not np.isfinite(found[1])


@pytest.mark.parametrize(
    ("name", "exact"),
    [
        ("log_gamma_1p", lambda x: mpmath.loggamma(1 + x)),
        ("digamma_1p", lambda x: mpmath.digamma(1 + x)),
        ("log_bessel", lambda s: mpmath.log(mpmath.besseli(0, mpmath.sqrt(s)))),
        (
            "log_bessel_slope",
            lambda s: (
                mpmath.besseli(1, mpmath.sqrt(s))
                / (2 * mpmath.sqrt(s) * mpmath.besseli(0, mpmath.sqrt(s)))
                if s
                else mpmath.mpf(1) / 4
            ),
        ),
    ],
)
def test_special_functions_have_thirteen_digits(name, exact):
    points = POINTS if "gamma" in name else POINTS[POINTS < 3e6]
    wanted = np.array([float(exact(mpmath.mpf(float(x)))) for x in points])
    limit = 1e-13 * np.maximum(1.0, np.abs(wanted))
    assert (np.abs(compiled(name)(points) - wanted) <= limit).all()
    single = compiled(name)(points.astype(np.float32))
    assert single.dtype == np.float32
    near = np.abs(getattr(maths, name)(points) - wanted)
    assert (near <= 1e-12 * np.maximum(1.0, np.abs(wanted))).all()


# -- files ------------------------------------------------------------------------


def test_scales_of_the_gaussian_in_files(tmp_path, capsys):
    assert of_scale("gaussian_nll", "precision") == "gaussian_nll"
    assert in_files(of_scale("gaussian_nll", "variance")) == {
        "loss": "gaussian_nll",
        "scale": "variance",
    }
    net = {
        "layers": [{"W": [[1.0], [0.0]], "b": [0.0, 0.5]}],
        "loss": "gaussian_nll",
        "scale": "deviation",
    }
    path = tmp_path / "net.json"
    path.write_text(json.dumps({"net": net, "data": {"x": [[1.0]], "y": [2.0]}}))
    assert main(["inspect", str(path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    wanted = float(deviation(mpmath.mpf(2), mpmath.mpf(1), mpmath.mpf("0.5")))
    assert found["loss"] == pytest.approx(wanted, rel=1e-12)
    net["scale"] = "width"
    path.write_text(json.dumps({"net": net, "data": {"x": [[1.0]], "y": [2.0]}}))
    assert main(["inspect", str(path), "--json"]) == 2
    assert "scale must be one of precision, variance" in capsys.readouterr().err


def test_a_scene_keeps_its_scale():
    text = (
        '[problem]\nname = "sine"\n[network]\nloss = "gaussian_nll"\n'
        'scale = "variance"\nlayers = [{ units = 3 }]\n'
    )
    scene = parse_scene(text)
    assert scene.run.loss == "gaussian_nll_variance"
    assert parse_scene(scene_to_text(scene)) == scene


@pytest.mark.parametrize(
    ("loss", "rows", "y"),
    [
        ("ce_ref", 2, [0, 2]),
        ("plackett_luce_nll", 3, [[2, 0, 1], [0, 1, 2]]),
        ("mvn_nll", 5, [[0.1, 0.2], [1.0, -1.0]]),
        ("student_t_nll", 3, [0.1, 9.0]),
    ],
)
def test_inspect_knows_every_name(tmp_path, capsys, loss, rows, y):
    rng = np.random.default_rng(0)
    w, b = rng.normal(size=(rows, 2)), rng.normal(size=rows)

    def inspected(b):
        net = {"layers": [{"W": w.tolist(), "b": b.tolist()}], "loss": loss}
        data = {"x": [[0.3, -1.0], [0.5, 2.0]], "y": y}
        path = tmp_path / "net.json"
        path.write_text(json.dumps({"net": net, "data": data}))
        assert main(["inspect", str(path), "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    found = inspected(b)["gradients"][0]["b"]
    for i, h in enumerate(1e-6 * np.eye(rows)):
        rise = (inspected(b + h)["loss"] - inspected(b - h)["loss"]) / 2e-6
        assert found[i] == pytest.approx(rise, rel=1e-6, abs=1e-8)
