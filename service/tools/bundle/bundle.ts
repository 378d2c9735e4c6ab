import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { publishFile } from '#common/publish.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
const DIST = join(PROJECT, 'dist');
const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));

/** Files that a process or a thread starts from, by their bundle's name. */
export type Entries = Record<string, string>;

const SERVED = {
  service: 'service/main.ts',
  'simulation-worker': 'service/api/simulation/worker.ts',
  integrations: 'service/integrations/main.ts',
};

/** Files that a process starts from. */
export interface Bundles {
  service: string;
  integrations: string;
}

/** Packages that load a file of their own by its path, or are loaded late and in CommonJS: bundled these had no names. */
const LEFT_OUT = ['piscina', 'prom-client', 'libsql', 'pg', 'fs-native-extensions'];

/** Parts of Express that nothing here uses, and that would be half of what a start compiles: bodies are read by http/json-body.ts, queries by node:querystring. */
const UNUSED = join(PROJECT, 'service/tools/bundle/unused.ts');

/** Banner for packages in CommonJS, whose `require` of Node's own modules stays. */
const REQUIRE = `import { createRequire as createRequireHere } from 'node:module';
const require = createRequireHere(import.meta.url);`;

/**
 * Bundles what is served into dist/.
 * @returns the files that a process starts from
 */
export async function bundle(): Promise<Bundles> {
  await bundleEntries(SERVED, DIST);
  return { service: join(DIST, 'service.js'), integrations: join(DIST, 'integrations.js') };
}

/**
 * Bundles entries into a folder: a file an entry, and what is loaded later in files of its own. A file that is as it
 * should be is not touched: several processes may do this at a time, and others run from it.
 * @param to folder that lies, or will, where dist/ does: next to what the sources read
 * @param left packages that stay outside, beside those that always do
 * @param define values of names that are bundled alone, as JSON
 */
export async function bundleEntries(
  entries: Entries,
  to: string,
  left: readonly string[] = [],
  define: Record<string, string> = {},
): Promise<void> {
  const { outputFiles } = await build({
    absWorkingDir: PROJECT,
    entryPoints: entries,
    inject: [join(PROJECT, 'service/tools/bundle/source-lines.ts')],
    outdir: DIST,
    bundle: true,
    splitting: true,
    minifyWhitespace: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: [...LEFT_OUT, ...left],
    alias: { 'body-parser': UNUSED, qs: UNUSED },
    banner: { js: REQUIRE },
    define: { BUILD: JSON.stringify({ version, commit: commitOf() }), ...define },
    plugins: [ownUrls(entries)],
    sourcemap: 'linked',
    sourcesContent: false,
    write: false,
    logLevel: 'warning',
  });
  mkdirSync(to, { recursive: true });
  for (const { path, contents } of outputFiles) put(join(to, basename(path)), contents);
  const made = new Set(outputFiles.map(({ path }) => basename(path)));
  for (const name of readdirSync(to))
    if (/\.(js|map)$/.test(name) && !made.has(name)) rmSync(join(to, name), { force: true });
}

/** The commit of the sources, or the one that REVISION names where git is not, as in an image. */
function commitOf(): string {
  const describe = ['describe', '--always', '--dirty', '--abbrev=12', '--exclude=*'];
  // Whoever works with git here meanwhile meets no lock of ours.
  const env = { ...process.env, GIT_OPTIONAL_LOCKS: '0' };
  const { stdout } = spawnSync('git', describe, { cwd: PROJECT, env, encoding: 'utf8' });
  return process.env.REVISION || stdout?.trim() || 'unknown';
}

function put(path: string, contents: Uint8Array): void {
  if (existsSync(path) && readFileSync(path).equals(contents)) return;
  const part = `${path}.${process.pid}.tmp`;
  writeFileSync(part, contents);
  publishFile(part, path);
}

/** A source that a thread starts from, or where the source itself lies. */
const URLS = /new URL\('([^']+\.(?:ts|mjs))', import\.meta\.url\)|import\.meta\.url/g;

/** A source in a bundle, too, finds files from its own place; an entry finds its bundle. */
function ownUrls(entries: Entries): Plugin {
  const setup: Plugin['setup'] = ({ onLoad }) => {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      const own = `new URL(${JSON.stringify(relative(DIST, path))}, import.meta.url).href`;
      const contents = source.replace(URLS, (_, other?: string) =>
        other
          ? `new URL('./${bundleOf(entries, resolve(dirname(path), other))}.js', import.meta.url)`
          : own,
      );
      return { contents, loader: 'ts' };
    });
  };
  return { name: 'own-urls', setup };
}

function bundleOf(entries: Entries, path: string): string {
  const entry = Object.entries(entries).find(([, source]) => join(PROJECT, source) === path);
  if (entry) return entry[0];
  throw new Error(
    `${path} is started by its address and is no entry of its bundle (service/tools/bundle/, service/tools/package/).`,
  );
}
