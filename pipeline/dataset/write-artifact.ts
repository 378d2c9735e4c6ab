import { createHash, type Hash } from 'node:crypto';
import { encodeHead, type FormatVersion, layOut } from '../../schemas/codec/artifact.ts';
import { pieces, type SectionData, type SectionPlan } from '../../schemas/codec/section.ts';
import { beginWhole } from '../files/write-whole.ts';

/** An artifact being written under a temporary name. */
interface ArtifactWriter<Name extends string> {
  /** Adds the next bytes of a section. Sections may grow in turn. */
  append(name: Name, data: SectionData): void;
  /** Writes the head, makes all of it durable and gives it its name. */
  finish(): void;
  /** Gives up and removes the temporary file. */
  abandon(): void;
}

/**
 * Streams the sections of an artifact to their places. The file appears under its own name only
 * when it is whole: a build that dies leaves the old one.
 * @throws Error when a section or the header is larger than the format allows. From `finish` when a section did not get all its bytes
 */
export function writeArtifact<Name extends string>(
  path: string,
  header: object,
  sections: readonly (SectionPlan & { name: Name })[],
  version: FormatVersion,
): ArtifactWriter<Name> {
  const { offsets, fileLength } = layOut(header, sections, version);
  const file = beginWhole(path);
  const parts = new Map(
    sections.map((plan, i) => [plan.name, { plan, at: offsets[i], hash: createHash('sha256') }]),
  );
  const end = sections.reduce((at, { byteLength }, i) => Math.max(at, offsets[i] + byteLength), 0);
  return {
    append(name, data) {
      const part = parts.get(name);
      if (!part) throw new Error(`${path}: has no section "${name}".`);
      for (const piece of pieces(data)) {
        part.hash.update(piece);
        part.at = file.write(piece, part.at);
      }
    },
    finish() {
      const digests = sections.map((plan, i) => digestOf(path, parts.get(plan.name), offsets[i]));
      file.write(new Uint8Array(fileLength - end), end);
      file.write(encodeHead(header, sections, digests, version, sha256), 0);
      file.finish();
    },
    abandon: file.abandon,
  };
}

/** SHA-256 of some bytes, one part after the other. */
export function sha256(...parts: readonly (string | Uint8Array)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
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
