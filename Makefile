# Everything starts from a fresh checkout: python3 (3.11 or newer), make and git.
#   make run      set up and open the program
#   make test     set up, check and run all tests
#   make check    lint, types, import rules
#   make setup    only prepare .venv, with the command .venv/bin/hyperfold
#   make bench    the benchmarks, compared with PyTorch, scikit-learn and regioncam
#   make shots    render the approved pictures and the README's gallery again
#   make soak     long random walks, hostile files, faults, and memory over ten minutes
#   make package  build the installers for this system and test them
#   make package-windows  build the Windows installer and test it, with wine
#   make clean    remove caches and build products; .venv stays

PYTHON ?= python3
# Options for pytest, for example: make test PYTEST="-k regions"
PYTEST ?=
# Options for hyperfold bench, for example: make bench BENCH="engine --json"
BENCH ?=
BIN := .venv/bin

.PHONY: run test check setup bench shots soak package package-windows clean

run:
	@$(PYTHON) tools/setup.py --for run
	@$(BIN)/python -m tools.run

test: check
	@$(BIN)/python -m tools.warm
	$(BIN)/python -m pytest -n 2 $(PYTEST)

check:
	@$(PYTHON) tools/setup.py --for test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m tools.generate_kernels --check
	$(BIN)/lint-imports --no-cache
	$(BIN)/python tools/no_machine_paths.py

setup:
	@$(PYTHON) tools/setup.py

bench:
	@$(PYTHON) tools/setup.py --for run --extra bench
	@$(BIN)/hyperfold bench $(BENCH)

shots:
	@$(PYTHON) tools/setup.py --for test
	@$(BIN)/python -m tools.warm
	$(BIN)/python -m tools.shots

soak:
	@$(PYTHON) tools/setup.py --for test
	@$(BIN)/python -m tools.warm
	$(BIN)/python -m pytest -m soak --timeout 0 -o faulthandler_timeout=0 -p no:randomly --durations 0 $(PYTEST)

package:
	@$(PYTHON) packaging/build.py package

package-windows:
	@$(PYTHON) packaging/build.py package-windows

clean:
	rm -rf build dist out .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find app core tests tools resources -name __pycache__ -type d -prune -exec rm -rf {} +
