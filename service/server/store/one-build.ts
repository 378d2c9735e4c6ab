import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { validator } from '../../../schemas/checks/validate.ts';
import { artifactContents, readArtifactHead } from '../../../schemas/codec/read-artifact.ts';
import type { Manifest } from '../../../schemas/types.ts';

const ARTIFACTS = ['pv-yield.bin', 'prices.bin'];
const REMEDY = 'Run "make artifacts", or copy the folder of one build whole.';

const checkManifest = validator('data/manifest.schema.json');

/** Fields of an artifact's own header that name its build. */
interface Named {
  dataset_version?: string;
  generated_at?: string;
}

type Output = Manifest['outputs'][number];

/** @throws Error with what is wrong */
export function parseManifest(text: string): Manifest {
  return checkManifest(JSON.parse(text));
}

/** The manifest of a build's folder. Null where there is none. @throws Error with what is wrong in it */
function manifestIn(folder: string): Manifest | null {
  const path = join(folder, 'manifest.json');
  return existsSync(path) ? parseManifest(readFileSync(path, 'utf8')) : null;
}

/** Record of an artifact in a manifest. */
export function outputOf({ outputs }: Manifest, name: string): Output | undefined {
  return outputs.find(({ path }) => basename(path) === name);
}

/**
 * Why the artifacts in a folder may not be of one build. Null when they are. Held against manifest.json
 * by content, or, where there is none, against each other by version and date. Only heads are read.
 */
export async function findBuildFault(folder: string): Promise<string | null> {
  const there = ARTIFACTS.filter((name) => existsSync(join(folder, name)));
  const headers = await Promise.all(there.map((name) => headerOf(join(folder, name))));
  const manifest = manifestIn(folder);
  if (!manifest) return describeDifference(there, headers);
  const others: string[] = [];
  for (const [i, name] of there.entries()) {
    if (isNamed(headers[i], manifest) && (await isRecorded(folder, name, manifest))) continue;
    others.push(`${name} (of a dataset ${headers[i].dataset_version})`);
  }
  if (others.length === 0) return null;
  const are = others.length === 1 ? 'is' : 'are';
  return `${join(folder, 'manifest.json')} records dataset ${manifest.dataset_version}, but ${others.join(' and ')} ${are} not what it records: yield and prices may be of different builds. ${REMEDY}`;
}

/**
 * Whether a folder's build has no prices on purpose: its manifest records yields without them, and none
 * lie there. False where there is no manifest, or a broken one, whose fault `findBuildFault` reports.
 */
export function isWithoutPrices(folder: string): boolean {
  if (existsSync(join(folder, 'prices.bin'))) return false;
  try {
    const manifest = manifestIn(folder);
    return manifest !== null && !outputOf(manifest, 'prices.bin');
  } catch {
    return false;
  }
}

function describeDifference(names: readonly string[], headers: readonly Named[]): string | null {
  const [first] = headers;
  if (headers.every((header) => isNamed(header, first))) return null;
  const found = headers.map((h, i) => `${names[i]} is of ${h.dataset_version}, ${h.generated_at}`);
  return `Yield and prices are of different builds: ${found.join('; ')}. ${REMEDY}`;
}

function isNamed(header: Named, name: Named): boolean {
  return (
    header.dataset_version === name.dataset_version && header.generated_at === name.generated_at
  );
}

async function headerOf(path: string): Promise<Named> {
  return (await readArtifactHead(path)).header as Named;
}

async function isRecorded(folder: string, name: string, manifest: Manifest): Promise<boolean> {
  const output = outputOf(manifest, name);
  const contents = Object.entries(await artifactContents(join(folder, name)));
  return contents.every(([part, sha256]) => output?.contents[part] === sha256);
}
