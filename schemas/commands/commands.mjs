// @ts-check
/**
 * The commands and their options: of `sun`, of the package, of each program (`commandLine`) and, as variables, of make.
 * Plain JavaScript: arguments are checked before anything is installed.
 */

import { existsSync } from 'node:fs';

/** @type {Form} */
const isNumber = { holds: (text) => /^-?\d+(\.\d+)?$/.test(text), called: 'a number' };
/** Limit of workers, parts and minutes, more than a build can use. A join has all parts open. */
const MOST = 500;
/** @type {Form} */
const isCount = {
  holds: (text) => /^[1-9]\d*$/.test(text) && Number(text) <= MOST,
  called: `a whole number from 1 to ${MOST}`,
};
/** @type {Form} */
const isPart = {
  holds(text) {
    const [, part, parts] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
    return Number(part) >= 1 && Number(part) <= Number(parts) && Number(parts) <= MOST;
  },
  called: `I/N with I from 1 to N and N up to ${MOST}`,
};
/** @type {Form} */
const isPort = {
  holds: (text) => /^\d+$/.test(text) && Number(text) < 65_536,
  called: 'a port from 0 to 65535',
};
/** @type {Form} */
const isFaces = {
  holds: (text) =>
    text
      .trim()
      .split(/\s+/)
      .every((face) => /^[\d.]+(\/[\d.]+){2}$/.test(face)),
  called: 'tilt/azimuth/kWp of each face (0 is flat, 90 faces east, 180 south)',
};
/** @type {Form} */
const isId = {
  holds: (text) => /^[a-z0-9][a-z0-9-]{0,39}$/.test(text),
  called: 'lower-case letters, digits and hyphens',
};
/** @type {Form} */
const isNew = { holds: (path) => !existsSync(path), called: 'a path that does not exist yet' };

/** @param {number} most @returns {Form} */
const isDegrees = (most) => ({
  holds: (text) => isNumber.holds(text) && Math.abs(Number(text)) <= most,
  called: `degrees from -${most} to ${most}`,
});

/**
 * Makes options of a form.
 * @param {Form} is
 * @returns {(value: string, help: string) => { value: string, help: string, is: Form }}
 */
const optionOf = (is) => (value, help) => ({ value, help, is });
const number = optionOf(isNumber);
const count = optionOf(isCount);
/**
 * @template {Option} Kind
 * @param {Kind} option
 */
const required = (option) => ({ ...option, required: /** @type {const} */ (true) });
/** @param {string} of */
const clock = (of) => ({ value: 'winter', help: `clock of the ${of}` });

const recipe = { value: 'recipe.json', help: 'default fixtures/recipe.json' };
const artifacts = { value: 'folder', help: 'the dataset, default artifacts' };
const lat = optionOf(isDegrees(90))('59.61', 'degrees north');
const lng = optionOf(isDegrees(180))('16.55', 'degrees east');
const place = { lat: required(lat), lng: required(lng) };
const out = { value: 'artifacts', help: 'folder', variable: 'ARTIFACTS' };
const newOut = required({ value: 'folder', help: 'a new folder', is: isNew });
const workers = count('2', 'threads');
const org = optionOf(isId)('solfirman', 'the organisation');

/** Settings that the integrations' commands read from the environment. */
const INTEGRATIONS =
  'Set ORGANISATIONS_FILE, BASE_URL, DATA_KEY and STORE_FILE in the environment.';
const STORE = 'Set ARTIFACTS_URL and the keys of the store in the environment.';

/**
 * @typedef {{ holds: (text: string) => boolean, called: string }} Form
 *
 * @typedef {object} Option
 * @property {string} [value] Example of its value in the help. Without one it is a flag.
 * @property {string} help
 * @property {boolean} [required]
 * @property {Form} [is] The form of its value.
 * @property {string} [variable] Its name as a variable of make, where that is not its name in capitals.
 *
 * @typedef {object} Command
 * @property {string} summary
 * @property {Record<string, Option>} options
 * @property {string} [program] The file that is run. Without one `make` is called with the command's first need.
 * @property {string} [operands] Words without a name, of which at least one is required: how the help shows them.
 * @property {string} [target] Its name as a target of make, where that is another.
 * @property {Record<string, string>} [env] Options that the program takes from the environment.
 * @property {string[]} [needs] Make targets that come first, after `install`: "dataset" when there is none, "report" when it is older than the dataset.
 * @property {string} [settings]
 * @property {boolean} [packaged]
 */

