# Everything is a target of this file. `make` without a target lists them. CI runs the same targets.

SHELL := /bin/bash
RECIPE ?= fixtures/recipe.json
ARTIFACTS ?= artifacts
WORKERS ?= 2
RUN := node --import tsx
# The command line, which checks its arguments and then installs and builds what it needs.
SUN := node service/commands/sun.mjs
# The browser tests, with the report's page up to date.
E2E = { [ $(ARTIFACTS)/report.sv.html -nt $(ARTIFACTS)/pv-yield.bin ] || $(MAKE) --no-print-directory report; } && \
	BUNDLED=1 ARTIFACTS=$(ARTIFACTS) $(BIN)/playwright test --config=service/pages/e2e/playwright.config.ts
# glibc keeps what threads have freed, unless it is told to give it back: 60 MB of a build from NetCDF, 160 MB of a service
# after 120 reloads.
GIVE_BACK := MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
# From Node 22 on V8 keeps what it has compiled for the next start.
COMPILED := NODE_COMPILE_CACHE=node_modules/.cache/compiled
BIN := node_modules/.bin
NPM := npm --no-audit --no-fund --loglevel=error
GENERATED := schemas/types.ts schemas/openapi.json schemas/integrations/openapi.json schemas/checks/quick-checks.ts schemas/checks/filling-checks.ts
GENERATED_FROM := $(shell find schemas -name '*.schema.json' -o -name openapi.yaml -o -path '*/examples/*.json') $(addprefix schemas/checks/,all-schemas.ts addressed-schemas.ts first-wrong-item.ts) \
	$(addprefix schemas/generate/,build.ts bundle-openapi.ts openapi.ts quick-checks-code.ts types-code.ts) package-lock.json

.DEFAULT_GOAL := help
# Only npm writes node_modules. What has parts to do at a time does them itself.
.NOTPARALLEL:
.PHONY: help install serve dev bundle pages merge test check schemas examples browser-check fixtures bench faults fuzz sbom accuracy \
	tariff-optimum config integrations clean

##@ Use
# A line "##@ Group" begins a group, which may go on further down. "##* " is what the short list shows.
help: ## List the targets (ALL=1: all of them)
	@awk -v all="$(ALL)" '/^##@ / { group = substr($$0, 5) } \
		match($$0, /##\*? /) && /^[a-z][a-z-]*:/ && (all || /##\* /) { \
			lines[group] = lines[group] sprintf("  %-20s %s\n", substr($$0, 1, index($$0, ":") - 1), substr($$0, RSTART + RLENGTH)) } \
		END { groups = split("Use,Build data,Operate,Develop,Measure", order, ","); for (i = 1; i <= groups; i++) if (order[i] in lines) printf "%s\n%s", order[i], lines[order[i]] }' $(firstword $(MAKEFILE_LIST))
	@echo "Commands (npx sun NAME --help)"
	@$(SUN) --targets $(COMMANDS)
	@$(if $(ALL),,echo; echo "make help ALL=1 lists every target.")

# Commands of sun. Their options are variables of make, as the table schemas/commands/commands.mjs says.
COMMANDS := roof replay artifacts fetch validate recipe diff verdict report export cell check-version build-distributed build-worker \
	publish rollback key link static served package integrations-key integrations-setup integrations-check integrations-demo
.PHONY: $(COMMANDS)
$(COMMANDS):
	@RECIPE="$(RECIPE)" ARTIFACTS="$(ARTIFACTS)" WORKERS="$(WORKERS)" $(SUN) --target $@

##@ Use
install: node_modules/.served $(GENERATED) ## Install what serving and building need, and generate the files that git ignores

##@ Develop
.PHONY: develop
develop: node_modules/.package-lock.json install ## Install also what tests, checks and measurements need

# Two stamps: npm's own stays only where everything is installed, and is kept up to date there.
node_modules/.package-lock.json: package-lock.json
	@echo "Installing packages (npm) ..." >&2
	@$(NPM) $$([ node_modules/.served -nt $< ] && echo install --no-save || echo ci) >&2
	@touch $@

node_modules/.served: package-lock.json | $(wildcard node_modules/.package-lock.json)
	@[ -f node_modules/.package-lock.json ] || { echo "Installing packages (npm ci) ..." >&2; \
		$(NPM) ci --omit=dev >&2 && rm -f node_modules/.package-lock.json; }
	@touch $@

# Each is written again when it is older than a schema, an example or what writes it.
$(GENERATED): $(GENERATED_FROM) | node_modules/.served
	@echo "Generating $@ ..." >&2
	@$(RUN) schemas/generate/build.ts $@

