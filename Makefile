# run: the dashboard · quick: fast tests and what your change is near to · test: all tests, browser included · check: format, lint, types · audit: every test, in parts of an hour · release: whether all parts passed on this tree · docs: the API page · words: sentences for translators · bench: the speed claims
.PHONY: run quick test release check audit docs words bench chromium postgres java clean
.DEFAULT_GOAL := run

VENV := .venv
BIN := $(VENV)/bin
# the first interpreter on the PATH that is new enough
PYTHON ?= $(shell for p in python3 python3.15 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
# the tests start hundreds of processes, which would each compile the package again
export PYTHONDONTWRITEBYTECODE :=
APT := apt-get install -y -qq --no-install-recommends
AS_ROOT_ON_DEBIAN := [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null

run: $(VENV)/run.stamp
	exec $(BIN)/streamlit run asgi.py

quick: $(VENV)/dev.stamp chromium postgres java
	$(BIN)/python -m pytest -n 2 --tier quick

test: $(VENV)/dev.stamp chromium postgres java
	$(BIN)/python -m pytest -n 2 --tier test

check: $(VENV)/dev.stamp
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

# make audit PART=3/8; `python -m tests.tier parts` tells how many parts of an hour there are
PART ?= 1/1
audit: $(VENV)/dev.stamp chromium postgres java
	$(BIN)/python -m pytest -n 2 --tier audit --part $(PART)

release: $(VENV)/dev.stamp
	$(BIN)/python -m tests.tier release

docs: $(VENV)/dev.stamp
	$(BIN)/python -m docs.make_api

words: $(VENV)/dev.stamp
	$(BIN)/python -m dpcore.present.language.extract

# The pinned requirements of the peers conflict, so each has its own environment, from benchmarks/peers/<name>.txt.
PEERS := $(patsubst benchmarks/peers/%.txt,.bench/%/stamp,$(wildcard benchmarks/peers/*.txt))
bench: $(VENV)/dev.stamp $(PEERS)
	$(BIN)/python -m benchmarks

.bench/%/stamp: benchmarks/peers/%.txt
	rm -rf .bench/$*
	$(PYTHON) -m venv .bench/$*
	.bench/$*/bin/python -m pip install --quiet --disable-pip-version-check -r $<
	cp $< $@

$(VENV)/run.stamp: requirements.txt | $(BIN)/pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	touch $@

$(VENV)/dev.stamp: requirements-dev.txt requirements-spark.txt requirements.txt | $(BIN)/pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	touch $@ $(VENV)/run.stamp

# Debian packages ensurepip separately, and `venv` without it leaves a broken folder behind: check first.
$(BIN)/pip:
	@[ -n "$(PYTHON)" ] || { echo "Murmur needs Python 3.11 or newer; none was found. Hint: make PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
		|| { $(AS_ROOT_ON_DEBIAN) && apt-get update -qq && DEBIAN_FRONTEND=noninteractive $(APT) python3-venv; } \
		|| { echo "$(PYTHON) has no venv module. Hint: on Debian or Ubuntu, apt-get install python3-venv"; exit 1; }
	$(PYTHON) -m venv $(VENV)

chromium:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null \
		|| { $(AS_ROOT_ON_DEBIAN) && apt-get update -qq && DEBIAN_FRONTEND=noninteractive $(APT) chromium; } \
		|| { echo "The browser tests need Chromium on the PATH. Hint: on Debian, apt-get install chromium"; exit 1; }

# The tests start their own servers; Debian's package would also start one.
postgres:
	@command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 \
		|| { $(AS_ROOT_ON_DEBIAN) && apt-get update -qq && export DEBIAN_FRONTEND=noninteractive \
			&& $(APT) postgresql-common \
			&& sed -i 's/^#*create_main_cluster .*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf \
			&& $(APT) postgresql; } \
		|| { echo "The ledger's tests need PostgreSQL's server. Hint: on Debian, apt-get install postgresql"; exit 1; }

# The tests of Spark run it themselves, in local mode. Where it cannot be had they are skipped, and say so.
java:
	@command -v java >/dev/null \
		|| { $(AS_ROOT_ON_DEBIAN) && apt-get update -qq && DEBIAN_FRONTEND=noninteractive $(APT) default-jre-headless; } \
		|| echo "The tests of Spark are left out: they need Java 17. Hint: on Debian, apt-get install default-jre-headless"

clean:
	rm -rf $(VENV) .bench .pytest_cache .mypy_cache .ruff_cache .hypothesis
