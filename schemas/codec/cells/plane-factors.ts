import type { PvYieldHeader } from '../../types.ts';
import { PLANES } from '../axes.ts';
import { putPlanes, takePlanes } from './byte-planes.ts';
import { addDifferences, takeDifferences, unzigzag, zigzag } from './residuals.ts';

/** Factors of planes have three decimals (artifact-format.md section 5). */
const THOUSAND = 1000;

/** Second differences along both axes leave the least of them. */
const PREDICTOR = 2;

/**
 * A header without its factors of planes, which take 27 kB as JSON and 2.5 so, and these as bytes; null if it has none,
 * or such as have more decimals: they stay in the header.
 */
export function packFactors(header: PvYieldHeader): { json: object; factors: Uint8Array | null } {
  const { interannual } = header;
  if (!interannual) return { json: header, factors: null };
  const lists = interannual.plane_factors;
  const values = Uint16Array.from(lists.flat(), (factor) => Math.round(factor * THOUSAND));
  if (lists.flat().some((factor, i) => factor !== values[i] / THOUSAND)) {
    return { json: header, factors: null };
  }
  takeDifferences(values, PREDICTOR);
  const writer = { bytes: new Uint8Array(2 * values.length), at: 0 };
  putPlanes(writer, new Uint8Array(values.map(zigzag).buffer), 2);
  const json = { ...header, interannual: { ...interannual, plane_factors: [] } };
  return { json, factors: writer.bytes };
}

/** The header with its factors; it comes without where they are bytes. */
export function unpackFactors(header: PvYieldHeader, factors: Uint8Array | null): PvYieldHeader {
  const { interannual } = header;
  if (!interannual || !factors) return header;
  const count = factors.length / 2;
  const values = new Uint16Array(takePlanes({ bytes: factors, at: 0 }, count, 2).buffer);
  for (let i = 0; i < count; i++) values[i] = unzigzag(values[i]);
  addDifferences(values, PREDICTOR);
  const plane_factors = Array.from({ length: count / PLANES }, (_, list) =>
    Array.from(values.subarray(list * PLANES, (list + 1) * PLANES), (value) => value / THOUSAND),
  );
  return { ...header, interannual: { ...interannual, plane_factors } };
}
