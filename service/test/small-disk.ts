/** A small disk in memory for tests, which can be filled. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

const mount = (options: string, folder: string) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status === 0;

/** Reason to skip a test that needs one. False if it can run. */
export const skipWithoutDisk = !canMount() && 'needs to mount a disk: run it as root';

function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'));
  const isMounted = mount('size=64k', folder);
  if (isMounted) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true });
  return isMounted;
}

/** Mounts one, which is unmounted after the test. */
export function smallDisk(kilobytes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'));
  const filler = join(folder, 'filler');
  mount(`size=${kilobytes}k`, folder);
  after(() => {
    spawnSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true });
  });
  return {
    folder,
    /** Leaves so many kilobytes. */
    fill(left: number) {
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - 1024 * left)));
    },
    empty: () => rmSync(filler),
    /** Fails while a file of it is open for writing. */
    remount: (mode: 'ro' | 'rw') => mount(`remount,${mode}`, folder),
  };
}
