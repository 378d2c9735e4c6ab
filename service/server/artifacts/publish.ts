/** `make publish`: puts the build of ARTIFACTS where ARTIFACTS_URL says, and makes it the current one. */
import { existsSync, readFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { basename, join } from 'node:path';
import { type ObjectStore, objectStore } from '#common/object-store.ts';
import { validator } from '../../../schemas/checks/validate.ts';
import type { CurrentBuild, FileRecord, Manifest } from '../../../schemas/types.ts';
import { readConfig } from '../config.ts';
import { describePublication, digestOf, isOlder, objectName, UNPOINTED } from './current-build.ts';
import { findBuildFault } from './one-build.ts';
import { purgeCaches } from './purge.ts';
import {
  checkFile,
  findPointer,
  ignoresConditions,
  putOnce,
  putPointer,
  type StoredPointer,
} from './put-build.ts';

try {
  await publish();
} catch (error) {
  console.error(`Nothing new was published: ${(error as Error).message}`);
  process.exit(1);
}

async function publish(): Promise<void> {
  const { artifacts, artifactsUrl, purge } = readConfig(process.env);
  if (!artifactsUrl) throw new Error('ARTIFACTS_URL says where to, and is not set.');
  const { dataset, files, manifest } = await readBuild(artifacts);
  const store = objectStore(artifactsUrl, process.env);
  const before = await findPointer(store);
  for (const file of [...files, manifest]) {
    const how = await putOnce(store, file);
    console.log(`${basename(file.path)}: ${file.bytes} bytes ${how} as ${objectName(file)}`);
  }
  const digests = {
    ...Object.fromEntries(files.map(({ path, sha256 }) => [basename(path), sha256])),
    'manifest.json': manifest.sha256,
  };
  if (before?.current.digests['manifest.json'] === manifest.sha256) {
    console.log(`Dataset ${dataset} is current already, ${describePublication(before.current)}.`);
  } else {
    const current = await point(store, { dataset, digests }, before, manifest);
    if (before && purge) {
      await purgeCaches(purge, before.current, current).catch((error: Error) => {
        console.error(error.message);
        process.exitCode = 1;
      });
    }
  }
  await store.put(UNPOINTED, manifest.path).catch((error: Error) => {
    console.error(`Nodes of releases up to 0.5 are not told: ${error.message}`);
    process.exitCode = 1;
  });
}

/** A build on the disk, each file as its manifest records it. @throws Error naming what is not */
async function readBuild(artifacts: string) {
  const problem = await findBuildFault(artifacts);
  if (problem) throw new Error(problem);
  const path = join(artifacts, 'manifest.json');
  const text = readFileSync(path);
  const { dataset_version: dataset, outputs }: Manifest = validator('data/manifest.schema.json')(
    JSON.parse(text.toString()),
  );
  const files = outputs.map((file) => ({ ...file, path: join(artifacts, basename(file.path)) }));
  for (const file of files) {
    if (!existsSync(file.path)) throw new Error(`${file.path} is missing. Run "make artifacts".`);
    await checkFile(file, path);
  }
  return { dataset, files, manifest: { path, bytes: text.length, sha256: digestOf(text) } };
}

/** Makes a build the current one, and says in whose place; that pointer. */
async function point(
  store: ObjectStore,
  build: Pick<CurrentBuild, 'dataset' | 'digests'>,
  before: StoredPointer | null,
  manifest: FileRecord,
): Promise<CurrentBuild> {
  if (await ignoresConditions(store, manifest, before)) {
    console.log(
      'This store ignores the conditions of a put: of two who publish at the same moment the last one wins, and nobody is told. Publish from one place.',
    );
  }
  const published_at = new Date().toISOString();
  const current = { ...build, published_at, published_by: publisher() };
  await putPointer(store, current, before);
  console.log(`Dataset ${current.dataset} is current now, ${describePublication(current)}.`);
  if (!before) return current;
  const verb = isOlder(current, before.current) ? 'withdraws the newer' : 'takes the place of';
  console.log(`It ${verb} ${before.current.dataset}, ${describePublication(before.current)}.`);
  return current;
}

/** User and machine. Not every user of a container has a name. */
function publisher(): string {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    return `user-${process.getuid?.()}@${hostname()}`;
  }
}
