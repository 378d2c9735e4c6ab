import { createRequire } from 'node:module';
import { transformSync } from 'esbuild';
import { ajvOfAll } from '../checks/all-schemas.ts';
import { quickName } from '../checks/schema-finder.ts';

type Standalone = typeof import('ajv/dist/standalone/index.js').default;

const require = createRequire(import.meta.url);

/** Schemas that a build, the service and the integrations check: compiling takes longer than all else of a start. */
export const CHECKED: string[] = [
  'data/recipe.schema.json',
  'data/places.schema.json',
  'data/tariffs.schema.json',
  'data/grid-tariffs.schema.json',
  'data/household.schema.json',
  'data/battery-programs.schema.json',
  'data/price-areas.schema.json',
  'data/elprisetjustnu-day.schema.json',
  'data/interannual.schema.json',
  'data/pv-yield-header.schema.json',
  'data/prices-header.schema.json',
  'data/manifest.schema.json',
  'data/current-build.schema.json',
  'data/embeds.schema.json',
  'data/lead.schema.json',
  'data/lead-request.schema.json',
  'data/signed-state.schema.json',
  'api/pv-yield-query.schema.json',
  'api/pv-yield-matrix-query.schema.json',
  'api/pv-yield-batch-item.schema.json',
  'api/pv-yield-batch-request.schema.json',
  'api/pv-yield-series-request.schema.json',
  'api/simulation-market-query.schema.json',
  'api/grid-tariffs-query.schema.json',
  'api/simulation-request.schema.json',
  'api/battery-strategies-request.schema.json',
  'api/simulation-range-request.schema.json',
  'integrations/agreement-request.schema.json',
  'integrations/prospect-request.schema.json',
];

/** Schemas that they check and fill in. */
export const FILLED: string[] = [
  'integrations/organisations.schema.json',
  'integrations/offer-request.schema.json',
];

/** Ajv's report of a fault: its text is made of strings and of characters that are no brackets. */
const ERROR =
  /\{instancePath[:,](?:"(?:[^"\\]|\\.)*"|[^{}"])*params: *\{(?:"(?:[^"\\]|\\.)*"|[^{}"])*\}\}/g;

const BANNER = `// @ts-nocheck
// Generated from *.schema.json by "make install". Do not edit.
`;

/**
 * Source of a module of checks, which say whether a value fits its schema.
 * @param useDefaults whether they also put the schema's defaults into the value
 */
export function codeOf(checks: readonly string[], useDefaults: boolean): string {
  const ajv = ajvOfAll({ code: { source: true, esm: true }, messages: false, useDefaults });
  const names = Object.fromEntries(checks.map((id) => [quickName(id), id]));
  const standaloneCode = require('ajv/dist/standalone') as Standalone;
  const code = imported(standaloneCode(ajv, names)).replace(ERROR, '{}');
  // Without the schemas, which nothing needs then.
  return transformSync(code, { minify: true, treeShaking: true, format: 'esm', banner: BANNER })
    .code;
}

/**
 * The code of formats and the like as imports: a bundle takes them in. What `require` gave is the default where
 * Node imports CommonJS, and the whole where tsx has made the import a `require` again, as in worker threads.
 */
function imported(code: string): string {
  const names = new Map<string, string>();
  const body = code.replace(/\brequire\("([^"]+)"\)/g, (_, path: string) => {
    const name = names.get(path) ?? `imported${names.size}`;
    names.set(path, name);
    return name;
  });
  const imports = Array.from(
    names,
    ([path, name]) =>
      `import * as ${name}All from '${path}.js';\nconst ${name} = ${name}All.default?.__esModule ? ${name}All.default : ${name}All;\n`,
  );
  return imports.join('') + body;
}
