/** `sun package`: packs the service and its commands with a dataset, for npx. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { commandLine } from '../../../schemas/commands/command-line.ts';
import { PROJECT } from '../../../schemas/project.ts';
import { makePackageFolder } from './package-folder.ts';

const dist = join(PROJECT, 'dist');
const { artifacts = 'artifacts', to = dist } = commandLine('package');
const folder = join(dist, `.package.${process.pid}.tmp`);
try {
  await makePackageFolder(artifacts, folder);
  mkdirSync(dist, { recursive: true });
  const words = ['pack', folder, '--ignore-scripts', '--json', '--pack-destination', to];
  const [{ filename, size, unpackedSize, entryCount }] = JSON.parse(
    execFileSync('npm', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }),
  );
  const mb = (bytes: number) => (bytes / 1e6).toFixed(1);
  console.log(
    `${relative(PROJECT, join(to, filename))}: ${mb(size)} MB, unpacked ${mb(unpackedSize)} MB in ${entryCount} files.`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
