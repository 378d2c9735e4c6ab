/** `sun served`: what serving needs, and nothing else, as a folder. */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { durableRenameFolder } from '../../../pipeline/files/durable-rename.ts';
import { commandLine } from '../../../schemas/commands/command-line.ts';
import { PROJECT } from '../../../schemas/project.ts';
import { EXTERNAL } from './bundle.ts';
import { copy, copyRead, withNeeded } from './served-files.ts';

/** Files and folders that only serving has, in addition to those of `copyRead`. */
const OWN = ['dist', 'package.json', 'schemas/integrations/openapi.json'];
/** Work of other targets in `dist`: tests, and the package. */
const UNSERVED = /\/dist\/(?:tests|[^/]+\.(?:tgz|tmp))$/;

/** Programs of a package for other systems than this. */
const FOREIGN = new RegExp(`/prebuilds/(?!${process.platform}-${process.arch}(?:/|$))[^/]`);

const { artifacts = 'artifacts', out } = commandLine('served');
serve();

function serve(): void {
  const folder = resolve(out);
  const staging = `${folder}.${process.pid}.tmp`;
  try {
    for (const path of OWN) copy(join(PROJECT, path), join(staging, path), UNSERVED);
    copyRead(artifacts, staging);
    for (const name of withNeeded(EXTERNAL, isForThisMachine))
      copy(join(PROJECT, 'node_modules', name), join(staging, 'node_modules', name), FOREIGN);
    durableRenameFolder(staging, folder);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
  for (const name of [...readdirSync(folder), '.']) {
    console.log(`${megabytes(join(folder, name))} MB  ${name}`);
  }
}

/** npm leaves out what is for other processors, but not what is for another C library. */
function isForThisMachine(name: string): boolean {
  const report = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  const other = report.header.glibcVersionRuntime ? 'musl' : 'gnu';
  return !name.endsWith(`-${other}`) && existsSync(join(PROJECT, 'node_modules', name));
}

function megabytes(path: string): string {
  const files = statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))
    : [path];
  const bytes = files.reduce(
    (sum, file) => sum + (statSync(file).isFile() ? statSync(file).size : 0),
    0,
  );
  return (bytes / 1e6).toFixed(1);
}
