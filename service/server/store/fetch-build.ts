import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { durableRenameFolder } from '../../../pipeline/files/durable-rename.ts';
import { fetchObject } from '../../../pipeline/files/object-store.ts';
import type { ObjectStore } from '../../../pipeline/files/store.ts';
import type { CurrentBuild, Manifest } from '../../../schemas/types.ts';
import { findBuildFault, outputOf, parseManifest } from './one-build.ts';
import {
  CURRENT,
  describePublication,
  digestOf,
  fetchedBuilds,
  fetchedFolder,
  folderOf,
  isSuperseded,
  objectName,
  parsePointer,
  type RememberedBuild,
  remember,
  rememberedPointer,
} from './pointer.ts';
import { fetchReports } from './reports.ts';
import { pricesIn, readYield } from './swap.ts';

const STAGING = '.staging';
/** A living process begins a file in its staging folder far more often: a request ends after five minutes. */
const ABANDONED_MS = 15 * 60_000;
/** This one and the previous one: a process may still read it. */
const MAX_BUILDS = 2;

/** A build that came from a store, and the tag of the pointer to it. */
export interface FetchedBuild extends RememberedBuild {
  tag: string;
}

/**
 * Fetches the build that a store calls current, by its digests, and checks it whole: hashes, content, that
 * its parts belong together. Only then it has its folder, and is remembered as the one to serve. Several
 * nodes may do so in one folder.
 * @param knownTag tag of a pointer that need not be fetched again
 * @returns null when the store has nothing but that
 * @throws Error naming the object and what is wrong
 */
export async function fetchBuild(
  store: ObjectStore,
  artifacts: string,
  knownTag: string | undefined,
): Promise<FetchedBuild | null> {
  const response = await store.get(CURRENT, knownTag);
  if (response.status === 304) return null;
  const current = parsePointer(await response.text());
  refuseSuperseded(current, rememberedPointer(artifacts));
  const folder = folderOf(artifacts, current);
  const staging = makeStaging(fetchedFolder(artifacts));
  try {
    if (!(await isWhole(folder))) await fetchInto(join(staging, 'build'), folder, store, current);
    await fetchReports(store, current, folder, staging);
    remember(artifacts, current, staging);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
  for (const old of fetchedBuilds(artifacts).slice(MAX_BUILDS)) {
    rmSync(old, { recursive: true, force: true });
  }
  return { current, folder, tag: response.headers.get('etag') ?? '' };
}

/** @throws Error when somebody has put an old pointer back: its build may have been withdrawn */
function refuseSuperseded(current: CurrentBuild, known: CurrentBuild | null): void {
  if (!known || !isSuperseded(current, known)) return;
  throw new Error(
    `${CURRENT} of the store (dataset ${current.dataset}, ${describePublication(current)}) is older than the one that this node has had (dataset ${known.dataset}, ${describePublication(known)}). Run "make publish" or "make rollback" for the build that shall be served.`,
  );
}

async function fetchInto(
  staging: string,
  folder: string,
  store: ObjectStore,
  current: CurrentBuild,
): Promise<void> {
  mkdirSync(staging);
  const sha256 = current.digests['manifest.json'];
  const name = objectName(current, { path: 'manifest.json', sha256 });
  const text = await (await store.get(name)).text();
  if (digestOf(text) !== sha256)
    throw new Error(`${name} of the store is not what its name says. Publish again.`);
  const manifest = manifestOf(text);
  for (const output of manifest.outputs) {
    await fetchObject(
      store,
      objectName(current, output),
      join(staging, basename(output.path)),
      output,
    );
  }
  writeFileSync(join(staging, 'manifest.json'), text);
  await checkBuild(staging, manifest);
  if (!(await isWhole(folder))) rmSync(folder, { recursive: true, force: true });
  try {
    durableRenameFolder(staging, folder);
  } catch (error) {
    // Another node of this folder was faster.
    if (!existsSync(folder)) throw error;
  }
}

function manifestOf(text: string): Manifest {
  try {
    return parseManifest(text);
  } catch (error) {
    throw new Error(`manifest.json of the store: ${(error as Error).message}`);
  }
}

/** Whether a build is in its folder, undamaged: the disk may have lost a part of what was fetched. */
async function isWhole(folder: string): Promise<boolean> {
  try {
    const text = readFileSync(join(folder, 'manifest.json'), 'utf8');
    await checkBuild(folder, parseManifest(text));
    return true;
  } catch {
    return false;
  }
}

/** @throws Error when something of it could not be served */
async function checkBuild(folder: string, manifest: Manifest): Promise<void> {
  await readYield(folder);
  if (outputOf(manifest, 'prices.bin')) await pricesIn(folder);
  const problem = await findBuildFault(folder);
  if (problem) throw new Error(problem);
}

/** A folder of this process. Those that killed processes left are removed, by the disk's own clock. */
function makeStaging(parent: string): string {
  mkdirSync(parent, { recursive: true });
  const own = mkdtempSync(join(parent, `${STAGING}-`));
  const changedAt = (path: string) =>
    statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
  for (const name of readdirSync(parent)) {
    const path = join(parent, name);
    if (!name.startsWith(STAGING) || changedAt(own) - changedAt(path) < ABANDONED_MS) continue;
    rmSync(path, { recursive: true, force: true });
  }
  return own;
}
