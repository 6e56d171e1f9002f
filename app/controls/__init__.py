"""The left panel: problem, network, output and loss, optimiser, regularisation."""
