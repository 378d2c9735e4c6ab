import { statSync } from 'node:fs';
import { join } from 'node:path';

/** Files of a build's folder that are looked at. */
const FILES = ['manifest.json', 'pv-yield.bin', 'prices.bin'];
const LOOK_EVERY_MS = 2_000;

/**
 * Calls `changed` when the artifacts of a folder have changed and then stood still for a look: whoever
 * copies files is not read half-way. By looking, not by events, which network disks and mounted volumes
 * do not send.
 * @returns the function that ends it
 */
export function watchFolder(
  folder: string,
  changed: () => void,
  everyMs = LOOK_EVERY_MS,
): () => void {
  let known = stateOf(folder);
  let before = known;
  const timer = setInterval(() => {
    const now = stateOf(folder);
    if (now === before && now !== known) {
      known = now;
      changed();
    }
    before = now;
  }, everyMs).unref();
  return () => clearInterval(timer);
}

/** Text that names the files there are, by what changes with their content. */
function stateOf(folder: string): string {
  return FILES.map((name) => {
    const file = statSync(join(folder, name), { throwIfNoEntry: false });
    return file ? `${file.ino} ${file.size} ${file.mtimeMs}` : '';
  }).join('\n');
}
