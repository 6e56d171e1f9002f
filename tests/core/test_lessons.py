from __future__ import annotations

import numpy as np
import pytest

from core.engine.session import Session
from core.errors import BadInput
from core.lessons import (
    MEASURES,
    Moment,
    lectures,
    lesson_names,
    load_lesson,
    parse_lesson,
    states,
)
from core.lessons.checks import Check
from core.lessons.deeds import DEED_NAMES, Deed
from core.lessons.handout import handout_of_lesson, handout_of_scene
from core.lessons.walk import Walker
from core.scenes import load_scene

SMALLEST = """
title = "A"
[[steps]]
title = "One"
text = "Words with $x$."
hint = "Train."
scene = "xor"
checks = [{ say = "Trained", measure = "step", at_least = 10 }]
solution = [{ do = "train", value = 10 }]
"""


@pytest.mark.parametrize("name", lesson_names())
def test_a_lesson_can_be_walked_from_start_to_end(name):
    lesson = load_lesson(name)
    walker = Walker(lesson)
    for number, step in enumerate(lesson.steps):
        walker.begin(number)
        before = walker.states(number)
        assert not all(s.holds for s in before), f"{step.title}: nothing to be done"
        walker.solve(number)
        missed = [
            f"{s.check.say} ({s.sentence})"
            for s in walker.states(number)
            if not s.holds
        ]
        assert not missed, f"{name}, step {number + 1}: {missed}"


def wrong_ways(step):
    """What a reader may do instead of the step's task, deed by deed."""
    yield "nothing", ()
    asked = {deed.do for deed in step.solution}
    if asked != {"train"}:
        # A reader may stop anywhere, and a step once done stays done.
        some = (1, 9, 90, 200, 700, 2000, 2000)
        yield "only training", tuple(Deed("train", steps) for steps in some)
    if "look_back" not in asked and step.scene is None:
        past = (1, 10, 30, 100, 300, 1000)
        yield "only looking back", tuple(Deed("look_back", to) for to in past)
    for i, left_out in enumerate(step.solution):
        if len(step.solution) > 1:
            rest = step.solution[:i] + step.solution[i + 1 :]
            yield f"all but {left_out.do} {left_out.value}", rest


@pytest.mark.parametrize("name", lesson_names())
def test_no_step_is_done_by_doing_nothing_or_something_else(name):
    lesson = load_lesson(name)
    found = []
    for number, step in enumerate(lesson.steps):
        for way, deeds in wrong_ways(step):
            walker = Walker(lesson)
            for before in range(lesson.entry(number), number):
                walker.begin(before)
                walker.solve(before)
            walker.begin(number)
            for done in range(len(deeds) + 1):
                walker.do(deeds[done - 1 : done] if done else ())
                if all(s.holds for s in walker.states(number)):
                    found.append(f"step {number + 1} is done by {way}, deed {done}")
                    break
    assert not found, name


def test_a_gain_counts_from_the_start_of_the_step():
    text = SMALLEST.replace("at_least = 10 }", "gained = true, at_least = 10 }")
    again = text[text.index("[[steps]]") :].replace('scene = "xor"\n', "")
    walker = Walker(parse_lesson(text + again, "mine"), backend="reference")
    walker.begin(0)
    walker.solve(0)
    assert walker.states(0)[0].holds
    walker.begin(1)
    assert walker.states(1)[0].value == 0.0
    walker.solve(1)
    assert walker.states(1)[0].holds


def test_what_a_view_shows_can_be_asked_for():
    check = '{ say = "s", measure = "shown", view = "warp", setting = "place", %s }'
    old = '{ say = "Trained", measure = "step", at_least = 10 }'
    text = SMALLEST.replace(old, check % "at_least = 0.5")
    text = text.replace(
        '{ do = "train", value = 10 }',
        '{ do = "settings", value = { view = "warp", place = 0.6 } }',
    )
    walker = Walker(parse_lesson(text, "mine"), backend="reference")
    walker.begin(0)
    assert not walker.states(0)[0].holds
    walker.solve(0)
    assert walker.states(0)[0].holds


def test_every_lesson_belongs_to_one_lecture():
    taught = [name for lecture in lectures() for name in lecture.lessons]
    assert sorted(taught) == list(lesson_names())
    assert all(30 <= lecture.minutes <= 120 for lecture in lectures())


