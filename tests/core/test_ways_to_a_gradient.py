"""Paths, ways and checkpoints: counts by enumeration, gradients to the last bit."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from core.analysis.checkpoints import (
    Chain,
    best,
    chain_of,
    equal_blocks,
    every_few,
    least_memory,
    run,
    trace,
)
from core.analysis.paths import paths_of
from core.analysis.scalar_graph import scalar_graph
from core.analysis.walk import take_walk
from core.analysis.walk_modes import cost
from core.analysis.walk_subject import Subject, subject_of_net
from core.analysis.ways import perturbed, ways_of, written_out
from core.errors import BadInput
from core.files.net_json import parse_net
from core.network import LayerSpec, NetworkSpec, OutputSpec, fresh_running
from core.training import TrainingSpec
from tests.core.small_networks import small_case


def small(activation="tanh", loss="ce", example=2, **fields) -> Subject:
    case = small_case(activation, loss, **fields)
    rows = slice(None) if example is None else slice(example, example + 1)
    given = (case.network, case.theta, case.running, case.x[rows], case.y[rows])
    return Subject(*given, "example", TrainingSpec(l2=0.02), example=example)


def deep(widths, *, example=True, activation="tanh", **later) -> Subject:
    """A network of these hidden widths; ``later``: fields of its last hidden layer."""
    hidden = [LayerSpec(n, activation) for n in widths]
    if later:
        hidden[-1] = LayerSpec(widths[-1], activation, **later)
    network = NetworkSpec(2, tuple(hidden), OutputSpec("mse", 1))
    rng = np.random.default_rng(1)
    n = 1 if example else 5
    return Subject(
        network,
        rng.normal(scale=0.7, size=network.layout.size),
        fresh_running(network),
        rng.normal(size=(n, 2)),
        rng.normal(size=(n, 1)),
        "example",
        example=0 if example else None,
    )


# -- paths ---------------------------------------------------------------------------
def enumerated(graph, name, entry):
    """Every path from an entry to J, by brute force: the products."""
    if name == "J":
        yield 1.0
        return
    for bundle in graph.out_of(name):
        for to in np.flatnonzero(bundle.links[:, entry]):
            for rest in enumerated(graph, bundle.target, int(to)):
                yield bundle.local[to, entry] * rest


@pytest.mark.parametrize(("activation", "loss"), [("tanh", "ce"), ("maxout", "mse")])
def test_paths_are_those_of_an_enumeration(activation, loss):
    walk = take_walk(small(activation, loss))
    graph = scalar_graph(walk)
    for name, entry in (("W1", 1), ("x", 0), ("a1", 2), ("z3", 0), ("b2", 1)):
        found = paths_of(walk, name, entry)
        products = list(enumerated(graph, name, entry))
        assert found.count == len(products)
        assert found.alive == np.count_nonzero(products)
        assert found.total == pytest.approx(sum(products), rel=1e-12, abs=1e-15)
        assert found.total == pytest.approx(found.gradient, rel=1e-12, abs=1e-15)
        largest = sorted(map(abs, products), reverse=True)[: len(found.shown)]
        assert [abs(p.product) for p in found.shown] == pytest.approx(largest)
        listed = sum(path.product for path in found.shown)
        assert listed + found.rest == pytest.approx(found.total, abs=1e-15)


def test_the_number_of_paths_multiplies_from_layer_to_layer():
    """From an input through n layers of k units: kⁿ paths; edges only add up."""
    for depth in (1, 3, 6):
        walk = take_walk(deep([4] * depth))
        found = paths_of(walk, "x", 0)
        assert found.count == 4**depth
        edges = 4 + (depth - 1) * 16 + 4 + depth * 4  # affine steps and functions
        assert found.reverse_products == edges + 2  # the loss, and J
        assert found.path_products == 4**depth * (2 * depth + 2)
    assert found.path_products > 100 * found.reverse_products


def test_a_path_names_where_it_goes():
    walk = take_walk(deep([2, 2]))
    found = paths_of(walk, "W1", 3)
    assert found.count == 2
    for path in found.shown:
        assert path.stops[:3] == (("W1", 3), ("z1", 1), ("a1", 1))
        assert path.stops[-2:] == (("L", 0), ("J", 0))
        assert len(path.factors) == len(path.stops) - 1


def test_a_minibatch_and_a_wide_network_have_no_paths():
    with pytest.raises(BadInput, match="single example"):
        paths_of(take_walk(small(example=None)), "W1", 0)
    with pytest.raises(BadInput, match="too wide"):
        paths_of(take_walk(deep([200, 100])), "W1", 0)


def test_wide_weights_have_the_same_slopes_as_small_ones():
    """W2 has more entries than the walk works out slope by slope."""
    walk = take_walk(deep([9, 9]))
    found = paths_of(walk, "W2", 40)
    assert found.total == pytest.approx(found.gradient, rel=1e-12)


# -- ways ----------------------------------------------------------------------------
def test_every_way_finds_the_same_gradient_at_its_own_cost():
    walk = take_walk(small())
    found, size = ways_of(walk), walk.subject.network.layout.size
    assert found.parameters == size
    assert found["differences"].passes == size + 1
    assert found["differences"].products == (size + 1) * found.one_pass
    assert found["differences"].error < 1e-5
    assert found["forward"].passes == size
    assert found["forward"].error < 1e-13
    assert found["reverse"].passes == 1
    assert found["reverse"].products == cost(walk).reverse
    assert found["forward"].products == cost(walk).forward
    assert found["perturbations"].passes == 2
    assert found.one_pass == sum(
        blocks.W.shape[0] * blocks.W.shape[1]
        for blocks in walk.subject.network.layout.layers
    )


def test_the_spread_of_perturbations_grows_with_the_parameters():
    spreads = []
    for width in (1, 4, 16):
        walk = take_walk(deep([width]))
        found = ways_of(walk)["perturbations"]
        size = walk.subject.network.layout.size
        assert found.spread == pytest.approx(np.sqrt(size - 1), rel=0.3)
        spreads.append(found.spread)
    assert spreads[0] < spreads[1] < spreads[2]


def test_perturbations_are_right_on_average():
    walk = take_walk(deep([2]))
    draws = perturbed(walk, 4000, np.random.default_rng(0))
    error = np.abs(draws.mean(axis=0) - walk.graph.gradient())
    assert np.all(error <= 4.0 * draws.std(axis=0, ddof=1) / np.sqrt(4000) + 1e-9)


def test_formulas_written_out_grow_with_shared_parts():
    """Twice the depth: the shared size doubles about, the written one explodes."""
    sizes = [written_out(scalar_graph(take_walk(deep([3] * d)))) for d in (2, 4)]
    assert sizes[1].shared < 3 * sizes[0].shared
    assert sizes[1].written > 20 * sizes[0].written
    alone = written_out(scalar_graph(take_walk(deep([1]))))
    assert alone.written < sizes[0].written


def test_a_written_formula_by_hand():
    """J = L(z), z = w x + b: ∂J/∂w = 1·L′·x, ∂J/∂b = 1·L′."""
    document = {"net": {"layers": [{"W": [[0.5]], "b": [0.1]}], "loss": "mse"}}
    document["data"] = {"x": [[2.0]], "y": [1.0]}
    walk = take_walk(subject_of_net(parse_net(document, "a"), 0))
    found = written_out(scalar_graph(walk))
    # For each of w and b the edges L → J and z → L; then x for w, and 1 for b.
    assert found.products == 2 + 2 + 1 + 1
    assert found.shared == len(walk.nodes) + 2 * 5


def test_a_minibatch_has_ways_but_no_formula():
    found = ways_of(take_walk(small(example=None)))
    assert found.symbols is None
    assert "single example" in found.why_no_symbols
    assert found["differences"].error < 1e-5


# -- checkpoints ---------------------------------------------------------------------
def test_the_textbook_example_costs_five_blocks_instead_of_four():
    chain = equal_blocks(4)
    found = trace(chain, {0, 1, 3})
    assert found.again == (2,)
    assert found.evaluations == 5
    assert found.ratio == 1.25
    forward = [m for m in found.moments if m.kind == "forward"]
    assert forward[-1].stored == {0, 1, 3}
    assert trace(chain, range(4)).evaluations == 4


def brute_force(chain: Chain, memory: int):
    costs = []
    for count in range(chain.depth + 1):
        for kept in combinations(range(chain.depth), count):
            played = trace(chain, kept)
            if played.peak <= memory:
                costs.append(played.extra_work)
    return min(costs, default=None)


def test_the_best_choice_is_that_of_brute_force():
    rng = np.random.default_rng(3)
    for depth in (1, 2, 5, 8):
        reads = tuple((i - 1,) for i in range(depth))
        sizes, work = (tuple(map(int, rng.integers(1, 9, depth))) for _ in range(2))
        chain = Chain(sizes, work, reads)
        for memory in range(sum(sizes) + 2):
            found, wanted = best(chain, memory), brute_force(chain, memory)
            if wanted is None:
                assert found is None
                assert memory < least_memory(chain)
                continue
            assert found is not None
            played = trace(chain, found)
            assert played.extra_work == wanted
            assert played.peak <= memory
            assert memory >= least_memory(chain)


def test_other_wirings_are_searched():
    chain = Chain((3, 2, 4, 1), (5, 1, 2, 3), ((-1,), (0,), (0, 1), (2,)))
    for memory in range(11):
        found, wanted = best(chain, memory), brute_force(chain, memory)
        assert (found is None) == (wanted is None)
        if found is not None:
            assert trace(chain, found).extra_work == wanted


def test_every_square_root_th_layer_stores_about_twice_the_root():
    for depth in (16, 64):
        chain = equal_blocks(depth)
        found = trace(chain, every_few(depth))
        assert found.peak <= 2 * np.sqrt(depth) + 1
        assert found.ratio < 2.0
    assert every_few(1) == {0}


SUBJECTS = {
    "chain": lambda: deep([3, 4, 2]),
    "minibatch with batch norm": lambda: small("relu", "ce", None, batch_norm=True),
    "maxout": lambda: small("maxout", "mdn"),
    "shortcuts": lambda: deep([3, 3, 3, 3], reads=(1, 3), adds=2),
}


@pytest.mark.parametrize("make", SUBJECTS.values(), ids=SUBJECTS)
def test_checkpointed_gradients_agree_to_the_last_bit(make):
    subject = make()
    chain = chain_of(subject)
    for count in range(chain.depth + 1):
        for kept in combinations(range(chain.depth), count):
            found, planned = run(subject, kept), trace(chain, kept)
            assert found.same
            assert np.any(found.gradient)
            assert sorted(found.again) == sorted(planned.again)
            assert found.peak == planned.peak
            assert found.stored == sum(chain.sizes[i] for i in planned.kept)
