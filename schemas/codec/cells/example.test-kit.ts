/** The block that cells-format.md walks through: one cell of four, with figures that are easy to find again. */
import { smallArtifact } from '../../../pipeline/dataset/artifact.test-kit.ts';
import { PLANES } from '../axes.ts';
import type { Grid } from '../grid.ts';
import { cellDifferences, encodeBlock } from './block.ts';

/** Two rows of two cells, of which the north-eastern is there alone. */
export const EXAMPLE_GRID: Grid = { stepDeg: 0.25, firstRow: 237, firstCol: 71, rows: 2, cols: 2 };

/** Yields of 50 000 counts of 0.001 kWh/kWp; in-plane irradiation that rises by 3 counts from plane to plane. */
export function exampleBlock(): Uint8Array {
  const { mask, ...cells } = smallArtifact(EXAMPLE_GRID, [0, 1, 2]);
  cells.poa.set(Uint16Array.from({ length: PLANES }, (_, plane) => 1000 + 3 * plane));
  const bits = Uint8Array.of(0b10);
  const window = { firstRow: 7, firstCol: 5, rows: 2, cols: 1, bits };
  const differences = [cellDifferences(cells, 0)];
  return encodeBlock({ cells, window }, [{ cell: -1, predictor: 0 }], differences);
}
