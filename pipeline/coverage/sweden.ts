import type { CoverageMask } from '../../schemas/codec/coverage-mask.ts';
import { inflate } from '../../schemas/codec/deflated.ts';
import { SWEDEN_BITS, SWEDEN_FRAME } from './sweden-mask.ts';

/**
 * Where the dataset answers: in Sweden's polygon (Natural Earth 1:10m), within 2 km of it, or within 15 km of it and in no
 * other country's polygon. `make fixtures` draws it, at the centres of pixels of 0.01° x 0.005° (lng x lat).
 */
export function swedenCoverage(): CoverageMask {
  const length = Math.ceil((SWEDEN_FRAME.cols * SWEDEN_FRAME.rows) / 8);
  return { ...SWEDEN_FRAME, bits: inflate(Buffer.from(SWEDEN_BITS, 'base64'), length) };
}
