/**
 * Writes types.ts from the JSON Schemas of this folder, or with --check fails when the committed
 * one is stale. The schemas are the one source: nothing else declares these shapes.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const TARGET = `${FOLDER}types.ts`;
const BANNER = '// Generated from *.schema.json by "make schemas". Do not edit.';

/** TypeScript source of all schemas, in the order of their file names. */
async function generateTypes(): Promise<string> {
  const files = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.schema.json'))
    .sort();
  const properties = Object.fromEntries(files.map((file) => [file, { $ref: file }]));
  const all = {
    title: 'Schemas',
    type: 'object' as const,
    additionalProperties: false,
    properties,
  };
  return compile(all, 'Schemas', {
    cwd: FOLDER,
    bannerComment: BANNER,
    ignoreMinAndMaxItems: true,
    additionalProperties: false,
    format: true,
  });
}

const types = await generateTypes();
if (!process.argv.includes('--check')) {
  writeFileSync(TARGET, types);
  console.log(`Wrote ${TARGET}`);
} else if (readFileSync(TARGET, 'utf8') !== types) {
  console.error(
    `${TARGET} is stale: the schemas changed. Run "make schemas" and commit the result.`,
  );
  process.exitCode = 1;
}
