import { dirname } from 'node:path';
import type { IModule } from 'dependency-cruiser';

const IS_TEST = /\.test(-kit)?\.ts$|(^|\/)(test|e2e)\//;

/**
 * Entries (files, and folders as a whole) that import each other in a circle within their folder. Rules of
 * dependency-cruiser know circles of files, not of folders.
 */
export function circularEntries(modules: readonly IModule[]): string[] {
  const sources = modules.filter(({ source }) => !IS_TEST.test(source));
  const folders = new Set(sources.flatMap(({ source }) => foldersOf(source)));
  return [...folders].flatMap((folder) => circular(importsBetweenEntries(sources, folder)));
}

/** `a/b/c.ts` is in `''`, `a/` and `a/b/`. */
function foldersOf(path: string): string[] {
  const folder = dirname(path);
  return folder === '.' ? [''] : [...foldersOf(folder), `${folder}/`];
}

function importsBetweenEntries(sources: readonly IModule[], folder: string) {
  const entryOf = (path: string) => folder + path.slice(folder.length).split('/')[0];
  const imports = new Map<string, Set<string>>();
  for (const { source, dependencies } of sources) {
    if (!source.startsWith(folder)) continue;
    const from = entryOf(source);
    const inside = dependencies
      .map(({ resolved }) => resolved)
      .filter((to) => to.startsWith(folder));
    const others = inside.map(entryOf).filter((entry) => entry !== from);
    imports.set(from, new Set([...(imports.get(from) ?? []), ...others]));
  }
  return imports;
}

/** Nodes that remain of a graph when nodes that import nothing that remains are taken away. */
function circular(imports: Map<string, Set<string>>): string[] {
  const remaining = new Map(imports);
  for (let before = -1; before !== remaining.size; ) {
    before = remaining.size;
    for (const [entry, others] of remaining)
      if (![...others].some((other) => remaining.has(other))) remaining.delete(entry);
  }
  return [...remaining.keys()];
}