/** @satisfies {Record<string, Command>} */
const TABLE = {
  serve: {
    summary: 'Start the service with its pages',
    options: {
      port: { value: '3000', help: 'default 3000, 0 for any free one', is: isPort },
      host: { value: '127.0.0.1', help: 'address to listen on' },
      artifacts,
    },
    env: { port: 'PORT', host: 'HOST', artifacts: 'ARTIFACTS' },
    needs: ['serve'],
    settings: 'Set all other settings in the environment. sun config prints them.',
    packaged: true,
  },
  roof: {
    summary: 'Simulate a roof and its savings, without a server',
    options: {
      ...place,
      faces: required(optionOf(isFaces)('"27/100/5 27/280/5"', 'tilt/azimuth/kWp of each face')),
      kwh: number('15000', 'consumption in a year'),
      ev: number('40', 'kilometres a day by electric car'),
      battery: number('10', 'kWh'),
      strategy: { value: 'combined', help: 'of the battery' },
      'roof-cost': number('150000', 'SEK'),
      'battery-cost': number('70000', 'SEK'),
      artifacts,
      json: { help: 'what the API answers' },
    },
    program: 'service/commands/roof/roof.ts',
    needs: ['dataset'],
    packaged: true,
  },
  replay: {
    summary: "Compare a roof's log of a year with the service",
    options: {
      pv: required({ value: 'roof.csv', help: 'the log: a file or a folder of files' }),
      ...place,
      faces: optionOf(isFaces)('"27/100/5"', 'tilt/azimuth/kWp, fitted if omitted'),
      meter: { value: 'meter.csv', help: "the house's meter" },
      'pv-clock': clock('log'),
      'meter-clock': clock('meter'),
      confirm: { help: 'use files that can be read in two ways' },
      artifacts,
    },
    program: 'service/commands/replay/replay.ts',
    needs: ['dataset'],
  },
  link: {
    summary: 'Create a proposal and print its public link',
    options: {
      inputs: required({ value: 'inputs.json', help: 'the proposal' }),
      former: { value: 'link', help: 'link of the previous version' },
      artifacts,
    },
    program: 'service/commands/link.ts',
    needs: ['dataset'],
    settings: 'Set LINK_SECRETS and BASE_URL in the environment.',
  },
  build: {
    summary: 'Build the dataset of a recipe, unless nothing changed',
    target: 'artifacts',
    options: {
      recipe,
      out,
      workers,
      force: { help: 'build even if nothing changed' },
      shard: { value: '1/4', help: 'build only a part', is: isPart },
      merge: count('4', 'merge that many parts'),
    },
    program: 'pipeline/build.ts',
    packaged: true,
  },
  'build-distributed': {
    summary: 'Build a recipe in parts by the workers at a Redis',
    options: {
      recipe,
      out,
      parts: count('8', 'how many, default 8'),
      wait: count('30', 'minutes to wait for a worker, default 30'),
    },
    program: 'pipeline/build-distributed.ts',
    settings: 'Set REDIS_URL in the environment, and BUILD_URL if the machines share no disk.',
  },
  'build-worker': {
    summary: 'Build parts from the queue at a Redis, until stopped',
    options: { workers },
    program: 'pipeline/build-worker.ts',
    settings: 'Set REDIS_URL in the environment.',
  },
  recipe: {
    summary: 'Draft a recipe from what raster files state',
    options: {
      from: required({ value: 'data', help: 'a folder, zip or file' }),
      out: { value: 'recipe.json', help: 'file, default next to them', is: isNew },
    },
    program: 'pipeline/validate/recipe/make-recipe.ts',
  },
  fetch: {
    summary: 'Download what the downloads.json of a recipe lists',
    options: {
      recipe,
      'accept-new': { help: 'take files without a pinned hash' },
      prices: { help: 'only the spot prices of the last twelve months, with a recipe for them' },
    },
    program: 'pipeline/fetch.ts',
  },
  validate: {
    summary: 'Check a recipe and its rasters as a build would',
    options: { recipe },
    program: 'pipeline/validate.ts',
    packaged: true,
  },
  inspect: {
    summary: 'Print what raster files hold, or why they are refused',
    options: {},
    operands: 'file ...',
    program: 'pipeline/validate/inspect.ts',
    packaged: true,
  },
  cell: {
    summary: 'Explain one place',
    options: {
      lat,
      lng,
      recipe,
      json: {
        help: 'answer a cell question (schemas/data/cell-question.schema.json) on standard input',
      },
    },
    program: 'pipeline/cell.ts',
  },
  diff: {
    summary: 'Compare two datasets cell by cell',
    options: {
      a: required({ value: 'old/pv-yield.bin', help: 'first dataset' }),
      b: required({ value: 'new/pv-yield.bin', help: 'second dataset' }),
      out: { value: 'diff', help: 'folder for the table of cells' },
    },
    program: 'pipeline/diff.ts',
    packaged: true,
  },
  verdict: {
    summary: 'Print the version bump that a build requires, as Markdown',
    options: {
      a: required({ value: 'old/artifacts', help: 'the previous build' }),
      b: required({ value: 'artifacts', help: 'the build' }),
      out: { value: 'verdict.md', help: 'file' },
    },
    program: 'pipeline/verdict.ts',
    packaged: true,
  },
  'check-version': {
    summary: 'Rebuild in a temporary folder, and fail when data and version do not change together',
    options: { recipe, record: { ...out, help: 'folder of the committed record' } },
    program: 'pipeline/check-version.ts',
  },
  export: {
    summary: 'Write the dataset as GeoTIFF and CSV',
    options: { artifacts, out: { value: 'folder', help: 'default export next to the dataset' } },
    program: 'pipeline/export.ts',
  },
  report: {
    summary: 'Write a report about a build',
    options: { artifacts, out: { value: 'file', help: 'default report.html next to the dataset' } },
    program: 'service/commands/report.ts',
  },
  static: {
    summary: 'Write a static site: explorer, reference, lookups, data',
    options: { artifacts, out: newOut },
    program: 'service/commands/static/build.ts',
    needs: ['dataset', 'report', 'pages'],
    settings: 'Set BASE_URL in the environment to a service with the API, for the examples.',
  },
  served: {
    summary: 'Write only what serving needs',
    options: { artifacts, out: newOut },
    program: 'service/commands/bundle/served.ts',
    needs: ['dataset', 'pages', 'bundle'],
  },
  package: {
    summary: 'Pack service, commands and a dataset for npx',
    options: { artifacts, to: { value: 'folder', help: 'default dist' } },
    program: 'service/commands/package/pack.ts',
    needs: ['dataset', 'report', 'pages'],
  },
  publish: {
    summary: 'Publish a build in the store',
    options: { artifacts },
    program: 'service/server/store/publish.ts',
    settings: STORE,
  },
  rollback: {
    summary: 'Make the build of an earlier version current again',
    options: { to: required({ value: '0.6.0', help: 'its dataset version' }) },
    program: 'service/server/store/rollback.ts',
    settings: STORE,
  },
  key: {
    summary: 'Create an API key',
    options: {
      label: required({ value: '"Web shop"', help: 'what it is for' }),
      file: { value: 'keys.txt', help: 'add its hash to this file', variable: 'API_KEYS_FILE' },
    },
    program: 'service/http/guards/make-key.ts',
  },
  config: {
    summary: 'Print every setting of the service',
    options: { write: { help: 'write their table into service/docs/configure.md' } },
    program: 'service/server/print-config.ts',
  },
  integrations: {
    summary: 'Start the integrations',
    options: { port: { value: '3100', help: 'default 3100', is: isPort } },
    env: { port: 'INTEGRATIONS_PORT' },
    needs: ['integrations'],
    settings: INTEGRATIONS,
  },
  'integrations config': {
    summary: 'Print every setting of the integrations',
    options: {},
    program: 'service/integrations/commands/print-config.ts',
  },
  'integrations key': {
    summary: 'Create a key of an organisation',
    options: {
      org: required(org),
      label: optionOf(isId)('web-shop', 'what it is for'),
    },
    program: 'service/integrations/commands/make-key.ts',
  },
  'integrations setup': {
    summary: "Set up an organisation's systems once",
    options: { org: required(org) },
    program: 'service/integrations/commands/setup.ts',
    settings: INTEGRATIONS,
  },
  'integrations check': {
    summary: 'Check the connections of every organisation, or of one',
    options: { org },
    program: 'service/integrations/commands/check.ts',
    settings: INTEGRATIONS,
  },
  'integrations demo': {
    summary: "Demonstrate a lead's way against local fakes",
    options: {},
    program: 'service/integrations/demo/demo.ts',
    needs: ['pages'],
  },
};

/** @typedef {typeof TABLE} Table */

/** @type {Record<string, Command>} */
export const COMMANDS = TABLE;
