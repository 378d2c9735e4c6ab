import { createHash, type Hash } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { encodeHead, layOut } from '../schemas/artifact.ts';
import { pieces, type SectionData, type SectionPlan } from '../schemas/section.ts';

/** Header fields that name a dataset and say nothing of its content. */
const NOT_CONTENT = ['dataset_version', 'generated_at'];

/** An artifact being written under a temporary name. */
export interface ArtifactWriter<Name extends string> {
  /** Adds the next bytes of a section; sections may grow in turn. */
  append(name: Name, data: SectionData): void;
  /** Writes the head, makes all of it durable and gives it its name; returns the content's digest. */
  finish(): string;
  /** Gives up and removes the temporary file. */
  abandon(): void;
}

/**
 * Streams the sections of an artifact to their places. The file appears under its own name only
 * when it is whole: a build that dies leaves the old one.
 * @throws Error when a section or the header is larger than the format allows; from `finish` when a
 *   section did not get all its bytes
 */
export function writeArtifact<Name extends string>(
  path: string,
  header: object,
  sections: readonly (SectionPlan & { name: Name })[],
): ArtifactWriter<Name> {
  const { offsets, fileLength } = layOut(header, sections);
  const temporary = `${path}.part`;
  const file = openSync(temporary, 'w');
  const parts = new Map(
    sections.map((plan, i) => [plan.name, { plan, at: offsets[i], hash: createHash('sha256') }]),
  );
  return {
    append(name, data) {
      const part = parts.get(name);
      if (!part) throw new Error(`${path}: has no section "${name}".`);
      for (const piece of pieces(data)) {
        part.hash.update(piece);
        part.at = writeAll(file, piece, part.at);
      }
    },
    finish() {
      const digests = sections.map((plan, i) => digestOf(path, parts.get(plan.name), offsets[i]));
      ftruncateSync(file, fileLength);
      writeAll(file, encodeHead(header, sections, digests), 0);
      fsyncSync(file);
      closeSync(file);
      renameSync(temporary, path);
      syncFolder(dirname(path));
      return contentDigest(header, sections, digests);
    },
    abandon() {
      closeSync(file);
      rmSync(temporary, { force: true });
    },
  };
}

/**
 * SHA-256 over what a file says: its header without the version and date of the dataset, and its
 * sections. Equal for two builds that differ in these alone.
 */
function contentDigest(
  header: object,
  sections: readonly SectionPlan[],
  digests: readonly Uint8Array[],
): string {
  const said = Object.entries(header).filter(([name]) => !NOT_CONTENT.includes(name));
  const hash = createHash('sha256').update(JSON.stringify(said));
  for (let i = 0; i < sections.length; i++) hash.update(sections[i].name).update(digests[i]);
  return hash.digest('hex');
}

function digestOf(
  path: string,
  part: { plan: SectionPlan; at: number; hash: Hash } | undefined,
  offset: number,
): Uint8Array {
  const written = part ? part.at - offset : 0;
  if (part && written === part.plan.byteLength) return part.hash.digest();
  throw new Error(
    `${path}: section "${part?.plan.name}" got ${written} bytes, expected ${part?.plan.byteLength}.`,
  );
}

function writeAll(file: number, bytes: Uint8Array, position: number): number {
  let done = 0;
  while (done < bytes.length) {
    done += writeSync(file, bytes, done, bytes.length - done, position + done);
  }
  return position + done;
}

/** A rename is durable only when its folder is. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
