"""Grid ▸ Bayes: members from five ways, a map of them, and the prior in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.editing.state import AppState
from app.look.theme import DARK
from app.views.grid.bayes_canvas import map_axes, round_length
from app.views.grid.bayes_job import Bayes, BayesWish, compute
from app.views.grid.bayes_page import BayesPage
from app.views.grid.bayes_words import meaning, prior_words, verdict
from app.views.grid.panel import GridPanel
from core.engine.session import Session
from core.grid.gather import Gatherer
from core.grid.langevin import Chain
from core.grid.ways import WAYS, Given
from tests.app.run_frames import run_of, serve, trained


class Seen:
    """The page alone, served as the clock serves it."""

    def __init__(self, state: AppState) -> None:
        self.state, self.panel = state, GridPanel(state)
        self.panel.networks = 4
        self.panel.resize(900, 560)
        self.panel.show()
        self.panel.page = "bayes"

    @property
    def made(self) -> Bayes:
        found = self.panel.bayes.result
        assert found is not None
        return found

    def serve(self) -> None:
        """Serve twice: members gathered in the first round are shown in the second."""
        for _ in range(2):
            serve(self.panel, self.state.frame(), 900, 560)


@pytest.fixture(autouse=True)
def short_chain(monkeypatch):
    monkeypatch.setattr(WAYS["langevin"], "chain", Chain(16, 4))


@pytest.fixture
def seen(state, train) -> Iterator[Seen]:
    """Four members of XOR by each way, after twenty steps."""
    made = Seen(state)
    train(20)
    made.serve()
    yield made
    made.panel.hide()


def gathered(session: Session, way: str, count: int = 3, **changes: object) -> Bayes:
    """The page's result without a window."""
    given = Given(session.snapshot(), session.timeline.snapshots(), count)
    gatherer = Gatherer(threaded=False)
    gatherer.ask(given, way)
    assert gatherer.error is None
    wish = BayesWish(given.latest, None, gatherer.latest, way, DARK, False)
    return compute(replace(wish, **changes))


def test_every_way_has_its_row_and_its_members(seen) -> None:
    rows = {row.way: row for row in seen.made.rows}
    assert list(rows) == list(WAYS)
    assert rows["seeds"].count == rows["bootstrap"].count == rows["langevin"].count == 4
    assert rows["snapshots"].count >= 2
    assert "Switch dropout on" in rows["dropout"].why_not
    assert all(row.finished for row in seen.made.rows)
    # The first seed is run A itself.
    assert np.abs(rows["seeds"].places[0]).max() < 1e-6
    assert seen.made.mean is not None
    assert "maximum likelihood" in seen.panel.bayes.prior.text()


def test_clicks_and_keys_choose_a_way(seen) -> None:
    canvas = seen.panel.bayes.canvas
    seen.panel.grab()
    place = canvas.rows["bootstrap"].center().toPoint()
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=place)
    assert seen.panel.members == "bootstrap"
    assert seen.panel.ways.currentText() == "Bootstrap samples"
    seen.serve()
    assert "with replacement" in seen.panel.bayes.sentence.text()
    QTest.keyClick(canvas, Qt.Key.Key_Up)
    assert seen.panel.members == "snapshots"
    seen.panel.ways.setCurrentIndex(seen.panel.ways.findData("langevin"))
    seen.serve()
    assert "Langevin" in seen.panel.bayes.sentence.text()


def test_where_there_is_little_room_the_map_names_its_points(seen) -> None:
    page = seen.panel.bayes
    page.resize(480, 300)
    page.grab()
    assert not page.prior.isVisible()
    names = list(page.canvas.rows)
    assert names == list(WAYS)
    first, second = (page.canvas.rows[name] for name in names[:2])
    assert first.right() <= second.left()  # in a row, not one below the other
    QTest.mouseClick(
        page.canvas, Qt.MouseButton.LeftButton, pos=second.center().toPoint()
    )
    assert seen.panel.members == "snapshots"


