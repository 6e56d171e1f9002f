"""Lessons: files that set up the program, ask, let the reader act, and measure.

The built-in ones are in ``resources/lessons``; to add one, add a file there. What a
check can measure is listed in `core.lessons.measures`.
"""

from core.lessons.checks import Check, CheckState, Moment, states
from core.lessons.lectures import Lecture, lectures
from core.lessons.lesson import Lesson, Question, Step
from core.lessons.library import lesson_names, load_lesson, parse_lesson
from core.lessons.measures import MEASURES

__all__ = [
    "MEASURES",
    "Check",
    "CheckState",
    "Lecture",
    "Lesson",
    "Moment",
    "Question",
    "Step",
    "lectures",
    "lesson_names",
    "load_lesson",
    "parse_lesson",
    "states",
]
