# One line to machine code. `make docs` and `make test` set up everything they need on a fresh machine.
PYTHON ?= python3
PIN    := $(shell sed -n 's/^torch = "\([^"]*\)".*/\1/p' pyproject.toml)
# Where the pin was moved to a build that `make upgrade` installed, its environment is used as it is.
VENV   := $(if $(wildcard build/envs/torch-$(PIN)/.ready),build/envs/torch-$(PIN),.venv)
RUN    := $(VENV)/bin/python -m claims
READY  := $(if $(filter .venv,$(VENV)),.venv/.ready-$(PIN),$(VENV)/.ready)

.DEFAULT_GOAL := help
.PHONY: help env docs site serve test claim controls plants calibrate simulate accept audit bench upgrade clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST)

env: $(READY) ## the environment, .venv: PyTorch $(PIN) and the pinned tools

# The name of the file holds the pin, so that moving the pin there and back installs nothing twice.
$(READY): constraints.txt requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "$(PYTHON) is older than 3.11; next: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@test -x $(VENV)/bin/python || { echo "making $(VENV)"; $(PYTHON) -m venv $(VENV); }
	@echo "installing torch $(PIN) and the pinned tools (once; see README for what torch costs in disk)"
	@rm -f $(VENV)/.ready-*
	@$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt "torch==$(PIN)" -r requirements.txt
	@touch $@

docs: $(READY) ## run every claim and the notebook, judge, build site/, check the built HTML (OPTIONS=--controls: every control too)
	@$(RUN) docs $(OPTIONS)

site: $(READY) ## build site/ from accepted evidence, no claim run
	@$(RUN) site

serve: $(READY) ## live preview of the same
	@$(RUN) serve

test: $(READY) ## lint, types, tests
	@$(VENV)/bin/ruff check .
	@$(VENV)/bin/ruff format --check .
	@$(VENV)/bin/mypy
	@$(VENV)/bin/python -m pytest

claim: $(READY) ## run and judge one claim or chapter: make claim ID=fusion.machine-code
	@test -n "$(ID)" || { echo "usage: make claim ID=fusion.machine-code"; exit 2; }
	@$(RUN) run $(ID) && $(RUN) check $(ID)

controls: $(READY) ## run every control, and claims not run in this state yet; each must fail in the piece it names
	@$(RUN) run --controls --reuse

plants: $(READY) ## run every claim under every plant, a fault put into PyTorch; says which claims notice
	@$(RUN) run --controls --plants --reuse $(ID)

calibrate: $(READY) ## time each ordering in three processes, propose its margin (ID=... for one)
	@$(RUN) calibrate $(ID)

accept: $(READY) ## take the newest run's evidence into snippets/ (ID=... for one)
	@$(RUN) accept $(ID)

audit: $(READY) ## forks against fresh interpreters: the same evidence
	@$(RUN) audit $(ID)

bench: $(READY) ## what the fork server saves
	@$(RUN) bench

simulate: $(READY) ## how often an ordering is wrong: simulated runs, and the table of the method page
	@$(RUN) simulate

upgrade: $(READY) ## run every claim on another PyTorch and say what changed: make upgrade TORCH=2.15.0
	@test -n "$(TORCH)" || { echo "usage: make upgrade TORCH=2.15.0"; exit 2; }
	@$(RUN) upgrade $(TORCH)

clean: ## remove what was built, not the environments
	rm -rf site
	@test ! -d build || find build -mindepth 1 -maxdepth 1 ! -name envs -exec rm -rf {} +
