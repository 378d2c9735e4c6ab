/** `make publish`: puts the build of ARTIFACTS into the store of ARTIFACTS_URL, and makes it the current one. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileRecord } from '../../../pipeline/files/file-record.ts';
import { checkObject } from '../../../pipeline/files/object-store.ts';
import type { Condition, ObjectStore } from '../../../pipeline/files/store.ts';
import { commandLine } from '../../../schemas/commands/command-line.ts';
import type { FileRecord } from '../../../schemas/types.ts';
import { findBuildFault, parseManifest } from './one-build.ts';
import { describePublication, digestOf, objectName } from './pointer.ts';
import { findPointer, putPointer, type StoredBuild } from './put-pointer.ts';
import { reportsOf } from './reports.ts';
import { runOnStore } from './run-on-store.ts';
import { claimVersion } from './versions.ts';

interface Build extends StoredBuild {
  files: FileRecord[];
}

if (process.argv[1] === import.meta.filename) {
  const options = commandLine('publish');
  await runOnStore('nothing new was published', (store, config) => {
    const { artifacts = config.artifacts } = options;
    return publish(store, artifacts, console.log);
  });
}

/**
 * Puts what the store lacks of a build, and makes it the current one.
 * @throws Error when a file is not as the manifest records it, the version has other data in the store, or another
 * publisher was faster
 */
export async function publish(
  store: ObjectStore,
  artifacts: string,
  say: (line: string) => void,
): Promise<void> {
  const { dataset, digests, files } = await readBuild(artifacts, say);
  const build: StoredBuild = { dataset, digests };
  const before = await findPointer(store);
  await claimVersion(store, build);
  for (const file of files) {
    const name = objectName(build, file);
    say(
      `${basename(file.path)}: ${file.bytes} bytes ${await putOnce(store, name, file)} as ${name}`,
    );
  }
  const had = before?.current.digests;
  if (before && Object.entries(digests).every(([name, sha256]) => had?.[name] === sha256))
    say(`Dataset ${dataset} is current already, ${describePublication(before.current)}.`);
  else await putPointer(store, build, before, say);
}

/** A build on the disk, each file as its manifest records it. @throws Error naming what is not */
async function readBuild(artifacts: string, say: (line: string) => void): Promise<Build> {
  const problem = await findBuildFault(artifacts);
  if (problem) throw new Error(problem);
  const path = join(artifacts, 'manifest.json');
  const text = readFileSync(path);
  const { dataset_version: dataset, outputs } = parseManifest(`${text}`);
  const data = outputs.map((file) => ({ ...file, path: join(artifacts, basename(file.path)) }));
  for (const file of data) await checkFile(file, path);
  const manifest = { path, bytes: text.length, sha256: digestOf(text) };
  const files = [...data, ...(await reportsOf(artifacts, data, say)), manifest];
  const digests = {
    ...Object.fromEntries(files.map((file) => [basename(file.path), file.sha256])),
    'manifest.json': manifest.sha256,
  };
  return { dataset, digests, files };
}

/**
 * Holds a file's bytes against its record.
 * @param record the manifest that has it, for the message
 * @throws Error naming both when they are others
 */
async function checkFile({ path, sha256 }: FileRecord, record: string): Promise<void> {
  if (!existsSync(path)) throw new Error(`${path} is missing. Run "make artifacts".`);
  const found = (await fileRecord(path)).sha256;
  if (found === sha256) return;
  throw new Error(
    `${path} has sha256 ${found}, but ${record} records ${sha256}: it is damaged, or of another build. Run "make artifacts", or copy the folder of one build whole.`,
  );
}

/**
 * Puts a file as the object of a name, or finds that there and whole.
 * @returns what was done, for the log
 * @throws Error naming the object when it has other bytes
 */
async function putOnce(
  store: ObjectStore,
  name: string,
  file: FileRecord,
): Promise<'put' | 'are there already'> {
  const { path, sha256 } = file;
  const condition: Condition = { 'if-none-match': '*' };
  if (!(await store.has(name)) && (await store.put(name, path, { condition, sha256 })))
    return 'put';
  await checkObject(store, name, file);
  return 'are there already';
}
