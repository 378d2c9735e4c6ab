/** Code of the service's script compiled ahead: a start does without that, a third of its processor time. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { loadScript } from './run-script.ts';

const WARM_START = fileURLToPath(new URL('warm-start.ts', import.meta.url));
const LIMIT_MS = 60_000;

/**
 * Writes what V8 compiles of a script for a start and some lookups beside it, unless this Node can use what is there.
 * @returns whether this Node can use what is there now; without it a start compiles as it goes
 */
export async function compileAhead(script: string): Promise<boolean> {
  if (isCompiled(script)) return true;
  const { writeBuild } = await import('../../test/build-folder.ts');
  const artifacts = mkdtempSync(join(tmpdir(), 'sun-compile-'));
  try {
    await writeBuild(artifacts, '1.0.0');
    return warmStart(script, artifacts);
  } finally {
    rmSync(artifacts, { recursive: true, force: true });
  }
}

/** Settings of whoever bundles are not those of this start; options of Node are, since V8 takes code of its options alone. */
function warmStart(script: string, artifacts: string): boolean {
  const { PATH = '', NODE_OPTIONS = '' } = process.env;
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', WARM_START, script], {
    env: { PATH, NODE_OPTIONS, ARTIFACTS: artifacts, HOST: '127.0.0.1' },
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: LIMIT_MS,
  });
  return status === 0;
}

/** Whether there is compiled code of a script that this Node can use. */
function isCompiled(script: string): boolean {
  return loadScript(pathToFileURL(script)).cachedDataRejected === false;
}