def test_there_are_lessons_of_five_to_ten_steps():
    lessons = [load_lesson(name) for name in lesson_names()]
    assert len(lessons) == 21
    assert all(5 <= len(lesson.steps) <= 10 for lesson in lessons)
    assert all(lesson.steps[0].scene is not None for lesson in lessons)
    asked = [sum(s.question is not None for s in lesson.steps) for lesson in lessons]
    assert min(asked) >= 1


def test_the_smallest_lesson():
    lesson = parse_lesson(SMALLEST, "mine")
    walker = Walker(lesson, backend="reference")
    walker.begin(0)
    assert not walker.states(0)[0].holds
    walker.solve(0)
    state = walker.states(0)[0]
    assert state.holds
    assert state.sentence == "now 10"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('measure = "step"', 'measure = "stepp"', "did you mean step"),
        ("at_least = 10", "within = 10", "must have a rule"),
        ("at_least = 10", 'at_least = "many"', "be a number, got 'many'"),
        ("at_least = 10", 'word = "x"', "judge step by at_least"),
        ('scene = "xor"', 'scene = "xorr"', "did you mean xor"),
        ('scene = "xor"\n', "", "scene must be given in the first step"),
        ('do = "train", value = 10', 'do = "train", value = 0', "1 or more, got 0"),
        ('do = "train"', 'do = "trian"', "did you mean train"),
        ("with $x$", "with $x", "close every $"),
        ('hint = "Train."\n', "", "steps[0].hint must be given"),
        ("checks = [{", "cheks = [{", "did you mean checks"),
        (
            '{ do = "train", value = 10 }',
            '{ do = "weight", value = { layer = 9, index = [1], value = 1 } }',
            "layer must be from 1 to",
        ),
        ("[[steps]]", "[[steps]", "must be TOML"),
    ],
)
def test_a_mistake_is_named(old, new, told):
    assert old in SMALLEST
    with pytest.raises(BadInput) as error:
        parse_lesson(SMALLEST.replace(old, new), "mine", "mine.toml")
    text = str(error.value)
    assert text.startswith("mine.toml: ")
    assert told in text
    assert "\n" not in text


def test_an_unknown_lesson_is_refused():
    with pytest.raises(BadInput, match="did you mean 02-moving-points"):
        load_lesson("02-moving-point")


def measured(scene, name, *deeds, **arguments):
    text = SMALLEST.replace('scene = "xor"', f'scene = "{scene}"')
    walker = Walker(parse_lesson(text), backend="reference")
    walker.begin(0)
    return MEASURES[name].of(walker.shown(), arguments)


def test_measures_agree_with_the_book():
    walker = Walker(load_lesson("02-moving-points"), backend="reference")
    walker.begin(0)
    walker.solve(0)
    now = walker.shown()
    hidden = [
        [
            MEASURES["hidden_at"].of(now, {"layer": 1, "unit": u, "at": at})
            for u in (1, 2)
        ]
        for at in ([0, 0], [0, 1], [1, 0], [1, 1])
    ]
    assert np.array_equal(hidden, [[0, 0], [1, 0], [1, 0], [2, 1]])


@pytest.mark.parametrize(
    ("scene", "measure", "arguments", "read"),
    [
        ("xor", "optimiser", {}, "now Adam"),
        ("dice", "sample", {"layer": 2}, "now 0 or 1 (Bernoulli)"),
        ("xor", "sample", {"layer": 1}, "now None"),
        ("dice", "estimator", {"layer": 2}, "now Baseline: mean loss"),
        ("xor", "problem", {}, "now XOR, four points"),
        ("xor", "activation", {"layer": 1}, "now Leaky ReLU"),
    ],
)
def test_measured_words_are_shown_as_the_window_names_them(
    scene, measure, arguments, read
):
    snapshot = Session(load_scene(scene).run, "reference").snapshot()
    check = Check("s", measure, arguments, word="x")
    assert check.state(Moment(snapshot, snapshot)).sentence == read


