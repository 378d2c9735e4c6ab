import { createHash } from 'node:crypto';
import { BLOCK_DIGEST } from '../../../schemas/codec/digest.ts';

/** Digest of a block's bytes, as `blockDigest` of the codec computes it wherever there is no OpenSSL. */
export function blockDigest(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest().subarray(0, BLOCK_DIGEST);
}
