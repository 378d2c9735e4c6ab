import {
  type Differences,
  NO_DIFFERENCES,
  type Reference,
} from '../../../schemas/codec/cells/predicted-counts.ts';
import { PREDICTOR_COUNT, zigzag } from '../../../schemas/codec/cells/residuals.ts';

/**
 * Chooses for each cell of a block whether it is written less its western or southern neighbour, and by which
 * predictor: what leaves the fewest bits.
 * @param cellIndex [row][col] of the block; -1 for no cell
 * @param side cells along a side
 */
export function chooseReferences(
  cellIndex: Int32Array,
  side: number,
  differences: readonly Differences[],
): Reference[] {
  const references: Reference[] = [];
  for (const [place, cell] of cellIndex.entries()) {
    if (cell < 0) continue;
    const west = place % side > 0 ? cellIndex[place - 1] : -1;
    const south = place >= side ? cellIndex[place - side] : -1;
    const candidates = [-1, west, south].filter((earlier, i) => i === 0 || earlier >= 0);
    references.push(bestReference(cell, candidates, differences));
  }
  return references;
}

function bestReference(
  cell: number,
  candidates: readonly number[],
  differences: readonly Differences[],
): Reference {
  let best: Reference = { cell: -1, predictor: 0 };
  let fewest = Number.POSITIVE_INFINITY;
  for (const earlier of candidates) {
    for (let predictor = 0; predictor < PREDICTOR_COUNT; predictor++) {
      const less = earlier < 0 ? NO_DIFFERENCES : differences[earlier][predictor];
      const bits = bitsOf(differences[cell][predictor], less, fewest);
      if (bits >= fewest) continue;
      fewest = bits;
      best = { cell: earlier, predictor };
    }
  }
  return best;
}

/** Every so many residuals are looked at: all of them choose no better, and take 2 s more for Sweden. */
const SAMPLED = 5;

/** Bits that the residuals take at least, leading zeros left out; not to the end once they are not fewer than `fewest`. */
function bitsOf(own: Uint16Array, less: Uint16Array, fewest: number): number {
  let bits = 0;
  for (let at = 0; at < own.length && bits < fewest; at += SAMPLED) {
    bits += 32 - Math.clz32(zigzag(own[at] - less[at]));
  }
  return bits;
}
