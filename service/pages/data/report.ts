import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type RequestHandler, Router } from 'express';
import { type Content, contentOf, HTML } from '../../http/content.ts';
import { allowOnly, HttpError } from '../../http/http-error.ts';
import { fill } from '../messages/format.ts';
import { type Language, wordsOf } from '../messages/messages.ts';
import type { Assets } from '../server/assets.ts';
import { createCache } from '../server/cache.ts';
import { POLICIES } from '../server/policy.ts';
import { sendPages } from '../server/send-pages.ts';
import { siteHeader } from '../server/shell.ts';
import type { Site } from '../server/site.ts';
import { escapeText } from '../ui/charts/svg.ts';
import type { DataUrls } from '../ui/script-data.ts';
import { BELOW, type DataFiles } from './data-files.ts';
import type { ExportFile } from './export-files.ts';
import { reportText } from './report/text.ts';

export const DATA = '/data';

/**
 * `/data`, the report about the dataset, and the files below it.
 * @param buildFolder folder of the build that is served
 */
export function dataRoutes({ assets }: Site, files: DataFiles, buildFolder: () => string): Router {
  return Router()
    .get(DATA, reportPage(buildFolder, assets, files))
    .all(DATA, allowOnly('GET, HEAD'))
    .use(files.routes);
}

/**
 * The report about a dataset in the reader's language, below the header of the pages. Read again when it has changed.
 * @param folder of the build that is served
 */
function reportPage(
  folder: () => string,
  assets: Assets,
  { urls, exports }: Pick<DataFiles, 'urls' | 'exports'>,
): RequestHandler {
  const pageCache = createCache<Promise<Content>>();
  return sendPages(POLICIES.report, async (language) => {
    const { path, changedMs } = await findReport(folder(), language);
    const [files, exported] = await Promise.all([urls(), exports()]);
    return pageCache(language, [path, changedMs, files, exported], async () => {
      const named = addLinks(await readFile(path, 'utf8'), files, language);
      const report = addExports(named, exported, language);
      return contentOf(HTML, addHeader(report, language, assets));
    });
  });
}

/** The report's own style, which comes last, holds below the header. */
function addHeader(report: string, language: Language, { url }: Assets): string {
  const { skip } = wordsOf(language).site;
  return report
    .replace(
      '<style>',
      () =>
        `<link rel="icon" type="image/svg+xml" href="${url('favicon.svg')}">\n<link rel="stylesheet" href="${url('theme.css')}">\n<style>`,
    )
    .replace(
      '<body>',
      () => `<body>
<a class="skip" href="#main">${escapeText(skip)}</a>
${siteHeader(language, DATA)}`,
    );
}

/** The report names the files of the dataset, which are here by the names of their content. */
function addLinks(report: string, { yields, prices }: DataUrls, language: Language): string {
  const { asJson } = wordsOf(language).report;
  const zones = Object.entries(prices?.zones ?? {}).map(([zone, href]) => link(href, zone));
  return report
    .replace('<td>pv-yield.bin', (cell) =>
      yields ? `<td>${link(yields.url, 'pv-yield.bin')}` : cell,
    )
    .replace(/<td>prices\.bin[^<]*/, (cell) =>
      zones.length > 0 ? `${cell}. ${asJson}: ${zones.join(' ')}` : cell,
    );
}

function link(href: string, name: string): string {
  return `<a href="${href}" download>${name}</a>`;
}

/** The cell about an export gets its files: the table with its size, and the maps, which are equally large. */
function addExports(report: string, files: readonly ExportFile[], language: Language): string {
  const { words, number } = reportText(language);
  const [table, ...maps] = files;
  if (!table) return report;
  const names = [words.year, ...words.months.split('|'), words.optimumMap];
  const linked = maps.map(({ served }, map) => link(`${BELOW}/${served}`, names[map]));
  const size = (file: ExportFile, unit: number, decimals: number) =>
    number(file.content.plain.length / unit, decimals);
  const html = [
    `${link(`${BELOW}/${table.served}`, table.name)}, ${size(table, 1e6, 1)} MB`,
    `GeoTIFF, ${fill(words.eachKb, { kb: size(maps[0], 1e3, 0) })}: ${linked.join(' ')}`,
  ];
  return report.replace(/<td>cells\.csv, GeoTIFF[^<]*/, () => `<td>${html.join('. ')}`);
}

/** Files that `make report` writes, by language. Builds of earlier releases have only the first. */
const REPORTS: Record<Language, string[]> = {
  en: ['report.html'],
  sv: ['report.sv.html', 'report.html'],
};

/** @throws HttpError when a folder has no report */
async function findReport(
  folder: string,
  language: Language,
): Promise<{ path: string; changedMs: number }> {
  for (const path of REPORTS[language].map((name) => join(folder, name))) {
    const changedMs = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => null,
    );
    if (changedMs !== null) return { path, changedMs };
  }
  throw new HttpError(
    'not_found',
    'There is no report about this dataset: "make report" writes one.',
  );
}
