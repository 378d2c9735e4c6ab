/** Bundles what is served into dist/ (`make bundle`): `node --import tsx service/tools/bundle/bundle.ts`. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import { durableRename } from '#common/durable-rename.ts';
import root from '../../../package.json' with { type: 'json' };
import { PROJECT } from '../../../schemas/project.ts';

const DIST = join(PROJECT, 'dist');
const SERVED = {
  service: 'service/main.ts',
  'simulation-worker': 'service/api/simulation/worker.ts',
  integrations: 'service/integrations/main.ts',
};
/** The two processes as they are served: files that Node starts. */
export const SERVICE = join(DIST, 'service.js');
export const INTEGRATIONS = join(DIST, 'integrations.js');

/** Packages that load a file of their own by its path, or whose names of CommonJS a late import has to find. */
export const EXTERNAL = ['piscina', 'prom-client', 'libsql', 'fs-native-extensions'];

/** For packages in CommonJS, whose `require` of Node's own modules stays. */
const REQUIRE = `import { createRequire as createRequireHere } from 'node:module';
const require = createRequireHere(import.meta.url);`;

/**
 * Bundles entries into a folder: a file an entry, and what is loaded later in files of its own. A file that is as it
 * should be is not touched, and none is removed: several processes may do this at a time, and others that run from it
 * still load files. `make clean` removes them.
 * @param entries sources that a process or a thread starts from, by their bundles' names
 * @param to folder that lies, or will, where dist/ does: next to what the sources read
 * @returns the names of the bundle's files
 */
export async function bundle(
  entries: Record<string, string> = SERVED,
  to = DIST,
  { external = [], define }: Pick<BuildOptions, 'external' | 'define'> = {},
): Promise<Set<string>> {
  const { outputFiles } = await build({
    absWorkingDir: PROJECT,
    entryPoints: entries,
    outdir: DIST,
    write: false,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'warning',
    banner: { js: REQUIRE },
    external: [...EXTERNAL, ...external],
    define: { BUILD: JSON.stringify({ version: root.version, commit: commit() }), ...define },
  });
  mkdirSync(to, { recursive: true });
  for (const { path, contents } of outputFiles) put(join(to, basename(path)), contents);
  return new Set(outputFiles.map(({ path }) => basename(path)));
}

function put(path: string, contents: Uint8Array): void {
  if (existsSync(path) && readFileSync(path).equals(contents)) return;
  const part = `${path}.${process.pid}.tmp`;
  writeFileSync(part, contents);
  durableRename(part, path);
}

/** The commit of the sources, or the one that REVISION names where git is not, as in an image. */
function commit(): string {
  const describe = ['describe', '--always', '--dirty', '--abbrev=12', '--exclude=*'];
  // Whoever works with git here meanwhile meets no lock of ours.
  const env = { ...process.env, GIT_OPTIONAL_LOCKS: '0' };
  const { stdout } = spawnSync('git', describe, { cwd: PROJECT, env, encoding: 'utf8' });
  return process.env.REVISION || stdout?.trim() || 'unknown';
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await bundle();
  console.log(`Bundle: ${SERVICE}`);
}
