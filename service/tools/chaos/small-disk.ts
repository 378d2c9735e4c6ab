/** A disk of a few megabytes that can be filled to its last byte: a tmpfs, which root alone may mount. */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { removeFolder, temporaryFolder } from './temporary-folder.ts';

const SIZE = '8m';
const BLOCK = Buffer.alloc(65_536);

export interface SmallDisk {
  /** Takes all the room that is left. */
  fill(): void;
  free(): void;
  unmount(): void;
}

/** Makes a folder such a disk. @throws Error when it cannot be mounted */
export function mountSmallDisk(folder: string): SmallDisk {
  mkdirSync(folder, { recursive: true });
  const { status, stderr } = spawnSync(
    'mount',
    ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`mount: ${stderr.trim()}`);
  const ballast = join(folder, 'ballast');
  const unmount = () => void spawnSync('umount', ['--lazy', folder]);
  process.once('exit', unmount);
  return {
    fill: () => fillUp(ballast),
    free: () => rmSync(ballast, { force: true }),
    unmount() {
      process.removeListener('exit', unmount);
      unmount();
    },
  };
}

/** Writes a file until the disk takes no byte more. */
function fillUp(path: string): void {
  const file = openSync(path, 'a');
  try {
    for (let length = BLOCK.length; length > 0; ) {
      try {
        writeSync(file, BLOCK, 0, length);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        length >>= 1;
      }
    }
  } finally {
    closeSync(file);
  }
}

/** Reason why no such disk can be had here; false if it can. */
export function withoutSmallDisk(): string | false {
  if (process.getuid?.() !== 0) return 'a small disk needs root';
  const folder = temporaryFolder();
  try {
    mountSmallDisk(folder).unmount();
    return false;
  } catch (error) {
    return `a small disk cannot be mounted here (${(error as Error).message})`;
  } finally {
    removeFolder(folder);
  }
}
