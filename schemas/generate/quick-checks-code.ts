import { createRequire } from 'node:module';
import { build } from 'esbuild';
import { ajvOfAll } from '../checks/all-schemas.ts';
import { quickName } from '../checks/schema-finder.ts';
import { PROJECT } from '../project.ts';

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

export const FILLED: string[] = [
  'integrations/organisations.schema.json',
  'integrations/offer-request.schema.json',
];

const BANNER = `// @ts-nocheck
// Generated from *.schema.json by "make install". Do not edit.
`;

/**
 * Source of a module of checks, which leave Ajv's errors at themselves.
 * @param useDefaults whether they also put the schema's defaults into the value
 */
export async function codeOf(checks: readonly string[], useDefaults: boolean): Promise<string> {
  const ajv = ajvOfAll({ code: { source: true, esm: true }, useDefaults });
  const names = Object.fromEntries(checks.map((id) => [quickName(id), id]));
  const standaloneCode = require('ajv/dist/standalone') as Standalone;
  // With the code of formats and the like, without the schemas, which nothing needs then.
  const { outputFiles } = await build({
    stdin: { contents: standaloneCode(ajv, names), resolveDir: PROJECT },
    banner: { js: BANNER },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  });
  return outputFiles[0].text;
}
