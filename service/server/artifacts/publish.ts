/** `make publish`: puts the build of ARTIFACTS where ARTIFACTS_URL says, and makes it the current one. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { objectStore } from '#common/object-store.ts';
import { validator } from '../../../schemas/checks/validate.ts';
import { isOfBuild, readCellsHead } from '../../../schemas/codec/cells/read-cells-head.ts';
import type { CurrentBuild, FileRecord, Manifest } from '../../../schemas/types.ts';
import { readConfig } from '../config.ts';
import { believedKeys } from '../ledger-keys.ts';
import { describePublication, digestOf, objectName } from './current-build.ts';
import { isBelieved } from './ledger.ts';
import { makeCurrent } from './make-current.ts';
import { findBuildFault } from './one-build.ts';
import { checkFile, findPointer, ignoresConditions, putOnce, recordOf } from './put-build.ts';

try {
  await publish();
} catch (error) {
  console.error(`Nothing new was published: ${(error as Error).message}`);
  process.exit(1);
}

async function publish(): Promise<void> {
  const config = readConfig(process.env);
  const { artifacts, artifactsUrl } = config;
  if (!artifactsUrl) throw new Error('ARTIFACTS_URL says where to, and is not set.');
  const { dataset, files, manifest } = await readBuild(artifacts);
  const store = objectStore(artifactsUrl, process.env);
  const before = await findPointer(store);
  const digests = {
    ...Object.fromEntries(files.map(({ path, sha256 }) => [basename(path), sha256])),
    'manifest.json': manifest.sha256,
  };
  const nameOf = (file: FileRecord) => objectName({ sequence: 1, digests }, file);
  for (const file of [...files, manifest]) {
    const how = await putOnce(store, nameOf(file), file);
    console.log(`${basename(file.path)}: ${file.bytes} bytes ${how} as ${nameOf(file)}`);
  }
  const isCurrent = before?.current.digests['manifest.json'] === manifest.sha256;
  if (isCurrent && isEntry(before.current) && isBelieved(before.current, believedKeys(config))) {
    console.log(`Dataset ${dataset} is current already, ${describePublication(before.current)}.`);
    return;
  }
  if (await ignoresConditions(store, nameOf(manifest), manifest, before)) {
    console.log(
      'This store ignores the conditions of a put: of two who publish at the same moment the last one wins, and nobody is told. Publish from one place.',
    );
  }
  await makeCurrent(store, { dataset, digests }, before, config);
}

/** Whether it is of the ledger: nodes look for the objects of older releases' pointers under other names. */
function isEntry({ sequence }: CurrentBuild): boolean {
  return sequence !== undefined;
}

/** A build on the disk, each file as its manifest records it. @throws Error naming what is not */
async function readBuild(artifacts: string) {
  const problem = await findBuildFault(artifacts);
  if (problem) throw new Error(problem);
  const path = join(artifacts, 'manifest.json');
  const text = readFileSync(path);
  const build: Manifest = validator('data/manifest.schema.json')(JSON.parse(text.toString()));
  const { dataset_version: dataset, outputs } = build;
  const files = outputs.map((file) => ({ ...file, path: join(artifacts, basename(file.path)) }));
  for (const file of files) {
    if (!existsSync(file.path)) throw new Error(`${file.path} is missing. Run "make artifacts".`);
    await checkFile(file, path);
  }
  const cells = await cellsOf(artifacts, build);
  return {
    dataset,
    files: [...files, ...cells],
    manifest: { path, bytes: text.length, sha256: digestOf(text) },
  };
}

/** cells.bin, for clients that look up in the store without a service; none, and said so, where it is missing or of another build. */
async function cellsOf(artifacts: string, build: Manifest): Promise<FileRecord[]> {
  const path = join(artifacts, 'cells.bin');
  const problem = existsSync(path) ? await describeOther(path, build) : 'is missing';
  if (problem === null) return [await recordOf(path)];
  console.log(
    `${path} ${problem}, and is left out: lookup.mjs cannot read this build from the store. Run "make artifacts".`,
  );
  return [];
}

/** The difference of a cells.bin from a build; null if it is that build's. */
async function describeOther(path: string, build: Manifest): Promise<string | null> {
  const head = await readCellsHead(path);
  if (isOfBuild(head, build)) return null;
  const { dataset_version, generated_at } = head.header;
  return `is of ${dataset_version}, ${generated_at}, not of ${build.dataset_version}, ${build.generated_at}`;
}
