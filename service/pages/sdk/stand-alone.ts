import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { schemaFile } from '../../../schemas/checks/all-schemas.ts';
import { type Checked, codeOf } from '../../../schemas/generate/quick-checks-code.ts';

/** Schemas that a simulation and its prices are checked by. */
const CHECKED: Checked[] = [
  ['data/prices-header.schema.json'],
  ['api/simulation-location.schema.json'],
  ['api/simulation-request.schema.json', ['required']],
  ['api/battery-strategies-request.schema.json', ['required']],
  ['api/named-battery-program.schema.json'],
  ['api/provider-battery-program.schema.json'],
];
const FILLED: Checked[] = [
  ['api/simulation-consumption.schema.json'],
  ['api/simulation-pv.schema.json', ['oneOf']],
  ['api/simulation-prices.schema.json'],
  ['api/simulation-battery.schema.json'],
  ['api/own-grid-tariff.schema.json'],
  ['api/battery-comparison.schema.json'],
];

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

const SLOW_CHECKS = here('./lookup/slow-checks.ts');
const FINDER = here('../../../schemas/checks/schema-finder.ts');

/** Checks without files, and without Ajv, which pages may not let compile: the schemas that simulations need stand in the bundle. */
export const STAND_ALONE: Plugin = {
  name: 'stand-alone',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /checks\/slow-checks\.ts$|^\.\/slow-checks\.ts$/ }, ({ kind }) =>
      kind === 'import-statement' ? { path: SLOW_CHECKS } : null,
    );
    onLoad({ filter: /checks\/quick-checks\.ts$/ }, () => ({ contents: codeOf(CHECKED, false) }));
    onLoad({ filter: /checks\/filling-checks\.ts$/ }, () => ({ contents: codeOf(FILLED, true) }));
    onLoad({ filter: /checks\/all-schemas\.ts$/ }, () => ({
      contents: `import { schemaFinder } from ${JSON.stringify(FINDER)};
const files = ${JSON.stringify(neededSchemas())};
export const schemaFile = (file) => files[file];
export const schemaOf = schemaFinder(schemaFile);`,
    }));
  },
};

/** The schemas, and those that they refer to, by their files' names. */
function neededSchemas(): Record<string, unknown> {
  const names = [...CHECKED, ...FILLED].map(([id]) => id.slice(id.lastIndexOf('/') + 1));
  const needed = new Set(names.filter((name) => name !== 'prices-header.schema.json'));
  for (const name of needed) {
    const text = JSON.stringify(schemaFile(name));
    for (const [, other] of text.matchAll(/"\$ref":"(?:[^"#]*\/)?([^"#/]+\.json)/g))
      needed.add(other);
  }
  return Object.fromEntries(Array.from(needed, (name) => [name, schemaFile(name)]));
}
