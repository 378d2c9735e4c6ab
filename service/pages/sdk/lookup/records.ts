/** Records of a dataset, read by ranges and checked by their digests. */
import { recordLayout } from '../../../../schemas/codec/cell-records.ts';
import { hasDigest } from '../../../../schemas/codec/digest.ts';
import { type DatasetIndex, RECORD_DIGEST } from '../../../../schemas/codec/pv-yield-artifact.ts';
import { SunError } from '../client.ts';
import type { ByteSource } from './byte-source.ts';

/** The part of the file before the records. */
export interface OpenIndex {
  index: DatasetIndex;
  /** Where the records begin. */
  recordsAt: number;
  /** SHA-256 of the head, which covers the digests of everything else: the dataset's name. */
  digest: string;
}

/** Neighbouring cells of a row, whose records lie one behind the other. */
export interface CellRun {
  first: number;
  count: number;
}

/** Reads the records of neighbouring cells. @throws SunError when they cannot be had, or are not what their digests say */
export type ReadRecords = (run: CellRun) => Promise<Uint8Array<ArrayBuffer>>;

/** @param tag of the file when its index was read. Null when its server gives none */
export function recordReader(
  { index: { header, recordDigests }, recordsAt }: OpenIndex,
  source: ByteSource,
  tag: string | null,
): ReadRecords {
  const { bytes: recordBytes } = recordLayout(header);

  async function areIntact(records: Uint8Array, { first, count }: CellRun): Promise<boolean> {
    if (records.length !== count * recordBytes) return false;
    const checks = Array.from({ length: count }, (_, i) => {
      const record = records.subarray(i * recordBytes, (i + 1) * recordBytes);
      const at = RECORD_DIGEST * (first + i);
      return hasDigest([record], recordDigests.subarray(at, at + RECORD_DIGEST));
    });
    return (await Promise.all(checks)).every(Boolean);
  }

  // A damaged part is read once more past all caches.
  return async (run) => {
    let seen: string | null = null;
    for (const cache of source.isRemote ? ([undefined, 'reload'] as const) : [undefined]) {
      const from = recordsAt + run.first * recordBytes;
      const part = await source.read(from, run.count * recordBytes, { cache });
      if (await areIntact(part.bytes, run)) return part.bytes;
      seen = part.tag;
    }
    throw isSameFile(source, seen, tag) ? damaged(source) : changed(source);
  };
}

/** Whether the file is the one whose index was read, as far as its server says. */
function isSameFile({ isRemote }: ByteSource, seen: string | null, tag: string | null): boolean {
  return !isRemote || (seen !== null && seen === tag);
}

function changed({ name }: ByteSource): SunError {
  const message = `${name} was changed while it was read, or is damaged: a record does not match its SHA-256. Open it again.`;
  return new SunError(message, { code: 'changed', status: 0 });
}

function damaged({ name }: ByteSource): SunError {
  const message = `${name} is damaged: a record does not match its SHA-256.`;
  return new SunError(message, { code: 'damaged', status: 0 });
}
