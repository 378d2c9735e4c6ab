/**
 * Which points are covered, as one bit per small rectangle. Row 0 is the southernmost, column 0
 * the westernmost. Bit `row * cols + col` lies in byte `bit >> 3` at position `bit & 7`, lowest
 * first. The mask is the definition of the coverage: a point is covered when its rectangle's bit
 * is set (half-open rectangles: the south and west edges belong to them).
 */
export interface CoverageMask {
  west: number;
  south: number;
  lngStepDeg: number;
  latStepDeg: number;
  cols: number;
  rows: number;
  bits: Uint8Array;
}

/** Where a mask lies, without its bits. */
export type MaskFrame = Omit<CoverageMask, 'bits'>;

/** A header's `coverage` where Sweden's outline bounds it: prices always, yields unless the recipe says otherwise. */
export const COUNTRY = 'Sweden';

/** A header's `coverage` where the rasters' data bound it. */
export const WHERE_DATA = 'wherever the rasters have data';

/** An empty mask of the given frame. All bits clear. */
export function emptyMask(frame: MaskFrame): CoverageMask {
  return { ...frame, bits: new Uint8Array(maskBytes(frame)) };
}

/** Bytes of a mask's bits. */
export function maskBytes({ rows, cols }: Pick<CoverageMask, 'rows' | 'cols'>): number {
  return Math.ceil((rows * cols) / 8);
}

/** Sets the bit of one rectangle. */
export function setBit(mask: CoverageMask, row: number, col: number): void {
  const bit = row * mask.cols + col;
  mask.bits[bit >> 3] |= 1 << (bit & 7);
}

/** Reads the bit of one rectangle. */
export function bitAt(mask: CoverageMask, row: number, col: number): boolean {
  const bit = row * mask.cols + col;
  return ((mask.bits[bit >> 3] >> (bit & 7)) & 1) === 1;
}

/** Whether a point (degrees, WGS84) is covered. False outside the mask's frame. */
export function covers(mask: CoverageMask, lat: number, lng: number): boolean {
  const row = Math.floor((lat - mask.south) / mask.latStepDeg);
  const col = Math.floor((lng - mask.west) / mask.lngStepDeg);
  const inFrame = row >= 0 && row < mask.rows && col >= 0 && col < mask.cols;
  return inFrame && bitAt(mask, row, col);
}
