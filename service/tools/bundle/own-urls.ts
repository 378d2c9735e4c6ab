import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'esbuild';

/** Files that a process or a thread starts from, by their bundle's name. */
export type Entries = Record<string, string>;

/** A source that a thread starts from, or where the source itself lies. */
const URLS = /new URL\('([^']+\.(?:ts|mjs))', import\.meta\.url\)|import\.meta\.url/g;

/** A source finds files from its own place in a bundle, too, and starts a thread from the thread's bundle. */
export function ownUrls(entries: Entries, outdir: string): Plugin {
  return {
    name: 'own-urls',
    setup({ onLoad, initialOptions: { absWorkingDir = '' } }) {
      const bundleOf = (path: string) => {
        const own = Object.entries(entries).find(
          ([, source]) => join(absWorkingDir, source) === path,
        );
        if (own) return `./${own[0]}.js`;
        throw new Error(
          `${path} is started by its address, expected among the entries of its bundle.`,
        );
      };
      onLoad({ filter: /\.ts$/ }, ({ path }) => ({
        loader: 'ts',
        contents: readFileSync(path, 'utf8').replace(URLS, (_, thread?: string) =>
          thread
            ? `new URL('${bundleOf(join(dirname(path), thread))}', import.meta.url)`
            : `new URL(${JSON.stringify(relative(outdir, path))}, import.meta.url).href`,
        ),
      }));
    },
  };
}
