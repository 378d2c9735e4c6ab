import { validator } from '../checks/validate.ts';
import type { PvYieldHeader } from '../types.ts';
import type { DecodedArtifact } from './artifact.ts';
import { checkedHeader, checkedSections } from './check-artifact.ts';
import {
  gridOf,
  maskOf,
  type PvYieldArtifact,
  type PvYieldSections,
  pvYieldSections,
} from './pv-yield-artifact.ts';

const checkHeader = validator('data/pv-yield-header.schema.json');

/**
 * Checks that an artifact is a yield dataset.
 * @throws Error when the header or a section's length is not as it must be
 */
export function decodePvYield(
  { header: json, sections }: DecodedArtifact,
  name: string,
): PvYieldArtifact {
  const header = pvYieldHeader(json, name);
  if (header.shard) {
    const { index, count } = header.shard;
    throw new Error(
      `${name}: is part ${index + 1} of ${count} of a dataset. Merge the parts first.`,
    );
  }
  const arrays = checkedSections<PvYieldSections>(sections, pvYieldSections(header), name);
  const mask = { ...maskOf(header.coverage_mask), bits: arrays.coverage };
  return { ...arrays, header, grid: gridOf(header.grid), mask };
}

/** A header as its type; throws naming the file and field that is wrong. */
export function pvYieldHeader(json: unknown, name: string): PvYieldHeader {
  return checkedHeader(checkHeader, json, name);
}
