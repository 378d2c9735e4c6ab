import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { SCHEMAS, schemaFile, schemaFiles } from '../../../schemas/checks/all-schemas.ts';
import { codeOf } from '../../../schemas/generate/quick-checks-code.ts';

/** Schemas that lookups are checked by. */
export const LOOKUPS = [
  'api/pv-yield-query.schema.json',
  'api/pv-yield-matrix-query.schema.json',
  'api/pv-yield-series-request.schema.json',
];
/** Schemas that a simulation is checked by. */
export const SIMULATIONS = ['api/simulation-request.schema.json'];
/** Header that the pipeline has checked. Its digest says that it is as written. The check would be a fifth of a simulation's file. */
const PRICES = 'data/prices-header.schema.json';

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

const FINDER = here('../../../schemas/checks/schema-finder.ts');

/** Checks without files, and without Ajv, which pages may not let compile: the schemas that they need are in the bundle. */
export function standAlone(ids: readonly string[]): Plugin {
  return {
    name: 'stand-alone',
    setup({ onLoad }) {
      onLoad({ filter: /checks\/quick-checks\.ts$/ }, async () => ({
        contents: await codeOf(ids, false),
      }));
      onLoad({ filter: /checks\/all-schemas\.ts$/ }, () => ({ contents: schemasCode(ids) }));
    },
  };
}

/** A module with the schemas, each a file that others in the bundle may import, too. */
function schemasCode(ids: readonly string[]): string {
  const paths = neededSchemas(ids).map((id) => JSON.stringify(`${SCHEMAS}${id}`));
  const imports = paths.map((path, i) => `import file${i} from ${path} with { type: 'json' };\n`);
  return `import { schemaFinder } from ${JSON.stringify(FINDER)};
${imports.join('')}
const files = new Map([${paths.map((path, i) => `[${JSON.stringify(basename(JSON.parse(path)))}, file${i}]`)}]);
export const findSchema = schemaFinder((file) => files.get(file));
export const schemaOf = (ref) => findSchema(ref).schema;
export const compiledCheck = (id) => () => id === ${JSON.stringify(PRICES)};`;
}

/** The schemas of requests, and those that they refer to. */
function neededSchemas(ids: readonly string[]): string[] {
  const idOf = new Map(schemaFiles().map((id) => [basename(id), id]));
  const needed = new Set(ids);
  for (const id of needed) {
    const text = JSON.stringify(schemaFile(basename(id)));
    for (const [, file] of text.matchAll(/"\$ref":"(?:[^"#]*\/)?([^"#/]+\.json)/g))
      needed.add(idOf.get(file) ?? file);
  }
  return [...needed];
}
