import { inflateRawSync } from 'node:zlib';
import type { CoverageMask } from '../../schemas/codec/coverage-mask.ts';
import { SWEDEN_BITS, SWEDEN_FRAME } from './sweden-mask.ts';

/**
 * Where the dataset answers: in Sweden's polygon (Natural Earth 1:10m), within 2 km of it or of an outer island that it lacks,
 * or within 15 km of them and in no other country's polygon. `make fixtures` draws it, at the centres of pixels of 0.01° x 0.005° (lng x lat).
 */
export function swedenCoverage(): CoverageMask {
  return { ...SWEDEN_FRAME, bits: inflateRawSync(Buffer.from(SWEDEN_BITS, 'base64')) };
}
