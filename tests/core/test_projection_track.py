"""Projections keep their orientation while a run trains, however they are reached."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.analysis.projection import principal
from core.analysis.projection_track import ProjectionTrack, fitted, sample_cloud
from core.analysis.warp import ProjectionChoice
from core.engine.session import Session
from core.network import LayerSpec
from core.problems import DataSpec, Points
from core.run import RunSpec
from core.scenes import load_scene

STEPS, EVERY = 500, 10


def spirals() -> Session:
    run = load_scene("spirals").run
    hidden = (LayerSpec(8), LayerSpec(8))
    return Session(replace(run, hidden=hidden), "reference")


@pytest.mark.parametrize("mode", ["pca", "readout"])
def test_orientation_is_kept_over_500_steps(mode: str) -> None:
    session, track, choice = spirals(), ProjectionTrack(), ProjectionChoice(mode)
    before = None
    flips = 0
    for _ in range(0, STEPS, EVERY):
        session.advance(EVERY)
        snapshot = session.snapshot()
        now = track.at(snapshot, session.timeline, choice)
        values = sample_cloud(snapshot, 400).layers
        for layer in range(1, len(now) - 1):
            if before is not None:
                a, b = now[layer].matrix[:2], before[layer].matrix[:2]
                overlap = b @ a.T
                # How much both planes have in common; where that is little, the
                # data's own axes changed places and nothing could be kept.
                common = np.linalg.svd(overlap)[1]
                if common[1] > 0.5:
                    assert np.diag(overlap).min() > 0.0, "an axis flipped"
                    assert np.linalg.det(overlap) > 0.0, "the picture was mirrored"
            plain = principal(values[layer - 1].a).matrix
            flips += bool((plain * now[layer].matrix).sum() < 0.5)
        before = now
    assert session.snapshot().step == STEPS
    if mode == "pca":
        assert flips > 0, "bare principal axes flip in this run"


@pytest.mark.parametrize("mode", ["pca", "readout"])
def test_a_picture_does_not_depend_on_the_way_there(mode: str) -> None:
    session, played = spirals(), ProjectionTrack()
    choice = ProjectionChoice(mode)
    for _ in range(20):
        session.advance(10)
        seen = played.at(session.snapshot(), session.timeline, choice)
    reopened = ProjectionTrack()
    there = reopened.at(session.snapshot(), session.timeline, choice)
    middle = session.timeline.at(100)
    scrubbed = [t.at(middle, session.timeline, choice) for t in (played, reopened)]
    for one, other in ((seen, there), scrubbed):
        for a, b in zip(one, other, strict=True):
            np.testing.assert_allclose(a.matrix, b.matrix, atol=1e-12)


def test_wide_inputs_are_decomposed_once_and_by_their_examples(monkeypatch):
    sizes = []
    real = np.linalg.eigh

    def watched(matrix):
        sizes.append(len(matrix))
        return real(matrix)

    x = np.random.default_rng(0).normal(size=(60, 400))
    problem = Points(x, np.arange(60) % 2, 2)
    run = RunSpec(DataSpec(problem, 60, 0.0), (LayerSpec(5, "tanh"),), "bce")
    session = Session(run, "reference")
    first = session.snapshot()
    session.advance(3)
    monkeypatch.setattr(np.linalg, "eigh", watched)
    found = [fitted(s, ProjectionChoice("pca")) for s in (first, session.snapshot())]
    assert sizes == [60, 5, 5]
    plane, again = (projections[0] for projections in found)
    assert plane is again
    # As many columns as there are would have given the same plane.
    _, vectors = real((x - x.mean(axis=0)).T @ (x - x.mean(axis=0)))
    assert np.abs(plane.matrix[:2] @ vectors[:, :-3:-1]) == pytest.approx(
        np.eye(2), abs=1e-9
    )