def test_the_page_of_a_view_is_not_repeated_as_a_code_name():
    snapshot = Session(load_scene("xor").run, "reference").snapshot()
    arguments = {"view": "walk", "setting": "page"}
    moment = Moment(snapshot, snapshot, views={"walk": {"page": "paths"}})
    check = Check("s", "shown", arguments, word="paths")
    assert check.state(moment).sentence == ""


def test_a_measure_that_does_not_apply_is_none():
    assert measured("xor", "deviation_at", at=[0.0, 0.0]) is None
    assert measured("xor", "rank") is None
    assert measured("xor", "coverage") is None


def test_no_check_breaks_on_whatever_problem_a_reader_turns_to():
    checks = [
        check
        for name in lesson_names()
        for step in load_lesson(name).steps
        for check in step.checks
    ]
    for scene in ("xor", "sine-1d", "parity", "spirals", "rgb", "inverse-1d"):
        snapshot = Session(load_scene(scene).run, "reference").snapshot()
        for state in states(checks, Moment(snapshot, snapshot, snapshot)):
            assert state.value is None or state.sentence


def test_the_page_for_teachers_names_everything():
    from pathlib import Path

    page = Path(__file__).parents[2].joinpath("docs/lessons.md").read_text("utf-8")
    assert [name for name in MEASURES if f"`{name}`" not in page] == []
    own = ("train", "look_back", "layers", "weight", "initial", "features", "problem")
    assert set(own) <= set(DEED_NAMES)
    assert [name for name in own if f"`{name}`" not in page] == []


@pytest.mark.parametrize("name", ["02-moving-points", "04-folding-and-regions"])
def test_a_handout_needs_no_other_file_and_is_the_same_lesson(name):
    text = handout_of_lesson(name)
    assert 'scene = "' not in text
    lesson, again = load_lesson(name), parse_lesson(text, name)
    assert [s.title for s in again.steps] == [s.title for s in lesson.steps]
    for step, copy in zip(lesson.steps, again.steps, strict=True):
        assert (copy.scene is None) == (step.scene is None)
        if step.scene is not None:
            assert copy.scene.run == step.scene.run
        assert copy.checks == step.checks


def test_a_handout_of_a_run_carries_its_data():
    scene = load_scene("walk-slides")
    lesson = parse_lesson(handout_of_scene(scene), "mine")
    assert lesson.steps[0].scene.run == scene.run


def objective(snapshot, l2):
    """The loss and the penalty, as Walk shows them."""
    weights = [
        MEASURES["weight_size"].of(snapshot, {"layer": layer}) for layer in (1, 2)
    ]
    return MEASURES["loss"].of(snapshot, {}) + l2 * sum(w**2 for w in weights)


def test_one_step_of_descent_gives_the_numbers_of_the_lesson():
    lesson = load_lesson("11-back-propagation")
    walker = Walker(lesson, backend="reference")
    walker.begin(4)
    before = objective(walker.shown(), 0.01)
    walker.solve(4)
    after = objective(walker.shown(), 0.01)
    assert f"from {before:.4f} to {after:.4f}" in lesson.steps[4].why


def test_the_node_before_the_objective_is_not_the_objective():
    lesson = load_lesson("11-back-propagation")
    walker = Walker(lesson, backend="reference")
    walker.begin(0)
    last_but_one = {"view": "walk", "share": 10 / 22}  # 12 nodes forward, 11 back
    walker.do([Deed("settings", last_but_one)])
    assert not walker.states(0)[0].holds


def test_a_new_seed_is_the_one_that_the_lesson_asks_for():
    lesson = load_lesson("18-where-gradient-descent-ends")
    walker = Walker(lesson, backend="reference")
    walker.begin(2)
    walker.begin(3)
    check = next(c for c in lesson.steps[3].checks if c.measure == "seed")
    assert walker.shown().run.seed + 1 == check.equals, "N adds 1"


def test_the_loss_jumps_with_a_learned_variance_and_not_with_a_precision():
    def worst_rise(scene):
        session = Session(load_scene(scene).run, "compiled")
        losses = []
        for _ in range(150):
            session.advance(10)
            losses.append(MEASURES["loss"].of(session.snapshot(), {}))
        return np.max(losses - np.minimum.accumulate(losses))

    assert worst_rise("scale-variance") > 2.0
    assert worst_rise("scale-precision") < 0.2
