# make          lists the targets
# make demo     shows the SDK at work
# make test     runs the tests

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

FUZZTIME ?= 60s
CHECKS   ?= 20000
BENCH    ?= .
COUNT    ?= 1
OLD      ?=

.PHONY: help
help: ## List the targets
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 16

.PHONY: demo
demo: ## Run the quickstart: three tools, good and bad calls, an approval
	@go run ./examples/quickstart

.PHONY: test
test: ## Run the tests
	go test ./...

.PHONY: race
race: ## Run the tests with the race detector
	go test -race ./...

.PHONY: lint
lint: ## Run the linters, look for known vulnerabilities, check the licenses
	$$(.ci/tool golangci-lint) run ./...
	.ci/vulnerabilities
	cd internal/licenses && go test ./...

.PHONY: fuzz
fuzz: ## Run each fuzz target for FUZZTIME (60s), the agreement tests with CHECKS (20000)
	.ci/fuzz $(FUZZTIME) 0 $(CHECKS)

.PHONY: bench
bench: ## Run the benchmarks; OLD=file compares with an earlier .bin/bench.txt
	@mkdir -p .bin
	go test -run '^$$' -bench '$(BENCH)' -benchmem -count $(COUNT) ./... | tee .bin/bench.txt
	@if [[ -n "$(OLD)" ]]; then $$(.ci/tool benchstat) "$(OLD)" .bin/bench.txt; fi

.PHONY: check
check: ## Everything a change has to pass
	.ci/run
