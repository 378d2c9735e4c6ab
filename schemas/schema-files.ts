import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of the schemas, with a slash at its end. */
export const SCHEMAS = fileURLToPath(new URL('.', import.meta.url));

/** Every schema's path below SCHEMAS, which is its `$id`, in order. */
export function schemaFiles(): string[] {
  return readdirSync(SCHEMAS, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.schema.json'))
    .sort();
}
