/** Bundles what is served into dist/ (`make bundle`): `node --import tsx service/commands/bundle/bundle.ts`. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import root from '../../../package.json' with { type: 'json' };
import { PROJECT } from '../../../schemas/project.ts';

export const DIST = join(PROJECT, 'dist');
const SERVED = {
  service: 'service/main.ts',
  'simulation-worker': 'service/api/simulation/worker.ts',
  integrations: 'service/integrations/main.ts',
};
/** Packages that load a file of their own by its path, or whose names of CommonJS a late import has to find. */
export const EXTERNAL = [
  'piscina',
  'prom-client',
  'libsql',
  'fs-native-extensions',
  '@resvg/resvg-js',
];

/**
 * Bundles entries into a folder: a file an entry, and what is loaded later in files of its own. None is removed, since
 * processes that run from the folder still load files. `make clean` removes them.
 * @param entries sources that a process or a thread starts from, by their bundles' names
 * @param to folder that lies, or will, where dist/ does: next to what the sources read
 * @param define constants of the code, in addition to those of the build
 */
export async function bundle(
  entries: Record<string, string> = SERVED,
  to = DIST,
  define: Record<string, string> = {},
): Promise<void> {
  mkdirSync(to, { recursive: true });
  // Each by itself: what they share would be split into many small files, which take longer to load.
  for (const [name, source] of Object.entries(entries)) {
    const { outputFiles } = await build({
      absWorkingDir: PROJECT,
      entryPoints: { [name]: source },
      outdir: DIST,
      write: false,
      bundle: true,
      splitting: true,
      minifyWhitespace: true,
      lineLimit: 200,
      format: 'esm',
      platform: 'node',
      sourcemap: 'linked',
      sourcesContent: false,
      // Packages in CommonJS require Node's own modules.
      banner: {
        js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
      },
      // `debug` has its colours of a package that only development has.
      external: [...EXTERNAL, 'esbuild', 'supports-color'],
      define: { BUILD_VERSION: `"${root.version}"`, BUILD_COMMIT: `"${commit()}"`, ...define },
    });
    for (const { path, contents } of outputFiles) {
      const part = join(to, `${process.pid}.tmp`);
      writeFileSync(part, contents);
      renameSync(part, join(to, basename(path)));
    }
  }
}

/** The commit of the sources, or the one that REVISION names where git is not, as in an image. */
function commit(): string {
  const words = '--no-optional-locks describe --always --dirty --abbrev=12 --exclude=*'.split(' ');
  const { stdout } = spawnSync('git', words, { cwd: PROJECT, encoding: 'utf8' });
  return process.env.REVISION || stdout?.trim() || 'unknown';
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await bundle();
  console.log(`Bundle: ${DIST}`);
}
