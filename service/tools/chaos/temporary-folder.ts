import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders = new Set<string>();
process.once('exit', () => {
  for (const folder of folders) removeFolder(folder);
});

/** Makes an empty folder that does not outlive this process. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'chaos-'));
  folders.add(folder);
  return folder;
}

export function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
    folders.delete(folder);
  } catch {
    // A process that is being killed still writes there: what is left goes with the last exit.
  }
}
