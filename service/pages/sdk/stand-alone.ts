import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { schemaFile } from '../../../schemas/checks/all-schemas.ts';
import { codeOf } from '../../../schemas/generate/quick-checks-code.ts';

/** Schemas that a simulation and its prices are checked by. */
const CHECKED = [
  'data/prices-header.schema.json',
  'api/simulation-request.schema.json',
  'api/battery-strategies-request.schema.json',
];

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

const FINDER = here('../../../schemas/checks/schema-finder.ts');

/** Checks without files, and without Ajv, which pages may not let compile: the schemas that simulations need are in the bundle. */
export const STAND_ALONE: Plugin = {
  name: 'stand-alone',
  setup({ onLoad }) {
    onLoad({ filter: /checks\/quick-checks\.ts$/ }, () => ({ contents: codeOf(CHECKED, false) }));
    onLoad({ filter: /checks\/all-schemas\.ts$/ }, () => ({
      contents: `import { schemaFinder } from ${JSON.stringify(FINDER)};
const files = ${JSON.stringify(neededSchemas())};
export const findSchema = schemaFinder((file) => files[file]);
export const schemaOf = (ref) => findSchema(ref).schema;
export const compiledCheck = () => () => false;`,
    }));
  },
};

/** The schemas, and those that they refer to, by their files' names. */
function neededSchemas(): Record<string, unknown> {
  const names = CHECKED.map((id) => id.slice(id.lastIndexOf('/') + 1));
  const needed = new Set(names.filter((name) => name !== 'prices-header.schema.json'));
  for (const name of needed) {
    const text = JSON.stringify(schemaFile(name));
    for (const [, other] of text.matchAll(/"\$ref":"(?:[^"#]*\/)?([^"#/]+\.json)/g))
      needed.add(other);
  }
  return Object.fromEntries(Array.from(needed, (name) => [name, schemaFile(name)]));
}
