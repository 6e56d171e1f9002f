"""The Output view draws what an output unit predicts, and reads it at a place."""

from __future__ import annotations

from dataclasses import replace
from time import thread_time

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.editing.starting import fitting_losses, misfits, starting_run, with_problem
from app.plane.picture import Kind, kind_of
from app.views.output.card import DRAWS, MOST_PLACES, read_card
from app.views.output.glyphs import DistributionPlane
from app.views.output.line_jobs import LineResult
from app.views.output.panel import OutputPanel
from app.views.output.plane import kept_inside
from core.engine.commands import SetParameters
from core.outputs import LOSSES
from core.problems import PROBLEMS, Points, Rankings, make_problem
from core.scenes import load_scene
from tests.app.mouse import hover
from tests.app.run_frames import frame_of, run_of, serve, trained

OWN = [name for name, cls in PROBLEMS.items() if getattr(cls, "natural_loss", "")]


@pytest.fixture(scope="module")
def snapshots():
    """A few steps of the scene of every problem with a loss of its own."""
    names = (*OWN, "wind-1d", "correlated-1d")
    return {name: trained(load_scene(name).run, steps=3) for name in names}


def shown(snapshots, name: str) -> tuple[OutputPanel, object]:
    panel = OutputPanel()
    serve(panel, frame_of(snapshots[name]), 520, 380)
    canvas = panel.canvases[0]
    return panel, canvas


@pytest.mark.parametrize("name", [*OWN, "wind-1d", "correlated-1d"])
def test_every_distribution_is_drawn_and_can_be_sampled(qapp, snapshots, name):
    panel, _ = shown(snapshots, name)
    assert panel.sampler.isVisibleTo(panel)
    before = panel.grab().toImage()
    panel.draw_samples()
    assert panel.view.pinned is not None
    assert panel.samples == 1
    after = panel.grab().toImage()
    assert before != after
    panel.draw_samples()
    assert panel.grab().toImage() != after, "other samples"


def test_over_one_input_there_are_bands_and_shading(qapp, snapshots):
    for name in ("waiting", "rainfall", "counts", "outliers", "wind-1d"):
        _, canvas = shown(snapshots, name)
        result = canvas.result
        assert isinstance(result, LineResult)
        assert result.image is not None
        summed = result.summed
        assert summed is not None
        assert (summed.most[0] <= summed.half[0]).all()
        assert (summed.half[1] <= summed.most[1]).all()
        assert summed.skewed == (name in ("waiting", "rainfall"))


def test_over_the_plane_there_are_arrows_ellipses_or_regions(qapp, snapshots):
    for name, what in (
        ("wind", "certainty"),
        ("correlated", "covariance"),
        ("rankings", "names"),
    ):
        _, canvas = shown(snapshots, name)
        assert isinstance(canvas.result, DistributionPlane)
        found = getattr(canvas.result.glyphs, what)
        assert found is not None
        assert len(found)
    _, canvas = shown(snapshots, "correlated-1d")
    assert len(canvas.result.cells) == 9


