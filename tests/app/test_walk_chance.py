"""Walk › Chance, and the menus that make units random."""

from __future__ import annotations

import numpy as np
import pytest

from app.views.network.headers import LayerHeader
from app.views.walk.chance_page import ChancePage
from app.views.walk.panel import WalkPanel
from core.analysis.chance import Chance, Chances
from core.analysis.walk import take_walk
from core.analysis.walk_subject import subject_of
from core.edits import SetLayer
from core.network import LayerSpec
from core.sampling import SAMPLE_TITLES, TITLES, TRAINED
from tests.app.run_frames import frame_of, run_of, serve, trained


def shown(*hidden: LayerSpec, **settings: object) -> tuple[WalkPanel, ChancePage]:
    session = trained(run_of("xor", "bce").changed(hidden=hidden), 2)
    panel = WalkPanel()
    panel.apply_settings({"page": "chance", **settings})
    frame = frame_of(session)
    serve(panel, frame, 900, 620)
    page = panel.sides.sides[0].asking["chance"]
    assert isinstance(page, ChancePage)
    panel.again = lambda: serve(panel, frame, 900, 620)
    return panel, page


def test_every_estimator_has_a_histogram_and_more_can_be_drawn(qapp):
    panel, page = shown(LayerSpec(3, "sigmoid", sample="bernoulli"))
    names = [chance.estimator for chance in page.made.chances]
    assert names == [
        "none",
        "mean",
        "optimal",
        "normalised",
        "learned",
        "straight_through",
    ]
    assert page.made.draws == 1000
    assert "1000 draws" in page.said.text()
    page.more.click()
    panel.again()
    assert page.made.draws == 2000
    assert panel.shown_settings()["draws"] == 2000
    for name in ("none", "mean", "optimal", "learned"):
        chance = page.made[name]
        assert abs(chance.mean - page.made.exact) <= 4 * chance.error + 1e-12
        assert len(chance.values) == 2000
    assert page.made["optimal"].spread <= page.made["none"].spread
    image = panel.grab().toImage()
    colours = {
        image.pixelColor(x, y).name()
        for x in range(0, 900, 3)
        for y in range(120, 620, 3)
    }
    assert len(colours) > 10


def test_a_learned_baseline_is_the_networks_own(qapp):
    own = LayerSpec(3, "sigmoid", sample="bernoulli", estimator="learned")
    _, page = shown(own, example=2)
    assert "this network has learned" in page.said.text()
    learned = page.made["learned"]
    assert abs(learned.mean - page.made.exact) <= 4 * learned.error
    _, other = shown(LayerSpec(3, "sigmoid", sample="bernoulli"), example=2)
    assert "fitted to the earlier draws" in other.said.text()
    fitted, mean = other.made["learned"], other.made["mean"]
    assert 0.0 < fitted.spread < 1.2 * mean.spread < other.made["none"].spread


def test_rare_draws_do_not_set_the_axis():
    rare = np.concatenate([np.linspace(-1.0, 1.0, 997), [50.0, 60.0, -70.0]])
    chances = (
        Chance("none", "None", rare),
        Chance("normalised", "Normalised", 100.0 * rare),
    )
    made = Chances("W", 1000, 0.1, "", chances)
    low, high = made.span
    spread = made["none"].spread
    assert -1.3 * spread < low < -1.0
    assert 1.0 < high < 1.3 * spread
    assert made["none"].outside(low, high) == (1, 2)


def test_the_least_decided_unit_is_shown_first(qapp):
    _, page = shown(LayerSpec(3, "sigmoid", sample="bernoulli"), example=2)
    run = run_of("xor", "bce").changed(
        hidden=(LayerSpec(3, "sigmoid", sample="bernoulli"),)
    )
    walk = take_walk(subject_of(trained(run, 2).snapshot(), 2))
    p = walk["a1"].value.ravel()
    name, entry = page.chooser.chosen
    assert name == "W1"
    assert entry // 2 == np.argmax(p * (1 - p))
    assert entry % 2 == np.argmax(np.abs(walk["x"].value))


def test_gaussian_units_have_one_estimator_and_no_exact_value(qapp):
    _, page = shown(LayerSpec(3, "tanh", sample="gaussian"), example="minibatch")
    assert [c.estimator for c in page.made.chances] == ["reparametrised"]
    assert page.made.exact is None
    assert "no exact value" in page.said.text()
    assert np.isfinite(page.made["reparametrised"].spread)


def test_without_random_units_the_page_says_how_to_get_them(qapp):
    _, page = shown(LayerSpec(3, "tanh"))
    assert page.made is None
    assert not page.more.isEnabled()
    assert "Random units" in page.picture.note


def test_the_menu_offers_kinds_and_estimators(qapp):
    header = LayerHeader(0)
    asked = []
    header.field_chosen.connect(lambda *given: asked.append(given))
    header.show_layer(LayerSpec(3, "sigmoid"), 10)
    assert [a.text() for a in header.samples.values()] == list(SAMPLE_TITLES.values())
    assert not header.estimators["mean"].isEnabled()
    header.samples["bernoulli"].trigger()
    assert asked == [(0, "sample", "bernoulli")]
    header.show_layer(LayerSpec(3, "sigmoid", sample="bernoulli"), 10)
    assert header.samples["bernoulli"].isChecked()
    titles = [a.text() for a in header.estimators.values()]
    assert titles == [TITLES[name] for name in TRAINED]
    header.show_name(0)
    assert "0 or 1" in header.button.text()
    header.estimators["learned"].trigger()
    assert asked[-1] == (0, "estimator", "learned")


@pytest.mark.parametrize("kind", ["bernoulli", "gaussian"])
def test_edits_keep_what_fits(kind):
    run = run_of("xor", "bce", units=(3,), activation="tanh")
    drawn = SetLayer(0, "sample", kind).after(run)
    assert drawn.hidden[0].sample == kind
    assert drawn.hidden[0].activation == ("sigmoid" if kind == "bernoulli" else "tanh")
    other = SetLayer(0, "activation", "rbf").after(drawn)
    assert other.hidden[0].sample == ""
    session = trained(run, 2)
    means = session.snapshot().theta[:6].copy()
    session.apply(SetLayer(0, "sample", kind))
    assert np.array_equal(session.snapshot().theta[:6], means)
    session.apply(SetLayer(0, "estimator", "learned"))
    session.advance(3)
    session.apply(SetLayer(0, "units", 5))
    session.advance(1)
    session.apply(SetLayer(0, "sample", ""))
    assert session.snapshot().network.hidden[0].rows == 5
