"""The possible edits of a connection between two layers, as menu choices.

Layers are numbered as people count: 0 is the input, the output is the last.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.edits import Edit
from core.edits.wiring import Connect, Disconnect, SetSum
from core.language import tr
from core.network import NetworkSpec


@dataclass(frozen=True, slots=True)
class Choice:
    """One menu entry; without an edit it explains why it is not possible."""

    text: str
    edit: Edit | None = None


def layer_name(network: NetworkSpec, number: int) -> str:
    """``the input``, ``layer 2`` or ``the output``."""
    if number == 0:
        return tr("the input")
    return (
        tr("the output")
        if number == network.depth
        else tr("layer {number}", number=number)
    )


def capital(words: str) -> str:
    """``words`` at the start of a sentence."""
    return words[:1].upper() + words[1:]


def choices(network: NetworkSpec, source: int, target: int) -> list[Choice]:
    """What to do with layer ``source`` at layer ``target``: read it, or add it."""
    return [reading(network, source, target), adding(network, source, target)]


def reading(network: NetworkSpec, source: int, target: int) -> Choice:
    """Read the layer beside others, or no longer."""
    reads = network.reads(target - 1)
    what, where = layer_name(network, source), layer_name(network, target)
    if source not in reads:
        return Choice(
            tr("{where} reads {what} too", where=capital(where), what=what),
            Connect(source, target),
        )
    if len(reads) == 1:
        return Choice(tr("{where} reads only {what}", where=capital(where), what=what))
    return Choice(tr("Stop reading {what}", what=what), Disconnect(source, target))


def adding(network: NetworkSpec, source: int, target: int) -> Choice:
    """Add the layer after the activation function, or no longer."""
    what, where = layer_name(network, source), layer_name(network, target)
    if target == network.depth:
        return Choice(tr("The output layer can't add another layer"))
    units, own = network.widths[source], network.widths[target]
    if units != own:
        return Choice(
            tr(
                "Adding needs equal widths: {what} {units}, {where} {own}",
                what=what,
                units=units,
                where=where,
                own=own,
            )
        )
    before = network.hidden[target - 1].adds
    if before == source:
        return Choice(tr("Stop adding {what}", what=what), SetSum(target - 1, None))
    instead = (
        ""
        if before is None
        else tr(" instead of {layer_name}", layer_name=layer_name(network, before))
    )
    return Choice(
        tr(
            "{where} adds {what}{instead}",
            where=capital(where),
            what=what,
            instead=instead,
        ),
        SetSum(target - 1, source),
    )


def removal(network: NetworkSpec, source: int, target: int, adds: bool) -> Edit | None:
    """The edit that removes one connection; None if the layer would read nothing."""
    if adds:
        return SetSum(target - 1, None)
    only = len(network.reads(target - 1)) == 1
    return None if only else Disconnect(source, target)


def connection_lines(
    network: NetworkSpec, source: int, target: int, adds: bool
) -> list[str]:
    """The readout for a connection under the mouse."""
    what, where = layer_name(network, source), layer_name(network, target)
    where = capital(where)
    if adds:
        lines = [tr("{where} adds {what}", where=where, what=what)]
    elif network.reads(target - 1) == (source,):
        lines = [tr("{where} reads {what}", where=where, what=what)]
    else:
        lines = [tr("{where} reads {what} too", where=where, what=what)]
    if removal(network, source, target, adds) is None:
        return [*lines, tr("it reads nothing else")]
    return [*lines, tr("right-click or Delete removes it")]
