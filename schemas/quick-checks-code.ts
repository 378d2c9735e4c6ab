import { createRequire } from 'node:module';
import { transformSync } from 'esbuild';
import { ajvOfAll, quickName } from './validate.ts';

type Standalone = typeof import('ajv/dist/standalone/index.js').default;

const require = createRequire(import.meta.url);

/** What a start and lookups need: compiling the header's check takes longer than all else of a start. */
const IDS = [
  'data/pv-yield-header.schema.json',
  'data/prices-header.schema.json',
  'api/pv-yield-query.schema.json',
  'api/pv-yield-batch-item.schema.json',
  'api/pv-yield-batch-request.schema.json',
];

const BANNER = `// @ts-nocheck
// Generated from *.schema.json by "make schemas". Do not edit.
`;

/** What the code of formats and the like is loaded by. */
const REQUIRE = `import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
`;

/** Source of a module of checks, which say whether a value fits its schema. */
export function quickChecksCode(): string {
  const ajv = ajvOfAll({ code: { source: true, esm: true }, messages: false });
  const names = Object.fromEntries(IDS.map((id) => [quickName(id), id]));
  const standaloneCode = require('ajv/dist/standalone') as Standalone;
  const code = REQUIRE + standaloneCode(ajv, names);
  // Without the schemas, which the checks do not need.
  return transformSync(code, { minify: true, treeShaking: true, format: 'esm', banner: BANNER })
    .code;
}
