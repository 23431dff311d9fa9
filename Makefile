VENV ?= .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

# The first Python that really runs (a name on the PATH may be an empty shim), is one we support and can make a venv.
SUPPORTED := import ensurepip, sys, venv; sys.exit(not (3, 11) <= sys.version_info < (3, 14))
PYTHON ?= $(shell for name in python3.13 python3.12 python3.11 python3; do \
	if "$$name" -c '$(SUPPORTED)' 2>/dev/null; then echo "$$name"; break; fi; done)

# By which rules `make demo` plays: any name of data/rules.
RULES ?= classic

.PHONY: help install demo run test check format messages cards gallery clean

help:
	@echo 'make install   make $(VENV) with everything (the others do it by themselves)'
	@echo 'make demo      play in a local browser page, without Discord; RULES=french for other rules'
	@echo 'make run       start the bot on Discord, with the token from .env'
	@echo 'make test      run the tests'
	@echo 'make check     lint, types, import contracts, dead code'
	@echo 'make format    format the source and mend what the linter can'
	@echo 'make messages  bring the catalogues in data/locales up to date with the texts of the source'
	@echo 'make cards     draw the card pictures of data/cards anew'
	@echo 'make gallery   take a picture of every state in every language, for build/gallery (needs chromium)'
	@echo 'make clean     remove what the targets above made'

install: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	@if ! "$(BIN)/python" -c '$(SUPPORTED)' 2>/dev/null; then \
		if [ -z "$(PYTHON)" ]; then echo 'Yaniv needs Python 3.11, 3.12 or 3.13 with venv and pip.' >&2; exit 1; fi; \
		"$(PYTHON)" -m venv --clear "$(VENV)"; \
	fi
	"$(BIN)/python" -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch "$@"

demo: $(STAMP)
	@exec "$(BIN)/python" -m bot demo --rules "$(RULES)"

run: $(STAMP)
	@exec "$(BIN)/python" -m bot run

test: $(STAMP)
	"$(BIN)/python" -m pytest --numprocesses auto --dist worksteal

check: $(STAMP)
	"$(BIN)/ruff" check .
	"$(BIN)/ruff" format --check .
	"$(BIN)/basedpyright" --pythonpath "$(BIN)/python"
	"$(BIN)/lint-imports"
	"$(BIN)/vulture"

format: $(STAMP)
	"$(BIN)/ruff" check --fix .
	"$(BIN)/ruff" format .

# Without dates and line numbers, so that a catalogue changes only where its messages do.
messages: $(STAMP)
	"$(BIN)/pybabel" --quiet extract --mapping pyproject.toml --no-default-keywords --keywords N_ \
		--add-comments Translators: --omit-header --no-wrap --add-location file --sort-by-file \
		--output data/locales/yaniv.pot bot cogs
	@for file in $(wildcard data/locales/*.po); do \
		"$(BIN)/pybabel" --quiet update --input-file data/locales/yaniv.pot --output-file "$$file" \
			--locale "$$(basename "$$file" .po)" --no-fuzzy-matching --ignore-obsolete --omit-header --no-wrap \
		|| exit 1; \
	done

cards: $(STAMP)
	"$(BIN)/python" -m tools.cards

gallery: $(STAMP)
	"$(BIN)/python" -m tests.demo.gallery

clean:
	rm -rf "$(VENV)" build *.egg-info .pytest_cache .ruff_cache .hypothesis .import_linter_cache .benchmarks .coverage htmlcov
	find bot cogs tests tools -name __pycache__ -type d -prune -exec rm -rf {} +
