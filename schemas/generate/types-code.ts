import { compile } from 'json-schema-to-typescript';
import { SCHEMAS, schemaFiles } from '../checks/all-schemas.ts';

const BANNER = '// Generated from *.schema.json by "make install". Do not edit.';

/** TypeScript source of the types of all schemas, in the order of their file names. The schemas are the one source: nothing else declares these shapes. */
export async function typesCode(): Promise<string> {
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
