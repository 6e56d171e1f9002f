from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPainter

from app.frame.bridge import SessionRunner
from app.look.fonts import outline
from app.look.theme import LIGHT, SMALL
from app.stage.shot import take_shot
from app.views.warp.panel import WarpPanel
from core.analysis.warp import stages
from core.engine.commands import SetTraining
from core.engine.session import Session
from core.errors import BadInput
from core.files.run_file import read_run, save
from core.kernels import cache
from core.network import LayerSpec
from core.scenes import Action, load_scene, parse_scene
from hyperfold.cli import main
from tests.core.disks import small_disk

reference = partial(SessionRunner, backend="reference")


def shot(path, **how):
    take_shot(load_scene("xor"), path, make_runner=reference, **how)
    return QImage(str(path))


def test_a_picture_is_the_same_to_the_byte(qapp, tmp_path):
    for name in ("a.png", "b.png"):
        shot(tmp_path / name, steps=20, size=(1180, 720))
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()


@pytest.mark.parametrize("size", [8, 9, 11, 12, 13, 17, 24])
def test_letters_are_the_same_whatever_was_drawn_before(qapp, size):
    """Qt rounds outlines by the size that it drew last: pictures differed by it."""
    font = LIGHT.font(SMALL)
    before = outline("−0.5 x₁ 123456789", font, QPointF(7.3, 5.1))
    image = QImage(40, 40, QImage.Format.Format_ARGB32_Premultiplied)
    painter = QPainter(image)
    painter.setFont(LIGHT.font(size))
    painter.drawText(QPointF(0.3, 20.0), f"ghost of {size}")
    painter.end()
    assert outline("−0.5 x₁ 123456789", font, QPointF(7.3, 5.1)) == before


def test_a_picture_waits_for_kernels_that_are_not_there(qapp, tmp_path, monkeypatch):
    """Who trains by the reference engine needs the kernels of regions all the same."""
    monkeypatch.setattr(cache, "found_ready", set())
    for name in ("a.png", "b.png"):
        if name == "b.png":  # another version cleaned the cache between the two
            monkeypatch.setenv("HYPERFOLD_CACHE", str(tmp_path / "empty"))
            cache.folder.cache_clear()
        shot(tmp_path / name, steps=20, size=(640, 400), view="regions")
    cache.folder.cache_clear()
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()


@pytest.mark.parametrize("view", ["window", "output", "loss"])
def test_a_picture_has_the_size_asked_for(qapp, tmp_path, view):
    image = shot(tmp_path / "a.png", steps=5, size=(640, 400), view=view)
    assert (image.width(), image.height()) == (640, 400)


def test_steps_and_theme_show(qapp, tmp_path):
    first = shot(tmp_path / "a.png", steps=0, size=(600, 400), view="output")
    later = shot(tmp_path / "b.png", steps=100, size=(600, 400), view="output")
    dark = shot(
        tmp_path / "c.png", steps=0, size=(600, 400), view="output", theme="dark"
    )
    assert first != later
    assert dark.pixelColor(20, 4).lightness() < 60 < first.pixelColor(20, 4).lightness()


def test_a_full_disk_is_named_and_keeps_the_picture_that_was_there(qapp, tmp_path):
    with small_disk(tmp_path / "disk", 16) as disk:
        (disk / "a.png").write_bytes(b"old")
        with pytest.raises(BadInput, match="cannot be written: the disk is full"):
            shot(disk / "a.png", steps=0, size=(640, 400))
        assert (disk / "a.png").read_bytes() == b"old"
        assert [path.name for path in disk.iterdir()] == ["a.png"]


def test_an_unknown_view_is_refused(qapp, tmp_path):
    with pytest.raises(BadInput, match="view must be one of"):
        shot(tmp_path / "a.png", view="nonsense")


@pytest.mark.parametrize(
    "words",
    [
        ["shot", "nonsense", "-o", "OUT/a.png"],
        ["shot", "xor", "-o", "OUT/missing/a.png"],
        ["shot", "xor", "-o", "OUT/a.jpg"],
        ["shot", "xor", "-o", "OUT/a.png", "--view", "nose"],
        ["shot", "xor", "-o", "OUT/a.png", "--size", "10"],
        ["shot", "xor"],
    ],
)
def test_mistakes_are_one_line_and_status_2(tmp_path, capsys, words):
    assert main([w.replace("OUT", str(tmp_path)) for w in words]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.splitlines()) == 1
    assert "Traceback" not in told.err


