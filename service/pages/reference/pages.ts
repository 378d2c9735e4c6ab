/**
 * The API's pages, written at build time. Judged first, each on our document (55 kB of them all) at 1.6 Mbit/s and
 * 150 ms, to the operations, and by axe as it opens, in November 2026:
 *
 * |                         | kB  | s    | axe | tries out | links to            |
 * | ----------------------- | --- | ---- | --- | --------- | ------------------- |
 * | Scalar 1                | 842 | 22.0 | 192 | yes       | operations, schemas |
 * | RapiDoc 9               | 228 |  8.3 |   5 | yes       | operations          |
 * | Redoc 2                 | 321 |  7.6 | 146 | no        | operations          |
 * | Elements 9              | 529 | > 90 | 226 | yes       | operations, schemas |
 * | Swagger UI 5, as it was | 443 |  5.3 |  15 | yes       | operations          |
 * | these pages             |  11 |  1.3 |   0 | on demand | operations, fields  |
 *
 * None came near 60 kB. Swagger UI stays for trying out, loaded when it is asked for: there its look could be mended
 * to axe 0.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Assets } from '../server/assets.ts';
import { codeData, DEFAULT_BASE, SHOWN_BASE } from '../server/code-data.ts';
import { writePage } from '../server/shell.ts';
import type { ReferenceData } from '../shared/script-data.ts';
import { LANGUAGES, type Language } from '../shared/words.ts';

export const API_DOCS = '/docs/api';

/** Folder of the pages among what `make pages` builds. */
export const REFERENCE = 'reference';

/** A page as it is built: the path's end is its name, that of the list is none. */
export interface BuiltPage {
  title: string;
  description: string;
  body: string;
}

/** The pages that were built, each by its path. */
export function openReference(
  built: string,
  assets: Assets,
  baseUrl: string,
): { path: string; page: (language: Language) => string }[] {
  const names = readdirSync(join(built, REFERENCE)).flatMap((file) => {
    const [language, name] = file.split('.');
    return language === LANGUAGES[0] ? name : [];
  });
  return names.map((name) => {
    const path = name === '' ? API_DOCS : `${API_DOCS}/${name}`;
    const page = (language: Language) => {
      const file = join(built, REFERENCE, fileOf(language, name));
      const { title, description, body }: BuiltPage = JSON.parse(readFileSync(file, 'utf8'));
      return writePage(assets, {
        language,
        path,
        title,
        description,
        styles: ['code-page.css', 'reference.css'].map(assets.url),
        scripts: ['code-page.js', 'reference.js'].map(assets.url),
        data: { ...codeData(language, baseUrl), ...lateAssets(assets) },
        body: body.replaceAll(SHOWN_BASE, baseUrl || DEFAULT_BASE),
      });
    };
    return { path, page };
  });
}

function lateAssets({ url }: Assets): ReferenceData {
  return {
    searchUrl: url('reference.json'),
    tryUrl: url('try-out.js'),
    tryStyle: url('try-out.css'),
  };
}

/** Name of a page's file. */
export function fileOf(language: Language, name: string): string {
  return `${language}.${name}.json`;
}
