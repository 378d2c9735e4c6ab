/** `sun static`: a site without a service, as a folder: data, the SDK that looks up in it, and pages. */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { durableRenameFolder } from '../../../pipeline/files/durable-rename.ts';
import { commandLine } from '../../../schemas/commands/command-line.ts';
import { BUILT } from '../../pages/server/assets.ts';
import { isWithoutPrices } from '../../server/store/one-build.ts';
import { readYield } from '../../server/store/swap.ts';
import { readArtifacts } from '../read-artifacts.ts';
import { writeStaticFolder } from './static-folder.ts';
import { writeStaticPages } from './static-pages.ts';

const { artifacts = 'artifacts', out } = commandLine('static');
const folder = resolve(out);
const staging = `${folder}.${process.pid}.tmp`;
try {
  await writeStaticFolder(artifacts, BUILT, staging);
  const [pvYield, prices] = isWithoutPrices(artifacts)
    ? [await readYield(artifacts), null]
    : await readArtifacts(artifacts);
  const { BASE_URL: baseUrl = '' } = process.env;
  await writeStaticPages(
    { loaded: { pvYield, prices }, artifacts, assets: BUILT, baseUrl },
    staging,
  );
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