@pytest.mark.parametrize(
    ("do", "value"),
    [
        ("lesson", {"name": "02-moving-points", "step": 1}),
        ("dialog", "help"),
        ("settings", {"view": "saturation", "page": "hidden"}),
        ("select_layer", 1),
        ("press", "Ctrl+L"),
        ("click", "Dark theme"),
        ("scrub", 3),
        ("play", None),
    ],
)
def test_a_script_acts_before_the_picture(qapp, tmp_path, do, value):
    scene = replace(load_scene("xor"), layout="overview")
    before, after = tmp_path / "a.png", tmp_path / "b.png"
    for path, actions in ((before, ()), (after, (Action(0, do, value),))):
        take_shot(
            replace(scene, actions=actions),
            path,
            steps=10,
            size=(1180, 720),
            make_runner=reference,
        )
    assert before.read_bytes() != after.read_bytes()


@pytest.mark.parametrize(
    ("activation", "batch_norm"), [("tanh", False), ("rbf", False), ("relu", True)]
)
def test_a_selected_layer_is_the_one_that_warp_shows(
    qapp, tmp_path, monkeypatch, activation, batch_norm
):
    scene = load_scene("xor")
    hidden = (LayerSpec(2, activation, batch_norm=batch_norm),) * 3
    scene = replace(scene, run=replace(scene.run, hidden=hidden))
    shown = []
    draw = WarpPanel.show_frame

    def seen(panel, frame):
        draw(panel, frame)
        shown.append(stages(frame.main.snapshot.network)[round(panel.place)])

    monkeypatch.setattr(WarpPanel, "show_frame", seen)
    take_shot(
        replace(scene, layout="warp", actions=(Action(0, "select_layer", 3),)),
        tmp_path / "warp.png",
        steps=1,
        size=(900, 600),
        make_runner=reference,
    )
    assert (shown[-1].layer, shown[-1].kind) == (2, "activation")


def test_actions_of_the_window_are_checked_in_a_scene_file():
    text = 'problem = { name = "xor" }\nnetwork = { loss = "bce" }\n'
    good = '[[actions]]\nat = 0\ndo = "lesson"\nvalue = { name = "01", step = 2 }\n'
    assert parse_scene(text + good).actions[0].value == {"name": "01", "step": 2}
    with pytest.raises(BadInput, match=r"actions\[0\].value.step must be"):
        parse_scene(text + good.replace("step = 2", "step = 0"))
    bad = '[[actions]]\nat = 0\ndo = "dialog"\nvalue = "print"\n'
    with pytest.raises(BadInput, match="help, about"):
        parse_scene(text + bad)


@pytest.fixture
def saved(tmp_path):
    """XOR at step 40 with a learning rate that was changed at step 20."""
    scene = load_scene("xor")
    session = Session(scene.run, "reference")
    session.advance(20)
    session.apply(SetTraining(replace(scene.run.training, learning_rate=0.5)))
    session.advance(20)
    save(tmp_path / "a.hyperfold", session, scene)
    return tmp_path / "a.hyperfold"


class Rests(SessionRunner):
    """A run that is not trained."""

    def advance(self, steps):
        raise AssertionError("it was trained")


def test_a_run_is_shown_as_it_was_saved(qapp, tmp_path, saved):
    run = read_run(saved)
    how = {"make_runner": partial(Rests, backend="reference"), "size": (500, 320)}
    take_shot(run.scene, tmp_path / "run.png", view="output", run=run, **how)
    weights = []

    def watched(spec):
        weights.append(SessionRunner(spec, "reference"))
        return weights[-1]

    take_shot(run.scene, tmp_path / "b.png", make_runner=watched, run=run)
    last = run.saved.snapshots[-1]
    assert np.array_equal(weights[0].latest.theta, last.theta)
    assert weights[0].latest.run.training.learning_rate == 0.5
    take_shot(run.scene, tmp_path / "c.png", view="output", run=run, step=0, **how)
    assert QImage(str(tmp_path / "c.png")) != QImage(str(tmp_path / "run.png"))


@pytest.mark.parametrize(
    "words", [["--steps", "3"], ["--set", "seed=1"], ["--step", "41"]]
)
def test_what_a_saved_run_cannot_have_is_refused(saved, tmp_path, capsys, words):
    assert main(["shot", str(saved), "-o", str(tmp_path / "a.png"), *words]) == 2
    assert "must be" in capsys.readouterr().err
    assert main(["shot", "xor", "-o", str(tmp_path / "a.png"), "--step", "3"]) == 2
