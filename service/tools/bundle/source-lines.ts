/**
 * Part of every bundle: stack traces name the sources and their lines. Node's --enable-source-maps would read all
 * maps at the start, a third of its time and 25 MB; here the first trace does that is looked at.
 */
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

const maps = new Map<string, SourceMap | null>();

Error.prepareStackTrace = (error, sites) => {
  const lines = sites.map((site) => `\n    at ${inSource(String(site))}`);
  return Error.prototype.toString.call(error) + lines.join('');
};

function inSource(site: string): string {
  return site.replace(/(file:.+\.c?js):(\d+):(\d+)/, (place, file, line, column) => {
    const entry = mapOf(file)?.findEntry(line - 1, column - 1);
    if (!entry || !('originalSource' in entry)) return place;
    const source = fileURLToPath(new URL(entry.originalSource, file));
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

function mapOf(file: string): SourceMap | null {
  let map = maps.get(file);
  if (map === undefined) {
    try {
      map = new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(file)}.map`, 'utf8')));
    } catch {
      // No file of the bundle.
      map = null;
    }
    maps.set(file, map);
  }
  return map;
}
