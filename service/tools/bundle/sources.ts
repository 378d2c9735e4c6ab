/** Changes that sources need to run from a bundle, which lies elsewhere and may be a script. */
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';

export const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
export const DIST = join(PROJECT, 'dist');

/** Files that a process or a thread starts from, by their bundle's name. */
export type Entries = Record<string, string>;

/** A source that a thread starts from, or where the source itself lies. */
const URLS = /new URL\('([^']+\.(?:ts|mjs))', import\.meta\.url\)|import\.meta\.url/g;

/** A script is a function of what it is given by run-script.ts. */
export const SCRIPT_HEAD =
  '(function (require, module, ownUrlOfScript, importFile) { "use strict";';
export const SCRIPT_FOOTER = '})';

/** Sources that wait outside functions, which a script cannot; they export nothing, and nobody waits for them. */
const WAITING = ['service/main.ts', 'service/server/start.ts'];
/** Modules that are imported by an address that is made at run time. */
const IMPORT_OF_FILE = /\bimport\((?!')/g;
const IMPORTS = /^import [\s\S]*?;$/gm;

/**
 * A source in a bundle, too, finds files from its own place; an entry finds its bundle.
 * @param url expression of the bundle's own URL
 */
export function ownUrls(entries: Entries, url: string): Plugin {
  return changed('own-urls', (source, path) => withOwnUrls(source, path, entries, url));
}

/** Sources as a script has them; what they start by its address is in `entries`. */
export function scriptSources(entries: Entries): Plugin {
  return changed('script-sources', (source, path) => {
    const own = withOwnUrls(source, path, entries, 'ownUrlOfScript').replace(
      IMPORT_OF_FILE,
      'importFile(',
    );
    return WAITING.includes(relative(PROJECT, path)) ? asFunction(own) : own;
  });
}

function changed(name: string, change: (source: string, path: string) => string): Plugin {
  return {
    name,
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        return { contents: change(readFileSync(path, 'utf8'), path), loader: 'ts' };
      });
    },
  };
}

function withOwnUrls(source: string, path: string, entries: Entries, url: string): string {
  const own = `new URL(${JSON.stringify(relative(DIST, path))}, ${url}).href`;
  return source.replace(URLS, (_, other?: string) =>
    other ? `new URL('./${bundleOf(entries, resolve(dirname(path), other))}.js', ${url})` : own,
  );
}

/** Lines stay as they are, for traces. */
function asFunction(source: string): string {
  const last = [...source.matchAll(IMPORTS)].at(-1);
  const at = last ? last.index + last[0].length : 0;
  return `${source.slice(0, at)}(async () => {${source.slice(at)}})();`;
}

function bundleOf(entries: Entries, path: string): string {
  const entry = Object.entries(entries).find(([, source]) => join(PROJECT, source) === path);
  if (entry) return entry[0];
  throw new Error(
    `${path} is started by its address and is no entry of its bundle (service/tools/bundle/, service/tools/package/).`,
  );
}
