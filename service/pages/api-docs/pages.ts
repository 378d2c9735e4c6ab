import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadedData } from '#engine/yield/dataset.ts';
import type { Language } from '../messages/messages.ts';
import type { Assets } from '../server/assets.ts';
import { type Page, writePage } from '../server/shell.ts';
import { escapeText } from '../ui/charts/svg.ts';
import type { ReferenceData } from '../ui/script-data.ts';
import {
  codeData,
  DEFAULT_BASE,
  HOUSE_OPERATION,
  SHOWN_ANSWER,
  SHOWN_BASE,
  SHOWN_RESOLUTION,
} from './code-data.ts';
import { simulationAnswer } from './recipe-answers.ts';
import { codeResolution } from './recipe-calls.ts';

export const API_DOCS = '/docs/api';

/** File of the pages among what `make pages` builds. */
export const REFERENCE = 'reference-pages.json';

/** A page as it is built, with a stand-in for the service's address. */
export type BuiltPage = Pick<Page, 'path' | 'title' | 'description' | 'body'>;

interface ReferenceRoute {
  path: string;
  page(language: Language): string;
  parts: () => readonly unknown[];
}

/** The pages that were built, each by its path. */
export function openReference(
  folder: string,
  assets: Assets,
  { baseUrl, loaded }: { baseUrl: string; loaded: LoadedData },
): ReferenceRoute[] {
  const file = readFileSync(join(folder, REFERENCE), 'utf8');
  const built: Record<Language, BuiltPage[]> = JSON.parse(file);
  return built.sv.map(({ path }, at) => ({
    path,
    page(language) {
      const page = pageAt(built[language][at], language, assets, baseUrl);
      return path.endsWith(HOUSE_OPERATION) ? withAnswer(page, loaded) : page;
    },
    parts: () => (path.endsWith(HOUSE_OPERATION) ? [loaded.pvYield, loaded.prices] : []),
  }));
}

/** Puts the answer of what is loaded into a page, and the resolution of its prices into the code. */
function withAnswer(page: string, loaded: LoadedData): string {
  return page
    .replaceAll(SHOWN_RESOLUTION, codeResolution(loaded.prices))
    .replace(SHOWN_ANSWER, () => escapeText(simulationAnswer(loaded) ?? '{ … }'));
}

function pageAt(built: BuiltPage, language: Language, assets: Assets, baseUrl: string): string {
  const { url } = assets;
  const late: ReferenceData = { searchUrl: url('reference.json') };
  return writePage(assets, {
    ...built,
    language,
    styles: [url('code-page.css'), url('reference.css')],
    scripts: ['code-page.js', 'reference.js'],
    data: { ...codeData(language, baseUrl), ...late },
    body: built.body.replaceAll(SHOWN_BASE, baseUrl || DEFAULT_BASE),
  });
}
