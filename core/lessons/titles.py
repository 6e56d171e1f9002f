"""Words that checks measure, as people read them: "ReLU", not "relu"."""

from __future__ import annotations

from core.functions import ACTIVATIONS
from core.language import tr
from core.outputs import LOSSES
from core.problems import PROBLEMS
from core.run.initialisers import INITIALISERS
from core.sampling import SAMPLE_TITLES, TITLES
from core.training.optimisers import OPTIMISERS

#: What each measure that is a word may be, to show.
_TITLES: dict[str, dict[str, str]] = {
    "activation": {name: str(f.title) for name, f in ACTIVATIONS.items()},
    "output_loss": {name: str(loss.title) for name, loss in LOSSES.items()},
    "initial_weights": {name: str(i.title) for name, i in INITIALISERS.items()},
    "optimiser": {name: o.title for name, o in OPTIMISERS.items()},
    "problem": {name: p.title for name, p in PROBLEMS.items()},
    "sample": {name or "none": title for name, title in SAMPLE_TITLES.items()},
    "estimator": TITLES,
}


def titled(measure: str, word: str) -> str:
    """The title of a measured word; "" for settings of views, which people can see."""
    if measure == "shown":
        return ""
    return tr(_TITLES.get(measure, {}).get(word, word))
