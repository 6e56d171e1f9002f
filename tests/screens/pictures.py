"""The approved pictures: what is shown, how far it was trained, and what is done first.

Few steps of smooth training, so that another processor's last digit does not show.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from app.stage.shot import take_shot
from core.scenes import Action, load_scene

APPROVED = Path(__file__).parent / "approved"
VIEW = (560, 400)
WINDOW = (1180, 720)
ASK = (900, 520)


@dataclass(frozen=True)
class Picture:
    """One picture by name."""

    name: str
    scene: str
    view: str = "window"
    steps: int = 200
    size: tuple[int, int] = VIEW
    theme: str = "light"
    actions: tuple[Action, ...] = ()
    alone: bool = False  # without the scene's run B

    @property
    def approved(self) -> Path:
        """The path of the approved picture."""
        return APPROVED / f"{self.name}.png"

    def take(self, out: Path) -> None:
        """Render it with the real window."""
        scene = load_scene(self.scene)
        last = (replace(action, at=self.steps) for action in self.actions)
        scene = replace(
            scene,
            actions=(*scene.actions, *last),
            beside="" if self.alone else scene.beside,
        )
        take_shot(
            scene,
            out,
            view=self.view,
            steps=self.steps,
            size=self.size,
            theme=self.theme,
        )


def _both(picture: Picture) -> tuple[Picture, Picture]:
    dark = replace(picture, name=f"{picture.name}-dark", theme="dark")
    return replace(picture, name=f"{picture.name}-light"), dark


def act(do: str, value: object = None) -> tuple[Action, ...]:
    """One action of the window, when all steps have been made."""
    return (Action(0, do, value),)


#: A ready experiment with few seeds, trained.
SMOOTHING = act(
    "settings",
    {
        "view": "experiments",
        "ready": "label-smoothing",
        "seeds": 4,
        "running": True,
    },
)
NO_SAMPLE = act("settings", {"view": "regions", "sample": False})

VIEWS = tuple(
    picture
    for asked in (
        Picture("window", "xor", steps=300, size=(1040, 660)),
        Picture("output", "spirals", "output"),
        Picture("warp", "moons", "warp"),
        Picture("regions", "quadrants", "regions"),
        Picture("saturation", "blobs", "saturation"),
        Picture("gradients", "moons", "gradients"),
        Picture("loss", "moons", "loss"),
        Picture("network", "xor", "network"),
        Picture("walk", "walk-slides", "walk", 0),
        Picture("grid", "xor-book", "grid", 200, (900, 560)),
        Picture(
            "experiments", "blobs", "experiments", 20, (960, 560), actions=SMOOTHING
        ),
        Picture("landscape", "moons", "landscape"),
        Picture("ask", "digits", "ask", 100, ASK),
        Picture("warp-digits", "digits", "warp", 100),
    )
    for picture in _both(asked)
)


def explained(name: str) -> tuple[Action, ...]:
    """Turn the Ask view to a page."""
    return act("settings", {"view": "ask", "page": name})


#: The pages of Ask, of pictures and of a form.
ASKED = (
    Picture("ask-mattered", "digits", "ask", 100, ASK, actions=explained("mattered")),
    Picture(
        "ask-nearest",
        "digits",
        "ask",
        100,
        ASK,
        theme="dark",
        actions=explained("nearest"),
    ),
    Picture("ask-change", "digits", "ask", 100, ASK, actions=explained("change")),
    Picture("ask-form", "moons", "ask", 200, ASK, actions=explained("dependence")),
)


def read(point: str, samples: int = 0) -> tuple[Action, ...]:
    """Pin a place of the Output view, and draw samples there."""
    return act("settings", {"view": "output", "point": point, "samples": samples})


def page(name: str) -> tuple[Action, ...]:
    """Switch the Saturation view to a page."""
    return act("settings", {"view": "saturation", "page": name})


#: One picture for each kind of output, in the view that makes its point.
DISTRIBUTIONS = (
    Picture("waiting", "waiting", "output", 500, actions=read("0.5")),
    Picture("rainfall", "rainfall", "output", 500, actions=read("-0.7", 1)),
    Picture("clicks", "clicks", "output", 500, theme="dark"),
    Picture("counts", "counts", "output", 500, actions=read("-0.15", 1)),
    Picture("outliers", "outliers", "output", 500),
    Picture("outliers-laplace", "outliers-laplace", "output", 500, theme="dark"),
    Picture("wind", "wind", "output", 500, (480, 340), actions=read("0.15 -0.1", 1)),
    Picture("wind-1d", "wind-1d", "output", 500, theme="dark"),
    Picture("correlated", "correlated", "output", 1500, (480, 340)),
    Picture("correlated-1d", "correlated-1d", "output", 500, theme="dark"),
    Picture("rankings", "rankings", "output", 500),
    Picture("rankings-read", "rankings", "output", 500, actions=read("0.1 0.2", 1)),
    Picture("sine-same-spread", "sine-same-spread", "output", 1000),
    Picture("scale-variance", "scale-variance", "loss", 600),
    Picture("scale-deviation", "scale-deviation", "loss", 600, theme="dark"),
    Picture("values-push", "outliers", "saturation", 500, actions=page("push")),
    Picture(
        "values-trust",
        "sine-same-spread",
        "saturation",
        500,
        theme="dark",
        actions=page("trust"),
        alone=True,
    ),
    Picture("blobs-reference", "blobs-reference", "network", 200),
)

PICTURES = (
    *VIEWS,
    *DISTRIBUTIONS,
    *ASKED,
    Picture(
        "regions-folded",
        "regions-folded",
        "regions",
        20,
        (400, 290),
        actions=NO_SAMPLE,
        alone=True,
    ),
    Picture(
        "grid-ensemble",
        "moons",
        "grid",
        100,
        (900, 560),
        actions=act("settings", {"view": "grid", "page": "ensemble"}),
    ),
    *(
        Picture(f"landscape-{name}", f"landscape-{name}", "landscape", steps)
        for name, steps in (("xor", 80), ("bowl", 120), ("ravine", 60), ("plain", 60))
    ),
    Picture("landscape-small-batch", "landscape-small-batch", "landscape", 1500),
    Picture("output-rgb", "rgb", "output"),
    Picture("warp-rgb", "rgb", "warp"),
    Picture("warp-saddle", "saddle", "warp", theme="dark"),
    Picture("output-line", "sine-1d", "output"),
    Picture(
        "saturation-push",
        "saturated-mse",
        "saturation",
        20,
        actions=act("settings", {"view": "saturation", "page": "push"}),
    ),
    *_both(
        Picture(
            "saturation-hidden",
            "dead-relu",
            "saturation",
            600,
            (640, 300),
            actions=page("hidden"),
        )
    ),
    *_both(Picture("gradients-deep", "deep-tanh-skips", "gradients", 60, (560, 460))),
    Picture("warp-first-layer", "spirals", "warp", actions=act("select_layer", 1)),
    Picture(
        "lesson",
        "xor",
        size=WINDOW,
        steps=0,
        actions=act("lesson", {"name": "02-moving-points", "step": 1}),
    ),
    Picture("help", "xor", size=WINDOW, steps=0, actions=act("dialog", "help")),
)
