/**
 * Writes a file that git does not keep, when make finds it missing or stale:
 * `node --import tsx schemas/generate/build.ts schemas/openapi.json`.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { formatJson } from './format-json.ts';
import { bundleOpenapi } from './openapi.ts';
import { fillingChecksCode, quickChecksCode } from './quick-checks-code.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const CONTENTS = new Map<string, () => string | Promise<string>>([
  ['schemas/checks/quick-checks.ts', quickChecksCode],
  ['schemas/checks/filling-checks.ts', fillingChecksCode],
  ['schemas/openapi.json', async () => formatJson(await bundleOpenapi('openapi.yaml'))],
  [
    'schemas/integrations/openapi.json',
    async () => formatJson(await bundleOpenapi('integrations/openapi.yaml')),
  ],
]);

/** Writes the file as a whole: others may read it meanwhile. */
async function build(file: string): Promise<void> {
  const contents = CONTENTS.get(file);
  if (!contents) throw new Error(`"${file}" is none of ${[...CONTENTS.keys()].join(', ')}.`);
  const part = `${ROOT}${file}.${process.pid}.tmp`;
  writeFileSync(part, await contents());
  renameSync(part, `${ROOT}${file}`);
}

try {
  await build(process.argv[2]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
