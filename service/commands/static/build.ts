/** `sun static`: a folder that answers lookups from any file server. */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { durableRenameFolder } from '../../../pipeline/files/durable-rename.ts';
import { commandLine } from '../../../schemas/commands/command-line.ts';
import { writeSite } from './write-site.ts';

const { artifacts = 'artifacts', out } = commandLine('static');
const folder = resolve(out);
const staging = `${folder}.${process.pid}.tmp`;
try {
  await writeSite(artifacts, process.env.BASE_URL ?? '', staging);
  durableRenameFolder(staging, folder);
} finally {
  rmSync(staging, { recursive: true, force: true });
}
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((name) => statSync(join(folder, name)))
  .filter((stats) => stats.isFile());
const bytes = files.reduce((sum, { size }) => sum + size, 0);
const [yields] = readdirSync(join(folder, 'data')).filter((name) => /^pv-yield\./.test(name));
console.log(
  `${folder}: ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB. Lookups: open('.../data/${yields}').`,
);
