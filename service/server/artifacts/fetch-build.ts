import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fetchObject, type ObjectStore } from '#common/object-store.ts';
import { publishFolder } from '#common/publish.ts';
import { validator } from '../../../schemas/checks/validate.ts';
import type { Manifest, OutputRecord } from '../../../schemas/types.ts';
import { findBuildFault } from './one-build.ts';
import { pricesIn, readYield } from './swap.ts';

/** Folder in the artifacts' folder: builds that came from a store, each in a folder of its own. */
const FETCHED = 'fetched';
const STAGING = '.staging';
/** This one and the one before: a process may still read it. */
const KEPT = 2;

const checkManifest = validator('data/manifest.schema.json');

/** An object's name: its content. */
export function objectName({ sha256 }: Pick<OutputRecord, 'sha256'>): string {
  return `${sha256}.bin`;
}

/** A build that came from a store, and the tag of its manifest. */
export interface FetchedBuild {
  folder: string;
  tag: string;
}

/**
 * Fetches the build whose manifest lies at a store, by the hashes that it records, and checks it whole:
 * hashes, content, that its parts belong together. Only then it has its folder.
 * @param artifacts the artifacts' folder
 * @param knownTag tag of a manifest that need not be fetched again
 * @returns null when the store has nothing but that
 * @throws Error naming the object and what is wrong
 */
export async function fetchBuild(
  store: ObjectStore,
  artifacts: string,
  knownTag: string | undefined,
): Promise<FetchedBuild | null> {
  const response = await store.get('manifest.json', knownTag);
  if (response.status === 304) return null;
  const text = await response.text();
  const tag = response.headers.get('etag') ?? '';
  const manifest = parseManifest(text);
  const parent = join(artifacts, FETCHED);
  const folder = join(parent, digest(text));
  if (statSync(folder, { throwIfNoEntry: false })) return { folder, tag };
  const staging = join(parent, STAGING);
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { recursive: true });
  try {
    for (const output of manifest.outputs) {
      await fetchObject(store, objectName(output), join(staging, basename(output.path)), output);
    }
    writeFileSync(join(staging, 'manifest.json'), text);
    await checkBuild(staging, manifest);
    publishFolder(staging, folder);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
  removeOld(parent);
  return { folder, tag };
}

/** The newest build that came from a store; null when there is none. */
export function findNewestFetched(artifacts: string): string | null {
  return buildsIn(join(artifacts, FETCHED))[0] ?? null;
}

function parseManifest(text: string): Manifest {
  try {
    return checkManifest(JSON.parse(text));
  } catch (error) {
    throw new Error(`manifest.json of the store: ${(error as Error).message}`);
  }
}

/** @throws Error when something of it could not be served */
async function checkBuild(folder: string, { outputs }: Manifest): Promise<void> {
  await readYield(folder);
  if (outputs.some(({ path }) => basename(path) === 'prices.bin')) await pricesIn(folder);
  const problem = await findBuildFault(folder);
  if (problem) throw new Error(problem);
}

function removeOld(parent: string): void {
  for (const folder of buildsIn(parent).slice(KEPT)) rmSync(folder, { recursive: true });
}

/** The newest first. */
function buildsIn(parent: string): string[] {
  if (!statSync(parent, { throwIfNoEntry: false })) return [];
  return readdirSync(parent)
    .filter((name) => name !== STAGING)
    .map((name) => join(parent, name))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
