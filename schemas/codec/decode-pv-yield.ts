import { validator } from '../checks/validate.ts';
import type { PvYieldHeader } from '../types.ts';
import type { DecodedArtifact } from './artifact.ts';
import { decodeRecords, recordLayout } from './cell-records.ts';
import { checkedHeader } from './check-artifact.ts';
import { bytesOf, decodeIndex } from './dataset-index.ts';
import { inflate, type Unpack } from './deflated.ts';
import type { PvYieldArtifact } from './pv-yield-artifact.ts';

const checkHeader = validator('data/pv-yield-header.schema.json');

/**
 * Checks that an artifact is a yield dataset.
 * @param unpack inflates the coverage mask
 * @throws Error when the header or a section's length is not as it must be
 */
export function decodePvYield(
  { header: json, sections }: DecodedArtifact,
  name: string,
  unpack: Unpack = inflate,
): PvYieldArtifact {
  const header = pvYieldHeader(json, name);
  if (header.shard) {
    const { index, count } = header.shard;
    throw new Error(
      `${name}: is part ${index + 1} of ${count} of a dataset. Merge the parts first.`,
    );
  }
  const { recordDigests: _, ...index } = decodeIndex(header, sections, name, unpack);
  const layout = recordLayout(header);
  const records = bytesOf(sections, 'records', name, layout.bytes * header.cells);
  return { ...index, ...decodeRecords(layout, records) };
}

/** A header as its type. Throws naming the file and field that is wrong. */
export function pvYieldHeader(json: unknown, name: string): PvYieldHeader {
  return checkedHeader(checkHeader, json, name);
}