##@ Use
serve: pages bundle ##* Start the service on ARTIFACTS with a demo configurator and proposal, and print its addresses (PORT 3000, HOST 127.0.0.1). Builds the default dataset if there is none, unless ARTIFACTS_URL names a store
	@[ -n "$$ARTIFACTS_URL" ] || [ -f $(ARTIFACTS)/pv-yield.bin ] || $(MAKE) --no-print-directory artifacts
	@[ -n "$$ARTIFACTS_URL" ] || [ $(ARTIFACTS)/report.sv.html -nt $(ARTIFACTS)/pv-yield.bin ] || $(MAKE) --no-print-directory report || true
	@echo "Starting the service on $(ARTIFACTS)/ ..."
	@export ARTIFACTS=$(ARTIFACTS) EMBEDS_FILE="$${EMBEDS_FILE-fixtures/embeds.json}" \
		LINK_SECRETS="$${LINK_SECRETS-a:$$(node -p 'crypto.randomBytes(32).toString("base64")')}"; \
	$(RUN) service/tools/addresses.ts && $(GIVE_BACK) $(COMPILED) exec node dist/service.js

##@ Develop
dev: pages ##* Start the service from its sources, on ARTIFACTS
	@$(GIVE_BACK) ARTIFACTS=$(ARTIFACTS) node --import ./service/http/signals.mjs --import tsx service/main.ts

##@ Operate
bundle: install ## Bundle service, simulation threads and integrations into dist/
	@$(RUN) service/commands/bundle/bundle.ts

pages: install ## Bundle and compress what the service's pages load, into artifacts/pages
	@$(RUN) service/pages/build/build.ts

##@ Use
# Names of tests that take half a minute each, of whole fleets, images and price lists.
LONG_TESTS := *.long.test.ts

# What the tests that need the default dataset copy. A build of each took six seconds of processor time.
DEFAULT_DATASET := node_modules/.cache/default-dataset

