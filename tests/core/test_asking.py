"""A question to a network: its answer and what explains it, against plain loops."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.analysis import asking
from core.analysis.asking import (
    dependence,
    importance,
    own_units,
    predictions,
    reply,
    summed_effects,
)
from core.analysis.columns import DATE, NUMBER, WORDS, columns_of, reach_of
from core.analysis.field import logits_at
from core.analysis.neighbours import Spaces
from core.analysis.sign_change import changed, sign_change
from core.engine.session import Session
from core.features import FeatureSpec
from core.network import LayerSpec
from core.outputs import LOSSES
from core.problems import DataSpec, Points
from core.problems.scaling import Scaling
from core.run import RunSpec

COLUMNS = (
    Scaling("length", 5.0, 2.0, "cm"),
    Scaling("day", 19000.0, 30.0, kind="date"),
    Scaling("kind = a", kind="word", column="kind", word="a"),
    Scaling("kind = b", kind="word", column="kind", word="b"),
    Scaling("age", 40.0, 10.0, "years"),
    Scaling("age is missing", kind="missing", column="age"),
)


def table(classes: int) -> Points:
    rng = np.random.default_rng(3)
    x = rng.normal(size=(90, 6))
    x[:, 2] = rng.random(90) < 0.5
    x[:, 3] = 1.0 - x[:, 2]
    x[:, 5] = rng.random(90) < 0.2
    x[x[:, 5] > 0.5, 4] = 0.0
    score = x[:, 0] + 2.0 * x[:, 2] - x[:, 1]
    if classes:
        edges = np.quantile(score, np.linspace(0, 1, classes + 1)[1:-1])
        y = np.searchsorted(edges, score)
        return Points(x, y, classes, [f"k{i}" for i in range(classes)], columns=COLUMNS)
    target = (Scaling("price", 100.0, 50.0, "€"),)
    return Points(x, score, columns=COLUMNS, target_columns=target)


def snapshot_of(problem: Points, loss: str, steps: int = 60, **changes):
    run = RunSpec(
        DataSpec(problem, problem.count, 0.3),
        (LayerSpec(8, "tanh"), LayerSpec(6, "relu")),
        loss,
        **changes,
    )
    session = Session(run, backend="reference")
    session.advance(steps)
    return session.snapshot()


@pytest.fixture(scope="module")
def three():
    return snapshot_of(table(3), "ce")


@pytest.fixture(scope="module")
def value():
    return snapshot_of(table(0), "mse")


def numeric(score, x, step=1e-6):
    return np.array(
        [
            (score(x + step * e) - score(x - step * e)) / (2 * step)
            for e in np.eye(len(x))
        ]
    )


def test_the_gradient_is_that_of_the_answer_against_the_runner_up(three):
    for row in range(5):
        x = three.splits.test.x[row]
        found = reply(three, x)

        def score(at, found=found):
            z = logits_at(three, at[None])[0]
            return z[found.decided] - z[found.rival]

        assert np.allclose(found.gradient, numeric(score, x), atol=1e-6)
        assert np.allclose(found.effect, found.gradient * x)
        assert found.decided == np.argmax(found.shares)
        assert found.rival == np.argsort(found.shares)[-2]
        assert np.allclose(found.layers[-1], logits_at(three, x[None])[0])


@pytest.mark.parametrize("loss", ["bce", "hinge", "ce", "ce_ref", "softmax_mse"])
def test_two_classes_have_one_score_whatever_the_output_unit(loss):
    snapshot = snapshot_of(table(2), loss, 20)
    unit = LOSSES[loss]
    x = snapshot.splits.train.x[4]
    found = reply(snapshot, x)

    def score(at):
        z = unit.score(logits_at(snapshot, at[None]))[0]
        if len(z) == 1:
            return z[0] if found.decided else -z[0]
        return z[found.decided] - z[found.rival]

    assert np.allclose(found.gradient, numeric(score, x), atol=1e-6)
    assert found.rival == 1 - found.decided


def test_values_are_explained_in_their_own_unit(value):
    x = value.splits.test.x[0]
    found = reply(value, x)
    plain = logits_at(value, x[None])[0, 0]
    assert found.predicted[0] == pytest.approx(100.0 + 50.0 * plain)
    assert np.allclose(
        found.gradient, numeric(lambda at: 50.0 * logits_at(value, at[None])[0, 0], x)
    )
    assert np.allclose(own_units(value, np.array([[1.0]])), 150.0)


def test_features_made_by_hand_pass_the_gradient_on():
    problem = Points([[0.1, 0.2], [0.9, -0.4], [-0.3, 0.8]], [0, 1, 1], 2)
    run = RunSpec(
        DataSpec(problem, 3, 0.0),
        (LayerSpec(4, "tanh"),),
        "bce",
        features=FeatureSpec(("raw", "x2", "siny")),
    )
    snapshot = Session(run, backend="reference").snapshot()
    x = np.array([0.3, -0.7])
    found = reply(snapshot, x)
    sign = 1.0 if found.decided else -1.0
    expected = numeric(lambda at: sign * logits_at(snapshot, at[None])[0, 0], x)
    assert np.allclose(found.gradient, expected, atol=1e-6)


def test_columns_are_what_a_person_knows():
    length, day, kind, age = columns_of(table(2))
    assert (length.kind, day.kind, kind.kind, age.kind) == (NUMBER, DATE, WORDS, NUMBER)
    assert kind.words == ("a", "b")
    assert kind.inputs == (2, 3)
    assert age.flag == 5
    assert age.every == (4, 5)
    assert age.label == "age (years)"
    x = np.array([1.0, 0.0, 0.0, 1.0, 0.5, 0.0])
    assert length.value(x) == 7.0
    assert kind.value(x) == 1.0
    assert age.value(x) == 45.0
    assert day.shown(day.value(x)) == "2022-01-08"
    length.put(x, 3.0)
    kind.put(x, 0.0)
    age.put(x, float("nan"))
    assert x.tolist() == [-1.0, 0.0, 1.0, 0.0, 0.0, 1.0]
    assert np.isnan(age.value(x))
    assert age.shown(age.value(x)) == "missing"
    age.put(x, 60.0)
    assert x[4] == 2.0
    assert x[5] == 0.0
    reach = reach_of(age, np.array([x, [0, 0, 0, 0, -9.0, 1.0], x]))
    assert (reach.low, reach.high) == (60.0, 60.0)  # gaps are left out


def test_effects_of_a_column_are_those_of_all_its_inputs(three):
    found = reply(three, three.splits.test.x[0])
    effects = summed_effects(found, columns_of(three.run.data.problem))
    assert effects.sum() == pytest.approx(found.effect.sum())
    assert effects[2] == pytest.approx(found.effect[2] + found.effect[3])


def test_importance_is_the_rise_of_the_loss_by_shuffling_and_repeats(three):
    columns = columns_of(three.run.data.problem)
    sample = three.splits.test
    found = importance(three, columns, sample, repeats=2, seed=5)
    unit = LOSSES[three.run.loss]

    def loss(x):
        return unit.value(logits_at(three, x), unit.encode(sample)).mean()

    x = np.array(sample.x)
    for k, column in enumerate(columns):
        rng = np.random.default_rng((5, k))
        rises = []
        for _ in range(2):
            shuffled = x.copy()
            shuffled[:, column.every] = x[rng.permutation(len(x))][:, column.every]
            rises.append(loss(shuffled) - loss(x))
        assert found.rise[k] == pytest.approx(np.mean(rises))
    again = importance(three, columns, sample, repeats=2, seed=5)
    other = importance(three, columns, sample, repeats=2, seed=6)
    assert np.array_equal(found.rise, again.rise)
    assert not np.array_equal(found.rise, other.rise)
    # Columns that decide the class matter more than unrelated ones.
    assert min(found.rise[0], found.rise[1], found.rise[2]) > found.rise[3]


def test_a_column_that_does_not_vary_matters_nothing(three):
    sample = three.splits.test
    flat = replace(sample, x=np.where(np.arange(6) == 0, 1.0, sample.x))
    assert importance(three, columns_of(three.run.data.problem), flat).rise[0] == 0.0


def test_dependence_is_the_mean_over_examples_with_one_column_set(three):
    columns = columns_of(three.run.data.problem)
    x, sample = three.splits.test.x[1], three.splits.train
    for column, values in ((columns[0], [2.0, 8.0]), (columns[2], [0.0, 1.0])):
        found = dependence(three, column, np.array(values), x, sample, rows=1000)
        for i, value in enumerate(values):
            every = np.array(sample.x)
            column.put(every, value)
            assert np.allclose(found.mean[i], predictions(three, every).mean(axis=0))
            own = x.copy()
            column.put(own, value)
            assert np.allclose(found.own[i], predictions(three, own[None])[0])
        assert found.rows == len(sample)


def test_dependence_of_wide_inputs_works_on_few_numbers_at_a_time(three, monkeypatch):
    column = columns_of(three.run.data.problem)[0]
    values, x, sample = np.linspace(2.0, 8.0, 7), three.splits.test.x[1], three.splits
    together = dependence(three, column, values, x, sample.train)
    sizes = []

    def watched(snapshot, rows):
        sizes.append(rows.size)
        return predictions(snapshot, rows)

    monkeypatch.setattr(asking, "TOGETHER", 1000)
    monkeypatch.setattr(asking, "predictions", watched)
    parts = dependence(three, column, values, x, sample.train)
    assert len(sizes) > 1
    assert max(sizes) <= 1000
    assert np.allclose(parts.mean, together.mean)
    assert np.allclose(parts.own, together.own)


def test_the_nearest_examples_of_every_layer(three):
    x = three.splits.train.x[7]
    found = reply(three, x)
    for place in Spaces(three, 1000).nearest(x, found.layers, 3):
        assert place.examples[0] == 7
        assert place.distances[0] < 1e-5
    spaces = Spaces(three, 1000)
    nearest = spaces.nearest(three.splits.test.x[0], found.layers, 4)
    away = np.linalg.norm(three.splits.train.x - three.splits.test.x[0], axis=1)
    assert nearest[0].examples.tolist() == np.argsort(away)[:4].tolist()
    assert len(nearest) == 4  # inputs, two layers, logits
    assert len(Spaces(three, 20).rows) <= 20


def test_the_sign_change_is_the_smallest_of_all_sizes_that_flips(three):
    tried = 0
    for row in range(12):
        found = reply(three, three.splits.test.x[row])
        change = sign_change(three, found, 200)
        assert set(np.unique(change.direction)) <= {-1.0, 0.0, 1.0}
        assert not change.direction[[2, 3, 5]].any()  # words and flags stay
        if change.smallest is None:
            continue
        tried += 1
        for size in change.sizes:  # every size, one after the other
            moved = found.x + size * change.direction
            z = logits_at(three, moved[None])
            flipped = int(np.argmax(z)) != found.decided
            if flipped:
                assert size == change.smallest
                break
            assert size < change.smallest
    assert tried >= 3


def test_pixels_stay_between_nothing_and_full_ink():
    rng = np.random.default_rng(1)
    problem = Points(rng.random((12, 4)), np.arange(12) % 2, 2, image=(2, 2, 1))
    snapshot = snapshot_of(problem, "bce", 5)
    moved = changed(
        snapshot,
        np.array([0.0, 1.0, 0.5, 1.2]),
        np.array([-1, 1, 1, -1]),
        np.array([0.3]),
    )
    assert np.allclose(moved, [[0.0, 1.0, 0.8, 0.9]])