def test_a_click_keeps_a_place_and_again_lets_it_go(qapp, snapshots):
    panel, canvas = shown(snapshots, "counts")
    at = QPoint(canvas.width() // 2, canvas.height() // 2)
    for kept in (True, False):
        QTest.mouseClick(
            canvas,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
            at,
        )
        assert (panel.view.pinned is not None) is kept
    plane, canvas = shown(snapshots, "wind")
    QTest.mouseClick(
        canvas, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at
    )
    assert plane.view.pinned == pytest.approx(canvas.to_plane(at.toPointF()), abs=0.01)


def test_a_scene_can_keep_a_place_and_bad_words_keep_none(qapp, snapshots):
    panel, _ = shown(snapshots, "counts")
    panel.apply_settings({"point": "0.25", "samples": 3})
    assert panel.view.pinned == (0.25, 0.0)
    for words in ("much", "nan", "1 2 3", ""):
        panel.apply_settings({"point": words})
        assert panel.view.pinned is None


def test_hovering_reads_the_distribution_there(qapp, snapshots, monkeypatch):
    cards = []
    import app.views.output.line as line

    monkeypatch.setattr(line, "draw_card", lambda *given: cards.append(given[-1]))
    panel, canvas = shown(snapshots, "counts")
    hover(canvas, QPoint(canvas.width() // 2, canvas.height() // 2))
    QApplication.processEvents()
    panel.grab()
    card = cards[-1]
    assert card.whole
    assert card.drawn is None
    assert any(text.startswith("mean") for text in card.lines)


def test_a_card_has_the_numbers_of_the_distribution(snapshots):
    card = read_card(snapshots["wind"].snapshot(), (0.5, 0.5), 0, 1)
    assert "certainty" in card.lines[0]
    assert card.drawn.shape == (DRAWS, 1)
    pair = read_card(snapshots["correlated"].snapshot(), (0.5, 0.5), 0, 1)
    assert pair.lines[2].startswith("correlation")
    ranked = read_card(snapshots["rankings"].snapshot(), (0.5, 0.5), 0, 1)
    assert len(ranked.orders) == 24
    assert sum(p for _, p, _ in ranked.orders) == pytest.approx(1.0)
    assert sum(n for _, _, n in ranked.orders) == DRAWS
    for problem, loss, at in (("xor", "bce", (0.0, 0.0)), ("sine", "mse", (0.0,))):
        plain = trained(run_of(problem, loss), steps=1).snapshot()
        assert read_card(plain, at, 0, 1) is None


@pytest.mark.parametrize("mean", [3e3, 1e10, 1e13, 1e40, 1e200])
def test_counts_of_any_size_have_a_card_at_once(snapshots, mean):
    """After a divergence the expected count may have any number of digits."""
    before = snapshots["counts"].snapshot()
    theta = np.zeros_like(before.theta)
    layer = before.network.layout.layers[-1]
    layer.b.of(theta)[:] = mean  # softplus of a large z is z
    card = read_card(replace(before, theta=theta), (0.5,), 0, 0)
    assert card.whole
    assert 1 <= len(card.places) <= MOST_PLACES
    assert (np.diff(card.places) > 0).all()
    assert card.places[0] <= mean <= card.places[-1]
    assert np.isfinite(card.heights).all()
    assert all(len(line) < 40 for line in (*card.lines, card.end(0), card.end(-1)))
    if mean < 1e13:
        steps = np.diff(card.places)
        assert card.places[card.heights.argmax()] == pytest.approx(mean, abs=steps[0])


@pytest.mark.parametrize("size", [1e4, 1e10, 1e150])
@pytest.mark.parametrize("name", OWN)
def test_the_mouse_never_waits_for_a_prediction_that_exploded(qapp, name, size):
    session = trained(load_scene(name).run, steps=1)
    bias = session.network.layout.layers[-1].b
    assert bias is not None
    theta = np.array(session.snapshot().theta)
    bias.of(theta)[...] = size * np.linspace(0.5, 1.0, bias.shape[0])
    session.apply(SetParameters(theta))
    panel, canvas = shown({name: session}, name)
    middle = QPoint(canvas.width() // 2, canvas.height() // 2)
    begin = thread_time()
    for right in range(4):
        hover(canvas, middle + QPoint(3 * right, 0))
        panel.grab()
    assert thread_time() - begin < 4 * 0.25
    panel.draw_samples()
    panel.grab()


def test_levels_in_very_many_pieces_are_painted_at_once(qapp, snapshots):
    """After a divergence; they are painted again whenever the mouse moves."""
    panel = OutputPanel()
    serve(panel, frame_of(trained(load_scene("spirals").run, steps=1)), 520, 380)
    canvas = panel.canvases[0]
    spots = np.random.default_rng(1).uniform(-1.0, 1.0, (60_000, 1, 2))
    pieces = tuple(spots + np.array([[0.0, 0.0], [0.01, 0.0], [0.01, 0.01]]))
    (first, *others) = canvas.result.pictures
    pictures = (replace(first, lines=pieces), *others)
    canvas.result = replace(canvas.result, pictures=pictures)
    begin = thread_time()
    canvas.grab()
    assert thread_time() - begin < 0.3


def test_few_counts_have_a_bar_each(snapshots):
    card = read_card(snapshots["counts"].snapshot(), (0.5,), 0, 0)
    assert (np.diff(card.places) == 1.0).all()


def test_a_direction_is_read_within_a_frame(snapshots):
    """Its quantiles take a bisection of sums, and no picture needs them."""
    snapshot = snapshots["wind"].snapshot()
    read_card(snapshot, (0.5, 0.5), 0, 0)
    begin = thread_time()
    for _ in range(10):
        read_card(snapshot, (0.5, 0.5), 0, 0)
    assert (thread_time() - begin) / 10 < 0.03


def test_three_ranked_items_are_no_colour():
    assert kind_of(Rankings(items=3)) is Kind.VALUE


# -- choosing a problem and a loss ------------------------------------------------


@pytest.mark.parametrize("name", OWN)
def test_picking_a_problem_brings_the_loss_that_fits(name):
    problem = make_problem(name)
    assert starting_run(problem).loss == problem.natural_loss
    kept = with_problem(starting_run(make_problem("sine")), problem)
    assert kept.loss == problem.natural_loss


def test_another_setting_keeps_a_loss_that_was_chosen():
    run = starting_run(make_problem("counts"))
    run = run.changed(loss="mse")
    assert with_problem(run, make_problem("counts", {"rate": 5.0})).loss == "mse"


def test_losses_that_do_not_fit_say_why():
    for name in OWN:
        problem = make_problem(name)
        why = misfits(problem)
        assert not why[problem.natural_loss]
        assert why["ce"]
        assert set(why) == set(LOSSES)
    counts = misfits(make_problem("counts"))
    assert "inside (0, 1)" in counts["beta_nll"]
    assert "two values or more" in counts["mvn_nll"]


def test_own_rankings_offer_the_ranking_loss():
    rng = np.random.default_rng(0)
    y = np.argsort(rng.random((30, 3)), axis=1).astype(float)
    own = Points(rng.random((30, 2)), y)
    assert "plackett_luce_nll" in fitting_losses(own)
    spoiled = y.copy()
    spoiled[17] = [0.0, 0.0, 1.0]
    why = misfits(Points(rng.random((30, 2)), spoiled))["plackett_luce_nll"]
    assert "at row 17" in why


@pytest.mark.parametrize(
    ("place", "moved"),
    [
        ((-20.0, 50.0), (40.0, 50.0)),
        ((190.0, -5.0), (160.0, 0.0)),
        ((70.0, 95.0), (70.0, 80.0)),
        ((70.0, 30.0), (70.0, 30.0)),
    ],
)
def test_names_of_regions_are_shown_whole(place, moved):
    area = QRectF(40, 0, 160, 100)
    assert kept_inside(QRectF(*place, 40, 20), area) == QRectF(*moved, 40, 20)
