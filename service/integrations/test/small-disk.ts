/** A disk of a few hundred kilobytes, where the tests may mount one. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

/** Mounts an empty disk, missing when the tests of the file are over. Null where this user may mount none. */
export function smallDisk(kilobytes: number): string | null {
  const disk = mkdtempSync(join(tmpdir(), 'small-disk-'));
  const mount = ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', disk];
  const isMounted = spawnSync('mount', mount).status === 0;
  after(() => {
    if (isMounted) spawnSync('umount', ['-l', disk]);
    rmdirSync(disk);
  });
  return isMounted ? disk : null;
}
