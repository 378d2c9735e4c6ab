/** `make publish`: puts the build of ARTIFACTS where ARTIFACTS_URL says, and makes it the current one. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type ObjectStore, objectStore } from '#common/object-store.ts';
import { validator } from '../../../schemas/checks/validate.ts';
import { isOfBuild, readCellsHead } from '../../../schemas/codec/cells/read-cells-head.ts';
import type { CurrentBuild, FileRecord, Manifest } from '../../../schemas/types.ts';
import { readConfig } from '../config.ts';
import { believedKeys } from '../ledger-keys.ts';
import { describePublication, digestOf, objectName, type StoredPointer } from './current-build.ts';
import { findHead } from './later-entry.ts';
import { isBelieved, type NamedBuild, readLedger } from './ledger.ts';
import { makeCurrent } from './make-current.ts';
import { findBuildFault } from './one-build.ts';
import { checkFile, ignoresConditions, putOnce, recordOf } from './put-build.ts';
import { reportsOf } from './reports.ts';

/** Files that answers come from. */
const DATA = ['pv-yield.bin', 'prices.bin'];

try {
  await publish();
} catch (error) {
  console.error(`error: nothing new was published: ${(error as Error).message}`);
  process.exit(1);
}

async function publish(): Promise<void> {
  const config = readConfig(process.env);
  const { artifacts, artifactsUrl } = config;
  if (!artifactsUrl) throw new Error('ARTIFACTS_URL says where to, and is not set.');
  const { dataset, files, digest, manifest } = await readBuild(artifacts);
  const store = objectStore(artifactsUrl, process.env);
  const before = await findHead(store, believedKeys(config));
  const digests = {
    ...Object.fromEntries(files.map(({ path, sha256 }) => [basename(path), sha256])),
    'manifest.json': manifest.sha256,
  };
  const nameOf = (file: FileRecord) => objectName({ sequence: 1, digests }, file);
  if (before) await assertNewVersion(store, before, { dataset, digests });
  for (const file of [...files, manifest]) {
    const how = await putOnce(store, nameOf(file), file);
    console.log(`${basename(file.path)}: ${file.bytes} bytes ${how} as ${nameOf(file)}`);
  }
  const had = before?.current.digests;
  const isCurrent = Object.entries(digests).every(([name, sha256]) => had?.[name] === sha256);
  if (
    before &&
    isCurrent &&
    isEntry(before.current) &&
    isBelieved(before.current, believedKeys(config))
  ) {
    console.log(`Dataset ${dataset} is current already, ${describePublication(before.current)}.`);
    return;
  }
  if (await ignoresConditions(store, nameOf(manifest), manifest, before)) {
    console.log(
      'This store ignores the conditions of a put: of two who publish at the same moment the last one wins, and nobody is told. Publish from one place.',
    );
  }
  const build = { dataset, digests, ...(digest && { digest }) };
  await makeCurrent(store, build, before, config);
}

/**
 * Holds a build against those of its version that were published: browsers and caches keep answers by the version. Where
 * an entry is gone, and with it what an older one says, that is printed.
 * @throws Error when one had other yields or prices
 */
async function assertNewVersion(
  store: ObjectStore,
  before: StoredPointer,
  { dataset, digests }: NamedBuild,
): Promise<void> {
  const atGap = (sentence: string) =>
    console.log(
      `${sentence} Neither can it be told whether dataset ${dataset} was published before with other data: caches would go on with those.`,
    );
  for await (const { entry } of readLedger(store, before, atGap)) {
    if (entry.dataset !== dataset) continue;
    const others = DATA.filter((name) => entry.digests[name] !== digests[name]);
    if (others.length === 0) continue;
    throw new Error(
      `dataset ${dataset} was ${describePublication(entry)}, with another ${others.join(' and ')}. Caches and browsers would go on with its answers: give the recipe another dataset_version, and build again.`,
    );
  }
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
  const yields = files.find((file) => basename(file.path) === DATA[0]);
  const reports = yields ? await reportsOf(artifacts, yields) : [];
  return {
    dataset,
    files: [...files, ...(cells ? [cells.file] : []), ...reports],
    digest: cells?.digest,
    manifest: { path, bytes: text.length, sha256: digestOf(text) },
  };
}

/** cells.bin, for clients that look up in the store without a service; none, and said so, where it is missing or of another build. */
async function cellsOf(
  artifacts: string,
  build: Manifest,
): Promise<{ file: FileRecord; digest: string } | null> {
  const path = join(artifacts, 'cells.bin');
  const head = existsSync(path) ? await readCellsHead(path) : null;
  if (head && isOfBuild(head, build)) return { file: await recordOf(path), digest: head.digest };
  const { dataset_version, generated_at } = build;
  const problem = head
    ? `is of ${head.header.dataset_version}, ${head.header.generated_at}, not of ${dataset_version}, ${generated_at}`
    : 'is missing';
  console.log(
    `${path} ${problem}, and is left out: lookup.mjs cannot read this build from the store. Run "make artifacts".`,
  );
  return null;
}
