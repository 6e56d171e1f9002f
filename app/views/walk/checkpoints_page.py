"""The page of the Walk view on checkpointing: store less, recompute some layers."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QHBoxLayout, QSlider, QVBoxLayout, QWidget

from app.look.theme import BODY, SMALL, Theme
from app.views.walk.asking import Ask, AskingPage, scrolled
from app.views.walk.checkpoints_picture import CheckpointPicture
from app.widgets.buttons import TextButton
from app.widgets.label import Label
from app.widgets.number_field import NumberField
from app.widgets.tip import Tip
from core.analysis.checkpoints import (
    Chain,
    Executed,
    Kept,
    Trace,
    best,
    chain_of,
    every_few,
    least_memory,
    run,
    trace,
)
from core.analysis.walk import Walk
from core.language import tr
from core.numbers import shown_count


@dataclass(frozen=True, slots=True)
class Checkpointed:
    """A choice executed on the graph, and its bounds."""

    trace: Trace
    executed: Executed
    least: int  # the smallest possible peak
    whole: int  # the peak where everything is kept


@dataclass(frozen=True, slots=True)
class AskCheckpoints:
    """The backward pass with these layers kept; None: all."""

    kept: Kept | None
    dropped: int = 0  # number of last hidden layers to drop

    def __call__(self, walk: Walk) -> Checkpointed:
        """Simulate and execute it."""
        chain = chain_of(walk.subject)
        every = frozenset(range(chain.depth))
        last = range(max(chain.depth - 1 - self.dropped, 0), chain.depth - 1)
        kept = every - set(last) if self.kept is None else self.kept & every
        return Checkpointed(
            trace(chain, kept),
            run(walk.subject, kept),
            least_memory(chain),
            trace(chain, every).peak,
        )


class CheckpointsPage(AskingPage):
    """Boxes to keep layers, the moments as a picture, a slider through them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kept: Kept | None = None
        self._dropped = 0
        self.made: Checkpointed | None = None
        self.picture = CheckpointPicture(self)
        self.all = self._button(tr("Keep all"), tr("Store every layer's values."))
        self.thumb = self._button(
            tr("Every √depth-th"),
            tr("The rule of thumb: about 2√depth layers are stored at once."),
        )
        self.memory = NumberField(tr("Memory"), 1, 1, whole=True)
        self.memory_label = Label(tr("at most"), self)
        self.fit = self._button(
            tr("Best choice"),
            tr(
                "The least extra work with at most this many numbers stored at "
                "once, found by dynamic programming."
            ),
        )
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setAccessibleName(tr("Moment of the two passes"))
        self.said, self.sums = Label(self), Label(self)
        for label in (self.said, self.sums):
            label.setWordWrap(True)
        self._build()

    def _button(self, words: str, text: str) -> TextButton:
        return TextButton(words, Tip(words, text), parent=self)

    def _build(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(12, 8, 12, 0)
        head.setSpacing(8)
        for widget in (self.all, self.thumb, self.fit, self.memory_label, self.memory):
            head.addWidget(widget)
        head.addStretch(1)
        bar = QHBoxLayout()
        bar.setContentsMargins(12, 0, 12, 0)
        bar.addWidget(self.slider)
        words = QVBoxLayout()
        words.setContentsMargins(12, 0, 12, 10)
        words.setSpacing(2)
        words.addWidget(self.said)
        words.addWidget(self.sums)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addLayout(head)
        layout.addWidget(scrolled(self.picture, tr("Checkpoints"), self), 1)
        layout.addLayout(bar)
        layout.addLayout(words)
        self.all.clicked.connect(lambda: self.choose(None))
        self.thumb.clicked.connect(self._on_thumb)
        self.fit.clicked.connect(self._on_fit)
        self.slider.valueChanged.connect(lambda _: self._show())
        self.picture.toggled.connect(self._on_toggled)
        self.picture.moved.connect(self.slider.setValue)

    @property
    def ask(self) -> Ask:
        """The present choice."""
        return AskCheckpoints(self.kept, self._dropped)

    @property
    def dropped(self) -> int:
        """How many of the last hidden layers a scene or a lesson dropped."""
        return self._dropped

    @dropped.setter
    def dropped(self, count: int) -> None:
        self._dropped, self.kept = count, None

    @property
    def shown(self) -> dict[str, float | str]:
        """``again``: layers computed twice; ``stored``: peak of stored numbers."""
        if self.made is None:
            return {}
        played = self.made.trace
        return {"again": float(len(played.again)), "stored": float(played.peak)}

    def choose(self, kept: Kept | None) -> None:
        """Keep these layers; None: all."""
        self.kept, self._dropped = kept, 0
        self.changed.emit()

    @property
    def _chain(self) -> Chain | None:
        return self.made.trace.chain if self.made is not None else None

    def _on_thumb(self) -> None:
        if self._chain is not None:
            self.choose(every_few(self._chain.depth))

    def _on_fit(self) -> None:
        if self._chain is not None:
            self.choose(best(self._chain, int(self.memory.value)))

    def _on_toggled(self, layer: int) -> None:
        if self.made is not None and layer < self.made.trace.chain.depth - 1:
            self.choose(self.made.trace.kept ^ {layer})

    def follow(self, leader: AskingPage) -> None:
        """Keep the same layers."""
        if isinstance(leader, CheckpointsPage):
            self.kept, self._dropped = leader.kept, leader.dropped

    def show_made(self, made: object, walk: Walk) -> None:
        """Show an executed choice."""
        if not isinstance(made, Checkpointed):
            return
        same = self.made is not None and self.made.trace == made.trace
        self.made = made
        if (self.memory.low, self.memory.high) != (made.least, made.whole):
            self.memory.low, self.memory.high = float(made.least), float(made.whole)
            self.memory.set_value((made.least + made.whole) // 2)
        last = len(made.trace.moments) - 1
        with QSignalBlocker(self.slider):
            self.slider.setRange(0, last)
            if not same:
                self.slider.setValue(last)
        self._show()

    def _show(self) -> None:
        if self.made is None:
            return
        at = min(self.slider.value(), len(self.made.trace.moments) - 1)
        self.picture.show_trace(self.made.trace, at)
        self.said.setText(self._moment_words(self.made.trace, at))
        self.sums.setText(summary(self.made))

    def _moment_words(self, played: Trace, at: int) -> str:
        moment = played.moments[at]
        name = self.picture.name_of(moment.layer)
        match moment.kind:
            case "forward":
                kept = moment.layer in moment.stored
                done = (
                    tr("its values are stored")
                    if kept
                    else tr("its values are dropped")
                )
                text = tr("Forward: {name} is computed; {done}.", name=name, done=done)
            case "again":
                text = tr(
                    "{name} was dropped but is needed now, so it is recomputed.",
                    name=name,
                )
            case _:
                text = tr(
                    "Backward through {name}; its values are no longer needed.",
                    name=name,
                )
        return tr(
            "{upper}{text} Stored now: {numbers} numbers.",
            upper=text[0].upper(),
            text=text[1:],
            numbers=shown_count(moment.numbers),
        )

    def set_theme(self, theme: Theme) -> None:
        """Apply the theme's colours and fonts."""
        super().set_theme(theme)
        self.picture.set_theme(theme)
        for button in (self.all, self.thumb, self.fit):
            button.set_theme(theme)
            button.setFixedHeight(theme.px(26))
        self.memory_label.setFont(theme.font(SMALL))
        self.memory.setFont(theme.font(BODY))
        self.memory.setFixedSize(theme.px(72), theme.px(26))
        for label in (self.said, self.sums):
            label.setFont(theme.font(BODY))


def summary(made: Checkpointed) -> str:
    """What the choice costs and saves, and that the gradient is the same."""
    played, depth = made.trace, made.trace.chain.depth
    counts = tr(
        "{evaluations} layers computed instead of {depth}",
        evaluations=played.evaluations,
        depth=depth,
    )
    ratio = f"{played.evaluations / depth:.3g}×"
    work = tr(
        "{ratio}× the multiplications of the forward pass", ratio=f"{played.ratio:.3g}"
    )
    kept = sum(played.chain.sizes[i] for i in played.kept)
    memory = tr(
        "{kept} numbers are kept for the backward pass, at most {peak} are "
        "stored at once; keeping everything takes {whole}",
        kept=shown_count(kept),
        peak=shown_count(played.peak),
        whole=shown_count(made.whole),
    )
    same = tr("the same to the last bit") if made.executed.same else tr("NOT the same")
    return tr(
        "{counts} ({ratio}, {work}). {memory}. Executed on the graph: the "
        "gradient is {same}.",
        counts=counts,
        ratio=ratio,
        work=work,
        memory=memory,
        same=same,
    )