##@ Develop
# The runner gets explicit files: without them Node 20 finds no test and exits green. It leaves one core idle
# unless told otherwise, half of a machine with two. Two processes more fill the time in which others wait.
test: develop pages bundle ##* Run all tests (WHOLE=1: also the long ones with all their cases. PART=1/2: half of the files)
	@files=$$(find schemas pipeline service fixtures -name '*.test.ts' $(if $(WHOLE),,! -name '$(LONG_TESTS)') | sort); \
	echo "Running $$(wc -w <<<"$$files") test files ..."; \
	[ -n "$$files" ] || { echo "No test files found."; exit 1; }; \
	$(RUN) schemas/test/write-processes.ts $$files && \
	$(RUN) pipeline/build.ts --out $(DEFAULT_DATASET) >/dev/null && \
	BUNDLED=1 DEFAULT_DATASET=$(DEFAULT_DATASET) $(RUN) --test $(if $(PART),--test-shard=$(PART)) --test-concurrency=$$(($$(nproc) + 2)) dist/tests/*.test.ts

.PHONY: test-newest test-readmes
test-readmes: develop ## Run the commands that the pipeline's READMEs show (half a minute)
	@$(RUN) --test pipeline/test/readme-commands.ts

test-newest: develop ## Run the unit tests of codec, engine and pipeline on the newest Node from npm (CI does)
	@npx --yes --ignore-scripts=false --package=node@latest -- node --import tsx --test --test-isolation=none --test-reporter=dot \
		$$(find schemas/codec pipeline/{clock,solar,coverage,rasters} service/engine/{deduction,economy,house,range,tariff} \
			-name '*.test.ts' ! -name '$(LONG_TESTS)' | sort)

check: develop check-version ##* Check types, lint, format, imports, generated files, dataset version
	@echo "Types ..." && $(BIN)/tsc && $(BIN)/tsc -p service/pages/tsconfig.browser.json && $(BIN)/tsc -p service/pages/tsconfig.browser-tests.json
	@echo "Lint and format ..." && $(BIN)/biome check --error-on-warnings .
	@echo "Generated files ..." && $(RUN) pipeline/kernel.ts --check
	@echo "Architecture ..." && $(RUN) service/tools/architecture/architecture.ts --check && npx depcruise --config .dependency-cruiser.loading.mjs \
		service/main.ts service/server service/integrations service/engine service/pages pipeline/solar pipeline/build.ts
	@echo "Lines of source and of tests ..." && $(RUN) service/tools/lines/lines.ts
	@echo "Texts that are hard to read ..." && $(RUN) service/tools/writing/writing.ts
	@echo "OpenAPI document ..." && REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true $(BIN)/redocly lint
	@echo "Packages ..." && npm ls --all >/dev/null
	@said=$$(timeout 120 npm audit signatures --fetch-retries=0 2>&1) && echo "$$said" || case "$$said" in \
		''|*'error network'*) echo "Signatures of packages: skipped, the registry does not answer." ;; \
		*) echo "$$said" >&2; exit 1 ;; esac

##@ Build data
merge: ## Merge parts made with SHARD=1/N .. N/N: make merge PARTS=N
	@$(SUN) build --recipe="$(RECIPE)" --out="$(ARTIFACTS)" --merge="$(or $(PARTS),0)"

##@ Develop
schemas: develop ## Generate what is made of the schemas, and write the tables of settings in the documents
	@$(RUN) service/server/print-config.ts --write

.PHONY: kernel
kernel: develop ## Compile the kernel's AssemblyScript
	@$(RUN) pipeline/kernel.ts

examples: develop artifacts ## Write the example answers of the OpenAPI document
	@ARTIFACTS=$(ARTIFACTS) $(RUN) service/tools/examples/write-examples.ts

.PHONY: screenshot
screenshot: develop ## Draw the README's picture of the explorer of a running service (BASE, default http://localhost:3000)
	@$(RUN) service/tools/screenshot.ts

browser-check: develop artifacts pages bundle ##* Check the pages in headless Chromium (CHROMIUM: path of the browser. TESTS=words of files or titles). Needs curl, jq and nginx
	@$(E2E) $(TESTS)

##@ Measure
.PHONY: browser-times
browser-times: develop artifacts pages bundle ## Measure the pages on slow connections in Chromium, medians of three visits (nightly)
	@export E2E_RUN=times && $(E2E)

##@ Develop
.PHONY: journeys
journeys: develop artifacts pages bundle ## Check three visitors' journeys and the look of each page in Chromium and Firefox ESR (PROJECT='firefox-360-*'. CHROMIUM, FIREFOX: paths)
	@export E2E_RUN=journeys && $(E2E) $(if $(PROJECT),--project='$(PROJECT)')

fixtures: develop ## Render the default dataset's inputs from the published figures, and draw Sweden's coverage
	@$(RUN) fixtures/fit-climatology.ts
	@$(RUN) fixtures/render-climatology.ts
	@$(RUN) fixtures/spot/render-spot.ts
	@$(RUN) fixtures/places/render-places.ts
	@$(RUN) fixtures/coverage/render-coverage.ts

##@ Measure
bench: develop artifacts pages bundle ##* Measure builds and the service, as ratios from one run (PART=start, calls or build. BASE=/other/checkout: compare with it)
	@[ -z "$(BASE)" ] || $(MAKE) --no-print-directory -C "$(BASE)" develop artifacts pages bundle
	@BASE="$(BASE)" $(RUN) service/tools/bench/bench.ts $(PART)

faults: develop artifacts pages bundle ## Kill, fill, cut and delay what service, builds and integrations depend on, and count what is lost or wrong (nightly. SEED=1)
	@BUNDLED=1 $(RUN) --test-reporter=spec service/tools/faults/faults.ts

fuzz: develop ## Read requests, artifacts, rasters and price files with changed bytes, CASES (10000) of each kind
	@CASES=$(or $(CASES),10000) $(RUN) --test $$(find service/test -name 'mutated-*.long.test.ts')

##@ Operate
sbom: install ## Write the packages of the service as CycloneDX to artifacts/sbom.cdx.json
	@mkdir -p artifacts && $(RUN) service/commands/bundle/sbom.ts artifacts/sbom.cdx.json

##@ Measure
accuracy: develop artifacts ## Print the errors of the table and of the default dataset
	@$(RUN) pipeline/accuracy.ts

tariff-optimum: develop ## Compare years under power charges with their linear programmes (HOUSES=40: about half an hour)
	@$(RUN) service/tools/accuracy/tariff-optimum.ts

##@ Operate
config: ##* Print every setting of service and integrations, with default and meaning
	@$(SUN) config; status=$$?; $(SUN) integrations config && exit $$status

integrations: pages bundle ##* Start the integrations (INTEGRATIONS_PORT 3100, ORGANISATIONS_FILE, BASE_URL, DATA_KEY)
	@$(GIVE_BACK) $(COMPILED) node dist/integrations.js

##@ Develop
.PHONY: architecture release
architecture: develop ## Draw the imports between folders into service/architecture.svg
	@$(RUN) service/tools/architecture/architecture.ts

release: develop ## Check, write version and changelog, commit, tag: make release VERSION=0.6.0
	@$(RUN) service/tools/release/release.ts "$(VERSION)"

clean: ## Remove the built artifacts and the installed packages
	rm -rf artifacts/*.bin artifacts/summary.large.csv artifacts/.stamp.json artifacts/.*.staging-*
	rm -rf artifacts/report*.html artifacts/pages artifacts/diff artifacts/export
	rm -rf dist node_modules $(GENERATED)
