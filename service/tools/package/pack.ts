/** `make package`: packs the service and its commands with a dataset, for npx. `pack.ts ARTIFACTS` */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../bundle/served-files.ts';
import { makePackageFolder } from './package-folder.ts';

const [artifacts = 'artifacts'] = process.argv.slice(2);
const dist = join(PROJECT, 'dist');
const folder = join(dist, `.package.${process.pid}.tmp`);
try {
  await makePackageFolder(artifacts, folder);
  mkdirSync(dist, { recursive: true });
  const words = ['pack', folder, '--ignore-scripts', '--json', '--pack-destination', dist];
  const [{ filename, size, unpackedSize, entryCount }] = JSON.parse(
    execFileSync('npm', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  );
  const mb = (bytes: number) => (bytes / 1e6).toFixed(1);
  console.log(
    `dist/${filename}: ${mb(size)} MB, unpacked ${mb(unpackedSize)} MB in ${entryCount} files.`,
  );
} catch (error) {
  console.error(`Nothing was packed: ${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