def test_dropout_can_be_switched_on_from_the_page(seen, train) -> None:
    seen.panel.members = "dropout"
    seen.serve()
    page = seen.panel.bayes
    assert page.switch.isVisible()
    assert "Switch dropout on" in page.sentence.text()
    page.switch.click()
    train(2)
    seen.serve()
    assert seen.state.a.latest.run.training.dropout == 0.1
    assert not page.switch.isVisible()
    assert seen.made.row("dropout").count == 4


def test_what_takes_long_waits_while_run_a_learns(seen) -> None:
    seen.state.playing = True
    seen.panel.networks = 5
    seen.serve()
    assert seen.state.gathering.latest.given.count == 4
    seen.state.playing = False
    seen.serve()
    assert seen.state.gathering.latest.given.count == 5
    assert seen.made.row("langevin").count == 5


def test_settings_are_kept_with_the_run(seen) -> None:
    seen.panel.members = "langevin"
    kept = seen.panel.kept()
    assert kept["page"] == "bayes"
    assert kept["members"] == "langevin"
    other = GridPanel(seen.state)
    other.take_kept(kept)
    assert (other.page, other.members) == ("bayes", "langevin")
    assert other.stack.currentWidget() is other.bayes
    assert seen.panel.shown_settings()["members"] == "langevin"


def test_the_prior_is_said_in_words() -> None:
    run = run_of("moons", "bce", units=(3,))
    assert "The prior is flat" in prior_words(gathered(trained(run), "snapshots"))
    decayed = replace(run, training=replace(run.training, l2=0.02))
    words = prior_words(gathered(trained(decayed), "snapshots"))
    n = 28
    assert f"standard deviation {1 / np.sqrt(2 * n * 0.02):.3g}" in words
    assert "MAP" in words
    hinge = prior_words(gathered(trained(run_of("moons", "hinge")), "langevin"))
    assert "no posterior" in hinge


@pytest.mark.parametrize(
    ("problem", "loss", "band"),
    [("sine", "mse", True), ("parity", "bce", False), ("rgb", "mse", False)],
)
def test_other_problems_have_a_band_or_a_map_alone(qapp, problem, loss, band) -> None:
    made = gathered(trained(run_of(problem, loss, units=(3,))), "bootstrap")
    assert (made.line is not None) == band
    assert (made.mean is not None) == (problem == "rgb")
    assert made.row("bootstrap").count == 3
    assert made.matrix is not None
    page = page_of(made)
    before = page.grab().toImage()
    page.show_bayes(replace(made, way="snapshots"))
    assert page.grab().toImage() != before


def page_of(made: Bayes) -> BayesPage:
    page = BayesPage()
    page.resize(900, 560)
    page.set_theme(DARK)
    page.show_bayes(made)
    return page


def test_the_map_has_equal_scales_and_holds_every_member(qapp) -> None:
    made = gathered(trained(run_of("moons", "bce", units=(3,))), "bootstrap")
    page = page_of(made)
    plot = page.canvas.rect().toRectF()
    axes = map_axes(made, plot)
    wide = (axes.x.high - axes.x.low) / plot.width()
    assert wide == pytest.approx((axes.y.high - axes.y.low) / plot.height())
    for row in made.rows:
        if row.count:
            assert axes.x.low < row.places[:, 0].min()
            assert row.places[:, 1].max() < axes.y.high


def test_words_about_distances(qapp) -> None:
    made = gathered(trained(run_of("moons", "bce", units=(3,))), "bootstrap")
    assert "certain and opposite" in meaning(made)
    assert verdict(made) == ""  # there are no other seeds here
    rows = tuple(
        replace(row, apart=0.3 if row.way == "seeds" else 0.1) for row in made.rows
    )
    assert "3.0 times as far apart" in verdict(replace(made, rows=rows))
    same = tuple(replace(row, apart=0.1) for row in made.rows)
    assert "hardly farther apart" in verdict(replace(made, rows=same))
    assert [round_length(v) for v in (0.3, 0.7, 1.0, 23.0)] == [0.2, 0.5, 1.0, 20.0]
