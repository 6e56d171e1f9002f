"""``hyperfold estimate`` and NET.json with random units: JSON, rules, messages."""

from __future__ import annotations

import json

import numpy as np
import pytest

from core.cli import main
from core.files.net_json import parse_net
from core.steps.forward import logits
from tests.core.random_networks import random_document


@pytest.fixture
def net(tmp_path):
    def write(document, name="net.json"):
        path = tmp_path / name
        path.write_text(json.dumps(document))
        return str(path)

    return write


def printed(capsys, *words):
    assert main(list(words)) == 0
    return json.loads(capsys.readouterr().out)


def refused(capsys, *words):
    assert main(list(words)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "Traceback" not in err
    return err


def test_the_fields_are_those_of_the_contract(net, capsys):
    path = net(random_document())
    words = ["estimate", path, "--estimator", "optimal", "--samples", "300", "--json"]
    found = printed(capsys, *words)
    assert list(found) == ["estimator", "samples", "loss", "mean", "std", "exact"]
    assert (found["estimator"], found["samples"]) == ("optimal", 300)
    assert list(found["exact"]) == ["loss", "gradients"]
    for layers in (found["mean"], found["std"], found["exact"]["gradients"]):
        assert [np.shape(layer["W"]) for layer in layers] == [(4, 2), (3, 4), (1, 3)]
        assert [np.shape(layer["b"]) for layer in layers] == [(4,), (3,), (1,)]
    inspected = printed(capsys, "inspect", path, "--json")
    assert inspected["loss"] == pytest.approx(found["exact"]["loss"])
    assert inspected["gradients"] == found["exact"]["gradients"]
    assert printed(capsys, *words) == found
    assert printed(capsys, *words, "--seed", "1")["mean"] != found["mean"]


def test_words_for_people(net, capsys):
    assert main(["estimate", net(random_document()), "--estimator", "mean"]) == 0
    out = capsys.readouterr().out
    assert "mean, 1000 samples" in out
    assert "exactly" in out
    path = net(random_document(2, "gaussian", "relu"))
    assert main(["estimate", path, "--estimator", "reparametrised"]) == 0
    assert "–" in capsys.readouterr().out


def test_exact_is_null_beyond_twelve_units(net, capsys):
    path = net(random_document(13))
    words = ["--estimator", "none", "--samples", "5", "--json"]
    assert printed(capsys, "estimate", path, *words)["exact"] is None
    err = refused(capsys, "inspect", path)
    assert path in err
    assert "at most 12" in err


@pytest.mark.parametrize(
    ("document", "estimator", "words"),
    [
        (random_document(2, "gaussian"), "mean", ("layer 1", "gaussian", "mean")),
        (random_document(), "reparametrised", ("layer 1", "bernoulli")),
        (random_document(), "best", ("--estimator", "best")),
    ],
)
def test_misfits_are_one_line(net, capsys, document, estimator, words):
    err = refused(capsys, "estimate", net(document), "--estimator", estimator)
    assert all(word in err for word in words)


def test_a_network_without_random_units_is_rejected(net, capsys):
    document = random_document()
    del document["net"]["layers"][0]["sample"]
    assert "sampling layer" in refused(
        capsys, "estimate", net(document), "--estimator", "mean"
    )


def test_samples_and_files_are_checked(net, capsys):
    path = net(random_document())
    for words in (["--samples", "0"], ["--samples", "many"], ["--seed", "-1"]):
        refused(capsys, "estimate", path, "--estimator", "none", *words)
    refused(capsys, "estimate", path)
    refused(capsys, "estimate", path + "x", "--estimator", "none")
    document = random_document()
    del document["data"]
    assert "data" in refused(capsys, "estimate", net(document), "--estimator", "none")


def spoilt(**fields):
    document = random_document()
    document["net"]["layers"][0] |= fields
    return document


@pytest.mark.parametrize(
    ("document", "words"),
    [
        (spoilt(sample="poisson"), ("layers[0].sample", "poisson")),
        (spoilt(sample=3), ("layers[0].sample",)),
        (spoilt(activation="relu"), ("layers[0]", "sigmoid", "relu")),
        (spoilt(sample="gaussian", W=[[1, 2]] * 3, b=[0] * 3), ("2 rows per unit",)),
    ],
)
def test_what_no_layer_can_be_is_rejected(net, capsys, document, words):
    err = refused(capsys, "inspect", net(document))
    assert all(word in err for word in words), err


def test_the_output_layer_draws_nothing(net, capsys):
    document = random_document()
    document["net"]["layers"][-1]["sample"] = "gaussian"
    assert "output layer" in refused(capsys, "inspect", net(document))


def test_rbf_units_have_no_scales(net, capsys):
    document = spoilt(activation="rbf", sample="gaussian")
    del document["net"]["layers"][0]["b"]
    assert "centres" in refused(capsys, "inspect", net(document))


def test_without_draws_units_give_their_means():
    net = parse_net(random_document(2, "gaussian", "relu"), "a")
    first = net.network.layout.layers[0]
    w, b = first.W.of(net.theta)[:2], first.b.of(net.theta)[:2]
    plain = random_document(2, "gaussian", "relu")
    plain["net"]["layers"][0] |= {"W": w.tolist(), "b": b.tolist()}
    del plain["net"]["layers"][0]["sample"]
    other = parse_net(plain, "b")
    found = logits(net.network, net.theta, net.running, net.x)
    assert np.array_equal(
        found, logits(other.network, other.theta, other.running, other.x)
    )


@pytest.mark.parametrize("sample", ["bernoulli", "gaussian"])
def test_other_commands_see_the_network_of_means(net, capsys, sample):
    path = net(random_document(2, sample))
    walked = printed(capsys, "walk", path, "--example", "1", "--json")
    assert walked
    if sample == "gaussian":
        document = random_document(2, sample, "relu", after="relu")
        assert printed(capsys, "regions", net(document), "--json")["regions"] > 1
