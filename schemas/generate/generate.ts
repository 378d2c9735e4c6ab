/**
 * Writes what git keeps of all that is generated from the JSON Schemas and each openapi.yaml: types. With
 * --check fails when they are stale. The schemas are the one source: nothing else declares these shapes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { compile } from 'json-schema-to-typescript';
import { SCHEMAS, schemaFiles } from '../checks/all-schemas.ts';

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

/** The comment's first sentence. The schema has the rest. Bounds are no comment. */
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

put('types.ts', await generateTypes());
