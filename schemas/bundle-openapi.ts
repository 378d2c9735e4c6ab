import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { JsonObject, OpenapiDocument } from './openapi.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Every schema that is referred to becomes a component, named by its title. */
const BUNDLE = ['bundle', '--ext=json', '--component-names-strategy=title'];
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

/**
 * openapi.yaml as one document, with the schemas and examples whose files it names.
 * @throws Error with the bundler's words when a file, or a schema's title, is missing
 */
export async function bundleOpenapi(): Promise<OpenapiDocument> {
  const { stdout } = await promisify(execFile)(
    'node_modules/.bin/redocly',
    [...BUNDLE, 'schemas/openapi.yaml'],
    { cwd: ROOT, env: { ...process.env, ...QUIET }, maxBuffer: 2 ** 26 },
  );
  const document: OpenapiDocument = JSON.parse(stdout);
  const { components } = document;
  const byName = Object.entries(components.schemas).sort(([a], [b]) => (a < b ? -1 : 1));
  const schemas = Object.fromEntries(byName.map(([name, schema]) => [name, inDocument(schema)]));
  return { ...document, components: { ...components, schemas } };
}

/** The schema without what means something in a file of its own only. */
function inDocument({ $schema, $id, $defs, title, ...schema }: JsonObject): JsonObject {
  return schema;
}
