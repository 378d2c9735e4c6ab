/** The default dataset, built by its command into a folder of its own, and loaded as the service loads it. */
import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { pino } from 'pino';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import { PROJECT } from '../../schemas/project.ts';
import { readConfig } from '../server/config.ts';
import { type Loaded, nothingLoaded, reload } from '../server/loaded.ts';

/** It is removed behind the test file that builds it. `make test` builds it once, for all files (DEFAULT_DATASET). */
export async function builtDefault(): Promise<{ folder: string; loaded: Loaded }> {
  const folder = testFolder();
  const { DEFAULT_DATASET } = process.env;
  if (DEFAULT_DATASET)
    cpSync(DEFAULT_DATASET, folder, { recursive: true, preserveTimestamps: true });
  else {
    const build = ['--import', 'tsx', 'pipeline/build.ts', '--out', folder];
    execFileSync(process.execPath, build, { cwd: PROJECT, stdio: 'pipe' });
  }
  const loaded = nothingLoaded();
  await reload(loaded, { ...readConfig({}), artifacts: folder }, pino({ enabled: false }));
  return { folder, loaded };
}
