from __future__ import annotations

from core.problems import PROBLEMS, problem_settings
from tools.scene_keys import DOCUMENT, renewed, written


def test_the_document_lists_every_key_as_the_code_has_it():
    text = DOCUMENT.read_text("utf-8")
    assert renewed(text) == text, "run: python -m tools.scene_keys"


def test_settings_of_problems_are_in_it():
    text = written()
    for name, problem in PROBLEMS.items():
        assert f"`{name}`" in text
        for setting in problem_settings(problem):
            assert f"`{setting.name}`" in text
