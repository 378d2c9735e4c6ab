/** A disk of a few hundred kilobytes, if the tests may mount one. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

/** Mounts an empty disk, which is unmounted after the tests of the file. Null if this user may not mount. */
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
