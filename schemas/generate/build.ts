/**
 * Writes a file that git does not keep, when make finds it missing or stale:
 * `node --import tsx schemas/generate/build.ts schemas/openapi.json`.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { PROJECT } from '../project.ts';
import { bundleOpenapi } from './bundle-openapi.ts';
import { CHECKED, codeOf, FILLED } from './quick-checks-code.ts';

const CONTENTS = new Map<string, () => string | Promise<string>>([
  ['schemas/types.ts', async () => (await import('./types-code.ts')).typesCode()],
  ['schemas/checks/quick-checks.ts', () => codeOf(CHECKED, false)],
  ['schemas/checks/filling-checks.ts', () => codeOf(FILLED, true)],
  ['schemas/openapi.json', () => asText(bundleOpenapi('openapi.yaml'))],
  ['schemas/integrations/openapi.json', () => asText(bundleOpenapi('integrations/openapi.yaml'))],
]);

function asText(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Writes the file as a whole: others may read it meanwhile. */
async function build(file: string): Promise<void> {
  const contents = CONTENTS.get(file);
  if (!contents) throw new Error(`"${file}" is none of ${[...CONTENTS.keys()].join(', ')}.`);
  const text = await contents();
  const part = `${PROJECT}${file}.${process.pid}.tmp`;
  writeFileSync(part, text);
  renameSync(part, `${PROJECT}${file}`);
}

try {
  await build(process.argv[2]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
