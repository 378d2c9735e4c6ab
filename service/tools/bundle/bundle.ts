import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type BuildOptions, build, type OutputFile } from 'esbuild';
import { publishFile } from '#common/publish.ts';
import {
  DIST,
  type Entries,
  ownUrls,
  PROJECT,
  SCRIPT_FOOTER,
  SCRIPT_HEAD,
  scriptSources,
} from './sources.ts';

const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));

const MODULES = {
  'simulation-worker': 'service/api/simulation/worker.ts',
  integrations: 'service/integrations/main.ts',
};
/** The service is one script: of scripts alone V8 keeps what it has compiled, of modules from Node 22 on. */
const SCRIPT = { main: 'service/main.ts' };
const COMMON_JS = { format: 'cjs', outExtension: { '.js': '.cjs' } } as const;
const LAUNCHER = { service: 'service/tools/bundle/launch.ts' };

/** Files that a process starts from, and the script that the service's runs. */
export interface Bundles {
  service: string;
  script: string;
  integrations: string;
}

/** Packages that load a file of their own by its path, or are loaded late and in CommonJS: bundled these had no names. */
const LEFT_OUT = ['piscina', 'prom-client', 'libsql', 'fs-native-extensions'];

/** Banner for packages in CommonJS, whose `require` of Node's own modules stays. */
const REQUIRE = `import { createRequire as createRequireHere } from 'node:module';
const require = createRequireHere(import.meta.url);`;

/**
 * Bundles what is served into dist/.
 * @returns the files that a process starts from
 */
export async function bundle(): Promise<Bundles> {
  const script = await outputsOf(SCRIPT, scriptOptions());
  const [name] = script.map(({ path }) => basename(path)).filter((file) => file.endsWith('.cjs'));
  const launcher = await outputsOf(LAUNCHER, {
    ...COMMON_JS,
    define: { SCRIPT: JSON.stringify(name) },
  });
  const modules = await outputsOf(MODULES, moduleOptions(MODULES));
  putAll([...script, ...launcher, ...modules], DIST);
  return {
    service: join(DIST, 'service.cjs'),
    script: join(DIST, name),
    integrations: join(DIST, 'integrations.js'),
  };
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
  putAll(await outputsOf(entries, moduleOptions(entries, left, define)), to);
}

async function outputsOf(entries: Entries, options: BuildOptions): Promise<OutputFile[]> {
  const { outputFiles = [] } = await build({
    absWorkingDir: PROJECT,
    entryPoints: entries,
    outdir: DIST,
    bundle: true,
    minifyWhitespace: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'linked',
    sourcesContent: false,
    write: false,
    logLevel: 'warning',
    ...options,
  });
  return outputFiles;
}

function moduleOptions(
  entries: Entries,
  left: readonly string[] = [],
  define: Record<string, string> = {},
): BuildOptions {
  return {
    ...ofService(left, define),
    splitting: true,
    banner: { js: REQUIRE },
    plugins: [ownUrls(entries, 'import.meta.url')],
  };
}

/** A script cannot import: what is loaded late is in it, compiled when it is called, or required. */
function scriptOptions(): BuildOptions {
  return {
    ...ofService(),
    ...COMMON_JS,
    entryNames: '[name]-[hash]',
    supported: { 'dynamic-import': false },
    banner: { js: SCRIPT_HEAD },
    footer: { js: SCRIPT_FOOTER },
    plugins: [scriptSources(MODULES)],
  };
}

/** Options of all that is made of the service's sources. */
function ofService(
  left: readonly string[] = [],
  define: Record<string, string> = {},
): BuildOptions {
  return {
    inject: [join(PROJECT, 'service/tools/bundle/source-lines.ts')],
    external: [...LEFT_OUT, ...left],
    define: { BUILD: JSON.stringify({ version, commit: commitOf() }), ...define },
  };
}

/** The commit of the sources, or the one that REVISION names where git is not, as in an image. */
function commitOf(): string {
  const describe = ['describe', '--always', '--dirty', '--abbrev=12', '--exclude=*'];
  // Whoever works with git here meanwhile meets no lock of ours.
  const env = { ...process.env, GIT_OPTIONAL_LOCKS: '0' };
  const { stdout } = spawnSync('git', describe, { cwd: PROJECT, env, encoding: 'utf8' });
  return process.env.REVISION || stdout?.trim() || 'unknown';
}

/** Puts files into a folder, and takes those of former bundles out of it. */
function putAll(files: readonly OutputFile[], to: string): void {
  mkdirSync(to, { recursive: true });
  for (const { path, contents } of files) put(join(to, basename(path)), contents);
  const made = new Set(files.map(({ path }) => basename(path)));
  for (const name of readdirSync(to))
    if (/\.(c?js|map|compiled)$/.test(name) && !made.has(name.replace(/\.compiled$/, '')))
      rmSync(join(to, name), { force: true });
}

function put(path: string, contents: Uint8Array): void {
  if (existsSync(path) && readFileSync(path).equals(contents)) return;
  const part = `${path}.${process.pid}.tmp`;
  writeFileSync(part, contents);
  publishFile(part, path);
}
