# The two commands: `make run` opens the lesson, `make test` runs every check.
# Each prepares what it needs the first time and nothing the second time.

PYTHON ?= python3
PORT ?= 8501
VENV := .venv
BIN := $(VENV)/bin
# Browser tests wait more than they compute: more workers than cores, and idle ones take over.
WORKERS ?= 3

.DEFAULT_GOAL := help
.PHONY: train bench bench-nimbus api help run dev test check format browser pictures scorm lock audit load clean

help:
	@echo "make run      open the lesson on http://localhost:$(PORT)   (PORT=... changes it)"
	@echo "make test     all checks and tests, with what they need"
	@echo "make dev      like run, and reloads when a file changes"
	@echo "make check    lint, format and types alone"
	@echo "make format   let ruff put the code in shape"
	@echo "make scorm    SCORM packages for a course system, for ADDRESS=https://your.server/"
	@echo "make pictures make docs/pictures afresh"
	@echo "make train    train the Nimbus pair from nothing (about an hour on two cores)"
	@echo "make bench    time the simulation beside the listing, numpy's floor and public samplers"
	@echo "make api      make docs/api.md afresh"
	@echo "make bench-nimbus  race the pair, measured"
	@echo "make lock     renew requirements.lock: every indirect pin, with hashes"
	@echo "make audit    ask for known holes in what is pinned (needs the network)"
	@echo "make load     1, 30 and 100 learners on steps 1 to 4; benchmarks/load.py has more"
	@echo "make clean    remove the virtual environment and caches"

# One heap for all threads, as wherever the lesson is served (deploy/).
run: $(VENV)/.run
	MALLOC_ARENA_MAX=1 $(BIN)/streamlit run asgi.py --server.port $(PORT)

dev: $(VENV)/.dev
	$(BIN)/streamlit run app.py --server.port $(PORT) --server.fileWatcherType auto

test: check browser
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --durations=15

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

browser:
	@sh tests/browser/install.sh
	@sh tests/deploy/install.sh
	@sh tests/scorm/fetch.sh

# Packages for course systems: make scorm ADDRESS=https://your.server/Draft_ahead
scorm: $(VENV)/.run
	@test -n "$(ADDRESS)" || { echo "Name where the lesson is served: make scorm ADDRESS=https://your.server/"; exit 1; }
	@for version in 1.2 2004; do $(BIN)/python -m scorm '$(ADDRESS)' --version $$version || exit 1; done

pictures: $(VENV)/.dev browser
	$(BIN)/python docs/make_pictures.py

# Needs a venv of its own: torch trains, and the lesson runs without it.
TRAIN := .venv-train
# The allocator's settings cut the CPU time of training by a quarter.
train: $(TRAIN)/.done
	MALLOC_MMAP_THRESHOLD_=33554432 MALLOC_TRIM_THRESHOLD_=8589934592 \
	  $(TRAIN)/bin/python -m training --work build/training
	$(TRAIN)/bin/python -m training.record

$(TRAIN)/.done: training/requirements.txt
	$(PYTHON) -m venv $(TRAIN)
	$(TRAIN)/bin/pip install --quiet -r training/requirements.txt
	@touch $@

bench-nimbus: $(VENV)/.dev
	$(BIN)/python -m benchmarks.nimbus

load: $(VENV)/.dev
	$(BIN)/python benchmarks/load.py

lock: .tools/.ready
	@echo "# Every package that runs in production, the indirect ones too, with hashes. Made by \`make lock\`." > requirements.lock
	.tools/bin/uv pip compile --quiet --upgrade --universal --generate-hashes --no-header \
	  --python-version 3.11 requirements.txt >> requirements.lock

audit: .tools/.ready
	.tools/bin/pip-audit --disable-pip --require-hashes -r requirements.lock

.tools/.ready: deploy/requirements-tools.txt
	$(PYTHON) -m venv .tools
	.tools/bin/python -m pip install --quiet --disable-pip-version-check -r deploy/requirements-tools.txt
	@touch $@

clean:
	rm -rf $(VENV) .tools .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Python 3.11 or newer is needed; name it: make run PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv $(VENV) \
	  || { echo "No virtual environment could be made; on Debian and Ubuntu: apt-get install python3-venv"; exit 1; }

$(VENV)/.run: requirements.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

$(VENV)/.dev: requirements-dev.txt requirements.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@ $(VENV)/.run

bench: $(VENV)/.run
	$(BIN)/python -m benchmarks.core

api: $(VENV)/.run
	$(BIN)/python -m docs.make_api
