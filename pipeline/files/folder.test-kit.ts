/** A folder for the files of a test file. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

/** Makes an empty folder, which goes when the tests have ended. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'test-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
