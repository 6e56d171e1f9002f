from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from app.look.formulas import formula_pixmap, typeset
from app.look.style import apply_theme
from app.look.theme import LIGHT
from app.widgets.tip import Tip, TipBox
from core.functions import ACTIVATIONS
from core.outputs import LOSSES
from core.problems import PROBLEMS, make_problem, problem_settings
from core.run.initialisers import INITIALISERS

FORMULAS = sorted(
    {a.formula for a in ACTIVATIONS.values()}
    | {i.formula for i in INITIALISERS.values()}
    | {x.formula for x in LOSSES.values()}
    | {s.formula for p in PROBLEMS for s in problem_settings(make_problem(p))} - {""}
)


@pytest.mark.parametrize("latex", FORMULAS)
def test_every_formula_has_the_height_of_a_line_or_two(qapp, latex) -> None:
    assert formula_pixmap(latex, "#000000", 17.0).height() < 60


@pytest.mark.parametrize(
    ("latex", "better"),
    [
        (r"a = \alpha \min(0,z)", r"a = \alpha\,\mathrm{min}(0,z)"),
        (r"\max(-1, z)", r"\mathrm{max}({-}1, z)"),
        (r"\max_i z_i", r"\max_i z_i"),
        (r"w \sim \mathcal{U}(\pm a)", r"w \;{\sim}\; \mathcal{U}({\pm} a)"),
        (r"1 - x, e^{-z}", r"1 - x, e^{-z}"),
        (
            r"\left(\sum_i x_i\right) \bmod 2",
            r"\bigl(\sum_i x_i\bigr)\;\mathrm{mod}\;2",
        ),
        (r"\left(1, \frac{c}{g}\right)", r"\left(1, \frac{c}{g}\right)"),
    ],
)
def test_formulas_are_set_as_tex_sets_them(latex, better) -> None:
    assert typeset(latex) == better


@pytest.mark.parametrize("scale", [2.0, 3.0])
def test_a_tip_grows_with_the_type_and_stays_on_the_screen(qapp, scale) -> None:
    def picture(of: float, formula: str) -> tuple[int, int]:
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        apply_theme(app, LIGHT.scaled(of))
        parent = QWidget()
        box = TipBox(Tip("Rate", "How far a step goes.", formula), parent)
        box.adjustSize()
        drawn = [
            x.pixmap() for x in box.findChildren(QLabel) if not x.pixmap().isNull()
        ]
        width = box.width()
        parent.deleteLater()
        return drawn[0].height(), width

    try:
        assert picture(scale, "x")[0] >= 0.8 * scale * picture(1.0, "x")[0]
        screen = QApplication.primaryScreen().availableGeometry()
        assert picture(scale, LOSSES["mdn"].formula * 2)[1] <= screen.width()
    finally:
        apply_theme(qapp, LIGHT)
