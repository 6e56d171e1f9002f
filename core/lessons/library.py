"""Finding and reading lessons; every value is checked."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from core.disk.text import MAX_TOML, parse_toml, read_text
from core.errors import BadInput, shown
from core.language import language
from core.lessons.checks import Check
from core.lessons.deeds import check_deeds, read_deeds
from core.lessons.lesson import Lesson, Question, Step
from core.lessons.measures import MEASURES
from core.lessons.translated import in_words, words_of
from core.network import SETTABLE
from core.run import RunSpec
from core.scenes import LAYOUT_NAMES, VIEW_NAMES, Scene, load_scene, scene_from_data
from core.scenes.reader import Reader

_TOP = ("title", "summary", "steps")
_STEP = (
    "title",
    "text",
    "hint",
    "why",
    "question",
    "checks",
    "scene",
    "setup",
    "solution",
    "layout",
    "view",
    "views",
)
_CHECK = (
    "say",
    "measure",
    "at_least",
    "at_most",
    "equals",
    "within",
    "word",
    "changed",
    "gained",
    "run",
)
MOST_STEPS = 20


def _folder() -> Traversable:
    return files("resources").joinpath("lessons")


@cache
def lesson_names() -> tuple[str, ...]:
    """Names of the built-in lessons, in the order in which they are taught."""
    return tuple(
        sorted(
            entry.name.removesuffix(".toml")
            for entry in _folder().iterdir()
            if entry.name.endswith(".toml")
        )
    )


def lesson_text(name: str) -> str:
    """The file of a built-in lesson."""
    return _folder().joinpath(f"{name}.toml").read_text(encoding="utf-8")


def lesson_data(name: str, language: str) -> dict[str, Any]:
    """The tables of a built-in lesson; English if ``language`` has no such file."""
    data = parse_toml(lesson_text(name), f"{name}.toml")
    words = words_of(name, language)
    return data if words is None else in_words(data, words)


@cache
def _built_in(name: str, language: str) -> Lesson:
    data = lesson_data(name, language)
    return lesson_from_data(data, name, f"{name}.toml")


def load_lesson(name_or_path: str | Path) -> Lesson:
    """The built-in lesson of this name, or the one in this file."""
    given = str(name_or_path)
    if given in lesson_names():
        return _built_in(given, language())
    path = Path(given)
    if path.suffix != ".toml" or not path.is_file():
        near = get_close_matches(given, lesson_names(), 1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise BadInput(
            f"lesson must be a .toml file or one of {', '.join(lesson_names())}, "
            f"got {shown(given)}{hint}"
        )
    text = read_text(path, path.name, MAX_TOML)
    return parse_lesson(text, path.stem, path.name)


def parse_lesson(text: str, name: str = "lesson", source: str = "") -> Lesson:
    """Read a lesson from TOML; ``source`` is used in messages."""
    return lesson_from_data(parse_toml(text, source or name), name, source or name)


def lesson_from_data(data: Mapping[str, Any], name: str, source: str) -> Lesson:
    """Read a lesson from its tables."""
    reader = Reader(source)
    reader.known_keys("", data, _TOP)
    rows = reader.rows("steps", data.get("steps", []))
    if not 1 <= len(rows) <= MOST_STEPS:
        raise reader.fail("steps", f"be from 1 to {MOST_STEPS} steps", len(rows))
    steps: list[Step] = []
    run: RunSpec | None = None
    for i, row in enumerate(rows):
        step, run = _step(reader, f"steps[{i}]", reader.table(f"steps[{i}]", row), run)
        steps.append(step)
    return Lesson(
        name,
        reader.line("title", data.get("title", name)),
        reader.line("summary", data.get("summary", "")),
        tuple(steps),
    )


def _step(
    reader: Reader, path: str, table: Mapping[str, Any], run: RunSpec | None
) -> tuple[Step, RunSpec]:
    reader.known_keys(path, table, _STEP)
    for key in ("title", "text", "hint", "checks"):
        if key not in table:
            raise BadInput(f"{reader.source}: {path}.{key} must be given, got nothing")
    scene = _scene(reader, f"{path}.scene", table.get("scene"))
    if scene is not None:
        run = scene.run
    if run is None:
        raise BadInput(
            f"{reader.source}: {path}.scene must be given in the first step, "
            "got nothing"
        )
    setup = read_deeds(reader, f"{path}.setup", table.get("setup", []))
    run = check_deeds(reader, f"{path}.setup", setup, run)
    solution = read_deeds(reader, f"{path}.solution", table.get("solution", []))
    run = check_deeds(reader, f"{path}.solution", solution, run)
    views = table.get("views", [])
    step = Step(
        title=reader.line(f"{path}.title", table["title"]),
        text=_words(reader, f"{path}.text", table["text"]),
        hint=_words(reader, f"{path}.hint", table["hint"]),
        why=_words(reader, f"{path}.why", table.get("why", "")),
        checks=_checks(reader, f"{path}.checks", table["checks"]),
        question=_question(reader, f"{path}.question", table.get("question")),
        scene=scene,
        setup=setup,
        solution=solution,
        layout=_one_of(reader, f"{path}.layout", table.get("layout"), LAYOUT_NAMES),
        view=_one_of(reader, f"{path}.view", table.get("view"), VIEW_NAMES),
        views=tuple(
            reader.word(f"{path}.views[{i}]", name, VIEW_NAMES)
            for i, name in enumerate(reader.rows(f"{path}.views", views))
        ),
    )
    return step, run


def _one_of(reader: Reader, path: str, value: Any, known: tuple[str, ...]) -> str:
    return "" if value is None else reader.word(path, value, known)


def _words(reader: Reader, path: str, value: Any) -> str:
    text = reader.text(path, value).strip()
    if text.count("$") % 2:
        raise reader.fail(path, "close every $ of a formula", text[-40:])
    return text


def _scene(reader: Reader, path: str, value: Any) -> Scene | None:
    """A built-in scene by name, or the tables of one."""
    if value is None:
        return None
    try:
        if isinstance(value, str):
            return load_scene(value)
        return scene_from_data(dict(reader.table(path, value)), "lesson", path)
    except BadInput as error:
        raise BadInput(f"{reader.source}: {path}: {error}") from error


def _question(reader: Reader, path: str, value: Any) -> Question | None:
    if value is None:
        return None
    table = reader.table(path, value)
    reader.known_keys(path, table, ("text", "answers", "right"))
    rows = reader.rows(f"{path}.answers", table.get("answers"))
    if not 2 <= len(rows) <= 6:
        raise reader.fail(f"{path}.answers", "be from 2 to 6 answers", len(rows))
    answers = [_words(reader, f"{path}.answers[{i}]", a) for i, a in enumerate(rows)]
    right = reader.whole(f"{path}.right", table.get("right"), 1)
    if right > len(answers):
        raise reader.fail(f"{path}.right", f"be from 1 to {len(answers)}", right)
    text = _words(reader, f"{path}.text", table.get("text"))
    return Question(text, tuple(answers), right - 1)


def _checks(reader: Reader, path: str, value: Any) -> tuple[Check, ...]:
    rows = reader.rows(path, value)
    if not rows:
        raise reader.fail(path, "contain at least one check", "none")
    return tuple(_check(reader, f"{path}[{i}]", row) for i, row in enumerate(rows))


def _check(reader: Reader, path: str, value: Any) -> Check:
    table = reader.table(path, value)
    name = reader.word(f"{path}.measure", table.get("measure"), MEASURES)
    measure = MEASURES[name]
    reader.known_keys(path, table, (*_CHECK, *measure.takes))
    for key in ("say", *measure.needs):
        if key not in table:
            raise BadInput(f"{reader.source}: {path}.{key} must be given, got nothing")
    rules: dict[str, Any] = {}
    for key in ("at_least", "at_most", "equals", "within"):
        if key in table:
            rules[key] = reader.number(f"{path}.{key}", table[key])
    if "word" in table:
        rules["word"] = reader.line(f"{path}.word", table["word"])
    for key in ("changed", "gained"):
        if key in table:
            rules[key] = reader.flag(f"{path}.{key}", table[key])
    if not set(rules) - {"within", "gained"}:
        raise BadInput(
            f"{reader.source}: {path} must have a rule, one of at_least, at_most, "
            "equals, word or changed, got none"
        )
    fits = measure.kind == "any" or ("word" in rules) == (measure.kind == "word")
    if not fits and not rules.get("changed"):
        kind = "word" if measure.kind == "word" else "at_least, at_most or equals"
        raise reader.fail(path, f"judge {name} by {kind}", ", ".join(rules))
    run = reader.word(f"{path}.run", table.get("run", "A"), ("A", "B"))
    return Check(
        say=_words(reader, f"{path}.say", table["say"]),
        measure=name,
        arguments={
            key: _argument(reader, f"{path}.{key}", key, table[key])
            for key in measure.takes
            if key in table
        },
        run=run,
        **rules,
    )


def _argument(reader: Reader, path: str, key: str, value: Any) -> Any:
    if key in ("at", "box"):
        rows = reader.rows(path, value)
        return [reader.number(f"{path}[{i}]", v) for i, v in enumerate(rows)]
    if key == "index":
        rows = reader.rows(path, value)
        return [reader.whole(f"{path}[{i}]", v, 1) for i, v in enumerate(rows)]
    if key == "name":
        return reader.word(path, value, SETTABLE)
    if key == "view":
        return reader.word(path, value, VIEW_NAMES)
    if key == "setting":
        return reader.line(path, value)
    if key == "fitted":
        return reader.flag(path, value)
    if key in ("miss", "band"):
        return reader.number(path, value)
    return reader.whole(path, value, 0 if key == "layer" else 1)
