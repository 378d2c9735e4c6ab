/**
 * Writes types.ts and the ready checks from the JSON Schemas, and each openapi.json from the
 * openapi.yaml beside it, which refers to them; with --check fails when a committed one is stale. The
 * schemas are the one source: nothing else declares these shapes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { compile } from 'json-schema-to-typescript';
import { SCHEMAS, schemaFiles } from '../checks/all-schemas.ts';
import { formatJson } from './format-json.ts';
import { largestBodyCode } from './largest-body.ts';
import { bundleOpenapi } from './openapi.ts';
import { fillingChecksCode, quickChecksCode } from './quick-checks-code.ts';

const BANNER = '// Generated from *.schema.json by "make schemas". Do not edit.';

/** TypeScript source of all schemas, in the order of their file names. */
async function generateTypes(): Promise<string> {
  const properties = Object.fromEntries(schemaFiles().map((file) => [file, { $ref: file }]));
  const all = {
    title: 'Schemas',
    type: 'object' as const,
    additionalProperties: false,
    properties,
  };
  const source = await compile(all, 'Schemas', {
    cwd: SCHEMAS,
    bannerComment: BANNER,
    ignoreMinAndMaxItems: true,
    additionalProperties: false,
    format: true,
  });
  return source.replace(COMMENT, (_, indent: string, text: string) => oneLine(indent, text));
}

/** A comment over several lines, with the blanks before it and its text. */
const COMMENT = /^( *)\/\*\*\n((?: +\*(?: .*)?\n)+?) +\*\/\n/gm;

/** The comment's first sentence; the schema has the rest. Bounds alone are no comment. */
function oneLine(indent: string, text: string): string {
  const [line] = text.split('\n').map((one) => one.replace(/^ +\* ?/, ''));
  const [sentence] = /^.*?[.](?= |$)/.exec(line) ?? [line];
  return sentence.startsWith('@') || sentence === '' ? '' : `${indent}/** ${sentence} */\n`;
}

/** Writes a generated file, or with --check compares it with the committed one. */
function put(file: string, text: string): void {
  const target = `${SCHEMAS}${file}`;
  if (!process.argv.includes('--check')) {
    writeFileSync(target, text);
    console.log(`Wrote ${target}`);
  } else if (readFileSync(target, 'utf8') !== text) {
    console.error(
      `${target} is stale: its sources changed. Run "make schemas" and commit the result.`,
    );
    process.exitCode = 1;
  }
}

function giveUp({ message }: Error): never {
  console.error(message);
  process.exit(1);
}

/** Of the public API and of the integrations. */
const FOLDERS = ['', 'integrations/'];

put('types.ts', await generateTypes());
put('checks/quick-checks.ts', quickChecksCode());
put('checks/filling-checks.ts', fillingChecksCode());
for (const folder of FOLDERS) {
  const document = await bundleOpenapi(`${folder}openapi.yaml`).catch(giveUp);
  put(`${folder}openapi.json`, formatJson(document));
}
put('checks/largest-body.ts', largestBodyCode());
