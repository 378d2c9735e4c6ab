import type { Plugin } from 'esbuild';

/**
 * Keeps what a page loads first in one file. esbuild makes a file of each set of modules that the same `import()`s
 * share, and small files compress badly. Here all that is loaded later imports the page's script, which is there by
 * then. So everything of that script is shared by the same.
 * @param entry the page's script
 */
export function wholeScript(entry: string): Plugin {
  return {
    name: 'whole-script',
    setup({ onResolve, onLoad, resolve }) {
      onResolve({ filter: /^\./, namespace: 'file' }, async ({ path, kind, resolveDir }) => {
        if (kind !== 'dynamic-import') return null;
        const found = await resolve(path, { kind: 'import-statement', resolveDir });
        return { ...found, namespace: 'later' };
      });
      onLoad({ filter: /./, namespace: 'later' }, ({ path }) => ({
        contents: `import ${JSON.stringify(entry)}; export * from ${JSON.stringify(path)};`,
        resolveDir: '/',
      }));
    },
  };
}
