/** The pages for a file server: the service's own, as it answers them, with links that need none. */
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import express, { type ErrorRequestHandler } from 'express';
import { answerPage } from '#engine/simulation/compute.ts';
import type { LoadedData } from '#engine/yield/dataset.ts';
import openapi from '../../../schemas/openapi.json' with { type: 'json' };
import { HttpError } from '../../http/http-error.ts';
import { API_DOCS } from '../../pages/api-docs/pages.ts';
import { EXPLORER } from '../../pages/explorer/server/page.ts';
import { LANGUAGES } from '../../pages/messages/messages.ts';
import { pageRoutes } from '../../pages/routes.ts';
import { writeCompressed } from './write-compressed.ts';

export interface SiteParts {
  loaded: LoadedData;
  artifacts: string;
  /** Folder of the assets that `make pages` built. */
  assets: string;
  /** Scheme and host of a service that answers the API. Empty if there is none. */
  baseUrl: string;
}

/** Pages that lead to all others. */
const FIRST = [EXPLORER, API_DOCS];

/** Links of a page to other pages, with their queries, and to files. */
const PAGE_LINK = /(["'])(\/[\w/-]*)\?([^"'#<>]*)(#[^"']*)?\1/g;
const FILE_LINK =
  /(["'])\/((?:assets|data|sdk)\/[^"']+|llms\.txt|api\/v1\/pv-yield\/openapi\.json)\1/g;

/**
 * Writes every page that the explorer and the reference lead to, in each language a folder, and the files of prices
 * that they read.
 * @throws Error naming a page that cannot be made, and why
 */
export async function writeStaticPages(parts: SiteParts, folder: string): Promise<void> {
  const { loaded, artifacts, assets, baseUrl } = parts;
  const app = express();
  const { routes } = await pageRoutes(
    { loaded, artifacts, baseUrl, answerPage: async (pageCase) => answerPage(pageCase) },
    assets,
  );
  app.use(routes);
  app.use(answerError);
  const server = app.listen(0, '127.0.0.1');
  try {
    await new Promise((resolve) => server.once('listening', resolve));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const language of LANGUAGES) await writeLanguage(base, language, folder);
  } finally {
    server.close();
  }
  await writeCompressed(join(folder, 'api/v1/pv-yield/openapi.json'), JSON.stringify(openapi));
  writeFileSync(join(folder, 'index.html'), CHOICE);
}

/** Express would write an error only to the terminal. Four parameters make this a handler of errors. */
const answerError: ErrorRequestHandler = (error, _request, response, _next) => {
  response.status(error instanceof HttpError ? error.status : 500).send(error.message);
};

async function writeLanguage(base: string, language: string, folder: string): Promise<void> {
  const paths = new Set(FIRST);
  const files = new Set<string>();
  for (const path of paths) {
    const body = await read(base, `${path}?l=${language}`);
    // The report is there where `make report` has run.
    if (body === null) continue;
    const html = body.toString();
    for (const [, , page, query] of html.matchAll(PAGE_LINK))
      if (splitQuery(query).language === language) paths.add(page);
    for (const [, , file] of html.matchAll(FILE_LINK)) files.add(file);
    const file = join(folder, language, path, 'index.html');
    await writeCompressed(file, relinkPage(html, depthOf(path)));
  }
  for (const file of files) {
    // Cells and modules are copied as they are.
    if (!/^data\/.*\.(json|csv|tif)$|\.txt$/.test(file)) continue;
    const bytes = await read(base, `/${file}`);
    if (bytes !== null) await writeCompressed(join(folder, file), bytes);
  }
}

/** Folders from a page of a language up to the site. */
function depthOf(path: string): number {
  return 1 + path.split('/').filter((name) => name !== '').length;
}

/** Makes the links of a page relative, so that a site may lie below any folder. */
export function relinkPage(html: string, depth: number): string {
  const up = '../'.repeat(depth);
  return html
    .replace(PAGE_LINK, (link, quote, path, query, hash = '') => {
      const { language, rest } = splitQuery(query);
      if (!language) return link;
      const folder = path === '/' ? '' : `${path.slice(1)}/`;
      return `${quote}${up}${language}/${folder}${rest}${hash}${quote}`;
    })
    .replace(FILE_LINK, (_, quote, file) => `${quote}${up}${file}${quote}`);
}

/** Takes the language out of a query, as it is in HTML. */
function splitQuery(query: string): { language: string | undefined; rest: string } {
  const parts = query.split(/&(?:amp;)?/);
  const language = LANGUAGES.find((name) => parts.includes(`l=${name}`));
  const others = parts.filter((part) => !part.startsWith('l='));
  return { language, rest: others.length > 0 ? `?${others.join('&amp;')}` : '' };
}

/** @returns null for what is not there */
async function read(base: string, path: string): Promise<Buffer | null> {
  const answer = await fetch(base + path);
  if (answer.status === 404) return null;
  const body = Buffer.from(await answer.arrayBuffer());
  if (answer.ok) return body;
  throw new Error(`${path} cannot be made (status ${answer.status}): ${body}`);
}

/** The first page leads to the languages. Who comes by it gets Swedish. */
const CHOICE = `<!doctype html>
<html lang="sv">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="0; url=sv/">
<title>Sol över Sverige</title>
<p><a href="sv/">Svenska</a> <a href="en/" lang="en">English</a></p>
</html>
`;
